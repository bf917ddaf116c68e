use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Float32Builder, Int8Builder, ListBuilder, StringBuilder, UInt16Builder, UInt32Builder,
    UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType};
use bashni_rules::Color;

use super::{SCHEMA, element};
use crate::Row;

/// Rows as one batch of columns.
pub(crate) fn to_batch(rows: &[&Row]) -> Result<RecordBatch, ArrowError> {
    macro_rules! column {
        ($builder:ty, $value:expr) => {{
            let mut builder = <$builder>::new();
            for row in rows {
                #[allow(clippy::redundant_closure_call)]
                builder.append_value($value(row));
            }
            Arc::new(builder.finish()) as ArrayRef
        }};
    }
    macro_rules! text {
        ($value:expr) => {{
            let mut builder = StringBuilder::new();
            for row in rows {
                let value: fn(&Row) -> &str = $value;
                builder.append_value(value(row));
            }
            Arc::new(builder.finish()) as ArrayRef
        }};
    }
    let mut legal = ListBuilder::new(UInt16Builder::new()).with_field(element(DataType::UInt16));
    let mut policy = ListBuilder::new(Float32Builder::new()).with_field(element(DataType::Float32));
    for row in rows {
        legal.values().append_slice(&row.legal);
        legal.append(true);
        policy.values().append_slice(&row.policy);
        policy.append(true);
    }
    RecordBatch::try_new(
        SCHEMA.clone(),
        vec![
            column!(UInt64Builder, |row: &Row| row.game.id),
            column!(UInt64Builder, |row: &Row| row.game.seed),
            column!(UInt64Builder, |row: &Row| row.game.network_step),
            text!(|row| &row.game.start),
            text!(|row| &row.game.opening),
            column!(UInt32Builder, |row: &Row| row.state.ply),
            column!(UInt16Builder, |row: &Row| row.state.step),
            text!(|row| &row.state.position),
            text!(|row| &row.state.chain),
            text!(|row| turn_text(row.state.turn)),
            column!(UInt32Builder, |row: &Row| row.state.no_progress),
            column!(UInt32Builder, |row: &Row| row.state.repetitions),
            column!(UInt16Builder, |row: &Row| row.action),
            Arc::new(legal.finish()),
            Arc::new(policy.finish()),
            column!(Float32Builder, |row: &Row| row.search.win),
            column!(Float32Builder, |row: &Row| row.search.draw),
            column!(Float32Builder, |row: &Row| row.search.loss),
            column!(Float32Builder, |row: &Row| row.root.win),
            column!(Float32Builder, |row: &Row| row.root.draw),
            column!(Float32Builder, |row: &Row| row.root.loss),
            column!(BooleanBuilder, |row: &Row| row.full),
            column!(UInt32Builder, |row: &Row| row.sims),
            column!(Float32Builder, |row: &Row| row.surprise),
            column!(Int8Builder, |row: &Row| row.outcome_for_mover()),
            column!(UInt32Builder, |row: &Row| row.plies_left()),
            text!(|row| row.game.ending.text()),
            text!(|row| &row.game.final_position),
        ],
    )
}

fn turn_text(turn: Color) -> &'static str {
    match turn {
        Color::White => "W",
        Color::Black => "B",
    }
}
