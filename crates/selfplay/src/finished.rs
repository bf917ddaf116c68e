use bashni_data::Row;
use bashni_rules::Outcome;

use crate::Resignations;

/// A game that has ended.
pub(crate) struct Finished {
    pub id: u64,
    pub outcome: Outcome,
    pub plies: u32,
    pub rows: Vec<Row>,
    pub from_file: bool,
    pub forked: bool,
    pub resignations: Resignations,
}
