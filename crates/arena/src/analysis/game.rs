use std::sync::atomic::AtomicBool;

use bashni_rules::{Color, Game, Move, Outcome, Rules};
use bashni_search::{Mover, Wdl};
use serde::Serialize;

use super::Mistake;
use crate::history::move_texts;
use crate::{Engine, GameHistory, Go, Info, PlayerError, Score};

/// A move of a game, and what an engine thinks of it. Scores are those of the side that played it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedMove {
    /// Its number, from 1.
    pub ply: usize,
    /// Who played it.
    #[serde(serialize_with = "color_name")]
    pub side: Color,
    /// The move, in letters.
    #[serde(rename = "move")]
    pub text: String,
    /// What could be expected after it.
    pub score: Score,
    /// The same as one number: the expected share of the point, from 0 (lost) to 1 (won).
    pub expected: f64,
    /// The best move that the engine knows; `None` if there was no choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// What could be expected of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_score: Option<Score>,
    /// The line that begins with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// What the move costs: the drop of the expected score, from 0 to 1.
    pub loss: f64,
    /// What it is, if it costs too much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<Mistake>,
    /// Depth of the search, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Simulations of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sims: Option<u64>,
}

/// How well one side has played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SideSummary {
    /// Moves for which there was a choice.
    pub choices: usize,
    /// Inaccuracies, mistakes and blunders.
    pub mistakes: [usize; 3],
    /// What a choice cost, on average.
    pub mean_loss: f64,
}

/// A game judged move by move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameAnalysis {
    /// The moves.
    pub moves: Vec<JudgedMove>,
    /// What White could expect before the first move, from 0 to 1.
    pub start: f64,
    /// White and Black.
    pub sides: [SideSummary; 2],
}

/// Judges every move of a game. `judged` is told of the moves in their order, each as soon as its value is known.
///
/// Each position is searched within `go`, but those without a choice, which are worth what follows. A move that is not among
/// the lines found is searched too, from the position after it and to a depth of one ply less, so that both scores look equally far.
///
/// # Errors
/// If the engine cannot go on.
pub fn analyse_game(
    rules: &Rules,
    history: &GameHistory,
    engine: &mut dyn Engine,
    go: &Go,
    judged: &mut dyn FnMut(&JudgedMove),
) -> Result<GameAnalysis, PlayerError> {
    engine.new_game();
    let mut known: Vec<Searched> = Vec::new();
    let mut moves: Vec<JudgedMove> = Vec::new();
    let mut so_far = GameHistory::new(history.start().clone());
    for index in 0..=history.moves().len() {
        let played = history.moves().get(index);
        let waits = known.last().is_some_and(|before| before.score.is_none());
        known.push(search(rules, &so_far, played, waits, engine, go)?);
        if known[index].score.is_some() {
            fill(&mut known);
            let ready = if known[index].played.is_some() { index + 1 } else { index };
            while moves.len() < ready {
                let judgement = judge(rules, history, &known, moves.len());
                judged(&judgement);
                moves.push(judgement);
            }
        }
        if let Some(played) = played {
            so_far.play(rules, played);
        }
    }
    let first = known.first().and_then(|searched| searched.score).unwrap_or_else(even);
    let start = for_white(history.start().turn(), first.expected());
    let sides = Color::ALL.map(|side| summary(&moves, side));
    Ok(GameAnalysis { moves, start, sides })
}

/// A position of the game, and what is known of it. Scores are those of the side to move.
struct Searched {
    /// With best play; `None` until it is known from the position after it.
    score: Option<Score>,
    /// With the move that was played; `None` likewise, and at the end of the game.
    played: Option<Score>,
    info: Option<Info>,
}

/// A position that nothing is known of counts as even.
fn even() -> Score {
    Score::Material(0)
}

/// The result of a game that the rules have ended, for the side to move.
fn result(rules: &Rules, game: &Game) -> Option<Score> {
    game.outcome(rules).map(|outcome| match outcome {
        Outcome::Draw => Wdl::<Mover>::DRAW.into(),
        _ => Score::LossIn(0),
    })
}

