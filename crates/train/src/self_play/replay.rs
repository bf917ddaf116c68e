//! One game of a shard, played again.

use std::path::{Path, PathBuf};

use bashni_data::{Row, Shard};
use bashni_net::{Checkpoint, parse_device};
use bashni_rules::{Color, Encoding, Game, Rules, Step};
use bashni_search::mcts::{Proof, Tree, whole_moves};
use bashni_search::{Mover, Wdl};
use bashni_selfplay::{Order, SelfPlayError, replay_game};
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
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedStep {
    /// The step, as `c3-d4`, or `c3:e5` if it is a jump.
    pub text: String,
    /// Probability that the network gave it.
    pub prior: f32,
    /// Simulations through it.
    pub visits: u32,
    /// What it is worth for the mover; `None` if it was not tried.
    pub value: Option<Wdl<Mover>>,
    /// Its share in the policy that the row has.
    pub policy: f32,
    /// Its result, if it is proven.
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
    /// The moves that the search expects, in letters; the one in progress is left out where it has begun before.
    pub line: Vec<String>,
}

/// Where a game that was played again leaves the one in the shard.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    let mut provenance = Provenance::of(&opened.meta().origin).map_err(failed)?;
    let openings = &mut provenance.selfplay.openings;
    openings
        .load(&starts_folder(shard, &openings.file), &rules)
        .map_err(|error| failed(error.to_string()))?;
    let recorded = rows(&opened, game)?;
    let Some(first) = recorded.first() else { return Err(failed(missing(&opened, game)?)) };
    let order = Order { first_game: 0, seed: provenance.games_seed(), network_step: first.game.network_step };
    if order.game_seed(game) != first.game.seed {
        let message = format!(
            "game {game} has another seed than the one that follows from the run's, {}",
            provenance.seed
        );
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
            Judge::of_checkpoint(checkpoint, &rules, device, provenance.inference(device))?
        }
        None => Judge::Plain(
            provenance.player.parse::<Plain>().map_err(|error| failed(format!("player: {error}")))?,
        ),
    };
    let mut evaluators = judge.evaluators(&rules, 1, order.seed)?;
    let Some(evaluator) = evaluators.first_mut() else { return Err(SelfPlayError::NoEvaluator.into()) };
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

/// Where the file of start positions is: beside the shard, or in its run's folder.
fn starts_folder(shard: &Path, file: &str) -> PathBuf {
    let beside = shard.parent().unwrap_or(Path::new(""));
    if beside.join(file).is_file() { beside.to_owned() } else { beside.join("..") }
}

fn rows(shard: &Shard, game: u64) -> Result<Vec<Row>, TrainError> {
    let mut rows = Vec::new();
    shard.for_each(|row| {
        if row.game.id == game {
            rows.push(row);
        }
    })?;
    Ok(rows)
}

/// Why a game has no rows.
fn missing(shard: &Shard, game: u64) -> Result<String, TrainError> {
    let (mut first, mut last) = (u64::MAX, 0);
    shard.for_each(|row| {
        first = first.min(row.game.id);
        last = last.max(row.game.id);
    })?;
    Ok(format!(
        "has no decision of a game {game}: its games are {first} to {last} (those in which there was nothing to decide have \
         no rows)"
    ))
}

/// The search of a decision, as it was seen before its step was played.
struct Seen {
    ply: u32,
    turn: Color,
    steps: Vec<SearchedStep>,
    actions: Vec<Step>,
    sims: u32,
    line: Vec<String>,
}

impl Seen {
    fn new(tree: &Tree, rules: &Rules) -> Seen {
        let turn = tree.turn();
        let edges = tree.root_edges();
        let steps = edges.iter().map(|edge| SearchedStep {
            text: step_text(rules, tree.game(), edge.step),
            prior: edge.prior,
            visits: edge.visits,
            value: edge.value.map(|value| value.for_mover(turn)),
            policy: 0.0,
            proof: edge.proof,
        });
        Seen {
            ply: tree.game().ply(),
            turn,
            steps: steps.collect(),
            actions: edges.iter().map(|edge| edge.step).collect(),
            sims: tree.sims_done(),
            line: line(tree, rules),
        }
    }
}

