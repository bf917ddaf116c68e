//! Shards as they are written.

use std::path::Path;

use bashni_files::write_atomically;
use bashni_rules::{ENCODING_VERSION, Rules};
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};

use crate::columns::{SCHEMA, to_batch};
use crate::shard::{BATCH, io_error};
use crate::shard_meta::{
    KEY_CHECKSUM, KEY_ENCODING, KEY_PROGRAM, KEY_PROVENANCE, KEY_RULES, KEY_RULES_NAME, KEY_SCHEMA,
};
use crate::{Origin, Row, SCHEMA_VERSION, ShardError, checksum};

/// Rows of one row group, the unit that other programs read in parallel.
const ROW_GROUP: usize = 65_536;

/// Writes rows as a shard, whole or not at all, and returns its size in bytes. The same rows of the same origin give the
/// same bytes.
///
/// # Errors
/// If a row makes no sense ([`Row::check`]) or the file cannot be written.
pub fn write_shard<'a>(
    path: &Path,
    rules: &Rules,
    origin: &Origin,
    rows: impl IntoIterator<Item = &'a Row>,
) -> Result<u64, ShardError> {
    let rows: Vec<&Row> = rows.into_iter().collect();
    for (i, row) in rows.iter().enumerate() {
        row.check().map_err(|source| ShardError::Row { path: path.to_owned(), row: i, source })?;
    }
    let bytes = encode(rules, origin, &rows)
        .map_err(|source| ShardError::Parquet { path: path.to_owned(), source })?;
    write_atomically(path, &bytes).map_err(|source| io_error(path, "write the file", source))?;
    Ok(bytes.len() as u64)
}

pub(crate) fn encode(rules: &Rules, origin: &Origin, rows: &[&Row]) -> Result<Vec<u8>, ParquetError> {
    let fields =
        serde_json::to_string(rules.fields()).map_err(|error| ParquetError::External(error.into()))?;
    let mut metadata = vec![
        (KEY_SCHEMA, SCHEMA_VERSION.to_string()),
        (KEY_RULES_NAME, rules.name().to_owned()),
        (KEY_RULES, fields),
        (KEY_ENCODING, ENCODING_VERSION.to_string()),
        (KEY_PROGRAM, origin.program.clone()),
    ];
    metadata.extend(origin.provenance.clone().map(|provenance| (KEY_PROVENANCE, provenance)));
    encode_with(metadata, rows)
}

pub(crate) fn encode_with(mut metadata: Vec<(&str, String)>, rows: &[&Row]) -> Result<Vec<u8>, ParquetError> {
    metadata.push((KEY_CHECKSUM, checksum::placeholder()));
    let metadata = metadata.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect();
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_max_row_group_row_count(Some(ROW_GROUP))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_key_value_metadata(Some(metadata))
        .build();
    let options = ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
    let mut writer = ArrowWriter::try_new_with_options(Vec::new(), SCHEMA.clone(), options)?;
    for batch in rows.chunks(BATCH) {
        writer.write(&to_batch(batch)?)?;
    }
    let mut bytes = writer.into_inner()?;
    if !checksum::seal(&mut bytes) {
        return Err(ParquetError::General("the checksum has no place in the footer".to_owned()));
    }
    Ok(bytes)
}
