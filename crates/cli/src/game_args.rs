//! The options that choose a game of a PDN file, the same for every command.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use bashni_rules::Rules;
use bashni_rules::pdn::{self, PdnGame};

use crate::error::OrUsage;
use crate::input::Input;
use crate::rules_args::RulesArgs;

/// A game of a file.
#[derive(clap::Args)]
pub struct GameArgs {
    /// Take a game of a PDN file (- for standard input), under the rules of its tags unless others are given
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    game: Option<PathBuf>,

    /// Which game of the file, from 1
    #[arg(long, value_name = "N", requires = "game", default_value_t = 1)]
    number: usize,
}

/// A game as it was read, with the rules to play it under and the text that it is from.
pub struct GameOfFile {
    /// The game; its moves are not checked yet.
    pub game: PdnGame,
    /// The rules.
    pub rules: Rules,
    /// The text, for errors.
    pub input: Input,
}

impl GameArgs {
    /// True if the user chose a game.
    pub fn is_given(&self) -> bool {
        self.game.is_some()
    }

    /// The game asked for; `None` if no file is given.
    ///
    /// # Errors
    /// If the file cannot be read, holds no such game, or the rules are not known.
    pub fn load(&self, rules: &RulesArgs) -> Result<Option<GameOfFile>> {
        let Some(path) = &self.game else { return Ok(None) };
        game_of_file(path, self.number, rules).map(Some)
    }
}

/// Game `number`, from 1, of a file.
///
/// # Errors
/// If the file cannot be read, holds no such game, or the rules are not known.
pub fn game_of_file(path: &Path, number: usize, rules: &RulesArgs) -> Result<GameOfFile> {
    let input = Input::of_file(path)?;
    let mut games = pdn::read(&input.text).map_err(|error| input.error(error))?;
    let (name, held) = (&input.name, games.len());
    if held == 0 {
        return Err(anyhow!("{name}: there is no game in it"));
    }
    if !(1..=held).contains(&number) {
        let held = if held == 1 { "1 game".to_owned() } else { format!("{held} games") };
        return Err(anyhow!("there is no game {number}: {name} holds {held}")).or_usage("--number");
    }
    let game = games.swap_remove(number - 1);
    let rules = rules.load_for(&game).map_err(|error| input.about(error))?;
    Ok(GameOfFile { game, rules, input })
}
