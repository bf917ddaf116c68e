//! A window over the newest rows of a run, to sample training batches from.

use std::collections::VecDeque;
use std::iter::repeat;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use bashni_rules::{Color, Rules};
use bashni_search::{Mover, Wdl};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use crate::{GameRecord, Row, Shard, ShardError, State};

/// Rows of a full block.
const BLOCK: usize = 16_384;

/// The newest rows of a run, up to a number.
///
/// Rows come in the order in which they were played; when there are too many the oldest go. What the window holds
/// depends only on the rows that came and on its capacity, not on how they were cut into shards. A row takes some 220
/// bytes: positions stay text, and planes are made when a row is used. The rows of a game share its record.
#[derive(Clone, Debug)]
pub struct Window {
    blocks: VecDeque<Block>,
    len: usize,
    capacity: usize,
    added: u64,
}

impl Window {
    /// An empty window for at most `capacity` rows.
    pub fn new(capacity: usize) -> Window {
        Window { blocks: VecDeque::new(), len: 0, capacity, added: 0 }
    }

    /// A window over the newest of some shards, given from the oldest to the newest. Only as many as are needed are
    /// read, from the newest backwards.
    ///
    /// # Errors
    /// If a shard cannot be read or is of other rules.
    pub fn load(shards: &[impl AsRef<Path>], rules: &Rules, capacity: usize) -> Result<Window, ShardError> {
        let mut newest = Vec::new();
        let mut rows = 0;
        for path in shards.iter().rev() {
            if rows >= capacity {
                break;
            }
            let shard = Shard::open_for(path.as_ref(), rules)?;
            rows += shard.len();
            newest.push(shard);
        }
        let mut window = Window::new(capacity);
        for shard in newest.iter().rev() {
            window.add_shard(shard)?;
        }
        Ok(window)
    }

    /// Adds rows, newer than all that are there.
    pub fn add<'a>(&mut self, rows: impl IntoIterator<Item = &'a Row>) {
        for row in rows {
            match self.blocks.back_mut() {
                Some(newest) if newest.rows.len() < BLOCK => newest.push(row),
                newest => {
                    newest.into_iter().for_each(Block::shrink);
                    let mut block = Block::default();
                    block.push(row);
                    self.blocks.push_back(block);
                }
            }
            self.added += 1;
            self.len += 1;
        }
        self.evict();
    }

    /// Adds the rows of a shard, newer than all that are there.
    ///
    /// # Errors
    /// If a row cannot be read; the window is then unchanged.
    pub fn add_shard(&mut self, shard: &Shard) -> Result<(), ShardError> {
        self.add(&shard.rows()?);
        Ok(())
    }

    /// Changes the capacity; the oldest rows go if it shrinks. Rows that have gone do not come back if it grows.
    pub fn set_capacity(&mut self, capacity: usize) {
        self.capacity = capacity;
        self.evict();
    }

    /// Lets go of the oldest rows beyond the capacity. Their memory is freed a block at a time.
    fn evict(&mut self) {
        while self.len > self.capacity
            && let Some(oldest) = self.blocks.front_mut()
        {
            let excess = (self.len - self.capacity).min(oldest.len());
            oldest.skipped += excess;
            self.len -= excess;
            if oldest.len() == 0 {
                self.blocks.pop_front();
            }
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The most rows that the window holds.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Number of rows ever added, those that have gone included.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// A row by its place, 0 for the oldest.
    pub fn row(&self, index: usize) -> Option<Row> {
        let mut left = index;
        for block in &self.blocks {
            if left < block.len() {
                return block.row(block.skipped + left);
            }
            left -= block.len();
        }
        None
    }

    /// Places of `count` rows drawn at random: the same window and seed give the same places. No row comes twice before
    /// every row has come once. Empty if the window is.
    pub fn sample(&self, count: usize, seed: u64) -> Vec<usize> {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut places = Vec::with_capacity(count);
        while places.len() < count && self.len > 0 {
            let wanted = (count - places.len()).min(self.len);
            places.extend(rand::seq::index::sample(&mut rng, self.len, wanted));
        }
        places
    }

    /// The rows at the places of [`sample`](Window::sample).
    pub fn batch(&self, count: usize, seed: u64) -> Vec<Row> {
        self.sample(count, seed).into_iter().filter_map(|place| self.row(place)).collect()
    }
}

/// Rows that follow each other, packed: none has an allocation of its own.
#[derive(Clone, Debug, Default)]
struct Block {
    /// Rows at the front that count no more.
    skipped: usize,
    rows: Vec<Packed>,
    games: Vec<Arc<GameRecord>>,
    /// Positions and chains.
    text: String,
    legal: Vec<u16>,
    policy: Vec<f32>,
}

#[derive(Clone, Debug)]
struct Packed {
    position: Span,
    chain: Span,
    lists: Span,
    ply: u32,
    no_progress: u32,
    repetitions: u32,
    /// Place in the block's games.
    game: u32,
    sims: u32,
    surprise: f32,
    search: Wdl<Mover>,
    root: Wdl<Mover>,
    step: u16,
    action: u16,
    turn: Color,
    full: bool,
}

/// A stretch of one of a block's vectors.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    len: u32,
}

