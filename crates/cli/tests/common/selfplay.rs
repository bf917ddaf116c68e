//! Folders of self-play, as small as they can be.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bashni_data::{Shard, list_shards};
use bashni_rules::Rules;

use super::runs::Bench;

pub const RULES: &str = "bashni-4x4";

/// The arguments that play with a new network into a folder.
pub fn series<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let player = ["selfplay", "--net", "new:4x1", "--rules", RULES];
    // Nothing is left to be timed, which might come out otherwise the next time.
    let inference = ["--set", "inference.precision=f32", "--set", "inference.backend=torch"];
    let settings = ["--games", "8", "--threads", "2", "--set", "selfplay.search.sims=4"];
    let opening = ["--set", "selfplay.opening_plies=2", "--set", "selfplay.parallel=4"];
    [&player[..], &settings, &inference, &opening, &["--out", out], more].concat()
}

/// The shards of a folder, byte for byte.
pub fn shards(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let paths = if folder.is_dir() { list_shards(folder).unwrap() } else { Vec::new() };
    let named = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (named(path), fs::read(path).unwrap())).collect()
}

/// Opens every shard of a folder, which must be whole and hold eight games; how many there are.
pub fn check_shards(folder: &Path) -> u64 {
    let rules = Rules::preset(RULES).unwrap();
    let mut number = 0;
    for name in shards(folder).keys() {
        number += 1;
        assert_eq!(*name, format!("{number:06}.parquet"));
        let rows = Shard::open_for(folder.join(name), &rules).unwrap().rows().unwrap();
        assert!(rows.iter().all(|row| (row.game.id / 8) + 1 == number), "{name}");
        for row in &rows {
            row.state.game(&rules).unwrap();
        }
    }
    number
}

/// A bench with a folder `games` of two shards.
pub fn bench_with_games() -> Bench {
    let bench = Bench::new();
    let run = super::bashni(&series(&bench.at("games"), &["--shards", "2"]));
    assert_eq!(run.status, 0, "{}", run.stderr);
    bench
}
