//! The options of everything that plays matches: openings, time, threads.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use bashni_arena::{
    Book, BookOrder, Bootstrap, ForfeitReport, MatchConfig, MatchError, Openings, PlayerFactory, PlayerSpec,
    Schedule, SpecError, Standings, TournamentConfig, TournamentError,
};
use bashni_net::{Checkpoint, parse_device};
use bashni_rules::Rules;
use bashni_train::Players;
use clap::Args;
use serde::Deserialize;

use crate::error::UsageError;
use crate::output::Output;
use crate::progress::say;
use crate::rules_args::RulesArgs;

/// How players are written, for the help of commands.
pub const PLAYERS_HELP: &str = "Players:\n  \
    random                any legal move\n  \
    rollout:sims=200      tree search whose leaves are judged by random games\n  \
    minimax:depth=4       plain alpha-beta to a depth; or minimax:ms=100, minimax:nodes=10000\n  \
    alphabeta:depth=6     the alpha-beta engine; or alphabeta:ms=100, alphabeta:nodes=10000; and threads=2,\n                        \
                          hash=64 (megabytes), weights=FILE, without=PART+PART\n  \
    net:PATH,sims=64      tree search with a network: a checkpoint, or a run's newest\n  \
    engine:ms=100,cmd=…   another program that speaks UGI, by the command that starts it; or depth=6, nodes=10000\n\
    sims counts simulations a step (forced steps take none); ms, the milliseconds of a move, goes with\n\
    all but random, and makes games that cannot be repeated.";

/// Where games start from.
#[derive(Args, Clone)]
pub struct OpeningArgs {
    /// Random plies with which each pair of games begins [default: 6]
    #[arg(long, value_name = "N", conflicts_with = "book")]
    opening_plies: Option<u32>,

    /// Openings from a file, one a line (see `bashni book`)
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// In which order the openings of the book are played: random (by the seed) or file [default: random]
    #[arg(long, value_name = "ORDER")]
    book_order: Option<BookOrder>,
}

/// How games are played.
#[derive(Args)]
pub struct PaceArgs {
    /// Threads to play on [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Where networks compute: cpu, cuda or cuda:N
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: String,

    /// Seconds after which a move loses its game, or off: a player that hangs does not hold up the match [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = move_limit)]
    move_limit: Option<MoveLimit>,
}

/// The value of `--move-limit`, and of the key of that name.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "toml::Value")]
pub struct MoveLimit(pub Option<Duration>);

impl TryFrom<toml::Value> for MoveLimit {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<MoveLimit, String> {
        match value {
            toml::Value::String(text) => move_limit(&text),
            number => move_limit(&number.to_string()),
        }
    }
}

fn move_limit(text: &str) -> Result<MoveLimit, String> {
    if text == "off" {
        return Ok(MoveLimit(None));
    }
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => {
            Ok(MoveLimit(Some(Duration::from_secs_f64(seconds))))
        }
        _ => Err("expected a number of seconds above 0, or off".to_owned()),
    }
}

/// Random plies where nothing else is said.
const OPENING_PLIES: u32 = 6;

impl OpeningArgs {
    /// These options over what a config says.
    #[must_use]
    pub fn over(&self, book: Option<PathBuf>, plies: Option<u32>, order: Option<BookOrder>) -> OpeningArgs {
        let is_given = self.book.is_some() || self.opening_plies.is_some();
        let (book, plies) = if is_given { (None, None) } else { (book, plies) };
        OpeningArgs {
            opening_plies: self.opening_plies.or(plies),
            book: self.book.clone().or(book),
            book_order: self.book_order.or(order),
        }
    }

    /// The openings that were asked for. What is odd about a book is said on stderr.
    ///
    /// # Errors
    /// If the book cannot be read, or a line of it is wrong, or the options do not go together.
    pub fn load(&self, rules: &Rules) -> Result<Openings> {
        let wrong = match (&self.book, self.opening_plies, self.book_order) {
            (Some(_), Some(_), _) => Some("a book and a number of opening plies: give one of the two"),
            (None, _, Some(_)) => Some("an order of the book, but no book: give one with --book"),
            _ => None,
        };
        if let Some(message) = wrong {
            return Err(UsageError::new(anyhow!(message)).into());
        }
        let Some(path) = &self.book else {
            return Ok(Openings::Random { plies: self.opening_plies.unwrap_or(OPENING_PLIES) });
        };
        Ok(Openings::Book {
            book: Arc::new(load_book(path, rules)?),
            order: self.book_order.unwrap_or_default(),
        })
    }
}

/// Reads a book.
///
/// # Errors
/// If the file cannot be read, or a line of it is wrong.
pub fn load_book(path: &PathBuf, rules: &Rules) -> Result<Book> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes)
        .map_err(|error| UsageError::new(anyhow!("{name}: not a text in UTF-8 ({})", error.utf8_error())))?;
    let book = Book::read(&text, rules).map_err(|error| UsageError::new(anyhow!("{name}: {error}")))?;
    if book.duplicates() > 0 {
        let (left, out) = (book.openings().len(), book.duplicates());
        say(&format!(
            "{name}: {out} openings lead to the position of another and are left out; {left} are used"
        ));
    }
    Ok(book)
}

