//! Who scored what against whom.

use serde::Serialize;

use super::RatingError;
use crate::Counts;

/// Games in which one player had the white pieces (the first move) against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct GameCounts {
    /// Games that White won.
    pub white_wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that Black won.
    pub black_wins: u64,
}

impl GameCounts {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins
    }

    /// Adds games that brought White so many half points each.
    fn add(&mut self, half_points: usize, number: u64) {
        match half_points {
            0 => self.black_wins += number,
            1 => self.draws += number,
            _ => self.white_wins += number,
        }
    }

    fn add_all(&mut self, other: GameCounts) {
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.black_wins += other.black_wins;
    }
}

/// The results of a tournament: all games, by who was White and who Black, and which of them were colour-swapped pairs
/// from one opening.
///
/// Players are numbered in the order of their names, from 0.
///
/// ```
/// use bashni_arena::Crosstable;
///
/// let mut table = Crosstable::new(["first", "second", "third"]).unwrap();
/// // `first` wins with White and draws with Black.
/// table.add_pair(0, 1, [2, 1]).unwrap();
/// table.add_game(2, 0, 0).unwrap();
/// assert_eq!(table.games(1, 0).draws, 1);
/// assert_eq!(table.counts(0, 1).score(), 0.75);
/// assert_eq!(table.games_of(0), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crosstable {
    names: Vec<String>,
    /// All games, of White `w` against Black `b` at `w * players + b`.
    pub(super) games: Vec<GameCounts>,
    /// Games outside of pairs, by the same index.
    pub(super) single: Vec<GameCounts>,
    /// Pairs of `a` and `b`, a < b, at `a * players + b`: by the half points of `a` with White times three, plus those
    /// with Black.
    pub(super) pairs: Vec<[u64; 9]>,
}

impl Crosstable {
    /// A table of these players without games.
    ///
    /// # Errors
    /// If there are fewer than two, or two have the same name.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Result<Crosstable, RatingError> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let n = names.len();
        if n < 2 {
            return Err(RatingError::TooFewPlayers(n));
        }
        if let Some(i) = (1..n).find(|&i| names[..i].contains(&names[i])) {
            return Err(RatingError::SameName(names[i].clone()));
        }
        let empty = vec![GameCounts::default(); n * n];
        Ok(Crosstable { names, games: empty.clone(), single: empty, pairs: vec![[0; 9]; n * n] })
    }

    /// The players' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.names.len()
    }

    /// Adds a pair of games from one opening by the half points of `first` (2 for a win, 1 for a draw, 0 for a loss),
    /// who has White in the first game and Black in the second.
    ///
    /// # Errors
    /// If there are no such players or results.
    pub fn add_pair(&mut self, first: usize, second: usize, half_points: [u8; 2]) -> Result<(), RatingError> {
        self.check(first, second)?;
        for points in half_points {
            check_result(points)?;
        }
        let [white, black] = half_points.map(usize::from);
        let n = self.players();
        self.games[first * n + second].add(white, 1);
        self.games[second * n + first].add(2 - black, 1);
        let (at, [white, black]) = if first < second {
            (first * n + second, [white, black])
        } else {
            (second * n + first, [2 - black, 2 - white])
        };
        self.pairs[at][3 * white + black] += 1;
        Ok(())
    }

    /// Adds a game that is not half of a pair, by the half points of White.
    ///
    /// # Errors
    /// If there are no such players, or there is no such result.
    pub fn add_game(&mut self, white: usize, black: usize, half_points: u8) -> Result<(), RatingError> {
        check_result(half_points)?;
        let mut games = GameCounts::default();
        games.add(usize::from(half_points), 1);
        self.add_games(white, black, games)
    }

    /// Adds games that are not halves of pairs.
    ///
    /// # Errors
    /// If there are no such players.
    pub fn add_games(&mut self, white: usize, black: usize, games: GameCounts) -> Result<(), RatingError> {
        self.check(white, black)?;
        let at = white * self.players() + black;
        self.games[at].add_all(games);
        self.single[at].add_all(games);
        Ok(())
    }

    /// All games of `white` with White against `black`, those of pairs included; none where there are no such players.
    pub fn games(&self, white: usize, black: usize) -> GameCounts {
        match self.check(white, black) {
            Ok(()) => self.games[white * self.players() + black],
            Err(_) => GameCounts::default(),
        }
    }

    /// All games and pairs of two players, counted for `a`; none where there are no such players.
    pub fn counts(&self, a: usize, b: usize) -> Counts {
        if self.check(a, b).is_err() {
            return Counts::default();
        }
        let (with_white, with_black) = (self.games(a, b), self.games(b, a));
        let mut counts = Counts {
            wins: with_white.white_wins + with_black.black_wins,
            draws: with_white.draws + with_black.draws,
            losses: with_white.black_wins + with_black.white_wins,
            pairs: [0; 5],
        };
        let (low, high) = (a.min(b), a.max(b));
        for (i, n) in self.pairs[low * self.players() + high].iter().enumerate() {
            let points = i / 3 + i % 3;
            counts.pairs[if a < b { points } else { 4 - points }] += n;
        }
        counts
    }

    /// Games that a player has played; 0 where there is no such player.
    pub fn games_of(&self, player: usize) -> u64 {
        (0..self.players()).map(|other| self.counts(player, other).games()).sum()
    }

    /// Points that a player has got; 0 where there is no such player.
    pub fn points_of(&self, player: usize) -> f64 {
        let counts = (0..self.players()).map(|other| self.counts(player, other));
        counts.map(|counts| counts.wins as f64 + counts.draws as f64 / 2.0).sum()
    }

    /// All pairings, whether they have met or not: (a, b) with a < b.
    pub(crate) fn pairings(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let n = self.players();
        (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
    }

    /// Counts all games anew from pairs and single games.
    pub(super) fn count_games(&mut self) {
        let n = self.players();
        self.games.clone_from(&self.single);
        for (a, b) in self.pairings() {
            for (i, &number) in self.pairs[a * n + b].iter().enumerate() {
                self.games[a * n + b].add(i / 3, number);
                self.games[b * n + a].add(2 - i % 3, number);
            }
        }
    }

    fn check(&self, a: usize, b: usize) -> Result<(), RatingError> {
        let last = self.players() - 1;
        if let Some(player) = [a, b].into_iter().find(|&player| player > last) {
            return Err(RatingError::NoSuchPlayer { player, last });
        }
        if a == b {
            return Err(RatingError::AgainstItself(self.names[a].clone()));
        }
        Ok(())
    }
}

