use std::collections::HashSet;

use super::*;

fn texts(openings: &[Arc<Opening>], rules: &Rules) -> Vec<String> {
    openings.iter().map(|opening| opening.game.position().fen(rules)).collect()
}

#[test]
fn openings_are_distinct_not_over_and_follow_from_the_seed() {
    let rules = Rules::preset("bashni").unwrap();
    let openings = random_openings(&rules, 300, 8, 1).unwrap();
    let positions = texts(&openings, &rules);
    assert_eq!(positions.iter().collect::<HashSet<_>>().len(), 300);
    assert_eq!(positions, texts(&random_openings(&rules, 300, 8, 1).unwrap(), &rules));
    assert_ne!(positions, texts(&random_openings(&rules, 300, 8, 2).unwrap(), &rules));
    for opening in &openings {
        assert_eq!((opening.moves.len(), opening.game.ply()), (8, 8));
        assert_eq!(opening.game.outcome(&rules), None);
        let mut replayed = Game::new(&rules);
        opening.moves.iter().for_each(|played| replayed.play(&rules, played));
        assert_eq!(replayed.position(), opening.game.position());
    }
}

#[test]
fn more_openings_begin_with_the_same_ones() {
    // Listed at once; sampled; and sampled until it gives up, then listed.
    let small = Rules::preset("bashni-6x6").unwrap();
    let all = Candidates::all(&small, 6, usize::MAX).unwrap().count();
    assert!((1_025..10_000).contains(&all), "{all}");
    let bashni = Rules::preset("bashni").unwrap();
    for (rules, plies, counts) in [(&bashni, 2, [5, 49]), (&bashni, 6, [10, 200]), (&small, 6, [1_000, all])]
    {
        let [few, many] = counts.map(|count| texts(&random_openings(rules, count, plies, 3).unwrap(), rules));
        assert_eq!(few, many[..few.len()]);
        assert_eq!(many.iter().collect::<HashSet<_>>().len(), many.len());
    }
    assert_eq!(
        random_openings(&small, all + 1, 6, 3).unwrap_err(),
        OpeningError::TooFew { wanted: all + 1, found: all, plies: 6, exact: true }
    );
}

#[test]
fn all_openings_of_a_small_game_can_be_had_and_not_one_more() {
    let rules = Rules::preset("bashni").unwrap();
    assert_eq!(random_openings(&rules, 49, 2, 5).unwrap().len(), 49);
    assert_eq!(
        random_openings(&rules, 50, 2, 5).unwrap_err(),
        OpeningError::TooFew { wanted: 50, found: 49, plies: 2, exact: true }
    );
    assert_eq!(random_openings(&rules, 1, 0, 5).unwrap().len(), 1);
    let message = random_openings(&rules, 2, 0, 5).unwrap_err().to_string();
    assert!(
        message.contains("there are only 1 distinct") && message.contains("at most 2 games"),
        "{message}"
    );
}

#[test]
fn openings_longer_than_any_game_are_an_error() {
    let rules = Rules::preset("bashni-4x4").unwrap();
    assert!(random_openings(&rules, 1, 1_000, 0).is_err());
}
