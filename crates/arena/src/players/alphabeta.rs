use std::time::Duration;

use bashni_rules::Rules;
use bashni_search::alphabeta::{AlphaBeta, Limits, SearchResult, Settings, Weights};

use crate::{AlphaBetaSpec, Choice, MinimaxLimits, Player, PlayerError, Score, Thinking, Turn};

/// Plays the best move that the alpha-beta engine finds within its limits. It uses no randomness, and nothing that it has
/// found for other moves.
pub struct AlphaBetaPlayer {
    engine: AlphaBeta,
    limits: Limits,
}

impl AlphaBetaPlayer {
    /// A player with these settings.
    ///
    /// # Errors
    /// If the file of weights cannot be read, or there is not the memory for the table.
    pub fn new(spec: &AlphaBetaSpec) -> Result<AlphaBetaPlayer, PlayerError> {
        let MinimaxLimits { depth, ms, nodes } = spec.limits;
        let settings = Settings {
            hash_mb: spec.hash_mb.unwrap_or(AlphaBetaSpec::HASH_MB) as usize,
            threads: spec.threads.unwrap_or(1) as usize,
            features: spec.features,
            weights: AlphaBetaPlayer::weights(spec)?,
            ..Settings::default()
        };
        let limits = Limits { depth, time: ms.map(Duration::from_millis), nodes };
        let engine = AlphaBeta::new(settings).map_err(PlayerError::new)?;
        Ok(AlphaBetaPlayer { engine, limits })
    }

    /// The weights of the file that a spec names, if it names one.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn weights(spec: &AlphaBetaSpec) -> Result<Option<Weights>, PlayerError> {
        let Some(file) = &spec.weights else { return Ok(None) };
        let refused = |error: &dyn std::fmt::Display| PlayerError::new(format!("{file}: {error}"));
        let text = std::fs::read_to_string(file).map_err(|error| refused(&error))?;
        Weights::from_toml(&text).map(Some).map_err(|error| refused(&error))
    }
}

impl Player for AlphaBetaPlayer {
    fn choose(&mut self, rules: &Rules, turns: &[Turn<'_>]) -> Result<Vec<Choice>, PlayerError> {
        turns.iter().map(|turn| choice(&self.engine.search(rules, turn.game, self.limits))).collect()
    }
}

fn choice(found: &SearchResult) -> Result<Choice, PlayerError> {
    let played = found.best().ok_or_else(|| PlayerError::new("asked for a move in a game that is over"))?;
    let score = match (found.win_in(), found.loss_in()) {
        (Some(plies), _) => Score::WinIn(plies),
        (_, Some(plies)) => Score::LossIn(plies),
        _ => Score::Material(found.score()),
    };
    let thinking = Thinking {
        score: Some(score),
        depth: Some(found.depth),
        nodes: Some(found.nodes),
        ..Thinking::default()
    };
    Ok(Choice { played, thinking })
}
