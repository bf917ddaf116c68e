use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Int8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, ListArray, PrimitiveArray, RecordBatch, StringArray,
};
use bashni_rules::Color;
use bashni_search::Wdl;

use crate::{Ending, GameRecord, Row, RowError, State};

/// A column that is missing, of another type, or has nulls.
pub(crate) struct WrongColumn {
    pub(crate) column: &'static str,
    pub(crate) expected: &'static str,
}

/// A batch whose columns have been found and are of the right types.
pub(crate) struct Columns<'a> {
    game_id: &'a PrimitiveArray<UInt64Type>,
    game_seed: &'a PrimitiveArray<UInt64Type>,
    network_step: &'a PrimitiveArray<UInt64Type>,
    start: &'a StringArray,
    opening: &'a StringArray,
    ply: &'a PrimitiveArray<UInt32Type>,
    step: &'a PrimitiveArray<UInt16Type>,
    position: &'a StringArray,
    chain: &'a StringArray,
    turn: &'a StringArray,
    no_progress: &'a PrimitiveArray<UInt32Type>,
    repetitions: &'a PrimitiveArray<UInt32Type>,
    action: &'a PrimitiveArray<UInt16Type>,
    legal: List<'a, UInt16Type>,
    policy: List<'a, Float32Type>,
    search: [&'a PrimitiveArray<Float32Type>; 3],
    root: [&'a PrimitiveArray<Float32Type>; 3],
    full: &'a BooleanArray,
    sims: &'a PrimitiveArray<UInt32Type>,
    surprise: &'a PrimitiveArray<Float32Type>,
    outcome: &'a PrimitiveArray<Int8Type>,
    plies_left: &'a PrimitiveArray<UInt32Type>,
    ending: &'a StringArray,
    final_position: &'a StringArray,
}

/// A column of lists, and the values of all of them.
struct List<'a, T: ArrowPrimitiveType> {
    lists: &'a ListArray,
    values: &'a PrimitiveArray<T>,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(batch: &'a RecordBatch) -> Result<Columns<'a>, WrongColumn> {
        Ok(Columns {
            game_id: numbers(batch, "game_id", "u64")?,
            game_seed: numbers(batch, "game_seed", "u64")?,
            network_step: numbers(batch, "network_step", "u64")?,
            start: text(batch, "start")?,
            opening: text(batch, "opening")?,
            ply: numbers(batch, "ply", "u32")?,
            step: numbers(batch, "step", "u16")?,
            position: text(batch, "position")?,
            chain: text(batch, "chain")?,
            turn: text(batch, "turn")?,
            no_progress: numbers(batch, "no_progress", "u32")?,
            repetitions: numbers(batch, "repetitions", "u32")?,
            action: numbers(batch, "action", "u16")?,
            legal: lists(batch, "legal", "lists of u16")?,
            policy: lists(batch, "policy", "lists of f32")?,
            search: [
                numbers(batch, "search_win", "f32")?,
                numbers(batch, "search_draw", "f32")?,
                numbers(batch, "search_loss", "f32")?,
            ],
            root: [
                numbers(batch, "root_win", "f32")?,
                numbers(batch, "root_draw", "f32")?,
                numbers(batch, "root_loss", "f32")?,
            ],
            full: find(batch, "full", "true or false")?
                .as_boolean_opt()
                .ok_or(WrongColumn { column: "full", expected: "true or false" })?,
            sims: numbers(batch, "sims", "u32")?,
            surprise: numbers(batch, "surprise", "f32")?,
            outcome: numbers(batch, "outcome", "i8")?,
            plies_left: numbers(batch, "plies_left", "u32")?,
            ending: text(batch, "ending")?,
            final_position: text(batch, "final_position")?,
        })
    }

    /// Row `i`, checked. It shares the record of `game`, the game of the row before, if that is its own.
    pub(crate) fn row(&self, i: usize, game: &mut Option<Arc<GameRecord>>) -> Result<Row, RowError> {
        let turn = match self.turn.value(i) {
            "W" => Color::White,
            "B" => Color::Black,
            other => {
                return Err(RowError::Value { column: "turn", value: other.to_owned(), expected: "W or B" });
            }
        };
        let wdl = |[win, draw, loss]: [&PrimitiveArray<Float32Type>; 3]| {
            Wdl::new(win.value(i), draw.value(i), loss.value(i))
        };
        let row = Row {
            game: self.game(i, turn, game)?,
            state: State {
                ply: self.ply.value(i),
                step: self.step.value(i),
                position: self.position.value(i).to_owned(),
                chain: self.chain.value(i).to_owned(),
                turn,
                no_progress: self.no_progress.value(i),
                repetitions: self.repetitions.value(i),
            },
            action: self.action.value(i),
            legal: self.legal.row(i),
            policy: self.policy.row(i),
            search: wdl(self.search),
            root: wdl(self.root),
            full: self.full.value(i),
            sims: self.sims.value(i),
            surprise: self.surprise.value(i),
        };
        row.check()?;
        Ok(row)
    }

    /// The record of row `i`'s game.
    fn game(
        &self,
        i: usize,
        turn: Color,
        game: &mut Option<Arc<GameRecord>>,
    ) -> Result<Arc<GameRecord>, RowError> {
        let value = |column, value: String, expected| RowError::Value { column, value, expected };
        let outcome = self.outcome.value(i);
        let outcome = Row::outcome_from_mover(outcome, turn)
            .ok_or_else(|| value("outcome", outcome.to_string(), "1, 0 or -1"))?;
        let ending = self.ending.value(i);
        let ending = Ending::parse(ending).ok_or_else(|| {
            value("ending", ending.to_owned(), "no_move, repetition, no_progress or resignation")
        })?;
        let left = self.plies_left.value(i);
        let plies = self.ply.value(i).checked_add(left).ok_or_else(|| {
            value("plies_left", left.to_string(), "a number that with `ply` is below 4294967296")
        })?;
        let (id, seed, network_step) =
            (self.game_id.value(i), self.game_seed.value(i), self.network_step.value(i));
        let (start, opening, final_position) =
            (self.start.value(i), self.opening.value(i), self.final_position.value(i));
        let same = |game: &&mut Arc<GameRecord>| {
            (game.id, game.seed, game.network_step) == (id, seed, network_step)
                && (game.plies, game.outcome, game.ending) == (plies, outcome, ending)
                && (&*game.start, &*game.opening, &*game.final_position) == (start, opening, final_position)
        };
        if let Some(game) = game.as_mut().filter(same) {
            return Ok(game.clone());
        }
        let record = Arc::new(GameRecord {
            id,
            seed,
            network_step,
            start: start.to_owned(),
            opening: opening.to_owned(),
            plies,
            outcome,
            ending,
            final_position: final_position.to_owned(),
        });
        *game = Some(record.clone());
        Ok(record)
    }
}

