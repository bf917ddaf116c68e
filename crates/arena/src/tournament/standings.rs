use std::collections::BTreeMap;

use bashni_report::{Align, Cell, Column, Table};
use bashni_rules::Rules;
use serde::Serialize;

use super::pairing::Pairing;
use crate::{
    Anchor, Bootstrap, Crosstable, Cycle, EloInterval, ForfeitReport, GameRecord, PayoffMatrix,
    PlayerIdentity, PlayerSpec, RatingError, RatingOptions, Ratings, Side, cycles, repeated_games,
};

/// Probability of naming a cycle where there is none.
const CYCLE_LEVEL: f64 = 0.05;

/// Probability of saying that ratings do not explain the scores where they do.
const FIT_LEVEL: f64 = 0.05;

/// What the games of a tournament say: the content of `ratings.json`.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// What the rules are called.
    pub rules: String,
    /// Games that count.
    pub games: u64,
    /// Ratings in the order of `players`, the first move, draws, and whether ratings explain the results.
    #[serde(flatten)]
    pub ratings: Ratings,
    /// What ratings are relative to.
    pub anchor: Anchor,
    /// Intervals by the bootstrap, if it was asked for.
    pub bootstrap: Option<BootstrapIntervals>,
    /// How sure it is that one player is stronger than another: `los[a][b]` for a being stronger than b, in [0, 1].
    pub los: Vec<Vec<f64>>,
    /// Scores of all pairings, beside the expected ones.
    pub payoff: PayoffMatrix,
    /// Players that beat each other in a ring, each significantly.
    pub cycles: Vec<Cycle>,
    /// Games that are an earlier one over again; see [`repeated_games`].
    pub repeated_games: u64,
    /// Games that a player lost without being beaten.
    pub forfeits: Vec<ForfeitReport>,
    /// What exactly the players are.
    pub players: Vec<PlayerIdentity>,
    /// The builds of the program that have played, as far as known.
    pub programs: Vec<String>,
    /// All results.
    #[serde(skip)]
    pub table: Crosstable,
}

/// 95 % intervals from resampled games, which need no assumption about how the games of a pair hang together; those beside
/// the ratings come from the curvature of the likelihood.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BootstrapIntervals {
    /// How they were made.
    #[serde(flatten)]
    pub bootstrap: Bootstrap,
    /// Lower and upper end for each rating, in the order of `players`, relative to the anchor.
    pub ratings: Vec<[f64; 2]>,
    /// Lower and upper end for what the first move is worth.
    pub first_move: [f64; 2],
}

impl BootstrapIntervals {
    fn new(
        table: &Crosstable,
        anchor: Anchor,
        bootstrap: Bootstrap,
    ) -> Result<BootstrapIntervals, RatingError> {
        let ratings = Ratings::with(table, &RatingOptions { anchor, bootstrap: Some(bootstrap) })?;
        let EloInterval { low, high, .. } = ratings.first_move;
        let intervals = ratings.ratings.iter().map(|rating| [rating.low, rating.high]).collect();
        Ok(BootstrapIntervals { bootstrap, ratings: intervals, first_move: [low, high] })
    }
}

/// The results of these players' games, which come pairing by pairing in the order of their numbers, as players by index.
fn crosstable(
    players: &[PlayerIdentity],
    games: &[(usize, usize, &GameRecord)],
) -> Result<Crosstable, RatingError> {
    let mut table = Crosstable::new(players.iter().map(|player| player.spec.to_string()))?;
    let mut rest = games;
    while let Some((&(white, black, game), others)) = rest.split_first() {
        rest = others;
        match others.first() {
            // The second half of a pair, with colours swapped.
            Some(&(_, _, second))
                if game.game.is_multiple_of(2)
                    && second.game == game.game + 1
                    && (&second.white, &second.black) == (&game.black, &game.white) =>
            {
                rest = &others[1..];
                table.add_pair(white, black, [game.half_points(), second.half_points()])?;
            }
            _ => {
                let points = game.half_points();
                let is_a = game.white_side == Side::A;
                table.add_game(white, black, if is_a { points } else { 2 - points })?;
            }
        }
    }
    Ok(table)
}

