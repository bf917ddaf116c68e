//! Serving a search takes no memory once the batches are as large as they get.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use bashni_net::{Inference, NetError, NetEvaluator};
use bashni_rules::{Game, Rules};
use bashni_search::{Evaluator, Query};

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// The system's memory, with a count of how often this thread took some.
struct Counted;

// SAFETY: all is passed on to the system's allocator. A thread that ends may have no counter left, and is then not counted.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = TAKEN.try_with(|taken| taken.set(taken.get() + 1));
        // SAFETY: the caller's promises are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are the same.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static MEMORY: Counted = Counted;

/// Thinks the same of all positions, and takes no memory for it.
struct Indifferent;

impl Inference for Indifferent {
    fn run(
        &mut self,
        _batch: usize,
        _planes: &[f32],
        policy: &mut [f32],
        value: &mut [f32],
    ) -> Result<(), NetError> {
        policy.fill(0.0);
        value.fill(1.0 / 3.0);
        Ok(())
    }
}

#[test]
fn evaluating_takes_no_memory_after_the_first_time() {
    let rules = Rules::preset("bashni").unwrap();
    let game = Game::new(&rules);
    let steps = game.legal_steps(&rules);
    let queries = [Query { game: &game, steps: &steps }; 100];
    let mut evaluator = NetEvaluator::new(Box::new(Indifferent), &rules, 32).unwrap();
    let mut evaluations = Vec::new();
    evaluator.evaluate(&rules, &queries, &mut evaluations).unwrap();
    let taken = TAKEN.get();
    assert!(taken > 0, "memory is not counted");
    for count in [100, 100, 99] {
        evaluator.evaluate(&rules, &queries[..count], &mut evaluations).unwrap();
    }
    assert_eq!(TAKEN.get(), taken);
    assert_eq!(evaluations.len(), 99);
}
