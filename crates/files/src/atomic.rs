use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file so that it is there whole or not at all, whenever the program is killed or the power fails.
///
/// The bytes go to a hidden file in the same folder (`.NAME.tmp`), are synced, and are renamed over `path`; then the
/// folder is synced. An older file of this name stays until it is replaced, and its permissions are kept; a link stays
/// a link, and the file that it leads to is replaced. What is no file (a pipe, a device) is written to as it is.
///
/// # Errors
/// Whatever the file system says; nothing is then left behind, as far as it can be removed.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file() && !there.is_dir()) {
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    let target = if there.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    let path = &target;
    let name =
        path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".tmp");
    let aside = path.with_file_name(hidden);
    let keep_permissions = || match &there {
        Some(there) => fs::set_permissions(&aside, there.permissions()),
        None => Ok(()),
    };
    let written =
        write_synced(&aside, bytes).and_then(|()| keep_permissions()).and_then(|()| fs::rename(&aside, path));
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

/// Makes the name of a new file last. Only Unix can (and needs to) sync a folder.
///
/// # Errors
/// Whatever the file system says.
#[cfg(unix)]
pub fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Makes the name of a new file last. Only Unix can (and needs to) sync a folder.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn sync_folder(_path: &Path) -> io::Result<()> {
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

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_permissions_stay_as_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&file, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_written_to_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let device = Path::new("/dev/null");
        write_atomically(device, b"nothing").unwrap();
        assert!(fs::metadata(device).unwrap().file_type().is_char_device());
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_atomically(&folder.path().join("none/data.bin"), b"").is_err());
        assert!(write_atomically(Path::new("/"), b"").is_err());
    }
}
