//! The folder of a tournament: begun, locked, and read back.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bashni_files::{lock_folder, write_atomically};
use bashni_rules::Rules;

use super::journal::Journal;
use super::pairing::Pairing;
use super::schedule::fixed;
use super::settings::{FORMAT, Record};
use super::{TournamentConfig, TournamentError};
use crate::matches::check_pace;
use crate::referee::Pace;
use crate::seed::derive;
use crate::{Bootstrap, GameRecord, MatchError, PlayerFactory, PlayerIdentity, PlayerSpec};

const SETTINGS: &str = "tournament.toml";
const GAMES: &str = "games.jsonl";
pub(super) const RATINGS: &str = "ratings.json";

/// A tournament in a folder, locked by this process.
pub struct Tournament {
    pub(super) path: PathBuf,
    pub(super) rules: Arc<Rules>,
    pub(super) config: TournamentConfig,
    /// Those that play now.
    pub(super) players: Vec<PlayerSpec>,
    /// Those of the folder, in the order in which they came.
    pub(super) identities: Vec<PlayerIdentity>,
    pub(super) games: Vec<GameRecord>,
    /// The builds of the program that have played in the folder.
    pub(super) programs: Vec<String>,
    pub(super) journal: Journal,
    pub(super) factory: Arc<dyn PlayerFactory>,
    /// Held for as long as the tournament is open; the system lets go of it however the process ends.
    _lock: File,
}

impl Tournament {
    /// Goes on with the tournament in a folder, or begins one there if it is empty or does not exist. Players that are in
    /// the folder and not among `players` keep their games and ratings, and play no more.
    ///
    /// # Errors
    /// If a player cannot be made or is another one than in the games there, a setting has changed that would mix games of
    /// different kinds, the anchor is no player, the folder holds something else, or another process uses it.
    pub fn open(
        path: &Path,
        rules: &Arc<Rules>,
        players: &[PlayerSpec],
        config: TournamentConfig,
        factory: &Arc<dyn PlayerFactory>,
    ) -> Result<Tournament, TournamentError> {
        check(rules, players, &config)?;
        let mut identities = Vec::new();
        for player in players {
            let setup = |source| MatchError::Setup { player: player.clone(), source };
            identities.push(factory.identify(player, rules).map_err(setup)?);
        }
        let lock = lock(path)?;
        let settings = path.join(SETTINGS);
        let here = Record::new(rules, &config, identities);
        let (record, recorded) = match read_settings(&settings)? {
            None => (here, BTreeSet::new()),
            Some(there) => {
                let recorded = there.names();
                (joined(path, there, here)?, recorded)
            }
        };
        check_anchor(&config, &record.players)?;
        // Before anything is written: what is refused leaves nothing behind.
        if let Some((pairing, games)) = fixed(config.schedule, players, config.games).first_key_value() {
            let taken = config.openings.take(rules, (games / 2) as usize, pairing.seed(config.seed));
            taken.map_err(|source| TournamentError::Openings { pairing: pairing.to_string(), source })?;
        }
        let file = path.join(GAMES);
        if !file.exists() && path.join(RATINGS).exists() {
            let message =
                format!("is missing, but {RATINGS} is there; restore it from a copy, or give another folder");
            return Err(TournamentError::folder(&file, message));
        }
        let (journal, games) = Journal::open(&file)?;
        check_games(&games, &file, rules, &recorded, config.seed)?;
        let text = toml::to_string(&record)
            .map_err(|error| TournamentError::folder(&settings, format!("cannot be written: {error}")))?;
        write_atomically(&settings, text.as_bytes()).map_err(TournamentError::io(&settings))?;
        Ok(Tournament {
            path: path.to_owned(),
            rules: rules.clone(),
            config,
            players: players.to_vec(),
            identities: record.players,
            games,
            programs: record.programs,
            journal,
            factory: factory.clone(),
            _lock: lock,
        })
    }

    /// The games so far.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// What exactly each player is.
    pub fn players(&self) -> &[PlayerIdentity] {
        &self.identities
    }
}

