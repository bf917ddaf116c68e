//! Folders that one process writes to.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use bashni_files::lock_folder;

use crate::TrainError;

/// Makes a folder if it does not exist, and locks it for as long as the file is open. `option` is what named the folder.
pub(crate) fn lock(path: &Path, option: &str) -> Result<File, TrainError> {
    lock_folder(path).map_err(|error| {
        let message = match error.kind() {
            ErrorKind::ResourceBusy => error.to_string(),
            _ => format!("the folder cannot be made or written ({error}): give another one with {option}"),
        };
        TrainError::Run { path: path.to_owned(), message }
    })
}