/// Searches a position and the move played there. The last one of a game is searched only if one before it `waits` for a value.
fn search(
    rules: &Rules,
    history: &GameHistory,
    played: Option<&Move>,
    waits: bool,
    engine: &mut dyn Engine,
    go: &Go,
) -> Result<Searched, PlayerError> {
    let mut think = |history: &GameHistory, go: &Go| {
        engine.think(rules, history, go, &AtomicBool::new(false), &mut |_| ())
    };
    let unknown = Searched { score: None, played: None, info: None };
    let Some(played) = played else {
        let score = match result(rules, history.game()) {
            Some(score) => score,
            None if waits => think(history, go)?.score().unwrap_or_else(even),
            None => even(),
        };
        return Ok(Searched { score: Some(score), ..unknown });
    };
    if history.game().position().legal_moves(rules).len() == 1 {
        return Ok(unknown);
    }
    let info = think(history, go)?;
    let score = info.score().unwrap_or_else(even);
    let line = info.lines.iter().find(|line| line.pv.first() == Some(played)).and_then(|line| line.score);
    let of_played = match line {
        _ if info.best() == Some(*played) => score,
        Some(score) => score,
        None => {
            let mut after = history.clone();
            after.play(rules, played);
            one_ply_before(match result(rules, after.game()) {
                Some(score) => score,
                None => think(&after, &as_deep(go, &info))?.score().unwrap_or_else(even),
            })
        }
    };
    Ok(Searched { score: Some(score), played: Some(of_played), info: Some(info) })
}

/// What leads to the same depth as a search has reached, one ply later; the same limits where depth says nothing.
fn as_deep(go: &Go, info: &Info) -> Go {
    match info.depth {
        Some(depth) if info.sims.is_none() => Go { lines: 1, ..Go::to_depth(depth.saturating_sub(1).max(1)) },
        _ => Go { lines: 1, ..*go },
    }
}

/// Positions without a choice are worth what follows them.
fn fill(known: &mut [Searched]) {
    for index in (1..known.len()).rev() {
        let after = known[index].score.unwrap_or_else(even);
        let before = &mut known[index - 1];
        if before.score.is_some() {
            return;
        }
        before.score = Some(one_ply_before(after));
        before.played = before.score;
    }
}

/// A score as the side sees it that moved before.
pub(crate) fn one_ply_before(score: Score) -> Score {
    match score {
        Score::Material(hundredths) => Score::Material(-hundredths),
        Score::WinIn(plies) => Score::LossIn(plies + 1),
        Score::LossIn(plies) => Score::WinIn(plies + 1),
        Score::Shares([win, draw, loss]) => Score::Shares([loss, draw, win]),
    }
}

/// Judges the move after position `index`, whose value is known.
fn judge(rules: &Rules, history: &GameHistory, known: &[Searched], index: usize) -> JudgedMove {
    let game = state(rules, history, index);
    let played: Move = history.moves()[index];
    let score = known[index].played.unwrap_or_else(even);
    let info = known[index].info.as_ref();
    let best = info.and_then(|info| info.lines.first());
    let best_score = best.and_then(|line| line.score);
    let is_best = best.is_some_and(|line| line.pv.first() == Some(&played));
    let loss = match best_score {
        Some(best) if !is_best => (best.expected() - score.expected()).max(0.0),
        _ => 0.0,
    };
    let line = best.map_or_else(Vec::new, |line| move_texts(rules, &game, &line.pv));
    JudgedMove {
        ply: index + 1,
        side: game.turn(),
        text: game.position().move_text(rules, &played),
        score,
        expected: score.expected(),
        best: line.first().cloned(),
        best_score,
        line,
        loss,
        mistake: Mistake::of_loss(loss),
        depth: info.and_then(|info| info.depth),
        sims: info.and_then(|info| info.sims),
    }
}

/// The game before move `index`.
fn state(rules: &Rules, history: &GameHistory, index: usize) -> Game {
    let mut game = history.start().clone();
    history.moves()[..index].iter().for_each(|played| game.play(rules, played));
    game
}

fn summary(moves: &[JudgedMove], side: Color) -> SideSummary {
    let own: Vec<&JudgedMove> =
        moves.iter().filter(|played| played.side == side && played.best.is_some()).collect();
    let count = |mistake| own.iter().filter(|played| played.mistake == Some(mistake)).count();
    let total: f64 = own.iter().map(|played| played.loss).sum();
    SideSummary {
        choices: own.len(),
        mistakes: Mistake::ALL.map(count),
        mean_loss: if own.is_empty() { 0.0 } else { total / own.len() as f64 },
    }
}

/// A share of the point of one side as White's.
fn for_white(side: Color, expected: f64) -> f64 {
    if side == Color::White { expected } else { 1.0 - expected }
}

impl JudgedMove {
    /// What White could expect after the move, from 0 to 1.
    pub fn for_white(&self) -> f64 {
        for_white(self.side, self.expected)
    }
}

fn color_name<S: serde::Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match color {
        Color::White => "white",
        Color::Black => "black",
    })
}
