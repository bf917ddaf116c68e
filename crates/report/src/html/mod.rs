//! A report as one page of HTML that needs nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::games::SCRIPT;
use crate::markup::Clean;
use crate::plot::{NARROW, WIDE};
use crate::{Block, Plot, Report, Section};

const STYLE: &str = concat!(include_str!("page.css"), include_str!("plot.css"), include_str!("games.css"));

impl Report {
    /// The report as one page of HTML: style, script, pictures and games are within it, and nothing is loaded from
    /// anywhere. Light or dark as the reader's system is, printed light; equal reports give equal bytes.
    ///
    /// The address can say which game is seen, and after which ply: `report.html#game=3&ply=12`. Games are numbered
    /// from 1 through the whole page.
    pub fn html(&self) -> String {
        let mut games = 1;
        let sections: Vec<Markup> = self.sections.iter().map(|section| section.markup(&mut games)).collect();
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta http-equiv="Content-Security-Policy"
                        content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
                    title { (Clean(&self.title)) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    main {
                        header {
                            h1 { (Clean(&self.title)) }
                            @if let Some(subtitle) = &self.subtitle { p.subtitle { (Clean(subtitle)) } }
                            @if self.sections.len() > 2 { (self.contents()) }
                        }
                        @for (i, section) in sections.iter().enumerate() {
                            section id={ "section-" (i + 1) } { (section) }
                        }
                    }
                    @if games > 1 { script { (PreEscaped("(() => {\n\"use strict\";\n")) (PreEscaped(SCRIPT)) (PreEscaped("})();\n")) } }
                }
            }
        };
        page.into_string()
    }

    fn contents(&self) -> Markup {
        html! {
            nav aria-label="Contents" {
                ol {
                    @for (i, section) in self.sections.iter().enumerate() {
                        li { a href={ "#section-" (i + 1) } { (Clean(&section.title)) } }
                    }
                }
            }
        }
    }
}

impl Section {
    /// The section; `games` is the number of the next game of the page.
    fn markup(&self, games: &mut usize) -> Markup {
        html! {
            @if !self.title.is_empty() { h2 { (Clean(&self.title)) } }
            @for block in &self.blocks { (block.markup(games)) }
        }
    }
}

impl Block {
    fn markup(&self, games: &mut usize) -> Markup {
        match self {
            Block::Heading { text } => html! { h3 { (Clean(text)) } },
            Block::Paragraph { text } => html! { p { (Clean(text)) } },
            Block::Settings { entries } => html! {
                dl.settings {
                    @for (name, value) in entries { div { dt { (Clean(name)) } dd { (Clean(value)) } } }
                }
            },
            Block::Table(table) => table.markup(),
            Block::Plot(plot) => figure(plot),
            Block::Games(block) => {
                let first = *games;
                *games += block.games.len();
                block.markup(first)
            }
        }
    }
}

/// A plot drawn twice, for a wide page and for a narrow one, of which the page shows the one that fits: letters keep
/// their size.
fn figure(plot: &Plot) -> Markup {
    html! {
        figure {
            (plot.markup(WIDE, "plot wide"))
            (plot.markup(NARROW, "plot narrow"))
            @if let Some(caption) = plot.caption() { figcaption { (Clean(caption)) } }
        }
    }
}
