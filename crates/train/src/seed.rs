use rand::RngExt;
use rand_pcg::Pcg64;

/// A seed for one purpose, from the run's seed. So one purpose does not depend on how much another drew.
pub(crate) fn derive(seed: u64, purpose: &str, number: u64) -> u64 {
    let purpose =
        purpose.bytes().fold(0u64, |hash, byte| hash.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte));
    Pcg64::new(u128::from(seed) << 64 | u128::from(number), u128::from(purpose)).random()
}
