use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bashni_rules::Rules;

use super::files::replace;
use super::journal::Journal;
use super::pairing::Pairing;
use super::schedule::{Targets, add_round, fixed};
use super::settings::{FORMAT, Record};
use super::{Schedule, Standings, TournamentConfig, TournamentError, page};
use crate::matches::check_pace;
use crate::referee::{Fixture, Hall, Pace};
use crate::seed::derive;
use crate::{
    Anchor, GameRecord, MatchError, PlayerFactory, PlayerIdentity, PlayerSpec, RatingOptions, Side, pdn_all,
};

const SETTINGS: &str = "tournament.toml";
const GAMES: &str = "games.jsonl";
const TARGETS: &str = "targets.json";
const LOCK: &str = ".lock";

/// While games are played, what is made of them is written anew this often.
const PUBLISH: Duration = Duration::from_secs(60);

/// How far a tournament has come, told after each game.
#[derive(Clone, Copy, Debug)]
pub struct TournamentProgress<'a> {
    /// Games that have ended, those of earlier calls included.
    pub done: u64,
    /// Games to be had, as far as it is known.
    pub games: u64,
    /// The game that has just ended.
    pub last: &'a GameRecord,
}

/// A tournament in a folder, locked by this process.
pub struct Tournament {
    path: PathBuf,
    rules: Arc<Rules>,
    config: TournamentConfig,
    /// Those that play now.
    players: Vec<PlayerSpec>,
    /// Those of the folder, in the order in which they came.
    identities: Vec<PlayerIdentity>,
    anchor: Option<(PlayerSpec, f64)>,
    games: Vec<GameRecord>,
    journal: Journal,
    factory: Arc<dyn PlayerFactory>,
    /// Held for as long as the tournament is open; the system lets go of it however the process ends.
    _lock: File,
}

