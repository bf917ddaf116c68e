//! The positions on the way from the game's past to the node that is searched, for draws by rule.

use bashni_rules::{Game, Rules};

/// No position of the path.
pub(super) const NOWHERE: u32 = u32::MAX;

/// A reach that no number of plies without progress allows.
pub(super) const ENDLESS: u8 = u8::MAX;

/// A draw by rule, and on what it hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draw {
    /// The position came before. The index is that of the first position of the path that this hangs on, or
    /// [`NOWHERE`] where the game's past suffices.
    Repetition(u32),
    /// Too many plies without progress.
    NoProgress,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Index of the first position that could still come again.
    since: usize,
    no_progress: u32,
}

/// Hashes of the positions since the game began, as far as they could come again, up to the one that is searched.
#[derive(Clone, Debug)]
pub(super) struct Path {
    hashes: Vec<u64>,
    marks: Vec<Mark>,
    root: usize,
    /// Occurrences of the root before the game was restored.
    restored: u32,
    /// Occurrences that make a draw, or `u32::MAX`.
    repetition: u32,
    /// Plies without progress that make a draw, or `u32::MAX`.
    limit: u32,
    /// True if a position of the path that comes again is taken for a draw at once.
    first_repeat_draws: bool,
}

impl Path {
    pub(super) fn new(rules: &Rules, game: &Game, first_repeat_draws: bool) -> Path {
        let or_never = |number: u32| if number == 0 { u32::MAX } else { number };
        let earlier = game.earlier_hashes();
        let hash = game.position().hash();
        let seen = earlier.iter().filter(|&&other| other == hash).count() as u32;
        let mut hashes = earlier.to_vec();
        hashes.push(hash);
        Path {
            root: earlier.len(),
            marks: vec![Mark { since: 0, no_progress: game.no_progress() }],
            hashes,
            restored: game.repetitions().saturating_sub(seen),
            repetition: or_never(rules.fields().repetition),
            limit: or_never(rules.fields().no_progress_plies),
            first_repeat_draws: first_repeat_draws && rules.fields().repetition > 0,
        }
    }

    /// Goes on to the position after a move: `progress` starts the count of plies anew, `for_good` is a change that
    /// nothing can undo.
    #[inline]
    pub(super) fn push(&mut self, hash: u64, progress: bool, for_good: bool) {
        let Mark { since, no_progress } = self.mark();
        let since = if for_good { self.hashes.len() } else { since };
        let no_progress = if progress { 0 } else { no_progress.saturating_add(1) };
        self.hashes.push(hash);
        self.marks.push(Mark { since, no_progress });
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.hashes.pop();
        self.marks.pop();
    }

    #[inline]
    fn mark(&self) -> Mark {
        // The root's is never taken off.
        self.marks.last().copied().unwrap_or(Mark { since: 0, no_progress: 0 })
    }

    /// Index of the position that is searched.
    #[inline]
    pub(super) fn index(&self) -> u32 {
        (self.hashes.len() - 1) as u32
    }

    /// Whether the rules make the position that is searched a draw, if its side can move.
    #[inline]
    pub(super) fn draw(&self) -> Option<Draw> {
        let Mark { since, no_progress } = self.mark();
        let last = self.hashes.len() - 1;
        if last >= since + 4
            && let Some(draw) = self.repetition(since, last)
        {
            return Some(draw);
        }
        (no_progress >= self.limit).then_some(Draw::NoProgress)
    }

    fn repetition(&self, since: usize, last: usize) -> Option<Draw> {
        let hash = self.hashes[last];
        let (mut seen, mut hangs_on) = (1, NOWHERE);
        let mut index = last - 4;
        loop {
            if self.hashes[index] == hash {
                seen += 1;
                if index >= self.root {
                    hangs_on = index as u32;
                    if self.first_repeat_draws {
                        return Some(Draw::Repetition(hangs_on));
                    }
                }
                if index == self.root {
                    seen += self.restored;
                }
                if seen >= self.repetition {
                    return Some(Draw::Repetition(hangs_on));
                }
            }
            // Every second position has the other side to move.
            if index < since + 2 {
                return None;
            }
            index -= 2;
        }
    }

