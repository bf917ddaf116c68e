//! Shards: files of rows.

use std::fs;
use std::path::{Path, PathBuf};

use bashni_rules::{Difference, ENCODING_VERSION, Rules};
use bytes::Bytes;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};

use crate::columns::{Columns, WrongColumn};
use crate::shard_meta::{KEY_ENCODING, KEY_PROGRAM, KEY_PROVENANCE, KEY_RULES, KEY_RULES_NAME, KEY_SCHEMA};
use crate::{Origin, Row, RowError, SCHEMA_VERSION, ShardError, ShardMeta, checksum};

/// Rows that are turned into columns at a time.
pub(crate) const BATCH: usize = 4_096;

/// An open shard: its file is read, known to be undamaged, and of this version; its rows are not yet decoded.
#[derive(Clone, Debug)]
pub struct Shard {
    path: PathBuf,
    bytes: Bytes,
    meta: ShardMeta,
    len: usize,
}

impl Shard {
    /// Opens a shard of any rules.
    ///
    /// # Errors
    /// If the file cannot be read, is no shard, is truncated, damaged, or of another version of the columns.
    pub fn open(path: impl Into<PathBuf>) -> Result<Shard, ShardError> {
        let path = path.into();
        let bytes = fs::read(&path).map_err(|source| io_error(&path, "read the file", source))?;
        if !bytes.starts_with(b"PAR1") {
            return Err(ShardError::NotParquet { path });
        }
        // A Parquet file is its magic number, at least a byte of footer with its length, and the magic number again.
        if bytes.len() < 13 || !bytes.ends_with(b"PAR1") {
            return Err(ShardError::Truncated { path });
        }
        match checksum::holds(&bytes) {
            Some(true) => {}
            Some(false) => return Err(ShardError::Damaged { path }),
            None => return Err(ShardError::Foreign { path }),
        }
        let bytes = Bytes::from(bytes);
        let reader = reader(&path, &bytes)?;
        let pairs = reader.metadata().file_metadata().key_value_metadata();
        let there = |key: &str| {
            let found = pairs.into_iter().flatten().find(|pair| pair.key == key);
            found.and_then(|pair| pair.value.clone())
        };
        let value = |key: &str| there(key).unwrap_or_default();
        let version = value(KEY_SCHEMA);
        if version != SCHEMA_VERSION.to_string() {
            return Err(ShardError::Schema { path, found: version });
        }
        let wrong = |key, expected| ShardError::Meta { path: path.clone(), key, expected };
        let meta = ShardMeta {
            schema: SCHEMA_VERSION,
            rules_name: value(KEY_RULES_NAME),
            rules: serde_json::from_str(&value(KEY_RULES))
                .map_err(|_| wrong(KEY_RULES, "the fields of rules"))?,
            encoding: value(KEY_ENCODING).parse().map_err(|_| wrong(KEY_ENCODING, "a version"))?,
            origin: Origin { program: value(KEY_PROGRAM), provenance: there(KEY_PROVENANCE) },
        };
        let len = usize::try_from(reader.metadata().file_metadata().num_rows()).unwrap_or(0);
        Ok(Shard { path, bytes, meta, len })
    }

