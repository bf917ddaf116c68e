//! The options that choose rules and a position, the same for every command.

use std::path::Path;

use anyhow::Result;
use bashni_rules::pdn::PdnGame;
use bashni_rules::{Game, Rules, RulesError};
use clap::Args;

use crate::error::OrUsage;

/// Which rules to play.
#[derive(Args)]
pub struct RulesArgs {
    /// Built-in rules (`bashni rules list`) or a TOML file as those in configs/rules [default: bashni]
    #[arg(long, value_name = "PRESET|FILE")]
    rules: Option<String>,

    /// Change a field of the rules, as rejump=never (may be given several times)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl RulesArgs {
    /// The rules that were asked for.
    ///
    /// # Errors
    /// If there are none of that name, or the file or a change cannot be used.
    pub fn load(&self) -> Result<Rules> {
        self.load_named(self.rules.as_deref().unwrap_or("bashni"))
    }

    /// True if the user chose rules or changed some.
    pub fn is_given(&self) -> bool {
        self.rules.is_some() || !self.set.is_empty()
    }

    /// The rules that were asked for; if none were, those that the tags of the game name.
    ///
    /// # Errors
    /// As for [`load`](RulesArgs::load), or if the tags name rules that are not known.
    pub fn load_for(&self, game: &PdnGame) -> Result<Rules> {
        if self.is_given() {
            return self.load();
        }
        match game.rules()? {
            Some(rules) => Ok(rules),
            None => self.load(),
        }
    }

    /// As [`load`](RulesArgs::load), but `name` instead of the option `--rules`.
    ///
    /// # Errors
    /// As for [`load`](RulesArgs::load).
    pub fn load_named(&self, name: &str) -> Result<Rules> {
        let rules = load_rules(name)?;
        if self.set.is_empty() { Ok(rules) } else { rules.with(&self.set).or_usage("--set") }
    }
}

/// A position other than the start.
#[derive(Args)]
pub struct PositionArgs {
    /// Begin from this position instead of the start of the rules: "W:Wc1=1/00,e3=0:Bb6=0", as players write it
    /// ("White: c1 - 1/00; black: b6 - 0"), or as draughts programs do ("W:WKc1:Bb6")
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl PositionArgs {
    /// A game from the position, or from the start of the rules.
    ///
    /// # Errors
    /// If the text is no position under these rules.
    pub fn game(&self, rules: &Rules) -> Result<Game> {
        match &self.position {
            None => Ok(Game::new(rules)),
            Some(text) => Game::from_position_text(text, rules).or_usage("--position"),
        }
    }
}

/// Built-in rules or those of a file, by what `--rules` says.
///
/// # Errors
/// If there are none of that name, or the file cannot be used.
pub fn load_rules(name: &str) -> Result<Rules> {
    match Rules::load(name, Path::new("")) {
        Err(error @ RulesError::UnknownPreset { .. }) => {
            Err(error).or_usage("--rules (a name, or a TOML file)")
        }
        rules => Ok(rules?),
    }
}