impl PaceArgs {
    /// How many threads to play on.
    fn threads(&self) -> usize {
        self.threads.map_or_else(available_threads, usize::from)
    }

    /// True if the user chose a limit for moves.
    pub fn has_move_limit(&self) -> bool {
        self.move_limit.is_some()
    }

    fn move_limit(&self) -> Option<Duration> {
        self.move_limit.map_or(Some(MatchConfig::MOVE_LIMIT), |MoveLimit(limit)| limit)
    }

    /// What makes the players.
    ///
    /// # Errors
    /// If there is no such device.
    pub fn players(&self) -> Result<Arc<dyn PlayerFactory>> {
        let device = parse_device(&self.device).map_err(UsageError::new)?;
        Ok(Arc::new(Players::new(device)))
    }

    /// Settings of a tournament.
    pub fn tournament(
        &self,
        games: u64,
        seed: u64,
        schedule: Schedule,
        openings: Openings,
    ) -> TournamentConfig {
        TournamentConfig {
            games,
            schedule,
            seed,
            openings,
            move_limit: self.move_limit(),
            threads: self.threads(),
            ..TournamentConfig::default()
        }
    }

    /// Settings of a match, of at most so many games.
    pub fn config(&self, games: u64, seed: u64, openings: Openings) -> MatchConfig {
        MatchConfig {
            games,
            seed,
            threads: self.threads(),
            openings,
            move_limit: self.move_limit(),
            ..MatchConfig::default()
        }
    }
}

/// The value of `--anchor`.
pub fn anchor(text: &str) -> Result<(PlayerSpec, f64), String> {
    let (player, elo) = text.rsplit_once('=').ok_or("expected a player and its rating, as random=0")?;
    let player = player.parse().map_err(|error: SpecError| error.to_string())?;
    match elo.parse::<f64>() {
        Ok(elo) if elo.is_finite() => Ok((player, elo)),
        _ => Err(format!("`{elo}`: expected a number of Elo points behind the last =")),
    }
}

const SAMPLES: RangeInclusive<usize> = Bootstrap::LEAST_SAMPLES..=Bootstrap::MOST_SAMPLES;

/// The value of `--bootstrap`.
pub fn samples(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(samples) if samples == 0 || SAMPLES.contains(&samples) => Ok(samples),
        _ => Err(format!("expected {} to {}, or 0 for none", SAMPLES.start(), SAMPLES.end())),
    }
}

/// The bootstrap of so many samples, none for 0.
pub fn bootstrap(samples: usize) -> Option<Bootstrap> {
    (samples > 0).then(|| Bootstrap { samples, ..Bootstrap::default() })
}

/// More players than this have a crosstable that no terminal is wide enough for.
const CROSSTABLE: usize = 8;

/// Ratings, scores and what else there is to say, for people.
///
/// # Errors
/// If stdout is closed.
pub fn standings(standings: &Standings, output: &Output) -> Result<()> {
    output.line(standings.ratings_table().to_string().trim_end())?;
    if standings.players.len() <= CROSSTABLE {
        output.line("")?;
        output.line(standings.scores().to_string().trim_end())?;
    }
    output.line("")?;
    standings.remarks().iter().try_for_each(|remark| output.line(remark))
}

/// An error of a tournament, marked as one of usage if the command line is at fault.
pub fn tournament_error(error: TournamentError) -> anyhow::Error {
    match error {
        TournamentError::Match(error) => match_error(error),
        error @ (TournamentError::Io { .. }
        | TournamentError::Folder { .. }
        | TournamentError::Ratings(_)) => error.into(),
        error => UsageError::new(error).into(),
    }
}

/// The rules asked for, or else those of a network that plays.
///
/// # Errors
/// If the rules or the network's checkpoint cannot be read.
pub fn rules_for(args: &RulesArgs, players: &[PlayerSpec]) -> Result<Rules> {
    if !args.is_given() {
        for player in players {
            if let PlayerSpec::Net { path, .. } = player {
                return Ok(Checkpoint::open(path.as_ref())?.rules()?);
            }
        }
    }
    args.load()
}

/// More forfeits than this are only counted.
const FORFEITS: usize = 10;

/// Says on stderr which games were lost without being played to the end.
pub fn warn(forfeits: &[ForfeitReport]) {
    for forfeit in forfeits.iter().take(FORFEITS) {
        let ForfeitReport { game, player, opponent, fault, message, .. } = forfeit;
        say(&format!("game {} against {opponent}: {player} forfeits ({fault}), {message}", game + 1));
    }
    if forfeits.len() > FORFEITS {
        say(&format!("{} games were forfeited in all", forfeits.len()));
    }
}

/// Says on stderr which pairings of an adaptive schedule have no opening left.
pub fn warn_used_up(pairings: &[String]) {
    for pairing in pairings {
        say(&format!(
            "{pairing}: every opening was played; for more games take a larger book or longer openings"
        ));
    }
}

/// An error of a match, marked as one of usage if the settings are at fault.
pub fn match_error(error: MatchError) -> anyhow::Error {
    match error {
        MatchError::Setup { .. } | MatchError::Thread => error.into(),
        error => UsageError::new(error).into(),
    }
}

fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
