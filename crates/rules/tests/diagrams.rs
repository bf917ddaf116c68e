//! Positions drawn for people: nothing is lost with characters, and every piece is in the picture.

mod common;

use bashni_rules::diagram::{Diagram, Part, Sheet, Spacing, TextStyle, Words};
use bashni_rules::{Board, Color, Column, Position, Rules, Setup, Square};
use common::{Case, cases};
use proptest::prelude::*;
use roxmltree::{Document, Node};

const STYLES: [TextStyle; 6] = {
    const fn style(spacing: Spacing, ascii: bool) -> TextStyle {
        TextStyle { spacing, ascii }
    }
    [
        style(Spacing::Close, true),
        style(Spacing::Close, false),
        style(Spacing::Lined, true),
        style(Spacing::Lined, false),
        style(Spacing::Tiled, true),
        style(Spacing::Tiled, false),
    ]
};

/// Reads a drawing as a person does: where a square is by the labels, what is on it from the top down, and a column
/// that is drawn by its groups from the line below the board. Whose move it is, is not drawn.
fn read(drawing: &str, style: TextStyle, board: &Board, turn: Color) -> Setup {
    let (first, width, step) = match style.spacing {
        Spacing::Close => (4, 3, 3),
        Spacing::Lined => (4, 5, 6),
        Spacing::Tiled => (4, 5, 5),
    };
    let lines: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
    let cell = |line: &[char], place: usize| -> String {
        let text: String = line.iter().skip(first + place * step).take(width).collect();
        text.trim().to_owned()
    };
    let files = usize::from(board.files());
    let is_letters = |line: &&Vec<char>| {
        let mut letters: Vec<String> = (0..files).map(|place| cell(line, place)).collect();
        letters.sort();
        letters == ('a'..).take(files).map(String::from).collect::<Vec<_>>() && line[0] == ' '
    };
    let below =
        lines.iter().position(|line| is_letters(&line)).expect("a line with the letters of the files");
    let letters: Vec<String> = (0..files).map(|place| cell(&lines[below], place)).collect();

    let mut setup = Setup::empty(turn);
    let mut stacks: Vec<(String, Vec<String>)> = Vec::new();
    for line in &lines[..below] {
        let head: String = line.iter().take(2).collect();
        if !head.trim().is_empty() {
            stacks.extend(letters.iter().map(|file| (format!("{file}{}", head.trim()), Vec::new())));
        }
        if line.iter().all(|c| !c.is_alphanumeric() && *c != '.' && *c != '·') {
            continue;
        }
        let start = stacks.len() - files;
        for (place, (_, stack)) in stacks[start..].iter_mut().enumerate() {
            let text = cell(line, place);
            if !text.is_empty() && text != "." && text != "·" {
                stack.push(text);
            }
        }
    }
    for (name, stack) in stacks.iter().filter(|(_, stack)| !stack.is_empty()) {
        let square = board.iter().find(|&square| board.name(square) == name).expect("a dark square");
        let written = lines[below..].iter().map(|line| line.iter().collect::<String>());
        let written: Vec<String> = written.filter(|line| line.starts_with(&format!("{name} "))).collect();
        let pieces = match &written[..] {
            [] => stack.join(""),
            [line] => {
                let digits = line.rsplit(' ').next().unwrap();
                let owner = stack[0].chars().next().unwrap().to_ascii_lowercase();
                let pieces = letters_of(digits, owner);
                assert!(agree(stack, &pieces), "{stack:?} is not {pieces}");
                pieces
            }
            several => panic!("{several:?}"),
        };
        let (owner, column) = column(&pieces);
        setup.put(square, owner, column);
    }
    setup
}

/// `w`, `b` for men and `W`, `B` for kings, of a column in digits.
fn letters_of(digits: &str, owner: char) -> String {
    let other = if owner == 'w' { 'b' } else { 'w' };
    let (own, prisoners) = digits.split_once('/').unwrap_or((digits, ""));
    let letter = |digit: char, side: char| if digit == '1' { side.to_ascii_uppercase() } else { side };
    own.chars().map(|digit| letter(digit, owner)).chain(prisoners.chars().map(|d| letter(d, other))).collect()
}

