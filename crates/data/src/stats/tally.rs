use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use bashni_rules::Outcome;
use bashni_search::{Mover, Wdl};

use super::{Brier, Endings, Results, Spread, Stats};
use crate::{Ending, Row};

/// What is collected of rows. Floats of one kind are added up in the order of the rows.
#[derive(Default)]
pub(super) struct Tally {
    rows: u64,
    games: u64,
    /// The game of the last row.
    current: Option<u64>,
    network_steps: Option<(u64, u64)>,
    results: Results,
    endings: Endings,
    full_rows: u64,
    chain_rows: u64,
    brier: Brier,
    plies: Vec<f64>,
    rows_per_game: Vec<f64>,
    opening_plies: Vec<f64>,
    legal_steps: Vec<f64>,
    sims: Vec<f64>,
    policy_entropy: Vec<f64>,
    surprise: Vec<f64>,
    tallest_column: Vec<f64>,
    /// Hashes of the texts: 64 bits, so that two of a billion rows meet by chance once in forty times.
    openings: HashSet<u64>,
    positions: HashSet<u64>,
}

impl Tally {
    pub(super) fn add(&mut self, row: &Row) {
        if self.current != Some(row.game.id) {
            self.begin_game(row);
        }
        self.rows += 1;
        if let Some(rows) = self.rows_per_game.last_mut() {
            *rows += 1.0;
        }
        self.full_rows += u64::from(row.full);
        self.chain_rows += u64::from(row.state.step > 0);
        self.legal_steps.push(row.legal.len() as f64);
        self.sims.push(f64::from(row.sims));
        self.policy_entropy.push(entropy(&row.policy));
        self.surprise.push(f64::from(row.surprise));
        self.tallest_column.push(f64::from(tallest_column(&row.state.position)));
        self.brier.search += squared_error(row.search, row.result());
        self.brier.root += squared_error(row.root, row.result());
        self.positions.insert(hash(&row.state.position));
    }

    fn begin_game(&mut self, row: &Row) {
        let game = &*row.game;
        self.current = Some(game.id);
        self.games += 1;
        self.rows_per_game.push(0.0);
        let (first, last) = self.network_steps.unwrap_or((game.network_step, game.network_step));
        self.network_steps = Some((first.min(game.network_step), last.max(game.network_step)));
        *match game.outcome {
            Outcome::WhiteWins => &mut self.results.white_wins,
            Outcome::BlackWins => &mut self.results.black_wins,
            Outcome::Draw => &mut self.results.draws,
        } += 1;
        *match game.ending {
            Ending::NoMove => &mut self.endings.no_move,
            Ending::Repetition => &mut self.endings.repetition,
            Ending::NoProgress => &mut self.endings.no_progress,
            Ending::Resignation => &mut self.endings.resignation,
        } += 1;
        self.plies.push(f64::from(game.plies));
        self.opening_plies.push(f64::from(row.state.ply));
        self.openings.insert(hash(&(&game.start, &game.opening)));
    }

    /// Adds what was collected of other rows.
    pub(super) fn append(&mut self, mut other: Tally) {
        self.rows += other.rows;
        self.games += other.games;
        self.network_steps = match (self.network_steps, other.network_steps) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (mine, theirs) => mine.or(theirs),
        };
        self.results.white_wins += other.results.white_wins;
        self.results.black_wins += other.results.black_wins;
        self.results.draws += other.results.draws;
        self.endings.no_move += other.endings.no_move;
        self.endings.repetition += other.endings.repetition;
        self.endings.no_progress += other.endings.no_progress;
        self.endings.resignation += other.endings.resignation;
        self.full_rows += other.full_rows;
        self.chain_rows += other.chain_rows;
        self.brier.search += other.brier.search;
        self.brier.root += other.brier.root;
        for (mine, theirs) in [
            (&mut self.plies, &mut other.plies),
            (&mut self.rows_per_game, &mut other.rows_per_game),
            (&mut self.opening_plies, &mut other.opening_plies),
            (&mut self.legal_steps, &mut other.legal_steps),
            (&mut self.sims, &mut other.sims),
            (&mut self.policy_entropy, &mut other.policy_entropy),
            (&mut self.surprise, &mut other.surprise),
            (&mut self.tallest_column, &mut other.tallest_column),
        ] {
            mine.append(theirs);
        }
        self.openings.extend(other.openings);
        self.positions.extend(other.positions);
    }

    pub(super) fn stats(self, shards: u64) -> Stats {
        let share = |part: f64, whole: u64| if whole == 0 { 0.0 } else { part / whole as f64 };
        let Results { white_wins, black_wins, draws } = self.results;
        Stats {
            shards,
            rows: self.rows,
            games: self.games,
            network_steps: self.network_steps.unwrap_or_default(),
            results: self.results,
            white_score: share(white_wins as f64 + 0.5 * draws as f64, self.games),
            decisive: share((white_wins + black_wins) as f64, self.games),
            endings: self.endings,
            plies: Spread::of(self.plies),
            rows_per_game: Spread::of(self.rows_per_game),
            opening_plies: Spread::of(self.opening_plies),
            distinct_openings: self.openings.len() as u64,
            full_rows: self.full_rows,
            quick_rows: self.rows - self.full_rows,
            chain_rows: self.chain_rows,
            legal_steps: Spread::of(self.legal_steps),
            sims: Spread::of(self.sims),
            policy_entropy: Spread::of(self.policy_entropy),
            surprise: Spread::of(self.surprise),
            brier: Brier {
                search: share(self.brier.search, self.rows),
                root: share(self.brier.root, self.rows),
            },
            tallest_column: Spread::of(self.tallest_column),
            distinct_positions: self.positions.len() as u64,
        }
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Entropy in nats.
fn entropy(policy: &[f32]) -> f64 {
    let part = |&p: &f32| if p > 0.0 { -f64::from(p) * f64::from(p).ln() } else { 0.0 };
    policy.iter().map(part).sum()
}

fn squared_error(value: Wdl<Mover>, result: Wdl<Mover>) -> f64 {
    let square = |a: f32, b: f32| (f64::from(a) - f64::from(b)).powi(2);
    square(value.win, result.win) + square(value.draw, result.draw) + square(value.loss, result.loss)
}

/// Pieces of the tallest column in a position's one-line form: `c1=1/0000` is five.
fn tallest_column(position: &str) -> u32 {
    let columns = position.split('=').skip(1);
    let height = |column: &str| {
        let pieces = column.chars().take_while(|c| !matches!(c, ',' | ':'));
        pieces.filter(|c| matches!(c, '0' | '1')).count() as u32
    };
    columns.map(height).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tallest_column_is_read_off_the_text() {
        assert_eq!(tallest_column("W:Wc1=1/0000,d6=00:Ba1=110101/1"), 7);
        assert_eq!(tallest_column("B:Wa1=0:Bl10=0,h8=01/1"), 3);
        assert_eq!(tallest_column("W:W:B"), 0);
    }

    #[test]
    fn entropy_and_errors_are_those_of_their_formulas() {
        assert_eq!(entropy(&[1.0, 0.0]), 0.0);
        assert!((entropy(&[0.25; 4]) - 4.0_f64.ln()).abs() < 1e-12);
        assert_eq!(squared_error(Wdl::WIN, Wdl::WIN), 0.0);
        assert_eq!(squared_error(Wdl::WIN, Wdl::LOSS), 2.0);
        assert_eq!(squared_error(Wdl::new(0.5, 0.5, 0.0), Wdl::DRAW), 0.5);
    }
}
