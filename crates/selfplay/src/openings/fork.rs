use bashni_rules::{Color, Game, Rules};
use bashni_search::mcts::{SearchConfig, Tree};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::raw_policy;

/// A fork: a few random moves, which the network judges one after the other.
#[derive(Debug)]
pub(crate) struct Fork {
    /// The side whose move it is.
    turn: Color,
    /// Moves that are still to be judged, in letters, with the game after them; the next one is the last.
    open: Vec<(String, Game)>,
    /// The move that is being judged.
    judged: Option<(String, Game)>,
    /// The best of those that have been judged, and what it is worth.
    best: Option<(String, Game, f32)>,
}

impl Fork {
    /// Draws the moves of a fork. `game` is at the start of a move.
    pub fn new(rules: &Rules, game: &Game, moves: u32, random: &mut Pcg64) -> Fork {
        let mut legal = game.position().legal_moves(rules);
        let drawn = legal.len().min(moves as usize);
        for i in 0..drawn {
            let other = random.random_range(i..legal.len());
            legal.swap(i, other);
        }
        let after = |played| {
            let mut after = game.clone();
            after.play(rules, played);
            (game.position().move_text(rules, played), after)
        };
        // From the last to the first, so that the first drawn is judged first.
        let open = legal[..drawn].iter().rev().map(after).collect();
        Fork { turn: game.turn(), open, judged: None, best: None }
    }

    /// A tree that asks the network about the next move; `None` if all have been judged. Moves after which the game is over,
    /// or has only forced moves to its end, are passed over: a game that is over before it began teaches nothing.
    pub fn next(&mut self, rules: &Rules, search: &SearchConfig) -> Option<Tree> {
        while let Some((text, game)) = self.open.pop() {
            let mut tree = Tree::new(rules, game.clone(), raw_policy(search), 0);
            // Where the answer is forced, what counts is what comes after it.
            tree.search_past_forced_steps(rules);
            if tree.proof().is_none() {
                self.judged = Some((text, game));
                return Some(tree);
            }
        }
        None
    }

    /// Takes the network's judgement of the move that [`next`](Fork::next) asked about. The first of equals is the best.
    pub fn judge(&mut self, tree: &Tree) {
        let Some((text, game)) = self.judged.take() else { return };
        let Some(value) = tree.root_value() else { return };
        let score = value.for_mover(self.turn).score();
        if self.best.as_ref().is_none_or(|(_, _, best)| score > *best) {
            self.best = Some((text, game, score));
        }
    }

    /// The best move, in letters, with the game after it; `None` if every move was passed over.
    pub fn best(self) -> Option<(String, Game)> {
        self.best.map(|(text, game, _)| (text, game))
    }
}