/// Whether groups as `b7`, and `+9` for what is left, say the same as the pieces one by one.
fn agree(groups: &[String], pieces: &str) -> bool {
    let mut rest = pieces;
    for group in groups {
        let (letter, number) = group.split_at(1);
        let number = if number.is_empty() { 1 } else { number.parse().unwrap() };
        if letter == "+" {
            return rest.len() == number;
        }
        match rest.strip_prefix(&letter.repeat(number)) {
            Some(left) => rest = left,
            None => return false,
        }
    }
    rest.is_empty()
}

fn column(pieces: &str) -> (Color, Column) {
    let side = |piece: char| if piece.eq_ignore_ascii_case(&'w') { Color::White } else { Color::Black };
    let owner = side(pieces.chars().next().unwrap());
    let ranks = |color: Color| {
        pieces.chars().filter(|&p| side(p) == color).map(|p| p.is_uppercase()).collect::<Vec<_>>()
    };
    (owner, Column::new(&ranks(owner), &ranks(!owner)).unwrap())
}

/// Elements with this class among theirs.
fn of_class<'a>(root: Node<'a, 'a>, class: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    root.descendants().filter(move |node| {
        node.attribute("class").is_some_and(|classes| classes.split(' ').any(|c| c == class))
    })
}

/// The column that is drawn as a tower: discs from the lowest up.
fn drawn(tower: Node<'_, '_>) -> String {
    let letter = |disc: Node<'_, '_>| match disc.attribute("class") {
        Some("piece white man") => 'w',
        Some("piece white king") => 'W',
        Some("piece black man") => 'b',
        Some("piece black king") => 'B',
        other => panic!("{other:?}"),
    };
    let discs: Vec<char> = of_class(tower, "piece").map(letter).collect();
    discs.into_iter().rev().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_piece_can_be_read_from_a_drawing_without_colours(
        Case { rules, positions } in cases(),
        flip: bool,
    ) {
        let below = if flip { Color::Black } else { Color::White };
        for position in &positions {
            for style in STYLES {
                let diagram = Diagram::new(position, &rules).below(below);
                let drawing = diagram.text(&style).to_string();
                prop_assert!(drawing.is_ascii() || !style.ascii);
                let setup = read(&drawing, style, rules.board(), position.turn());
                let read = Position::new(&setup, &rules).unwrap();
                prop_assert_eq!(read.fen(&rules), position.fen(&rules), "\n{}", drawing);
            }
        }
    }

    #[test]
    fn a_picture_has_a_disc_for_each_piece_and_a_crown_for_each_king(
        Case { rules, positions } in cases(),
        flip: bool,
    ) {
        let below = if flip { Color::Black } else { Color::White };
        for position in &positions {
            let svg = Diagram::new(position, &rules).below(below).caption("a & b").svg(400);
            let document = Document::parse(&svg).unwrap();
            let root = document.root();
            let kings: u32 = position.occupied().map(|s| position.column(s).ranks().count_ones()).sum();
            prop_assert_eq!(of_class(root, "piece").count(), position.pieces());
            prop_assert_eq!(of_class(root, "crown").count(), kings as usize);
            for crown in of_class(root, "crown") {
                let disc = crown.parent().and_then(|disc| disc.attribute("class"));
                prop_assert!(disc.unwrap().ends_with(" king"));
            }
            let mut setup = Setup::empty(position.turn());
            for tower in of_class(root, "tower") {
                let name = tower.attribute("data-square").unwrap();
                let square = rules.board().iter().find(|&s| rules.board().name(s) == name).unwrap();
                let (owner, column) = column(&drawn(tower));
                setup.put(square, owner, column);
                let number = of_class(tower, "height").next().and_then(|number| number.text());
                let expected = (column.height() >= 6).then(|| column.height().to_string());
                prop_assert_eq!(number, expected.as_deref());
            }
            prop_assert_eq!(Position::new(&setup, &rules).unwrap().fen(&rules), position.fen(&rules));
            let description = root.descendants().find(|node| node.has_tag_name("desc")).unwrap();
            prop_assert_eq!(description.text().unwrap(), position.fen(&rules));
            prop_assert_eq!(&svg, &Diagram::new(position, &rules).below(below).caption("a & b").svg(400));
        }
    }

    #[test]
    fn nothing_is_drawn_beyond_the_edges(
        Case { rules, positions } in cases(),
        words in "([a-zäж]{1,30} ?){1,30}",
    ) {
        for position in &positions {
            let svg = Diagram::new(position, &rules).title(&words).caption(&words).svg(400);
            let document = Document::parse(&svg).unwrap();
            let root = document.root_element();
            let size = numbers(root.attribute("viewBox").unwrap());
            for text in root.descendants().filter(|node| node.has_tag_name("text")) {
                let (x, y) = (number(text, "x"), number(text, "y"));
                // A letter is about 0.55 as wide as it is high.
                let wide = text.text().unwrap().chars().count() as f64 * 0.55 * size_of_letters(text);
                let left = match text.ancestors().find_map(|node| node.attribute("text-anchor")) {
                    Some("middle") => x - wide / 2.0,
                    Some("end") => x - wide,
                    _ => x,
                };
                prop_assert!(left >= 0.0 && left + wide <= size[2], "{:?}: {left} + {wide} of {}", text, size[2]);
                prop_assert!(y >= 10.0 && y <= size[3] - 3.0);
            }
            for face in root.descendants().filter(|node| node.has_tag_name("ellipse")) {
                let (y, ry) = (number(face, "cy"), number(face, "ry"));
                prop_assert!(y - ry >= 24.0 && y + ry <= size[3]);
            }
        }
    }

    #[test]
    fn any_words_make_a_valid_document(words in "\\PC*|[\\x00-\\x7f]*") {
        let rules = Rules::preset("bashni-4x4").unwrap();
        let svg = Diagram::new(rules.start(), &rules).title(&words).caption(&words).svg(200);
        let document = Document::parse(&svg).unwrap();
        let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        let said = title.text().unwrap_or_default();
        let kept = |text: &str| text.chars().filter(|c| !c.is_control() && *c != '\u{fffd}').collect::<String>();
        prop_assert_eq!(kept(said), kept(&words));
    }
}

