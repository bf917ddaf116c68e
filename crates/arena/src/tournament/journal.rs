//! The games of a tournament as they end: one line of JSON a game.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use bashni_files::sync_folder;

use super::TournamentError;
use crate::GameRecord;

/// The open file.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens the file, or begins it, and reads the games in it. A last line without its end, which a kill has left, is cut
    /// off: its game had not been written down.
    ///
    /// # Errors
    /// If the file cannot be used, or another line of it is no game.
    pub fn open(path: &Path) -> Result<(Journal, Vec<GameRecord>), TournamentError> {
        let io = || TournamentError::io(path);
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(io())?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io())?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).and_then(|()| file.sync_all()).map_err(io())?;
        }
        sync_folder(path).map_err(io())?;
        let lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        let game = |(number, line): (usize, &[u8])| {
            serde_json::from_slice(line).map_err(|error| {
                let message = format!(
                    "line {number} is no game ({error}); restore the file from a copy, or take the line out, and its \
                     game will be played again"
                );
                TournamentError::folder(path, message)
            })
        };
        let games = (1..).zip(lines).map(game).collect::<Result<_, _>>()?;
        Ok((Journal { file, path: path.to_owned() }, games))
    }

    /// Writes a game down. When this returns it is on the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), TournamentError> {
        let written = serde_json::to_vec(game).map_err(std::io::Error::other).and_then(|mut line| {
            line.push(b'\n');
            self.file.write_all(&line)?;
            self.file.sync_data()
        });
        written.map_err(TournamentError::io(&self.path))
    }
}
