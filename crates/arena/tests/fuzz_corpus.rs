//! The fuzz targets of UGI over their corpus, and over texts that look like it: what holds for any text holds for these.

#[path = "../../../fuzz/ugi_properties.rs"]
mod properties;
#[path = "../../../fuzz/run_corpus.rs"]
mod run_corpus;

use proptest::prelude::*;
use run_corpus::run;

#[test]
fn lines_for_an_engine() {
    run("ugi_commands", properties::commands, 6);
}

#[test]
fn lines_from_an_engine() {
    run("ugi_replies", properties::replies, 4);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn lines_near_those_for_an_engine(
        text in "((ugi|isready|position|go|stop|query|setoption|fen|startpos|moves|depth|movetime|name|value|c3-d4|infinite|result|p1time|-?[0-9]{1,3}|\\PC{0,4})[ \n]){0,24}"
    ) {
        properties::commands(&text);
    }

    #[test]
    fn lines_near_those_from_an_engine(
        text in "((id|name|author|option|type|info|depth|score|cp|mate|wdl|nodes|pv|string|multipv|bestmove|response|-?[0-9]{1,4}|\\PC{0,4})[ \n]){0,24}"
    ) {
        properties::replies(&text);
    }
}
