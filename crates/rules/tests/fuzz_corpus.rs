//! The fuzz targets over their corpus, without a fuzzer: what holds for any text holds for these.

#[path = "../../../fuzz/properties.rs"]
mod properties;

use std::fs;
use std::path::Path;

/// Every file of a target's corpus; at least so many must be there.
fn run(target: &str, property: fn(&str), at_least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        property(&String::from_utf8_lossy(&fs::read(&path).unwrap()));
        files += 1;
    }
    assert!(files >= at_least, "{}: {files} files", folder.display());
}

#[test]
fn positions_in_one_line() {
    run("fen", properties::fen, 8);
}

#[test]
fn positions_of_players() {
    run("players", properties::players, 8);
}

#[test]
fn moves() {
    run("moves", properties::moves, 6);
}

#[test]
fn games() {
    run("pdn", properties::pdn, 8);
}

#[test]
fn rules_files() {
    run("toml", properties::toml, 4);
}
