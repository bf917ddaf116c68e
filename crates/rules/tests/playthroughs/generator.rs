//! Numbers that look random and never change: SplitMix64, in whole numbers only.

pub struct Generator(u64);

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// An index, drawn in proportion to the weights.
    pub fn choose(&mut self, weights: &[u64]) -> usize {
        let mut left = self.next() % weights.iter().sum::<u64>();
        for (i, &weight) in weights.iter().enumerate() {
            if left < weight {
                return i;
            }
            left -= weight;
        }
        unreachable!("what is left is below the sum of the weights")
    }
}
