//! Tables as CSV and plain text.

use bashni_report::{Align, Cell, Column, Table};
use proptest::prelude::*;

fn ratings() -> Table {
    Table::new([
        Column::new("player"),
        Column::new("Elo").group("rating"),
        Column::new("games").group("rating"),
        Column::new("score"),
        Column::new("note").align(Align::Center),
    ])
    .row([
        Cell::text("net"),
        Cell::estimate(1234.5, (1180.0, f64::INFINITY), 0).signed(),
        Cell::integer(12_000),
        Cell::percent(0.98765, 1),
        Cell::text("x"),
    ])
    .row([
        Cell::text("Башни 象棋"),
        Cell::estimate(-28.0, (-60.0, 4.0), 0).signed(),
        Cell::integer(200),
        Cell::percent(f64::NAN, 1),
        Cell::empty(),
    ])
    .row([Cell::text("two\nlines\u{1b}[31m")])
}

#[test]
fn a_table_is_aligned_by_what_is_seen() {
    insta::assert_snapshot!(ratings().to_string(), @r"
                                rating
    player                              Elo   games   score  note
    ──────────────  ───────────────────────  ──────  ──────  ────
    net             +1,234 (+1,180 to +inf)  12,000  98.8 %   x
    Башни 象棋              -28 (-60 to +4)     200       -
    two lines�[31m
    ");
}

#[test]
fn csv_has_numbers_in_full_and_the_ends_of_intervals() {
    insta::assert_snapshot!(ratings().csv().replace('\u{1b}', "ESC"), @r#"
    player,rating Elo,rating Elo low,rating Elo high,rating games,score,note
    net,1234.5,1180,inf,12000,0.98765,x
    Башни 象棋,-28,-60,4,200,NaN,
    "two
    linesESC[31m",,,,,,
    "#);
}

#[test]
fn rows_may_be_longer_than_the_head_and_tables_empty() {
    let table = Table::new(["a"]).row([Cell::integer(1), Cell::integer(2)]);
    assert_eq!(table.csv(), "a,\n1,2\n");
    assert_eq!(table.to_string(), "a\n─  ─\n1  2\n");
    assert_eq!(Table::new(["a", "b"]).csv(), "a,b\n");
    assert_eq!(Table::default().to_string(), "\n\n");
}

proptest! {
    #[test]
    fn csv_reads_back_as_it_was_written(
        rows in prop::collection::vec((any::<String>(), any::<f64>(), any::<i64>(), any::<String>()), 0..8)
    ) {
        let mut table = Table::new(["text", "number", "count", "more \"text\", quoted"]);
        for (text, number, count, more) in &rows {
            table.push([Cell::text(text), Cell::number(*number, 2), Cell::integer(*count), Cell::text(more)]);
        }
        let csv = table.csv();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        prop_assert_eq!(reader.headers().unwrap().get(3), Some("more \"text\", quoted"));
        let read: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        prop_assert_eq!(read.len(), rows.len());
        for (record, (text, number, count, more)) in read.iter().zip(&rows) {
            prop_assert_eq!(&record[0], text);
            let back: f64 = record[1].parse().unwrap();
            prop_assert!(back == *number || back.is_nan() && number.is_nan());
            prop_assert_eq!(record[2].parse::<i64>().unwrap(), *count);
            prop_assert_eq!(&record[3], more);
        }
    }

    #[test]
    fn lines_of_text_are_as_many_as_rows(texts in prop::collection::vec(any::<String>(), 0..6)) {
        let mut table = Table::new(["text"]);
        for text in &texts {
            table.push([Cell::text(text)]);
        }
        let text = table.to_string();
        prop_assert_eq!(text.matches('\n').count(), texts.len() + 2);
        prop_assert!(text.chars().all(|letter| letter == '\n' || !letter.is_control()));
    }
}
