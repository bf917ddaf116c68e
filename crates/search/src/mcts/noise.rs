use rand::Rng;
use rand_distr::{Distribution, Gamma};

/// A sample of a Dirichlet distribution over `count` things, of equal concentration `alpha` each.
///
/// Drawn as gamma variates that are normalised. For a tiny `alpha` they can all underflow to 0; then nothing is known
/// and the answer is uniform.
pub(super) fn dirichlet(alpha: f64, count: usize, rng: &mut impl Rng) -> Vec<f32> {
    let uniform = || vec![1.0 / count as f32; count];
    let Ok(gamma) = Gamma::new(alpha, 1.0) else { return uniform() };
    let samples: Vec<f64> = (0..count).map(|_| gamma.sample(rng)).collect();
    let total: f64 = samples.iter().sum();
    if !(total.is_finite() && total > 0.0) {
        return uniform();
    }
    samples.into_iter().map(|sample| (sample / total) as f32).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn noise_is_a_distribution_for_every_concentration() {
        let mut rng = Pcg64::seed_from_u64(7);
        for alpha in [1e-300, 1e-4, 0.3, 1.0, 50.0, 0.0, f64::NAN] {
            let noise = dirichlet(alpha, 5, &mut rng);
            assert!((noise.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{alpha}: {noise:?}");
            assert!(noise.iter().all(|p| (0.0..=1.0).contains(p)));
        }
    }

    #[test]
    fn a_large_concentration_is_flat_and_a_small_one_is_peaked() {
        let mut rng = Pcg64::seed_from_u64(7);
        let mut largest = |alpha| dirichlet(alpha, 4, &mut rng).into_iter().fold(0.0, f32::max);
        assert!(largest(10_000.0) < 0.3);
        assert!(largest(0.001) > 0.9);
    }
}