fn check_result(half_points: u8) -> Result<(), RatingError> {
    if half_points > 2 { Err(RatingError::HalfPoints(half_points)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Crosstable {
        Crosstable::new(["a", "b", "c"]).unwrap()
    }

    #[test]
    fn a_pair_is_the_same_from_either_side() {
        let (mut ours, mut theirs) = (table(), table());
        // a wins with White and draws with Black; so c draws with White and loses with Black.
        ours.add_pair(0, 2, [2, 1]).unwrap();
        theirs.add_pair(2, 0, [1, 0]).unwrap();
        assert_eq!(ours, theirs);
        assert_eq!(ours.games(0, 2), GameCounts { white_wins: 1, ..GameCounts::default() });
        assert_eq!(ours.games(2, 0), GameCounts { draws: 1, ..GameCounts::default() });
        assert_eq!(ours.counts(0, 2), Counts { wins: 1, draws: 1, losses: 0, pairs: [0, 0, 0, 1, 0] });
        assert_eq!(ours.counts(2, 0), ours.counts(0, 2).swapped());
    }

    #[test]
    fn single_games_count_as_games_and_not_as_pairs() {
        let mut table = table();
        table.add_game(1, 0, 2).unwrap();
        table.add_games(1, 0, GameCounts { white_wins: 3, draws: 2, black_wins: 1 }).unwrap();
        assert_eq!(table.counts(1, 0), Counts { wins: 4, draws: 2, losses: 1, pairs: [0; 5] });
        assert_eq!((table.games_of(0), table.games_of(2), table.points_of(1)), (7, 0, 5.0));
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        let message = |result: Result<(), RatingError>| result.unwrap_err().to_string();
        let mut filled = table();
        assert!(message(filled.add_pair(0, 3, [0, 0])).contains("players 0 to 2"));
        assert!(message(filled.add_pair(1, 1, [0, 0])).contains("`b` against itself"));
        assert!(message(filled.add_pair(0, 1, [0, 3])).contains("3 half points"));
        assert!(message(filled.add_game(0, 1, 7)).contains("7 half points"));
        assert_eq!(filled, table());
        assert_eq!(filled.counts(0, 9), Counts::default());
        assert_eq!(filled.games_of(9), 0);
        assert!(Crosstable::new(["a"]).unwrap_err().to_string().contains("at least 2"));
        assert!(Crosstable::new(["a", "b", "a"]).unwrap_err().to_string().contains("`a`"));
    }
}
