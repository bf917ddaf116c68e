//! What is written down of an evaluation that no search can use.

use std::path::Path;

use bashni_selfplay::{BadEvaluation, SelfPlayError};
use serde_json::{Value, json};

use super::{Judge, Provenance};
use crate::TrainError;
use crate::log::{now, write_json};

/// Where the network of a phase is from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    /// The folder that `dump/` is made in.
    pub folder: &'a Path,
    /// The checkpoint; none where no network plays.
    pub checkpoint: Option<&'a Path>,
}

/// Makes of a failure of self-play one of training; an evaluation that no search can use is written down first.
pub(crate) fn explain(
    error: SelfPlayError,
    source: Source<'_>,
    judge: &Judge,
    provenance: &Provenance,
) -> TrainError {
    let SelfPlayError::BadEvaluation(bad) = error else { return error.into() };
    let (step, game) = (judge.step(), bad.game_id);
    let path = source.folder.join("dump").join(format!("step-{step}-game-{game}.json"));
    let document = document(&bad, source.checkpoint, provenance);
    let dump = match write_json(&path, &document) {
        Ok(()) => format!("{} has position, evaluation and settings", path.display()),
        Err(error) => format!("it could not be written down ({error})"),
    };
    let checkpoint = source.checkpoint.map(Path::to_owned).unwrap_or_default();
    TrainError::BadEvaluation { checkpoint, source: bad.source, dump }
}

fn document(bad: &BadEvaluation, checkpoint: Option<&Path>, provenance: &Provenance) -> Value {
    let value = bad.evaluation.value;
    json!({
        "error": bad.source.to_string(),
        "program": concat!("bashni ", env!("CARGO_PKG_VERSION")),
        "wall_time": now(),
        "checkpoint": checkpoint.map(|path| path.display().to_string()),
        "game": bad.game_id,
        "game_seed": bad.game_seed,
        "searched": {
            "ply": bad.state.ply,
            "step": bad.state.step,
            "position": bad.state.position,
            "chain": bad.state.chain,
            "no_progress": bad.state.no_progress,
            "repetitions": bad.state.repetitions,
        },
        "evaluated": {
            "position": bad.position,
            "chain_at": bad.chain_at,
            "barred": bad.barred,
            "no_progress": bad.no_progress,
            "repetitions": bad.repetitions,
            "steps": bad.steps,
        },
        "evaluation": {
            "logits": bad.evaluation.logits.iter().copied().map(number).collect::<Vec<_>>(),
            "win": number(value.win),
            "draw": number(value.draw),
            "loss": number(value.loss),
        },
        "settings": provenance,
    })
}

/// A number, or as a text what JSON has no number for.
fn number(value: f32) -> Value {
    if value.is_finite() { value.into() } else { value.to_string().into() }
}
