//! Legal moves and steps.
//!
//! Captures are searched level by level (by number of landings) over small nodes that hold only what a
//! continuation depends on. Two paths that reach the same node are merged, and the number of paths is carried
//! along; so a king that can swing over tall columns in tens of thousands of ways costs no more than its distinct
//! states. All paths to one position take the same commanders, hence have the same number of landings and meet on
//! one level; within a level, nodes are kept in the ASCII order of their paths, hence the first of those merged is
//! canonical.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use arrayvec::ArrayVec;

use crate::position::mix;
use crate::{
    Bitboard, Chain, Color, Direction, KingLanding, ManCapture, Move, MoveList, Position, Promotion, Rejump,
    Reversal, Rules, Square, Step,
};

const ROOT: u32 = u32::MAX;

/// A state within a capture: what the next jump depends on, and what has been taken.
#[derive(Clone, Copy)]
struct Node {
    at: Square,
    king: bool,
    /// True if the mover must jump again from here.
    goes_on: bool,
    direction: Option<Direction>,
    /// The column jumped last.
    victim: Square,
    parent: u32,
    /// Columns of the mover's side, without the mover itself.
    us: Bitboard,
    them: Bitboard,
    barred: Bitboard,
    /// Ranks of the commanders taken, in capture order, one bit each; nothing where they leave the board.
    taken: u64,
    /// A sum over the jumped squares: equal for equal multisets.
    victims: u64,
    /// Number of paths that lead here.
    paths: u64,
}

impl Node {
    /// Equal in all that the rest of the move and its result depend on; the multiset of victims by its sum only.
    fn same_state(&self, other: &Node) -> bool {
        let result = self.at == other.at
            && self.king == other.king
            && self.goes_on == other.goes_on
            && self.taken == other.taken
            && self.victims == other.victims;
        result && (!self.goes_on || (self.barred == other.barred && self.direction == other.direction))
    }

    fn key(&self) -> u64 {
        let place = self.at.index() as u64 | u64::from(self.king) << 6 | u64::from(self.goes_on) << 7;
        let constraint =
            if self.goes_on { self.barred.0 ^ self.direction.map_or(0, |d| d as u64 + 1) } else { 0 };
        mix(mix(self.taken, self.victims), mix(constraint, place))
    }
}

/// Captures of one column: the levels of the search, kept in one list.
struct Captures<'a> {
    rules: &'a Rules,
    position: &'a Position,
    us: Color,
    nodes: Vec<Node>,
}

