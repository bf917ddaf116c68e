use super::{Fork, PolicyPlies};

/// What a game is at.
pub(crate) enum Stage {
    /// Moves are drawn from the network's policy, and not recorded.
    Policy(Box<PolicyPlies>),
    /// The network judges the moves of a fork.
    Fork(Box<Fork>),
    /// Decisions are searched and recorded.
    Play,
}
