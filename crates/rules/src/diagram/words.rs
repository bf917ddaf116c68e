//! A column in words and digits.

use std::fmt;

use crate::{Color, Column};

/// Equal pieces that lie upon each other.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub owner: Color,
    pub king: bool,
    pub number: usize,
}

/// The groups of equal pieces of a column, from the top down.
pub(super) fn groups(owner: Color, column: Column) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for depth in 0..column.height() {
        let owner = if depth < column.own() { owner } else { !owner };
        let king = column.king_at(depth);
        match groups.last_mut() {
            Some(last) if last.owner == owner && last.king == king => last.number += 1,
            _ => groups.push(Group { owner, king, number: 1 }),
        }
    }
    groups
}

/// A column in words, from the top down: `White, 5 pieces: king over 4 black men`.
///
/// ```
/// use bashni_rules::diagram::Words;
/// use bashni_rules::{Color, Column};
///
/// let tower = Column::new(&[true, false, false], &[false, true]).unwrap();
/// assert_eq!(Words(Color::Black, tower).to_string(), "Black, 5 pieces: king, 2 men over a white man, a king");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Words(
    /// Whose column it is.
    pub Color,
    /// The column.
    pub Column,
);

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Words(owner, column) = self;
        let groups = groups(owner, column);
        match groups.len() {
            0 => return f.write_str("empty"),
            1 => write!(f, "{owner}: ")?,
            _ => write!(f, "{owner}, {} pieces: ", column.height())?,
        }
        let mut above = None;
        for Group { owner: color, king, number } in groups {
            let prisoner = color != owner;
            let changes = above.is_some_and(|above| above != color);
            match above {
                None => {}
                Some(_) if changes => f.write_str(" over ")?,
                Some(_) => f.write_str(", ")?,
            }
            if number > 1 {
                write!(f, "{number} ")?;
            } else if prisoner {
                f.write_str("a ")?;
            }
            if changes {
                f.write_str(match color {
                    Color::White => "white ",
                    Color::Black => "black ",
                })?;
            }
            f.write_str(match (king, number) {
                (false, 1) => "man",
                (false, _) => "men",
                (true, 1) => "king",
                (true, _) => "kings",
            })?;
            above = Some(color);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(owner: Color, own: &[u8], prisoners: &[u8]) -> String {
        let ranks = |digits: &[u8]| digits.iter().map(|&digit| digit == 1).collect::<Vec<_>>();
        Words(owner, Column::new(&ranks(own), &ranks(prisoners)).unwrap()).to_string()
    }

    #[test]
    fn columns_are_said_from_the_top_down() {
        assert_eq!(words(Color::White, &[0], &[]), "White: man");
        assert_eq!(words(Color::White, &[0; 7], &[]), "White: 7 men");
        assert_eq!(words(Color::White, &[1], &[0; 4]), "White, 5 pieces: king over 4 black men");
        assert_eq!(words(Color::Black, &[0, 0, 1], &[]), "Black, 3 pieces: 2 men, king");
        assert_eq!(
            words(Color::White, &[1, 0], &[1, 0, 0, 1]),
            "White, 6 pieces: king, man over a black king, 2 men, a king"
        );
    }
}
