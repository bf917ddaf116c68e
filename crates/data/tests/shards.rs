//! Shards as files: what is written is read back, and nothing else is taken for it.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use bashni_data::{Ending, GameRecord, Origin, Row, Shard, ShardError, State, list_shards, write_shard};
use bashni_rules::{Color, Game, Outcome, Rules};
use bashni_search::Wdl;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn rules() -> &'static Rules {
    static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::preset("bashni").unwrap());
    &RULES
}

fn origin() -> Origin {
    Origin { program: "bashni 0".to_owned(), provenance: Some("seed = 1\n".to_owned()) }
}

/// Rows of random games: real states, made-up numbers.
fn rows(count: usize, seed: u64) -> Vec<Row> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let (mut rows, mut game_id) = (Vec::new(), 0);
    while rows.len() < count {
        let mut game = Game::new(rules());
        let record = Arc::new(GameRecord {
            id: game_id,
            seed: rng.random(),
            network_step: 12,
            start: String::new(),
            opening: "c3-d4 b6-c5 ".repeat(rng.random_range(1..10)),
            plies: rng.random_range(1_000..2_000),
            outcome: [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw][rng.random_range(0..3)],
            ending: Ending::ALL[rng.random_range(0..4)],
            final_position: rules().start().fen(rules()),
        });
        while game.outcome(rules()).is_none() && rows.len() < count {
            let moves = game.position().legal_moves(rules());
            let played = &moves[rng.random_range(0..moves.len())];
            let legal: Vec<u16> = (0..rng.random_range(1..12)).map(|i| i * 20).collect();
            rows.push(Row {
                game: record.clone(),
                state: State::new(rules(), &game, &[]),
                action: legal[rng.random_range(0..legal.len())],
                policy: legal.iter().map(|_| rng.random()).collect(),
                legal,
                search: Wdl::new(rng.random(), rng.random(), rng.random()),
                root: Wdl::new(rng.random(), rng.random(), rng.random()),
                full: rng.random(),
                sims: rng.random(),
                surprise: rng.random(),
            });
            game.play(rules(), played);
        }
        game_id += 1;
    }
    rows
}

