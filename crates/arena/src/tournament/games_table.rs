//! Games as a table, a row each.

use std::time::Duration;

use bashni_report::{Cell, Table};
use bashni_rules::Color;

use crate::GameRecord;

/// One row a game: its number between the two players (2n and 2n+1 are a pair), players, result, why it ended, plies of
/// the opening and of the whole game, the time that each side took, and the seed. Made for [`Table::csv`].
pub fn games_table<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Table {
    let mut table = Table::new([
        "game",
        "white",
        "black",
        "result",
        "termination",
        "opening plies",
        "plies",
        "white seconds",
        "black seconds",
        "seed",
    ]);
    for game in games {
        let seconds = |color| Cell::number(time(game, color).as_secs_f64(), 3);
        table.push([
            Cell::integer(game.game as i64),
            Cell::text(game.white.to_string()),
            Cell::text(game.black.to_string()),
            Cell::text(game.outcome.pdn()),
            Cell::text(game.termination.to_string()),
            Cell::integer(game.opening_plies as i64),
            Cell::integer(game.moves.len() as i64),
            seconds(Color::White),
            seconds(Color::Black),
            // As text: it may be more than a signed integer holds.
            Cell::text(game.seed.to_string()),
        ]);
    }
    table
}

/// The time that a side thought in a game.
fn time(game: &GameRecord, color: Color) -> Duration {
    // The position says who begins; sides take turns after that.
    let white_begins = game.start.starts_with('W');
    let first_thought =
        if game.opening_plies.is_multiple_of(2) == white_begins { Color::White } else { Color::Black };
    let skipped = usize::from(first_thought != color);
    Duration::from_micros(game.thinking.iter().skip(skipped).step_by(2).map(|thinking| thinking.micros).sum())
}

#[cfg(test)]
mod tests {
    use bashni_rules::Outcome;

    use super::*;
    use crate::{PlayerSpec, Side, Termination, Thinking};

    #[test]
    fn a_game_is_a_row_with_the_time_of_each_side() {
        let thinking =
            [1_000_000, 20_000, 2_000_000].map(|micros| Thinking { micros, ..Thinking::default() });
        let game = |start: &str, opening_plies| GameRecord {
            game: 3,
            seed: u64::MAX,
            white: PlayerSpec::Random,
            black: "minimax:depth=1".parse().unwrap(),
            white_side: Side::B,
            start: start.to_owned(),
            opening_plies,
            moves: vec!["a1-b2".to_owned(); opening_plies + 3],
            thinking: thinking.to_vec(),
            outcome: Outcome::BlackWins,
            termination: Termination::Repetition,
        };
        let csv = |start, plies| games_table([&game(start, plies)]).csv();
        let row = |text: String| text.lines().nth(1).unwrap().to_owned();
        let first = row(csv("W:Wa1=0:Bh8=0", 2));
        assert_eq!(first, "3,random,minimax:depth=1,0-1,repetition,2,5,3,0.02,18446744073709551615");
        assert!(row(csv("W:Wa1=0:Bh8=0", 1)).contains(",1,4,0.02,3,"));
        assert!(row(csv("B:Wa1=0:Bh8=0", 0)).contains(",0,3,0.02,3,"));
        assert!(
            csv("W:Wa1=0:Bh8=0", 0).starts_with("game,white,black,result,termination,opening plies,plies,")
        );
    }
}
