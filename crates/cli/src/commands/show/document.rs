//! A position as JSON has it.

use std::ops::Range;

use bashni_rules::diagram::Words;
use bashni_rules::{Outcome, Rules};
use serde::Serialize;

use super::stage::Stage;

/// A position and the words below it.
#[derive(Serialize)]
pub struct Document<'a> {
    rules: &'a str,
    caption: String,
    fen: String,
    turn: String,
    no_progress: u32,
    outcome: &'static str,
    pieces: usize,
    columns: Vec<Column>,
}

/// A column: its runs from the top down, 0 a man and 1 a king, as in the one-line form.
#[derive(Serialize)]
struct Column {
    square: String,
    owner: String,
    king: bool,
    height: usize,
    own: String,
    prisoners: String,
    words: String,
}

impl Document<'_> {
    pub fn new<'a>(stage: &Stage, rules: &'a Rules) -> Document<'a> {
        let (position, board) = (&stage.position, rules.board());
        let column = |square| {
            let column = position.column(square);
            let digits = |depths: Range<usize>| {
                depths.map(|depth| if column.king_at(depth) { '1' } else { '0' }).collect()
            };
            position.owner(square).map(|owner| Column {
                square: board.name(square).to_owned(),
                owner: owner.to_string(),
                king: column.is_king(),
                height: column.height(),
                own: digits(0..column.own()),
                prisoners: digits(column.own()..column.height()),
                words: Words(owner, column).to_string(),
            })
        };
        Document {
            rules: rules.name(),
            caption: stage.caption.clone(),
            fen: stage.fen(rules),
            turn: position.turn().to_string(),
            no_progress: stage.no_progress,
            outcome: stage.outcome.map_or("*", Outcome::pdn),
            pieces: position.pieces(),
            columns: board.by_file(position.occupied()).into_iter().filter_map(column).collect(),
        }
    }
}
