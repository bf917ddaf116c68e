use arrow_array::UInt64Array;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use parquet::arrow::ProjectionMask;

use crate::{Shard, ShardError};

/// Which games are in a shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Number of games.
    pub games: u64,
    /// The smallest and the largest of their numbers.
    pub game_ids: Option<(u64, u64)>,
    /// The first and the last training step of the networks that played.
    pub network_steps: Option<(u64, u64)>,
}

impl Shard {
    /// Which games are in it. Only two columns are decoded.
    ///
    /// # Errors
    /// If one of them is missing.
    pub fn contents(&self) -> Result<Contents, ShardError> {
        let mut contents = Contents::default();
        let mut last = None;
        let columns = ["game_id", "network_step"];
        let refused = |source| ShardError::Parquet { path: self.path().to_owned(), source };
        let reader = self.reader()?;
        let mask = ProjectionMask::columns(reader.parquet_schema(), columns);
        for batch in reader.with_projection(mask).build().map_err(refused)? {
            let batch = batch.map_err(|error| refused(error.into()))?;
            let column = |column: &'static str| -> Result<UInt64Array, ShardError> {
                let found =
                    batch.column_by_name(column).and_then(|array| array.as_primitive_opt::<UInt64Type>());
                let path = self.path().to_owned();
                found.cloned().ok_or(ShardError::Column { path, column, expected: "u64" })
            };
            let (ids, steps) = (column("game_id")?, column("network_step")?);
            for (&id, &step) in ids.values().iter().zip(steps.values()) {
                contents.games += u64::from(last != Some(id));
                last = Some(id);
                widen(&mut contents.game_ids, id);
                widen(&mut contents.network_steps, step);
            }
        }
        Ok(contents)
    }
}

fn widen(range: &mut Option<(u64, u64)>, number: u64) {
    let (first, last) = range.unwrap_or((number, number));
    *range = Some((first.min(number), last.max(number)));
}
