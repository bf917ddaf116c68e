//! `bashni arena`.

mod common;

use std::fs;

use common::runs::Bench;
use common::{command, error, json, refused, text};
use serde_json::Value;

fn number(report: &Value, key: &str) -> f64 {
    report[key].as_f64().unwrap_or_else(|| panic!("{key} of {report}"))
}

/// Checks that the numbers of a report agree with each other.
fn assert_consistent(report: &Value, games: f64) {
    let number = |key| number(report, key);
    assert_eq!(number("games"), games);
    assert_eq!(number("wins") + number("draws") + number("losses"), games, "{report}");
    assert!((number("score") - (number("wins") + number("draws") / 2.0) / games).abs() < 1e-9, "{report}");
    assert!(number("elo_low") < number("elo") && number("elo") < number("elo_high"), "{report}");
}

#[test]
fn the_report_has_these_keys_in_this_order_and_numbers_that_agree() {
    let printed = text(&["arena", "--a", "random", "--b", "minimax:depth=2", "--games", "40", "--json"]);
    let keys = ["a", "b", "games", "wins", "draws", "losses", "score", "elo", "elo_low", "elo_high"];
    let found: Vec<&str> = printed.split("\":").filter_map(|part| part.rsplit('"').next()).collect();
    assert_eq!(found[..keys.len()], keys, "{printed}");
    let report: Value = serde_json::from_str(&printed).unwrap();
    let more =
        ["pentanomial", "nelo", "nelo_low", "nelo_high", "los", "repeated_games", "forfeits", "players"];
    let all: Vec<&String> = report.as_object().unwrap().keys().collect();
    assert_eq!(all, [&keys[..], &more].concat());
    assert_eq!((&report["a"], &report["b"]), (&"random".into(), &"minimax:depth=2".into()));
    assert_consistent(&report, 40.0);
    assert!(number(&report, "score") < 0.2 && number(&report, "elo") < 0.0, "{report}");
}

/// Games without the times of their moves, and so without the lines in which they stand.
fn untimed(pdn: &str) -> String {
    let words = |line: &str| {
        let timed = |word: &&str| !word.trim_end_matches('}').ends_with("ms");
        line.split(' ').filter(timed).collect::<Vec<_>>().join(" ")
    };
    let (tags, moves): (Vec<&str>, Vec<&str>) = pdn.lines().partition(|line| line.starts_with('['));
    format!("{}\n{}", tags.join("\n"), words(&moves.join(" ")))
}

#[test]
fn a_sequential_test_stops_a_match_and_says_so() {
    let call = ["arena", "--a", "minimax:depth=2", "--b", "random", "--sprt", "0,50", "--games", "2000"];
    let report = json(&call);
    assert_eq!(report["decision"], "H1");
    assert!(number(&report, "llr") > 2.94 && number(&report, "games") < 200.0, "{report}");
    assert_eq!(report["pentanomial"].as_array().unwrap().len(), 5);
    assert_eq!(report, json(&[&call[..], &["--threads", "1"]].concat()));
    assert!(text(&call).contains("H1 is accepted"));
    let normalised = json(&[&call[..], &["--sprt-nelo", "--alpha", "0.01", "--beta", "0.1"]].concat());
    assert_eq!(
        (&normalised["sprt"]["model"], &normalised["sprt"]["alpha"]),
        (&"normalised".into(), &0.01.into())
    );
    let random = ["arena", "--a", "random", "--b", "random"];
    refused(2, &[&random[..], &["--sprt", "50,0"]].concat(), &["elo0 must be below elo1"]);
    refused(2, &[&random[..], &["--sprt", "5"]].concat(), &["two numbers, as 0,20"]);
    refused(2, &[&random[..], &["--alpha", "0.1"]].concat(), &["--sprt"]);
    refused(2, &[&random[..], &["--sprt", "0,5", "--alpha", "0.7"]].concat(), &["alpha = 0.7"]);
}

#[test]
fn games_say_how_moves_were_found_and_a_page_shows_them() {
    let bench = Bench::new();
    let (pdn, html, csv) = (bench.at("games.pdn"), bench.at("match.html"), bench.at("games.csv"));
    let players = ["arena", "--a", "minimax:depth=3", "--b", "rollout:ms=2", "--games", "2"];
    json(&[&players[..], &["--pdn", &pdn, "--html", &html, "--csv", &csv]].concat());
    let games = fs::read_to_string(&pdn).unwrap();
    for part in ["/3 ", "nodes ", "sims ", "ms}", "[Termination \"normal\"]", "[WhiteVersion \"bashni "] {
        assert!(games.contains(part), "{part}: {games}");
    }
    assert!(fs::read_to_string(&html).unwrap().contains("rollout:ms=2"));
    assert!(fs::read_to_string(&csv).unwrap().starts_with("game,white,black,result,termination"));
    let slow = ["arena", "--a", "random", "--b", "minimax:ms=70000"];
    refused(2, &slow, &["thinks as long as the limit for a move, 60 s"]);
    refused(2, &[&slow[..], &["--move-limit", "0"]].concat(), &["--move-limit"]);
}

