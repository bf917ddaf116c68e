//! Games played step by step, as search and networks see them.

mod common;

use std::collections::BTreeMap;

use bashni_rules::{Color, Encoding, Game, Position, Rules, Step};
use common::{Case, cases};
use proptest::prelude::*;

/// Chains with more paths than this are left out: here every one is walked.
const MOST_PATHS: u64 = 500;

/// Plays every sequence of steps to the end of the move; counts the paths to each position.
fn walk(game: &Game, rules: &Rules, reached: &mut BTreeMap<String, u64>) {
    for step in game.legal_steps(rules) {
        let mut next = game.clone();
        next.try_step(rules, step).unwrap();
        assert_eq!(next.position().hash(), next.position().fresh_hash());
        match next.chain() {
            Some(chain) => {
                assert_eq!(next.turn(), game.turn());
                assert_eq!(chain.square(), step.to);
                assert_eq!((next.ply(), next.outcome(rules)), (game.ply(), None));
                walk(&next, rules, reached);
            }
            None => {
                assert_eq!((next.turn(), next.ply()), (!game.turn(), game.ply() + 1));
                *reached.entry(next.position().fen(rules)).or_default() += 1;
            }
        }
    }
}

fn few_paths(position: &Position, rules: &Rules) -> bool {
    position.legal_moves(rules).iter().map(|played| played.paths()).sum::<u64>() <= MOST_PATHS
}

fn turned(step: Step, rules: &Rules) -> Step {
    Step { from: rules.board().turned(step.from), to: rules.board().turned(step.to) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn steps_compose_to_the_legal_moves_and_their_paths(Case { rules, positions } in cases()) {
        for position in positions.iter().filter(|position| few_paths(position, &rules)) {
            let mut reached = BTreeMap::new();
            walk(&Game::from_position(position.clone()), &rules, &mut reached);
            let moves = position.legal_moves(&rules);
            let expected: BTreeMap<String, u64> =
                moves.iter().map(|m| (position.after(&rules, m).fen(&rules), m.paths())).collect();
            prop_assert_eq!(reached, expected);
        }
    }

    #[test]
    fn only_legal_steps_are_accepted(Case { rules, positions } in cases()) {
        for position in &positions {
            let game = Game::from_position(position.clone());
            let legal = game.legal_steps(&rules);
            prop_assert!(legal.iter().enumerate().all(|(i, step)| !legal[..i].contains(step)));
            for &step in rules.board().actions() {
                prop_assert_eq!(game.clone().try_step(&rules, step).is_ok(), legal.contains(&step));
            }
        }
    }

    #[test]
    fn a_turned_game_looks_the_same_to_a_network(Case { rules, positions } in cases(), choices: [u8; 24]) {
        let Ok(encoding) = Encoding::new(&rules) else {
            prop_assert!(!rules.board().can_be_turned());
            return Ok(());
        };
        let mut planes = [vec![f32::NAN; encoding.len()], vec![f32::NAN; encoding.len()]];
        for position in &positions {
            let mut game = Game::restore(position.clone(), 7, 1);
            let mut other = Game::restore(position.turned(rules.board()).unwrap(), 7, 1);
            for choice in choices {
                encoding.write(&game, &rules, &mut planes[0]);
                encoding.write(&other, &rules, &mut planes[1]);
                prop_assert_eq!(&planes[0], &planes[1]);
                prop_assert!(planes[0].iter().all(|value| value.is_finite()));
                let legal = game.legal_steps(&rules);
                let actions = |game: &Game| {
                    let legal = game.legal_steps(&rules);
                    let mut actions: Vec<usize> = legal
                        .iter()
                        .map(|&step| encoding.action(&rules, step, game.turn()).unwrap())
                        .collect();
                    actions.sort_unstable();
                    actions
                };
                prop_assert_eq!(actions(&game), actions(&other));
                let Some(&step) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
                game.play_step(&rules, step);
                other.try_step(&rules, turned(step, &rules)).unwrap();
                prop_assert_eq!(game.chain().is_some(), other.chain().is_some());
            }
        }
    }

    #[test]
    fn actions_stand_for_steps_one_to_one(Case { rules, .. } in cases()) {
        let Ok(encoding) = Encoding::new(&rules) else { return Ok(()) };
        for turn in Color::ALL {
            for action in 0..encoding.actions() {
                let step = encoding.step(&rules, action, turn).unwrap();
                prop_assert_eq!(encoding.action(&rules, step, turn), Some(action));
            }
            prop_assert_eq!(encoding.step(&rules, encoding.actions(), turn), None);
        }
    }

    #[test]
    fn playing_a_move_at_once_or_by_steps_leads_to_the_same_game(Case { rules, positions } in cases()) {
        for position in &positions {
            for played in position.legal_moves(&rules) {
                let mut game = Game::from_position(position.clone());
                game.play(&rules, &played);
                prop_assert_eq!(game.position(), &position.after(&rules, &played));
                prop_assert_eq!((game.ply(), game.chain()), (1, None));
                // No capture and no promotion: the number of columns and what they are made of is as before.
                let crowned = |position: &Position| {
                    position.occupied().map(|s| position.column(s).ranks().count_ones()).sum::<u32>()
                };
                let progress = played.is_capture() || crowned(game.position()) != crowned(position);
                prop_assert_eq!(game.no_progress(), u32::from(!progress));
            }
        }
    }
}

#[test]
fn boards_whose_dark_squares_turn_to_light_ones_have_no_encoding() {
    let rules = Rules::preset("bashni").unwrap().with(&["files=4", "ranks=5", "rows=1"]).unwrap();
    let message = Encoding::new(&rules).unwrap_err().to_string();
    assert!(message.contains("4x5") && message.contains("files + ranks even"), "{message}");
}
