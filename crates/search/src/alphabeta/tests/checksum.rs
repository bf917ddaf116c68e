use bashni_rules::Game;

use super::super::*;
use crate::testing::rules;

/// Of the positions of the checksum; one a line.
const POSITIONS: &str = include_str!("../../../../../tests/data/middle_game.txt");
const DEPTH: u32 = 7;

#[test]
fn the_engine_plays_as_its_version_says() {
    let rules = rules("bashni");
    let mut engine = AlphaBeta::new(Settings::default()).unwrap();
    let nodes: u64 = POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| engine.search(&rules, &Game::from_fen(line, &rules).unwrap(), Limits::depth(DEPTH)).nodes)
        .sum();
    assert_eq!(
        nodes,
        u64::from(VERSION),
        "the engine searches otherwise than before: if that is meant, write the number of nodes as VERSION"
    );
}
