//! The fuzz targets over their corpus, without a fuzzer: what holds for any text holds for these.

#[path = "../../../fuzz/properties.rs"]
mod properties;
#[path = "../../../fuzz/run_corpus.rs"]
mod run_corpus;

use run_corpus::run;

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
