//! A second move generator: slow, obvious, and written from the description of the game alone. It shares nothing
//! with the crate but the fields of the rules and the one-line form of positions.

use std::collections::BTreeMap;

use bashni_rules::{Captured, King, KingLanding, ManCapture, Promotion, Rejump, Reversal, RuleFields};

/// File and rank, from 0.
type Place = (i32, i32);
type Way = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    white: bool,
    king: bool,
}

/// Columns by square, each from the top down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    white_to_move: bool,
    columns: BTreeMap<Place, Vec<Piece>>,
}

/// A resulting position with the best path to it and the number of paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    pub landings: usize,
    pub text: String,
    pub paths: u64,
}

/// More paths than the caller wants to wait for.
#[derive(Debug)]
pub struct TooMany;

pub type Results = BTreeMap<String, Reached>;

const WAYS: [Way; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

impl Board {
    pub fn read(fen: &str) -> Board {
        let mut parts = fen.split(':');
        let white_to_move = parts.next() == Some("W");
        let mut columns = BTreeMap::new();
        for part in parts {
            let white = part.starts_with('W');
            for column in part[1..].split(',').filter(|text| !text.is_empty()) {
                let (square, pieces) = column.split_once('=').unwrap();
                let file = i32::from(square.as_bytes()[0] - b'a');
                let rank = square[1..].parse::<i32>().unwrap() - 1;
                let (own, prisoners) = pieces.split_once('/').unwrap_or((pieces, ""));
                let own = own.chars().map(|c| Piece { white, king: c == '1' });
                let prisoners = prisoners.chars().map(|c| Piece { white: !white, king: c == '1' });
                columns.insert((file, rank), own.chain(prisoners).collect());
            }
        }
        Board { white_to_move, columns }
    }

    pub fn write(&self) -> String {
        let mut text = String::from(if self.white_to_move { "W" } else { "B" });
        for white in [true, false] {
            text.push_str(if white { ":W" } else { ":B" });
            let mut columns = Vec::new();
            for (&place, column) in &self.columns {
                if column[0].white != white {
                    continue;
                }
                let mut written = name(place) + "=";
                let mut above = white;
                for piece in column {
                    if piece.white != above {
                        written.push('/');
                        above = piece.white;
                    }
                    written.push(if piece.king { '1' } else { '0' });
                }
                columns.push(written);
            }
            text.push_str(&columns.join(","));
        }
        text
    }

    /// Every position that a legal move leads to.
    pub fn results(&self, rules: &RuleFields, most_paths: u64) -> Result<Results, TooMany> {
        let mut search = Search { rules, results: Results::new(), paths: 0, most_paths };
        for (&from, column) in &self.columns {
            if column[0].white == self.white_to_move {
                let state = Capture { board: self.clone(), path: vec![from], jumped: Vec::new(), last: None };
                search.captures(&state)?;
            }
        }
        if search.results.is_empty() {
            for (&from, column) in &self.columns {
                if column[0].white == self.white_to_move {
                    search.quiet_moves(self, from);
                }
            }
        }
        Ok(search.results)
    }
}

fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn on_board(rules: &RuleFields, (file, rank): Place) -> bool {
    (0..i32::from(rules.files)).contains(&file) && (0..i32::from(rules.ranks)).contains(&rank)
}

fn far_rank(rules: &RuleFields, white: bool) -> i32 {
    if white { i32::from(rules.ranks) - 1 } else { 0 }
}

fn forward(white: bool, way: Way) -> bool {
    (way.1 > 0) == white
}

/// A capture as far as it has been played.
#[derive(Clone)]
struct Capture {
    board: Board,
    path: Vec<Place>,
    /// Squares jumped over, in order.
    jumped: Vec<Place>,
    last: Option<Way>,
}

/// One jump that a capture may go on with: over a square, and the squares on which it could land.
struct Jump {
    way: Way,
    over: Place,
    landings: Vec<Place>,
}

impl Capture {
    fn at(&self) -> Place {
        *self.path.last().unwrap()
    }

    fn commander(&self) -> Piece {
        self.board.columns[&self.at()][0]
    }

    /// The jumps that may come next, before the field `king_landing` is looked at.
    fn jumps(&self, rules: &RuleFields) -> Vec<Jump> {
        let commander = self.commander();
        let mut jumps = Vec::new();
        for way in WAYS {
            if !commander.king && rules.man_capture == ManCapture::Forward && !forward(commander.white, way) {
                continue;
            }
            if rules.reversal == Reversal::Forbidden && self.last == Some((-way.0, -way.1)) {
                continue;
            }
            let flies = commander.king && rules.king == King::Flying;
            let mut over = step(self.at(), way);
            while flies && on_board(rules, over) && !self.board.columns.contains_key(&over) {
                over = step(over, way);
            }
            let Some(column) = self.board.columns.get(&over) else { continue };
            if column[0].white == commander.white || !self.may_jump(rules, over) {
                continue;
            }
            let mut landings = Vec::new();
            let mut landing = step(over, way);
            while on_board(rules, landing) && !self.board.columns.contains_key(&landing) {
                landings.push(landing);
                landing = step(landing, way);
                if !flies {
                    break;
                }
            }
            if !landings.is_empty() {
                jumps.push(Jump { way, over, landings });
            }
        }
        jumps
    }

    fn may_jump(&self, rules: &RuleFields, over: Place) -> bool {
        match rules.rejump {
            Rejump::Free => true,
            Rejump::NoImmediate => self.jumped.last() != Some(&over),
            Rejump::Never | Rejump::Turkish => !self.jumped.contains(&over),
        }
    }

    /// The capture after one more jump, and whether it crowned the mover.
    fn after(&self, rules: &RuleFields, jump: &Jump, landing: Place) -> (Capture, bool) {
        let mut next = self.clone();
        let mut mover = next.board.columns.remove(&self.at()).unwrap();
        if rules.rejump != Rejump::Turkish {
            let captured = next.board.lift(jump.over);
            if rules.captured == Captured::Stack {
                mover.push(captured);
            }
        }
        let crowned = !mover[0].king && landing.1 == far_rank(rules, mover[0].white);
        mover[0].king |= crowned;
        next.board.columns.insert(landing, mover);
        next.path.push(landing);
        next.jumped.push(jump.over);
        next.last = Some(jump.way);
        (next, crowned)
    }

    /// The position when the capture is over.
    fn finished(&self, rules: &RuleFields) -> Board {
        let mut board = self.board.clone();
        if rules.rejump == Rejump::Turkish {
            for &over in &self.jumped {
                let captured = board.lift(over);
                if rules.captured == Captured::Stack {
                    board.columns.get_mut(&self.at()).unwrap().push(captured);
                }
            }
        }
        board.white_to_move = !board.white_to_move;
        board
    }
}

impl Board {
    /// Takes the top piece off a column.
    fn lift(&mut self, place: Place) -> Piece {
        let column = self.columns.get_mut(&place).unwrap();
        let piece = column.remove(0);
        if column.is_empty() {
            self.columns.remove(&place);
        }
        piece
    }
}

fn step((file, rank): Place, way: Way) -> Place {
    (file + way.0, rank + way.1)
}

struct Search<'a> {
    rules: &'a RuleFields,
    results: Results,
    paths: u64,
    most_paths: u64,
}