/// The games between these players, with the players by index, in an order that does not depend on when they ended.
fn sorted<'a>(players: &[PlayerIdentity], games: &'a [GameRecord]) -> Vec<(usize, usize, &'a GameRecord)> {
    let index: BTreeMap<String, usize> =
        players.iter().enumerate().map(|(i, player)| (player.spec.to_string(), i)).collect();
    let number = |spec: &PlayerSpec| index.get(&spec.to_string()).copied();
    let mut sorted: Vec<(usize, usize, &GameRecord)> =
        games.iter().filter_map(|game| Some((number(&game.white)?, number(&game.black)?, game))).collect();
    sorted.sort_by_cached_key(|(_, _, game)| (Pairing::of(game), game.game));
    sorted
}

/// The results of the games between these players; games of others are left out.
pub(super) fn results(players: &[PlayerIdentity], games: &[GameRecord]) -> Result<Crosstable, RatingError> {
    crosstable(players, &sorted(players, games))
}

impl Standings {
    /// What the games between these players say; games of others are left out. A bootstrap adds its intervals and leaves
    /// the others as they are.
    ///
    /// # Errors
    /// If there are fewer than two players, or the options make no sense.
    pub fn new(
        rules: &Rules,
        players: Vec<PlayerIdentity>,
        games: &[GameRecord],
        options: &RatingOptions,
    ) -> Result<Standings, RatingError> {
        let &RatingOptions { anchor, bootstrap } = options;
        let games = sorted(&players, games);
        let table = crosstable(&players, &games)?;
        let ratings = Ratings::with(&table, &RatingOptions { anchor, bootstrap: None })?;
        let bootstrap = bootstrap.map(|bootstrap| BootstrapIntervals::new(&table, anchor, bootstrap));
        let records = || games.iter().map(|&(_, _, game)| game);
        Ok(Standings {
            rules: rules.name().to_owned(),
            games: games.len() as u64,
            payoff: PayoffMatrix::new(&table, &ratings),
            los: ratings.los_matrix(),
            ratings,
            anchor,
            bootstrap: bootstrap.transpose()?,
            cycles: cycles(&table, CYCLE_LEVEL),
            repeated_games: repeated_games(records()),
            forfeits: records().filter_map(ForfeitReport::of).collect(),
            players,
            programs: Vec::new(),
            table,
        })
    }

    /// Ratings from the highest to the lowest.
    pub fn ratings_table(&self) -> Table {
        let mut columns = vec!["", "player", "Elo (95 % interval)"];
        columns.extend(self.bootstrap.as_ref().map(|_| "Elo by bootstrap"));
        columns.extend(["games", "score"]);
        let mut table = Table::new(columns);
        for (rank, i) in (1..).zip(self.ratings.order()) {
            let rating = &self.ratings.ratings[i];
            let mut row = vec![
                Cell::integer(rank),
                Cell::text(&rating.player),
                Cell::estimate(rating.elo, (rating.low, rating.high), 0).signed(),
            ];
            let interval = self.bootstrap.as_ref().map(|bootstrap| bootstrap.ratings[i]);
            row.extend(interval.map(|[low, high]| match rating.games {
                0 => Cell::empty(),
                _ => Cell::estimate(rating.elo, (low, high), 0).signed(),
            }));
            let score = if rating.games == 0 { Cell::empty() } else { Cell::percent(rating.score, 1) };
            row.extend([Cell::integer(rating.games as i64), score]);
            table.push(row);
        }
        table
    }

    /// Points a game of each player against each other, opponents by rank.
    pub fn scores(&self) -> Table {
        self.matrix("points a game against", |i, j| match self.payoff.score[i][j] {
            Some(score) => Cell::number(score, 3).heat(2.0 * score - 1.0),
            None => Cell::empty(),
        })
    }

    /// How sure it is that a player is stronger than each other, opponents by rank.
    pub fn superiority(&self) -> Table {
        self.matrix("stronger than, %", |i, j| match i == j {
            true => Cell::empty(),
            false => Cell::number(100.0 * self.los[i][j], 1).heat(2.0 * self.los[i][j] - 1.0),
        })
    }

