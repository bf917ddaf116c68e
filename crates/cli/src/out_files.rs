//! Files that a command is to write, looked at before hours of work.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use bashni_files::write_atomically;

use crate::error::UsageError;

/// Opens a file for writing, and leaves it, or its absence, as it was. Returns the one path of all that lead to it.
///
/// # Errors
/// If it cannot be written.
pub fn try_out_file(path: &Path) -> io::Result<PathBuf> {
    let was_there = path.exists();
    if was_there {
        OpenOptions::new().append(true).open(path)?;
    } else {
        File::create_new(path)?;
    }
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if !was_there {
        fs::remove_file(path)?;
    }
    Ok(real)
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// Whatever the system says, with the file's name.
pub fn write(path: &Path, text: &str) -> Result<()> {
    write_atomically(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

/// Refuses files that cannot be written, two options that name one file, and files that are read. Leaves nothing behind.
///
/// # Errors
/// A usage error that names the option and the file.
pub fn check_out_files(inputs: &[&Path], outputs: &[(&str, Option<&Path>)]) -> Result<()> {
    let mut seen: Vec<(&str, PathBuf)> = Vec::new();
    // A file that is not there, as standard input, has no second name.
    let inputs = inputs.iter().filter_map(|path| fs::canonicalize(path).ok());
    seen.extend(inputs.map(|path| ("the file to read", path)));
    for &(option, path) in outputs {
        let Some(path) = path else { continue };
        let refused = |what: String| UsageError::new(anyhow!("{option} {}: {what}", path.display()));
        if path.as_os_str() == "-" {
            return Err(refused("a file is expected, not standard output".to_owned()).into());
        }
        let real = try_out_file(path).map_err(|error| refused(format!("cannot write it: {error}")))?;
        if let Some((other, _)) = seen.iter().find(|(_, taken)| *taken == real) {
            return Err(refused(format!("{other} is the same file; choose another")).into());
        }
        seen.push((option, real));
    }
    Ok(())
}
