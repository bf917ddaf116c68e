//! `bashni book`, and matches from books.

mod common;

use std::fs;

use common::runs::Bench;
use common::{error, json, refused, text};

#[test]
fn a_book_is_made_checked_and_played_from() {
    let bench = Bench::new();
    let book = bench.at("all.book");
    let made = json(&["book", "--plies", "2", "--all", "--out", &book]);
    assert_eq!((&made["openings"], &made["duplicates"]), (&49.into(), &0.into()));
    let written = fs::read_to_string(&book).unwrap();
    assert!(written.contains("# rules: bashni\n# plies: 2\n# made: all lines"), "{written}");
    let checked = json(&["book", "--check", &book]);
    assert_eq!(checked["fingerprint"], made["fingerprint"]);
    let play = |games: &str| {
        ["arena", "--a", "random", "--b", "random", "--book", &book, "--games", games].map(str::to_owned)
    };
    let call = play("98");
    let report = json(&call.each_ref().map(String::as_str));
    assert_eq!((&report["games"], &report["repeated_games"]), (&98.into(), &0.into()));
    let call = play("100");
    refused(2, &call.each_ref().map(String::as_str), &["the book has 49", "at most 98 games"]);
}

#[test]
fn the_same_command_makes_the_same_book() {
    let bench = Bench::new();
    let make = |file: &str, seed: &str| {
        let out = bench.at(file);
        text(&[
            "book",
            "--plies",
            "6",
            "--count",
            "20",
            "--seed",
            seed,
            "--balanced",
            "50",
            "--depth",
            "3",
            "--out",
            &out,
        ]);
        fs::read_to_string(out).unwrap()
    };
    let first = make("1", "1");
    assert_eq!(first, make("2", "1"));
    assert_ne!(first, make("3", "2"));
    assert!(first.contains("# balanced: within 50 hundredths of a man at depth 3\n"), "{first}");
}

#[test]
fn books_that_are_none_name_the_line() {
    let bench = Bench::new();
    let book = bench.at("bad.book");
    let arena = ["arena", "--a", "random", "--b", "random", "--games", "2", "--book", &book];
    assert!(error(1, &arena).contains("cannot read"));
    fs::write(&book, "c3-b4 b6-a5\nc3-c4\n").unwrap();
    refused(2, &arena, &["bad.book: line 2, ply 1: `c3-c4`"]);
    refused(2, &["book", "--check", &book], &["bad.book: line 2, ply 1"]);
    fs::write(&book, "# rules: lasca\nc3-b4 b6-a5\n").unwrap();
    refused(2, &arena, &["line 1: the book is for the rules lasca", "--rules lasca"]);
    refused(2, &["book", "--out", &book], &["--plies"]);
    refused(
        2,
        &["book", "--plies", "2", "--count", "50", "--out", &book],
        &["only 49 of 50 openings of 2 plies"],
    );
}
