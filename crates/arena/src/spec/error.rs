use bashni_search::alphabeta::UnknownFeature;
use thiserror::Error;

/// Why a text is not a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No such player.
    #[error(
        "player `{spec}`: no player is called `{name}`; there are random, rollout:sims=N, \
         minimax:depth=N (or ms=N, nodes=N), alphabeta:depth=N (or ms=N, nodes=N), net:PATH,sims=N (or ms=N) and \
         engine:ms=N,cmd=COMMAND"
    )]
    UnknownPlayer {
        /// The whole text.
        spec: String,
        /// The name in it.
        name: String,
    },
    /// A setting that this player does not have.
    #[error("player `{spec}`: unknown setting `{key}`; {player} has {allowed}")]
    UnknownKey {
        /// The whole text.
        spec: String,
        /// The setting.
        key: String,
        /// The player.
        player: &'static str,
        /// The settings that it has.
        allowed: &'static str,
    },
    /// The same setting twice.
    #[error("player `{spec}`: `{key}` is given twice; give it once")]
    DuplicateKey {
        /// The whole text.
        spec: String,
        /// The setting.
        key: String,
    },
    /// A setting without `=`, or with nothing before it.
    #[error(
        "player `{spec}`: `{item}` is not a setting; expected KEY=NUMBER, separated by commas; {player} has {allowed}"
    )]
    NotASetting {
        /// The whole text.
        spec: String,
        /// The part at fault.
        item: String,
        /// The player.
        player: &'static str,
        /// The settings that it has.
        allowed: &'static str,
    },
    /// A value that is no whole number from 1 up.
    #[error("player `{spec}`: {key}=`{value}`: expected a whole number from 1 to {max}")]
    Value {
        /// The whole text.
        spec: String,
        /// The setting.
        key: String,
        /// Its value as given.
        value: String,
        /// The largest value.
        max: u64,
    },
    /// A part that the search does not have.
    #[error("player `{spec}`: {source}")]
    Feature {
        /// The whole text.
        spec: String,
        /// Which part, and which there are.
        source: UnknownFeature,
    },
    /// `engine` without a command, or with one that a shell could not split into words either.
    #[error(
        "player `{spec}`: {what}; engine needs the command that starts it, as engine:ms=100,cmd=bashni engine --player \
         minimax"
    )]
    Command {
        /// The whole text.
        spec: String,
        /// What is wrong.
        what: &'static str,
    },
    /// `engine` with several limits.
    #[error("player `{spec}`: give one of ms, depth and nodes; the UGI protocol has no more in one search")]
    SeveralLimits {
        /// The whole text.
        spec: String,
    },
    /// `net` without a path.
    #[error("player `{spec}`: net needs a path to a checkpoint or a run, as net:runs/first,sims=64")]
    NoPath {
        /// The whole text.
        spec: String,
    },
}
