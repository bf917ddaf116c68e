//! An analysis as an annotated game of PDN.

use bashni_rules::Rules;
use bashni_rules::pdn::{Line, PdnError, PdnGame, Ply};

use super::{GameAnalysis, JudgedMove};
use crate::Score;

impl GameAnalysis {
    /// The game with what was found: behind each move its score and the depth, as matches have it (`{+0.35/6}`), marks of
    /// mistakes (`$6`, `$2`, `$4`), and for those the best line as a variation. What the file said itself stays.
    ///
    /// # Errors
    /// If a move is not legal under these rules.
    pub fn annotated(&self, game: &PdnGame, rules: &Rules, annotator: &str) -> Result<PdnGame, PdnError> {
        let mut game = game.in_letters(rules)?;
        game.tags.set("Annotator", annotator);
        for (ply, judged) in game.line.plies.iter_mut().zip(&self.moves) {
            ply.comments.push(words(judged.score, judged));
            let Some(mistake) = judged.mistake else { continue };
            if !ply.nags.contains(&mistake.nag()) {
                ply.nags.push(mistake.nag());
            }
            let mut line: Vec<Ply> = judged.line.iter().map(Ply::new).collect();
            if let (Some(first), Some(best)) = (line.first_mut(), judged.best_score) {
                first.comments.push(words(best, judged));
            }
            ply.variations.push(Line { comments: Vec::new(), plies: std::mem::take(&mut line) });
        }
        Ok(game)
    }
}

/// `+0.35/6`: score and depth.
fn words(score: Score, judged: &JudgedMove) -> String {
    match judged.depth {
        Some(depth) => format!("{score}/{depth}"),
        None => score.to_string(),
    }
}
