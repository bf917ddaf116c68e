//! An analysis as a page of HTML.

use bashni_report::{GameError, GameRecord, Games, LinePlot, Ply, Point, Report, Section, Series, Table};
use bashni_rules::pdn::PdnGame;
use bashni_rules::{Color, Rules};

use super::{GameAnalysis, JudgedMove, Mistake};

impl GameAnalysis {
    /// A page with the curve of what White could expect, a table of the mistakes, and the game to step through.
    ///
    /// # Errors
    /// If a move is not legal under these rules.
    pub fn page(&self, game: &PdnGame, rules: &Rules, annotator: &str) -> Result<Report, GameError> {
        let name = |tag| game.tags.get(tag).filter(|name| !name.is_empty()).unwrap_or("?").to_owned();
        let (white, black) = (name("White"), name("Black"));
        let title = if [&white, &black].iter().all(|name| *name == "?") {
            "A game".to_owned()
        } else {
            format!("{white} – {black}")
        };
        let subtitle = format!("{} plies of {}, judged by {annotator}", self.moves.len(), rules.name());
        let viewer = Games::new([self.record(game, rules)?]);
        Ok(Report::new(title)
            .subtitle(subtitle)
            .section(Section::new("Course").plot(self.curve()).table(self.summaries()))
            .section(self.mistakes())
            .section(Section::new("Game").games(viewer)))
    }

    fn curve(&self) -> LinePlot {
        let moves = self.moves.iter().map(|played| Point::new(played.ply as f64, played.for_white()));
        let points: Vec<Point> = std::iter::once(Point::new(0.0, self.start)).chain(moves).collect();
        LinePlot::new("ply", "White's expected score")
            .reference(0.5, "even")
            .series(Series::new("expected score", points).line_only())
    }

    fn summaries(&self) -> Table {
        let mut table =
            Table::new(["side", "choices", "inaccuracies", "mistakes", "blunders", "mean loss (%)"]);
        for (side, summary) in Color::ALL.into_iter().zip(&self.sides) {
            let [inaccuracies, mistakes, blunders] = summary.mistakes.map(|count| count.to_string());
            let loss = format!("{:.1}", 100.0 * summary.mean_loss);
            table.push([
                side.to_string(),
                summary.choices.to_string(),
                inaccuracies,
                mistakes,
                blunders,
                loss,
            ]);
        }
        table
    }

    fn mistakes(&self) -> Section {
        let section = Section::new("Mistakes");
        let mut table =
            Table::new(["ply", "side", "move", "score", "loss (%)", "score of the best", "best line"]);
        for played in self.moves.iter().filter(|played| played.mistake.is_some()) {
            table.push([
                played.ply.to_string(),
                played.side.to_string(),
                marked(played),
                played.score.to_string(),
                format!("{:.1}", 100.0 * played.loss),
                played.best_score.map(|score| score.to_string()).unwrap_or_default(),
                played.line.join(" "),
            ]);
        }
        let limits = Mistake::ALL.map(|mistake| {
            format!("{} {mistake} from {:.0} %", mistake.mark(), 100.0 * mistake.least_loss())
        });
        let words = format!("A loss is the drop of the score that a side can expect: {}.", limits.join(", "));
        if self.moves.iter().any(|played| played.mistake.is_some()) {
            section.paragraph(words).table(table)
        } else {
            section.paragraph(format!("None. {words}"))
        }
    }

    fn record(&self, game: &PdnGame, rules: &Rules) -> Result<GameRecord, GameError> {
        let said = GameRecord::from_pdn(&game.in_letters(rules)?, rules)?;
        let replay = game.replay(rules)?;
        let mut record = GameRecord::new(rules, replay.start.position())
            .players(game.tags.get("White").unwrap_or_default(), game.tags.get("Black").unwrap_or_default())
            .result(game.result);
        for (name, value) in game.tags.iter().filter(|(name, _)| ["Event", "Date", "Round"].contains(name)) {
            record = record.tag(name, value);
        }
        for (played, ply) in self.moves.iter().zip(said.plies()) {
            let own = ply.comment.iter().cloned();
            let comment = std::iter::once(comment(played)).chain(own).collect::<Vec<_>>().join(" · ");
            let evaluation = 2.0 * played.for_white() - 1.0;
            let mark = played.mistake.map(Mistake::mark).unwrap_or_default();
            record.play(rules, Ply::new(&played.text).mark(mark).evaluation(evaluation).comment(comment))?;
        }
        Ok(record)
    }
}

/// The move with its mark.
fn marked(played: &JudgedMove) -> String {
    let mark = played.mistake.map(Mistake::mark).unwrap_or_default();
    format!("{}{mark}", played.text)
}

fn comment(played: &JudgedMove) -> String {
    match (played.mistake, played.best_score) {
        (Some(mistake), Some(best)) => {
            format!(
                "{} {mistake}: {}; better was {} ({best})",
                mistake.mark(),
                played.score,
                played.line.join(" ")
            )
        }
        _ => played.score.to_string(),
    }
}
