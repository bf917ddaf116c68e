//! A position drawn with characters.

use crate::{Board, Color, Column, Position};

impl Position {
    /// The board as text, White's side below. A column is the letter of its commander (`w` a man, `W` a king, `b`
    /// and `B` Black's) and the lengths of its runs: `w3` is three own pieces, `B1/2` a black king over two
    /// prisoners. Ranks of pieces below the commander are not shown.
    ///
    /// ```
    /// use bashni_rules::{Position, Rules};
    ///
    /// let rules = Rules::preset("bashni-4x4").unwrap();
    /// let position = Position::from_fen("W:Wa1=1/00:Bb4=0", &rules).unwrap();
    /// assert_eq!(position.diagram(rules.board()).lines().last(), Some("    a    b    c    d"));
    /// assert_eq!(position.diagram(rules.board()).lines().nth(3), Some(" 1  W1/2      ."));
    /// ```
    pub fn diagram(&self, board: &Board) -> String {
        let cell = |file: u8, rank: u8| match board.at(file, rank) {
            None => String::new(),
            Some(square) => match self.owner(square) {
                None => ".".to_owned(),
                Some(owner) => column_text(owner, self.column(square)),
            },
        };
        let cells = (0..board.ranks()).flat_map(|rank| (0..board.files()).map(move |file| (file, rank)));
        let width = cells.map(|(file, rank)| cell(file, rank).len()).max().unwrap_or(1).max(2) + 1;
        let row = |head: String, cells: Vec<String>| {
            let cells: String = cells.iter().map(|text| format!("{text:width$}")).collect();
            format!("{head:>2}  {cells}").trim_end().to_owned()
        };
        let mut lines: Vec<String> = (0..board.ranks())
            .rev()
            .map(|rank| {
                row((rank + 1).to_string(), (0..board.files()).map(|file| cell(file, rank)).collect())
            })
            .collect();
        let letters = (0..board.files()).map(|file| ((b'a' + file) as char).to_string());
        lines.push(row(String::new(), letters.collect()));
        lines.join("\n")
    }
}

fn column_text(owner: Color, column: Column) -> String {
    let letter = match (owner, column.is_king()) {
        (Color::White, false) => 'w',
        (Color::White, true) => 'W',
        (Color::Black, false) => 'b',
        (Color::Black, true) => 'B',
    };
    match (column.own(), column.prisoners()) {
        (1, 0) => letter.to_string(),
        (own, 0) => format!("{letter}{own}"),
        (own, prisoners) => format!("{letter}{own}/{prisoners}"),
    }
}
