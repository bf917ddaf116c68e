//! `bashni rules`, and the options that choose rules.

mod common;

use common::{json, refused, text};
use serde_json::json;

#[test]
fn the_presets_are_listed() {
    let document = json(&["rules", "list"]);
    let rules = document["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 13);
    assert_eq!(rules[0]["name"], "bashni");
    assert!(rules.iter().all(|entry| entry["description"].is_string()));
    let printed = text(&["rules"]);
    assert_eq!(printed.lines().count(), 13);
    assert!(printed.starts_with("bashni "));
}

#[test]
fn a_set_of_rules_is_shown_with_its_fields_and_start() {
    let document = json(&["rules", "show", "lasca"]);
    assert_eq!(document["name"], "lasca");
    assert_eq!(document["fields"]["man_capture"], "forward");
    assert_eq!(document["fields"]["files"], 7);
    assert_eq!((&document["squares"], &document["actions"]), (&json!(25), &json!(188)));
    assert!(document["start"].as_str().unwrap().starts_with("W:Wa1=0,a3=0,b2=0"));
    assert_eq!(json(&["rules", "show", "--rules", "lasca"]), document);
}

#[test]
fn people_get_a_board_and_the_text_of_a_rules_file() {
    let printed = text(&["rules", "show", "bashni-4x4"]);
    assert!(printed.starts_with("bashni-4x4: bashni on 4x4"), "{printed}");
    assert!(printed.contains("\n 1  w     w\n"), "{printed}");
    let (_, fields) = printed.split_once("\n\nfiles").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, format!("files{fields}")).unwrap();
    let shown = json(&["rules", "show", file.to_str().unwrap()]);
    assert_eq!(shown["name"], "mine");
    assert_eq!(shown["fields"], json(&["rules", "show", "bashni-4x4"])["fields"]);
}

#[test]
fn fields_are_changed_one_by_one() {
    let document = json(&["rules", "show", "--set", "rejump=never", "--set", "rows=2"]);
    assert_eq!(document["name"], "bashni+rejump=never+rows=2");
    assert_eq!((&document["fields"]["rejump"], &document["fields"]["rows"]), (&json!("never"), &json!(2)));
}

#[test]
fn a_file_goes_by_the_name_of_a_preset_only_if_it_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lasca.toml");
    let name = file.to_str().unwrap();
    std::fs::write(&file, "files = 6\nranks = 6\nrows = 2\n").unwrap();
    assert_eq!(json(&["rules", "show", name])["name"], name);
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/rules/lasca.toml");
    assert_eq!(json(&["rules", "show", shipped])["name"], "lasca");
}

#[test]
fn rules_that_do_not_exist_are_refused() {
    refused(2, &["moves", "--rules", "checkers"], &["`checkers`", "built in are: bashni, "]);
    refused(1, &["moves", "--rules", "no/such.toml"], &["no/such.toml", "cannot read", "No such file"]);
    refused(1, &["moves", "--rules", "/"], &["cannot read the rules file /"]);
}

#[test]
fn a_bad_rules_file_is_refused_with_its_name_the_line_and_what_was_expected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.toml");
    let name = file.to_str().unwrap();
    for (text, parts) in [
        ("files = 8\nrejumps = \"never\"\n", ["line 2", "unknown field `rejumps`"]),
        ("rows = \"three\"", ["line 1", "a whole number"]),
        ("rows = 7", ["rows = 7", "1 to 4"]),
        ("start = \"W:Wa2=0:B\"", ["start", "light square"]),
        ("not toml", ["line 1", "column"]),
    ] {
        std::fs::write(&file, text).unwrap();
        refused(1, &["rules", "show", "--json", name], &parts);
        refused(1, &["moves", "--rules", name], &[name]);
    }
    std::fs::write(&file, [0xff, 0xfe, 0x00]).unwrap();
    refused(1, &["moves", "--rules", name], &[name, "UTF-8"]);
}

#[test]
fn a_bad_change_is_refused_with_the_key_and_what_is_allowed() {
    refused(2, &["moves", "--set", "rejumps=never"], &["--set", "no field `rejumps`", "rejump"]);
    refused(2, &["moves", "--set", "rejump=often"], &["--set", "rejump=often", "\"no_immediate\""]);
    refused(2, &["moves", "--set", "files=20"], &["--set", "files = 20", "3 to 12"]);
    refused(2, &["moves", "--set", "files"], &["--set", "KEY=VALUE"]);
}