    /// Opens a shard whose games must have been played under these rules, with this program's encoding.
    ///
    /// # Errors
    /// As for [`open`](Shard::open), and if rules or encoding differ.
    pub fn open_for(path: impl Into<PathBuf>, rules: &Rules) -> Result<Shard, ShardError> {
        let shard = Shard::open(path)?;
        let (path, meta) = (&shard.path, &shard.meta);
        if meta.rules != *rules.fields() {
            return Err(ShardError::Rules {
                path: path.clone(),
                found: meta.rules_name.clone(),
                expected: rules.name().to_owned(),
                differences: differences(&meta.rules.differences(rules.fields())),
            });
        }
        if meta.encoding != ENCODING_VERSION {
            let (found, expected) = (meta.encoding, ENCODING_VERSION);
            return Err(ShardError::Encoding { path: path.clone(), found, expected });
        }
        Ok(shard)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the shard says about its rows.
    pub fn meta(&self) -> &ShardMeta {
        &self.meta
    }

    /// The rules that its games were played under.
    ///
    /// # Errors
    /// If its fields are not those of rules that can be played.
    pub fn rules(&self) -> Result<Rules, ShardError> {
        Rules::new(&*self.meta.rules_name, self.meta.rules.clone())
            .map_err(|source| ShardError::BadRules { path: self.path.clone(), source })
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// All rows, in the order in which they were written.
    ///
    /// # Errors
    /// If a column is missing or a row makes no sense.
    pub fn rows(&self) -> Result<Vec<Row>, ShardError> {
        let mut rows = Vec::new();
        self.for_each(|row| rows.push(row))?;
        Ok(rows)
    }

    /// Gives each row to `take`, without holding all of them at once.
    ///
    /// # Errors
    /// As for [`rows`](Shard::rows).
    pub fn for_each(&self, mut take: impl FnMut(Row)) -> Result<(), ShardError> {
        self.try_for_each(|number, row| {
            let refused = |source| ShardError::Row { path: self.path.clone(), row: number, source };
            row.map(&mut take).map_err(refused)
        })
    }

    /// The rows of each game, in the order in which they were written.
    ///
    /// # Errors
    /// As for [`rows`](Shard::rows).
    pub fn games(&self) -> Result<Vec<Vec<Row>>, ShardError> {
        let mut games: Vec<Vec<Row>> = Vec::new();
        self.for_each(|row| match games.last_mut() {
            Some(game) if game[0].game.id == row.game.id => game.push(row),
            _ => games.push(vec![row]),
        })?;
        Ok(games)
    }

    /// A reader of the file's columns.
    pub(crate) fn reader(&self) -> Result<ParquetRecordBatchReaderBuilder<Bytes>, ShardError> {
        reader(&self.path, &self.bytes)
    }

    /// Gives each row with its number to `take`, also those that make no sense. `take` decides whether to go on.
    pub(crate) fn try_for_each(
        &self,
        mut take: impl FnMut(usize, Result<Row, RowError>) -> Result<(), ShardError>,
    ) -> Result<(), ShardError> {
        let refused = |source| ShardError::Parquet { path: self.path.clone(), source };
        let batches = self.reader()?.with_batch_size(BATCH).build().map_err(refused)?;
        let (mut number, mut game) = (0, None);
        for batch in batches {
            let batch = batch.map_err(|error| refused(error.into()))?;
            let columns = Columns::new(&batch).map_err(|WrongColumn { column, expected }| {
                ShardError::Column { path: self.path.clone(), column, expected }
            })?;
            for i in 0..batch.num_rows() {
                take(number, columns.row(i, &mut game))?;
                number += 1;
            }
        }
        Ok(())
    }
}

fn reader(path: &Path, bytes: &Bytes) -> Result<ParquetRecordBatchReaderBuilder<Bytes>, ShardError> {
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    ParquetRecordBatchReaderBuilder::try_new_with_options(bytes.clone(), options)
        .map_err(|source| ShardError::Parquet { path: path.to_owned(), source })
}

/// Differences as text: `rejump = "never" there, "free" here`.
fn differences(differences: &[Difference]) -> String {
    let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "not given".to_owned());
    let texts: Vec<String> = differences
        .iter()
        .map(|(key, there, here)| format!("{key} = {} there, {} here", shown(there), shown(here)))
        .collect();
    texts.join("; ")
}

/// The shards in a folder, in the order of their names. Other files, and what an interrupted write left, are passed over.
///
/// # Errors
/// If the folder cannot be read.
pub fn list_shards(folder: &Path) -> Result<Vec<PathBuf>, ShardError> {
    let failed = |source| io_error(folder, "list the folder", source);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if !hidden && path.extension().is_some_and(|extension| extension == "parquet") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

pub(crate) fn io_error(path: &Path, action: &'static str, source: std::io::Error) -> ShardError {
    ShardError::Io { path: path.to_owned(), action, source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::encode_with;

    /// The message of opening a whole, undamaged shard with this metadata.
    fn refused(metadata: &[(&str, &str)]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shard.parquet");
        let metadata = metadata.iter().map(|&(key, value)| (key, value.to_owned())).collect();
        fs::write(&path, encode_with(metadata, &[]).unwrap()).unwrap();
        let rules = Rules::preset("bashni").unwrap();
        Shard::open_for(&path, &rules).unwrap_err().to_string()
    }

    #[test]
    fn shards_of_other_versions_are_refused() {
        let message = refused(&[(KEY_SCHEMA, "1"), (KEY_RULES, "something old")]);
        assert!(message.contains("its columns are version 1, this program reads version 2"), "{message}");
        let message = refused(&[(KEY_SCHEMA, "3"), (KEY_RULES, "something new")]);
        assert!(message.contains("its columns are version 3, this program reads version 2"), "{message}");
        let message = refused(&[(KEY_SCHEMA, "2"), (KEY_RULES, "{}"), (KEY_ENCODING, "99")]);
        assert!(message.contains("written with encoding version 99, this program has version"), "{message}");
    }

    #[test]
    fn metadata_that_makes_no_sense_is_refused() {
        assert!(refused(&[]).contains("columns are version"));
        for fields in ["", "7", "{\"wings\":2}"] {
            let message = refused(&[(KEY_SCHEMA, "2"), (KEY_RULES, fields), (KEY_ENCODING, "1")]);
            assert!(message.contains("`bashni.rules`: expected the fields of rules"), "{message}");
        }
        let message = refused(&[(KEY_SCHEMA, "2"), (KEY_RULES, "{}"), (KEY_ENCODING, "one")]);
        assert!(message.contains("`bashni.encoding`: expected a version"), "{message}");
    }
}
