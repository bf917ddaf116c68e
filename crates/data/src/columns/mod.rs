//! Rows as Arrow columns, and back.

mod decode;
mod encode;

use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};

pub(crate) use decode::{Columns, WrongColumn};
pub(crate) use encode::to_batch;

/// The columns of a shard, in this order.
pub(crate) static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    let column = |name: &str, kind: DataType| Field::new(name, kind, false);
    Arc::new(Schema::new(vec![
        column("game_id", DataType::UInt64),
        column("game_seed", DataType::UInt64),
        column("network_step", DataType::UInt64),
        column("start", DataType::Utf8),
        column("opening", DataType::Utf8),
        column("ply", DataType::UInt32),
        column("step", DataType::UInt16),
        column("position", DataType::Utf8),
        column("chain", DataType::Utf8),
        column("turn", DataType::Utf8),
        column("no_progress", DataType::UInt32),
        column("repetitions", DataType::UInt32),
        column("action", DataType::UInt16),
        column("legal", DataType::List(element(DataType::UInt16))),
        column("policy", DataType::List(element(DataType::Float32))),
        column("search_win", DataType::Float32),
        column("search_draw", DataType::Float32),
        column("search_loss", DataType::Float32),
        column("root_win", DataType::Float32),
        column("root_draw", DataType::Float32),
        column("root_loss", DataType::Float32),
        column("full", DataType::Boolean),
        column("sims", DataType::UInt32),
        column("surprise", DataType::Float32),
        column("outcome", DataType::Int8),
        column("plies_left", DataType::UInt32),
        column("ending", DataType::Utf8),
        column("final_position", DataType::Utf8),
    ]))
});

/// What a list holds, under the name that the Parquet format gives it.
fn element(kind: DataType) -> FieldRef {
    Arc::new(Field::new("element", kind, false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SCHEMA_VERSION;
    use crate::shard_meta::KEYS;

    const DOCUMENT: &str = include_str!("../../../../docs/data.md");

    /// The cells of the table under a heading of the document, a row a line, without its head.
    fn table(heading: &str) -> Vec<Vec<&'static str>> {
        let section = DOCUMENT.split(heading).nth(1).unwrap().split("\n## ").next().unwrap();
        let lines = section.lines().filter(|line| line.starts_with('|')).skip(2);
        lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
    }

    fn name_of(kind: &DataType) -> String {
        match kind {
            DataType::UInt64 => "u64".to_owned(),
            DataType::UInt32 => "u32".to_owned(),
            DataType::UInt16 => "u16".to_owned(),
            DataType::Int8 => "i8".to_owned(),
            DataType::Float32 => "f32".to_owned(),
            DataType::Boolean => "bool".to_owned(),
            DataType::Utf8 => "text".to_owned(),
            DataType::List(element) => format!("list of {}", name_of(element.data_type())),
            other => panic!("{other} has no name in the document"),
        }
    }

    #[test]
    fn the_document_has_every_column_with_its_type() {
        let documented: Vec<(String, String)> = table("## Columns\n")
            .iter()
            .map(|row| (row[0].trim_matches('`').to_owned(), row[1].to_owned()))
            .collect();
        let columns = SCHEMA.fields().iter();
        let columns: Vec<_> =
            columns.map(|field| (field.name().clone(), name_of(field.data_type()))).collect();
        assert_eq!(documented, columns);
    }

    #[test]
    fn the_document_has_every_key_of_the_metadata_and_this_version() {
        let documented: Vec<&str> =
            table("## Metadata\n").iter().map(|row| row[0].trim_matches('`')).collect();
        assert_eq!(documented, KEYS);
        let versions = table("## Versions\n");
        assert_eq!(versions.last().unwrap()[0], SCHEMA_VERSION.to_string());
    }
}