/// The record of a tournament that goes on: the settings of `here`, with the players and builds of both.
fn joined(path: &Path, there: Record, here: Record) -> Result<Record, TournamentError> {
    let keys = there.differences(&here);
    if !keys.is_empty() {
        return Err(TournamentError::SettingsChanged { path: path.to_owned(), keys });
    }
    let Record { mut players, mut programs, .. } = there;
    for identity in here.players {
        match players.iter().find(|known| known.spec == identity.spec) {
            None => players.push(identity),
            Some(known) => {
                let differences = known.differences(&identity);
                if !differences.is_empty() {
                    let (path, player) = (path.to_owned(), identity.spec.to_string());
                    return Err(TournamentError::PlayerChanged { path, player, differences });
                }
            }
        }
    }
    for program in here.programs {
        if !programs.contains(&program) {
            programs.push(program);
        }
    }
    Ok(Record { players, programs, ..here })
}

/// Checks that games are of players whose identity is recorded, and of these rules and seeds, and that none is there twice.
fn check_games(
    games: &[GameRecord],
    path: &Path,
    rules: &Rules,
    recorded: &BTreeSet<String>,
    seed: u64,
) -> Result<(), TournamentError> {
    let mut seen = BTreeSet::new();
    for (line, game) in (1..).zip(games) {
        let pairing = Pairing::of(game);
        let wrong =
            if !recorded.contains(&pairing.a.to_string()) || !recorded.contains(&pairing.b.to_string()) {
                format!(
                    "a game of {} and {}, who are not both among the players of {SETTINGS}",
                    pairing.a, pairing.b
                )
            } else if game.seed != derive(pairing.seed(seed), game.game) {
                "a game with another seed".to_owned()
            } else if let Some(wrong) = game.fault(rules) {
                wrong
            } else if !seen.insert((pairing.clone(), game.game)) {
                format!("game {} of these two for the second time", game.game)
            } else {
                continue;
            };
        let message = format!("line {line}: {wrong}; restore the file from a copy, or take the line out");
        return Err(TournamentError::folder(path, message));
    }
    Ok(())
}

fn check(rules: &Rules, players: &[PlayerSpec], config: &TournamentConfig) -> Result<(), TournamentError> {
    if players.len() < 2 {
        let message = format!("{} players: a tournament needs at least 2", players.len());
        return Err(TournamentError::Players(message));
    }
    if let Some(i) = (1..players.len()).find(|&i| players[..i].contains(&players[i])) {
        return Err(TournamentError::Players(format!("player `{}` is there twice", players[i])));
    }
    if config.games == 0 || !config.games.is_multiple_of(2) {
        return Err(TournamentError::Games(config.games));
    }
    config.bootstrap.map_or(Ok(()), Bootstrap::check)?;
    let pace = Pace { threads: config.threads, batch: config.batch, limit: config.move_limit };
    Ok(check_pace(rules, players, &pace)?)
}

fn check_anchor(config: &TournamentConfig, players: &[PlayerIdentity]) -> Result<(), TournamentError> {
    let Some((anchor, _)) = &config.anchor else { return Ok(()) };
    if players.iter().any(|player| player.spec == *anchor) {
        return Ok(());
    }
    let names: Vec<String> = players.iter().map(|player| player.spec.to_string()).collect();
    let message = format!("the anchor `{anchor}` is no player; there are {}", names.join(", "));
    Err(TournamentError::Players(message))
}

/// Makes the folder if need be, and locks it.
fn lock(path: &Path) -> Result<File, TournamentError> {
    let is_new = !path.join(SETTINGS).exists();
    if is_new && path.exists() {
        let entries = fs::read_dir(path).map_err(TournamentError::io(path))?;
        // What a call leaves that is killed at once begins with a dot.
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        if let Some(foreign) = names.into_iter().find(|name| !name.starts_with('.')) {
            let message =
                format!("is no tournament (no {SETTINGS}), but holds {foreign}: give a new or empty folder");
            return Err(TournamentError::folder(path, message));
        }
    }
    lock_folder(path).map_err(|error| match error.kind() {
        ErrorKind::ResourceBusy => TournamentError::folder(path, error.to_string()),
        _ => TournamentError::io(path)(error),
    })
}

fn read_settings(path: &Path) -> Result<Option<Record>, TournamentError> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(TournamentError::io(path))?,
    };
    let damaged = |error: toml::de::Error| {
        TournamentError::folder(path, format!("damaged ({}); restore it from a copy", error.message()))
    };
    let record: Record = toml::from_str(&text).map_err(damaged)?;
    if record.format != FORMAT {
        let message = format!(
            "tournament format {} where this program expects {FORMAT}: use the version that wrote it ({})",
            record.format,
            record.programs.join(", ")
        );
        return Err(TournamentError::folder(path, message));
    }
    Ok(Some(record))
}
