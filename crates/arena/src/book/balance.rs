use std::fmt;

use bashni_rules::Rules;
use bashni_search::minimax::{Limits, Minimax};

use crate::Opening;

/// When an opening counts as balanced: alpha-beta (`bashni_search::minimax`) sees neither a forced win nor an
/// advantage of more than the limit for either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The greatest advantage, in hundredths of a man.
    pub limit: u32,
    /// How deep to look, in plies; captures at the end of a line are followed further.
    pub depth: u32,
}

/// What was found of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Balanced,
    Unbalanced,
    ForcedWin,
}

/// Megabytes of the transposition table.
const TABLE_MB: usize = 4;

impl Balance {
    pub(super) fn search() -> Minimax {
        Minimax::new(TABLE_MB)
    }

    pub(super) fn judge(self, search: &mut Minimax, rules: &Rules, opening: &Opening) -> Verdict {
        let found = search.search(rules, &opening.game, Limits::depth(self.depth));
        if found.win_in().is_some() || found.loss_in().is_some() {
            Verdict::ForcedWin
        } else if found.score.unsigned_abs() > self.limit {
            Verdict::Unbalanced
        } else {
            Verdict::Balanced
        }
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "within {} hundredths of a man at depth {}", self.limit, self.depth)
    }
}
