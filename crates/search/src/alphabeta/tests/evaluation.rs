use bashni_rules::{Position, Rules};
use proptest::prelude::*;

use super::super::eval::Pair;
use super::super::*;
use crate::testing::{random_games, rules};

/// The value as the sum of the terms that are counted for tuning.
fn by_terms(rules: &Rules, weights: &Weights, position: &Position) -> i32 {
    let mut sum = Pair::default();
    terms(rules, position, |term, count| sum += weights.terms()[term] * count);
    let (columns, start) = (position.columns() as i32, rules.start().columns() as i32);
    let phase = columns.min(start) * 256 / start;
    (sum.opening * phase + sum.ending * (256 - phase)) / 256
}

fn preset() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["bashni", "bashni-short", "lasca", "russian", "english", "bashni-10x10"])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn tables_say_what_the_terms_sum_to(preset in preset(), plies in 0u32..70, seed in 0u64..100) {
        let rules = rules(preset);
        // Weights that all differ, so that no term can stand for another.
        let odd = (0..TERMS as i32).map(|term| Pair::new(7 * term % 101 + 3, 11 * term % 97 - 40)).collect();
        let weights = Weights::new(odd);
        let evaluation = Evaluation::new(&rules, &weights);
        let game = random_games(&rules, plies, seed % 9 + 1).pop().unwrap();
        let position = game.position();
        prop_assert_eq!(evaluation.evaluate(&rules, position), by_terms(&rules, &weights, position));
    }

    #[test]
    fn both_sides_are_judged_alike(preset in preset(), plies in 0u32..70, seed in 0u64..100) {
        let rules = rules(preset);
        let evaluation = Evaluation::new(&rules, &Weights::for_rules(&rules));
        let game = random_games(&rules, plies, seed % 9 + 1).pop().unwrap();
        let turned = game.position().turned(rules.board()).unwrap();
        let here = evaluation.evaluate(&rules, game.position());
        prop_assert_eq!(here, evaluation.evaluate(&rules, &turned));
    }
}
