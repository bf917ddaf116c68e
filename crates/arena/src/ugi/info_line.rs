//! What an engine says about a search.

use std::fmt;
use std::time::Duration;

use bashni_rules::Rules;

use crate::history::move_texts;
use crate::{GameHistory, Info, Score};

/// A line of `info`. All that is unknown is left out.
///
/// Scores are the mover's. A tree search has `wdl`, thousandths of wins, draws and losses, behind `cp`, which is then made from
/// it. `sims` (simulations so far) and `visits` (those through the first move) are words of this program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InfoLine {
    /// Depth in plies that was finished.
    pub depth: Option<u32>,
    /// Depth of the longest line that was looked at.
    pub seldepth: Option<u32>,
    /// Which of the best lines this is, from 1.
    pub multipv: Option<usize>,
    /// What is expected; left out when it is read as a mere bound.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// Time in milliseconds.
    pub time: Option<u64>,
    /// How full the transposition table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Simulations.
    pub sims: Option<u64>,
    /// Simulations through the first move.
    pub visits: Option<u64>,
    /// The line, not checked.
    pub pv: Vec<String>,
    /// Words for people.
    pub string: Option<String>,
}

impl InfoLine {
    /// Words for people.
    pub fn words(text: impl AsRef<str>) -> InfoLine {
        InfoLine { string: Some(super::command::cleaned(text.as_ref())), ..InfoLine::default() }
    }

    /// What an engine has found, one for each line.
    pub fn of(info: &Info, rules: &Rules, history: &GameHistory) -> Vec<InfoLine> {
        let count = info.lines.len();
        let line = |(number, line): (usize, &crate::Line)| InfoLine {
            depth: info.depth,
            seldepth: info.longest,
            multipv: (count > 1).then_some(number),
            score: line.score,
            nodes: info.nodes,
            nps: info.rate(),
            time: Some(u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX)),
            hashfull: info.hash_permille,
            sims: info.sims,
            visits: line.visits,
            pv: move_texts(rules, history.game(), &line.pv),
            string: None,
        };
        (1..).zip(&info.lines).map(line).collect()
    }

    /// Adds what the line says to what is known of a search.
    pub(super) fn add_to(self, info: &mut Info, rules: &Rules, history: &GameHistory) {
        info.sims = self.sims.or(info.sims);
        info.nodes = self.nodes.or(info.nodes);
        info.longest = self.seldepth.or(info.longest);
        info.hash_permille = self.hashfull.or(info.hash_permille);
        if let Some(ms) = self.time {
            info.time = Duration::from_millis(ms);
        }
        let index = self.multipv.unwrap_or(1) - 1;
        if index == 0 {
            info.depth = self.depth.or(info.depth);
        }
        let mut pv = Vec::new();
        let mut position = history.game().position().clone();
        for text in &self.pv {
            let Ok(played) = rules.parse_move(&position, text) else { break };
            position.play(rules, &played);
            pv.push(played);
        }
        // A line that skips a rank has none to stand beside.
        if pv.is_empty() || self.score.is_none() || index > info.lines.len() {
            return;
        }
        let line = crate::Line { score: self.score, pv, visits: self.visits };
        match info.lines.get_mut(index) {
            Some(known) => *known = line,
            None => info.lines.push(line),
        }
    }

    /// Reads what follows `info`. Words that are not known, and numbers that are none, are passed over.
    pub(super) fn parse(text: &str) -> InfoLine {
        let mut line = InfoLine::default();
        let mut left = text;
        loop {
            let (word, rest) = super::command::first_word(left);
            left = rest;
            let number = |left: &mut &str| {
                let (word, rest) = super::command::first_word(left);
                let number = word.parse::<i64>().ok();
                if number.is_some() {
                    *left = rest;
                }
                number
            };
            let natural = |left: &mut &str| number(left).and_then(|number| u64::try_from(number).ok());
            let small = |number: Option<u64>| number.and_then(|number| u32::try_from(number).ok());
            match word {
                "" => return line,
                "depth" => line.depth = small(natural(&mut left)),
                "seldepth" => line.seldepth = small(natural(&mut left)),
                "multipv" => {
                    let rank = natural(&mut left).and_then(|rank| usize::try_from(rank).ok());
                    line.multipv = rank.filter(|&rank| rank > 0);
                }
                "nodes" => line.nodes = natural(&mut left),
                "nps" => line.nps = natural(&mut left),
                "time" => line.time = natural(&mut left),
                "hashfull" => line.hashfull = small(natural(&mut left)),
                "sims" => line.sims = natural(&mut left),
                "visits" => line.visits = natural(&mut left),
                "cp" => {
                    line.score = number(&mut left).and_then(|cp| i32::try_from(cp).ok()).map(Score::Material);
                }
                "mate" => line.score = number(&mut left).and_then(mate),
                "wdl" => {
                    let shares = [natural(&mut left), natural(&mut left), natural(&mut left)];
                    line.score = wdl(shares).or(line.score);
                }
                "lowerbound" | "upperbound" => line.score = None,
                "string" => {
                    line.string = Some(left.to_owned());
                    return line;
                }
                "pv" => {
                    line.pv = left.split_whitespace().map(str::to_owned).collect();
                    return line;
                }
                _ => {}
            }
        }
    }
}

/// `mate 5` is a win in 5 plies, `mate -4` and `mate 0` are losses.
fn mate(plies: i64) -> Option<Score> {
    let count = u32::try_from(plies.unsigned_abs()).ok()?;
    Some(if plies > 0 { Score::WinIn(count) } else { Score::LossIn(count) })
}

/// Thousandths that sum to a thousand, but for rounding.
fn wdl(shares: [Option<u64>; 3]) -> Option<Score> {
    let [Some(win), Some(draw), Some(loss)] = shares else { return None };
    let all_small = [win, draw, loss].iter().all(|&share| share <= 1000);
    (all_small && (998..=1002).contains(&(win + draw + loss)))
        .then(|| Score::Shares([win, draw, loss].map(|share| share as f32 / 1000.0)))
}

impl fmt::Display for InfoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let mut pair = |name: &str, value: Option<u64>| match value {
            Some(value) => write!(f, " {name} {value}"),
            None => Ok(()),
        };
        pair("depth", self.depth.map(u64::from))?;
        pair("seldepth", self.seldepth.map(u64::from))?;
        pair("multipv", self.multipv.map(|rank| rank as u64))?;
        match self.score {
            None => {}
            Some(Score::Material(hundredths)) => write!(f, " score cp {hundredths}")?,
            Some(Score::WinIn(plies)) => write!(f, " score mate {plies}")?,
            Some(Score::LossIn(0)) => f.write_str(" score mate 0")?,
            Some(Score::LossIn(plies)) => write!(f, " score mate -{plies}")?,
            Some(score @ Score::Shares(shares)) => {
                let [win, draw, loss] = shares.map(|share| (f64::from(share) * 1000.0).round());
                write!(f, " score cp {} wdl {win} {draw} {loss}", score.hundredths())?;
            }
        }
        let mut pair = |name: &str, value: Option<u64>| match value {
            Some(value) => write!(f, " {name} {value}"),
            None => Ok(()),
        };
        pair("nodes", self.nodes)?;
        pair("nps", self.nps)?;
        pair("time", self.time)?;
        pair("hashfull", self.hashfull.map(u64::from))?;
        pair("sims", self.sims)?;
        pair("visits", self.visits)?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        match &self.string {
            Some(string) => write!(f, " string {string}"),
            None => Ok(()),
        }
    }
}
