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

/// A seed from a text (FNV-1a): the same on every machine and in every version.
pub(crate) fn text_seed(text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{derive, text_seed};

    #[test]
    fn neighbouring_seeds_and_numbers_give_distinct_seeds() {
        let seeds: HashSet<u64> = (0..100).flat_map(|s| (0..100).map(move |n| derive(s, n))).collect();
        assert_eq!(seeds.len(), 10_000);
    }

    #[test]
    fn seeds_of_texts_are_those_of_the_published_hash() {
        assert_eq!(text_seed(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(text_seed("foobar"), 0x8594_4171_f739_67e8);
    }
}
