use std::collections::HashSet;

use bashni_rules::Rules;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64;

use super::Opening;
use crate::seed::derive;

/// Games with at most so many openings of a length are listed at once: the last ones would be hard to hit at random.
const SHORT_LIST: usize = 1_024;

/// More than this are not listed after the sampling has given up, which it does only where few are left.
const LONG_LIST: usize = 20_000;

/// Lines without a new position after which the sampling gives up.
const MISSES: u32 = 20_000;

/// What was passed over on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Passed {
    /// Lines to a position that was there already.
    pub repeated: u64,
    /// Lines on which the game ended.
    pub over: u64,
}

/// Distinct openings of a length, one after the other. Their order follows from the seed alone, so that whoever takes
/// more of them gets the same ones first.
pub(crate) struct Candidates<'a> {
    rules: &'a Rules,
    plies: u32,
    seed: u64,
    attempt: u64,
    /// Hashes of the positions that were returned: 64 bits tell these few apart.
    seen: HashSet<u64>,
    /// All that are left, once they were listed.
    listed: Option<std::vec::IntoIter<Opening>>,
    gave_up: bool,
    passed: Passed,
}

impl<'a> Candidates<'a> {
    /// In random order.
    pub fn sampled(rules: &'a Rules, plies: u32, seed: u64) -> Candidates<'a> {
        let mut candidates = Candidates::empty(rules, plies, seed);
        candidates.listed = candidates.list(SHORT_LIST).map(|all| shuffled(all, seed));
        candidates
    }

    /// All of them, in the order of their moves; `None` if there are more than `limit`.
    pub fn all(rules: &'a Rules, plies: u32, limit: usize) -> Option<Candidates<'a>> {
        let mut candidates = Candidates::empty(rules, plies, 0);
        candidates.listed = Some(candidates.list(limit)?.into_iter());
        Some(candidates)
    }

    fn empty(rules: &'a Rules, plies: u32, seed: u64) -> Candidates<'a> {
        Candidates {
            rules,
            plies,
            seed,
            attempt: 0,
            seen: HashSet::new(),
            listed: None,
            gave_up: false,
            passed: Passed::default(),
        }
    }

    /// True if every opening of this length was known at the end, false if the search gave up.
    pub fn is_exhausted(&self) -> bool {
        !self.gave_up
    }

    /// What was passed over so far.
    pub fn passed(&self) -> Passed {
        self.passed
    }

    /// Every opening, one a position, or `None` if there are more than `limit` at any length on the way.
    fn list(&mut self, limit: usize) -> Option<Vec<Opening>> {
        let start = Opening::start(self.rules);
        let mut passed = Passed::default();
        let mut layer = if start.is_over(self.rules) { Vec::new() } else { vec![start] };
        for _ in 0..self.plies {
            let mut next = Vec::new();
            let mut seen = HashSet::new();
            for opening in &layer {
                for played in opening.game.position().legal_moves(self.rules) {
                    let longer = opening.followed_by(self.rules, &played);
                    if longer.is_over(self.rules) {
                        passed.over += 1;
                    } else if seen.insert(longer.game.hash()) {
                        next.push(longer);
                    } else {
                        passed.repeated += 1;
                    }
                }
                if next.len() > limit {
                    return None;
                }
            }
            layer = next;
            if layer.is_empty() {
                break;
            }
        }
        self.passed = passed;
        Some(layer)
    }

    /// A line drawn at random; `None` if the game ends on it.
    fn random_line(&self, seed: u64) -> Option<Opening> {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut line = Opening::start(self.rules);
        for _ in 0..self.plies {
            let played = line.game.position().legal_moves(self.rules).choose(&mut rng).copied()?;
            line.play(self.rules, &played);
            if line.is_over(self.rules) {
                return None;
            }
        }
        (!line.is_over(self.rules)).then_some(line)
    }
}

impl Iterator for Candidates<'_> {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        if self.gave_up {
            return None;
        }
        let mut misses = 0;
        while self.listed.is_none() && misses < MISSES {
            let line = self.random_line(derive(self.seed, self.attempt));
            self.attempt += 1;
            match line {
                Some(line) if self.seen.insert(line.game.hash()) => return Some(line),
                Some(_) => self.passed.repeated += 1,
                None => self.passed.over += 1,
            }
            misses += 1;
        }
        if self.listed.is_none() {
            let Some(mut rest) = self.list(LONG_LIST) else {
                self.gave_up = true;
                return None;
            };
            rest.retain(|opening| !self.seen.contains(&opening.game.hash()));
            self.listed = Some(shuffled(rest, self.seed));
        }
        self.listed.as_mut()?.next()
    }
}

fn shuffled(mut openings: Vec<Opening>, seed: u64) -> std::vec::IntoIter<Opening> {
    openings.shuffle(&mut Pcg64::seed_from_u64(seed));
    openings.into_iter()
}
