//! What is made of the games, written anew.

use bashni_files::write_atomically;
use bashni_report::{Report, Section};

use super::folder::RATINGS;
use super::pairing::Pairing;
use super::standings::results;
use super::{Standings, Tournament, TournamentError, games_table, page};
use crate::{Anchor, Crosstable, GameRecord, PlayerIdentity, PlayerSpec, RatingOptions, pdn_all};

impl Tournament {
    /// Ratings of all players of the folder.
    ///
    /// # Errors
    /// If they cannot be rated.
    pub fn standings(&self) -> Result<Standings, TournamentError> {
        let index = |spec: &PlayerSpec| self.identities.iter().position(|identity| identity.spec == *spec);
        let anchor = self.config.anchor.as_ref().and_then(|(player, elo)| Some((index(player)?, *elo)));
        let anchor = anchor.map_or(Anchor::Mean(0.0), |(player, elo)| Anchor::Player { player, elo });
        let options = RatingOptions { anchor, bootstrap: self.config.bootstrap };
        let standings = Standings::new(&self.rules, self.identities.clone(), &self.games, &options)?;
        Ok(Standings { programs: self.programs.clone(), ..standings })
    }

    /// What the games between some of the players say.
    pub(super) fn results_of(&self, players: &[PlayerSpec]) -> Result<Crosstable, TournamentError> {
        let of = |spec: &PlayerSpec| self.identities.iter().find(|identity| identity.spec == *spec);
        let players: Vec<PlayerIdentity> = players.iter().filter_map(of).cloned().collect();
        Ok(results(&players, &self.games)?)
    }

    /// The games of the folder, pairing by pairing.
    fn sorted_games(&self) -> Vec<&GameRecord> {
        let mut games: Vec<&GameRecord> = self.games.iter().collect();
        games.sort_by_cached_key(|game| (Pairing::of(game), game.game));
        games
    }

    /// The standings, settings, players and games as sections of a page.
    pub fn sections(&self, standings: &Standings) -> Vec<Section> {
        page::tournament_sections(standings, &self.sorted_games(), &self.rules, &self.config)
    }

    /// Writes anew what is made of the games, and returns what they say.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn publish(&self) -> Result<Standings, TournamentError> {
        let standings = self.standings()?;
        let games = self.sorted_games();
        let title = format!("A tournament of {} players", standings.players.len());
        let mut page =
            Report::new(title).subtitle(format!("{} games of {}", standings.games, standings.rules));
        for section in page::tournament_sections(&standings, &games, &self.rules, &self.config) {
            page = page.section(section);
        }
        let json = serde_json::to_string_pretty(&standings).map_err(std::io::Error::other);
        let json = json.map_err(TournamentError::io(&self.path))? + "\n";
        let files = [
            ("games.pdn", pdn_all(games.iter().copied(), &self.rules, &self.identities)),
            ("games.csv", games_table(games.iter().copied()).csv()),
            ("ratings.csv", standings.ratings_table().csv()),
            ("crosstable.csv", standings.crosstable().csv()),
            ("report.html", page.html()),
            (RATINGS, json),
        ];
        for (name, text) in files {
            let path = self.path.join(name);
            write_atomically(&path, text.as_bytes()).map_err(TournamentError::io(&path))?;
        }
        Ok(standings)
    }
}
