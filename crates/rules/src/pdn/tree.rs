use crate::Place;
use crate::notation::is_blank;

/// A sequence of moves with what is said before the first: the main line of a game, or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves, each with its comments and variations.
    pub plies: Vec<Ply>,
}

impl Line {
    /// A line of moves without comments.
    ///
    /// ```
    /// let line = bashni_rules::pdn::Line::of(["c3-d4", "b6-a5"]);
    /// assert_eq!(line.plies[1].text, "b6-a5");
    /// ```
    pub fn of<T: Into<String>>(moves: impl IntoIterator<Item = T>) -> Line {
        Line { comments: Vec::new(), plies: moves.into_iter().map(Ply::new).collect() }
    }

    /// True if it says nothing.
    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.plies.is_empty()
    }

    /// The comments after the last move, or before the first if there is none yet.
    pub(super) fn last_comments(&mut self) -> &mut Vec<String> {
        match self.plies.last_mut() {
            Some(ply) => &mut ply.comments,
            None => &mut self.comments,
        }
    }
}

/// A move in a file, not checked, with what is said about it.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move as it is written.
    pub text: String,
    /// Annotations by number: 1 is `!`, 2 is `?`, 7 a forced move.
    pub nags: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Lines that could have been played instead of this move.
    pub variations: Vec<Line>,
    /// Where it was read.
    pub(super) place: Place,
}

impl Ply {
    /// A move without comments.
    pub fn new(text: impl Into<String>) -> Ply {
        Ply {
            text: text.into(),
            nags: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
            place: Place::START,
        }
    }

    /// The move with a comment. Runs of blanks and line breaks in it become single blanks.
    #[must_use]
    pub fn commented(mut self, text: &str) -> Ply {
        self.comments.extend(comment(text));
        self
    }
}

/// Moves are equal if they say the same, wherever they stand in a file.
impl PartialEq for Ply {
    fn eq(&self, other: &Ply) -> bool {
        self.text == other.text
            && self.nags == other.nags
            && self.comments == other.comments
            && self.variations == other.variations
    }
}

impl Eq for Ply {}

/// A comment as it is kept: words with one blank between them, since lines are broken anew when it is written; `None`
/// for an empty one.
pub(super) fn comment(text: &str) -> Option<String> {
    let words: Vec<&str> =
        text.split(|c: char| is_blank(c) || c.is_control()).filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
