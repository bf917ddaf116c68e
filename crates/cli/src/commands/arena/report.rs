//! The result of a match for people.

use bashni_arena::{Decision, MatchReport, Model, SprtReport};
use bashni_rules::Rules;

use crate::table::elo_with_interval;

/// The result in a few lines, of which the first says it all.
pub fn text(report: &MatchReport, rules: &Rules) -> String {
    let mut lines = vec![format!(
        "{} against {}, rules {}: {} games, +{} ={} -{}, score {:.1} %, Elo {}",
        report.a,
        report.b,
        rules.name(),
        report.games,
        report.wins,
        report.draws,
        report.losses,
        100.0 * report.score,
        elo_with_interval(report.elo, report.elo_low, report.elo_high)
    )];
    let [none, half, one, more, two] = report.pentanomial;
    lines.push(format!(
        "pairs with 0, ½, 1, 1½, 2 points: {none}, {half}, {one}, {more}, {two}; normalised Elo {}; likelihood that A is \
         stronger {:.1} %",
        elo_with_interval(report.nelo, report.nelo_low, report.nelo_high),
        100.0 * report.los
    ));
    lines.extend(report.sprt.as_ref().map(|test| sprt(test, report.games)));
    if report.repeated_games > 0 {
        lines.push(format!(
            "{} of the {} games are an earlier one over again, and add nothing; play from longer openings or a larger book",
            report.repeated_games, report.games
        ));
    }
    lines.join("\n")
}

fn sprt(test: &SprtReport, games: u64) -> String {
    let SprtReport { sprt, llr, llr_bounds: [lower, upper], decision } = test;
    let unit = match sprt.model() {
        Model::Logistic => "Elo",
        Model::Normalised => "normalised Elo",
    };
    let said = match decision {
        Decision::H0 => format!("H0 is accepted: A is not {} {unit} stronger", sprt.elo1()),
        Decision::H1 => format!("H1 is accepted: A is more than {} {unit} stronger", sprt.elo0()),
        Decision::None => format!("not decided after {games} games"),
    };
    format!(
        "sequential test of {} against {} {unit}: log-likelihood ratio {llr:.2} ({lower:.2} to {upper:.2}); {said}",
        sprt.elo0(),
        sprt.elo1()
    )
}
