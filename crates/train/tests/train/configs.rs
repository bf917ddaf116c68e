//! Configs: complete, or refused with the line or key.

use std::fs;

use bashni_rules::Rejump;
use bashni_train::{RunConfig, TrainError};

use crate::bench::{Bench, CONFIG};

/// The message with which a config is refused. It begins with the file's name.
fn refused(text: &str, changes: &[&str]) -> String {
    let bench = Bench::new();
    fs::write(bench.path("config.toml"), text).unwrap();
    let Err(error) = bench.load(changes) else { panic!("accepted: {changes:?} {text}") };
    assert!(matches!(error, TrainError::Config { .. }), "{error}");
    let message = error.to_string();
    let file = bench.path("config.toml").display().to_string();
    assert!(message.starts_with(&file), "{message}");
    message[file.len()..].to_owned()
}

fn assert_parts(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
}

#[test]
fn keys_that_are_left_out_have_their_usual_values() {
    let bench = Bench::new();
    fs::write(bench.path("config.toml"), "").unwrap();
    let (config, rules) = bench.load(&[]).unwrap();
    assert_eq!(RunConfig { rules: config.rules.clone(), ..RunConfig::default() }, config);
    assert_eq!(rules.name(), "bashni");
}

#[test]
fn a_table_with_one_key_has_the_usual_values_for_the_others() {
    fn keys(prefix: &str, table: &toml::Table, out: &mut Vec<(String, String)>) {
        for (key, value) in table {
            match value {
                toml::Value::Table(inner) => keys(&format!("{prefix}{key}."), inner, out),
                value => out.push((format!("{prefix}{key}"), value.to_string())),
            }
        }
    }
    let mut every = Vec::new();
    keys("", &toml::Table::try_from(RunConfig::default()).unwrap(), &mut every);
    assert!(every.len() > 30);
    for (key, value) in every {
        let config: RunConfig = toml::from_str(&format!("{key} = {value}")).unwrap();
        assert_eq!(config, RunConfig::default(), "with {key} alone");
    }
}

#[test]
fn a_resolved_config_says_all_and_reads_back_the_same() {
    let bench = Bench::new();
    let (config, rules) = bench.load(&["rejump=never", "learn.rate=0.1"]).unwrap();
    fs::write(bench.path("config.toml"), toml::to_string(&config).unwrap()).unwrap();
    let (again, same_rules) = bench.load(&[]).unwrap();
    assert_eq!(again, config);
    assert_eq!(same_rules.fields(), rules.fields());
    assert_eq!(same_rules.name(), rules.name());
    assert_eq!(again.rules().unwrap().fields(), rules.fields());
}

#[test]
fn rules_are_a_preset_or_a_file_beside_the_config() {
    let bench = Bench::new();
    // A folder that happens to be called as a preset does not get in the way.
    fs::create_dir(bench.path("bashni-6x6")).unwrap();
    assert_eq!(bench.load(&["rules=bashni-6x6"]).unwrap().1.name(), "bashni-6x6");
    fs::write(bench.path("mine.toml"), "files = 6\nranks = 6\nrows = 1\n").unwrap();
    let (_, rules) = bench.load(&["rules=mine.toml"]).unwrap();
    assert_eq!((rules.name(), rules.board().squares()), ("mine", 18));
    // Only what says the same as a preset is called as it is.
    fs::write(bench.path("bashni.toml"), "rows = 2\n").unwrap();
    assert_eq!(bench.load(&["rules=bashni.toml"]).unwrap().1.name(), "bashni.toml");
    assert_eq!(bench.load(&["rules.rejump=never"]).unwrap().1.fields().rejump, Rejump::Never);
}

#[test]
fn changes_that_mean_nothing_are_refused() {
    assert_parts(&refused(CONFIG, &["learn.rate=1\nseed=3"]), &["learn.rate=1"]);
    assert_parts(&refused(CONFIG, &["learn=3"]), &["--set learn=3", "a table of keys"]);
    assert_parts(&refused(CONFIG, &["learn.rates=3"]), &["there is no key learn.rates", "batch, "]);
    assert_parts(&refused(CONFIG, &["arena.opponents=[\"random\", \"random\"]"]), &["twice"]);
}

#[test]
fn the_example_config_is_right_and_has_every_key() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/first-run.toml");
    let text = fs::read_to_string(path).unwrap();
    let given: toml::Table = text.parse().unwrap();
    RunConfig::load(path.as_ref(), &[], None).unwrap();
    fn compare(prefix: &str, given: &toml::Table, usual: &toml::Table) {
        for (key, value) in usual {
            let there = given.get(key).unwrap_or_else(|| panic!("{prefix}{key} is not in the example"));
            if let (toml::Value::Table(there), toml::Value::Table(value)) = (there, value) {
                compare(&format!("{prefix}{key}."), there, value);
            }
        }
    }
    compare("", &given, &toml::Table::try_from(RunConfig::default()).unwrap());
}

