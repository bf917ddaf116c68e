use bashni_rules::Color;

use crate::{Wdl, White};

/// Visits, and the sum of the results they brought, for White.
///
/// Sums are 64-bit: a 32-bit sum stops counting small values after some millions of visits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    visits: u32,
    win: f64,
    loss: f64,
}

impl Tally {
    /// Counts one visit.
    pub fn add(&mut self, result: Wdl<White>) {
        self.visits += 1;
        self.win += f64::from(result.win);
        self.loss += f64::from(result.loss);
    }

    /// Number of visits.
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// Mean result; `None` without visits.
    pub fn mean(&self) -> Option<Wdl<White>> {
        let visits = f64::from(self.visits);
        let (win, loss) = (self.win / visits, self.loss / visits);
        (self.visits > 0).then(|| Wdl::new(win as f32, (1.0 - win - loss).max(0.0) as f32, loss as f32))
    }

    /// Mean value for `side`, in [-1, 1]; 0 without visits. The same as the value of [`mean`](Tally::mean), in fewer
    /// divisions: selection asks for it at every edge.
    #[inline]
    pub fn value(&self, side: Color) -> f32 {
        if self.visits == 0 {
            return 0.0;
        }
        let for_white = ((self.win - self.loss) / f64::from(self.visits)) as f32;
        match side {
            Color::White => for_white,
            Color::Black => -for_white,
        }
    }
}
