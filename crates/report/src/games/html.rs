//! The viewer of games: a table to choose from, a board, and what moves it.

use maud::{Markup, PreEscaped, html};

use super::{GameRecord, Games};
use crate::markup::{Clean, cleaned};

/// The script of the viewer: columns and boards first, then what the reader does with them.
pub(crate) const SCRIPT: &str = concat!(
    include_str!("position.js"),
    include_str!("board.js"),
    include_str!("graph.js"),
    include_str!("viewer.js")
);

impl Games {
    /// The viewer. Games are numbered through the whole page, from `first` on: their numbers are their addresses.
    pub(crate) fn markup(&self, first: usize) -> Markup {
        if self.games.is_empty() {
            return html! { p.note { "No games." } };
        }
        html! {
            div.games data-first=(first) {
                @if let Some(caption) = &self.caption { p.caption { (Clean(caption)) } }
                @if self.games.len() > 1 {
                    @if self.games.len() > 10 {
                        input.filter type="search" placeholder="Filter by player, result or tag" aria-label="Filter games";
                    }
                    (self.list(first))
                }
                (viewer())
                script type="application/json" { (PreEscaped(cleaned(&self.json()))) }
            }
        }
    }

    fn list(&self, first: usize) -> Markup {
        html! {
            div.table.list tabindex="0" {
                table {
                    thead {
                        tr {
                            th.right scope="col" { "game" } th.left scope="col" { "White" }
                            th.left scope="col" { "Black" } th.center scope="col" { "result" }
                            th.right scope="col" { "plies" }
                        }
                    }
                    tbody { @for (i, game) in self.games.iter().enumerate() { (entry(game, first + i)) } }
                }
            }
        }
    }
}

fn entry(game: &GameRecord, number: usize) -> Markup {
    html! {
        tr data-game=(number) {
            td.right { a href={ "#game=" (number) } { (number) } }
            td.left { (Clean(name(&game.white))) } td.left { (Clean(name(&game.black))) }
            td.center { (game.result) } td.right { (game.plies().len()) }
        }
    }
}

fn name(player: &str) -> &str {
    if player.is_empty() { "?" } else { player }
}

/// A button with a drawn sign: not every system has letters for them.
fn button(go: &str, title: &str, sign: &str) -> Markup {
    html! {
        button type="button" data-go=(go) title=(title) aria-label=(title) {
            svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" { path d=(sign) {} }
        }
    }
}

/// Empty places that the script fills.
fn viewer() -> Markup {
    html! {
        noscript { p.note { "Stepping through games needs JavaScript." } }
        div.viewer hidden {
            div.stage {
                div.board {}
                div.controls {
                    (button("first", "Start (Home)", "M3 3v10M13 3 6 8l7 5z"))
                    (button("back", "Back (←)", "M11 3 4 8l7 5z"))
                    (button("forward", "Forward (→)", "M5 3l7 5-7 5z"))
                    (button("last", "End (End)", "M13 3v10M3 3l7 5-7 5z"))
                    input type="range" min="0" value="0" aria-label="Ply";
                    (button("turn", "Turn the board (f)", "M5 13V3L2 6M5 3l3 3M11 3v10l-3-3M11 13l3-3"))
                }
            }
            div.record {
                p.players {} p.status aria-live="polite" {} p.comment {}
                div.graph {}
                ol.moves {}
                dl.tags {}
                p.fen { code {} }
            }
        }
    }
}
