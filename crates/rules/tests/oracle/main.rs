//! The crate's move generator against a second one, result for result, on random positions.
//!
//! `BASHNI_ORACLE_POSITIONS=1000000 cargo test --release -p bashni-rules --test oracle -- --nocapture` compares a million
//! positions of each preset, and a million under random rules; `BASHNI_ORACLE_SEED` chooses others.

mod board;
#[path = "../common/mod.rs"]
mod common;

use std::sync::atomic::{AtomicUsize, Ordering};

use bashni_rules::{Bitboard, Mobility, PRESETS, Position, Rules};
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
        assert_eq!(position.count_moves(rules), moves.len(), "{}", context());
        assert_eq!(position.has_legal_move(rules), !expected.is_empty(), "{}", context());
        assert_eq!(position.must_capture(rules), moves.iter().any(|m| m.is_capture()), "{}", context());
        let mobility = match moves.first() {
            None => Mobility::Blocked,
            Some(first) if first.is_capture() => Mobility::Capturing,
            Some(_) => Mobility::Quiet,
        };
        assert_eq!(position.mobility(rules), mobility, "{}", context());
        let targets = position.influence(rules, position.turn()).targets;
        assert_eq!(!targets.is_empty(), mobility == Mobility::Capturing, "{}", context());
        let first_jumps = moves.iter().fold(Bitboard::EMPTY, |all, played| all | played.jumped());
        assert_eq!(targets & first_jumps, targets, "{}", context());
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

    fn add(&mut self, other: &Compared) {
        self.positions += other.positions;
        self.skipped += other.skipped;
        self.captures += other.captures;
        self.with_several_paths += other.with_several_paths;
    }

    fn assert_telling(&self, what: &str) {
        let Compared { positions, skipped, captures, with_several_paths } = self;
        println!(
            "{what}: {positions} positions compared, {captures} with captures, {with_several_paths} with results that \
             several paths lead to; {skipped} left out for their number of paths"
        );
        assert!(skipped * 20 < *positions, "{what}: {skipped} of {positions} positions have too many paths");
        assert!(captures * 10 > *positions, "{what}: only {captures} of {positions} positions have captures");
    }
}

/// Does independent pieces of work, as many at once as the machine has cores.
fn in_parallel<T: Send>(pieces: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let claim = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&piece| piece < pieces);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let worker = || scope.spawn(|| std::iter::from_fn(claim).map(|piece| (piece, work(piece))).collect());
        let workers: Vec<_> = std::iter::repeat_with(worker).take(cores).collect();
        let mut done: Vec<(usize, T)> =
            workers.into_iter().flat_map(|worker| -> Vec<(usize, T)> { worker.join().unwrap() }).collect();
        done.sort_by_key(|(piece, _)| *piece);
        done.into_iter().map(|(_, result)| result).collect()
    })
}

fn seeded(piece: usize) -> Pcg64 {
    Pcg64::seed_from_u64(number("BASHNI_ORACLE_SEED", 1) << 16 | piece as u64)
}

#[test]
fn both_generators_agree_under_every_preset() {
    let wanted = number("BASHNI_ORACLE_POSITIONS", 10_000 / PRESETS.len() as u64);
    let compared = in_parallel(PRESETS.len(), |preset| {
        let (name, mut rng) = (PRESETS[preset].0, seeded(preset));
        let (rules, mut compared) = (Rules::preset(name).unwrap(), Compared::default());
        while compared.positions < wanted {
            compared.compare_some(&rules, &mut rng);
        }
        compared.assert_telling(name);
        compared
    });
    assert!(compared.iter().filter(|compared| compared.with_several_paths > 0).count() > PRESETS.len() / 2);
}

#[test]
fn both_generators_agree_under_random_rules_and_board_sizes() {
    const PIECES: usize = 16;
    let wanted = number("BASHNI_ORACLE_POSITIONS", 10_000);
    let pieces = in_parallel(PIECES, |piece| {
        let (mut rng, mut compared) = (seeded(1000 + piece), Compared::default());
        while compared.positions < wanted.div_ceil(PIECES as u64) {
            compared.compare_some(&random::rules(&mut rng), &mut rng);
        }
        compared
    });
    let mut compared = Compared::default();
    pieces.iter().for_each(|piece| compared.add(piece));
    compared.assert_telling("random rules");
    assert!(compared.with_several_paths > 0);
}

#[test]
fn the_second_generator_knows_the_king_that_swings_over_a_tall_column() {
    let rules = Rules::preset("bashni").unwrap();
    let results = Board::read("W:Wa1=1:Bb2=00").results(rules.fields(), 10).unwrap();
    let reached = &results["B:Wa1=1/00:B"];
    assert_eq!((reached.text.as_str(), reached.paths, results.len()), ("a1:c3:a1", 6, 1));
}