impl<'a> Captures<'a> {
    fn new(rules: &'a Rules, position: &'a Position) -> Captures<'a> {
        Captures { rules, position, us: position.turn(), nodes: Vec::new() }
    }

    /// The state before a first jump of the column on `from`, or before the next jump of a chain.
    fn root(&self, from: Square, chain: Option<&Chain>) -> Node {
        let mut us = self.position.owned(self.us);
        us.remove(from);
        Node {
            at: from,
            king: self.position.kings().contains(from),
            goes_on: true,
            direction: chain.and_then(Chain::barred_direction).map(Direction::opposite),
            victim: from,
            parent: ROOT,
            us,
            them: self.position.owned(!self.us),
            barred: chain.map_or(Bitboard::EMPTY, Chain::barred),
            taken: 0,
            victims: 0,
            paths: 1,
        }
    }

    /// How often a column was jumped on the way to a node.
    fn times_jumped(&self, node: &Node, square: Square) -> usize {
        if self.rules.fields().rejump == Rejump::Turkish {
            return 0;
        }
        let (mut node, mut times) = (node, 0);
        loop {
            times += usize::from(node.parent != ROOT && node.victim == square);
            match self.nodes.get(node.parent as usize) {
                None => return times,
                Some(parent) => node = parent,
            }
        }
    }

    /// The jumps from a node, in the ASCII order of their landings.
    fn expand(&self, node: &Node, index: u32, depth: u32, out: &mut ArrayVec<Node, 64>) {
        out.clear();
        let board = self.rules.board();
        let fields = self.rules.fields();
        for &direction in capture_directions(self.rules, self.us, node.king) {
            let Some(victim) = jumpable(
                self.rules,
                node.at,
                direction,
                node.king,
                node.us | node.them,
                node.them & !node.barred,
                node.direction,
            ) else {
                continue;
            };
            let times = self.times_jumped(node, victim);
            let column = self.position.column(victim);
            let mut child = *node;
            child.parent = index;
            child.victim = victim;
            if self.rules.stacks() {
                child.taken |= u64::from(column.king_at(times)) << (depth & 63);
            }
            child.victims = node.victims.wrapping_add(mix(victim.index() as u64, 0x2545_f491_4f6c_dd1d));
            child.barred = fields.rejump.bar(node.barred, victim);
            if fields.reversal == Reversal::Forbidden {
                child.direction = Some(direction);
            }
            if fields.rejump != Rejump::Turkish {
                if times + 1 == column.height() || !self.rules.stacks() {
                    child.them.remove(victim);
                } else if times + 1 == column.own() {
                    child.them.remove(victim);
                    child.us.insert(victim);
                }
            }
            let far = self.rules.flying() && node.king;
            let first = out.len();
            let mut at = victim;
            while let Some(landing) = board.neighbour(at, direction) {
                if (node.us | node.them).contains(landing) {
                    break;
                }
                at = landing;
                child.at = landing;
                let crowned = !node.king && board.far_row(self.us).contains(landing);
                child.king = node.king || crowned;
                child.goes_on = !(crowned && fields.promotion == Promotion::Stop)
                    && can_jump(
                        self.rules,
                        self.us,
                        landing,
                        child.king,
                        child.us | child.them,
                        child.them & !child.barred,
                        child.direction,
                    );
                out.push(child);
                if !far {
                    break;
                }
            }
            if far
                && fields.king_landing == KingLanding::MustContinue
                && out[first..].iter().any(|child| child.goes_on)
            {
                let mut kept = first;
                for i in first..out.len() {
                    if out[i].goes_on {
                        out[kept] = out[i];
                        kept += 1;
                    }
                }
                out.truncate(kept);
            }
        }
        out.sort_by_key(|child| board.text_order(child.at));
    }

    /// True if two nodes of one level jumped the same columns equally often.
    fn same_victims(&self, a: &Node, b: &Node) -> bool {
        let counts = |node: &Node| {
            let mut counts = [0u8; 64];
            let mut node = node;
            loop {
                counts[node.victim.index()] += u8::from(node.parent != ROOT);
                match self.nodes.get(node.parent as usize) {
                    None => return counts,
                    Some(parent) => node = parent,
                }
            }
        };
        counts(a) == counts(b)
    }

    /// Adds the captures of the column on `from`.
    fn generate(&mut self, from: Square, moves: &mut MoveList) {
        // Under this many nodes a level is searched for equals one by one.
        const FEW: usize = 12;
        self.nodes.clear();
        let root = self.root(from, None);
        self.nodes.push(root);
        let mut children = ArrayVec::new();
        let mut seen: HashMap<u64, u32> = HashMap::new();
        let (mut level, mut depth) = (0..1, 0);
        while !level.is_empty() {
            let next = self.nodes.len();
            seen.clear();
            for index in level {
                let node = self.nodes[index];
                if !node.goes_on {
                    continue;
                }
                self.expand(&node, index as u32, depth, &mut children);
                for child in &children {
                    let twin = if self.nodes.len() - next < FEW {
                        (next..self.nodes.len()).find(|&i| self.nodes[i].same_state(child))
                    } else {
                        if seen.is_empty() {
                            let level = self.nodes[next..].iter().enumerate();
                            seen.extend(level.map(|(i, node)| (node.key(), (next + i) as u32)));
                        }
                        match seen.entry(child.key()) {
                            Entry::Occupied(entry) => Some(*entry.get() as usize),
                            Entry::Vacant(entry) => {
                                entry.insert(self.nodes.len() as u32);
                                None
                            }
                        }
                    };
                    // Keys and sums may collide, if hardly ever: then both nodes are kept.
                    match twin {
                        Some(twin)
                            if self.nodes[twin].same_state(child)
                                && self.same_victims(&self.nodes[twin], child) =>
                        {
                            self.nodes[twin].paths = self.nodes[twin].paths.saturating_add(child.paths);
                        }
                        _ => self.nodes.push(*child),
                    }
                }
            }
            level = next..self.nodes.len();
            depth += 1;
        }
        for node in self.nodes.iter().skip(1).filter(|node| !node.goes_on) {
            moves.push(Move { path: self.path(node), capture: true, paths: node.paths });
        }
    }

    fn path(&self, node: &Node) -> ArrayVec<Square, 64> {
        let mut path = ArrayVec::new();
        let mut node = node;
        loop {
            path.push(node.at);
            match self.nodes.get(node.parent as usize) {
                None => break,
                Some(parent) => node = parent,
            }
        }
        path.reverse();
        path
    }
}

