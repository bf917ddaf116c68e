//! Rules as data: the files under `configs/rules`, rules files of one's own, and changes by `key=value`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use bashni_rules::{PRESETS, RuleFields, Rules, RulesError};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../configs/rules")
}

fn refusal(text: &str) -> String {
    Rules::from_toml("test", text).expect_err(text).to_string()
}

fn refused_change(change: &str) -> String {
    Rules::preset("bashni").unwrap().with(&[change]).expect_err(change).to_string()
}

#[test]
fn there_is_one_file_for_each_preset() {
    let files: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let presets: BTreeSet<String> = PRESETS.iter().map(|(name, _)| format!("{name}.toml")).collect();
    assert_eq!(files, presets);
}

#[test]
fn each_file_says_what_the_preset_says_and_comments_every_key() {
    for (name, _) in PRESETS {
        let text = std::fs::read_to_string(folder().join(format!("{name}.toml"))).unwrap();
        let rules = Rules::from_toml(*name, &text).unwrap();
        assert_eq!(rules.fields(), Rules::preset(name).unwrap().fields(), "{name}");
        for key in RuleFields::KEYS {
            let stands = |line: &str| {
                let line = line.strip_prefix("# ").unwrap_or(line);
                line.starts_with(&format!("{key} =")) && line.contains(" # ")
            };
            assert!(text.lines().any(stands), "{name}: {key}");
        }
    }
}

#[test]
fn the_keys_are_those_of_the_fields() {
    let fields = RuleFields { start: Some("W:Wa1=0:B".to_owned()), ..RuleFields::default() };
    let rules = Rules::new("test", fields).unwrap();
    let text = rules.to_toml();
    let keys: Vec<&str> =
        text.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key).collect();
    assert_eq!(keys, RuleFields::KEYS);
}

#[test]
fn rules_survive_being_written_and_read() {
    for (name, _) in PRESETS {
        let rules = Rules::preset(name).unwrap();
        assert_eq!(Rules::from_toml(*name, &rules.to_toml()).unwrap().fields(), rules.fields(), "{name}");
    }
}

#[test]
fn an_empty_file_is_bashni() {
    assert_eq!(Rules::from_toml("test", "").unwrap().fields(), &RuleFields::default());
}

#[test]
fn an_unknown_key_is_refused_with_its_line_and_the_keys_there_are() {
    let message = refusal("files = 8\nrejumps = \"never\"\n");
    for part in ["line 2", "rejumps", "`rejump`", "`no_progress_plies`"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_wrong_type_is_refused_with_what_was_expected() {
    for (text, parts) in [
        ("files = \"8\"", ["line 1", "a whole number"]),
        ("\nrejump = 1", ["line 2", "\"free\", \"no_immediate\", \"never\" or \"turkish\""]),
        ("king = \"fling\"", ["\"fling\"", "\"flying\" or \"short\""]),
        ("rows = -1", ["`-1`", "a whole number from 0 to 255"]),
        ("ranks = 300", ["`300`", "a whole number from 0 to 255"]),
        ("start = 3", ["line 1", "string"]),
        ("repetition = 2.5", ["`2.5`", "a whole number"]),
        ("files = ", ["line 1", "column"]),
    ] {
        let message = refusal(text);
        for part in parts {
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}

#[test]
fn fields_that_do_not_fit_each_other_are_refused() {
    for (text, parts) in [
        ("files = 2", vec!["files = 2", "3 to 12"]),
        ("files = 12\nranks = 12", vec!["64 playable squares", "72"]),
        ("rows = 5", vec!["rows = 5", "1 to 4"]),
        ("rows = 0", vec!["rows = 0"]),
        ("repetition = 1", vec!["repetition = 1", "2 or more"]),
        ("start = \"W:Wa2=0:B\"", vec!["start", "a2 is a light square"]),
        ("start = \"W:Wa1=0:B:H3\"", vec!["start", ":H"]),
        ("captured = \"remove\"\nstart = \"W:Wa1=00:B\"", vec!["start", "a1", "remove"]),
        ("start = \"\"", vec!["start", "empty"]),
    ] {
        let message = refusal(text);
        for part in parts {
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}

#[test]
fn a_refused_change_names_the_key_the_value_and_what_is_allowed() {
    for (change, parts) in [
        (
            "rejump=sometimes",
            vec!["rejump=sometimes", "\"free\", \"no_immediate\", \"never\" or \"turkish\""],
        ),
        ("rejump=1", vec!["rejump=1", "\"turkish\""]),
        ("rows=two", vec!["rows=two", "a whole number"]),
        ("rows=5", vec!["rows = 5", "1 to 4"]),
        ("colour=red", vec!["no field `colour`", "files, ranks, rows, start, king"]),
        ("rejump", vec!["`rejump`", "KEY=VALUE"]),
        ("=", vec!["no field ``"]),
    ] {
        let message = refused_change(change);
        for part in parts {
            assert!(message.contains(part), "{change}: {message}");
        }
    }
}

#[test]
fn changes_make_a_name_and_changes_to_what_was_there_make_none() {
    let bashni = Rules::preset("bashni").unwrap();
    let changed = bashni.with(&["files=6", "ranks = 6", "rows=2"]).unwrap();
    assert_eq!(changed.name(), "bashni+files=6+ranks=6+rows=2");
    assert_eq!(changed.fields(), Rules::preset("bashni-6x6").unwrap().fields());
    assert_eq!(bashni.with(&["rejump=free"]).unwrap().name(), "bashni");
    let start = bashni.with(&["start=B:Wa1=1:Bb2=00"]).unwrap();
    assert_eq!(start.start().fen(&start), "B:Wa1=1:Bb2=00");
}

#[test]
fn an_unknown_preset_is_refused_with_those_there_are() {
    let error = Rules::preset("checkers").unwrap_err();
    assert!(matches!(error, RulesError::UnknownPreset { .. }));
    let message = error.to_string();
    assert!(PRESETS.iter().all(|(name, _)| message.contains(name)), "{message}");
}
