//! The crate's move generator against a second one, result for result, on random positions.
//!
//! `BASHNI_ORACLE_POSITIONS=1000000 cargo test --release -p bashni-rules --test oracle` compares a million
//! positions in each of the tests below; `BASHNI_ORACLE_SEED` chooses others.

mod board;
#[path = "../common/mod.rs"]
mod common;

use bashni_rules::{PRESETS, Position, Rules};
use board::{Board, Results};
use common::random;
use rand::SeedableRng;
use rand_pcg::Pcg64;

/// Positions with more paths than this are left out: the second generator walks every one.
const MOST_PATHS: u64 = 3_000;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().expect(variable))
}

#[derive(Default)]
struct Compared {
    positions: u64,
    skipped: u64,
    captures: u64,
    with_several_paths: u64,
}

impl Compared {
    fn compare(&mut self, position: &Position, rules: &Rules) {
        let fen = position.fen(rules);
        let Ok(expected) = Board::read(&fen).results(rules.fields(), MOST_PATHS) else {
            self.skipped += 1;
            return;
        };
        let context = || format!("{fen} under {}\n{}", rules.name(), rules.to_toml());
        assert_eq!(Board::read(&fen).write(), fen);
        let moves = position.legal_moves(rules);
        let mut found = Results::new();
        for played in &moves {
            let reached = board::Reached {
                landings: position.path(rules, played).unwrap().len() - 1,
                text: position.move_text(rules, played),
                paths: played.paths(),
            };
            let twice = found.insert(position.after(rules, played).fen(rules), reached);
            assert_eq!(twice, None, "one result under two moves: {}", context());
        }
        assert_eq!(found, expected, "{}", context());
        assert_eq!(position.has_legal_move(rules), !expected.is_empty(), "{}", context());
        assert_eq!(position.must_capture(rules), moves.iter().any(|m| m.is_capture()), "{}", context());
        self.positions += 1;
        self.captures += u64::from(position.must_capture(rules));
        self.with_several_paths += u64::from(expected.values().any(|reached| reached.paths > 1));
    }

    /// Compares positions of one random game, and as many filled at random.
    fn compare_some(&mut self, rules: &Rules, rng: &mut Pcg64) {
        let game = random::game(rules, rng);
        for position in &game {
            self.compare(position, rules);
        }
        for _ in &game {
            self.compare(&random::position(rules, rng), rules);
        }
    }

    fn assert_telling(&self) {
        let Compared { positions, skipped, captures, with_several_paths } = self;
        println!(
            "{positions} positions compared, {captures} with captures, {with_several_paths} with results that \
             several paths lead to; {skipped} left out for their number of paths"
        );
        assert!(skipped * 50 < *positions, "{skipped} of {positions} positions have too many paths");
        assert!(captures * 5 > *positions, "only {captures} of {positions} positions have captures");
        assert!(*with_several_paths > 0);
    }
}

#[test]
fn both_generators_agree_under_every_preset() {
    let wanted = number("BASHNI_ORACLE_POSITIONS", 10_000);
    let mut rng = Pcg64::seed_from_u64(number("BASHNI_ORACLE_SEED", 1));
    let mut compared = Compared::default();
    for (share, (name, _)) in (1..).zip(PRESETS) {
        let rules = Rules::preset(name).unwrap();
        while compared.positions < wanted * share / PRESETS.len() as u64 {
            compared.compare_some(&rules, &mut rng);
        }
    }
    compared.assert_telling();
}

#[test]
fn both_generators_agree_under_random_rules_and_board_sizes() {
    let wanted = number("BASHNI_ORACLE_POSITIONS", 10_000);
    let mut rng = Pcg64::seed_from_u64(number("BASHNI_ORACLE_SEED", 2));
    let mut compared = Compared::default();
    while compared.positions < wanted {
        let rules = random::rules(&mut rng);
        compared.compare_some(&rules, &mut rng);
    }
    compared.assert_telling();
}

#[test]
fn the_second_generator_knows_the_king_that_swings_over_a_tall_column() {
    let rules = Rules::preset("bashni").unwrap();
    let results = Board::read("W:Wa1=1:Bb2=00").results(rules.fields(), 10).unwrap();
    let reached = &results["B:Wa1=1/00:B"];
    assert_eq!((reached.text.as_str(), reached.paths, results.len()), ("a1:c3:a1", 6, 1));
}
