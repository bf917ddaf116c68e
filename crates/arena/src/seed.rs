//! Seeds that follow from others, so that one number decides a whole match.

/// A seed that follows from `seed` and a number below it in the hierarchy (a game of a match, a ply of a game).
///
/// The finaliser of SplitMix64: neighbouring numbers give unrelated seeds.
pub(crate) fn derive(seed: u64, number: u64) -> u64 {
    let mut z = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::derive;

    #[test]
    fn neighbouring_seeds_and_numbers_give_distinct_seeds() {
        let seeds: HashSet<u64> = (0..100).flat_map(|s| (0..100).map(move |n| derive(s, n))).collect();
        assert_eq!(seeds.len(), 10_000);
    }
}
