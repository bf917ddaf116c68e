//! Values that know whose they are.

use std::fmt::Debug;
use std::marker::PhantomData;

use bashni_rules::{Color, Outcome};

mod sealed {
    pub trait Sealed {}
}

/// Whose win a [`Wdl`] speaks of: [`Mover`] or [`White`].
pub trait PointOfView: sealed::Sealed + Copy + Debug + Default + PartialEq + Send + Sync + 'static {}

/// The point of view of the side that acts in the position the value belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mover;

/// White's point of view, whoever acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct White;

impl sealed::Sealed for Mover {}
impl sealed::Sealed for White {}
impl PointOfView for Mover {}
impl PointOfView for White {}

/// Probabilities of a win, a draw and a loss, from the point of view `P`.
///
/// In a chain the same side acts several times in a row, so "the sign changes with every edge" is wrong in this
/// game. The only way from one point of view to the other goes through the side that acts:
///
/// ```
/// use bashni_rules::Color;
/// use bashni_search::{Mover, Wdl, White};
///
/// let black_is_winning: Wdl<Mover> = Wdl::new(0.75, 0.25, 0.0);
/// let for_white: Wdl<White> = black_is_winning.for_white(Color::Black);
/// assert_eq!(for_white, Wdl::new(0.0, 0.25, 0.75));
/// assert_eq!(for_white.value(), -0.75);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wdl<P: PointOfView> {
    /// Probability that this side wins.
    pub win: f32,
    /// Probability of a draw.
    pub draw: f32,
    /// Probability that this side loses.
    pub loss: f32,
    point_of_view: PhantomData<P>,
}

impl<P: PointOfView> Wdl<P> {
    /// A certain win.
    pub const WIN: Wdl<P> = Wdl::new(1.0, 0.0, 0.0);

    /// A certain draw.
    pub const DRAW: Wdl<P> = Wdl::new(0.0, 1.0, 0.0);

    /// A certain loss.
    pub const LOSS: Wdl<P> = Wdl::new(0.0, 0.0, 1.0);

    /// The three probabilities. They should sum to 1; see [`is_distribution`](Wdl::is_distribution).
    pub const fn new(win: f32, draw: f32, loss: f32) -> Wdl<P> {
        Wdl { win, draw, loss, point_of_view: PhantomData }
    }

    /// Expected result in [-1, 1]: probability of a win less that of a loss.
    pub fn value(self) -> f32 {
        self.win - self.loss
    }

    /// Expected score in [0, 1]: a win is 1, a draw 1/2.
    pub fn score(self) -> f32 {
        0.5 + 0.5 * self.value()
    }

    /// True if the three are finite, none is negative, and they sum to 1 but for rounding (one part in a hundred,
    /// which leaves room for 16-bit floats).
    pub fn is_distribution(self) -> bool {
        let parts = [self.win, self.draw, self.loss];
        parts.iter().all(|p| p.is_finite() && *p >= 0.0) && (parts.iter().sum::<f32>() - 1.0).abs() <= 0.01
    }

    fn seen_by<Q: PointOfView>(self, same_side: bool) -> Wdl<Q> {
        if same_side {
            Wdl::new(self.win, self.draw, self.loss)
        } else {
            Wdl::new(self.loss, self.draw, self.win)
        }
    }
}

impl Wdl<Mover> {
    /// The same from White's point of view, `mover` being the side that acts.
    #[must_use]
    pub fn for_white(self, mover: Color) -> Wdl<White> {
        self.seen_by(mover == Color::White)
    }
}

impl Wdl<White> {
    /// The same from the point of view of `mover`, the side that acts.
    #[must_use]
    pub fn for_mover(self, mover: Color) -> Wdl<Mover> {
        self.seen_by(mover == Color::White)
    }
}

impl From<Outcome> for Wdl<White> {
    fn from(outcome: Outcome) -> Wdl<White> {
        match outcome.winner() {
            Some(Color::White) => Wdl::WIN,
            Some(Color::Black) => Wdl::LOSS,
            None => Wdl::DRAW,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_and_mover_agree_when_white_acts_and_are_opposed_when_black_does() {
        let value: Wdl<White> = Wdl::new(0.5, 0.25, 0.25);
        assert_eq!(value.for_mover(Color::White), Wdl::new(0.5, 0.25, 0.25));
        assert_eq!(value.for_mover(Color::Black), Wdl::new(0.25, 0.25, 0.5));
        for side in Color::ALL {
            assert_eq!(value.for_mover(side).for_white(side), value);
        }
    }

    #[test]
    fn results_are_values_for_white() {
        assert_eq!(Wdl::from(Outcome::win(Color::White)), Wdl::<White>::WIN);
        assert_eq!(Wdl::from(Outcome::win(Color::Black)).for_mover(Color::Black), Wdl::WIN);
        assert_eq!(Wdl::from(Outcome::Draw).value(), 0.0);
    }

    #[test]
    fn what_is_not_a_distribution_is_seen() {
        assert!(Wdl::<Mover>::new(0.2, 0.3, 0.5).is_distribution());
        assert!(!Wdl::<Mover>::new(f32::NAN, 0.0, 1.0).is_distribution());
        assert!(!Wdl::<Mover>::new(-0.5, 0.5, 1.0).is_distribution());
        assert!(!Wdl::<Mover>::new(1.0, 1.0, 1.0).is_distribution());
        assert!(!Wdl::<Mover>::default().is_distribution());
    }
}
