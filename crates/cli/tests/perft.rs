//! `bashni perft`.

mod common;

use common::{bashni, json, refused, text};
use serde_json::json;

#[test]
fn moves_of_each_length_are_counted() {
    assert_eq!(
        text(&["perft", "--rules", "bashni", "--depth", "6", "--json"]),
        "{\"rules\":\"bashni\",\"moves\":[7,49,302,1469,7482,37908]}\n"
    );
}

#[test]
fn paths_are_counted_on_request() {
    assert_eq!(
        json(&["perft", "--paths", "--depth", "2", "--position", "W:Wa1=1:Bb2=00"]),
        json!({"rules": "bashni", "paths": [6, 0]})
    );
}

#[test]
fn counting_may_start_elsewhere_and_under_other_rules() {
    assert_eq!(
        json(&["perft", "--depth", "1", "--position", "W:Wa1=1:Bb2=00", "--set", "rejump=never"]),
        json!({"rules": "bashni+rejump=never", "moves": [6]})
    );
    assert_eq!(
        json(&["perft", "--depth", "5", "--rules", "lasca"]),
        json!({"rules": "lasca", "moves": [6, 6, 18, 54, 116]})
    );
}

#[test]
fn people_get_a_line_for_each_depth() {
    let printed = text(&["perft", "--depth", "3"]);
    assert_eq!(printed.lines().count(), 5);
    assert!(printed.lines().nth(4).unwrap().trim_start().starts_with("3             302"), "{printed}");
}

#[test]
fn depths_that_are_none_are_refused() {
    for depth in ["0", "-1", "two", "101", "1.5"] {
        refused(2, &["perft", &format!("--depth={depth}")], &["--depth", depth]);
    }
    assert_eq!(bashni(&["perft", "--depth"]).status, 2);
}

#[test]
fn threads_and_a_table_do_not_change_a_count() {
    let alone = text(&["perft", "--depth", "7", "--json"]);
    assert_eq!(text(&["perft", "--depth", "7", "--json", "--threads", "3", "--hash", "2"]), alone);
}

#[test]
fn a_count_may_be_divided_by_the_first_move() {
    let divided = json(&["perft", "--depth", "2", "--divide", "--position", "W:Wc1=1,e3=0:Bd6=0"]);
    let counts = divided["divide"].as_object().unwrap();
    assert_eq!(divided["moves"][1], counts.values().map(|count| count.as_u64().unwrap()).sum::<u64>());
    assert_eq!(counts["e3-d4"], 2);
    let printed = text(&["perft", "--depth", "3", "--divide"]);
    assert!(printed.contains("\nc3-b4              47\n"), "{printed}");
    assert_eq!(printed.lines().count(), 5 + 7);
}

#[test]
fn tables_and_threads_that_cannot_be_are_refused() {
    refused(2, &["perft", "--threads=0"], &["--threads", "0"]);
    refused(2, &["perft", "--hash=-1"], &["--hash", "-1"]);
}