#[test]
fn errors_of_the_text_have_the_line() {
    assert_parts(&refused("seed = 1\nspeed = 2\n", &[]), &["line 2", "unknown field `speed`"]);
    assert_parts(&refused("[learn]\nrates = 1.0\n", &[]), &["line 2", "unknown field `rates`", "`rate`"]);
    assert_parts(&refused("[learn]\n\nrate = \"fast\"\n", &[]), &["line 3", "\"fast\""]);
    assert_parts(&refused("[selfplay]\ngames = -1\n", &[]), &["line 2", "-1"]);
    assert_parts(&refused("[arena]\nopponents = \"random\"\n", &[]), &["line 2", "expected a sequence"]);
    assert_parts(&refused("seed == 1\n", &[]), &["line 1"]);
    assert_parts(&refused("seed = 1\nseed = 2\n", &[]), &["line 2", "duplicate key"]);
}

#[test]
fn values_out_of_range_have_the_key_and_what_was_expected() {
    for (change, parts) in [
        ("inference.batch=100000", "inference.batch = 100000: expected at most 65536, or 0 for the fastest"),
        ("inference.backend=abacus", "`abacus`, expected one of `auto`, `native`, `torch`"),
        ("learn.batch=0", "learn.batch = 0: expected 1 to 65536"),
        ("learn.reuse=0", "learn.reuse = 0: expected above 0, at most 1000"),
        ("learn.reuse=nan", "learn.reuse = NaN: expected"),
        ("learn.window=0", "learn.window = 0: expected at least 1"),
        ("learn.rate=-1", "learn.rate = -1: expected"),
        ("learn.rate=inf", "learn.rate = inf: expected"),
        ("learn.decay=2", "learn.decay = 2: expected 0 to 1"),
        ("learn.clip=0", "learn.clip = 0: expected"),
        ("learn.value_weight=-1", "learn.value_weight = -1: expected 0 or more"),
        ("learn.search_share=1.5", "learn.search_share = 1.5: expected 0 to 1"),
        ("selfplay.games=0", "selfplay.games = 0: expected"),
        ("selfplay.parallel=0", "selfplay.parallel = 0: expected"),
        ("selfplay.search.sims=0", "selfplay.search.sims = 0: expected at least 1"),
        ("selfplay.full_share=2", "selfplay.full_share = 2: expected 0 to 1"),
        ("selfplay.openings.fork_moves=0", "selfplay.openings.fork_moves = 0: expected 1 to 1000"),
        ("selfplay.resign.below=0.9", "selfplay.resign.below = 0.9: expected 0 to 0.5"),
        ("net.channels=0", "net.channels = 0: expected 1 to 1024"),
        ("arena.games=3", "arena.games = 3: expected an even number, at least 2"),
        ("arena.games=0", "arena.games = 0: expected an even number, at least 2"),
        ("arena.final_games=1", "arena.final_games = 1: expected an even number"),
        ("arena.sims=0", "arena.sims = 0: expected at least 1"),
        ("minutes=-1", "minutes = -1: expected 0 or more"),
        ("threads=5000", "threads = 5000: expected at most 4096"),
        ("arena.opponents=[\"nobody\"]", "arena.opponents: player `nobody`"),
        ("arena.opponents=[\"minimax:depth=0\"]", "arena.opponents: player `minimax:depth=0`"),
        ("device=gpu", "device = \"gpu\": expected \"cpu\""),
        ("rules=chess", "rules: "),
    ] {
        assert_parts(&refused(CONFIG, &[change]), &[parts]);
    }
}

#[test]
fn rules_that_nothing_can_be_learned_from_are_refused() {
    assert_parts(&refused(CONFIG, &["rules=bashni", "files=7"]), &["rules: a board of 7x8 has no encoding"]);
    let endless = refused(CONFIG, &["repetition=0", "no_progress_plies=0"]);
    assert_parts(&endless, &["repetition = 0 and no_progress_plies = 0", "set one of them"]);
    assert_parts(&refused(CONFIG, &["rejump=sometimes"]), &["--set", "rejump", "sometimes"]);
}

#[test]
fn changes_that_cannot_be_made_name_themselves() {
    assert_parts(
        &refused(CONFIG, &["learn.speed=1"]),
        &["--set learn.speed=1: there is no key learn.speed", "rate"],
    );
    assert_parts(&refused(CONFIG, &["nonsense=1"]), &["--set nonsense=1: there is no key nonsense"]);
    assert_parts(&refused(CONFIG, &["a.b=1"]), &["--set a.b=1: there is no table a"]);
    assert_parts(&refused(CONFIG, &["seed.x=1"]), &["--set seed.x=1: there is no table seed"]);
    assert_parts(&refused(CONFIG, &["learn.rate"]), &["--set learn.rate: expected KEY=VALUE"]);
    assert_parts(&refused(CONFIG, &["learn.rate=fast"]), &["--set learn.rate=fast: ", "fast"]);
    assert_parts(&refused(CONFIG, &["learn=1"]), &["--set learn=1: "]);
    let first_at_fault = refused(CONFIG, &["seed=1", "learn.batch=x", "learn.rate=y"]);
    assert_parts(&first_at_fault, &["--set learn.batch=x: "]);
}

