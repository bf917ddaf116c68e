use bashni_rules::{Game, Rules};
use rand::RngExt;
use rand_pcg::Pcg64;

/// Plays 0 to `most` random whole moves, but none that ends the game: one that is over before it began teaches nothing. Each
/// is added to `opening`, in letters.
pub(crate) fn random_plies(
    rules: &Rules,
    game: &mut Game,
    most: u32,
    random: &mut Pcg64,
    opening: &mut String,
) {
    for _ in 0..random.random_range(0..=most) {
        let moves = game.position().legal_moves(rules);
        let mut after = game.clone();
        if moves.is_empty() {
            break;
        }
        let played = &moves[random.random_range(0..moves.len())];
        after.play(rules, played);
        if after.outcome(rules).is_some() {
            break;
        }
        push_word(opening, &game.position().move_text(rules, played));
        *game = after;
    }
}

/// Adds a word to a text, behind a space if it is not the first.
pub(crate) fn push_word(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}