#[test]
fn swapping_the_players_mirrors_what_is_expected() {
    let call = ["--games", "10", "--rules", "bashni-6x6"];
    let one = json(&[&["arena", "--a", "random", "--b", "minimax:depth=3"][..], &call].concat());
    let other = json(&[&["arena", "--a", "minimax:depth=3", "--b", "random"][..], &call].concat());
    assert!(number(&one, "score") < 0.5 && number(&other, "score") > 0.5);
    let twins = json(&[&["arena", "--a", "minimax:depth=1", "--b", "minimax:depth=1"][..], &call].concat());
    assert_consistent(&twins, 10.0);
}

#[test]
fn the_same_match_has_the_same_result_on_any_number_of_threads() {
    let bench = Bench::with_a_run();
    let (net, pdn) = (format!("net:{},sims=8", bench.at("run")), bench.at("games.pdn"));
    let play = |more: &[&str]| {
        let call = ["arena", "--a", &net, "--b", "minimax:depth=1", "--games", "8", "--opening-plies", "2"];
        let report = json(&[&call[..], &["--pdn", &pdn], more].concat());
        (report, untimed(&fs::read_to_string(&pdn).unwrap()))
    };
    let first = play(&[]);
    assert_consistent(&first.0, 8.0);
    assert_eq!(first.1.matches("[Result ").count(), 8, "{}", first.1);
    assert_eq!(first, play(&[]));
    assert_eq!(first, play(&["--threads", "1"]));
    assert_eq!(first, play(&["--threads", "3"]));
    assert_ne!(first.1, play(&["--seed", "2"]).1);
}

#[test]
fn a_network_plays_itself_with_other_numbers_of_simulations() {
    let bench = Bench::with_a_run();
    let [few, many] = [2, 9].map(|sims| format!("net:{},sims={sims}", bench.at("run")));
    let play = |more: &[&str]| {
        let call = ["arena", "--a", &few, "--b", &many, "--games", "8", "--opening-plies", "2"];
        json(&[&call[..], more].concat())
    };
    let report = play(&[]);
    assert_consistent(&report, 8.0);
    assert_eq!(report["players"][0]["checkpoint"], report["players"][1]["checkpoint"]);
    assert_eq!(report, play(&["--threads", "1"]));
}

#[test]
fn a_run_plays_as_its_newest_checkpoint_under_its_own_rules() {
    let bench = Bench::with_a_run();
    let play = |player: &str, pdn: &str| {
        let net = format!("net:{},sims=4", bench.at(player));
        let pdn = bench.at(pdn);
        let call = ["--b", "random", "--games", "6", "--opening-plies", "2", "--pdn", &pdn];
        let report = json(&[&["arena", "--a", &net][..], &call].concat());
        assert_consistent(&report, 6.0);
        // The players' names differ, the moves must not.
        let games = untimed(&fs::read_to_string(pdn).unwrap());
        games.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join("\n")
    };
    let run = play("run", "run.pdn");
    assert_eq!(run, play("run/checkpoints/000002", "newest.pdn"));
    let said = text(&[
        "arena",
        "--a",
        &format!("net:{},sims=2", bench.at("run")),
        "--b",
        "random",
        "--games",
        "2",
        "--opening-plies",
        "2",
    ]);
    assert!(said.contains("rules bashni-4x4: 2 games"), "{said}");
}

