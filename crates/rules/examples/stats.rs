//! x
use bashni_rules::{Game, Rules};
use rand::{RngExt, SeedableRng};
fn main() {
    let rules = Rules::preset(&std::env::args().nth(1).unwrap()).unwrap();
    let games: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let mut r = rand_pcg::Pcg64::seed_from_u64(1);
    let mut l = vec![];
    let mut n = 0u64;
    let t = std::time::Instant::now();
    let start = Game::new(&rules);
    let mut g = start.clone();
    for _ in 0..games {
        g.clone_from(&start);
        loop {
            g.position().legal_moves_into(&rules, &mut l);
            if l.is_empty() || g.draw_by_rule(&rules) {
                break;
            }
            n += 1;
            let m = l[r.random_range(0..l.len())];
            g.play(&rules, &m);
        }
    }
    println!("{n} {:.2} M/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
