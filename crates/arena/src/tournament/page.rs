//! Matches and tournaments as a page of HTML.

use bashni_report::{
    Cell, ForestPlot, ForestRow, Games, LinePlot, Ply, Point, Report, Section, Series, Table,
};
use bashni_rules::pdn::GameResult;
use bashni_rules::{Color, Game, Rules};

use super::{BootstrapIntervals, Standings, TournamentConfig};
use crate::{Counts, Estimate, GameRecord, MatchResult, Openings, PlayerIdentity, Score, Sprt, score_of_elo};

/// Games on a page, which takes about 2.5 kB for each.
const GAMES: usize = 5_000;

/// Elo points that a man ahead is taken for, to draw material and shares on one scale. Only for the eye.
const ELO_OF_A_MAN: f64 = 200.0;

/// A tournament: what came of it, its settings, what the players were, and the games.
pub(super) fn tournament_sections(
    standings: &Standings,
    games: &[&GameRecord],
    rules: &Rules,
    config: &TournamentConfig,
) -> Vec<Section> {
    let ratings = &standings.ratings;
    let mut plot = ForestPlot::new("Elo (95 % interval)").reference(0.0);
    for i in ratings.order() {
        let rating = &ratings.ratings[i];
        let detail = format!("{} games", rating.games);
        plot = plot.row(ForestRow::new(&rating.player, rating.elo, (rating.low, rating.high), detail));
    }
    let mut rated = Section::new("Ratings").plot(plot).table(standings.ratings_table()).paragraph(
        "Maximum likelihood by Davidson's model, with draws and a first move; intervals from the curvature of the \
         likelihood, corrected for what the two games of a pair have in common.",
    );
    if let Some(BootstrapIntervals { bootstrap, .. }) = &standings.bootstrap {
        rated =
            rated.paragraph(format!("The bootstrap draws pairs of games anew, {} times.", bootstrap.samples));
    }
    for remark in standings.remarks() {
        rated = rated.paragraph(remark);
    }
    let openings = match &config.openings {
        Openings::Random { plies } => format!("{plies} random plies, other ones for each pairing"),
        Openings::Book { book, order } => {
            format!("a book of {} openings, in the order: {order}", book.openings().len())
        }
    };
    let limit = config.move_limit.map_or("none".to_owned(), |limit| format!("{} s", limit.as_secs_f64()));
    let settings = Section::new("Settings").settings([
        ("rules", standings.rules.clone()),
        ("schedule", config.schedule.to_string()),
        ("openings", openings),
        ("seed", config.seed.to_string()),
        ("limit of a move", limit),
        ("games over again", standings.repeated_games.to_string()),
        ("forfeits", standings.forfeits.len().to_string()),
    ]);
    vec![
        rated,
        Section::new("Crosstable").table(standings.scores()),
        Section::new("Likelihood of superiority").table(standings.superiority()),
        settings,
        identities(&standings.players),
        viewer(games, rules),
    ]
}

fn points(elo: f64, low: f64, high: f64) -> String {
    Cell::estimate(elo, (low, high), 0).signed().shown()
}

/// A match as one page of HTML: the result, what the players were, and the games to step through.
pub fn match_page(result: &MatchResult, rules: &Rules) -> Report {
    let report = &result.report;
    let elo = (report.elo_low, report.elo_high);
    let detail = format!("{} games", report.games);
    let plot = ForestPlot::new("Elo (95 % interval)").reference(0.0).row(ForestRow::new(
        report.a.to_string(),
        report.elo,
        elo,
        detail,
    ));
    let [none, half, one, more, two] = report.pentanomial;
    let mut entries = vec![
        ("won, drawn, lost", format!("{}, {}, {}", report.wins, report.draws, report.losses)),
        ("score", format!("{:.1} %", 100.0 * report.score)),
        ("Elo", points(report.elo, report.elo_low, report.elo_high)),
        ("normalised Elo", points(report.nelo, report.nelo_low, report.nelo_high)),
        ("likelihood of superiority", format!("{:.1} %", 100.0 * report.los)),
        ("pairs by points, 0 to 2", format!("{none}, {half}, {one}, {more}, {two}")),
        ("games over again", report.repeated_games.to_string()),
        ("forfeits", report.forfeits.len().to_string()),
    ];
    if let Some(test) = &report.sprt {
        let (elo0, elo1, model) = (test.sprt.elo0(), test.sprt.elo1(), test.sprt.model());
        let [lower, upper] = test.llr_bounds;
        entries.push(("sequential test", format!("{elo0} against {elo1} Elo ({model})")));
        entries.push(("log-likelihood ratio", format!("{:.2} ({lower:.2} to {upper:.2})", test.llr)));
        entries.push(("decision", test.decision.to_string()));
    }
    let games: Vec<&GameRecord> = result.games.iter().collect();
    Report::new(format!("{} against {}", report.a, report.b))
        .subtitle(format!("{} games of {}", report.games, rules.name()))
        .section(Section::new("Result").plot(plot).settings(entries))
        .section(course(&result.games, report.sprt.map(|test| test.sprt)))
        .section(identities(&report.players))
        .section(viewer(&games, rules))
}

