//! Forced wins that games led to, each with its length as proven without guesses.

use std::time::{Duration, Instant};

use bashni_rules::Game;

use super::super::*;
use crate::testing::rules;

const WINS: &str = include_str!("../../../../../tests/data/forced_wins.txt");

/// Far more than any of them needs.
const MOST_NODES: u64 = 5_000_000;

/// With `--nocapture` it prints what each length takes.
#[test]
fn forced_wins_are_found_with_their_exact_length() {
    let rules = rules("bashni");
    let mut engine = AlphaBeta::new(Settings { hash_mb: 16, ..Settings::default() }).unwrap();
    let mut taken: [(u32, u64, Duration, Duration); 10] = Default::default();
    for line in WINS.lines().filter(|line| !line.starts_with('#')) {
        let (fen, plies) = line.split_once(" | ").unwrap();
        let (game, plies) = (Game::from_fen(fen, &rules).unwrap(), plies.parse().unwrap());
        let begun = Instant::now();
        let mut found = None;
        let mut report = |result: &SearchResult| {
            if result.win_in() == Some(plies) && found.is_none() {
                found = Some((result.nodes, begun.elapsed()));
            }
        };
        let control = Control { report: Some(&mut report), ..Control::default() };
        let result = engine.search_with(&rules, &game, Limits::nodes(MOST_NODES), control);
        assert_eq!(result.win_in(), Some(plies), "{fen}");
        let (nodes, time) = found.unwrap();
        let (count, all_nodes, all_time, longest) = &mut taken[plies as usize];
        (*count, *all_nodes, *all_time) = (*count + 1, *all_nodes + nodes, *all_time + time);
        *longest = time.max(*longest);
    }
    for (plies, (count, nodes, time, longest)) in taken.into_iter().enumerate().filter(|(_, of)| of.0 > 0) {
        let (nodes, mean) = (nodes / u64::from(count), time / count);
        println!("{count} wins in {plies}: mean {nodes} nodes, {mean:?}; the longest {longest:?}");
    }
    assert_eq!(taken.iter().map(|of| of.0).sum::<u32>(), 201);
}
