use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value at the start of a game and one at its end, in hundredths of a man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// With every column of the start still on the board.
    pub opening: i32,
    /// With hardly a column left.
    pub ending: i32,
}

impl Pair {
    /// Both values, as a weights file has them.
    pub const fn new(opening: i32, ending: i32) -> Pair {
        Pair { opening, ending }
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair::new(self.opening + other.opening, self.ending + other.ending)
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair::new(self.opening - other.opening, self.ending - other.ending)
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline]
    fn neg(self) -> Pair {
        Pair::new(-self.opening, -self.ending)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, factor: i32) -> Pair {
        Pair::new(self.opening * factor, self.ending * factor)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}
