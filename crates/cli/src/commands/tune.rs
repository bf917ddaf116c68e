//! `bashni tune`: weights of the alpha-beta engine's evaluation, fitted to games.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use bashni_rules::pdn::{self, GameResult, PdnGame};
use bashni_rules::{Outcome, Rules};
use bashni_search::alphabeta::tune::{Sample, TuneConfig, tune};
use bashni_search::alphabeta::{TERMS, Weights};
use serde::Serialize;

use crate::error::UsageError;
use crate::input::Input;
use crate::out_files::{self, check_out_files};
use crate::output::Output;
use crate::progress::Progress;
use crate::rules_args::RulesArgs;

/// Fit the weights of the alpha-beta engine's evaluation to the results of games
///
/// The games are PDN, as `bashni arena --pdn` and `bashni tournament` write them. Every position in which the side to move
/// cannot capture counts once, with the result of the game that it came up in first; one game in ten is held out, to see
/// what the fit is worth. Play with the result as alphabeta:ms=100,weights=FILE.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    bashni arena --a alphabeta:nodes=3000 --b alphabeta:nodes=2500 --games 4000 --opening-plies 10 --pdn games.pdn\n  \
    bashni tune --games games.pdn --out weights.toml")]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,

    /// PDN files of games
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,

    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Weights to begin with [default: those of the rules]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Plies at the beginning of each game that do not count
    #[arg(long, value_name = "N", default_value_t = 10)]
    skip: usize,

    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    epochs: u32,
}

#[derive(Serialize)]
struct Document {
    games: usize,
    positions: usize,
    loss_before: f64,
    loss_after: f64,
    /// `null` where there are too few games to hold one out.
    held_out_loss_before: Option<f64>,
    held_out_loss_after: Option<f64>,
    /// Hundredths of a man that make the expected result 10 to 1.
    ten_to_one: f64,
}

/// Runs `bashni tune`.
pub fn run(args: &Args, output: &Output) -> Result<()> {
    let rules = args.rules.load()?;
    check_out_files(&[], &[("--out", Some(&args.out))])?;
    let begin = match &args.from {
        None => Weights::for_rules(&rules),
        Some(path) => {
            let input = Input::of_file(path)?;
            Weights::from_toml(&input.text)
                .map_err(|error| UsageError::new(anyhow!("{}: {error}", input.name)))?
        }
    };
    let mut collected = Collected::default();
    for path in &args.games {
        let input = Input::of_file(path)?;
        for game in pdn::read(&input.text).map_err(|error| input.error(error))? {
            collected.add(&rules, &game, args.skip).map_err(|error| input.about(error))?;
        }
    }
    if collected.samples.is_empty() {
        let what = "no quiet position of a finished game in these files; expected PDN with results";
        return Err(UsageError::new(anyhow!(what)).into());
    }
    if collected.samples.len() < FEW && !output.is_json() {
        eprintln!(
            "warning: {} positions are far too few for {TERMS} weights, which will say more about these games than about \
             the game: some ten thousand games are what it takes",
            collected.samples.len()
        );
    }
    let config = TuneConfig { epochs: args.epochs, ..TuneConfig::default() };
    let mut progress = Progress::new("weights".to_owned(), config.epochs.into(), "passes");
    let tuned = tune(&collected.samples, &begin, config, &mut |epoch, loss| {
        progress.set(epoch.into(), &format!("loss {loss:.5}"));
    });
    progress.finish();
    out_files::write(&args.out, &tuned.weights.to_toml())?;
    let (before, after) = (tuned.before, tuned.after);
    if output.is_json() {
        return output.json(&Document {
            games: collected.games,
            positions: collected.samples.len(),
            loss_before: before.fitted,
            loss_after: after.fitted,
            held_out_loss_before: before.held_out,
            held_out_loss_after: after.held_out,
            ten_to_one: tuned.ten_to_one,
        });
    }
    output.line(&format!("{} positions of {} games", collected.samples.len(), collected.games))?;
    output.line(&format!("loss in bits          {:.5} -> {:.5}", before.fitted, after.fitted))?;
    output.line(&match (before.held_out, after.held_out) {
        (Some(before), Some(after)) => format!("of games held out     {before:.5} -> {after:.5}"),
        _ => format!("of games held out     no game was: one in {HELD_OUT} is"),
    })?;
    output.line(&format!("10 to 1 are           {:.0} hundredths of a man", tuned.ten_to_one))?;
    output.line(&format!("written to            {}", args.out.display()))
}

/// The positions of games.
#[derive(Default)]
struct Collected {
    games: usize,
    samples: Vec<Sample>,
    seen: HashSet<u64>,
}

/// With fewer positions a fit is of no use.
const FEW: usize = 10_000;

/// One game in so many is held out.
const HELD_OUT: usize = 10;

impl Collected {
    fn add(&mut self, rules: &Rules, game: &PdnGame, skip: usize) -> Result<()> {
        let replay = game.replay(rules)?;
        let outcome = match replay.end.outcome(rules) {
            Some(outcome) => outcome,
            None => match game.result {
                GameResult::WhiteWins => Outcome::WhiteWins,
                GameResult::BlackWins => Outcome::BlackWins,
                GameResult::Draw => Outcome::Draw,
                _ => return Ok(()),
            },
        };
        self.games += 1;
        let held_out = self.games.is_multiple_of(HELD_OUT);
        let mut state = replay.start;
        for (ply, played) in replay.moves.iter().enumerate() {
            let position = state.position();
            if ply >= skip && self.seen.insert(position.hash()) {
                let result = outcome.seen_by(position.turn());
                self.samples.extend(Sample::new(rules, position, result, held_out));
            }
            state.play(rules, played);
        }
        Ok(())
    }
}