impl Tournament {
    /// Goes on with the tournament in a folder, or begins one there if it is empty or does not exist. Players that are in
    /// the folder and not among `players` keep their games and ratings, and play no more.
    ///
    /// # Errors
    /// If a player cannot be made or is another one than in the games there, a setting has changed that would mix games of
    /// different kinds, the folder holds something else, or another process uses it.
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
        if let Some(there) = read_settings(&settings)? {
            let here = Record::new(rules, &config, identities);
            let keys = there.differences(&here);
            if !keys.is_empty() {
                return Err(TournamentError::SettingsChanged { path: path.to_owned(), keys });
            }
            let known = there.identities();
            let mut new = Vec::new();
            for identity in here.players {
                match known.get(&identity.spec.to_string()) {
                    None => new.push(identity),
                    Some(known) => {
                        let differences = known.differences(&identity);
                        if !differences.is_empty() {
                            let (path, player) = (path.to_owned(), identity.spec.to_string());
                            return Err(TournamentError::PlayerChanged { path, player, differences });
                        }
                    }
                }
            }
            identities = there.players.into_iter().chain(new).collect();
        }
        let record = Record::new(rules, &config, identities.clone());
        let text = toml::to_string(&record)
            .map_err(|error| TournamentError::folder(&settings, format!("cannot be written: {error}")))?;
        replace(&settings, text.as_bytes()).map_err(TournamentError::io(&settings))?;
        let (journal, games) = Journal::open(&path.join(GAMES))?;
        let tournament = Tournament {
            path: path.to_owned(),
            rules: rules.clone(),
            config,
            players: players.to_vec(),
            identities,
            anchor: None,
            games,
            journal,
            factory: factory.clone(),
            _lock: lock,
        };
        tournament.check_games()?;
        Ok(tournament)
    }

    /// Rates relative to a player at a number of Elo points; otherwise the mean of all is 0.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn anchor(&mut self, player: &PlayerSpec, elo: f64) -> Result<(), TournamentError> {
        if !self.identities.iter().any(|identity| identity.spec == *player) {
            let names: Vec<String> = self.identities.iter().map(|id| id.spec.to_string()).collect();
            let message = format!("the anchor `{player}` is no player; there are {}", names.join(", "));
            return Err(TournamentError::Players(message));
        }
        self.anchor = Some((player.clone(), elo));
        Ok(())
    }

    /// Plays all that is missing, and writes down what came of it. `progress` is called after each game.
    ///
    /// # Errors
    /// If openings run out, a player cannot be made, or the folder cannot be written. The games that have ended are
    /// kept.
    pub fn play(&mut self, progress: &mut dyn FnMut(&TournamentProgress<'_>)) -> Result<(), TournamentError> {
        let mut targets = self.targets()?;
        loop {
            let missing = self.missing(&targets)?;
            let games = match self.config.schedule {
                Schedule::Adaptive => self.config.games.max(self.games.len() as u64),
                _ => self.games.len() as u64 + missing.len() as u64,
            };
            self.play_all(&missing, games, progress)?;
            if self.config.schedule != Schedule::Adaptive {
                break;
            }
            let table = self.standings_of(&self.players)?.table;
            if !add_round(&mut targets, &table, &self.players, self.config.games) {
                break;
            }
            self.write_targets(&targets)?;
        }
        self.publish()
    }

    /// The games so far.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// What exactly each player is.
    pub fn players(&self) -> &[PlayerIdentity] {
        &self.identities
    }

    /// Ratings of all players of the folder.
    ///
    /// # Errors
    /// If they cannot be rated.
    pub fn standings(&self) -> Result<Standings, TournamentError> {
        let specs: Vec<PlayerSpec> = self.identities.iter().map(|identity| identity.spec.clone()).collect();
        self.standings_of(&specs)
    }

    fn standings_of(&self, players: &[PlayerSpec]) -> Result<Standings, TournamentError> {
        let index = |spec: &PlayerSpec| players.iter().position(|player| player == spec);
        let anchor = self.anchor.as_ref().and_then(|(player, elo)| Some((index(player)?, *elo)));
        let anchor = anchor.map_or(Anchor::Mean(0.0), |(player, elo)| Anchor::Player { player, elo });
        let options = RatingOptions { anchor, ..RatingOptions::default() };
        let of = |spec: &PlayerSpec| self.identities.iter().find(|identity| identity.spec == *spec);
        let identities = players.iter().filter_map(of).cloned().collect();
        Ok(Standings::new(&self.rules, identities, &self.games, &options)?)
    }

    /// Plays games and writes each down.
    fn play_all(
        &mut self,
        fixtures: &[Fixture],
        games: u64,
        progress: &mut dyn FnMut(&TournamentProgress<'_>),
    ) -> Result<(), TournamentError> {
        if fixtures.is_empty() {
            return Ok(());
        }
        let TournamentConfig { threads, batch, move_limit, .. } = self.config;
        let threads = threads.min(fixtures.len());
        let batch = batch.min(fixtures.len().div_ceil(threads));
        let pace = Pace { threads, batch, limit: move_limit };
        let hall = Hall::new(&self.rules, &self.players, &self.factory, pace);
        let next = AtomicUsize::new(0);
        let queue = || fixtures.get(next.fetch_add(1, Ordering::Relaxed)).cloned();
        let (mut failed, mut published) = (None, Instant::now());
        let played = hall.play(&queue, &mut |record| {
            let written = self.journal.append(&record).and_then(|()| {
                self.games.push(record);
                if published.elapsed() < PUBLISH {
                    return Ok(());
                }
                published = Instant::now();
                self.publish()
            });
            if let Err(error) = written {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            if let Some(last) = self.games.last() {
                progress(&TournamentProgress { done: self.games.len() as u64, games, last });
            }
            ControlFlow::Continue(())
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(played?),
        }
    }

    /// Games of the targets that have not been played, pairing by pairing, so that batches share players.
    fn missing(&self, targets: &Targets) -> Result<Vec<Fixture>, TournamentError> {
        let mut there: BTreeMap<Pairing, BTreeSet<u64>> = BTreeMap::new();
        for game in &self.games {
            there.entry(Pairing::of(game)).or_default().insert(game.game);
        }
        let mut missing = Vec::new();
        for (pairing, &games) in targets {
            let none = BTreeSet::new();
            let played = there.get(pairing).unwrap_or(&none);
            if (0..games).all(|number| played.contains(&number)) {
                continue;
            }
            let sides =
                [&pairing.a, &pairing.b].map(|spec| self.players.iter().position(|player| player == spec));
            let [Some(a), Some(b)] = sides else { continue };
            let seed = pairing.seed(self.config.seed);
            let openings = self.config.openings.take(&self.rules, (games / 2) as usize, seed);
            let openings = openings.map_err(|source| {
                let pairing = format!("{} against {}", pairing.a, pairing.b);
                TournamentError::Openings { pairing, source }
            })?;
            for number in (0..games).filter(|number| !played.contains(number)) {
                let white = if number.is_multiple_of(2) { Side::A } else { Side::B };
                let opening = openings[(number / 2) as usize].clone();
                missing.push(Fixture { number, seed: derive(seed, number), sides: [a, b], white, opening });
            }
        }
        Ok(missing)
    }

    /// How many games each pairing is to have: by the schedule, or as decided so far.
    fn targets(&self) -> Result<Targets, TournamentError> {
        if self.config.schedule != Schedule::Adaptive {
            return Ok(fixed(self.config.schedule, &self.players, self.config.games));
        }
        let path = self.path.join(TARGETS);
        let list: Vec<(PlayerSpec, PlayerSpec, u64)> = match fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(TournamentError::io(&path)(error)),
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| {
                TournamentError::folder(
                    &path,
                    format!("damaged ({error}); restore it from a copy, or delete it"),
                )
            })?,
        };
        let mut targets: Targets = list.iter().map(|(a, b, games)| (Pairing::new(a, b), *games)).collect();
        // Games of another schedule count towards the number of games too.
        for game in &self.games {
            let target = targets.entry(Pairing::of(game)).or_default();
            *target = (*target).max((game.game / 2 + 1) * 2);
        }
        Ok(targets)
    }

    fn write_targets(&self, targets: &Targets) -> Result<(), TournamentError> {
        let path = self.path.join(TARGETS);
        let list: Vec<_> = targets.iter().map(|(Pairing { a, b }, games)| (a, b, games)).collect();
        let written = serde_json::to_vec(&list).map_err(std::io::Error::other);
        written.and_then(|bytes| replace(&path, &bytes)).map_err(TournamentError::io(&path))
    }

    /// Writes anew what is made of the games.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn publish(&self) -> Result<(), TournamentError> {
        let standings = self.standings()?;
        let mut games: Vec<&GameRecord> = self.games.iter().collect();
        games.sort_by_cached_key(|game| (Pairing::of(game), game.game));
        let json = serde_json::to_string_pretty(&standings).map_err(std::io::Error::other);
        let json = json.map_err(TournamentError::io(&self.path))? + "\n";
        let files = [
            ("games.pdn", pdn_all(games.iter().copied(), &self.rules, &self.identities)),
            ("crosstable.csv", standings.crosstable().csv()),
            ("report.html", page::tournament(&standings, &games, &self.rules, &self.config).html()),
            // Last: where it is, the others belong to it.
            ("ratings.json", json),
        ];
        for (name, text) in files {
            let path = self.path.join(name);
            replace(&path, text.as_bytes()).map_err(TournamentError::io(&path))?;
        }
        Ok(())
    }

    /// Checks that the games are of these players and seeds, and none is there twice.
    fn check_games(&self) -> Result<(), TournamentError> {
        let known: BTreeSet<String> = self.identities.iter().map(|id| id.spec.to_string()).collect();
        let mut seen = BTreeSet::new();
        for (line, game) in (1..).zip(&self.games) {
            let pairing = Pairing::of(game);
            let wrong = if !known.contains(&pairing.a.to_string()) || !known.contains(&pairing.b.to_string())
            {
                format!("a game of {} and {}, who are not both among the players", pairing.a, pairing.b)
            } else if game.seed != derive(pairing.seed(self.config.seed), game.game) {
                "a game with another seed".to_owned()
            } else if !seen.insert((pairing, game.game)) {
                format!("game {} of these two for the second time", game.game)
            } else {
                continue;
            };
            let message = format!("line {line}: {wrong}; restore the file from a copy, or take the line out");
            return Err(TournamentError::folder(&self.path.join(GAMES), message));
        }
        Ok(())
    }
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
    let pace = Pace { threads: config.threads, batch: config.batch, limit: config.move_limit };
    Ok(check_pace(rules, players, &pace)?)
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
    fs::create_dir_all(path).map_err(TournamentError::io(path))?;
    let file = File::create(path.join(LOCK)).map_err(TournamentError::io(path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(TournamentError::folder(path, "is in use by another process; wait for it, or end it"))
        }
        Err(TryLockError::Error(error)) => Err(TournamentError::io(path)(error)),
    }
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
            record.format, record.program
        );
        return Err(TournamentError::folder(path, message));
    }
    Ok(Some(record))
}
