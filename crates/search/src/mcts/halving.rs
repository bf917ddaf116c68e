//! Sequential halving at the root (Karnin, Koren and Somekh 2013), over steps drawn without replacement by Gumbel noise.
//!
//! Of the legal steps the `m` with the largest `noise + ln(prior)` are considered, which draws `m` different steps as the
//! prior says. There are `ceil(log2 m)` phases, and each has its equal share of the `n` simulations: it visits every
//! step that is still considered the same number of times, at least once. After each the better half stays, by
//! `noise + ln(prior) + sigma(Q)`, but not fewer than two. What rounding leaves is spent on the last two. So
//! `n = 200, m = 16` gives 16 steps 3 visits each, 8 steps 6, 4 steps 12, then 2 steps the other 56.
//!
//! `m` is never more than `n`, nor than there are legal steps; with fewer simulations than the phases would take
//! (`m + m/2 + ... + 2`), the last phases do not take place. A step that turns out to lose leaves its place to the next best one, and one that is proven
//! to draw gets no more visits.

use rand::Rng;
use rand_distr::{Distribution, Gumbel};

use super::SearchConfig;
use super::gumbel::Knowledge;
use super::temperature::warmth;

/// Where the schedule stands.
#[derive(Clone, Debug)]
pub(super) struct Halving {
    /// What is added to the score of each step of the root, to draw them: Gumbel noise, and what the root's temperature makes
    /// of the logarithms of the priors.
    noise: Vec<f32>,
    /// The steps in this phase.
    considered: Vec<usize>,
    /// Simulations that the schedule is made for.
    sims: u32,
    /// Number of phases of the schedule.
    phases: u32,
    /// Visits of this phase that are still to be given.
    left: u32,
    /// Position in `considered` of the step to be visited next.
    next: usize,
}

impl Halving {
    /// The schedule of `config.sims` simulations at a root that has just been evaluated, with priors of this temperature.
    pub(super) fn new(
        config: &SearchConfig,
        root: Knowledge<'_>,
        temperature: f64,
        rng: &mut impl Rng,
    ) -> Halving {
        // A standard Gumbel distribution has parameters that are right.
        let mut noise: Vec<f32> = match Gumbel::new(0.0, config.gumbel_scale) {
            Ok(gumbel) if config.gumbel_scale > 0.0 => {
                root.edges.iter().map(|_| gumbel.sample(rng) as f32).collect()
            }
            _ => vec![0.0; root.edges.len()],
        };
        if temperature != 1.0 {
            root.edges
                .iter()
                .zip(&mut noise)
                .for_each(|(edge, noise)| *noise += warmth(edge.prior, temperature));
        }
        let most = config.considered_at_first() as usize;
        let mut halving =
            Halving { noise, considered: Vec::new(), sims: config.sims, phases: 0, left: 0, next: 0 };
        let scores = halving.scores(config, root, 1.0);
        let mut considered: Vec<usize> = (0..root.edges.len()).collect();
        rank(&mut considered, &scores);
        considered.truncate(most);
        halving.phases = considered.len().next_power_of_two().ilog2();
        halving.considered = considered;
        halving.begin_phase();
        halving
    }

    /// True if the next simulation begins a phase: which steps stay is known only when those in flight have come back.
    pub(super) fn begins_a_phase(&self) -> bool {
        self.left == 0
    }

    /// The step that the next simulation follows from the root: the same until it is counted.
    pub(super) fn choice(&mut self, config: &SearchConfig, root: Knowledge<'_>) -> usize {
        if self.left == 0 {
            self.halve(config, root);
        }
        self.pass_over_proven(config, root);
        self.considered[self.next]
    }

    /// Counts the simulation that [`choice`](Halving::choice) sent on its way.
    pub(super) fn count(&mut self) {
        self.next = (self.next + 1) % self.considered.len();
        self.left -= 1;
    }

    fn begin_phase(&mut self) {
        let steps = self.considered.len() as u32;
        let share = self.sims.checked_div(self.phases * steps);
        self.left = share.unwrap_or(self.sims).max(1) * steps;
        self.next = 0;
    }

    /// Keeps the better half of the steps, two at least.
    fn halve(&mut self, config: &SearchConfig, root: Knowledge<'_>) {
        let scores = self.scores(config, root, 1.0);
        let stay = (self.considered.len() / 2).max(2);
        rank(&mut self.considered, &scores);
        self.considered.truncate(stay);
        self.begin_phase();
    }

    /// Sees to it that the next step is one of which something is still to be learnt. A refuted step leaves its place to the
    /// best step that is not considered; a proven draw stays, since it may be the best there is, but is passed over; and if
    /// all are such draws, the best other step joins them.
    fn pass_over_proven(&mut self, config: &SearchConfig, root: Knowledge<'_>) {
        let mut passed = 0;
        while root.edges[self.considered[self.next]].proven.is_some() {
            let refuted = root.edges[self.considered[self.next]].is_refuted(root.turn);
            if !refuted {
                self.next = (self.next + 1) % self.considered.len();
                passed += 1;
                if passed < self.considered.len() {
                    continue;
                }
            }
            match self.best_other(config, root) {
                Some(other) if refuted => self.considered[self.next] = other,
                Some(other) => {
                    self.next = self.considered.len();
                    self.considered.push(other);
                }
                None if refuted && self.considered.len() > 1 => {
                    self.considered.remove(self.next);
                    self.next %= self.considered.len();
                }
                // Nothing is left to be learnt: such a root is proven, and not searched.
                None => return,
            }
        }
    }

    /// The best step that is not considered and not proven.
    fn best_other(&self, config: &SearchConfig, root: Knowledge<'_>) -> Option<usize> {
        let scores = self.scores(config, root, 1.0);
        let others = (0..root.edges.len())
            .filter(|index| !self.considered.contains(index) && root.edges[*index].proven.is_none());
        others.max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
    }

    /// `noise + ln(prior) + sigma(Q)` of each step, with this share of the noise; refuted ones without end below.
    fn scores(&self, config: &SearchConfig, root: Knowledge<'_>, noise_share: f32) -> Vec<f32> {
        let mut scores = Vec::new();
        root.improved_logits(config, &mut scores);
        scores.iter_mut().zip(&self.noise).for_each(|(score, noise)| *score += noise_share * noise);
        scores
    }

    /// The step to play: the best of those considered last, with this share of the noise; if all of them are refuted, the best
    /// of all.
    pub(super) fn best(&self, config: &SearchConfig, root: Knowledge<'_>, noise_share: f32) -> Option<usize> {
        let scores = self.scores(config, root, noise_share);
        let best = |steps: &mut dyn Iterator<Item = usize>| {
            steps.max_by(|&a, &b| scores[a].total_cmp(&scores[b]).then(b.cmp(&a)))
        };
        let open = |index: &usize| !root.edges[*index].is_refuted(root.turn);
        best(&mut self.considered.iter().copied().filter(open)).or_else(|| best(&mut (0..scores.len())))
    }
}

/// Sorts steps by score, the best first; equal ones stay in the order of the legal steps.
fn rank(steps: &mut [usize], scores: &[f32]) {
    steps.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
}
