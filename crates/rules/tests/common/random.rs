//! Random rules and random positions.

use bashni_rules::{
    Captured, Color, Column, Game, King, KingLanding, ManCapture, Position, Promotion, Rejump, Reversal,
    RuleFields, Rules, Setup,
};
use rand::{Rng, RngExt};

/// Any size of board, any value of each field.
pub fn rules(rng: &mut impl Rng) -> Rules {
    const ODD_SIZES: [(u8, u8); 6] = [(4, 5), (3, 12), (12, 10), (12, 3), (3, 3), (11, 11)];
    let (files, ranks) = loop {
        let (files, ranks) = match rng.random_range(0..4) {
            0 => ODD_SIZES[rng.random_range(0..ODD_SIZES.len())],
            1 => (8, 8),
            _ => (rng.random_range(3..=12), rng.random_range(3..=12)),
        };
        if (u32::from(files) * u32::from(ranks)).div_ceil(2) <= 64 {
            break (files, ranks);
        }
    };
    let fields = RuleFields {
        files,
        ranks,
        rows: rng.random_range(1..=ranks / 2),
        king: one_of(rng, King::ALL),
        man_capture: one_of(rng, ManCapture::ALL),
        promotion: one_of(rng, Promotion::ALL),
        king_landing: one_of(rng, KingLanding::ALL),
        captured: if rng.random_bool(0.25) { Captured::Remove } else { Captured::Stack },
        rejump: one_of(rng, Rejump::ALL),
        reversal: one_of(rng, Reversal::ALL),
        ..RuleFields::default()
    };
    Rules::new("random", fields).unwrap()
}

fn one_of<T: Copy>(rng: &mut impl Rng, values: &[T]) -> T {
    values[rng.random_range(0..values.len())]
}

/// The positions of a game of random moves, up to some length.
pub fn game(rules: &Rules, rng: &mut impl Rng) -> Vec<Position> {
    let mut game = Game::new(rules);
    let mut positions = vec![game.position().clone()];
    for _ in 0..rng.random_range(20..120) {
        let moves = game.position().legal_moves(rules);
        if moves.is_empty() {
            break;
        }
        game.play(rules, &moves[rng.random_range(0..moves.len())]);
        positions.push(game.position().clone());
    }
    positions
}

/// A board filled at random: some crowded, some nearly empty, some with tall towers.
pub fn position(rules: &Rules, rng: &mut impl Rng) -> Position {
    let board = rules.board();
    loop {
        let turn = one_of(rng, &Color::ALL);
        let mut setup = Setup::empty(turn);
        let density = rng.random_range(0.05..0.7);
        let kings = rng.random_range(0.0..0.6);
        let tallest = if !rules.stacks() { 1 } else { one_of(rng, &[1, 2, 3, 5, 12]) };
        let mut left: usize = 64;
        for square in board.iter().filter(|_| rng.random_bool(density)).collect::<Vec<_>>() {
            let height = rng.random_range(1..=tallest).min(left);
            if height == 0 {
                break;
            }
            left -= height;
            let owner = one_of(rng, &Color::ALL);
            let mut ranks: Vec<bool> = (0..height).map(|_| rng.random_bool(kings)).collect();
            ranks[0] |= board.far_row(owner).contains(square);
            let (own, prisoners) = ranks.split_at(rng.random_range(1..=height));
            setup.put(square, owner, Column::new(own, prisoners).unwrap());
        }
        // Only an empty board is refused.
        if let Ok(position) = Position::new(&setup, rules) {
            return position;
        }
    }
}
