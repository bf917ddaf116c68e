//! The temperature of the priors of the root, as KataGo has it (Wu 2019, "Accelerating self-play learning in Go").

use super::SearchConfig;

/// The temperature after so many whole moves of a game: `root_temperature_early` at its start, then ever closer to
/// `root_temperature`.
pub(super) fn root_temperature(config: &SearchConfig, ply: u32) -> f64 {
    let left = (-f64::from(ply) / config.root_temperature_halflife).exp2();
    config.root_temperature + left * (config.root_temperature_early - config.root_temperature)
}

/// Raises probabilities to the power of `1 / temperature`, and scales them to sum to 1.
pub(super) fn heat(priors: &mut [f32], temperature: f64) {
    let largest = priors.iter().copied().fold(0.0, f32::max);
    // Divided by the largest first, so that not all can underflow.
    let heated = |prior: f32| (f64::from(prior) / f64::from(largest)).powf(1.0 / temperature) as f32;
    priors.iter_mut().for_each(|prior| *prior = heated(*prior));
    let total: f32 = priors.iter().sum();
    priors.iter_mut().for_each(|prior| *prior /= total);
}

/// What the temperature adds to the logarithm of a prior, but for what it adds to all.
pub(super) fn warmth(prior: f32, temperature: f64) -> f32 {
    let logarithm = f64::from(prior.max(f32::MIN_POSITIVE)).ln();
    ((1.0 / temperature - 1.0) * logarithm) as f32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_temperature_goes_half_of_the_way_in_each_halflife() {
        let config = SearchConfig {
            root_temperature: 1.1,
            root_temperature_early: 1.5,
            root_temperature_halflife: 10.0,
            ..SearchConfig::default()
        };
        for (ply, wanted) in [(0, 1.5), (10, 1.3), (20, 1.2), (100_000, 1.1)] {
            assert!((root_temperature(&config, ply) - wanted).abs() < 1e-9, "{ply}");
        }
        let usual = SearchConfig::default();
        assert!((0..1000).all(|ply| root_temperature(&usual, ply) == 1.0));
    }

    #[test]
    fn heat_flattens_and_cold_sharpens() {
        let heated = |temperature| {
            let mut priors = [0.2, 0.8];
            heat(&mut priors, temperature);
            priors[1]
        };
        // Odds of 4 become 2 with temperature 2, and 16 with one half.
        assert!((heated(2.0) - 2.0 / 3.0).abs() < 1e-6);
        assert!((heated(0.5) - 16.0 / 17.0).abs() < 1e-6);
        assert!((heated(1.0) - 0.8).abs() < 1e-6);
    }

    proptest! {
        #[test]
        fn heated_priors_are_a_distribution_in_the_same_order(
            weights in prop::collection::vec(prop_oneof![Just(0.0f32), 1e-30f32..1.0], 1..40),
            temperature in 0.01f64..100.0,
        ) {
            let total: f32 = weights.iter().sum();
            prop_assume!(total > 0.0);
            let priors: Vec<f32> = weights.iter().map(|weight| weight / total).collect();
            let mut heated = priors.clone();
            heat(&mut heated, temperature);
            prop_assert!((heated.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            for (i, j) in (0..priors.len()).flat_map(|i| (0..priors.len()).map(move |j| (i, j))) {
                prop_assert!(priors[i] >= priors[j] || heated[i] <= heated[j]);
            }
        }
    }
}