fn size_of_letters(text: Node<'_, '_>) -> f64 {
    text.ancestors().find_map(|node| node.attribute("font-size")).unwrap().parse().unwrap()
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|number| number.parse().unwrap()).collect()
}

fn position(rules: &Rules, fen: &str) -> Position {
    Position::from_fen(fen, rules).unwrap()
}

#[test]
fn a_board_looks_like_this() {
    let rules = Rules::preset("bashni-4x4").unwrap();
    let position = position(&rules, "B:Wa1=0,c3=100/0100:Bb4=0/01");
    let lined = [
        "   ┌─────┬─────┬─────┬─────┐",
        " 4 │     │  b  │     │  ·  │",
        "   │     │  w  │     │     │",
        "   │     │  W  │     │     │",
        "   ├─────┼─────┼─────┼─────┤",
        " 3 │  ·  │     │  W  │     │",
        "   │     │     │ w2  │     │",
        "   │     │     │  b  │     │",
        "   │     │     │  B  │     │",
        "   │     │     │ b2  │     │",
        "   ├─────┼─────┼─────┼─────┤",
        " 2 │     │  ·  │     │  ·  │",
        "   ├─────┼─────┼─────┼─────┤",
        " 1 │  w  │     │  ·  │     │",
        "   └─────┴─────┴─────┴─────┘",
        "      a     b     c     d",
        "c3  White, 7 pieces: king, 2 men over a black man, a king, 2 men  100/0100",
    ];
    let drawing = Diagram::new(&position, &rules).text(&TextStyle::LINED).to_string();
    assert_eq!(drawing.lines().collect::<Vec<_>>(), lined);
    let close = [
        " 1     .     w",
        " 2  .     .",
        " 3     W     .",
        "       w2",
        "       b",
        "       B",
        "       b2",
        " 4  .     b",
        "          w",
        "          W",
        "    d  c  b  a",
        "Black to move",
        "c3  White, 7 pieces: king, 2 men over a black man, a king, 2 men  100/0100",
    ];
    let diagram = Diagram::new(&position, &rules).below(Color::Black).caption("Black to move");
    let drawing = diagram.text(&TextStyle::PLAIN).to_string();
    assert_eq!(drawing.lines().collect::<Vec<_>>(), close);
}

