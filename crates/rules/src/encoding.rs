//! The network's view of a game: planes over the packed board, and actions, both from the mover's side.

use thiserror::Error;

use crate::{Color, Column, Game, Rules, Square, Step};

/// Version of the planes and actions. Files that hold or expect encodings carry it; it changes with any change here.
pub const ENCODING_VERSION: u32 = 1;

/// Pieces below the commander of each run whose rank has a plane of its own.
const DEPTHS: usize = 2;
/// What run lengths and numbers of kings are divided by.
const SCALE: f32 = 8.0;

// Offsets of the planes. Those of a side come twice: mover's columns, then the enemy's.
const SIDE_PLANES: usize = 13;
const COLUMN: usize = 0;
const KING: usize = 1;
const OWN_LENGTH: usize = 2;
const PRISONER_LENGTH: usize = 3;
const OWN_AT_LEAST_TWO: usize = 4;
const PRISONERS_AT_LEAST_ONE: usize = 5;
const PRISONERS_AT_LEAST_TWO: usize = 6;
const OWN_RANKS: usize = 7;
const PRISONER_RANKS: usize = OWN_RANKS + DEPTHS;
const OWN_KINGS: usize = PRISONER_RANKS + DEPTHS;
const PRISONER_KINGS: usize = OWN_KINGS + 1;
const CHAIN: usize = 2 * SIDE_PLANES;
const BARRED: usize = CHAIN + 1;
const NO_PROGRESS: usize = CHAIN + 2;
const REPETITIONS: usize = CHAIN + 3;
const ODD_RANK: usize = CHAIN + 4;
const PLAYABLE: usize = CHAIN + 5;
const PLANES: usize = CHAIN + 6;

const NAMES: [&str; SIDE_PLANES] = [
    "a column",
    "its commander is a king",
    "length of the owner's run / 8",
    "length of the prisoners' run / 8",
    "owner's run of 2 or more",
    "1 or more prisoners",
    "2 or more prisoners",
    "owner's 2nd piece is a king",
    "owner's 3rd piece is a king",
    "1st prisoner is a king",
    "2nd prisoner is a king",
    "kings in the owner's run / 8",
    "kings among the prisoners / 8",
];
const COMMON_NAMES: [&str; PLANES - CHAIN] = [
    "square of the capture in progress",
    "columns that may not be jumped now",
    "plies without progress / limit",
    "earlier occurrences of the position / 2",
    "odd rank (which neighbours are diagonal)",
    "playable square",
];

/// Why rules have no encoding.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// The board cannot be seen from Black's side.
    #[error(
        "a board of {files}x{ranks} has no encoding: turned by 180 degrees its dark squares become light ones, so \
         a network cannot see it from both sides; choose files + ranks even (such boards are for rules and study)"
    )]
    CannotBeTurned {
        /// Files of the board.
        files: u8,
        /// Ranks of the board.
        ranks: u8,
    },
}

/// Planes and actions for one board.
///
/// The board is packed: a row holds only its dark squares, so that 8x8 becomes 8 rows of 4 (where rows are
/// shorter, as on 7x7, the last place is padding, and zero in every plane). It is seen from the side that acts:
/// turned by 180 degrees for Black. The rows' parity decides which places are diagonal neighbours, hence the plane
/// `odd rank`.
///
/// Since colours never alternate in a column, the planes describe it by its two runs. Cut off are the ranks of
/// single pieces more than two below the commander and of prisoners from the third on (their number of kings is
/// kept), and the direction barred by `reversal = forbidden` (the legal actions show it).
///
/// ```
/// use bashni_rules::{Encoding, Game, Rules};
///
/// let rules = Rules::preset("bashni").unwrap();
/// let encoding = Encoding::new(&rules).unwrap();
/// assert_eq!((encoding.height(), encoding.width(), encoding.actions()), (8, 4, 280));
/// let mut planes = vec![0.0; encoding.len()];
/// encoding.write(&Game::new(&rules), &rules, &mut planes);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Encoding {
    height: usize,
    width: usize,
    actions: usize,
    /// Place of each square, in rows of `width`.
    places: Vec<usize>,
    /// Action seen from Black's side, for each action of the board.
    turned_actions: Vec<usize>,
    /// Places that are no squares.
    padding: Vec<usize>,
    /// What does not depend on the game.
    background: Vec<f32>,
}

