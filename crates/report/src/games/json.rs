//! Games as the page's script reads them.

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use super::{GameRecord, Games, Ply};

#[derive(Serialize)]
struct GameJson<'a> {
    white: &'a str,
    black: &'a str,
    result: &'a str,
    tags: &'a [(String, String)],
    board: (u8, u8),
    start: &'a str,
    plies: Vec<PlyJson<'a>>,
}

/// `[move with its mark, changes, evaluation, seconds, comment]`, without what is unknown at the end.
struct PlyJson<'a>(&'a Ply, &'a str);

impl Serialize for PlyJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &PlyJson(ply, changes) = self;
        // Three decimals are more than a graph or a clock shows.
        let short = |value: Option<f64>| {
            value.filter(|value| value.is_finite()).map(|value| (value * 1e3).round() / 1e3)
        };
        let (evaluation, seconds, comment) = (short(ply.evaluation), short(ply.seconds), &ply.comment);
        let known = [comment.is_some(), seconds.is_some(), evaluation.is_some()];
        let known = 3 - known.iter().position(|&known| known).unwrap_or(3);
        let mut list = serializer.serialize_seq(Some(2 + known))?;
        list.serialize_element(&format_args!("{}{}", ply.text, ply.mark))?;
        list.serialize_element(changes)?;
        if known > 0 {
            list.serialize_element(&evaluation)?;
        }
        if known > 1 {
            list.serialize_element(&seconds)?;
        }
        if known > 2 {
            list.serialize_element(comment)?;
        }
        list.end()
    }
}

impl Games {
    /// The games as JSON that can stand within a script element: no `<`, which could end it.
    pub(super) fn json(&self) -> String {
        let games: Vec<GameJson<'_>> = self.games.iter().map(GameRecord::json).collect();
        // Nothing in these types can fail to be written.
        let json = serde_json::to_string(&games).unwrap_or_else(|_| "[]".to_owned());
        json.replace('<', "\\u003c")
    }
}

impl GameRecord {
    fn json(&self) -> GameJson<'_> {
        GameJson {
            white: &self.white,
            black: &self.black,
            result: self.result,
            tags: &self.tags,
            board: self.board,
            start: &self.start,
            plies: self
                .plies()
                .iter()
                .zip(&self.changes)
                .map(|(ply, changes)| PlyJson(ply, changes))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use bashni_rules::Rules;

    use super::*;

    #[test]
    fn plies_are_short_and_cannot_end_the_script() {
        let rules = Rules::preset("bashni").unwrap();
        let mut game = GameRecord::new(&rules, rules.start()).players("</script><!--", "b");
        game.play(&rules, Ply::new("c3-d4")).unwrap();
        game.play(&rules, Ply::new("b6-c5").evaluation(0.123_45)).unwrap();
        game.play(&rules, Ply { seconds: Some(f64::NAN), ..Ply::new("d4:b6").comment("<b>") }).unwrap();
        let json = Games::new([game]).json();
        assert!(!json.contains('<'), "{json}");
        assert!(json.contains(r#""white":"\u003c/script>\u003c!--""#), "{json}");
        assert!(
            json.contains(
                r#"[["c3-d4","c3 Wd4=0"],["b6-c5","b6 Bc5=0",0.123],["d4:b6","d4 Wb6=0/0 c5",null,null,"\u003cb>"]]"#
            ),
            "{json}"
        );
    }
}
