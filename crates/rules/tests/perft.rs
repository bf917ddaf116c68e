//! Perft from the start position against known figures.
//!
//! The Russian and English rows are published; the others come from two programs written apart from each other
//! and from this one. Rows are checked to the depth that takes seconds in this build: deeper in release.

use bashni_rules::{Count, Perft, Rules, perft};

/// Deepest count that is made: more in release, where it takes seconds all the same.
const LIMIT: u64 = if cfg!(debug_assertions) { 300_000 } else { 120_000_000 };

/// Checks a row that starts at depth `first`.
fn check(rules: &Rules, count: Count, first: u32, row: &[u64]) {
    let mut checked = 0;
    for (depth, &expected) in (first..).zip(row) {
        if expected <= LIMIT {
            let found = perft(rules.start(), rules, depth, count);
            assert_eq!(found, expected, "{}, {count:?}, depth {depth}", rules.name());
            checked += 1;
        }
    }
    assert!(checked > 0);
}

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

fn changed(name: &str, change: &str) -> Rules {
    preset(name).with(&[change]).unwrap()
}

#[test]
fn bashni() {
    let rules = preset("bashni");
    check(&rules, Count::Paths, 1, &[7, 49, 302, 1469, 7482, 37908, 189912, 925945, 4534075]);
    check(&rules, Count::Moves, 1, &[7, 49, 302, 1469, 7482, 37908, 189912, 925939, 4533994]);
}

#[test]
fn bashni_with_limits_on_jumping_again() {
    check(
        &preset("bashni-noimm"),
        Count::Paths,
        1,
        &[7, 49, 302, 1469, 7482, 37908, 189912, 925945, 4533893],
    );
    check(&preset("bashni-once"), Count::Paths, 1, &[7, 49, 302, 1469, 7482, 37908, 189912, 925945, 4533893]);
    check(&preset("bashni-once"), Count::Moves, 7, &[189912, 925939, 4533812]);
}

#[test]
fn bashni_with_a_turkish_strike() {
    check(
        &preset("bashni-turkish"),
        Count::Paths,
        1,
        &[7, 49, 302, 1469, 7482, 37908, 189912, 925868, 4533214],
    );
    check(&preset("bashni-turkish"), Count::Moves, 7, &[189912, 925862, 4533133]);
}

#[test]
fn bashni_without_reversal() {
    let rules = changed("bashni", "reversal=forbidden");
    check(&rules, Count::Paths, 7, &[189912, 925868, 4533214, 22076184]);
}

#[test]
fn bashni_with_free_landing() {
    let rules = changed("bashni", "king_landing=free");
    check(&rules, Count::Paths, 7, &[189912, 925945, 4534084]);
}

#[test]
fn lasca() {
    let rules = preset("lasca");
    let shared = [6, 6, 18, 54, 116, 324, 846, 2148, 5692];
    check(&rules, Count::Paths, 1, &shared);
    check(&rules, Count::Paths, 10, &[13898, 37130, 97512, 269842, 744308]);
    check(&rules, Count::Moves, 10, &[13898, 37130, 97492, 269770, 744022]);
    check(&preset("lasca-once"), Count::Paths, 10, &[13898, 37124, 97440, 269512, 742638]);
}

#[test]
fn other_boards() {
    let six = [5, 25, 106, 369, 1306, 4294, 13250, 41272, 119102, 346490];
    check(&preset("bashni-6x6"), Count::Paths, 1, &six);
    let four = [3, 9, 12, 16, 27, 30, 53, 84, 175, 380, 864, 1897];
    check(&preset("bashni-4x4"), Count::Paths, 1, &four);
    check(&preset("bashni-10x10"), Count::Paths, 1, &[9, 81, 658, 4265, 27132, 168158, 1060383]);
}

#[test]
fn russian_draughts_as_published() {
    let row = [7, 49, 302, 1469, 7482, 37986, 190146, 929899, 4570586, 22444032, 110917189];
    check(&preset("russian"), Count::Moves, 1, &row);
}

#[test]
fn english_draughts_as_published() {
    let row = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128];
    check(&preset("english"), Count::Moves, 1, &row);
}

#[test]
fn threads_and_a_table_do_not_change_a_count() {
    for (name, depth) in [("bashni", 7), ("lasca", 10), ("bashni-5x5", 8), ("bashni-4x4", 12)] {
        let rules = preset(name);
        for count in [Count::Moves, Count::Paths] {
            let expected = perft(rules.start(), &rules, depth, count);
            for (threads, mebibytes) in [(1, 1), (3, 0), (3, 1), (2, 8)] {
                let counter = Perft::new(&rules, count).threads(threads).table(mebibytes).unwrap();
                assert_eq!(counter.count(rules.start(), depth), expected, "{name}, {count:?}, {threads}");
            }
        }
    }
}

#[test]
fn divided_by_the_first_move_a_count_adds_up() {
    for (name, depth) in [("bashni", 6), ("english", 5), ("bashni-10x10", 1), ("lasca", 0)] {
        let rules = preset(name);
        for threads in [1, 3] {
            let divided = Perft::new(&rules, Count::Moves).threads(threads).divide(rules.start(), depth);
            assert_eq!(divided.len(), if depth == 0 { 0 } else { rules.start().legal_moves(&rules).len() });
            let sum: u64 = divided.iter().map(|(_, count)| count).sum();
            assert_eq!(sum, if depth == 0 { 0 } else { perft(rules.start(), &rules, depth, Count::Moves) });
            for (played, count) in &divided {
                let after = rules.start().after(&rules, played);
                assert_eq!(*count, perft(&after, &rules, depth - 1, Count::Moves));
            }
        }
    }
}
