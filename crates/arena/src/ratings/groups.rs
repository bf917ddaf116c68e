//! Which players the games compare at all.

use super::Crosstable;

/// Players that are linked by games, directly or through others: the connected components.
pub(super) fn components(table: &Crosstable) -> Vec<Vec<usize>> {
    mutual(table.players(), |a, b| table.counts(a, b).games() > 0)
}

/// Players that have scored against each other, directly or round a ring: the strongly connected components. Only
/// within one of them are differences of strength finite by the games alone (Ford, "Solution of a Ranking Problem
/// from Binary Comparisons").
pub(super) fn groups(table: &Crosstable) -> Vec<Vec<usize>> {
    mutual(table.players(), |a, b| {
        let counts = table.counts(a, b);
        counts.wins + counts.draws > 0
    })
}

/// Classes of players that can be reached from each other, by their least member.
fn mutual(players: usize, step: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let step: Vec<Vec<bool>> = (0..players).map(|a| (0..players).map(|b| step(a, b)).collect()).collect();
    let reach: Vec<Vec<bool>> = (0..players)
        .map(|start| {
            let mut seen = vec![false; players];
            seen[start] = true;
            let mut stack = vec![start];
            while let Some(a) = stack.pop() {
                for b in 0..players {
                    if !seen[b] && step[a][b] {
                        seen[b] = true;
                        stack.push(b);
                    }
                }
            }
            seen
        })
        .collect();
    let least = |a: usize| (0..=a).find(|&b| reach[a][b] && reach[b][a]).unwrap_or(a);
    (0..players)
        .filter(|&a| least(a) == a)
        .map(|a| (a..players).filter(|&b| least(b) == a).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_never_scored_is_linked_but_in_a_group_of_its_own() {
        let mut table = Crosstable::new(["a", "b", "c", "d", "e"]).unwrap();
        table.add_pair(0, 1, [1, 0]).unwrap();
        table.add_pair(1, 2, [2, 2]).unwrap();
        table.add_pair(3, 4, [2, 0]).unwrap();
        assert_eq!(components(&table), [vec![0, 1, 2], vec![3, 4]]);
        assert_eq!(groups(&table), [vec![0, 1], vec![2], vec![3, 4]]);
    }

    #[test]
    fn a_ring_of_wins_is_one_group() {
        let mut table = Crosstable::new(["a", "b", "c"]).unwrap();
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            table.add_pair(a, b, [2, 2]).unwrap();
        }
        assert_eq!(groups(&table), [vec![0, 1, 2]]);
    }
}
