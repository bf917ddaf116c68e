//! A column drawn as a tower of discs, seen a little from above.

use std::fmt::{self, Write};

use super::xml::Length;
use crate::{Color, Column};

/// Side of a square. All lengths are in this unit.
pub(super) const SQUARE: f64 = 60.0;

/// Half the width of a disc.
const RADIUS: f64 = 22.0;
/// Half the height of a disc's face, which is a circle seen at an angle.
const FACE: f64 = 11.0;
/// Thickness of a disc in a tower that is not squeezed.
const THICKNESS: f64 = 9.0;
/// The discs of one tower take no more than this together, so that it ends below the next tower of its file.
const TALLEST: f64 = 72.0;
/// What is left free below a tower.
const GROUND: f64 = 5.0;
/// Towers from this height on have their number of pieces beside them.
const NUMBERED: usize = 6;

/// Sine and cosine of the angles of the studs that mark a king on the side of its disc.
const STUDS: [(f64, f64); 5] = [(-0.743, 0.669), (-0.391, 0.921), (0.0, 1.0), (0.391, 0.921), (0.743, 0.669)];

/// Where a tower stands: the middle of its square.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub x: f64,
    pub y: f64,
    /// The number of pieces goes to the left of the tower, for the last file.
    pub number_left: bool,
}

fn thickness(height: usize) -> f64 {
    THICKNESS.min(TALLEST / height as f64)
}

/// How far a tower reaches above the middle of its square.
pub(super) fn reach(column: Column) -> f64 {
    size(column) - below_middle(column)
}

/// Height of the drawing of a tower.
fn size(column: Column) -> f64 {
    2.0 * FACE + column.height() as f64 * thickness(column.height())
}

/// How much of a tower is below the middle of its square: half of it while that fits.
fn below_middle(column: Column) -> f64 {
    (size(column) / 2.0).min(SQUARE / 2.0 - GROUND)
}

/// The colours of a side's pieces.
struct Ink {
    class: &'static str,
    side: &'static str,
    face: &'static str,
    /// Outlines of the disc.
    line: &'static str,
    /// Marks on the disc, and the bevel of its edge.
    mark: &'static str,
    bevel: &'static str,
}

fn ink(color: Color) -> Ink {
    match color {
        Color::White => Ink {
            class: "white",
            side: "#efece4",
            face: "#ffffff",
            line: "#1c1c1c",
            mark: "#1c1c1c",
            bevel: "#b9b4a8",
        },
        Color::Black => Ink {
            class: "black",
            side: "#2b2b2b",
            face: "#3d3d3d",
            line: "#0c0c0c",
            mark: "#ffffff",
            bevel: "#a8a8a8",
        },
    }
}

