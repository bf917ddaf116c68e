//! Folders that one process writes to.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use crate::TrainError;

/// Makes a folder if it does not exist, and locks it for as long as the file is open; the system lets go of it however
/// the process ends. `option` is what named the folder.
pub(crate) fn lock(path: &Path, option: &str) -> Result<File, TrainError> {
    let failed = |message: String| TrainError::Run { path: path.to_owned(), message };
    let unwritable = |error: std::io::Error| {
        failed(format!("the folder cannot be made or written ({error}): give another one with {option}"))
    };
    fs::create_dir_all(path).map_err(unwritable)?;
    let lock = File::create(path.join(".lock")).map_err(unwritable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            Err(failed("is in use by another process; wait for it, or end it".to_owned()))
        }
        Err(TryLockError::Error(error)) => Err(TrainError::io(path, error)),
    }
}
