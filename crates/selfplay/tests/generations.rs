//! Generation after generation without a pause: each is what it would be alone, none is held longer than needed.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bashni_rules::{Encoding, Rules};
use bashni_search::mcts::{SearchConfig, SearchError, SearchKind};
use bashni_search::{Evaluation, Evaluator, EvaluatorError, Query, UniformEvaluator, Wdl};
use bashni_selfplay::{
    Generation, Order, Progress, SelfPlayConfig, SelfPlayError, play_games, play_generations, replay_game,
};

const GAMES: u64 = 6;

fn rules() -> Rules {
    Rules::preset("bashni-6x6").unwrap()
}

fn config() -> SelfPlayConfig {
    SelfPlayConfig {
        games: GAMES,
        parallel: 4,
        opening_plies: 4,
        search: SearchConfig { sims: 8, ..SearchConfig::self_play() },
        ..SelfPlayConfig::default()
    }
}

fn order(first_game: u64) -> Order {
    Order { first_game, seed: 3, network_step: 7 }
}

type Evaluators = Vec<Box<dyn Evaluator + Send>>;

fn uniform(threads: usize) -> Evaluators {
    (0..threads).map(|_| Box::new(UniformEvaluator) as _).collect()
}

/// Plays generations with this settings until `publish` or their number ends it.
fn play(
    config: &SelfPlayConfig,
    count: Option<u64>,
    threads: usize,
    progress: &Progress,
    mut publish: impl FnMut(Generation) -> ControlFlow<()>,
) -> Result<(), SelfPlayError> {
    play_generations(&rules(), config, &order(0), count, uniform(threads), progress, &mut |generation| {
        Ok(publish(generation))
    })
}