/// The column that a jump in `direction` takes, if there is one: it is the first in the way, it may be taken, and
/// the square behind it is free. `last` is the direction of the jump before, where that matters.
#[inline]
fn jumpable(
    rules: &Rules,
    at: Square,
    direction: Direction,
    king: bool,
    occupied: Bitboard,
    takeable: Bitboard,
    last: Option<Direction>,
) -> Option<Square> {
    if last.is_some_and(|last| direction == last.opposite()) {
        return None;
    }
    let board = rules.board();
    let victim = if king && rules.flying() {
        let blockers = board.ray(at, direction) & occupied;
        if direction.is_north() { blockers.first()? } else { blockers.last()? }
    } else {
        board.neighbour(at, direction)?
    };
    let behind = board.neighbour(victim, direction)?;
    (takeable.contains(victim) && !occupied.contains(behind)).then_some(victim)
}

#[inline]
fn can_jump(
    rules: &Rules,
    us: Color,
    at: Square,
    king: bool,
    occupied: Bitboard,
    takeable: Bitboard,
    last: Option<Direction>,
) -> bool {
    capture_directions(rules, us, king)
        .iter()
        .any(|&direction| jumpable(rules, at, direction, king, occupied, takeable, last).is_some())
}

#[inline]
fn capture_directions(rules: &Rules, us: Color, king: bool) -> &'static [Direction] {
    use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
    if king || rules.fields().man_capture == ManCapture::All {
        &[NorthWest, NorthEast, SouthWest, SouthEast]
    } else {
        match us {
            Color::White => &[NorthWest, NorthEast],
            Color::Black => &[SouthWest, SouthEast],
        }
    }
}

