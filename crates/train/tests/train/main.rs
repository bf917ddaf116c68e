//! Training: the optimiser, losses, configs, and runs that can be interrupted, continued, and refused.

mod batches;
mod bench;
mod configs;
mod curves;
mod damage;
mod folders;
mod keep;
mod learning;
mod optimizer;
mod ratings;
mod resuming;
mod stopping;