impl<T: ArrowPrimitiveType> List<'_, T> {
    fn row(&self, i: usize) -> Vec<T::Native> {
        let offsets = self.lists.value_offsets();
        let range = offsets[i] as usize..offsets[i + 1] as usize;
        self.values.values()[range].to_vec()
    }
}

fn find<'a>(
    batch: &'a RecordBatch,
    column: &'static str,
    expected: &'static str,
) -> Result<&'a ArrayRef, WrongColumn> {
    let found = batch.column_by_name(column).filter(|array| array.null_count() == 0);
    found.ok_or(WrongColumn { column, expected })
}

fn numbers<'a, T: ArrowPrimitiveType>(
    batch: &'a RecordBatch,
    column: &'static str,
    expected: &'static str,
) -> Result<&'a PrimitiveArray<T>, WrongColumn> {
    find(batch, column, expected)?.as_primitive_opt().ok_or(WrongColumn { column, expected })
}

fn text<'a>(batch: &'a RecordBatch, column: &'static str) -> Result<&'a StringArray, WrongColumn> {
    let expected = "text";
    find(batch, column, expected)?.as_string_opt().ok_or(WrongColumn { column, expected })
}

fn lists<'a, T: ArrowPrimitiveType>(
    batch: &'a RecordBatch,
    column: &'static str,
    expected: &'static str,
) -> Result<List<'a, T>, WrongColumn> {
    let wrong = || WrongColumn { column, expected };
    let lists: &ListArray = find(batch, column, expected)?.as_list_opt().ok_or_else(wrong)?;
    let values: &PrimitiveArray<T> = lists.values().as_primitive_opt().ok_or_else(wrong)?;
    if values.null_count() > 0 { Err(wrong()) } else { Ok(List { lists, values }) }
}
