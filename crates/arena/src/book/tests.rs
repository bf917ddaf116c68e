use std::collections::HashSet;

use super::*;
use crate::{BookOrder, OpeningError, Openings};

fn bashni() -> Rules {
    Rules::preset("bashni").unwrap()
}

fn make(plies: u32, extent: Extent, balance: Option<Balance>) -> Result<Book, BookError> {
    Book::make(&bashni(), &BookConfig { plies, extent, balance }, 2)
}

fn note<'a>(book: &'a Book, key: &str) -> &'a str {
    book.notes().iter().find(|(name, _)| name == key).map_or("", |(_, value)| value)
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let error = Book::read(text, &bashni()).unwrap_err().to_string();
    assert!(error.starts_with(message), "{error}");
}

#[test]
fn a_book_that_is_written_reads_back_the_same() {
    let rules = bashni();
    let book = make(3, Extent::All, None).unwrap();
    let read = Book::read(&book.text(&rules), &rules).unwrap();
    assert_eq!(read.text(&rules), book.text(&rules));
    assert_eq!((read.duplicates(), read.fingerprint(&rules)), (0, book.fingerprint(&rules)));
    assert_eq!(note(&read, "plies"), "3");
    assert!(note(&read, "made").starts_with("all lines, by bashni "));
    let text = book.text(&rules);
    assert!(text.starts_with("# Opening book for bashni: one opening a line, "), "{text}");
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), book.openings().len());
}

#[test]
fn all_lines_are_there_once_a_position_and_the_rest_is_counted() {
    let book = make(2, Extent::All, None).unwrap();
    assert_eq!(book.openings().len(), 49);
    assert_eq!(note(&book, "dropped"), "0 to a position that is there already, 0 over");
    let book = make(3, Extent::All, None).unwrap();
    let positions: HashSet<_> = book.openings().iter().map(|o| o.game.position().clone()).collect();
    assert_eq!(positions.len(), book.openings().len());
}

#[test]
fn people_write_books_with_numbers_comments_and_empty_lines() {
    let rules = bashni();
    let text = "\u{feff}# mine\n# source: a friend\n\n1. c3-b4 b6-a5  # sharp\n c3b4 b6c5\n# rules: bashni\n";
    let book = Book::read(text, &rules).unwrap();
    assert_eq!(book.openings()[0].move_texts(&rules), ["c3-b4", "b6-a5"]);
    assert_eq!(book.openings()[1].move_texts(&rules), ["c3-b4", "b6-c5"]);
    assert_eq!(note(&book, "source"), "a friend");
}

#[test]
fn openings_to_the_same_position_are_one() {
    let book = Book::read("c3-b4 b6-a5 e3-d4\n# other order\ne3-d4 b6-a5 c3-b4\n", &bashni()).unwrap();
    assert_eq!((book.openings().len(), book.duplicates()), (1, 1));
}

#[test]
fn a_bad_book_names_the_line() {
    refused("c3-b4\n\n# x\nc3-b4 b6-b5\n", "line 4, ply 2: `b6-b5`");
    refused("c3-b4 b6-a5 c3\n", "line 1, ply 3: `c3`");
    refused("c3-b4 c3-b4", "line 1, ply 2: `c3-b4` is not legal here");
    refused("# rules: lasca\nc3-b4\n", "line 1: the book is for the rules lasca, but was read for bashni");
    refused("", "no opening in it");
    refused("# rules: bashni\n", "no opening in it");
}

#[test]
fn an_opening_after_which_the_game_is_over_names_the_line() {
    let fields = RuleFields { start: Some("W:Wa1=1:Bb2=0".to_owned()), ..bashni().fields().clone() };
    let rules = Rules::new("tiny", fields).unwrap();
    let error = Book::read("# a capture that ends it\na1:c3\n", &rules).unwrap_err();
    assert_eq!(error, BookSyntaxError::Over { line: 2, ply: 1 });
}

#[test]
fn a_sample_follows_from_its_seed_and_not_from_the_threads() {
    let rules = bashni();
    let config = |seed| BookConfig {
        plies: 6,
        extent: Extent::Sample { count: 30, seed },
        balance: Some(Balance { limit: 40, depth: 3 }),
    };
    let text = |seed, threads| Book::make(&rules, &config(seed), threads).unwrap().text(&rules);
    assert_eq!(text(1, 1), text(1, 3));
    assert_ne!(text(1, 1), text(2, 1));
}

#[test]
fn balanced_openings_are_those_that_a_search_finds_balanced() {
    let rules = bashni();
    let balance = Balance { limit: 30, depth: 4 };
    let all = make(4, Extent::All, None).unwrap();
    let balanced = make(4, Extent::All, Some(balance)).unwrap();
    let mut search = Balance::search();
    let (mut kept, mut unbalanced, mut won) = (Vec::new(), 0, 0);
    for opening in all.openings() {
        let found = search.search(&rules, &opening.game, bashni_search::minimax::Limits::depth(4));
        if found.win_in().or(found.loss_in()).is_some() {
            won += 1;
        } else if found.score.abs() > 30 {
            unbalanced += 1;
        } else {
            kept.push(opening.move_texts(&rules));
        }
    }
    assert!(unbalanced > 0 && kept.len() > 100, "{unbalanced} {won} {}", kept.len());
    let texts: Vec<_> = balanced.openings().iter().map(|opening| opening.move_texts(&rules)).collect();
    assert_eq!(texts, kept);
    let dropped = note(&balanced, "dropped");
    assert!(dropped.ends_with(&format!("{unbalanced} not balanced, {won} with a forced win")), "{dropped}");
    assert_eq!(note(&balanced, "balanced"), "within 30 hundredths of a man at depth 4");
}

#[test]
fn too_many_and_too_few_are_errors_that_say_how_many() {
    let error = make(20, Extent::All, None).unwrap_err();
    assert!(error.to_string().contains("more than 200000 positions after 20 plies"), "{error}");
    let error = make(2, Extent::Sample { count: 50, seed: 1 }, None).unwrap_err();
    assert!(error.to_string().starts_with("only 49 of 50 openings of 2 plies"), "{error}");
}

#[test]
fn a_match_gets_the_openings_of_a_book_in_either_order_and_each_once() {
    let rules = bashni();
    let book = Arc::new(make(2, Extent::All, None).unwrap());
    let take = |order, count, seed| {
        let openings = Openings::Book { book: book.clone(), order }.take(&rules, count, seed)?;
        Ok::<_, OpeningError>(openings.iter().map(|o| o.move_texts(&rules).join(" ")).collect::<Vec<_>>())
    };
    let in_file: Vec<String> = book.openings().iter().map(|o| o.move_texts(&rules).join(" ")).collect();
    assert_eq!(take(BookOrder::File, 49, 1).unwrap(), in_file);
    let mut random = take(BookOrder::Random, 49, 1).unwrap();
    assert_ne!(random, in_file);
    assert_eq!(take(BookOrder::Random, 5, 1).unwrap(), random[..5]);
    random.sort();
    let mut sorted = in_file.clone();
    sorted.sort();
    assert_eq!(random, sorted);
    let error = take(BookOrder::File, 50, 1).unwrap_err();
    assert_eq!(error, OpeningError::BookTooSmall { wanted: 50, found: 49 });
    assert!(error.to_string().contains("the book has 49; ask for at most 98 games"), "{error}");
    let lasca = Rules::preset("lasca").unwrap();
    let other = Openings::Book { book: book.clone(), order: BookOrder::File }.take(&lasca, 1, 1);
    assert!(matches!(other, Err(OpeningError::OtherRules { .. })));
}
