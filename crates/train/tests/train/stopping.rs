//! A run that is asked to stop gives up its phase and nothing else.

use std::sync::atomic::Ordering;

use bashni_train::{Event, Options, self_play, train};

use crate::bench::{Bench, assert_same, upto};

const CHANGES: [&str; 1] = ["arena.every=1"];

/// A moment of a run, and the event that tells of it.
type Moment = (&'static str, fn(&Event<'_>) -> bool);

#[test]
fn calls_that_are_stopped_in_any_phase_make_no_difference() {
    let bench = Bench::new();
    bench.train("whole", &CHANGES, 3).unwrap();
    let moments: [Moment; 6] = [
        ("as it opens", |event| matches!(event, Event::Opened { .. })),
        ("in self-play", |event| matches!(event, Event::SelfPlay { .. })),
        ("after self-play", |event| matches!(event, Event::SelfPlayed(_))),
        ("in learning", |event| matches!(event, Event::Learning { steps: 1, .. })),
        ("after learning", |event| matches!(event, Event::Learned(_))),
        ("in a match", |event| matches!(event, Event::Rating { generation: 1, games: 1, .. })),
    ];
    for (moment, stops) in moments {
        let mut run = bench.open("stopped", &CHANGES).unwrap();
        let options = upto(3);
        let stop = options.stop.clone();
        let stopped = train(&mut run, options, &mut |event| {
            if stops(&event) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        assert!(stopped.as_ref().is_err_and(|error| error.is_stopped()), "{moment}: {stopped:?}");
    }
    bench.train("stopped", &CHANGES, 3).unwrap();
    assert_same(&bench.bytes("whole"), &bench.bytes("stopped"));
}

#[test]
fn the_phases_of_a_run_can_be_played_one_by_one() {
    let bench = Bench::new();
    bench.train("whole", &[], 2).unwrap();
    for generation in 1..=2 {
        let mut run = bench.open("parts", &[]).unwrap();
        let stop = Options::default().stop;
        let played = self_play(&mut run, &stop, &mut |_| {}).unwrap();
        assert_eq!((played.generation, played.was_there, played.log.games), (generation, false, 6));
        let again = self_play(&mut run, &stop, &mut |_| {}).unwrap();
        assert_eq!((again.generation, again.was_there, again.log), (generation, true, played.log));
        drop(run);
        bench.train("parts", &[], generation).unwrap();
    }
    assert_same(&bench.bytes("whole"), &bench.bytes("parts"));
}
