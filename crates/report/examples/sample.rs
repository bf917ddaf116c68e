//! Writes a report on random games, so that the look of pages, tables, plots and boards can be seen.
//!
//! `cargo run -p bashni-report --example sample -- FOLDER` writes `sample.html`, the plots as PNG and SVG, and a table as CSV
//! into a folder (`target/sample-report` if none is given), and the table on the terminal.

use std::path::PathBuf;

use bashni_report::{
    Axis, Cell, Column, ForestPlot, ForestRow, GameRecord, Games, LinePlot, Plot, Ply, Point, Report,
    Section, Series, Table,
};
use bashni_rules::pdn::GameResult;
use bashni_rules::{Color, Game, Rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const GAMES: usize = 120;
const PLAYERS: [&str; 5] = ["net:generation=24", "net:generation=12", "minimax:depth=4", "Башни", "random"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).map_or_else(|| PathBuf::from("target/sample-report"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let ratings = ratings();
    let (table, forest, curve) = (rating_table(&ratings), forest(&ratings), curve(&mut random));
    for (name, plot) in [("ratings", &forest), ("curve", &curve)] {
        std::fs::write(folder.join(name).with_extension("svg"), plot.svg(760))?;
        std::fs::write(folder.join(name).with_extension("png"), plot.png(760, 2.0)?)?;
    }
    std::fs::write(folder.join("ratings.csv"), table.csv())?;
    print!("{table}");
    let report = Report::new("A sample of all that a report can show")
        .subtitle("Numbers are made up, games are random. 30 November 2026")
        .section(
            Section::new("Ratings")
                .paragraph("Each player met each other in pairs of games with colours exchanged.")
                .settings([
                    ("rules", "bashni"),
                    ("games", "1,240"),
                    ("interval", "95 %"),
                    ("openings", "distinct"),
                ])
                .plot(forest)
                .table(table)
                .heading("Crosstable")
                .table(crosstable(&ratings)),
        )
        .section(Section::new("Training").plot(curve).plot(loss(&mut random)))
        .section(Section::new("Games").games(games("bashni", GAMES, &mut random)?))
        .section(Section::new("Other boards").games(games("lasca", 3, &mut random)?).games(games(
            "bashni-10x10",
            2,
            &mut random,
        )?));
    let path = folder.join("sample.html");
    std::fs::write(&path, report.html())?;
    println!("\n{}", path.display());
    Ok(())
}

struct Rating {
    player: &'static str,
    elo: f64,
    interval: (f64, f64),
    score: f64,
}

/// Games of each player.
const PLAYED: i64 = 496;

fn ratings() -> [Rating; 5] {
    let rating = |i: usize, elo, interval, score| Rating { player: PLAYERS[i], elo, interval, score };
    [
        rating(0, 231.0, (188.0, 277.0), 0.79),
        rating(1, 118.0, (80.0, 157.0), 0.66),
        rating(2, 0.0, (-31.0, 31.0), 0.50),
        rating(3, -96.0, (-140.0, -55.0), 0.37),
        rating(4, -702.0, (f64::NEG_INFINITY, -540.0), 0.02),
    ]
}

fn rating_table(ratings: &[Rating]) -> Table {
    let columns = [
        Column::new("player"),
        Column::new("Elo (95 % interval)").group("rating"),
        Column::new("games").group("rating"),
        Column::new("score"),
    ];
    let mut table = Table::new(columns).caption("Ratings by maximum likelihood, minimax:depth=4 at 0.");
    for rating in ratings {
        table.push([
            Cell::text(rating.player),
            Cell::estimate(rating.elo, rating.interval, 0).signed(),
            Cell::integer(PLAYED),
            Cell::percent(rating.score, 1),
        ]);
    }
    table
}

fn forest(ratings: &[Rating]) -> Plot {
    let mut plot = ForestPlot::new("Elo, 95 % interval").title("Ratings").reference(0.0);
    for rating in ratings {
        plot =
            plot.row(ForestRow::new(rating.player, rating.elo, rating.interval, format!("{PLAYED} games")));
    }
    plot.into()
}

fn crosstable(ratings: &[Rating]) -> Table {
    let score = |row: &Rating, column: &Rating| 1.0 / (1.0 + 10f64.powf((column.elo - row.elo) / 400.0));
    let heads = (1..=ratings.len()).map(|number| number.to_string());
    let mut table = Table::new(std::iter::once("score of row".to_owned()).chain(heads))
        .caption("Shares of the points in 124 games each; warm where the player of the row is ahead.");
    for (i, row) in ratings.iter().enumerate() {
        let cells = ratings.iter().enumerate().map(|(j, column)| match i == j {
            true => Cell::empty(),
            false => Cell::percent(score(row, column), 0).heat(2.0 * score(row, column) - 1.0),
        });
        table.push(std::iter::once(Cell::text(format!("{} {}", i + 1, row.player))).chain(cells));
    }
    table
}

fn curve(random: &mut Pcg64Mcg) -> Plot {
    let mut series = |name: &str, top: f64| {
        let points = (0..=24).map(|i| {
            let step = f64::from(i) * 2_000.0;
            let elo =
                -700.0 + (top + 700.0) * (1.0 - (-step / 14_000.0).exp()) + random.random_range(-25.0..25.0);
            let half = 45.0 + 200.0 * (-step / 6_000.0).exp();
            Point::new(step, elo).interval(if i == 0 { f64::NEG_INFINITY } else { elo - half }, elo + half)
        });
        Series::new(name, points)
    };
    LinePlot::new("training step", "Elo against minimax:depth=4, 95 % interval")
        .title("Rating of checkpoints")
        .reference(0.0, "minimax:depth=4")
        .series(series("64 channels, 6 blocks", 250.0).band())
        .series(series("32 channels, 3 blocks", 60.0))
        .caption("Each checkpoint played 200 games.")
        .into()
}

fn loss(random: &mut Pcg64Mcg) -> Plot {
    let mut series = |name: &str, start: f64, end: f64| {
        let points = (0..400).map(|i| {
            let seconds = f64::from(i) * 40.0;
            let noise = random.random_range(-0.03..0.03);
            Point::new(seconds, end + (start - end) * (-seconds / 3_000.0).exp() + noise)
        });
        Series::new(name, points).line_only()
    };
    LinePlot::new(Axis::duration("time"), Axis::new("loss (cross-entropy)").include(0.0))
        .title("Losses")
        .series(series("policy", 2.4, 1.1))
        .series(series("value", 1.1, 0.7))
        .series(series("moves left", 0.5, 0.2))
        .into()
}

fn games(preset: &str, number: usize, random: &mut Pcg64Mcg) -> Result<Games, Box<dyn std::error::Error>> {
    let rules = Rules::preset(preset)?;
    let mut records = Vec::with_capacity(number);
    for i in 0..number {
        let (white, black) = (PLAYERS[i % 5], PLAYERS[(i + 1 + i / 5) % 5]);
        let mut record = GameRecord::new(&rules, rules.start())
            .players(white, black)
            .tag("Opening", (i / 2 + 1).to_string());
        let mut game = Game::new(&rules);
        let mut value: f64 = 0.0;
        while game.outcome(&rules).is_none() && game.ply() < 120 {
            let moves = game.position().legal_moves(&rules);
            let played = moves[random.random_range(0..moves.len())];
            let text = game.position().move_text(&rules, &played);
            value = (value * 0.95 + random.random_range(-0.2..0.2)).clamp(-1.0, 1.0);
            let mut ply = Ply::new(text).evaluation(value).seconds(random.random_range(0.1..2.0));
            if played.captures() > 2 {
                ply = ply.comment(format!("takes {} at once", played.captures()));
            }
            record.play(&rules, ply)?;
            game.play(&rules, &played);
        }
        let result = match game.outcome(&rules) {
            Some(outcome) => GameResult::from(outcome),
            None if game.position().owned(Color::White).len() > 6 => GameResult::Draw,
            None => GameResult::Unknown,
        };
        records.push(
            record
                .tag("Termination", if game.outcome(&rules).is_some() { "rules" } else { "120 plies" })
                .result(result),
        );
    }
    Ok(Games::new(records).caption(format!("{number} random games under the rules {preset}.")))
}
