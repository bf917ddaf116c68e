//! A table as HTML.

use maud::{Markup, html};

use super::{Align, Cell, Table};
use crate::markup::Clean;

impl Table {
    /// The table in a box of its own that scrolls sideways where the screen is too narrow.
    pub(crate) fn markup(&self) -> Markup {
        let groups = self.groups();
        html! {
            @if let Some(caption) = &self.caption { p.caption { (Clean(caption)) } }
            div.table tabindex="0" {
                table aria-label=[self.caption.as_deref().map(Clean)] {
                    thead {
                        @if !groups.is_empty() {
                            tr.groups {
                                @for (group, number) in groups {
                                    @match group {
                                        Some(group) => th colspan=(number) scope="colgroup" { (Clean(group)) },
                                        None => td colspan=(number) {},
                                    }
                                }
                            }
                        }
                        tr {
                            @for column in 0..self.width() {
                                th.(class(self.align(column))) scope="col" { (Clean(self.name(column))) }
                            }
                        }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr { @for column in 0..self.width() { (self.cell(row.get(column), column)) } }
                        }
                    }
                }
            }
        }
    }

    /// A cell; the first of a row says what the row is.
    fn cell(&self, cell: Option<&Cell>, column: usize) -> Markup {
        let class = class(self.align(column));
        let Some(cell) = cell else { return html! { td {} } };
        let shown = cell.shown();
        match cell.heat {
            _ if column == 0 => html! { th.(class) scope="row" { (Clean(&shown)) } },
            None => html! { td.(class) { (Clean(&shown)) } },
            Some(heat) => {
                let side = if heat < 0.0 { "cold" } else { "warm" };
                let strength = (heat.abs() * 100.0).round();
                html! { td.(class).(side) style={ "--heat:" (strength) "%" } { (Clean(&shown)) } }
            }
        }
    }
}

fn class(align: Align) -> &'static str {
    match align {
        Align::Left => "left",
        Align::Center => "center",
        Align::Right => "right",
    }
}
