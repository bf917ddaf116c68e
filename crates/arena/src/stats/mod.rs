//! What the games of two players say: counts, the difference in strength, the sequential test.

mod counts;
mod distributions;
mod elo;
mod estimate;
mod likelihood;
mod sample;
mod sprt;

pub use counts::Counts;
pub(crate) use distributions::{f_tail, normal_cdf, student_quantile};
pub use elo::{elo_of_score, score_of_elo};
pub use estimate::Estimate;
pub(crate) use sample::Sample;
pub use sprt::{Decision, Model, Sprt, SprtError, SprtState};