#[test]
fn a_column_of_more_groups_than_are_drawn_says_how_many_pieces_are_left() {
    let rules = Rules::preset("bashni-4x4").unwrap();
    let position = position(&rules, "W:Wa1=0101010/0011:B");
    let drawing = position.diagram(&rules);
    let expected =
        " 1  w     .\n    W\n    w\n    W\n    +7\n    a  b  c  d\na1  White, 11 pieces: man, king, ";
    assert!(drawing.contains(expected), "{drawing}");
    assert!(drawing.ends_with("over 2 black men, 2 kings  0101010/0011"), "{drawing}");
}

#[test]
fn a_column_of_64_pieces_is_drawn() {
    let rules = Rules::preset("bashni").unwrap();
    let position = position(&rules, &format!("W:W:Bh8={}1/{}", "0".repeat(31), "10".repeat(16)));
    let drawing = position.diagram(&rules);
    assert!(drawing.contains("h8  Black, 64 pieces: 31 men, king over a white king, a man, "), "{drawing}");
    let svg = Diagram::new(&position, &rules).svg(500);
    let document = Document::parse(&svg).unwrap();
    assert_eq!(of_class(document.root(), "piece").count(), 64);
    let notes: Vec<&str> = of_class(document.root(), "note").filter_map(|note| note.text()).collect();
    assert!(notes[0].starts_with("h8: Black, 64 pieces: 31 men, king over"), "{notes:?}");
    let square = |name: &str| rules.board().iter().find(|&s| rules.board().name(s) == name).unwrap();
    let words = Words(Color::Black, position.column(square("h8"))).to_string();
    assert_eq!(notes.join(" "), format!("h8: {words}"));
}

#[test]
fn marked_squares_are_pointed_out() {
    let rules = Rules::preset("bashni-4x4").unwrap();
    let square =
        |name: &str| -> Square { rules.board().iter().find(|&s| rules.board().name(s) == name).unwrap() };
    let plain = Diagram::new(rules.start(), &rules);
    let marked = plain.clone().marked(square("a1").bit() | square("b2").bit());
    assert_eq!(plain.text(&TextStyle::LINED).to_string(), marked.text(&TextStyle::LINED).to_string());
    let parts = |diagram: &Diagram<'_>| {
        let text = diagram.text(&TextStyle::LINED);
        text.lines().iter().flatten().filter(|span| span.part == Part::Marked).count()
    };
    assert_eq!((parts(&plain), parts(&marked)), (0, 3));
    assert_ne!(plain.svg(100), marked.svg(100));
}

#[test]
fn a_sheet_has_its_diagrams_in_rows_with_their_boards_on_one_line() {
    let rules = Rules::preset("bashni-4x4").unwrap();
    let tall = position(&rules, "W:Wb4=10000000:B");
    let mut sheet = Sheet::new().title("T").across(2);
    for (position, caption) in [(rules.start(), "one"), (&tall, "two"), (&tall, "three")] {
        sheet.push(Diagram::new(position, &rules).caption(caption));
    }
    let svg = sheet.svg(500);
    let document = Document::parse(&svg).unwrap();
    let diagrams: Vec<_> = of_class(document.root(), "diagram").collect();
    let captions: Vec<_> = diagrams.iter().filter_map(|d| d.first_element_child()?.text()).collect();
    assert_eq!(captions, ["one", "two", "three"]);
    // The upper edge of each board: its place in the diagram and the diagram's in the sheet.
    let edges: Vec<(f64, f64)> = diagrams
        .iter()
        .map(|diagram| {
            let moved = diagram.attribute("transform").unwrap();
            let moved = numbers(moved.trim_start_matches("translate(").trim_end_matches(')'));
            let board = diagram.children().find(|node| node.has_tag_name("rect")).unwrap();
            (moved[0] + number(board, "x"), moved[1] + number(board, "y"))
        })
        .collect();
    assert_eq!(edges[0].1, edges[1].1);
    assert!(edges[0].0 < edges[1].0 && edges[0].0 == edges[2].0 && edges[1].1 < edges[2].1);
    let text = sheet.text(&TextStyle::PLAIN).to_string();
    assert!(text.starts_with("T\n\n 4 ") && text.contains("\none\n\n 4 "), "{text}");
    assert!(Document::parse(&Sheet::new().svg(100)).is_ok());
}
