use super::lexer::{Lexer, Token};
use super::{GameResult, Line, PdnError, PdnGame, Ply};
use crate::Place;

/// Variations may be nested so deep.
pub const MAX_DEPTH: usize = 64;

/// Reads the games of a PDN file. Moves are not checked: [`PdnGame::replay`] does that.
///
/// A game ends with its result, or where the tags of the next one begin, or with the file. A comment between two
/// games belongs to the one before. The result is the one at the end; if that is `*` or missing, the one in the tag.
///
/// ```
/// let games = bashni_rules::pdn::read("1. c3-d4! b6-a5 {quiet} 1-0\n[Event \"next\"]\n1. c3-b4").unwrap();
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[0].line.plies[0].nags, [1]);
/// let error = bashni_rules::pdn::read("1. c3-d4\n( b6-a5").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 1: a variation that is not closed: expected )");
/// ```
///
/// # Errors
/// If the text is not PDN; with the place.
pub fn read(text: &str) -> Result<Vec<PdnGame>, PdnError> {
    let mut reader = Reader { games: Vec::new(), ended: true, open: Vec::new() };
    let mut lexer = Lexer::new(text);
    while let Some((place, token)) = lexer.next()? {
        let is_move = matches!(token, Token::Move(_));
        reader.token(place, token)?;
        if is_move && lexer.eats_forced() {
            reader.token(place, Token::Nag(7))?;
        }
    }
    reader.end()?;
    Ok(reader.games)
}

struct Reader {
    games: Vec<PdnGame>,
    /// True if the last game is over, or there is none.
    ended: bool,
    /// The variations that are open, the innermost last, with their places.
    open: Vec<(Place, Line)>,
}

impl Reader {
    fn token(&mut self, place: Place, token: Token) -> Result<(), PdnError> {
        match token {
            Token::Tag { name, value, value_place } => {
                if !self.ended && !self.game().line.plies.is_empty() {
                    self.end()?;
                }
                self.game().tags.push(&name, &value, value_place);
            }
            Token::Comment(None) | Token::Number => {}
            Token::Comment(Some(text)) => {
                if self.ended
                    && let Some(last) = self.games.last_mut()
                {
                    last.line.last_comments().push(text);
                } else {
                    self.line().last_comments().push(text);
                }
            }
            Token::Open => {
                let depth = self.open.len();
                if depth == MAX_DEPTH {
                    return Err(PdnError::new(place, format!("variations nested deeper than {MAX_DEPTH}")));
                }
                if self.ended || self.line().plies.is_empty() {
                    let message = "a variation before any move: it must follow the move that it replaces";
                    return Err(PdnError::new(place, message));
                }
                self.open.push((place, Line::default()));
            }
            Token::Close => {
                let Some((_, line)) = self.open.pop() else {
                    return Err(PdnError::new(place, "a ) without a ( before it"));
                };
                if !line.is_empty()
                    && let Some(ply) = self.line().plies.last_mut()
                {
                    ply.variations.push(line);
                }
            }
            Token::Nag(number) => {
                let found = if self.ended { None } else { self.line().plies.last_mut() };
                let Some(ply) = found else {
                    return Err(PdnError::new(place, "an annotation before any move: it must follow a move"));
                };
                ply.nags.push(number);
            }
            Token::Result(result) => {
                if let Some((opened, _)) = self.open.last() {
                    let message = format!("a result inside the variation that was opened in {opened}");
                    return Err(PdnError::new(place, message));
                }
                if !self.ended {
                    self.game().result = result;
                    self.end()?;
                } else if result != GameResult::Unknown {
                    let message = "a result without tags or moves before it";
                    return Err(PdnError::new(place, message));
                }
                // A star between games only separates them.
            }
            Token::Move(text) => {
                let ply = Ply { place, ..Ply::new(text) };
                self.line().plies.push(ply);
            }
        }
        Ok(())
    }

    /// The game that is being read; a new one if the last is over.
    fn game(&mut self) -> &mut PdnGame {
        if self.ended || self.games.is_empty() {
            self.games.push(PdnGame::default());
            self.ended = false;
        }
        let last = self.games.len() - 1;
        &mut self.games[last]
    }

    /// The line that is being read.
    fn line(&mut self) -> &mut Line {
        if self.open.is_empty() {
            return &mut self.game().line;
        }
        let last = self.open.len() - 1;
        &mut self.open[last].1
    }

    /// Ends the game that is being read, if there is one.
    fn end(&mut self) -> Result<(), PdnError> {
        if let Some((place, _)) = self.open.last() {
            return Err(PdnError::new(*place, "a variation that is not closed: expected )"));
        }
        if !self.ended {
            let game = self.game();
            if game.result == GameResult::Unknown {
                game.result = game.tags.get("Result").and_then(GameResult::parse).unwrap_or_default();
            }
            self.ended = true;
        }
        Ok(())
    }
}
