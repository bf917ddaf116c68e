//! Reports as HTML.

use bashni_report::{
    Cell, Column, ForestPlot, ForestRow, GameRecord, Games, LinePlot, Ply, Point, Report, Section, Series,
    Table,
};
use bashni_rules::Rules;
use scraper::{Html, Selector};

const HOSTILE: &str = "</script></style></title><script>alert(1)</script><!-- \"'& \u{0}\u{1b}\u{85}\u{ffff}";
/// The same as a reader sees it.
const SHOWN: &str =
    "</script></style></title><script>alert(1)</script><!-- \"'& \u{fffd}\u{fffd}\u{fffd}\u{fffd}";

fn parsed(html: &str) -> Html {
    let page = Html::parse_document(html);
    assert_eq!(page.errors, Vec::<String>::new());
    page
}

fn texts(page: &Html, selector: &str) -> Vec<String> {
    page.select(&Selector::parse(selector).unwrap()).map(|node| node.text().collect()).collect()
}

fn count(page: &Html, selector: &str) -> usize {
    page.select(&Selector::parse(selector).unwrap()).count()
}

fn game(name: &str) -> GameRecord {
    let rules = Rules::preset("bashni").unwrap();
    let mut game = GameRecord::new(&rules, rules.start()).players(name, name).tag(name, name);
    game.play(&rules, Ply::new("c3-b4").comment(name)).unwrap();
    game
}

/// A report with `name` wherever words may stand.
fn report(name: &str) -> Report {
    let lines = LinePlot::new(name, name)
        .title(name)
        .caption(name)
        .series(Series::new(name, [Point::new(0.0, 1.0), Point::new(1.0, 2.0)]))
        .series(Series::new(name, []))
        .reference(1.0, name);
    let forest = ForestPlot::new(name).title(name).row(ForestRow::new(name, 1.0, (0.0, 2.0), name));
    let table = Table::new([Column::new(name).group(name), Column::new("share")])
        .caption(name)
        .row([Cell::text(name), Cell::percent(0.25, 0).heat(-0.5)]);
    let games = |number: usize| Games::new((0..number).map(|_| game(name))).caption(name);
    Report::new(name)
        .subtitle(name)
        .section(Section::new(name).heading(name).paragraph(name).settings([(name, name)]).table(table))
        .section(Section::new(name).plot(lines).plot(forest))
        .section(Section::new(name).games(games(11)).games(games(1)).games(games(0)))
}

#[test]
fn a_page_has_all_that_the_report_has() {
    let page = parsed(&report("net").html());
    assert_eq!(texts(&page, "title")[0], "net");
    assert_eq!(texts(&page, "h1"), ["net"]);
    assert_eq!(texts(&page, "h2"), ["net"; 3]);
    assert_eq!(texts(&page, "nav a"), ["net"; 3]);
    assert_eq!(texts(&page, "dl.settings dd"), ["net"]);
    assert_eq!(texts(&page, "td.cold"), ["25\u{a0}%"]);
    assert_eq!(count(&page, "figure svg.wide"), 2);
    assert_eq!(count(&page, "figure svg.narrow"), 2);
    assert_eq!(count(&page, "tr[data-game]"), 11);
    assert_eq!(count(&page, ".games[data-first='12']"), 1);
}

#[test]
fn words_of_others_cannot_become_markup() {
    let html = report(HOSTILE).html();
    let page = parsed(&html);
    // Two blocks of games, and the program's own script.
    assert_eq!(count(&page, "script"), 3);
    assert_eq!(count(&page, "style"), 1);
    assert_eq!(texts(&page, "h1"), [SHOWN]);
    assert_eq!(texts(&page, "h3"), [SHOWN]);
    assert_eq!(texts(&page, "tr[data-game='1'] td.left"), [SHOWN, SHOWN]);
    let script = page.select(&Selector::parse(".games script").unwrap()).next().unwrap();
    let games: serde_json::Value = serde_json::from_str(&script.text().collect::<String>()).unwrap();
    let white = games[0]["white"].as_str().unwrap();
    assert!(white.starts_with("</script></style></title><script>alert(1)</script><!-- \"'& "), "{white}");
}

#[test]
fn a_page_loads_nothing() {
    let html = report("net").html();
    let page = parsed(&html);
    for selector in ["link", "img", "iframe", "script[src]", "object", "[onclick]"] {
        assert_eq!(count(&page, selector), 0, "{selector}");
    }
    let addresses: Vec<&str> =
        html.match_indices("://").map(|(at, _)| &html[at.saturating_sub(5)..at + 20]).collect();
    // The name of SVG is written like an address and is none.
    assert!(addresses.iter().all(|address| address.contains("http://www.w3.org")), "{addresses:?}");
    assert!(!html.contains("@import") && !html.contains("url("));
}

#[test]
fn a_page_without_games_has_no_script() {
    let html = Report::new("empty").section(Section::new("")).html();
    assert_eq!(count(&parsed(&html), "script"), 0);
    assert_eq!(count(&parsed(&html), "h2"), 0);
}

#[test]
fn hundreds_of_games_are_a_small_file() {
    let rules = Rules::preset("bashni").unwrap();
    let mut game = GameRecord::new(&rules, rules.start()).players("net:generation=12", "minimax:depth=4");
    while game.plies().len() < 60 {
        let moves = game.position().legal_moves(&rules);
        // Quiet moves first, so that the game is long.
        let Some(played) = moves.iter().min_by_key(|played| (played.captures(), played.to().index())) else {
            break;
        };
        let text = game.position().move_text(&rules, played);
        game.play(&rules, Ply::new(text).evaluation(0.123).seconds(0.5)).unwrap();
    }
    let plies = game.plies().len();
    assert!(plies >= 30, "{plies}");
    let report = Report::new("many").section(Section::new("").games(Games::new(vec![game; 500])));
    let bytes = report.html().len();
    assert!(bytes < 500 * plies * 60 + 100_000, "{bytes} bytes for {plies} plies each");
}

#[test]
fn equal_reports_are_equal_bytes_and_json() {
    assert_eq!(report("net").html(), report("net").html());
    let json = serde_json::to_value(report("net")).unwrap();
    assert_eq!(json["sections"][0]["blocks"][3]["table"]["rows"][0][1]["value"]["share"], 0.25);
}