/// Draws a tower, from the lowest piece up: each piece hides all but the side of the one below.
pub(super) fn draw(out: &mut String, owner: Color, column: Column, place: Place) -> fmt::Result {
    let height = column.height();
    let thickness = thickness(height);
    // The middle of the face of the lowest piece.
    let lowest = place.y + below_middle(column) - FACE - thickness;
    for depth in (0..height).rev() {
        let color = if depth < column.own() { owner } else { !owner };
        let y = lowest - thickness * (height - 1 - depth) as f64;
        disc(out, &ink(color), column.king_at(depth), depth == 0, Center { x: place.x, y }, thickness)?;
    }
    if height >= NUMBERED {
        let (x, anchor) = if place.number_left {
            (place.x - RADIUS - 2.5, "end")
        } else {
            (place.x + RADIUS + 2.5, "start")
        };
        let baseline = place.y + SQUARE / 2.0 - 6.0;
        // A broad light outline below, so that the number can be read across the edge of a square.
        for halo in [r##" stroke="#fbf8f1" stroke-width="3" stroke-linejoin="round""##, ""] {
            let hidden = if halo.is_empty() { "" } else { r#" aria-hidden="true""# };
            writeln!(
                out,
                r#"<text class="height" x="{}" y="{}" font-size="13" font-weight="bold" text-anchor="{anchor}"{halo}{hidden}>{height}</text>"#,
                Length(x),
                Length(baseline),
            )?;
        }
    }
    Ok(())
}

/// The middle of a disc's face.
#[derive(Clone, Copy)]
struct Center {
    x: f64,
    y: f64,
}

fn disc(out: &mut String, ink: &Ink, king: bool, top: bool, at: Center, thickness: f64) -> fmt::Result {
    let Center { x, y } = at;
    let Ink { class, side, face, line, mark, bevel } = ink;
    let rank = if king { "king" } else { "man" };
    // Thin discs have thin lines, or the lines would be all of them.
    let pen = (thickness * 0.2).min(1.3);
    write!(out, r#"<g class="piece {class} {rank}">"#)?;
    write!(
        out,
        r#"<path d="M{} {}a{RADIUS} {FACE} 0 0 1 {} 0v{}a{RADIUS} {FACE} 0 0 1 {} 0z" fill="{side}" stroke="{line}" stroke-width="{}"/>"#,
        Length(x - RADIUS),
        Length(y),
        Length(2.0 * RADIUS),
        Length(thickness),
        Length(-2.0 * RADIUS),
        Length(pen),
    )?;
    if top {
        write!(
            out,
            r#"<ellipse cx="{}" cy="{}" rx="{RADIUS}" ry="{FACE}" fill="{face}" stroke="{bevel}" stroke-width="{}"/>"#,
            Length(x),
            Length(y),
            Length(pen * 0.8),
        )?;
        // The outline again, over the edge of the face.
        write!(
            out,
            r#"<path d="M{} {}a{RADIUS} {FACE} 0 0 1 {} 0" fill="none" stroke="{line}" stroke-width="{}"/>"#,
            Length(x - RADIUS),
            Length(y),
            Length(2.0 * RADIUS),
            Length(pen),
        )?;
    } else {
        // The edge of the face, just below the piece above.
        write!(
            out,
            r#"<path d="M{} {}a{RADIUS} {FACE} 0 0 0 {} 0" fill="none" stroke="{bevel}" stroke-width="{}"/>"#,
            Length(x - RADIUS),
            Length(y + pen * 0.8),
            Length(2.0 * RADIUS),
            Length(pen * 0.7),
        )?;
    }
    if king {
        write!(out, r#"<g class="crown" fill="{mark}">"#)?;
        studs(out, at, thickness)?;
        if top {
            write!(
                out,
                r#"<path d="M{} {}l-3-11.5 7.5 5.5 7-9 7 9 7.5-5.5-3 11.5z"/>"#,
                Length(x - 11.5),
                Length(y + 6.5),
            )?;
        }
        out.write_str("</g>")?;
    } else if top {
        write!(
            out,
            r#"<ellipse cx="{}" cy="{}" rx="{}" ry="{}" fill="none" stroke="{bevel}" stroke-width="1"/>"#,
            Length(x),
            Length(y),
            Length(RADIUS * 0.66),
            Length(FACE * 0.66),
        )?;
    }
    out.write_str("</g>\n")
}

/// Five diamonds along the side of a disc.
fn studs(out: &mut String, at: Center, thickness: f64) -> fmt::Result {
    let half = thickness * 0.31;
    out.write_str(r#"<path d=""#)?;
    for (sine, cosine) in STUDS {
        let (x, y) = (at.x + RADIUS * sine, at.y + FACE * cosine + thickness * 0.53);
        let (wide, high) = (Length(half * cosine.max(0.7)), Length(half));
        let (narrow, low) = (Length(-half * cosine.max(0.7)), Length(-half));
        write!(out, "M{} {}l{wide} {high} {narrow} {high} {narrow} {low}z", Length(x), Length(y - half))?;
    }
    out.write_str(r#""/>"#)
}
