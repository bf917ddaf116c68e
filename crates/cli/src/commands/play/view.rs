//! What a person sees: the board, the moves, how the game ended.

use anyhow::Result;
use bashni_rules::Bitboard;
use bashni_rules::diagram::{Diagram, TextStyle};

use super::record::Ending;
use super::session::Session;
use crate::painting::painted;

impl Session<'_> {
    pub(super) fn draw(&self) -> Result<()> {
        let game = self.record.history.game();
        let marked = self
            .record
            .history
            .moves()
            .last()
            .map_or(Bitboard::EMPTY, |played| played.from().bit() | played.to().bit());
        let colours = self.output.wants_colours(self.args.color);
        let style = if colours { TextStyle::TILED } else { TextStyle::LINED };
        let style = TextStyle { ascii: self.args.ascii, ..style };
        let text = Diagram::new(game.position(), &self.rules).below(self.below).marked(marked).text(&style);
        self.output.line("")?;
        if colours { self.output.coloured(&painted(&text)) } else { self.output.line(&text.to_string()) }
    }

    pub(super) fn announce(&self, ending: &Ending) -> Result<()> {
        let who = match ending.outcome.winner() {
            None => "the game is drawn".to_owned(),
            Some(side) if side == self.person => "you have won".to_owned(),
            Some(_) => "you have lost".to_owned(),
        };
        self.output.line(&format!(
            "\n{}: {}, {who}. undo, save FILE or quit?",
            ending.outcome.pdn(),
            ending.why
        ))
    }

    /// The legal moves, numbered.
    pub(super) fn list(&self) -> Result<()> {
        let moves = self.moves();
        let position = self.record.history.game().position();
        let words = moves
            .iter()
            .enumerate()
            .map(|(i, played)| format!("{} {}", i + 1, position.move_text(&self.rules, played)));
        let mut lines = vec![String::new()];
        for word in words {
            match lines.last_mut() {
                Some(line) if line.is_empty() => *line = word,
                Some(line) if line.chars().count() + 3 + word.chars().count() <= 80 => {
                    *line = format!("{line}   {word}")
                }
                _ => lines.push(word),
            }
        }
        let must = if position.must_capture(&self.rules) { ", a capture is mandatory" } else { "" };
        self.output.line(&format!("\n{} to move{must}:\n{}", self.person, lines.join("\n")))?;
        match self.record.clocks() {
            Some(clocks) => self.output.line(&clocks.to_string()),
            None => Ok(()),
        }
    }
}