impl Encoding {
    /// The encoding for the rules' board.
    ///
    /// # Errors
    /// If the board cannot be turned (files + ranks odd).
    pub fn new(rules: &Rules) -> Result<Encoding, EncodingError> {
        let board = rules.board();
        let (files, ranks) = (board.files(), board.ranks());
        if !board.can_be_turned() {
            return Err(EncodingError::CannotBeTurned { files, ranks });
        }
        let (height, width) = (usize::from(ranks), usize::from(files).div_ceil(2));
        let places: Vec<usize> = board
            .iter()
            .map(|square| {
                let (file, rank) = board.coordinates(square);
                usize::from(rank) * width + usize::from(file) / 2
            })
            .collect();
        let turned_actions = board
            .actions()
            .iter()
            .map(|step| Step { from: board.turned(step.from), to: board.turned(step.to) })
            .filter_map(|step| board.action(step))
            .collect();
        let mut background = vec![0.0; height * width * PLANES];
        for &place in &places {
            background[place * PLANES + PLAYABLE] = 1.0;
            background[place * PLANES + ODD_RANK] = (place / width % 2) as f32;
        }
        let padding = (0..height * width).filter(|place| !places.contains(place)).collect();
        Ok(Encoding {
            height,
            width,
            actions: board.actions().len(),
            places,
            turned_actions,
            padding,
            background,
        })
    }

    /// Number of planes (channels).
    pub fn planes(&self) -> usize {
        PLANES
    }

    /// Rows of the packed board: the ranks.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Places in a row of the packed board: half the files, rounded up.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of actions, the size of a policy.
    pub fn actions(&self) -> usize {
        self.actions
    }

    /// Number of values of one encoded game: planes x height x width.
    pub fn len(&self) -> usize {
        self.background.len()
    }

    /// False: every board has places.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// What each plane says.
    pub fn plane_names() -> Vec<String> {
        let side = |whose: &str| NAMES.iter().map(|name| format!("{whose}: {name}")).collect::<Vec<_>>();
        let common = COMMON_NAMES.iter().map(|&name| name.to_owned());
        side("mover").into_iter().chain(side("enemy")).chain(common).collect()
    }

    /// Writes the planes of a game in the order `[height][width][planes]` (channels last).
    ///
    /// `out` must hold [`len`](Encoding::len) values; every one is overwritten.
    pub fn write(&self, game: &Game, rules: &Rules, out: &mut [f32]) {
        let position = game.position();
        let turn = game.turn();
        assert_eq!(out.len(), self.len(), "values of an encoded game");
        let (rows, _) = out.as_chunks_mut::<PLANES>();
        let (background, _) = self.background.as_chunks::<PLANES>();
        let limit = rules.fields().no_progress_plies;
        let no_progress = if limit == 0 { 0.0 } else { game.no_progress() as f32 / limit as f32 };
        let repetitions = game.repetitions() as f32 / 2.0;
        // Row by row: copying all at once is slower for so few bytes.
        for (row, background) in rows.iter_mut().zip(background) {
            *row = *background;
            (row[NO_PROGRESS], row[REPETITIONS]) = (no_progress, repetitions);
        }
        for &place in &self.padding {
            rows[place] = [0.0; PLANES];
        }
        for (side, color) in [turn, !turn].into_iter().enumerate() {
            for square in position.owned(color) {
                let (halves, _) = rows[self.place(square, turn)].as_chunks_mut::<SIDE_PLANES>();
                write_column(position.column(square), &mut halves[side]);
            }
        }
        if let Some(chain) = game.chain() {
            rows[self.place(chain.square(), turn)][CHAIN] = 1.0;
            for square in chain.barred() {
                rows[self.place(square, turn)][BARRED] = 1.0;
            }
        }
    }