impl Position {
    /// The legal moves, each resulting position once, in a fixed order (by origin, then by length and path).
    ///
    /// ```
    /// use bashni_rules::{Position, Rules};
    ///
    /// let rules = Rules::preset("bashni").unwrap();
    /// let position = Position::from_fen("W:Wa1=1:Bb2=00", &rules).unwrap();
    /// let moves = position.legal_moves(&rules);
    /// assert_eq!(moves.len(), 1);
    /// assert_eq!(moves[0].text(rules.board()), "a1:c3:a1");
    /// assert_eq!(moves[0].paths(), 6);
    /// ```
    pub fn legal_moves(&self, rules: &Rules) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_moves_into(rules, &mut moves);
        moves
    }

    /// As [`legal_moves`](Position::legal_moves), into a list that is cleared first.
    pub fn legal_moves_into(&self, rules: &Rules, moves: &mut MoveList) {
        moves.clear();
        let capturing = self.capturing_columns(rules);
        if capturing.is_empty() {
            for square in self.owned(self.turn()) {
                self.quiet_steps(rules, square, |step| {
                    let path = [step.from, step.to].into_iter().collect();
                    moves.push(Move { path, capture: false, paths: 1 });
                });
            }
            return;
        }
        let mut captures = Captures::new(rules, self);
        for square in capturing {
            captures.generate(square, moves);
        }
    }

    /// The number of legal moves: as long as the list, but found without it where nothing can be captured.
    pub fn count_moves(&self, rules: &Rules) -> usize {
        let capturing = self.capturing_columns(rules);
        if capturing.is_empty() {
            return self.count_quiet_moves(rules);
        }
        let mut moves = MoveList::new();
        let mut captures = Captures::new(rules, self);
        for square in capturing {
            captures.generate(square, &mut moves);
        }
        moves.len()
    }

    fn count_quiet_moves(&self, rules: &Rules) -> usize {
        let (us, board, occupied) = (self.turn(), rules.board(), self.occupied());
        let (kings, men) = (self.owned(us) & self.kings(), self.owned(us) & !self.kings());
        let steps =
            |columns: Bitboard, direction| (board.shift(columns, direction) & !occupied).count() as usize;
        let mut count: usize = Direction::forward(us).map(|direction| steps(men, direction)).iter().sum();
        if rules.flying() {
            for king in kings {
                self.quiet_steps(rules, king, |_| count += 1);
            }
        } else {
            count += Direction::ALL.map(|direction| steps(kings, direction)).iter().sum::<usize>();
        }
        count
    }

    /// True if the side to move has a legal move. One that has none has lost.
    pub fn has_legal_move(&self, rules: &Rules) -> bool {
        let (us, board, occupied) = (self.turn(), rules.board(), self.occupied());
        let steps = |columns: Bitboard, direction| !(board.shift(columns, direction) & !occupied).is_empty();
        Direction::forward(us).into_iter().any(|direction| steps(self.owned(us), direction))
            || Direction::ALL.into_iter().any(|direction| steps(self.owned(us) & self.kings(), direction))
            || self.must_capture(rules)
    }

    /// True if the side to move can capture, and hence must.
    pub fn must_capture(&self, rules: &Rules) -> bool {
        !self.capturing_columns(rules).is_empty()
    }

    /// The columns that can capture.
    #[inline]
    fn capturing_columns(&self, rules: &Rules) -> Bitboard {
        let (us, board) = (self.turn(), rules.board());
        let (them, free) = (self.owned(!us), !self.occupied());
        let kings = self.owned(us) & self.kings();
        // Columns that jump to the second square in a direction: the first must be an enemy's, the second free.
        let leaping = |columns: Bitboard, directions: &[Direction]| {
            directions.iter().fold(Bitboard::EMPTY, |found, &direction| {
                let back = direction.opposite();
                let takeable = them & board.shift(free, back);
                found | board.shift(takeable, back) & columns
            })
        };
        let men = leaping(self.owned(us) & !self.kings(), capture_directions(rules, us, false));
        if kings.is_empty() {
            men
        } else if rules.flying() {
            men | kings.filter(|&square| self.can_capture(rules, square)).collect()
        } else {
            men | leaping(kings, &Direction::ALL)
        }
    }

    fn can_capture(&self, rules: &Rules, square: Square) -> bool {
        let king = self.kings().contains(square);
        can_jump(rules, self.turn(), square, king, self.occupied(), self.owned(!self.turn()), None)
    }

    /// True if the capture in progress goes on. The mover stands on the chain's square.
    pub(crate) fn can_jump(&self, rules: &Rules, chain: &Chain) -> bool {
        let (us, at) = (self.turn(), chain.square());
        let last = chain.barred_direction().map(Direction::opposite);
        let takeable = self.owned(!us) & !chain.barred();
        can_jump(rules, us, at, self.kings().contains(at), self.occupied(), takeable, last)
    }

    /// Appends the legal steps: the next jumps of `chain` if there is one, otherwise first steps of moves.
    pub(crate) fn steps_into(&self, rules: &Rules, chain: Option<&Chain>, steps: &mut Vec<Step>) {
        let capturing = match chain {
            Some(chain) => chain.square().bit(),
            None => self.capturing_columns(rules),
        };
        if capturing.is_empty() {
            for square in self.owned(self.turn()) {
                self.quiet_steps(rules, square, |step| steps.push(step));
            }
            return;
        }
        let captures = Captures::new(rules, self);
        let mut jumps = ArrayVec::new();
        for from in capturing {
            captures.expand(&captures.root(from, chain), 0, 0, &mut jumps);
            steps.extend(jumps.iter().map(|jump| Step { from, to: jump.at }));
        }
    }

    fn quiet_steps(&self, rules: &Rules, from: Square, mut found: impl FnMut(Step)) {
        let (board, occupied) = (rules.board(), self.occupied());
        let king = self.kings().contains(from);
        let directions: &[Direction] = if king { &Direction::ALL } else { &Direction::forward(self.turn()) };
        for &direction in directions {
            let mut at = from;
            while let Some(to) = board.neighbour(at, direction) {
                if occupied.contains(to) {
                    break;
                }
                found(Step { from, to });
                if !(king && rules.flying()) {
                    break;
                }
                at = to;
            }
        }
    }

    /// Plays a legal move in place.
    ///
    /// The move must come from [`legal_moves`](Position::legal_moves) of this position, or be parsed for it;
    /// otherwise the position that results is a meaningless one.
    pub fn play(&mut self, rules: &Rules, played: &Move) {
        self.play_path(rules, played);
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, rules: &Rules, played: &Move) -> Position {
        let mut position = self.clone();
        position.play_path(rules, played);
        position
    }

    /// Plays a move and says whether it crowned a man.
    pub(crate) fn play_path(&mut self, rules: &Rules, played: &Move) -> bool {
        let mut chain = None;
        let mut crowned = false;
        for step in played.steps() {
            crowned |= self.play_step(rules, &mut chain, step).crowned;
        }
        crowned
    }
}
