//! The planes of the encoding as small grids.

use std::fmt::Write;

use bashni_rules::{Encoding, Game, Rules};

/// The planes that are not zero, seen from the side that acts, forward up. A plane with one value on all playable
/// places is a line, the others are a line and a grid: `.` is 0, `1` is 1, and a letter the value given for it.
pub fn planes(game: &Game, rules: &Rules, encoding: &Encoding) -> String {
    let mut values = vec![f32::NAN; encoding.len()];
    encoding.write(game, rules, &mut values);
    let (rows, width, number) = (encoding.height(), encoding.width(), encoding.planes());
    let plane = |p: usize| -> Vec<f32> { (0..rows * width).map(|at| values[at * number + p]).collect() };
    let playable = plane(number - 1);

    let mut text = String::new();
    let mut grids: Vec<(usize, Vec<String>)> = Vec::new();
    for (p, name) in Encoding::plane_names().iter().enumerate() {
        let plane = plane(p);
        if plane.iter().all(|&value| value == 0.0) {
            continue;
        }
        let on_board: Vec<f32> =
            plane.iter().zip(&playable).filter(|&(_, &on)| on == 1.0).map(|(&value, _)| value).collect();
        if on_board.iter().all(|&value| value == on_board[0]) {
            writeln!(text, "    {p:2}  {name}: {} everywhere", on_board[0]).unwrap();
            continue;
        }
        let mut others: Vec<f32> = plane.iter().copied().filter(|&v| v != 0.0 && v != 1.0).collect();
        others.sort_by(f32::total_cmp);
        others.dedup();
        let symbol = |value: f32| match value {
            0.0 => '.',
            1.0 => '1',
            _ => (b'a' + others.iter().position(|&other| other == value).unwrap() as u8) as char,
        };
        let key = others.iter().map(|&value| format!("{} = {value}", symbol(value)));
        let key = key.collect::<Vec<_>>().join(", ");
        writeln!(text, "{}", format!("    {p:2}  {name}  {key}").trim_end()).unwrap();
        let grid = plane.chunks(width).rev().map(|row| row.iter().map(|&v| symbol(v)).collect());
        grids.push((p, grid.collect()));
    }
    let wide = width.max(2) + 2;
    for band in grids.chunks(110 / wide) {
        let line = |cells: Vec<String>| {
            let cells: String = cells.iter().map(|cell| format!("{cell:<wide$}")).collect();
            format!("    {}\n", cells.trim_end())
        };
        text.push_str(&line(band.iter().map(|(p, _)| p.to_string()).collect()));
        for row in 0..rows {
            text.push_str(&line(band.iter().map(|(_, grid)| grid[row].clone()).collect()));
        }
    }
    text
}