    /// The planes of a game as an array of shape `[planes, height, width]`.
    #[cfg(feature = "ndarray")]
    pub fn encode(&self, game: &Game, rules: &Rules) -> ndarray::Array3<f32> {
        let mut values = vec![0.0; self.len()];
        self.write(game, rules, &mut values);
        ndarray::Array3::from_shape_fn((PLANES, self.height, self.width), |(plane, row, place)| {
            values[(row * self.width + place) * PLANES + plane]
        })
    }

    /// The index of a step in a policy, seen from the side that acts; `None` for a pair of squares that share no
    /// diagonal, which no legal step is.
    #[inline]
    pub fn action(&self, rules: &Rules, step: Step, turn: Color) -> Option<usize> {
        let action = rules.board().action(step)?;
        Some(if turn == Color::White { action } else { self.turned_actions[action] })
    }

    /// The step that an index in a policy stands for.
    pub fn step(&self, rules: &Rules, action: usize, turn: Color) -> Option<Step> {
        let &seen = self.turned_actions.get(action)?;
        rules.board().actions().get(if turn == Color::White { action } else { seen }).copied()
    }

    /// Where each action of a policy starts and leads: the place of its origin in the packed board (row by row),
    /// the number of its direction (0 to 3: forward left, forward right, back left, back right) and its distance
    /// in squares. A network whose policy is a convolution gathers its outputs by this.
    pub fn action_geometry(&self, rules: &Rules) -> Vec<(usize, usize, usize)> {
        let board = rules.board();
        let geometry = |step: &Step| {
            let direction = board.direction(step.from, step.to).map_or(0, |d| d as usize);
            let distance = board.between(step.from, step.to).count() as usize + 1;
            (self.places[step.from.index()], direction, distance)
        };
        board.actions().iter().map(geometry).collect()
    }

    #[inline]
    fn place(&self, square: Square, turn: Color) -> usize {
        match turn {
            Color::White => self.places[square.index()],
            Color::Black => self.places[self.places.len() - 1 - square.index()],
        }
    }
}

/// Lengths of runs up to which columns of men are looked up.
const SHORT: usize = 8;

/// The planes of columns of men, `[prisoners][length of the owner's run - 1]`.
static MEN: [[[f32; SIDE_PLANES]; SHORT]; SHORT] = {
    let mut columns = [[[0.0; SIDE_PLANES]; SHORT]; SHORT];
    let mut prisoners = 0;
    while prisoners < SHORT {
        let mut own = 1;
        while own <= SHORT {
            columns[prisoners][own - 1] = men(own, prisoners);
            own += 1;
        }
        prisoners += 1;
    }
    columns
};

const fn flag(value: bool) -> f32 {
    if value { 1.0 } else { 0.0 }
}

/// The planes of a column of men.
const fn men(own: usize, prisoners: usize) -> [f32; SIDE_PLANES] {
    let mut out = [0.0; SIDE_PLANES];
    out[COLUMN] = 1.0;
    out[OWN_LENGTH] = own as f32 / SCALE;
    out[OWN_AT_LEAST_TWO] = flag(own >= 2);
    out[PRISONER_LENGTH] = prisoners as f32 / SCALE;
    out[PRISONERS_AT_LEAST_ONE] = flag(prisoners >= 1);
    out[PRISONERS_AT_LEAST_TWO] = flag(prisoners >= 2);
    out
}

#[inline]
fn write_column(column: Column, out: &mut [f32; SIDE_PLANES]) {
    let (own, prisoners) = (column.own(), column.prisoners());
    match MEN.get(prisoners).and_then(|columns| columns.get(own.wrapping_sub(1))) {
        Some(planes) => *out = *planes,
        None => *out = men(own, prisoners),
    }
    if column.ranks() != 0 {
        out[KING] = flag(column.is_king());
        for depth in 0..DEPTHS {
            out[OWN_RANKS + depth] = flag(depth + 1 < own && column.king_at(depth + 1));
            out[PRISONER_RANKS + depth] = flag(column.king_at(own + depth));
        }
        out[OWN_KINGS] = column.own_kings() as f32 / SCALE;
        out[PRISONER_KINGS] = column.prisoner_kings() as f32 / SCALE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plane_has_a_name_of_its_own() {
        let names = Encoding::plane_names();
        assert_eq!(names.len(), PLANES);
        let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), PLANES);
    }
}
