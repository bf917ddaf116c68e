use bashni_rules::{Move, Outcome};

use super::*;
use crate::UniformEvaluator;
use crate::mcts::arena::ROOT;
use crate::testing::{Scripted, game, opinionated, random_games, rules, step};

#[test]
fn whole_moves_share_the_visits_of_the_steps_that_make_them() {
    let rules = rules("bashni");
    let (mut captures, mut chains) = (0, 0);
    for start in random_games(&rules, 28, 200) {
        let tree = searched(&rules, &start, config(200), &mut Scripted(opinionated));
        if tree.forced_step().is_some() || tree.outcome().is_some() {
            assert!(tree.root_moves(&rules).iter().all(|root_move| root_move.visits == 0));
            continue;
        }
        let legal = start.position().legal_moves(&rules);
        let moves = tree.root_moves(&rules);
        let mut listed: Vec<Move> = moves.iter().map(|root_move| root_move.played).collect();
        assert!(listed.iter().all(|played| legal.contains(played)));
        let number = listed.len();
        listed.dedup();
        assert_eq!(listed.len(), number, "each move once");
        // Every simulation makes a move to its end, but for the first one at each choice within a chain.
        let within = tree.arena.nodes.iter().skip(1).filter(|node| node.turn == tree.turn()).count() as u32;
        let visits: u32 = moves.iter().map(|root_move| root_move.visits).sum();
        assert!(visits <= tree.sims_done() && visits + within >= tree.sims_done());
        for root_move in &moves {
            assert_eq!(root_move.line[0], root_move.played);
            assert!(root_move.value.unwrap().is_distribution());
            let mut game = start.clone();
            root_move.line.iter().for_each(|played| game.play(&rules, played));
        }
        captures += u32::from(start.position().must_capture(&rules));
        chains += u32::from(start.position().must_capture(&rules) && visits < tree.sims_done());
    }
    assert!(captures > 5 && chains > 0, "{captures} {chains}");
}

#[test]
fn two_ways_to_one_position_are_one_move() {
    let rules = rules("bashni");
    // The king goes round a square of four men in either direction.
    let circle = game(&rules, "W:Wc3=1:Bd4=0,d6=0,f4=0,f6=0,h8=0");
    let mut trees = [Tree::new(&rules, circle.clone(), config(3_000), 1)];
    trees[0].search_past_forced_steps(&rules);
    search_batch(&rules, &mut trees, &mut UniformEvaluator).unwrap();
    let [tree] = trees;
    let legal = circle.position().legal_moves(&rules);
    let moves = tree.root_moves(&rules);
    assert_eq!(moves.len(), legal.len());
    for root_move in &moves {
        assert_eq!(moves.iter().filter(|other| other.played == root_move.played).count(), 1);
    }
    assert!(legal.iter().any(|played| played.paths() > 1), "a move with several ways");
}

#[test]
fn moves_come_with_proven_wins_first_and_losses_last() {
    let rules = rules("bashni-4x4");
    let mut seen = [0; 3];
    for start in random_games(&rules, 6, 300) {
        let tree = searched(&rules, &start, config(200), &mut UniformEvaluator);
        let win = Outcome::win(tree.turn());
        let class = |root_move: &RootMove| match root_move.proof.map(|proof| proof.outcome) {
            Some(outcome) if outcome == win => 0,
            Some(Outcome::Draw) | None => 1,
            Some(_) => 2,
        };
        let moves = tree.root_moves(&rules);
        assert!(moves.is_sorted_by_key(class));
        moves.iter().for_each(|root_move| seen[class(root_move)] += 1);
        // What is proven of a move is what a search of the position after it proves.
        for root_move in moves.iter().filter(|root_move| root_move.proof.is_some()) {
            let mut after = start.clone();
            after.play(&rules, &root_move.played);
            let found = searched_from_decision(&rules, &after, config(3_000), &mut UniformEvaluator);
            assert_eq!(found.proof().map(|proof| proof.outcome), root_move.proof.map(|proof| proof.outcome));
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn an_analysis_looks_behind_forced_steps() {
    let rules = rules("bashni");
    let forced = game(&rules, "W:Wc3=0,a1=0:Bd4=0,h8=0");
    for settings in [config(80), SearchConfig { reuse: true, ..config(80) }, gumbel(80)] {
        let mut trees = [Tree::new(&rules, forced.clone(), settings, 1)];
        trees[0].search_past_forced_steps(&rules);
        search_batch(&rules, &mut trees, &mut Scripted(opinionated)).unwrap();
        let [mut tree] = trees;
        assert_eq!(tree.forced_step(), Some(step(&rules, "c3-e5")));
        assert_eq!((tree.sims_done(), tree.root_edges()[0].visits), (80, 80));
        assert!(tree.root_value().is_some());
        let line = tree.principal_variation();
        assert!(line.len() > 1 && line[0] == step(&rules, "c3-e5"));
        let moves = tree.root_moves(&rules);
        assert_eq!((moves.len(), moves[0].visits), (1, 80));
        assert!(moves[0].line.len() > 1);
        // When the step is played, the search of the decision behind it is kept or begins anew, as it was asked for.
        tree.advance(&rules, step(&rules, "c3-e5")).unwrap();
        let kept = settings.reuse && settings.kind == SearchKind::Puct;
        assert_eq!(tree.root_visits > 0, kept);
        assert_eq!(tree.arena.edges(ROOT).is_empty(), !kept);
    }
}