impl Search<'_> {
    fn captures(&mut self, capture: &Capture) -> Result<(), TooMany> {
        let jumps = capture.jumps(self.rules);
        if jumps.is_empty() {
            if capture.path.len() > 1 {
                self.found(&capture.finished(self.rules), &capture.path, ":");
            }
            return if self.paths > self.most_paths { Err(TooMany) } else { Ok(()) };
        }
        for jump in jumps {
            let stop = |crowned| crowned && self.rules.promotion == Promotion::Stop;
            let mut next: Vec<(Capture, bool, bool)> = Vec::new();
            for &landing in &jump.landings {
                let (after, crowned) = capture.after(self.rules, &jump, landing);
                let ends = stop(crowned);
                let goes_on = !ends && !after.jumps(self.rules).is_empty();
                next.push((after, ends, goes_on));
            }
            let must_go_on = capture.commander().king
                && self.rules.king_landing == KingLanding::MustContinue
                && next.iter().any(|(_, _, goes_on)| *goes_on);
            for (after, ends, goes_on) in next {
                if must_go_on && !goes_on {
                    continue;
                }
                if ends {
                    self.found(&after.finished(self.rules), &after.path, ":");
                } else {
                    self.captures(&after)?;
                }
            }
        }
        Ok(())
    }

    fn quiet_moves(&mut self, board: &Board, from: Place) {
        let commander = board.columns[&from][0];
        for way in WAYS {
            if !commander.king && !forward(commander.white, way) {
                continue;
            }
            let mut to = step(from, way);
            while on_board(self.rules, to) && !board.columns.contains_key(&to) {
                let mut after = board.clone();
                let mut column = after.columns.remove(&from).unwrap();
                column[0].king |= to.1 == far_rank(self.rules, commander.white);
                after.columns.insert(to, column);
                after.white_to_move = !after.white_to_move;
                self.found(&after, &[from, to], "-");
                if !commander.king || self.rules.king == King::Short {
                    break;
                }
                to = step(to, way);
            }
        }
    }

    fn found(&mut self, board: &Board, path: &[Place], between: &str) {
        self.paths += 1;
        let text = path.iter().map(|&place| name(place)).collect::<Vec<_>>().join(between);
        let landings = path.len() - 1;
        let reached = self.results.entry(board.write()).or_insert_with(|| Reached {
            landings,
            text: text.clone(),
            paths: 0,
        });
        reached.paths += 1;
        if (landings, &text) < (reached.landings, &reached.text) {
            (reached.landings, reached.text) = (landings, text);
        }
    }
}
