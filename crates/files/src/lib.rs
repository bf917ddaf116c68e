//! Files that are there whole or not at all, and folders that one process writes to.

mod atomic;
mod lock;

pub use atomic::{sync_folder, write_atomically};
pub use lock::{LOCK, lock_folder};