/// Points of a curve; more would not be seen.
const POINTS: usize = 200;

/// How the estimate, and the sequential test, came to be what they are at the end.
fn course(games: &[GameRecord], sprt: Option<Sprt>) -> Section {
    let pairs = games.len() / 2;
    let every = pairs.div_ceil(POINTS).max(1);
    let (mut counts, mut elo, mut ratio) = (Counts::default(), Vec::new(), Vec::new());
    for (number, pair) in (1..).zip(games.chunks_exact(2)) {
        counts.add_pair([pair[0].half_points(), pair[1].half_points()]);
        if number % every != 0 && number != pairs {
            continue;
        }
        let estimate = Estimate::new(&counts);
        let played = counts.games() as f64;
        // The first few pairs say next to nothing, and their intervals would squeeze the rest.
        if number >= 8.min(pairs / 2) {
            elo.push(Point::new(played, estimate.elo).interval(estimate.elo_low, estimate.elo_high));
        }
        ratio.extend(sprt.map(|sprt| Point::new(played, sprt.state(&counts).llr)));
    }
    let plot = LinePlot::new("games", "Elo (95 % interval)").reference(0.0, "equal");
    let mut section = Section::new("Course").plot(plot.series(Series::new("Elo", elo).band().line_only()));
    if let Some(state) = sprt.map(|sprt| sprt.state(&counts)) {
        let plot = LinePlot::new("games", "log-likelihood ratio")
            .reference(state.upper, "H1")
            .reference(state.lower, "H0")
            .series(Series::new("ratio", ratio).line_only());
        section = section.plot(plot);
    }
    section
}

/// What exactly the players were.
fn identities(players: &[PlayerIdentity]) -> Section {
    let mut table = Table::new(["player", "version", "checkpoint (sha256)", "settings"]);
    for player in players {
        let settings: Vec<String> =
            player.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
        table.push([
            player.spec.to_string(),
            format!("{}, {} {}", player.program, player.spec.kind(), player.version),
            player.checkpoint.clone().unwrap_or_default(),
            settings.join(", "),
        ]);
    }
    Section::new("Players").table(table)
}

fn viewer(games: &[&GameRecord], rules: &Rules) -> Section {
    let shown = games.iter().take(GAMES).filter_map(|game| shown(game, rules));
    let mut viewer = Games::new(shown);
    if games.len() > GAMES {
        viewer = viewer.caption(format!("The first {GAMES} of {} games; PDN files have all.", games.len()));
    }
    Section::new("Games").games(viewer)
}

/// A game for the page; `None` for one that is not of these rules, which a damaged file may hold.
fn shown(game: &GameRecord, rules: &Rules) -> Option<bashni_report::GameRecord> {
    let start = Game::from_fen(&game.start, rules).ok()?;
    let mut turn = start.turn();
    let mut shown = bashni_report::GameRecord::new(rules, start.position())
        .players(game.white.to_string(), game.black.to_string())
        .result(GameResult::from(game.outcome))
        .tag("Round", (game.game + 1).to_string())
        .tag("Termination", game.termination.to_string());
    for (ply, text) in game.moves.iter().enumerate() {
        let mut ply_shown = Ply::new(text);
        if let Some(thinking) = ply.checked_sub(game.opening_plies).and_then(|i| game.thinking.get(i)) {
            ply_shown = ply_shown.seconds(thinking.micros as f64 / 1e6).comment(thinking.to_string());
            if let Some(score) = thinking.score {
                ply_shown = ply_shown.evaluation(for_white(score, turn));
            }
        }
        shown.play(rules, ply_shown).ok()?;
        turn = !turn;
    }
    Some(shown)
}

/// What White can expect, from -1 to 1.
fn for_white(score: Score, mover: Color) -> f64 {
    let for_mover = match score {
        Score::Shares([win, _, loss]) => f64::from(win - loss),
        Score::Material(hundredths) => 2.0 * score_of_elo(f64::from(hundredths) / 100.0 * ELO_OF_A_MAN) - 1.0,
        Score::WinIn(_) => 1.0,
        Score::LossIn(_) => -1.0,
    };
    if mover == Color::White { for_mover } else { -for_mover }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo_of_score;

    #[test]
    fn scores_are_turned_to_white_and_keep_their_order() {
        assert_eq!(for_white(Score::Shares([0.5, 0.25, 0.25]), Color::White), 0.25);
        assert_eq!(for_white(Score::Shares([0.5, 0.25, 0.25]), Color::Black), -0.25);
        assert_eq!(for_white(Score::WinIn(3), Color::Black), -1.0);
        let values =
            [-300, -20, 0, 20, 300].map(|hundredths| for_white(Score::Material(hundredths), Color::White));
        assert!(values.is_sorted() && values[2] == 0.0 && values[4] < 1.0);
        assert!((elo_of_score((values[3] + 1.0) / 2.0) - 40.0).abs() < 1e-9);
    }
}
