//! The distributions that tests and intervals are read from, safe for any argument.

use statrs::distribution::{ChiSquared, ContinuousCDF, FisherSnedecor, StudentsT};
use statrs::function::erf::erfc;

/// 97.5 % quantile of the normal distribution: two-sided intervals of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// Degrees of freedom from which Student's distribution is the normal one to four digits.
const NORMAL_FROM: f64 = 1e5;

/// The probability that a standard normal variable is below `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

fn student(freedom: f64) -> Option<StudentsT> {
    if freedom >= NORMAL_FROM { None } else { StudentsT::new(0.0, 1.0, freedom.max(1.0)).ok() }
}

/// 97.5 % quantile of Student's distribution: how many standard errors an interval of 95 % reaches to either side.
/// Less than one degree of freedom counts as one.
pub(crate) fn student_quantile(freedom: f64) -> f64 {
    student(freedom).map_or(Z, |distribution| distribution.inverse_cdf(0.975))
}

/// The probability that a variable with Student's distribution is below `t`.
pub(crate) fn student_cdf(t: f64, freedom: f64) -> f64 {
    student(freedom).map_or_else(|| normal_cdf(t), |distribution| distribution.cdf(t))
}

/// The probability that a variable with Fisher's F distribution is at least `x`; 1 where there is no degree of freedom
/// above the line. Below it there may be infinitely many.
pub(crate) fn f_tail(x: f64, above: f64, below: f64) -> f64 {
    if below >= NORMAL_FROM {
        return ChiSquared::new(above).map_or(1.0, |distribution| distribution.sf((x * above).max(0.0)));
    }
    FisherSnedecor::new(above, below.max(1.0)).map_or(1.0, |distribution| distribution.sf(x.max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 1e-3, "{actual}, expected {expected}");
    }

    #[test]
    fn quantiles_and_tails_are_those_of_the_tables() {
        for (freedom, quantile) in [(1.0, 12.706), (4.0, 2.776), (29.0, 2.045), (1e4, 1.960), (1e9, 1.960)] {
            near(student_quantile(freedom), quantile);
            near(student_cdf(quantile, freedom), 0.975);
        }
        near(normal_cdf(1.645), 0.95);
        near(normal_cdf(-40.0), 0.0);
        near(f_tail(3.841, 1.0, f64::INFINITY), 0.05);
        near(f_tail(18.307 / 10.0, 10.0, f64::INFINITY), 0.05);
        near(f_tail(2.348, 10.0, 20.0), 0.05);
        near(f_tail(f64::NAN, 0.0, 20.0), 1.0);
    }
}