/// Each search with the row that was made of it. Searches that made no row are left out.
fn join(encoding: &Encoding, rules: &Rules, seen: Vec<Seen>, rows: Vec<Row>) -> Vec<Searched> {
    let mut seen = seen.into_iter();
    let mut joined = Vec::with_capacity(rows.len());
    for row in rows {
        let legal = |seen: &Seen| {
            let action = |&step: &Step| encoding.action(rules, step, seen.turn);
            seen.actions.iter().map(action).eq(row.legal.iter().map(|&legal| Some(legal.into())))
        };
        let own = seen
            .by_ref()
            .find(|seen| seen.ply == row.state.ply && seen.turn == row.state.turn && legal(seen));
        let Some(Seen { mut steps, sims, line, .. }) = own else { break };
        // A target of training may be pruned of what was only forced on the search.
        steps.iter_mut().zip(&row.policy).for_each(|(step, &policy)| step.policy = policy);
        let played = row.legal.iter().position(|&action| action == row.action).unwrap_or(0);
        joined.push(Searched { row, steps, played, sims, line });
    }
    joined
}

fn step_text(rules: &Rules, game: &Game, step: Step) -> String {
    let name = |square| rules.board().name(square);
    let jump = game.chain().is_some() || game.position().must_capture(rules);
    format!("{}{}{}", name(step.from), if jump { ':' } else { '-' }, name(step.to))
}

/// The moves that a search expects.
fn line(tree: &Tree, rules: &Rules) -> Vec<String> {
    let (mut steps, mut game) = (&tree.principal_variation()[..], tree.game().clone());
    // Moves are made of steps from their start.
    while let (Some(_), Some((&step, rest))) = (game.chain(), steps.split_first()) {
        game.play_step(rules, step);
        steps = rest;
    }
    let mut position = game.position().clone();
    let text = |played: &bashni_rules::Move| {
        let text = position.move_text(rules, played);
        position.play(rules, played);
        text
    };
    whole_moves(rules, &game, steps).iter().map(text).collect()
}

/// Where two games part. Policies and values do not count, only what was played and where.
fn difference(rules: &Rules, encoding: &Encoding, there: &[Row], here: &[Row]) -> Option<Difference> {
    let step = |row: &Row| {
        let step = encoding.step(rules, row.action.into(), row.state.turn);
        let name = |square| rules.board().name(square).to_string();
        step.map_or_else(
            || row.action.to_string(),
            |step| format!("{} to {}", name(step.from), name(step.to)),
        )
    };
    let state = |row: &Row| match row.state.chain.as_str() {
        "" => row.state.position.clone(),
        chain => format!("{} after {chain}", row.state.position),
    };
    let at = |decision: usize, row: &Row, message: String| {
        Some(Difference { decision, ply: row.state.ply, message })
    };
    for (decision, (then, now)) in there.iter().zip(here).enumerate() {
        if then.state != now.state {
            return at(
                decision,
                then,
                format!("the shard has the state {}, now it is {}", state(then), state(now)),
            );
        }
        if then.legal != now.legal {
            return at(decision, then, "the legal steps are others".to_owned());
        }
        if then.action != now.action {
            return at(
                decision,
                then,
                format!("the shard has the step {}, now it is {}", step(then), step(now)),
            );
        }
    }
    let decision = there.len().min(here.len());
    match (there.get(decision), here.get(decision)) {
        (Some(row), None) => {
            at(decision, row, format!("the game is over, in the shard it goes on from {}", state(row)))
        }
        (None, Some(row)) => {
            at(decision, row, format!("in the shard the game is over, now it goes on from {}", state(row)))
        }
        _ => {
            let ((then, now), row) = (there.last().zip(here.last())?, there.last()?);
            let ending = |row: &Row| {
                format!("{} after {} plies ({})", row.game.outcome.pdn(), row.game.plies, row.game.ending)
            };
            (then.game != now.game)
                .then(|| {
                    at(
                        decision - 1,
                        row,
                        format!("the shard has the game end {}, now it ends {}", ending(then), ending(now)),
                    )
                })
                .flatten()
        }
    }
}
