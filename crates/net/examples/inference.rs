//! How fast a network is computed on one thread, in every way that a run chooses from.
//!
//! `cargo run --release -p bashni-net --example inference -- 32x3 64x6`

use bashni_net::{InferenceCandidates, Network, fastest_inference, parse_device};
use bashni_rules::Rules;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::preset("bashni")?;
    let device = parse_device("cpu")?;
    tch::set_num_threads(1);
    for size in std::env::args().skip(1) {
        let network = Network::new(&size.parse()?, &rules, 1, device)?;
        let all = InferenceCandidates { backend: None, precision: None, batch: None, most: usize::MAX };
        let (chosen, rates) = fastest_inference(&network, &rules, &all.list(device))?;
        println!("{size}, {} weights", network.parameter_count());
        for rate in rates {
            let mark = if rate.setup == chosen { " (chosen)" } else { "" };
            println!("{:30} {:8.0} positions/s{mark}", rate.setup.to_string(), rate.per_second);
        }
    }
    Ok(())
}
