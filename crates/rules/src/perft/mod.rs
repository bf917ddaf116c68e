//! Perft: the number of move sequences of some length, the usual test of a move generator.

mod table;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::{Move, MoveList, Position, Rules, Undo};
use table::Table;
pub use table::TableError;

/// What perft counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Count {
    /// Moves: paths that end in the same position once.
    #[default]
    Moves,
    /// Paths: each distinct sequence of landings.
    Paths,
}

impl Count {
    fn of(self, played: &Move) -> u64 {
        match self {
            Count::Moves => 1,
            Count::Paths => played.paths(),
        }
    }
}

/// The number of move sequences of exactly `depth` moves from a position. Draws are not known to it.
///
/// ```
/// use bashni_rules::{Count, Rules, perft};
///
/// let rules = Rules::preset("bashni").unwrap();
/// assert_eq!(perft(rules.start(), &rules, 4, Count::Moves), 1469);
/// ```
pub fn perft(position: &Position, rules: &Rules, depth: u32, count: Count) -> u64 {
    Perft::new(rules, count).count(position, depth)
}

/// Perft with several threads and a table of what was counted before.
///
/// Counts that do not fit into 64 bits come out as `u64::MAX`.
///
/// ```
/// use bashni_rules::{Count, Perft, Rules};
///
/// let rules = Rules::preset("lasca").unwrap();
/// let counter = Perft::new(&rules, Count::Moves).threads(2).table(1).unwrap();
/// assert_eq!(counter.count(rules.start(), 9), 5692);
/// ```
pub struct Perft<'a> {
    rules: &'a Rules,
    count: Count,
    threads: usize,
    table: Option<Table>,
}

impl<'a> Perft<'a> {
    /// A counter with one thread and no table.
    pub fn new(rules: &'a Rules, count: Count) -> Perft<'a> {
        Perft { rules, count, threads: 1, table: None }
    }

    /// The counter with so many threads, at least one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Perft<'a> {
        Perft { threads: threads.max(1), ..self }
    }

    /// The counter with a table of at most so many mebibytes, shared by its threads; 0 for none. Entries are found by a
    /// hash of 64 bits: two positions with the same one are not told apart, which is to be expected once in some
    /// 10^19 / (positions looked up x entries) counts.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn table(self, mebibytes: usize) -> Result<Perft<'a>, TableError> {
        Ok(Perft { table: Table::new(mebibytes)?, ..self })
    }

    /// The number of sequences of exactly `depth` moves.
    pub fn count(&self, position: &Position, depth: u32) -> u64 {
        if self.threads == 1 || depth < 3 {
            return Counter::new(self, depth).search(&mut position.clone(), depth);
        }
        self.divide(position, depth).into_iter().map(|(_, count)| count).fold(0, u64::saturating_add)
    }

    /// The legal moves, each with the number of sequences of exactly `depth` moves that begin with it. Empty if `depth`
    /// is 0.
    pub fn divide(&self, position: &Position, depth: u32) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let moves = position.legal_moves(self.rules);
        let tasks = self.tasks(position, &moves, rest);
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut counter = Counter::new(self, rest);
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let found = counter.search(&mut task.position.clone(), task.depth).saturating_mul(task.times);
                let add = |count: u64| Some(count.saturating_add(found));
                // It always succeeds: `add` never says no.
                let _ = counts[task.first].fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
    }

    /// Positions to count from, several for each thread where there are enough, by the move that leads to them.
    fn tasks(&self, position: &Position, moves: &[Move], depth: u32) -> Vec<Task> {
        let after = |position: &Position, played: &Move| position.after(self.rules, played);
        let mut tasks: Vec<Task> = moves
            .iter()
            .enumerate()
            .map(|(first, played)| {
                let times = self.count.of(played);
                Task { first, position: after(position, played), depth, times }
            })
            .collect();
        while self.threads > 1
            && tasks.len() < 32 * self.threads
            && tasks.first().is_some_and(|task| task.depth > 2)
        {
            let split = |task: &Task| -> Vec<Task> {
                let moves = task.position.legal_moves(self.rules);
                let below = |played: &Move| Task {
                    first: task.first,
                    position: after(&task.position, played),
                    depth: task.depth - 1,
                    times: task.times.saturating_mul(self.count.of(played)),
                };
                moves.iter().map(below).collect()
            };
            tasks = tasks.iter().flat_map(split).collect();
        }
        tasks
    }
}

/// A position whose sequences a thread counts.
struct Task {
    /// Which move of the root led to it.
    first: usize,
    position: Position,
    depth: u32,
    /// By how many paths.
    times: u64,
}

/// One thread's count, with a list of moves for each ply.
struct Counter<'a> {
    rules: &'a Rules,
    count: Count,
    table: Option<&'a Table>,
    lists: Vec<MoveList>,
}

impl<'a> Counter<'a> {
    fn new(perft: &'a Perft<'_>, depth: u32) -> Counter<'a> {
        let Perft { rules, count, table, .. } = perft;
        Counter { rules, count: *count, table: table.as_ref(), lists: vec![MoveList::new(); depth as usize] }
    }

    fn search(&mut self, position: &mut Position, depth: u32) -> u64 {
        match (depth, self.count) {
            (0, _) => return 1,
            (1, Count::Moves) => return position.count_moves(self.rules) as u64,
            _ => {}
        }
        if let Some(known) = self.table.and_then(|table| table.get(position.hash(), depth)) {
            return known;
        }
        let mut moves = std::mem::take(&mut self.lists[depth as usize - 1]);
        position.legal_moves_into(self.rules, &mut moves);
        let (mut total, mut undo) = (0u64, Undo::default());
        for played in &moves {
            let times = self.count.of(played);
            let below = if depth == 1 {
                1
            } else {
                position.play_reversibly(self.rules, played, &mut undo);
                let below = self.search(position, depth - 1);
                position.undo(played, &undo);
                below
            };
            total = total.saturating_add(times.saturating_mul(below));
        }
        self.lists[depth as usize - 1] = moves;
        if let Some(table) = self.table {
            table.put(position.hash(), depth, total);
        }
        total
    }
}
