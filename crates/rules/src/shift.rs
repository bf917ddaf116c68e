/// How a set of squares moves in a direction, without those that would leave the board: one square, those of even ranks
/// and those of odd ranks each by a constant number of bits; and two squares, all by the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shift {
    pub masks: [u64; 2],
    pub amounts: [u8; 2],
    pub double_mask: u64,
    pub double_amount: u8,
}

/// The shifts of the 8x8 board: known to the compiler, they need no tables.
pub(crate) const SHIFTS_8X8: [Shift; 4] = {
    let mut shifts = [Shift { masks: [0; 2], amounts: [0; 2], double_mask: 0, double_amount: 0 }; 4];
    let mut direction = 0;
    while direction < 4 {
        let (north, east) = (direction < 2, direction % 2 == 1);
        let shift = &mut shifts[direction];
        let mut square = 0;
        while square < 32 {
            let rank = square / 4;
            let file = 2 * (square % 4) + rank % 2;
            let room_ahead = if north { 7 - rank } else { rank };
            let room_aside = if east { 7 - file } else { file };
            if room_ahead >= 1 && room_aside >= 1 {
                shift.masks[rank % 2] |= 1 << square;
                // A rank is 4 squares; odd ranks begin one file further right.
                let aside = (rank % 2) as u8;
                shift.amounts[rank % 2] = match (north, east) {
                    (true, true) => 4 + aside,
                    (true, false) => 3 + aside,
                    (false, true) => 4 - aside,
                    (false, false) => 5 - aside,
                };
            }
            if room_ahead >= 2 && room_aside >= 2 {
                shift.double_mask |= 1 << square;
                shift.double_amount = if north == east { 9 } else { 7 };
            }
            square += 1;
        }
        direction += 1;
    }
    shifts
};