    /// A table of what a player (row, by number) is to another (column), from the highest rated to the lowest. Columns are
    /// headed by ranks, so that it is no wider than it must be.
    fn matrix(&self, group: &str, cell: impl Fn(usize, usize) -> Cell) -> Table {
        let order = self.ratings.order();
        let opponents =
            (1..=order.len()).map(|rank| Column::new(rank.to_string()).group(group).align(Align::Right));
        let head = [Column::new(""), Column::new("player")];
        let mut table = Table::new(head.into_iter().chain(opponents));
        for (rank, &i) in (1..).zip(&order) {
            let row = [Cell::integer(rank), Cell::text(&self.ratings.ratings[i].player)];
            table.push(row.into_iter().chain(order.iter().map(|&j| cell(i, j))));
        }
        table
    }

    /// What else there is to say, in sentences: the first move, draws, whether ratings explain the scores, rings, and games
    /// that were played over again, and groups of players that no results link.
    pub fn remarks(&self) -> Vec<String> {
        let Ratings { first_move, draw_rate, goodness_of_fit, ratings, groups, .. } = &self.ratings;
        let &EloInterval { elo, low, high } = first_move;
        let mut remarks = vec![format!(
            "The first move is worth {} Elo; between equals {:.0} % of the games are drawn.",
            Cell::estimate(elo, (low, high), 0).signed(),
            100.0 * draw_rate
        )];
        let p = goodness_of_fit.p;
        // Of two players, or in a ladder, any scores can be explained.
        if goodness_of_fit.degrees_of_freedom > 0 {
            remarks.push(match p < FIT_LEVEL {
                true => format!(
                    "Ratings alone do not explain the scores (p = {p:.3}): see the residuals in ratings.json."
                ),
                false => format!("Ratings explain the scores (p = {p:.2})."),
            });
        }
        if self.programs.len() > 1 {
            remarks.push(format!(
                "Several builds of the program have played these games: {}. The versions of its kinds of players are the same.",
                self.programs.join(", ")
            ));
        }
        let names = |group: &[usize]| {
            let names: Vec<&str> = group.iter().map(|&i| ratings[i].player.as_str()).collect();
            names.join(", ")
        };
        if groups.len() > 1 {
            let groups: Vec<String> = groups.iter().map(|group| names(group)).collect();
            remarks.push(format!(
                "No results in both directions link these groups: {}. How far apart they are is not known, only limited by an \
                 imaginary draw of each player; there the bootstrap\u{2019}s intervals are too narrow.",
                groups.join(" | ")
            ));
        }
        for cycle in &self.cycles {
            let [a, b, c] = cycle.players.map(|i| ratings[i].player.as_str());
            let p = cycle.p;
            remarks.push(format!("A ring: {a} beats {b}, {b} beats {c}, and {c} beats {a} (p = {p:.3})."));
        }
        if self.repeated_games > 0 {
            remarks.push(format!(
                "{} of the {} games are an earlier one over again, and add nothing; play from longer openings or a larger \
                 book.",
                self.repeated_games, self.games
            ));
        }
        remarks
    }

    /// Ratings and the score of each player against each other by name, in points a game, from the highest rated to the
    /// lowest: for [`Table::csv`].
    pub fn crosstable(&self) -> Table {
        let order = self.ratings.order();
        let name = |&i: &usize| Column::new(&self.ratings.ratings[i].player);
        let head = ["player", "Elo", "games", "score"].map(Column::new);
        let mut table = Table::new(head.into_iter().chain(order.iter().map(name)));
        for &i in &order {
            let rating = &self.ratings.ratings[i];
            let row = [
                Cell::text(&rating.player),
                Cell::estimate(rating.elo, (rating.low, rating.high), 0),
                Cell::integer(rating.games as i64),
                Cell::number(rating.score, 3),
            ];
            let score =
                |&j: &usize| self.payoff.score[i][j].map_or_else(Cell::empty, |score| Cell::number(score, 3));
            table.push(row.into_iter().chain(order.iter().map(score)));
        }
        table
    }
}
