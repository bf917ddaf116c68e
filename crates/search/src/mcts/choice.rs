use rand::{Rng, RngExt};

/// Picks an index at random, in proportion to `weight^(1 / temperature)`.
///
/// Weights are visit counts or a policy. At temperature 0 the largest weight wins, the first of equals; 1 plays in
/// proportion; more is flatter. Weights that are not positive numbers are never picked; `None` if there are no others.
/// A temperature that is negative or not a number counts as 0.
pub fn choose(weights: &[f32], temperature: f32, rng: &mut impl Rng) -> Option<usize> {
    let usable = |weight: f32| weight.is_finite() && weight > 0.0;
    let mut best: Option<usize> = None;
    for (index, &weight) in weights.iter().enumerate() {
        if usable(weight) && best.is_none_or(|best| weight > weights[best]) {
            best = Some(index);
        }
    }
    let largest = f64::from(weights[best?]);
    let power = 1.0 / f64::from(temperature);
    // Below this temperature a weight a thousandth smaller has no chance that a double could hold.
    if temperature.is_nan() || temperature < 1e-6 {
        return best;
    }
    // Divided by the largest first, so that large powers do not overflow.
    let scaled = weights.iter().map(|&w| if usable(w) { (f64::from(w) / largest).powf(power) } else { 0.0 });
    let total: f64 = scaled.clone().sum();
    let mut left = rng.random::<f64>() * total;
    let mut chosen = best;
    for (index, weight) in scaled.enumerate().filter(|&(_, weight)| weight > 0.0) {
        chosen = Some(index);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    use super::*;

    fn shares(weights: &[f32], temperature: f32) -> Vec<f32> {
        let mut rng = Pcg64::seed_from_u64(3);
        let mut counts = vec![0; weights.len()];
        for _ in 0..20_000 {
            counts[choose(weights, temperature, &mut rng).unwrap()] += 1;
        }
        counts.into_iter().map(|count| count as f32 / 20_000.0).collect()
    }

    #[test]
    fn temperature_sharpens_or_flattens_the_visits() {
        let visits = [10.0, 30.0, 60.0, 0.0];
        let close =
            |got: Vec<f32>, want: [f32; 4]| got.iter().zip(want).all(|(got, want)| (got - want).abs() < 0.02);
        assert!(close(shares(&visits, 1.0), [0.1, 0.3, 0.6, 0.0]));
        assert!(close(shares(&visits, 0.5), [1.0 / 46.0, 9.0 / 46.0, 36.0 / 46.0, 0.0]));
        assert!(close(shares(&visits, 0.0), [0.0, 0.0, 1.0, 0.0]));
        assert!(close(shares(&visits, f32::INFINITY), [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]));
    }

    #[test]
    fn nothing_can_be_chosen_from_nothing() {
        let mut rng = Pcg64::seed_from_u64(3);
        assert_eq!(choose(&[], 1.0, &mut rng), None);
        assert_eq!(choose(&[0.0, f32::NAN, -1.0], 1.0, &mut rng), None);
        assert_eq!(choose(&[0.5, 0.5], 0.0, &mut rng), Some(0));
    }

    proptest! {
        #[test]
        fn only_positive_weights_are_chosen(
            weights in prop::collection::vec(prop_oneof![Just(0.0f32), 1e-20f32..1e20], 1..20),
            temperature in prop_oneof![Just(0.0f32), 1e-9f32..100.0],
            seed: u64,
        ) {
            let chosen = choose(&weights, temperature, &mut Pcg64::seed_from_u64(seed));
            prop_assert_eq!(chosen.is_some(), weights.iter().any(|&w| w > 0.0));
            prop_assert!(chosen.is_none_or(|i| weights[i] > 0.0));
        }
    }
}
