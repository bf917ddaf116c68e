//! How many openings there are.

use std::collections::BTreeMap;

use super::pairing::Pairing;
use super::schedule::Targets;
use super::{Tournament, TournamentError};

/// The openings of each pairing, as far as they were counted.
#[derive(Debug, Default)]
pub(super) struct Stock {
    counted: BTreeMap<Pairing, Counted>,
}

#[derive(Clone, Copy, Debug)]
struct Counted {
    found: usize,
    /// True if there are no more than that.
    is_all: bool,
}

impl Stock {
    /// The number of openings of a pairing, or `wanted` if there are more.
    ///
    /// # Errors
    /// If the openings are none of this tournament's.
    pub fn count(
        &mut self,
        tournament: &Tournament,
        pairing: &Pairing,
        wanted: usize,
    ) -> Result<usize, TournamentError> {
        if let Some(&Counted { found, is_all }) = self.counted.get(pairing)
            && (is_all || found >= wanted)
        {
            return Ok(found.min(wanted));
        }
        let Tournament { config, rules, .. } = tournament;
        let taken = config.openings.take(rules, wanted, pairing.seed(config.seed));
        let counted = match taken.map_err(|source| (source.found(), source)) {
            Ok(_) => Counted { found: wanted, is_all: false },
            Err((Some(found), _)) => Counted { found, is_all: true },
            Err((None, source)) => {
                return Err(TournamentError::Openings { pairing: pairing.to_string(), source });
            }
        };
        self.counted.insert(pairing.clone(), counted);
        Ok(counted.found)
    }

    /// The pairings that are to have as many games as there are openings for.
    pub fn used_up(&self, targets: &Targets) -> Vec<String> {
        let is_used_up = |pairing: &Pairing, Counted { found, is_all }: Counted| {
            is_all && targets.get(pairing).is_some_and(|&games| games / 2 >= found as u64)
        };
        let used_up = self.counted.iter().filter(|(pairing, counted)| is_used_up(pairing, **counted));
        used_up.map(|(pairing, _)| pairing.to_string()).collect()
    }
}
