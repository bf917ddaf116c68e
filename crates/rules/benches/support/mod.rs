//! What benchmarks and examples share.

use bashni_rules::{Game, MoveList, Rules};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Plays a game of random moves to its end under the complete rules, and shows each state in which a move is chosen, with
/// its legal moves, to `seen`. Returns the number of moves.
pub fn random_game(
    rules: &Rules,
    game: &mut Game,
    moves: &mut MoveList,
    random: &mut Pcg64Mcg,
    mut seen: impl FnMut(&Game, &MoveList),
) -> u64 {
    let mut played = 0;
    loop {
        game.position().legal_moves_into(rules, moves);
        if moves.is_empty() || game.draw_by_rule(rules) {
            return played;
        }
        seen(game, moves);
        game.play(rules, &moves[random.random_range(0..moves.len())]);
        played += 1;
    }
}