impl Span {
    /// The stretch from `start` to `end`. (A text of 4 GB cannot come out of a shard.)
    fn new(start: usize, end: usize) -> Span {
        Span { start, len: (end - start) as u32 }
    }

    fn range(self) -> Range<usize> {
        self.start..self.start + self.len as usize
    }
}

impl Block {
    fn len(&self) -> usize {
        self.rows.len() - self.skipped
    }

    fn push(&mut self, row: &Row) {
        let state = &row.state;
        // The steps of one chain share their position.
        let before = self.rows.last().map(|last| last.position);
        let position = match before.filter(|span| self.text[span.range()] == state.position) {
            Some(span) => span,
            None => self.push_text(&state.position),
        };
        let chain = self.push_text(&state.chain);
        let game = self.game(&row.game);
        let start = self.legal.len();
        self.legal.extend_from_slice(&row.legal);
        // A row that was checked has as many; padded, one that was not cannot shift those after it.
        self.policy.extend(row.policy.iter().copied().chain(repeat(0.0)).take(row.legal.len()));
        self.rows.push(Packed {
            position,
            chain,
            lists: Span::new(start, self.legal.len()),
            ply: state.ply,
            no_progress: state.no_progress,
            repetitions: state.repetitions,
            game,
            sims: row.sims,
            surprise: row.surprise,
            search: row.search,
            root: row.root,
            step: state.step,
            action: row.action,
            turn: state.turn,
            full: row.full,
        });
    }

    /// The place of a game in the block, which is the last one unless the row begins another.
    fn game(&mut self, game: &Arc<GameRecord>) -> u32 {
        if !self.games.last().is_some_and(|last| Arc::ptr_eq(last, game) || last == game) {
            self.games.push(game.clone());
        }
        (self.games.len() - 1) as u32
    }

    fn push_text(&mut self, text: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(text);
        Span::new(start, self.text.len())
    }

    fn row(&self, index: usize) -> Option<Row> {
        let packed = self.rows.get(index)?;
        Some(Row {
            game: self.games.get(packed.game as usize)?.clone(),
            state: State {
                ply: packed.ply,
                step: packed.step,
                position: self.text[packed.position.range()].to_owned(),
                chain: self.text[packed.chain.range()].to_owned(),
                turn: packed.turn,
                no_progress: packed.no_progress,
                repetitions: packed.repetitions,
            },
            action: packed.action,
            legal: self.legal[packed.lists.range()].to_vec(),
            policy: self.policy[packed.lists.range()].to_vec(),
            search: packed.search,
            root: packed.root,
            full: packed.full,
            sims: packed.sims,
            surprise: packed.surprise,
        })
    }

    /// Gives back memory that was taken in advance.
    fn shrink(&mut self) {
        self.rows.shrink_to_fit();
        self.games.shrink_to_fit();
        self.text.shrink_to_fit();
        self.legal.shrink_to_fit();
        self.policy.shrink_to_fit();
    }
}
