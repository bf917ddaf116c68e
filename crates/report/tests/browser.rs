//! The viewer of games in a real browser.
//!
//! Needs Chromium: the program that `BASHNI_CHROMIUM` names, or `chromium`, `chromium-browser` or `google-chrome` on the path.
//! Without one the test says so and passes.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use bashni_report::{GameRecord, Games, Ply, Report, Section};
use bashni_rules::pdn::GameResult;
use bashni_rules::{Position, Rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use scraper::{ElementRef, Html, Selector};

fn chromium() -> Option<OsString> {
    if let Some(named) = std::env::var_os("BASHNI_CHROMIUM") {
        return Some(named);
    }
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|program| program.is_file())
        .map(Into::into)
}

/// The page as it is after its script has run.
fn opened(chromium: &OsString, page: &Path, fragment: &str) -> Html {
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--timeout=30000",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}{fragment}", page.display()))
        .stderr(Stdio::null())
        .output()
        .expect("Chromium starts");
    assert!(output.status.success(), "Chromium: {}", output.status);
    Html::parse_document(&String::from_utf8(output.stdout).expect("UTF-8"))
}

fn find<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).expect("a selector")).collect()
}

fn text(page: &Html, selector: &str) -> String {
    find(page, selector).iter().flat_map(|node| node.text()).collect()
}

/// A game at random with the position after each ply in the one-line form.
fn game(rules: &Rules, plies: usize, random: &mut Pcg64Mcg) -> (GameRecord, Vec<Position>) {
    let mut game = GameRecord::new(rules, rules.start())
        .players("<b>net</b>", "</script>\"quoted\"")
        .tag("Opening", "<i>7</i>")
        .result(GameResult::Draw);
    let mut positions = vec![rules.start().clone()];
    while positions.len() <= plies {
        let moves = game.position().legal_moves(rules);
        let Some(played) = (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())]) else {
            break;
        };
        let text = game.position().move_text(rules, &played);
        game.play(rules, Ply::new(text).evaluation(-0.25).seconds(1.5).comment("<u>why</u>")).unwrap();
        positions.push(game.position().clone());
    }
    (game, positions)
}

#[test]
fn the_address_chooses_game_and_ply_and_the_board_shows_the_position() {
    let Some(chromium) = chromium() else {
        eprintln!("skipped: no Chromium found; install it or set BASHNI_CHROMIUM to its path");
        return;
    };
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let presets = ["bashni", "bashni-4x4", "lasca", "bashni-10x10"];
    let rules = presets.map(|preset| Rules::preset(preset).unwrap());
    let games: Vec<_> = rules.iter().map(|rules| game(rules, 60, &mut random)).collect();
    let blocks = [0..2, 2..4].map(|range| Games::new(games[range].iter().map(|(game, _)| game.clone())));
    let [first, second] = blocks;
    let report =
        Report::new("games").section(Section::new("").games(first)).section(Section::new("").games(second));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    std::fs::write(&path, report.html()).unwrap();

    for (i, (rules, (record, positions))) in rules.iter().zip(&games).enumerate() {
        let last = positions.len() - 1;
        for ply in [last / 2, last] {
            let page = opened(&chromium, &path, &format!("#game={}&ply={ply}", i + 1));
            let viewer = if i < 2 { ".games[data-first='1']" } else { ".games[data-first='3']" };
            let board = &find(&page, &format!("{viewer} .board > svg"))[0];
            let position = &positions[ply];
            assert_eq!(board.attr("data-position"), Some(position.fen(rules).as_str()));
            let drawn = |class: &str| find(&page, &format!("{viewer} .board {class}")).len();
            assert_eq!(drawn(".tower"), position.occupied().len());
            assert_eq!(drawn(".piece"), position.pieces());
            let kings =
                position.occupied().map(|square| position.column(square).ranks().count_ones() as usize);
            assert_eq!(drawn(".piece.king"), kings.sum::<usize>());
            assert_eq!(find(&page, &format!("{viewer} .moves button")).len(), last);
            let current = text(&page, &format!("{viewer} .moves [aria-current]"));
            assert_eq!(current, record.plies()[ply - 1].text);
            assert!(drawn(".marked") >= 1);
            assert_eq!(find(&page, &format!("{viewer} .evaluations")).len(), 1);
            assert!(text(&page, &format!("{viewer} .players")).contains("<b>net</b> – </script>\"quoted\""));
            assert_eq!(text(&page, &format!("{viewer} .comment")), "<u>why</u>");
        }
    }

    reader_steps_through(&chromium, &report.html(), &path, &games[0]);

    // An address that is none leaves the page as it is; a ply beyond the end is the last.
    let page = opened(&chromium, &path, "#game=99&ply=x");
    assert!(text(&page, ".status").starts_with("Start"));
    let page = opened(&chromium, &path, "#game=1&ply=9999");
    let (_, positions) = &games[0];
    let board = &find(&page, ".games[data-first='1'] .board > svg")[0];
    assert_eq!(board.attr("data-position"), Some(positions[positions.len() - 1].fen(&rules[0]).as_str()));
}

/// Buttons, keys, the slider, a move of the list, the graph and the filter, as a reader uses them: each is done by a
/// script that is added to the page and writes down what is then seen.
fn reader_steps_through(
    chromium: &OsString,
    html: &str,
    path: &Path,
    (record, positions): &(GameRecord, Vec<Position>),
) {
    let last = positions.len() - 1;
    let steps: [(&str, String); 11] = [
        ("", "#game=1&ply=2".to_owned()),
        ("button('forward')", "#game=1&ply=3".to_owned()),
        ("key('ArrowRight')", "#game=1&ply=4".to_owned()),
        ("key('ArrowLeft'); key('ArrowLeft')", "#game=1&ply=2".to_owned()),
        ("key('End')", format!("#game=1&ply={last}")),
        ("button('forward')", format!("#game=1&ply={last}")),
        ("button('back')", format!("#game=1&ply={}", last - 1)),
        ("slide(5)", "#game=1&ply=5".to_owned()),
        ("document.querySelector('.moves [data-ply=\"7\"]').click()", "#game=1&ply=7".to_owned()),
        ("key('Home')", "#game=1&ply=0".to_owned()),
        ("document.querySelector('tr[data-game=\"2\"]').click()", "#game=2&ply=0".to_owned()),
    ];
    let script: String =
        steps.iter().map(|(step, _)| format!("{step}; seen.push(location.hash);\n")).collect();
    let script = format!(
        "<script>const seen = [];
        const button = (go) => document.querySelector(`[data-go=${{go}}]`).click();
        const key = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}));
        const slide = (ply) => {{
          const slider = document.querySelector('input[type=range]');
          slider.value = ply;
          slider.dispatchEvent(new Event('input'));
        }};
        {script}
        document.title = seen.join(' ');</script></body>"
    );
    let driven = path.with_file_name("driven.html");
    std::fs::write(&driven, html.replace("</body>", &script)).unwrap();
    let page = opened(chromium, &driven, "#game=1&ply=2");
    let seen = text(&page, "head > title");
    let expected: Vec<&str> = steps.iter().map(|(_, address)| address.as_str()).collect();
    assert_eq!(seen.split(' ').collect::<Vec<_>>(), expected);
    assert!(record.plies().len() > 7);
    // The second game is on another board.
    let board = &find(&page, ".games[data-first='1'] .board > svg")[0];
    let small = Rules::preset("bashni-4x4").unwrap();
    assert_eq!(board.attr("data-position"), Some(small.start().fen(&small).as_str()));
}
