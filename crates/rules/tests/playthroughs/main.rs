//! Golden playthroughs: a game of each preset, written down with all that the rules and the encoding make of it.
//!
//! Any change of behaviour shows as a difference of text. If the change is meant, write the files anew and look at what
//! changed:
//!
//! ```text
//! UPDATE_PLAYTHROUGHS=1 cargo test -p bashni-rules --test playthroughs
//! git diff tests/data/playthroughs
//! ```

mod events;
mod generator;
mod planes;
mod playthrough;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use bashni_rules::{Color, PRESETS, Rules};
use events::{End, Events};
use playthrough::play;
use similar::TextDiff;

/// The seed of each preset's game, chosen among thousands (see `look_for_seeds`) for what happens in it.
const SEEDS: [(&str, u64); 13] = [
    ("bashni", 1194),
    ("bashni-turkish", 2421),
    ("bashni-once", 2136),
    ("bashni-noimm", 391),
    ("bashni-short", 1696),
    ("bashni-6x6", 93),
    ("bashni-4x4", 718),
    ("bashni-5x5", 2785),
    ("bashni-10x10", 1737),
    ("lasca", 2297),
    ("lasca-once", 2251),
    ("russian", 1411),
    ("english", 1865),
];

/// Lines of a difference that are shown.
const SHOWN: usize = 60;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/playthroughs")
}

#[test]
fn games_are_played_and_encoded_as_they_were_written_down() {
    let update = std::env::var_os("UPDATE_PLAYTHROUGHS").is_some();
    let mut differences = String::new();
    for (preset, seed) in SEEDS {
        let played = play(&Rules::preset(preset).unwrap(), seed).text;
        let path = folder().join(format!("{preset}.txt"));
        if update {
            fs::create_dir_all(folder()).unwrap();
            fs::write(&path, &played).unwrap();
            continue;
        }
        let written = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        if written != played {
            differences.push_str(&difference(preset, &written, &played));
        }
    }
    assert!(
        differences.is_empty(),
        "{differences}\nIf this is meant: UPDATE_PLAYTHROUGHS=1 cargo test -p bashni-rules --test playthroughs"
    );
}

/// The first lines in which a game differs from what was written down.
fn difference(preset: &str, written: &str, played: &str) -> String {
    let diff = TextDiff::from_lines(written, played);
    let diff =
        diff.unified_diff().context_radius(4).header(&format!("{preset}.txt"), "played now").to_string();
    let mut lines: Vec<&str> = diff.lines().take(SHOWN).collect();
    let left = diff.lines().count() - lines.len();
    let more = format!("… and {left} lines more");
    if left > 0 {
        lines.push(&more);
    }
    lines.join("\n") + "\n"
}

#[test]
fn there_is_a_game_of_each_preset_and_no_other_file() {
    let presets: BTreeSet<&str> = PRESETS.iter().map(|&(name, _)| name).collect();
    let seeds: BTreeSet<&str> = SEEDS.iter().map(|&(name, _)| name).collect();
    assert_eq!(presets, seeds);
    let files: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(files, presets.iter().map(|name| format!("{name}.txt")).collect());
}

#[test]
fn every_kind_of_event_and_of_end_is_in_one_of_the_games() {
    let all: Vec<(&str, Events)> =
        SEEDS.iter().map(|&(name, seed)| (name, play(&Rules::preset(name).unwrap(), seed).events)).collect();
    let ends: BTreeSet<End> = all.iter().filter_map(|(_, events)| events.end).collect();
    for end in [
        End::NothingLeft(Color::White),
        End::NothingLeft(Color::Black),
        End::Blocked(Color::White),
        End::Blocked(Color::Black),
        End::Repetition,
        End::NoProgress,
    ] {
        assert!(ends.contains(&end), "no game ends because {end}: {ends:?}");
    }
    for (name, events) in &all {
        let stacks = Rules::preset(name).unwrap().stacks();
        assert!(events.promotions > 0, "{name}: {events:?}");
        assert!(events.freed > 0 || !stacks, "{name}: {events:?}");
        // On 4x4 there is hardly room for a second jump.
        let jumps = match *name {
            "bashni-4x4" => 1,
            "bashni-5x5" => 2,
            _ => 3,
        };
        assert!(events.longest >= jumps, "{name}: {events:?}");
    }
    let some = |what: &str, seen: fn(&Events) -> usize| {
        assert!(all.iter().any(|(_, events)| seen(events) > 0), "no game has {what}");
    };
    some("a promotion in a capture that goes on", |events| events.promotions_in_chains);
    some("a promotion that ends a capture", |events| {
        events.promotions_in_captures - events.promotions_in_chains
    });
    some("a column that is jumped twice in a move", |events| events.rejumps);
    some("a king that is taken", |events| events.kings_taken);
    some("several paths to one position", |events| events.merged);
    some("a tower of eight pieces", |events| usize::from(events.tallest >= 8));
}

/// Prints the seeds with the richest games of each preset, for whoever wants others.
#[test]
#[ignore = "a search: cargo test --release -p bashni-rules --test playthroughs -- --ignored --nocapture"]
fn look_for_seeds() {
    for (preset, _) in PRESETS {
        let rules = Rules::preset(preset).unwrap();
        let mut games: Vec<(u64, u64, Events)> = (0..3000)
            .map(|seed| {
                let events = play(&rules, seed).events;
                (richness(&events), seed, events)
            })
            .collect();
        games.sort_by_key(|&(richness, seed, _)| (std::cmp::Reverse(richness), seed));
        // The richest for each way to end.
        let mut shown = BTreeSet::new();
        for (richness, seed, events) in games.iter().filter(|(_, _, events)| shown.insert(events.end)) {
            println!("{preset} {seed}: {richness} {events:?}");
        }
    }
}

fn richness(events: &Events) -> u64 {
    let worth = [
        (events.longest.saturating_sub(1), 4, 4),
        (events.chains, 1, 6),
        (events.promotions, 2, 3),
        (events.promotions_in_chains, 8, 1),
        (events.freed, 1, 6),
        (events.kings_taken, 3, 2),
        (events.rejumps, 6, 2),
        (events.merged, 2, 2),
        (events.tallest, 1, 8),
        (events.repetitions as usize, 3, 2),
        (usize::from(events.end.is_some()), 12, 1),
    ];
    worth.into_iter().map(|(number, value, most)| value * number.min(most) as u64).sum()
}
