use serde::Serialize;

use crate::{
    Counts, Decision, Estimate, Fault, GameRecord, PlayerIdentity, PlayerSpec, Side, Sprt, repeated_games,
};

/// The result of a match as it is printed: `wins`, `score` and the rest are player A's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// Player A.
    pub a: PlayerSpec,
    /// Player B.
    pub b: PlayerSpec,
    /// Games played.
    pub games: u64,
    /// Games that A won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Points a game, in [0, 1].
    pub score: f64,
    /// Difference in Elo points; see [`Estimate`].
    pub elo: f64,
    /// Lower end of its 95 % interval.
    pub elo_low: f64,
    /// Upper end of its 95 % interval.
    pub elo_high: f64,
    /// Pairs in which A got 0, ½, 1, 1½ and 2 points.
    pub pentanomial: [u64; 5],
    /// Difference in normalised Elo points; see [`Estimate`].
    pub nelo: f64,
    /// Lower end of its 95 % interval.
    pub nelo_low: f64,
    /// Upper end of its 95 % interval.
    pub nelo_high: f64,
    /// Likelihood that A is the stronger.
    pub los: f64,
    /// The sequential test, if there was one: its keys stand beside these.
    #[serde(flatten)]
    pub sprt: Option<SprtReport>,
    /// Games that are an earlier one over again; see [`repeated_games`].
    pub repeated_games: u64,
    /// Games that a player lost without being beaten.
    pub forfeits: Vec<ForfeitReport>,
    /// What exactly A and B were.
    pub players: [PlayerIdentity; 2],
}

/// Where the sequential test of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// Its settings.
    pub sprt: Sprt,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// The ratios at which H0 and H1 are accepted.
    pub llr_bounds: [f64; 2],
    /// What was decided.
    pub decision: Decision,
}

/// A game that was lost by a forfeit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForfeitReport {
    /// Number of the game, from 0.
    pub game: u64,
    /// Who lost it.
    pub side: Side,
    /// The player.
    pub player: PlayerSpec,
    /// Who won by that.
    pub opponent: PlayerSpec,
    /// What the player did.
    pub fault: Fault,
    /// What was wrong, in a sentence.
    pub message: String,
}

impl ForfeitReport {
    /// The forfeit of a game, if it ended by one.
    pub fn of(record: &GameRecord) -> Option<ForfeitReport> {
        let forfeit = record.termination.forfeit()?;
        Some(ForfeitReport {
            game: record.game,
            side: record.side(forfeit.by),
            player: record.player(forfeit.by).clone(),
            opponent: record.player(!forfeit.by).clone(),
            fault: forfeit.fault,
            message: forfeit.message.clone(),
        })
    }
}

impl SprtReport {
    /// Where a test stands after these pairs.
    pub fn new(sprt: Sprt, counts: &Counts) -> SprtReport {
        let state = sprt.state(counts);
        SprtReport { sprt, llr: state.llr, llr_bounds: [state.lower, state.upper], decision: state.decision }
    }
}

impl MatchReport {
    /// The report of a match of these games, complete pairs in the order of their numbers.
    pub fn new(
        players: [PlayerIdentity; 2],
        counts: &Counts,
        sprt: Option<Sprt>,
        games: &[GameRecord],
    ) -> MatchReport {
        let Counts { wins, draws, losses, pairs } = *counts;
        let Estimate { score, elo, elo_low, elo_high, nelo, nelo_low, nelo_high, los } =
            Estimate::new(counts);
        MatchReport {
            a: players[0].spec.clone(),
            b: players[1].spec.clone(),
            games: counts.games(),
            wins,
            draws,
            losses,
            score,
            elo,
            elo_low,
            elo_high,
            pentanomial: pairs,
            nelo,
            nelo_low,
            nelo_high,
            los,
            sprt: sprt.map(|sprt| SprtReport::new(sprt, counts)),
            repeated_games: repeated_games(games),
            forfeits: games.iter().filter_map(ForfeitReport::of).collect(),
            players,
        }
    }
}
