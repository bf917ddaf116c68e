use proptest::prelude::*;

use super::*;

fn parse(text: &str) -> Result<PlayerSpec, SpecError> {
    text.parse()
}

#[track_caller]
fn refused(text: &str, parts: &[&str]) {
    let message = parse(text).expect_err(text).to_string();
    for part in parts {
        assert!(message.contains(part), "`{text}`: `{message}` does not say `{part}`");
    }
}

#[test]
fn every_player_is_read() {
    let alphabeta = |depth, ms, change: fn(&mut AlphaBetaSpec)| {
        let mut spec = AlphaBetaSpec {
            limits: MinimaxLimits { depth, ms, nodes: None },
            threads: None,
            hash_mb: None,
            features: Features::ALL,
            weights: None,
        };
        change(&mut spec);
        PlayerSpec::AlphaBeta(spec)
    };
    let minimax = |depth, ms, nodes| PlayerSpec::Minimax(MinimaxLimits { depth, ms, nodes });
    for (text, spec) in [
        ("random", PlayerSpec::Random),
        ("rollout:ms=50", PlayerSpec::Rollout(MctsLimits { sims: None, ms: Some(50) })),
        (
            "net:x,ms=50,sims=9",
            PlayerSpec::Net { path: "x".into(), limits: MctsLimits { sims: Some(9), ms: Some(50) } },
        ),
        ("rollout", PlayerSpec::Rollout(MctsLimits::sims(200))),
        ("rollout:sims=1", PlayerSpec::Rollout(MctsLimits::sims(1))),
        ("minimax", minimax(Some(4), None, None)),
        ("minimax:depth=2", minimax(Some(2), None, None)),
        ("minimax:ms=100", minimax(None, Some(100), None)),
        ("minimax:nodes=5000,depth=9", minimax(Some(9), None, Some(5000))),
        ("alphabeta", alphabeta(Some(6), None, |_| ())),
        ("alphabeta:ms=100", alphabeta(None, Some(100), |_| ())),
        (
            "alphabeta:depth=8,threads=2,hash=64,without=history+lmr,weights=a/b.toml",
            alphabeta(Some(8), None, |spec| {
                (spec.threads, spec.hash_mb) = (Some(2), Some(64));
                spec.features = Features { lmr: false, history: false, ..Features::ALL };
                spec.weights = Some("a/b.toml".to_owned());
            }),
        ),
        ("net:runs/first", PlayerSpec::Net { path: "runs/first".into(), limits: MctsLimits::sims(64) }),
        (
            "net:C:\\a=b:c d,sims=8",
            PlayerSpec::Net { path: "C:\\a=b:c d".into(), limits: MctsLimits::sims(8) },
        ),
        (" net:runs/ä , sims = 8 ", PlayerSpec::Net { path: "runs/ä ".into(), limits: MctsLimits::sims(8) }),
    ] {
        assert_eq!(parse(text).as_ref(), Ok(&spec), "{text}");
        if !text.starts_with(' ') {
            assert_eq!(parse(&spec.to_string()), Ok(spec));
        }
    }
}

#[test]
fn what_is_no_player_is_refused_with_what_is_allowed() {
    refused("", &["no player is called ``", "minimax:depth=N", "net:PATH,sims=N"]);
    refused("stockfish", &["`stockfish`", "random", "rollout:sims=N"]);
    refused("Random", &["`Random`"]);
    refused("random:sims=4", &["unknown setting `sims`", "random has no settings"]);
    refused("rollout:depth=4", &["unknown setting `depth`", "rollout has sims=N"]);
    refused("minimax:sims=4", &["unknown setting `sims`", "depth=N", "ms=N", "nodes=N"]);
    refused("minimax:depth=4,depth=5", &["`depth` is given twice"]);
    refused("minimax:", &["`` is not a setting", "KEY=NUMBER"]);
    refused("minimax:depth", &["`depth` is not a setting"]);
    refused("minimax:depth=4,", &["`` is not a setting"]);
    refused("minimax:=4", &["`=4` is not a setting"]);
    refused("alphabeta:depth=4,without=nothing", &["no part called `nothing`", "lmr", "history"]);
    refused("alphabeta:without=lmr,without=lmr", &["`without` is given twice"]);
    refused("alphabeta:sims=4", &["unknown setting `sims`", "threads=N", "weights=FILE"]);
    refused("net", &["net needs a path"]);
    refused("net:", &["net needs a path"]);
    refused("net:,sims=4", &["net needs a path"]);
    refused("net:runs/first,64", &["`64` is not a setting", "net has sims=N"]);
}

#[test]
fn numbers_are_whole_and_at_least_1() {
    for text in [
        "minimax:depth=0",
        "minimax:ms=0",
        "alphabeta:threads=0",
        "minimax:nodes=0",
        "rollout:sims=0",
        "net:x,sims=0",
        "minimax:depth=",
    ] {
        refused(text, &["expected a whole number from 1 to"]);
    }
    refused("minimax:depth=-1", &["depth=`-1`"]);
    refused("minimax:depth=1.5", &["depth=`1.5`"]);
    refused("minimax:depth=65", &["1 to 64"]);
    refused("rollout:sims=99999999999999999999999", &["1 to 100000000"]);
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,40}") {
        let _ = parse(&text);
    }

    #[test]
    fn texts_near_players_do_not_panic_and_read_back(
        text in "(random|rollout|minimax|alphabeta|net|engine)[:,=a-z0-9' ]{0,20}(depth|sims|ms|nodes|cmd)?=?[0-9]{0,4}"
    ) {
        if let Ok(spec) = parse(&text) {
            prop_assert_eq!(parse(&spec.to_string()), Ok(spec));
        }
    }
}