    /// What the position is stored under, to be searched `depth` plies deep. Where a draw for want of progress may come
    /// within the depth, the count of plies is a part of it.
    #[inline]
    pub(super) fn key(&self, depth: i32) -> u64 {
        let hash = self.hashes[self.hashes.len() - 1];
        if self.is_near_limit(depth) {
            hash ^ u64::from(self.mark().no_progress + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        } else {
            hash
        }
    }

    #[inline]
    fn is_near_limit(&self, depth: i32) -> bool {
        self.mark().no_progress.saturating_add(depth.max(0) as u32) >= self.limit
    }

    /// True if a result that was found under [`key`](Path::key) with this reach holds here too: then the lines below
    /// end before the count of plies makes a draw, here as there.
    #[inline]
    pub(super) fn allows(&self, depth: i32, reach: u8) -> bool {
        self.limit == u32::MAX
            || self.is_near_limit(depth)
            || reach < ENDLESS && self.mark().no_progress + u32::from(reach) < self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, rules};

    fn path(rules: &[&str], first_repeat_draws: bool) -> Path {
        let rules = crate::testing::rules("bashni").with(rules).unwrap();
        Path::new(&rules, &game(&rules, "W:Wa1=1:Bc1=1"), first_repeat_draws)
    }

    fn push(path: &mut Path, hashes: &[u64]) {
        hashes.iter().for_each(|&hash| path.push(hash, false, false));
    }

    #[test]
    fn the_third_occurrence_draws_and_hangs_on_the_first_within_the_path() {
        let mut path = path(&[], false);
        push(&mut path, &[1, 2, 3, 4, 1, 2, 3, 4]);
        assert_eq!(path.draw(), None);
        push(&mut path, &[1]);
        assert_eq!(path.draw(), Some(Draw::Repetition(1)));
        path.pop();
        assert_eq!(path.draw(), None);
    }

    #[test]
    fn the_second_occurrence_draws_if_wanted_and_nothing_repeats_across_a_change_for_good() {
        let mut first = path(&[], true);
        push(&mut first, &[1, 2, 3, 4, 1]);
        assert_eq!(first.draw(), Some(Draw::Repetition(1)));
        let mut changed = path(&[], true);
        push(&mut changed, &[1, 2, 3]);
        changed.push(4, true, true);
        push(&mut changed, &[1]);
        assert_eq!(changed.draw(), None);
        let mut never = path(&["repetition=0"], true);
        push(&mut never, &[1, 2, 3, 4, 1, 2, 3, 4, 1]);
        assert_eq!(never.draw(), None);
    }

    #[test]
    fn the_past_of_the_game_counts_but_once_is_no_draw_yet() {
        let rules = rules("bashni");
        let mut shuffled = game(&rules, "W:Wh8=111:Bc1=1");
        let begin = shuffled.position().hash();
        for text in ["h8-g7", "c1-d2", "g7-h8"] {
            let played = rules.parse_move(shuffled.position(), text).unwrap();
            shuffled.play(&rules, &played);
        }
        let mut path = Path::new(&rules, &shuffled, true);
        push(&mut path, &[begin]);
        assert_eq!(path.draw(), None);
        push(&mut path, &[1, 2, 3, begin]);
        assert_eq!(path.draw(), Some(Draw::Repetition(4)));
        let restored = Game::restore(shuffled.position().clone(), 0, 1);
        let mut path = Path::new(&rules, &restored, false);
        push(&mut path, &[1, 2, 3, shuffled.position().hash()]);
        assert_eq!(path.draw(), Some(Draw::Repetition(0)));
    }

    #[test]
    fn plies_without_progress_draw_and_are_told_apart_only_where_the_draw_is_near() {
        let mut path = path(&["no_progress_plies=4"], false);
        let rest = path.key(3);
        push(&mut path, &[1, 2]);
        assert_eq!((path.key(1), path.draw()), (2, None));
        assert_ne!(path.key(2), 2);
        assert!(path.allows(1, 1) && !path.allows(1, 2) && !path.allows(1, ENDLESS));
        push(&mut path, &[3, 4]);
        assert_eq!(path.draw(), Some(Draw::NoProgress));
        path.push(5, true, false);
        assert_eq!((path.key(3), path.draw()), (5, None));
        assert_eq!(rest, game(&rules("bashni"), "W:Wa1=1:Bc1=1").hash());
    }
}
