//! One game, played and written down.

use std::fmt::Write;

use bashni_rules::diagram::{Diagram, TextStyle};
use bashni_rules::{Encoding, Game, Move, Outcome, Rules, Step};

use crate::events::{Events, freed};
use crate::generator::Generator;
use crate::planes::planes;

/// No more moves are listed than this, but their number is given.
const MOST_MOVES: usize = 36;
/// A game that is longer than this, in bytes of its text, is left unfinished.
const LONGEST: usize = 56_000;
/// Plies whose planes are written down: each side's first, and two later ones.
const PLANES_AT: [u32; 4] = [0, 1, 20, 41];
/// Captures in progress whose planes are written down.
const CHAINS_WITH_PLANES: usize = 2;

const HOW_TO_READ: &str = "\
# Each ply: the board, its one-line form, what the rules count, the legal moves in ASCII order (of several paths to one
# position the shortest, with their number), the single steps with their indices in a policy, and the move played. The
# states within a capture follow it. Moves are drawn from a generator with a fixed seed; captures, promotions and
# columns that come free are preferred. Planes are seen from the side that acts, forward up.
";

/// The text of a game, and what happened in it.
pub struct Playthrough {
    pub text: String,
    pub events: Events,
}

struct Writer<'a> {
    rules: &'a Rules,
    encoding: Encoding,
    text: String,
    events: Events,
    chains_shown: usize,
}

/// Plays the game of a seed to its end, or until its text is long enough.
pub fn play(rules: &Rules, seed: u64) -> Playthrough {
    let mut writer = Writer {
        rules,
        encoding: Encoding::new(rules).unwrap(),
        text: format!(
            "# A game of {} with the seed {seed}\n#\n{HOW_TO_READ}\n{}",
            rules.name(),
            rules.to_toml()
        ),
        events: Events::default(),
        chains_shown: 0,
    };
    let mut generator = Generator::new(seed);
    let mut game = Game::new(rules);
    while game.outcome(rules).is_none() && writer.text.len() < LONGEST {
        writer.state(&game);
        let moves = writer.moves(&game);
        let weights: Vec<u64> = moves.iter().map(|(_, played)| weight(&game, rules, played)).collect();
        let (text, played) = &moves[generator.choose(&weights)];
        writer.play(&mut game, text, played);
    }
    writer.end(&game);
    Playthrough { text: writer.text, events: writer.events }
}

/// What is worth seeing is played more often.
fn weight(game: &Game, rules: &Rules, played: &Move) -> u64 {
    let position = game.position();
    let after = position.after(rules, played);
    1 + 4 * played.captures() as u64
        + 12 * u64::from(played.crowns())
        + 10 * freed(position, played, &after) as u64
}

