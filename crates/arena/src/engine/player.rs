//! Engines as players, and players as engines.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use bashni_rules::Rules;

use super::{Engine, Go, Info, Line, game_over};
use crate::{Choice, GameHistory, Player, PlayerError, Turn};

/// An engine that plays, each move within the same limits.
pub struct EnginePlayer {
    engine: Box<dyn Engine>,
    go: Go,
    last: Option<GameHistory>,
}

impl EnginePlayer {
    /// A player that takes the best move of an engine.
    pub fn new(engine: Box<dyn Engine>, go: Go) -> EnginePlayer {
        EnginePlayer { engine, go, last: None }
    }
}

impl Player for EnginePlayer {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError> {
        let mut choices = Vec::with_capacity(turns.len());
        for turn in turns {
            let history = GameHistory::of(rules, turn.start.clone(), turn.moves);
            // Games may alternate; an engine keeps nothing of one for another.
            if !self.last.as_ref().is_some_and(|last| history.continues(last)) {
                self.engine.new_game();
            }
            let found = self.engine.think(rules, &history, &self.go, turn.cancelled, &mut |_| ())?;
            self.last = Some(history);
            choices.push(found.choice()?);
        }
        Ok(choices)
    }
}

/// A player that thinks for as long as it always does, and cannot be stopped.
pub struct PlayerEngine {
    player: Box<dyn Player>,
    seed: u64,
}

impl PlayerEngine {
    /// A player as an engine. What is random in it follows from the seed and the ply.
    pub fn new(player: Box<dyn Player>, seed: u64) -> PlayerEngine {
        PlayerEngine { player, seed }
    }
}

impl Engine for PlayerEngine {
    fn think(
        &mut self,
        rules: &Rules,
        history: &GameHistory,
        _go: &Go,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Info, PlayerError> {
        let game = history.game();
        if !game.position().has_legal_move(rules) {
            return Err(game_over());
        }
        let begun = Instant::now();
        let seed = crate::seed::derive(self.seed, u64::from(game.ply()));
        let turn =
            Turn { game, start: history.start(), moves: history.moves(), seed, role: 0, cancelled: stop };
        let chosen = self.player.choose(rules, &[turn])?;
        let Some(Choice { played, thinking }) = chosen.first().copied() else {
            return Err(PlayerError::new("the player gave no move"));
        };
        let info = Info {
            lines: vec![Line { score: thinking.score, pv: vec![played], visits: None }],
            depth: thinking.depth,
            sims: thinking.sims,
            nodes: thinking.nodes,
            time: begun.elapsed(),
            ..Info::default()
        };
        report(&info);
        Ok(info)
    }
}
