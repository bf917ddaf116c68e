//! What is made of the games, written anew.

use super::files::replace;
use super::pairing::Pairing;
use super::{Standings, Tournament, TournamentError, page};
use crate::{Anchor, GameRecord, PlayerSpec, RatingOptions, pdn_all};

impl Tournament {
    /// Ratings of all players of the folder.
    ///
    /// # Errors
    /// If they cannot be rated.
    pub fn standings(&self) -> Result<Standings, TournamentError> {
        let specs: Vec<PlayerSpec> = self.identities.iter().map(|identity| identity.spec.clone()).collect();
        self.standings_of(&specs)
    }

    pub(super) fn standings_of(&self, players: &[PlayerSpec]) -> Result<Standings, TournamentError> {
        let index = |spec: &PlayerSpec| players.iter().position(|player| player == spec);
        let anchor = self.config.anchor.as_ref().and_then(|(player, elo)| Some((index(player)?, *elo)));
        let anchor = anchor.map_or(Anchor::Mean(0.0), |(player, elo)| Anchor::Player { player, elo });
        let options = RatingOptions { anchor, ..RatingOptions::default() };
        let of = |spec: &PlayerSpec| self.identities.iter().find(|identity| identity.spec == *spec);
        let identities = players.iter().filter_map(of).cloned().collect();
        Ok(Standings::new(&self.rules, identities, &self.games, &options)?)
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
}
