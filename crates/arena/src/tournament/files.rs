use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file aside, syncs it, and renames it over `path`: it is there whole or not at all.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let aside = path.with_file_name(format!(".{name}.tmp"));
    let mut file = File::create(&aside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&aside, path)?;
    sync_folder(path)
}

/// Makes the name of a file last. Only Unix can (and needs to) sync a folder.
#[cfg(unix)]
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Makes the name of a file last. Only Unix can (and needs to) sync a folder.
#[cfg(not(unix))]
pub(super) fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}
