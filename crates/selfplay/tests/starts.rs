//! Files of start positions: read whole, or refused with the line.

use std::path::Path;

use bashni_rules::Rules;
use bashni_selfplay::{OpeningConfig, Starts};

fn rules() -> Rules {
    Rules::preset("bashni").unwrap()
}

fn parse(text: &str) -> Result<Starts, String> {
    Starts::parse(text, Path::new("mine.txt"), &rules()).map_err(|error| error.to_string())
}

#[test]
fn a_line_is_a_position_and_comments_are_left_out() {
    let text =
        "\u{feff}# Two lines.\n\nW:Wa1=1,c1=1:Bh8=1:H7 # with a counter\r\n  B:Wa1=00/0:Bh8=1\n#W:W:B\n";
    let starts = parse(text).unwrap();
    assert_eq!(starts.positions(), ["W:Wa1=1,c1=1:Bh8=1:H7", "B:Wa1=00/0:Bh8=1"]);
    // What is written is what is read.
    assert_eq!(parse(&starts.text()).unwrap(), starts);
}

#[test]
fn the_hash_is_of_the_positions_and_of_nothing_else() {
    let starts = parse("W:Wa1=1:Bh8=1\nB:Wa1=1:Bh8=1\n").unwrap();
    let same = parse("# Kings\nW:Wa1=1:Bh8=1\n\n  B:Wa1=1:Bh8=1 # to move").unwrap();
    assert_eq!(starts.sha256(), same.sha256());
    assert_eq!(starts.sha256().len(), 64);
    for other in ["B:Wa1=1:Bh8=1\nW:Wa1=1:Bh8=1\n", "W:Wa1=1:Bh8=1:H1\nB:Wa1=1:Bh8=1\n", "W:Wa1=1:Bh8=1\n"] {
        assert_ne!(parse(other).unwrap().sha256(), starts.sha256(), "{other}");
    }
}

#[test]
fn what_is_no_position_is_refused_with_file_and_line() {
    for (text, message) in [
        ("W:Wa1=1:Bh8=1\n# more\nW:Wa1=1:Bh9=1\n", "mine.txt:3: "),
        ("nonsense", "mine.txt:1: "),
        ("\nW:Wa1=1:B\n", "mine.txt:2: "),
        // Black is to move and has no move.
        ("B:Wb4=0:Ba5=0\n", "mine.txt:1: the game is over in B:Wb4=0:Ba5=0"),
        // So many plies without progress are a draw.
        ("W:Wa1=1:Bh8=1:H4000\n", "mine.txt:1: the game is over in W:Wa1=1:Bh8=1:H4000"),
        ("# nothing\n\n", "mine.txt: holds no position; expected one a line"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with(message), "{text:?}: {error}");
    }
}

#[test]
fn a_resolved_config_has_its_positions_beside_it_and_notices_when_they_change() {
    let folder = tempfile::tempdir().unwrap();
    let run = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.txt"), "W:Wa1=1:Bh8=1 # kings\n").unwrap();
    let mut config = OpeningConfig { file: "mine.txt".to_owned(), ..OpeningConfig::default() };
    config.load(folder.path(), &rules()).unwrap();
    assert_eq!(config.file, OpeningConfig::FILE);
    assert_eq!(config.sha256, config.starts.sha256());
    // As a run writes it down and reads it again.
    std::fs::write(run.path().join(&config.file), config.starts.text()).unwrap();
    let mut again = OpeningConfig { starts: Starts::default(), ..config.clone() };
    again.load(run.path(), &rules()).unwrap();
    assert_eq!(again, config);
    // Somebody changes the file.
    std::fs::write(run.path().join(&config.file), "W:Wc1=1:Bh8=1\n").unwrap();
    let error = again.load(run.path(), &rules()).unwrap_err().to_string();
    assert!(error.contains(OpeningConfig::FILE) && error.contains(&config.sha256), "{error}");
    assert!(error.contains("restore the file"), "{error}");
    std::fs::remove_file(run.path().join(&config.file)).unwrap();
    let error = again.load(run.path(), &rules()).unwrap_err().to_string();
    assert!(error.contains(OpeningConfig::FILE) && error.contains("No such file"), "{error}");
    // Without a file there is nothing to read.
    let mut none = OpeningConfig::default();
    none.load(Path::new("nowhere"), &rules()).unwrap();
    assert_eq!(none, OpeningConfig::default());
}