impl Writer<'_> {
    fn line(&mut self, head: &str, text: impl AsRef<str>) {
        writeln!(self.text, "{}", format!("{head:<13} {}", text.as_ref()).trim_end()).unwrap();
    }

    /// What a state between moves is.
    fn state(&mut self, game: &Game) {
        write!(self.text, "\n== ply {}: {} to move\n", game.ply(), game.turn()).unwrap();
        self.board(game);
        self.events.repetitions = self.events.repetitions.max(game.repetitions());
        if PLANES_AT.contains(&game.ply()) {
            self.planes(game);
        }
    }

    fn board(&mut self, game: &Game) {
        let drawing = Diagram::new(game.position(), self.rules).text(&TextStyle::PLAIN);
        writeln!(self.text, "{drawing}").unwrap();
        self.line("position", game.position().fen(self.rules));
        let limit = self.rules.fields().no_progress_plies;
        self.line("no progress", format!("{} of {limit} plies", game.no_progress()));
        self.line("repetitions", game.repetitions().to_string());
    }

    fn planes(&mut self, game: &Game) {
        let planes = planes(game, self.rules, &self.encoding);
        write!(self.text, "planes, seen from {}'s side\n{planes}", game.turn()).unwrap();
    }

    /// The legal moves in ASCII order, and the steps.
    fn moves(&mut self, game: &Game) -> Vec<(String, Move)> {
        let position = game.position();
        let mut moves: Vec<(String, Move)> = position
            .legal_moves(self.rules)
            .into_iter()
            .map(|played| (position.move_text(self.rules, &played), played))
            .collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        let listed = moves.iter().take(MOST_MOVES).map(|(text, played)| match played.paths() {
            1 => text.clone(),
            paths => format!("{text} ({paths} paths)"),
        });
        let mut listed = listed.collect::<Vec<_>>().join(", ");
        if moves.len() > MOST_MOVES {
            listed.push_str(", …");
        }
        self.line("moves", format!("{}: {listed}", moves.len()));
        self.steps(game);
        moves
    }

    /// The legal steps with their indices in a policy, by index.
    fn steps(&mut self, game: &Game) {
        let steps = game.legal_steps(self.rules);
        let capture = game.position().must_capture(self.rules);
        let mut steps: Vec<(usize, String)> =
            steps.iter().map(|&step| (self.action(game, step), self.step(step, capture))).collect();
        steps.sort();
        let steps: Vec<String> = steps.iter().map(|(index, step)| format!("{step}={index}")).collect();
        self.line("steps", steps.join(" "));
    }

    fn action(&self, game: &Game, step: Step) -> usize {
        self.encoding.action(self.rules, step, game.turn()).unwrap()
    }

    fn step(&self, step: Step, capture: bool) -> String {
        let board = self.rules.board();
        let separator = if capture { ":" } else { "-" };
        format!("{}{separator}{}", board.name(step.from), board.name(step.to))
    }

    /// Plays a move and writes down the states within it.
    fn play(&mut self, game: &mut Game, text: &str, played: &Move) {
        let before = game.position().clone();
        self.line("plays", text);
        let path = before.path(self.rules, played).unwrap();
        let mut crowned = before.column(played.from()).is_king();
        for pair in path.windows(2) {
            let step = Step { from: pair[0], to: pair[1] };
            game.try_step(self.rules, step).unwrap();
            if game.chain().is_none() {
                continue;
            }
            let king = game.position().column(step.to).is_king();
            if king && !crowned {
                self.events.promotions_in_chains += 1;
            }
            crowned = king;
            self.within(game, step);
        }
        assert_eq!(game.position(), &before.after(self.rules, played));
        self.events.see(&before, played, game.position());
    }

    /// A state within a capture.
    fn within(&mut self, game: &Game, step: Step) {
        let Some(chain) = game.chain() else { return };
        let board = self.rules.board();
        writeln!(self.text, "-- after {}: {} jumps on", self.step(step, true), game.turn()).unwrap();
        self.line("position", game.position().fen(self.rules));
        let barred: Vec<&str> = chain.barred().map(|square| board.name(square)).collect();
        let mut state = format!("on {}", board.name(chain.square()));
        if !barred.is_empty() {
            write!(state, ", may not jump {}", barred.join(" ")).unwrap();
        }
        if let Some(direction) = chain.barred_direction() {
            write!(state, ", may not go {direction:?}").unwrap();
        }
        let held: Vec<&str> = chain.held().map(|king| if king { "king" } else { "man" }).collect();
        if !held.is_empty() {
            write!(state, ", will take {}", held.join(", ")).unwrap();
        }
        self.line("capture", state);
        self.steps(game);
        if self.chains_shown < CHAINS_WITH_PLANES {
            self.chains_shown += 1;
            self.planes(game);
        }
    }

    fn end(&mut self, game: &Game) {
        self.events.finish(game, self.rules);
        write!(self.text, "\n== end, after {} plies\n", game.ply()).unwrap();
        self.board(game);
        let outcome = game.outcome(self.rules).map_or("*", Outcome::pdn);
        let why = match self.events.end {
            Some(end) => end.to_string(),
            None => "left unfinished, since its text is long enough".to_owned(),
        };
        self.line("outcome", format!("{outcome}  {why}"));
        write!(self.text, "\nIn this game there are\n{}", self.events).unwrap();
    }
}
