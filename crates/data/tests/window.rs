//! The window over the newest rows.

use std::sync::Arc;

use bashni_data::{Ending, GameRecord, Origin, Row, State, Window, write_shard};
use bashni_rules::{Color, Outcome, Rules};
use bashni_search::Wdl;
use proptest::prelude::*;

/// A game that is known by its number.
fn game(id: u64) -> GameRecord {
    GameRecord {
        id,
        seed: id * 7,
        network_step: id / 100,
        start: String::new(),
        opening: format!("moves {id}"),
        plies: 1_000_000,
        outcome: [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw][(id % 3) as usize],
        ending: Ending::ALL[(id % 4) as usize],
        final_position: format!("end {id}"),
    }
}

/// A row that is known by its number; those of one game, in threes, share a position.
fn row(number: u64) -> Row {
    let legal: Vec<u16> = (0..=(number % 5) as u16).collect();
    Row {
        game: Arc::new(game(number / 3)),
        state: State {
            ply: number as u32,
            step: 0,
            position: format!("position {}", number / 3),
            chain: "x".repeat((number % 3) as usize),
            turn: if number.is_multiple_of(2) { Color::White } else { Color::Black },
            no_progress: 3,
            repetitions: 1,
        },
        action: 0,
        policy: legal.iter().map(|&i| f32::from(i) + number as f32).collect(),
        legal,
        search: Wdl::new(0.5, 0.25, 0.25),
        root: Wdl::new(0.0, 0.0, number as f32),
        full: number.is_multiple_of(3),
        sims: 8 * number as u32,
        surprise: number as f32 / 2.0,
    }
}

fn all(window: &Window) -> Vec<Row> {
    (0..window.len()).map(|place| window.row(place).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_newest_rows_stay_however_they_come(sizes in prop::collection::vec(0..30_u64, 0..12), capacity in 0..80_usize) {
        let mut window = Window::new(capacity);
        let mut next = 0;
        for size in &sizes {
            let rows: Vec<Row> = (next..next + size).map(row).collect();
            window.add(&rows);
            next += size;
            let oldest = next.saturating_sub(capacity as u64);
            prop_assert_eq!(all(&window), (oldest..next).map(row).collect::<Vec<_>>());
            prop_assert_eq!(window.row(window.len()), None);
        }
        prop_assert_eq!(window.added(), next);
    }
}

#[test]
fn windows_longer_than_a_block_keep_their_order() {
    let rows: Vec<Row> = (0..50_000).map(row).collect();
    let mut window = Window::new(40_000);
    rows.chunks(7_001).for_each(|chunk| window.add(chunk));
    assert_eq!(window.len(), 40_000);
    for place in [0, 1, 6_383, 6_384, 20_000, 39_999] {
        assert_eq!(window.row(place).unwrap(), rows[10_000 + place]);
    }
    window.set_capacity(1_000);
    assert_eq!(all(&window), rows[49_000..]);
    window.set_capacity(2_000);
    assert_eq!(window.len(), 1_000);
}

#[test]
fn a_batch_follows_from_window_and_seed() {
    let rows: Vec<Row> = (0..500).map(row).collect();
    let mut whole = Window::new(300);
    whole.add(&rows);
    let mut pieces = Window::new(300);
    rows.chunks(13).for_each(|chunk| pieces.add(chunk));
    assert_eq!(whole.batch(64, 5), pieces.batch(64, 5));
    assert_ne!(whole.sample(64, 5), whole.sample(64, 6));
    assert_eq!(whole.batch(64, 5).len(), 64);
}

#[test]
fn no_row_is_drawn_twice_before_all_were_drawn_once() {
    let mut window = Window::new(100);
    assert!(window.sample(10, 1).is_empty());
    window.add(&(0..100).map(row).collect::<Vec<_>>());
    for count in [1, 50, 100, 250] {
        let places = window.sample(count, 3);
        assert_eq!(places.len(), count);
        for place in 0..100 {
            let times = places.iter().filter(|&&p| p == place).count();
            assert!((count / 100..=count.div_ceil(100)).contains(&times));
        }
    }
}

#[test]
fn every_row_is_drawn_equally_often_in_the_long_run() {
    let mut window = Window::new(20);
    window.add(&(0..20).map(row).collect::<Vec<_>>());
    let mut times = [0; 20];
    for seed in 0..2_000 {
        window.sample(5, seed).into_iter().for_each(|place| times[place] += 1);
    }
    // 500 each on average, standard deviation 19.
    assert!(times.iter().all(|times| (400..600).contains(times)), "{times:?}");
}

#[test]
fn a_window_loaded_from_shards_is_the_one_that_was_filled_as_they_came() {
    let rules = Rules::preset("bashni").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let rows: Vec<Row> = (0..300).map(row).collect();
    let mut window = Window::new(120);
    let mut shards = Vec::new();
    for (i, chunk) in rows.chunks(50).enumerate() {
        let path = folder.path().join(format!("{i:06}.parquet"));
        write_shard(&path, &rules, &Origin::default(), chunk).unwrap();
        window.add(chunk);
        shards.push(path);
    }
    // The oldest shards are not needed, so it does not matter that they cannot be read.
    std::fs::write(&shards[0], "damaged").unwrap();
    let loaded = Window::load(&shards, &rules, 120).unwrap();
    assert_eq!(all(&loaded), all(&window));
    assert_eq!(loaded.batch(40, 9), window.batch(40, 9));
    assert!(Window::load(&shards, &rules, 1_000).is_err());
}