#[test]
fn each_generation_is_what_it_would_be_alone() {
    for (threads, parallel) in [(1, 1), (2, 4), (3, 50)] {
        let config = SelfPlayConfig { parallel, ..config() };
        let mut played = Vec::new();
        play(&config, Some(5), threads, &Progress::default(), |generation| {
            played.push(generation);
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(played.len(), 5, "{threads} threads");
        for (generation, number) in played.iter().zip(0..) {
            let order = order(number * GAMES);
            let alone = play_games(&rules(), &config, &order, uniform(1), &Progress::default()).unwrap();
            assert_eq!(generation.rows, alone.rows, "generation {number}, {threads} threads");
        }
    }
}

#[test]
fn the_evaluations_of_all_generations_are_those_that_were_made() {
    let progress = Progress::default();
    progress.evaluations.store(1_000, Ordering::Relaxed);
    let mut counted = 0;
    play(&config(), Some(4), 2, &progress, |generation| {
        counted += generation.summary.evaluations;
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(counted + 1_000, progress.evaluations.load(Ordering::Relaxed));
}

#[test]
fn whoever_publishes_may_end_it() {
    let mut published = 0;
    play(&config(), None, 2, &Progress::default(), |_| {
        published += 1;
        if published == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
    assert_eq!(published, 3);
}

#[test]
fn an_error_of_the_publisher_ends_it_with_that_error() {
    #[derive(Debug, PartialEq)]
    enum Error {
        Full,
        Other,
    }
    impl From<SelfPlayError> for Error {
        fn from(_: SelfPlayError) -> Error {
            Error::Other
        }
    }
    let mut refuse = |_| Err(Error::Full);
    let (rules, config, progress) = (rules(), config(), Progress::default());
    let played = play_generations(&rules, &config, &order(0), None, uniform(3), &progress, &mut refuse);
    assert_eq!(played, Err(Error::Full));
}

#[test]
fn threads_wait_for_a_slow_publisher_instead_of_piling_up_games() {
    let progress = Progress::default();
    let (config, threads) = (config(), 2);
    let ahead = GAMES + 2 * (threads as u64) * config.parallel as u64;
    let mut published = 0;
    play(&config, Some(6), threads, &progress, |_| {
        // Far longer than all the games take.
        std::thread::sleep(Duration::from_millis(50));
        let finished = progress.games.load(Ordering::Relaxed);
        assert!(finished <= published * GAMES + ahead, "{finished} games after {published} generations");
        published += 1;
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(progress.games.load(Ordering::Relaxed), 6 * GAMES);
}

#[test]
fn games_are_given_up_when_it_is_asked_for() {
    let progress = Progress::default();
    let stop = progress.stop.clone();
    let mut published = 0;
    let stopped = play(&config(), None, 2, &progress, |_| {
        published += 1;
        if published == 2 {
            stop.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    });
    assert!(matches!(stopped, Err(SelfPlayError::Stopped)), "{stopped:?}");
    let stopped = play_games(&rules(), &config(), &order(0), uniform(2), &progress);
    assert!(matches!(stopped, Err(SelfPlayError::Stopped)), "{stopped:?}");
}

/// Such games never come to a batch of evaluations.
#[test]
fn games_without_a_decision_are_given_up_too() {
    let mut fields = Rules::preset("bashni-4x4").unwrap().fields().clone();
    fields.start = Some("W:Wa3=0:Bb4=0".parse().unwrap());
    let rules = Rules::new("over soon", fields).unwrap();
    let config = SelfPlayConfig { opening_plies: 0, ..config() };
    let progress = Progress::default();
    let stop = progress.stop.clone();
    let mut published = 0;
    let stopped = play_generations(&rules, &config, &order(0), None, uniform(2), &progress, &mut |_| {
        published += 1;
        if published == 3 {
            stop.store(true, Ordering::Relaxed);
        }
        Ok::<_, SelfPlayError>(ControlFlow::Continue(()))
    });
    assert!(matches!(stopped, Err(SelfPlayError::Stopped)), "{stopped:?}");
}

/// Judges as [`UniformEvaluator`] does, but has a limit of evaluations, after which `spoil` changes each.
struct Spoilt {
    left: usize,
    spoil: fn(&mut Evaluation),
}

impl Evaluator for Spoilt {
    fn evaluate(
        &mut self,
        rules: &Rules,
        queries: &[Query<'_>],
        out: &mut Vec<Evaluation>,
    ) -> Result<(), EvaluatorError> {
        UniformEvaluator.evaluate(rules, queries, out)?;
        for evaluation in out.iter_mut() {
            match self.left {
                0 => (self.spoil)(evaluation),
                _ => self.left -= 1,
            }
        }
        Ok(())
    }
}

#[test]
fn an_evaluation_that_is_none_is_reported_with_its_game_and_position() {
    let (rules, config) = (rules(), config());
    let spoils: [fn(&mut Evaluation); 4] = [
        |evaluation| evaluation.logits[1] = f32::NAN,
        |evaluation| evaluation.logits[0] = f32::INFINITY,
        |evaluation| evaluation.value = Wdl::new(0.5, 0.5, 0.5),
        |evaluation| _ = evaluation.logits.pop(),
    ];
    let everything = play_games(&rules, &config, &order(0), uniform(1), &Progress::default()).unwrap();
    for spoil in spoils {
        for left in [0, 1, 7, 100, 333] {
            let spoilt: Evaluators = vec![Box::new(Spoilt { left, spoil })];
            let error = play_games(&rules, &config, &order(0), spoilt, &Progress::default()).unwrap_err();
            let message = error.to_string();
            let SelfPlayError::BadEvaluation(bad) = error else { panic!("{message}") };
            assert!(
                message.starts_with(&format!(
                    "game {}, ply {}: the evaluator gave ",
                    bad.game_id, bad.state.ply
                ))
            );
            assert!(message.contains(&bad.position), "{message}");
            assert_eq!(bad.game_seed, order(0).game_seed(bad.game_id));
            // The state is one of that game's decisions.
            let of_game = |row: &&bashni_data::Row| row.game.id == bad.game_id && row.state == bad.state;
            assert_eq!(everything.rows.iter().filter(of_game).count(), 1, "{message}");
            let mut right = Evaluation { logits: vec![0.0; bad.steps.len()], value: Wdl::DRAW };
            spoil(&mut right);
            assert_eq!(format!("{:?}", bad.evaluation.logits), format!("{:?}", right.logits));
            assert!(matches!(
                bad.source,
                SearchError::Logit { .. } | SearchError::Value { .. } | SearchError::Logits { .. }
            ));
        }
    }
}

#[test]
fn one_game_can_be_played_again_alone_and_shows_its_searches() {
    let rules = rules();
    let encoding = Encoding::new(&rules).unwrap();
    let gumbel = SearchConfig { kind: SearchKind::Gumbel, ..config().search };
    for config in [config(), SelfPlayConfig { search: gumbel, ..config() }] {
        let all = play_games(&rules, &config, &order(100), uniform(2), &Progress::default()).unwrap();
        for game in 100..100 + GAMES {
            let mut searches = Vec::new();
            let again = replay_game(&rules, &config, &order(0), game, &mut UniformEvaluator, &mut |tree| {
                searches.push((tree.game().clone(), tree.root_edges(), tree.policy()));
            })
            .unwrap();
            let recorded: Vec<_> = all.rows.iter().filter(|row| row.game.id == game).cloned().collect();
            assert_eq!(again.rows, recorded);
            assert_eq!(again.summary.games, 1);
            assert_eq!(searches.len(), recorded.len());
            for (row, (game, edges, policy)) in recorded.iter().zip(&searches) {
                assert_eq!(row.policy, *policy);
                let actions =
                    edges.iter().map(|edge| encoding.action(&rules, edge.step, game.turn()).unwrap());
                assert!(actions.eq(row.legal.iter().map(|&action| usize::from(action))));
            }
        }
    }
}