#[test]
fn players_and_numbers_that_are_none_are_used_wrongly() {
    for (a, parts) in [
        ("nobody", ["nobody", "random"]),
        ("minimax:depth=0", ["depth=`0`", "from 1"]),
        ("minimax:ms=0", ["ms=`0`", "from 1"]),
        ("rollout:sims=0", ["sims=`0`", "from 1"]),
        ("minimax:width=3", ["unknown setting `width`", "depth"]),
        ("minimax:depth", ["`depth` is not a setting", "KEY=NUMBER"]),
        ("net:", ["net needs a path", "net:runs/first"]),
    ] {
        refused(2, &["arena", "--a", "random", "--b", a, "--json"], &parts);
    }
    let random = |more: &[&'static str]| [&["arena", "--a", "random", "--b", "random"][..], more].concat();
    refused(2, &random(&["--games", "3"]), &["3 games", "must be even"]);
    refused(2, &random(&["--games", "0"]), &["0 games", "at least 2"]);
    refused(2, &random(&["--games=-2"]), &["--games"]);
    refused(2, &random(&["--threads", "0"]), &["--threads"]);
    refused(2, &random(&["--device", "gpu"]), &["device = \"gpu\": expected \"cpu\""]);
    refused(2, &random(&["--rules", "chess"]), &["chess"]);
    refused(2, &random(&["--rules", "bashni-4x4", "--opening-plies", "0", "--games", "4"]), &["opening"]);
}

#[test]
fn networks_that_cannot_play_are_refused() {
    let bench = Bench::with_a_run();
    let refuse = |path: &str, more: &[&str], parts: &[&str]| {
        let net = format!("net:{path}");
        refused(1, &[&["arena", "--a", "random", "--b", &net, "--games", "2"][..], more].concat(), parts);
    };
    let rules = ["--rules", "bashni-4x4", "--opening-plies", "2"];
    for more in [&[][..], &rules] {
        refuse(&bench.at("none"), more, &["none: there is no such checkpoint or run"]);
        refuse(&bench.at("config.toml"), more, &["config.toml: neither a checkpoint"]);
    }
    let checkpoint = bench.at("run/checkpoints/000001");
    refuse(
        &checkpoint,
        &["--rules", "bashni"],
        &["trained for the rules bashni-4x4 (files = 4", "not bashni"],
    );
    refuse(&checkpoint, &["--rules", "bashni-4x4", "--set", "rejump=never"], &["rejump = \"free\""]);
    let model = bench.path("run/checkpoints/000001/model.safetensors");
    let whole = fs::read(&model).unwrap();
    for length in [0, 8, whole.len() / 2, whole.len() - 1] {
        fs::write(&model, &whole[..length]).unwrap();
        refuse(&checkpoint, &rules, &["model.safetensors: damaged: ", "use another checkpoint"]);
    }
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let call = ["arena", "--a", "random", "--b", "random", "--games", "2"];
    for option in ["--pdn", "--csv", "--html"] {
        let said = error(1, &[&call[..], &[option, "/dev/null/games"]].concat());
        assert!(said.contains("cannot write /dev/null/games"), "{said}");
    }
}

#[test]
fn options_of_the_other_kind_of_arena_are_refused() {
    let call = ["arena", "--a", "random", "--b", "random", "--games", "2"];
    for more in [
        ["--sims", "4"],
        ["--anchor", "random=0"],
        ["--bootstrap", "200"],
        ["--schedule", "gauntlet"],
        ["--every", "3"],
        ["--against", "minimax"],
    ] {
        refused(2, &[&call[..], &more].concat(), &[more[0], "cannot be used with"]);
    }
    refused(2, &["arena", "--run", "run", "--sprt-nelo"], &["cannot be used with", "--sprt-nelo"]);
    refused(2, &["arena", "--run", "run", "--alpha", "0.1"], &["cannot be used with", "--alpha"]);
}

#[test]
fn each_output_has_a_file_of_its_own() {
    let bench = Bench::new();
    let file = bench.at("out");
    let call = ["arena", "--a", "random", "--b", "random", "--games", "2", "--pdn", &file, "--html", &file];
    refused(2, &call, &["named for two kinds of output"]);
    // What is refused leaves nothing behind.
    refused(2, &["arena", "--a", "random", "--b", "random", "--games", "3", "--pdn", &file], &["3 games"]);
    assert!(!bench.path("out").exists());
}

#[test]
fn a_match_that_is_killed_leaves_the_games_that_it_had_played() {
    let bench = Bench::new();
    let (pdn, file) = (bench.at("games.pdn"), bench.path("games.pdn"));
    let call = [
        "arena",
        "--a",
        "minimax:depth=3",
        "--b",
        "minimax:depth=2",
        "--games",
        "4000",
        "--threads",
        "2",
        "--pdn",
        &pdn,
    ];
    let mut child = command(&call)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while fs::metadata(&file).map_or(0, |file| file.len()) < 20_000 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "the match was over already");
    let games = bashni_rules::pdn::read(&fs::read_to_string(&file).unwrap()).unwrap();
    let rounds: Vec<&str> = games.iter().map(|game| game.tags.get("Round").unwrap()).collect();
    let expected: Vec<String> = (1..=games.len()).map(|round| round.to_string()).collect();
    assert_eq!(rounds, expected);
}
