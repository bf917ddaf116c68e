use bashni_rules::Outcome;

use super::*;
use crate::UniformEvaluator;
use crate::testing::{Scripted, game, opinionated, random_games, rules, step};

#[test]
fn lines_begin_with_each_step_once_and_can_be_played() {
    let rules = rules("bashni");
    for start in random_games(&rules, 30, 20) {
        for config in [config(300), gumbel(300)] {
            let tree = searched(&rules, &start, config, &mut Scripted(opinionated));
            let lines = tree.lines(usize::MAX);
            let mut steps: Vec<_> = lines.iter().map(|line| line.edge.step).collect();
            assert_eq!(steps.first().copied(), tree.best_step());
            assert_eq!(lines.first().map(|line| line.steps.clone()), Some(tree.principal_variation()));
            let by_index = |step| start.legal_steps(&rules).iter().position(|&legal| legal == step);
            steps.sort_by_key(|&step| by_index(step));
            assert_eq!(steps, start.legal_steps(&rules));
            for line in &lines {
                assert_eq!(line.steps[0], line.edge.step);
                let mut game = start.clone();
                for &step in &line.steps {
                    game.try_step(&rules, step).unwrap();
                }
            }
            assert_eq!(tree.lines(2), lines[..lines.len().min(2)]);
        }
    }
}

#[test]
fn lines_come_by_what_is_proven_and_then_by_visits() {
    let rules = rules("bashni-4x4");
    let mut mixed = 0;
    for start in random_games(&rules, 6, 400) {
        let tree = searched(&rules, &start, config(150), &mut UniformEvaluator);
        let (win, loss) = (Outcome::win(tree.turn()), Outcome::win(!tree.turn()));
        let class = |line: &Line| match line.edge.proof {
            Some(proof) if proof.outcome == win => 0,
            Some(proof) if proof.outcome == loss => 2,
            _ => 1,
        };
        let lines = tree.lines(usize::MAX);
        for pair in lines.windows(2) {
            let [a, b] = pair else { continue };
            assert!(class(a) <= class(b));
            if class(a) == 1 && class(b) == 1 {
                assert!(a.edge.visits >= b.edge.visits);
            }
            if class(a) == 2 && class(b) == 2 {
                assert!(a.edge.proof.unwrap().plies >= b.edge.proof.unwrap().plies);
            }
        }
        mixed += usize::from(
            lines.iter().any(|line| class(line) == 2) && lines.iter().any(|line| class(line) < 2),
        );
    }
    assert!(mixed > 20, "{mixed}");
}

#[test]
fn a_line_of_steps_is_made_of_whole_moves() {
    let rules = rules("bashni");
    let wins = game(&rules, "W:Wc3=0,e3=0:Bd4=0,f6=0");
    let tree = searched(&rules, &wins, config(60), &mut UniformEvaluator);
    assert_eq!(tree.principal_variation(), [step(&rules, "c3-e5"), step(&rules, "e5-g7")]);
    let moves = whole_moves(&rules, &wins, &tree.principal_variation());
    let texts: Vec<_> = moves.iter().map(|played| wins.position().move_text(&rules, played)).collect();
    assert_eq!(texts, ["c3:e5:g7"]);
    assert_eq!(tree.proof().unwrap().plies, Some(1));
    // Half a capture is no move, and what is not legal ends the line.
    assert!(whole_moves(&rules, &wins, &[step(&rules, "c3-e5")]).is_empty());
    assert!(whole_moves(&rules, &wins, &[step(&rules, "a1-b2")]).is_empty());
}

#[test]
fn a_forced_root_has_one_line_with_what_follows() {
    let rules = rules("bashni");
    let forced = game(&rules, "W:Wc3=0:Bd4=0,h8=0");
    let tree = searched(&rules, &forced, config(50), &mut UniformEvaluator);
    let lines = tree.lines(5);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].steps[0], step(&rules, "c3-e5"));
    assert_eq!((lines[0].edge.prior, lines[0].edge.visits), (1.0, 0));
    let over = searched(&rules, &game(&rules, "B:Wa1=0:B"), config(50), &mut UniformEvaluator);
    assert!(over.lines(5).is_empty() && over.principal_variation().is_empty());
}
