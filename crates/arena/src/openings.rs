//! Distinct openings from the start position.

use std::collections::HashSet;

use bashni_rules::{Game, Move, Position, Rules};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64;
use thiserror::Error;

use crate::seed::derive;

/// A line from which both games of a pair go on. It is not over.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position from which the moves start.
    pub start: Position,
    /// The state after the line, with its history.
    pub game: Game,
    /// The moves of the line.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The opening of no moves, from the start position.
    pub fn start(rules: &Rules) -> Opening {
        Opening { start: rules.start().clone(), game: Game::new(rules), moves: Vec::new() }
    }

    fn followed_by(&self, rules: &Rules, played: &Move) -> Opening {
        let mut longer = self.clone();
        longer.game.play(rules, played);
        longer.moves.push(*played);
        longer
    }

    /// The moves of the line as text.
    pub(crate) fn move_texts(&self, rules: &Rules) -> Vec<String> {
        let mut position = self.start.clone();
        let text = |played: &Move| {
            let text = position.move_text(rules, played);
            position.play(rules, played);
            text
        };
        self.moves.iter().map(text).collect()
    }

    fn is_over(&self, rules: &Rules) -> bool {
        self.game.outcome(rules).is_some()
    }
}

/// Why there are no such openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The game has fewer distinct openings of this length than asked for.
    #[error(
        "{wanted} openings of {plies} plies are needed (one for two games), but {} only {found} distinct ones that \
         are not yet decided; ask for at most {} games, or for openings of another length",
        if *.exact { "there are" } else { "a long search found" },
        2 * found
    )]
    TooFew {
        /// Openings asked for.
        wanted: usize,
        /// Openings found.
        found: usize,
        /// Their length.
        plies: u32,
        /// True if all openings were counted, false if the search gave up.
        exact: bool,
    },
}

/// `count` openings of `plies` random moves from the start, no two of which lead to the same position and none of
/// which is over. The same seed gives the same openings.
///
/// # Errors
/// If the game does not have that many.
pub fn random_openings(
    rules: &Rules,
    count: usize,
    plies: u32,
    seed: u64,
) -> Result<Vec<Opening>, OpeningError> {
    let short = |found: usize, exact| OpeningError::TooFew { wanted: count, found, plies, exact };
    // Where all openings can be listed, draw from the list: the last ones would be hard to hit at random.
    if let Some(mut all) = list(rules, plies, (4 * count).max(256)) {
        if all.len() < count {
            return Err(short(all.len(), true));
        }
        all.shuffle(&mut Pcg64::seed_from_u64(seed));
        all.truncate(count);
        return Ok(all);
    }
    let mut found = Vec::with_capacity(count);
    let mut seen: HashSet<Position> = HashSet::new();
    let attempts = 50 * count as u64 + 10_000;
    for attempt in 0..attempts {
        if found.len() == count {
            break;
        }
        let Some(opening) = random_line(rules, plies, derive(seed, attempt)) else { continue };
        if seen.insert(opening.game.position().clone()) {
            found.push(opening);
        }
    }
    if found.len() < count { Err(short(found.len(), false)) } else { Ok(found) }
}

/// Every opening of `plies` moves, one a position, or `None` if there are more than `limit` at any length on the way.
fn list(rules: &Rules, plies: u32, limit: usize) -> Option<Vec<Opening>> {
    let start = Opening::start(rules);
    let mut layer = if start.is_over(rules) { Vec::new() } else { vec![start] };
    for _ in 0..plies {
        let mut next = Vec::new();
        let mut seen: HashSet<Position> = HashSet::new();
        for opening in &layer {
            for played in opening.game.position().legal_moves(rules) {
                let longer = opening.followed_by(rules, &played);
                if !longer.is_over(rules) && seen.insert(longer.game.position().clone()) {
                    next.push(longer);
                }
            }
            if next.len() > limit {
                return None;
            }
        }
        if next.is_empty() {
            return Some(next);
        }
        layer = next;
    }
    Some(layer)
}

fn random_line(rules: &Rules, plies: u32, seed: u64) -> Option<Opening> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut line = Opening::start(rules);
    for _ in 0..plies {
        let played = line.game.position().legal_moves(rules).choose(&mut rng).copied()?;
        line.game.play(rules, &played);
        line.moves.push(played);
        if line.is_over(rules) {
            return None;
        }
    }
    (!line.is_over(rules)).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(openings: &[Opening], rules: &Rules) -> Vec<String> {
        openings.iter().map(|opening| opening.game.position().fen(rules)).collect()
    }

    #[test]
    fn openings_are_distinct_not_over_and_follow_from_the_seed() {
        let rules = Rules::preset("bashni").unwrap();
        let openings = random_openings(&rules, 300, 8, 1).unwrap();
        let positions = texts(&openings, &rules);
        assert_eq!(positions.iter().collect::<HashSet<_>>().len(), 300);
        assert_eq!(positions, texts(&random_openings(&rules, 300, 8, 1).unwrap(), &rules));
        assert_ne!(positions, texts(&random_openings(&rules, 300, 8, 2).unwrap(), &rules));
        for opening in &openings {
            assert_eq!((opening.moves.len(), opening.game.ply()), (8, 8));
            assert_eq!(opening.game.outcome(&rules), None);
            let mut replayed = Game::new(&rules);
            opening.moves.iter().for_each(|played| replayed.play(&rules, played));
            assert_eq!(replayed.position(), opening.game.position());
        }
    }

    #[test]
    fn all_openings_of_a_small_game_can_be_had_and_not_one_more() {
        let rules = Rules::preset("bashni").unwrap();
        assert_eq!(random_openings(&rules, 49, 2, 5).unwrap().len(), 49);
        assert_eq!(
            random_openings(&rules, 50, 2, 5).unwrap_err(),
            OpeningError::TooFew { wanted: 50, found: 49, plies: 2, exact: true }
        );
        assert_eq!(random_openings(&rules, 1, 0, 5).unwrap().len(), 1);
        let message = random_openings(&rules, 2, 0, 5).unwrap_err().to_string();
        assert!(
            message.contains("there are only 1 distinct") && message.contains("at most 2 games"),
            "{message}"
        );
    }

    #[test]
    fn openings_longer_than_any_game_are_an_error() {
        let rules = Rules::preset("bashni-4x4").unwrap();
        assert!(random_openings(&rules, 1, 1_000, 0).is_err());
    }
}
