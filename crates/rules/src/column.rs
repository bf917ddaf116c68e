/// A column of pieces on one square: one run of its owner's pieces over one run of enemy prisoners.
///
/// The owner is not part of a column (the position's owner bitboards say it), so that a column is the same word
/// whoever it belongs to. `ranks` holds one bit a piece from the top down, 1 for a king. The empty column stands
/// for an empty square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Column {
    ranks: u64,
    own: u32,
    height: u32,
}

impl Column {
    /// No piece.
    pub const EMPTY: Column = Column { ranks: 0, own: 0, height: 0 };

    /// A single man.
    pub const MAN: Column = Column { ranks: 0, own: 1, height: 1 };

    /// A single king.
    pub const KING: Column = Column { ranks: 1, own: 1, height: 1 };

    /// A column from the ranks of its two runs, each from the top down (`true` for a king); `None` if the owner's
    /// run is empty or there are more than 64 pieces.
    pub fn new(own: &[bool], prisoners: &[bool]) -> Option<Column> {
        let height = own.len() + prisoners.len();
        if own.is_empty() || height > 64 {
            return None;
        }
        let ranks = own
            .iter()
            .chain(prisoners)
            .enumerate()
            .fold(0, |ranks, (depth, &king)| ranks | u64::from(king) << depth);
        Some(Column { ranks, own: own.len() as u32, height: height as u32 })
    }

    /// True if there is no piece.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.height == 0
    }

    /// Number of pieces.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of pieces in the owner's run, on top.
    #[inline]
    pub const fn own(self) -> usize {
        self.own as usize
    }

    /// Number of prisoners, below.
    #[inline]
    pub const fn prisoners(self) -> usize {
        (self.height - self.own) as usize
    }

    /// The ranks from the top down, one bit a piece, 1 for a king.
    #[inline]
    pub const fn ranks(self) -> u64 {
        self.ranks
    }

    /// True if the commander is a king.
    #[inline]
    pub const fn is_king(self) -> bool {
        self.ranks & 1 == 1
    }

    /// True if the piece `depth` below the top is a king; the top has depth 0.
    #[inline]
    pub const fn king_at(self, depth: usize) -> bool {
        depth < 64 && self.ranks >> depth & 1 == 1
    }

    /// Number of kings in the owner's run.
    #[inline]
    pub const fn own_kings(self) -> u32 {
        (self.ranks & low_bits(self.own)).count_ones()
    }

    /// Number of kings among the prisoners.
    #[inline]
    pub const fn prisoner_kings(self) -> u32 {
        (self.ranks & !low_bits(self.own)).count_ones()
    }

    /// The column with its commander crowned.
    #[inline]
    #[must_use]
    pub const fn crowned(self) -> Column {
        Column { ranks: self.ranks | 1, ..self }
    }

    /// The column without its commander, and whether what is left now belongs to the other side.
    ///
    /// ```
    /// use bashni_rules::Column;
    ///
    /// let tower = Column::new(&[true], &[false, false]).unwrap();
    /// let (freed, changes_hands) = tower.without_commander();
    /// assert!(changes_hands);
    /// assert_eq!((freed.own(), freed.prisoners()), (2, 0));
    /// ```
    #[inline]
    #[must_use]
    pub const fn without_commander(self) -> (Column, bool) {
        self.without(1)
    }

    /// The column without its `count` topmost pieces, which are at most those of its owner, and whether what is left now
    /// belongs to the other side.
    #[must_use]
    #[inline]
    pub(crate) const fn without(self, count: u32) -> (Column, bool) {
        if self.height <= count {
            return (Column::EMPTY, false);
        }
        let height = self.height - count;
        let freed = self.own <= count;
        let own = if freed { height } else { self.own - count };
        (Column { ranks: self.ranks >> (count & 63), own, height }, freed)
    }

    /// The column with `count` enemy commanders taken to its bottom, in the order of the bits of `ranks`.
    #[must_use]
    #[inline]
    pub(crate) const fn with_prisoners(self, ranks: u64, count: u32) -> Column {
        Column { ranks: self.ranks | ranks << (self.height & 63), own: self.own, height: self.height + count }
    }

    /// The column with an enemy commander taken to its bottom. At most 64 pieces are on a board, so it always fits.
    #[inline]
    #[must_use]
    pub const fn with_prisoner(self, king: bool) -> Column {
        self.with_prisoners(king as u64, 1)
    }
}

const fn low_bits(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_captured_commander_goes_to_the_bottom_and_keeps_its_rank() {
        let column = Column::MAN.with_prisoner(true).with_prisoner(false);
        assert_eq!((column.own(), column.prisoners(), column.height()), (1, 2, 3));
        assert!(!column.is_king());
        assert!(column.king_at(1));
        assert_eq!(column.prisoner_kings(), 1);
    }

    #[test]
    fn losing_the_last_own_piece_frees_the_prisoners() {
        let (column, freed) = Column::new(&[false, true], &[false]).unwrap().without_commander();
        assert!(!freed && column.is_king());
        let (column, freed) = column.without_commander();
        assert!(freed);
        assert_eq!(column, Column::MAN);
        assert_eq!(column.without_commander(), (Column::EMPTY, false));
    }

    #[test]
    fn a_column_of_64_pieces_fits() {
        let column = Column::new(&[true; 64], &[]).unwrap();
        assert_eq!(column.own_kings(), 64);
        assert_eq!(column.prisoner_kings(), 0);
        assert!(Column::new(&[true; 64], &[true]).is_none());
        assert!(Column::new(&[], &[true]).is_none());
    }
}
