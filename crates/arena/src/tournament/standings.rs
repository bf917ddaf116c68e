use std::collections::BTreeMap;

use bashni_report::{Align, Cell, Column, Table};
use bashni_rules::Rules;
use serde::Serialize;

use super::pairing::Pairing;
use crate::{
    Anchor, Crosstable, Cycle, ForfeitReport, GameRecord, PayoffMatrix, PlayerIdentity, RatingError,
    RatingOptions, Ratings, cycles, repeated_games,
};

/// Probability of naming a cycle where there is none.
const CYCLE_LEVEL: f64 = 0.05;

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
    /// All results.
    #[serde(skip)]
    pub table: Crosstable,
}

impl Standings {
    /// What the games between these players say; games of others are left out.
    ///
    /// # Errors
    /// If there are fewer than two players, or the options make no sense.
    pub fn new(
        rules: &Rules,
        players: Vec<PlayerIdentity>,
        games: &[GameRecord],
        options: &RatingOptions,
    ) -> Result<Standings, RatingError> {
        let index: BTreeMap<String, usize> =
            players.iter().enumerate().map(|(i, player)| (player.spec.to_string(), i)).collect();
        let number = |spec: &crate::PlayerSpec| index.get(&spec.to_string()).copied();
        let mut games: Vec<(usize, usize, &GameRecord)> = games
            .iter()
            .filter_map(|game| Some((number(&game.white)?, number(&game.black)?, game)))
            .collect();
        games.sort_by_cached_key(|(_, _, game)| (Pairing::of(game), game.game));
        let mut table = Crosstable::new(index_names(&players))?;
        let mut rest = &games[..];
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
                    let is_a = game.white_side == crate::Side::A;
                    table.add_game(white, black, if is_a { points } else { 2 - points })?;
                }
            }
        }
        let ratings = Ratings::with(&table, options)?;
        let records: Vec<&GameRecord> = games.iter().map(|&(_, _, game)| game).collect();
        Ok(Standings {
            rules: rules.name().to_owned(),
            games: records.len() as u64,
            payoff: PayoffMatrix::new(&table, &ratings),
            ratings,
            anchor: options.anchor,
            cycles: cycles(&table, CYCLE_LEVEL),
            repeated_games: repeated_games(records.iter().copied()),
            forfeits: records.iter().filter_map(|game| ForfeitReport::of(game)).collect(),
            players,
            table,
        })
    }

    /// Ratings from the highest to the lowest.
    pub fn ratings_table(&self) -> Table {
        let columns = ["", "player", "Elo (95 % interval)", "games", "score"];
        let mut table = Table::new(columns.map(Column::new));
        for (rank, i) in (1..).zip(self.ratings.order()) {
            let rating = &self.ratings.ratings[i];
            table.push([
                Cell::integer(rank),
                Cell::text(&rating.player),
                Cell::estimate(rating.elo, (rating.low, rating.high), 0).signed(),
                Cell::integer(rating.games as i64),
                Cell::percent(rating.score, 1),
            ]);
        }
        table
    }

    /// Ratings and the score of each player against each other, in points a game, from the highest rated to the lowest.
    pub fn crosstable(&self) -> Table {
        let order = self.ratings.order();
        let head = [Column::new("player"), Column::new("Elo"), Column::new("games"), Column::new("score")];
        let opponents = order.iter().map(|&j| {
            Column::new(&self.ratings.ratings[j].player).group("points a game against").align(Align::Center)
        });
        let mut table = Table::new(head.into_iter().chain(opponents));
        for &i in &order {
            let rating = &self.ratings.ratings[i];
            let mut row = vec![
                Cell::text(&rating.player),
                Cell::estimate(rating.elo, (rating.low, rating.high), 0).signed(),
                Cell::integer(rating.games as i64),
                Cell::number(rating.score, 3),
            ];
            row.extend(order.iter().map(|&j| match self.payoff.score[i][j] {
                Some(score) => Cell::number(score, 3).heat(2.0 * score - 1.0),
                None => Cell::empty(),
            }));
            table.push(row);
        }
        table
    }
}

fn index_names(players: &[PlayerIdentity]) -> impl Iterator<Item = String> {
    players.iter().map(|player| player.spec.to_string())
}
