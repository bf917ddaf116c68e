//! The rules that are built in. The files under `configs/rules/` say the same, with comments; a test compares them.

use crate::fields::{Captured, King, ManCapture, Promotion, Rejump, RuleFields};

/// Names and one-line descriptions of the built-in rules, the default first.
pub const PRESETS: &[(&str, &str)] = &[
    ("bashni", "column draughts on 8x8; a column may be jumped again at any time"),
    ("bashni-turkish", "bashni; nothing is lifted until the move ends (Turkish strike)"),
    ("bashni-once", "bashni; a column is jumped at most once in a move"),
    ("bashni-noimm", "bashni; a column is jumped again only after another one"),
    ("bashni-short", "bashni with kings that move and capture one square"),
    ("bashni-6x6", "bashni on 6x6 with two rows of men a side"),
    ("bashni-4x4", "bashni on 4x4 with one row of men a side"),
    ("bashni-5x5", "bashni on 5x5 with one row of men a side"),
    ("bashni-10x10", "bashni on 10x10 with four rows of men a side"),
    ("lasca", "Lasca: 7x7, short kings, men capture forward, promotion ends the move"),
    ("lasca-once", "lasca; a column is jumped at most once in a move"),
    ("russian", "Russian draughts, the parent game: captured pieces leave the board"),
    ("english", "English draughts (checkers): short kings, men capture forward"),
];

pub(crate) fn preset(name: &str) -> Option<RuleFields> {
    let bashni = RuleFields::default();
    let lasca = RuleFields {
        files: 7,
        ranks: 7,
        king: King::Short,
        man_capture: ManCapture::Forward,
        promotion: Promotion::Stop,
        ..bashni.clone()
    };
    Some(match name {
        "bashni" => bashni,
        "bashni-turkish" => RuleFields { rejump: Rejump::Turkish, ..bashni },
        "bashni-once" => RuleFields { rejump: Rejump::Never, ..bashni },
        "bashni-noimm" => RuleFields { rejump: Rejump::NoImmediate, ..bashni },
        "bashni-short" => RuleFields { king: King::Short, ..bashni },
        "bashni-6x6" => RuleFields { files: 6, ranks: 6, rows: 2, ..bashni },
        "bashni-4x4" => RuleFields { files: 4, ranks: 4, rows: 1, ..bashni },
        "bashni-5x5" => RuleFields { files: 5, ranks: 5, rows: 1, ..bashni },
        "bashni-10x10" => RuleFields { files: 10, ranks: 10, rows: 4, ..bashni },
        "lasca" => lasca,
        "lasca-once" => RuleFields { rejump: Rejump::Never, ..lasca },
        "russian" => RuleFields { captured: Captured::Remove, rejump: Rejump::Turkish, ..bashni },
        "english" => RuleFields {
            king: King::Short,
            man_capture: ManCapture::Forward,
            promotion: Promotion::Stop,
            captured: Captured::Remove,
            rejump: Rejump::Turkish,
            ..bashni
        },
        _ => return None,
    })
}