/// Rows with whatever the types can hold.
fn any_row() -> impl Strategy<Value = Row> {
    let number =
        prop_oneof![Just(0.0_f32), Just(f32::MAX), Just(f32::MIN_POSITIVE), Just(1e-45), 0.0..1.0_f32];
    let wdl = (number.clone(), number.clone(), number.clone());
    let color = prop_oneof![Just(Color::White), Just(Color::Black)];
    let outcome = prop_oneof![Just(Outcome::WhiteWins), Just(Outcome::BlackWins), Just(Outcome::Draw)];
    let list = prop::collection::vec((any::<u16>(), number.clone()), 1..40);
    let plies = (any::<u32>(), any::<u32>()).prop_map(|(a, b)| (a.min(b), a.max(b)));
    let state = (any::<u16>(), ".{0,30}", "[a-l1-9:]{0,30}", color, any::<u32>(), any::<u32>());
    let ending = prop::sample::select(&Ending::ALL[..]);
    let texts = (".{0,5}", "[a-h1-8 -]{0,200}", ".{0,30}");
    (
        (any::<[u64; 3]>(), any::<bool>(), any::<u32>(), number, any::<prop::sample::Index>()),
        (plies, state),
        list,
        (wdl.clone(), wdl),
        (outcome, ending, texts),
    )
        .prop_map(|(numbers, (plies, state), list, (search, root), (outcome, ending, texts))| {
            let ([id, seed, network_step], full, sims, surprise, action) = numbers;
            let (ply, plies) = plies;
            let (step, position, chain, turn, no_progress, repetitions) = state;
            let (start, opening, final_position) = texts;
            let (legal, policy): (Vec<u16>, Vec<f32>) = list.into_iter().unzip();
            Row {
                game: Arc::new(GameRecord {
                    id,
                    seed,
                    network_step,
                    start,
                    opening,
                    plies,
                    outcome,
                    ending,
                    final_position,
                }),
                state: State { ply, step, position, chain, turn, no_progress, repetitions },
                action: legal[action.index(legal.len())],
                legal,
                policy,
                search: Wdl::new(search.0, search.1, search.2),
                root: Wdl::new(root.0, root.1, root.2),
                full,
                sims,
                surprise,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read_back(rows in prop::collection::vec(any_row(), 0..30)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shard.parquet");
        let bytes = write_shard(&path, rules(), &origin(), &rows).unwrap();
        let shard = Shard::open_for(&path, rules()).unwrap();
        prop_assert_eq!((shard.len(), shard.bytes()), (rows.len(), bytes));
        prop_assert_eq!(&shard.meta().origin, &origin());
        prop_assert_eq!(shard.rows().unwrap(), rows);
    }
}

#[test]
fn more_rows_than_a_batch_and_a_row_group_are_read_back_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shard.parquet");
    let some = rows(5_000, 1);
    let many: Vec<&Row> = some.iter().cycle().take(70_000).collect();
    write_shard(&path, rules(), &origin(), many.iter().copied()).unwrap();
    let shard = Shard::open_for(&path, rules()).unwrap();
    assert_eq!(shard.len(), 70_000);
    let mut expected = many.into_iter();
    shard.for_each(|row| assert_eq!(Some(&row), expected.next())).unwrap();
    assert_eq!(expected.next(), None);
}

#[test]
fn the_rows_of_a_game_that_are_read_share_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shard.parquet");
    write_shard(&path, rules(), &origin(), &rows(500, 8)).unwrap();
    let rows = Shard::open_for(&path, rules()).unwrap().rows().unwrap();
    assert!(rows.last().unwrap().game.id > 0);
    for pair in rows.windows(2) {
        assert_eq!(Arc::ptr_eq(&pair[0].game, &pair[1].game), pair[0].game.id == pair[1].game.id);
    }
}

#[test]
fn long_texts_of_a_game_cost_next_to_nothing_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shard.parquet");
    let mut rows = rows(20_000, 9);
    let size = |rows: &[Row]| write_shard(&path, rules(), &origin(), rows).unwrap();
    let before = size(&rows);
    let mut rng = Pcg64::seed_from_u64(9);
    let mut games = std::collections::BTreeMap::new();
    for row in &mut rows {
        let record = games.entry(row.game.id).or_insert_with(|| {
            // 1000 letters that cannot be compressed to less than 5 bits each.
            let opening = (0..1_000).map(|_| char::from(b'A' + rng.random_range(0..32))).collect();
            Arc::new(GameRecord { opening, ..(*row.game).clone() })
        });
        row.game = record.clone();
    }
    let more = size(&rows) - before;
    let once = 1_000 * games.len() as u64;
    assert!(more < once + 2 * rows.len() as u64 / 10, "{more} bytes more for {once} bytes of text");
}

#[test]
fn the_same_rows_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(3_000, 2);
    let paths = ["a.parquet", "b.parquet"].map(|name| folder.path().join(name));
    for path in &paths {
        write_shard(path, rules(), &origin(), &rows).unwrap();
    }
    assert_eq!(fs::read(&paths[0]).unwrap(), fs::read(&paths[1]).unwrap());
}

/// The message of opening a file with this content.
#[track_caller]
fn refused(folder: &Path, content: &[u8]) -> String {
    let path = folder.join("bad.parquet");
    fs::write(&path, content).unwrap();
    let message = Shard::open_for(&path, rules()).expect_err("taken for a shard").to_string();
    assert!(message.starts_with(path.to_str().unwrap()), "`{message}` does not name the file");
    message
}

#[test]
fn a_truncated_shard_is_an_error_at_any_length() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shard.parquet");
    write_shard(&path, rules(), &origin(), &rows(50, 3)).unwrap();
    let whole = fs::read(&path).unwrap();
    let near_the_ends = (0..64).chain(whole.len() - 64..whole.len());
    for length in near_the_ends.chain((64..whole.len()).step_by(41)) {
        let message = refused(folder.path(), &whole[..length]);
        let expected = if length < 4 { "not a shard" } else { "truncated" };
        assert!(message.contains(expected), "{length} bytes: {message}");
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(refused(folder.path(), &longer).contains("truncated"));
    longer.truncate(whole.len());
    longer.splice(100..100, [0; 8]);
    assert!(refused(folder.path(), &longer).contains("damaged"));
}

