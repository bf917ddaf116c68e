use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file so that it is there whole or not at all, whenever the program is killed or the power fails.
///
/// The bytes go to a hidden file in the same folder (`.NAME.tmp`), are synced, and are renamed over `path`; then the
/// folder is synced. An older file of this name stays until it is replaced.
///
/// # Errors
/// Whatever the file system says; nothing is then left behind, as far as it can be removed.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name =
        path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".tmp");
    let aside = path.with_file_name(hidden);
    let written = write_synced(&aside, bytes).and_then(|()| fs::rename(&aside, path));
    if written.is_err() {
        // The error that matters is the first one.
        let _ = fs::remove_file(&aside);
    }
    written.and_then(|()| sync_folder(path))
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes the new name last. Only Unix can (and needs to) sync a folder.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.bin");
        fs::write(folder.path().join(".data.bin.tmp"), "what a killed program left").unwrap();
        write_atomically(&path, b"first").unwrap();
        write_atomically(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_atomically(&folder.path().join("none/data.bin"), b"").is_err());
        assert!(write_atomically(Path::new("/"), b"").is_err());
    }
}
