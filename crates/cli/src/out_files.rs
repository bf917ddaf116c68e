//! Files that a command is to write, looked at before hours of work.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use crate::error::UsageError;

/// Refuses files that cannot be written, two options that name one file, and the file that is read. Leaves nothing behind.
///
/// # Errors
/// A usage error that names the option and the file.
pub fn check_out_files(input: Option<&Path>, outputs: &[(&str, Option<&Path>)]) -> Result<()> {
    let mut seen: Vec<(&str, PathBuf)> = Vec::new();
    // A file that is not there, as standard input, has no second name.
    seen.extend(input.and_then(|path| fs::canonicalize(path).ok()).map(|path| ("the file to read", path)));
    for &(option, path) in outputs {
        let Some(path) = path else { continue };
        let refused = |what: String| UsageError::new(anyhow!("{option} {}: {what}", path.display()));
        if path.as_os_str() == "-" {
            return Err(refused("a file is expected, not standard output".to_owned()).into());
        }
        let was_there = path.exists();
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| refused(format!("cannot write it: {error}")))?;
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if !was_there {
            // Only tried.
            let _ = fs::remove_file(path);
        }
        if let Some((other, _)) = seen.iter().find(|(_, taken)| *taken == real) {
            return Err(refused(format!("{other} is the same file; choose another")).into());
        }
        seen.push((option, real));
    }
    Ok(())
}