#[test]
fn a_flipped_bit_anywhere_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shard.parquet");
    write_shard(&path, rules(), &origin(), &rows(20, 4)).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    for at in (0..end - 1_500).step_by(29).chain(end - 1_500..end) {
        bytes[at] ^= 1 << (at % 8);
        refused(folder.path(), &bytes);
        bytes[at] ^= 1 << (at % 8);
    }
}

#[test]
fn other_files_are_not_taken_for_shards() {
    let folder = tempfile::tempdir().unwrap();
    assert!(refused(folder.path(), b"").contains("not a shard of games"));
    assert!(refused(folder.path(), b"files = 8\nranks = 8\n").contains("not a shard of games"));
    assert!(refused(folder.path(), b"PAR1 what another program wrote PAR1").contains("no bashni checksum"));
    let missing = Shard::open(folder.path().join("none.parquet")).unwrap_err().to_string();
    assert!(missing.contains("none.parquet: cannot read the file"), "{missing}");
    assert!(Shard::open(folder.path()).unwrap_err().to_string().contains("cannot read the file"));
}

#[test]
fn games_under_other_rules_are_refused_and_the_difference_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shard.parquet");
    write_shard(&path, rules(), &origin(), &rows(5, 5)).unwrap();
    let other = Rules::preset("bashni-once").unwrap();
    let message = Shard::open_for(&path, &other).unwrap_err().to_string();
    assert!(message.contains("rejump = \"free\" there, \"never\" here"), "{message}");
    assert!(message.contains("`bashni`; expected `bashni-once`"), "{message}");
    // Anybody may look at it, and the same rules under another name are the same rules.
    assert_eq!(Shard::open(&path).unwrap().meta().rules_name, "bashni");
    let renamed = Rules::new("mine", rules().fields().clone()).unwrap();
    assert_eq!(Shard::open_for(&path, &renamed).unwrap().len(), 5);
}

#[test]
fn rows_that_make_no_sense_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shard.parquet");
    let good = rows(1, 6).remove(0);
    let refused = |change: fn(&mut Row)| {
        let mut row = good.clone();
        change(&mut row);
        let error = write_shard(&path, rules(), &origin(), [&good, &row]).unwrap_err();
        assert!(matches!(error, ShardError::Row { row: 1, .. }));
        error.to_string()
    };
    assert!(refused(|row| row.policy.push(0.5)).contains("probabilities"));
    assert!(refused(|row| row.action = 7).contains("not among the legal ones"));
    assert!(refused(|row| row.policy[0] = f32::NAN).contains("policy = NaN"));
    assert!(refused(|row| row.search.draw = f32::INFINITY).contains("search_draw = inf"));
    assert!(refused(|row| row.root.loss = -0.5).contains("root_loss = -0.5"));
    assert!(refused(|row| row.surprise = f32::NAN).contains("surprise = NaN"));
    assert!(refused(|row| row.state.ply = 5_000).contains("is at ply 5000, but its game ended at ply 1"));
    assert!(!path.exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none").join("shard.parquet");
    let message = write_shard(&path, rules(), &origin(), &rows(1, 7)).unwrap_err().to_string();
    assert!(message.contains("none") && message.contains("cannot write the file"), "{message}");
}

#[test]
fn shards_are_listed_by_name_and_half_written_ones_are_not() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "000002.parquet",
        "000010.parquet",
        "000001.parquet",
        ".000011.parquet.tmp",
        ".x.parquet",
        "notes.txt",
    ] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let names: Vec<String> = list_shards(folder.path())
        .unwrap()
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["000001.parquet", "000002.parquet", "000010.parquet"]);
    assert!(list_shards(&folder.path().join("none")).is_err());
}
