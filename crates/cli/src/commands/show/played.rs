//! The stages of a game that a file holds.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, anyhow};
use bashni_rules::pdn::{GameResult, PdnGame, Replay};
use bashni_rules::{Color, Rules};

use super::stage::Stage;
use crate::error::OrUsage;
use crate::game_args::{GameArgs, GameOfFile};
use crate::rules_args::RulesArgs;

/// Which game of which file, and which of its positions.
#[derive(clap::Args)]
pub struct PlayedArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Draw the start, the position after every N plies, and the end
    #[arg(long, value_name = "N", requires = "game", default_value_t = 10,
        value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,

    /// Draw the positions after these plies instead, as 0,7,12 (0 is the start)
    #[arg(long, value_name = "PLIES", requires = "game", value_delimiter = ',', conflicts_with = "every")]
    plies: Vec<usize>,
}

/// Positions that are shown together, and under which rules.
pub struct Played {
    pub rules: Rules,
    /// Words above them.
    pub title: Option<String>,
    pub stages: Vec<Stage>,
}

impl PlayedArgs {
    /// True if the user chose a game.
    pub fn is_given(&self) -> bool {
        self.game.is_given()
    }

    /// The positions asked for; `None` if no game is.
    ///
    /// # Errors
    /// If the file cannot be read, or holds no such game, or the game no such positions.
    pub fn load(&self, rules: &RulesArgs) -> Result<Option<Played>> {
        let Some(GameOfFile { game, rules, input }) = self.game.load(rules)? else { return Ok(None) };
        // In letters, so that the colours of tags and result are those of the board.
        let game = game.in_letters(&rules).map_err(|error| input.error(error))?;
        let replay = game.replay(&rules).map_err(|error| input.error(error))?;
        let stages = self.stages(&game, replay, &rules)?;
        Ok(Some(Played { title: title(&game), rules, stages }))
    }

    /// The positions asked for, in the order in which they are.
    fn stages(&self, game: &PdnGame, replay: Replay, rules: &Rules) -> Result<Vec<Stage>> {
        let Replay { start, moves, line, .. } = replay;
        let last = moves.len();
        if let Some(ply) = self.plies.iter().find(|&&ply| ply > last) {
            return Err(anyhow!("there is no ply {ply}: the game has {last}")).or_usage("--plies");
        }
        let every = usize::from(self.every);
        let mut wanted = self.plies.clone();
        if wanted.is_empty() {
            wanted.extend((0..last).step_by(every).chain([last]));
        }
        let sought: BTreeSet<usize> = wanted.iter().copied().collect();
        let black_began = usize::from(start.turn() == Color::Black);
        let mut drawn = BTreeMap::new();
        let mut state = start;
        if sought.contains(&0) {
            drawn.insert(0, Stage::new(&state, rules, "at the start".to_owned()));
        }
        for (ply, (played, text)) in (1..).zip(moves.iter().zip(&line.plies)) {
            state.play(rules, played);
            if sought.contains(&ply) {
                let (number, blacks) =
                    ((ply + black_began).div_ceil(2), (ply + black_began).is_multiple_of(2));
                let dots = if blacks { "..." } else { "." };
                let mut caption = format!("after {number}{dots} {}", text.text);
                if ply == last && game.result != GameResult::Unknown {
                    caption = format!("{caption}, {}", game.result);
                }
                let marked = played.from().bit() | played.to().bit();
                drawn.insert(ply, Stage { marked, ..Stage::new(&state, rules, caption) });
            }
        }
        Ok(wanted.iter().filter_map(|ply| drawn.get(ply).cloned()).collect())
    }
}

/// `White – Black, event, date`, as far as the tags say.
fn title(game: &PdnGame) -> Option<String> {
    let tag = |name| {
        // Of a date as 1996.??.?? the year is known.
        let known = |value: &str| value.trim_end_matches(['?', '.', ' ']).to_owned();
        game.tags.get(name).map(known).filter(|value| !value.is_empty())
    };
    let players = match (tag("White"), tag("Black")) {
        (None, None) => None,
        (white, black) => {
            let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
            Some(format!("{} – {}", name(white), name(black)))
        }
    };
    let parts: Vec<String> = [players, tag("Event"), tag("Date")].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
