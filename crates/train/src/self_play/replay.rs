//! One game of a shard, played again.

use std::path::{Path, PathBuf};

use bashni_data::{Row, Shard};
use bashni_net::{Checkpoint, parse_device};
use bashni_rules::{Color, Encoding, Rules, Step};
use bashni_search::mcts::{Proof, Tree};
use bashni_search::{Mover, Wdl};
use bashni_selfplay::{Order, replay_game};
use serde::Serialize;
use tch::Device;

use super::find_network::find;
use super::{Judge, Plain, Provenance};
use crate::TrainError;

/// Which network plays a game again.
#[derive(Clone, Debug, Default)]
pub enum Network {
    /// The one that played it, looked for where the shard is.
    #[default]
    Its,
    /// This checkpoint, if it is the one that played the game.
    At(PathBuf),
    /// This checkpoint, whichever it is.
    Any(PathBuf),
}

/// One legal step of a decision, as its search saw it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchedStep {
    /// The step, as `c3-d4`, or `c3:e5` if it is a jump.
    pub step: String,
    /// Probability that the network gave it.
    pub prior: f32,
    /// Simulations through it.
    pub visits: u32,
    /// What it is worth for the mover; `None` if it was not tried.
    pub value: Option<Wdl<Mover>>,
    /// Its share in the policy that the search recommends.
    pub policy: f32,
    /// Its result for the mover, if it is proven.
    pub proof: Option<Proof>,
}

/// One decision of a game that was played again.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The row that it makes.
    pub row: Row,
    /// The legal steps, in the order of the row's `legal`.
    pub steps: Vec<SearchedStep>,
    /// Which of them was played.
    pub played: usize,
    /// Simulations that were made.
    pub sims: u32,
    /// What the search expects from here on, as steps.
    pub line: Vec<Step>,
}

/// Where a game that was played again leaves the one in the shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Number of the decision in the game, from 0.
    pub decision: usize,
    /// Plies played before it, in the shard or, after the shard's last decision, now.
    pub ply: u32,
    /// What differs, and how.
    pub message: String,
}

/// A game that was played again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The rules of the shard.
    pub rules: Rules,
    /// Number of the game.
    pub game: u64,
    /// How the shard says that it was played.
    pub provenance: Provenance,
    /// The checkpoint that played it again; none if no network plays.
    pub checkpoint: Option<Checkpoint>,
    /// The rows of the shard.
    pub recorded: Vec<Row>,
    /// The decisions of the game as it was played now.
    pub searches: Vec<Searched>,
    /// Where the two games part; `None` if every move is the same.
    pub difference: Option<Difference>,
    /// Decisions of the same moves whose policy or values are not the same to the last bit, as on another processor.
    pub inexact: usize,
}

/// Plays one game of a shard again, alone, with the settings that the shard names.
///
/// # Errors
/// If the shard cannot be read, has no such game or does not say how it was played, its network is not found or another
/// one, or self-play fails. A game that comes out otherwise is no error: see [`Replay::difference`].
pub fn replay(shard: &Path, game: u64, network: &Network) -> Result<Replay, TrainError> {
    let failed = |message: String| TrainError::Replay { shard: shard.to_owned(), message };
    let opened = Shard::open(shard)?;
    let rules = Rules::new(opened.meta().rules_name.clone(), opened.meta().rules.clone())
        .map_err(|error| failed(format!("its rules: {error}")))?;
    // The encoding too.
    let opened = Shard::open_for(opened.path(), &rules)?;
    let provenance = provenance(&opened).map_err(failed)?;
    let recorded = rows(&opened, game)?;
    let Some(first) = recorded.first() else { return Err(failed(missing(&opened, game)?)) };
    let order = Order { first_game: 0, seed: provenance.games_seed(), network_step: first.network_step };
    if order.game_seed(game) != first.game_seed {
        let message = format!("game {game} has another seed than the one that follows from the run's, {}", provenance.seed);
        return Err(failed(message));
    }
    let checkpoint = match provenance.network {
        Some(_) => Some(find(shard, &provenance, network)?),
        None => None,
    };
    let judge = match &checkpoint {
        Some(checkpoint) => {
            // Where there is no such device any more, a processor makes almost the same of it.
            let device = parse_device(&provenance.device).unwrap_or(Device::Cpu);
            let precision = provenance.precision.unwrap_or(bashni_net::Precision::F32);
            Judge::of_checkpoint(checkpoint, &rules, device, precision)?
        }
        None => Judge::Plain(provenance.player.parse::<Plain>().map_err(|error| failed(format!("player: {error}")))?),
    };
    let mut evaluators = judge.evaluators(&rules, 1, order.seed)?;
    let Some(evaluator) = evaluators.first_mut() else { return Err(TrainError::Stopped) };
    let mut trees = Vec::new();
    let played = replay_game(&rules, &provenance.selfplay, &order, game, &mut **evaluator, &mut |tree| {
        trees.push(Seen::new(tree, &rules));
    })?;
    let encoding = Encoding::new(&rules).map_err(bashni_net::NetError::from)?;
    let difference = difference(&rules, &encoding, &recorded, &played.rows);
    let same = difference.as_ref().map_or(recorded.len(), |difference| difference.decision);
    let inexact = recorded.iter().zip(&played.rows).take(same).filter(|(there, here)| there != here).count();
    let searches = join(&encoding, &rules, trees, played.rows);
    Ok(Replay { rules, game, provenance, checkpoint, recorded, searches, difference, inexact })
}

fn rows(shard: &Shard, game: u64) -> Result<Vec<Row>, TrainError> {
    let mut rows = Vec::new();
    shard.for_each(|row| {
        if row.game_id == game {
            rows.push(row);
        }
    })?;
    Ok(rows)
}