#[test]
fn changes_are_made_in_order_with_fields_of_the_rules_bare() {
    let bench = Bench::new();
    let (config, rules) =
        bench.load(&["seed=8", "seed=9", "rejump=never", "rules=bashni-6x6", "arena.opponents=[]"]).unwrap();
    assert_eq!(config.seed, 9);
    assert_eq!(config.arena.opponents, [""; 0]);
    assert_eq!((rules.fields().files, rules.fields().rejump), (6, Rejump::Never));
}

#[test]
fn rules_may_be_a_file_beside_the_config_or_a_table_in_it() {
    let bench = Bench::new();
    let rules = RunConfig::default().rules().unwrap().with(&["rejump=never"]).unwrap();
    fs::write(bench.path("mine.toml"), rules.to_toml()).unwrap();
    let (config, from_file) = bench.load(&["rules=mine.toml"]).unwrap();
    assert_eq!((from_file.name(), from_file.fields()), ("mine", rules.fields()));
    fs::write(bench.path("config.toml"), toml::to_string(&config).unwrap()).unwrap();
    fs::remove_file(bench.path("mine.toml")).unwrap();
    assert_eq!(bench.load(&[]).unwrap().1.fields(), rules.fields());

    assert_parts(&refused(CONFIG, &["rules=none.toml"]), &["none.toml", "No such file"]);
    assert_parts(&refused("[rules]\nfiles = 9.5\n", &[]), &["rules: ", "9.5"]);
    assert_parts(&refused("[rules]\nwings = 2\n", &[]), &["rules: ", "wings"]);
    assert_parts(&refused("rules = 3\n", &[]), &["rules = 3: expected the name of a preset"]);
}

#[test]
fn a_config_that_cannot_be_read_is_named() {
    let bench = Bench::new();
    let error = RunConfig::load(&bench.path("none.toml"), &[], None).unwrap_err();
    assert!(error.to_string().contains("none.toml: No such file"), "{error}");
    fs::write(bench.path("config.toml"), [0xff, 0xfe]).unwrap();
    assert!(bench.load(&[]).unwrap_err().to_string().contains("config.toml: "));
}

#[test]
fn start_positions_are_a_file_beside_the_config_and_stay_with_the_run() {
    let bench = Bench::new();
    fs::create_dir(bench.path("positions")).unwrap();
    let file = bench.path("positions/kings.txt");
    fs::write(&file, "W:Wa1=1:Bd4=0 # one of each\nB:Wa1=0:Bd4=1\n").unwrap();
    let changes = ["selfplay.openings.file=positions/kings.txt", "selfplay.openings.file_share=0.5"];
    bench.train("run", &changes, 1).unwrap();
    // The run's own config needs no other file, wherever the folder is.
    fs::rename(bench.path("run"), bench.path("moved")).unwrap();
    let own = RunConfig::load(&bench.path("moved/config.toml"), &[], None).unwrap().0;
    let openings = &own.selfplay.openings;
    assert_eq!(openings.starts.positions(), ["W:Wa1=1:Bd4=0", "B:Wa1=0:Bd4=1"]);
    assert_eq!(openings.sha256, openings.starts.sha256());
    // Words besides the positions may change, the positions may not.
    fs::write(&file, "# Kings\nW:Wa1=1:Bd4=0\nB:Wa1=0:Bd4=1").unwrap();
    bench.train("moved", &changes, 2).unwrap();
    fs::write(&file, "W:Wa1=1:Bd4=0\n").unwrap();
    let error = bench.train("moved", &changes, 3).unwrap_err();
    assert!(matches!(error, TrainError::ConfigChanged { .. }));
    assert_parts(&error.to_string(), &["selfplay.openings.sha256", &openings.sha256]);
    // Neither may those that the run keeps.
    fs::write(bench.path("moved/start-positions.txt"), "W:Wa1=1:Bd4=0\n").unwrap();
    let error = RunConfig::load(&bench.path("moved/config.toml"), &[], None).unwrap_err();
    assert_parts(&error.to_string(), &["start-positions.txt", &openings.sha256, "restore the file"]);
}

#[test]
fn start_positions_that_are_none_are_refused_with_file_and_line() {
    let bench = Bench::new();
    fs::write(bench.path("starts.txt"), "W:Wa1=1:Bd4=0\n\nW:Wa1=1:Bd5=0\n").unwrap();
    let refused = |file: &str| {
        let change = format!("selfplay.openings.file={file}");
        bench.load(&[&change]).unwrap_err().to_string()
    };
    assert_parts(&refused("starts.txt"), &["config.toml: selfplay.openings.file: ", "starts.txt:3: ", "d5"]);
    assert_parts(&refused("none.txt"), &["selfplay.openings.file: ", "none.txt: No such file"]);
}
