//! What the tests of matches share.
#![allow(dead_code, reason = "each test uses a part")]

use std::sync::Arc;

use bashni_arena::{
    BuiltinPlayers, GameRecord, MatchConfig, MatchError, MatchResult, Openings, PlayerFactory, PlayerSpec,
    play_match,
};
use bashni_rules::Rules;

pub fn rules(name: &str) -> Arc<Rules> {
    Arc::new(Rules::preset(name).unwrap())
}

pub fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

pub fn builtin() -> Arc<dyn PlayerFactory> {
    Arc::new(BuiltinPlayers)
}

pub fn plies(plies: u32) -> Openings {
    Openings::Random { plies }
}

pub fn play(rules: &Arc<Rules>, a: &str, b: &str, config: &MatchConfig) -> Result<MatchResult, MatchError> {
    play_match(rules, &spec(a), &spec(b), config, &builtin(), &mut |_| {})
}

pub fn untimed(games: &[GameRecord]) -> Vec<GameRecord> {
    games.iter().map(GameRecord::untimed).collect()
}
