use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// Name of the file that is locked in a folder.
pub const LOCK: &str = ".lock";

/// How long a lock is waited for: a process that is ending, or has just started another one, may hold it for a moment longer.
const PATIENCE: Duration = Duration::from_secs(1);

/// Makes a folder if it does not exist, and locks it for as long as the file is open; the system lets go of it however
/// the process ends.
///
/// ```
/// use std::io::ErrorKind;
///
/// let folder = tempfile::tempdir().unwrap();
/// let lock = bashni_files::lock_folder(folder.path()).unwrap();
/// let refused = bashni_files::lock_folder(folder.path()).unwrap_err();
/// assert_eq!(refused.kind(), ErrorKind::ResourceBusy);
/// drop(lock);
/// assert!(bashni_files::lock_folder(folder.path()).is_ok());
/// ```
///
/// # Errors
/// Of the kind [`ResourceBusy`](io::ErrorKind::ResourceBusy) if another process has it; otherwise whatever the system
/// says.
pub fn lock_folder(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let file = File::create(folder.join(LOCK))?;
    let until = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if Instant::now() < until => std::thread::sleep(PATIENCE / 20),
            Err(TryLockError::WouldBlock) => {
                let message = "is in use by another process; wait for it, or end it";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}
