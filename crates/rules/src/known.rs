//! What the compiler may know of the rules: code that is made for the usual rules alone is faster.

use crate::fields::{Captured, King, KingLanding, ManCapture, Promotion, Rejump, Reversal};
use crate::{RuleFields, Rules};

/// Which knowledge rules admit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// None: any board, any fields.
    Any,
    /// The board is 8x8.
    Usual,
    /// The board is 8x8, and what concerns moves is as in the preset `bashni`.
    Bashni,
}

impl Kind {
    pub(crate) fn of(fields: &RuleFields) -> Kind {
        let usual = fields.files == 8 && fields.ranks == 8;
        let bashni = fields.king == King::Flying
            && fields.man_capture == ManCapture::All
            && fields.promotion == Promotion::Continue
            && fields.king_landing == KingLanding::MustContinue
            && fields.captured == Captured::Stack
            && fields.rejump == Rejump::Free
            && fields.reversal == Reversal::Allowed;
        match (usual, bashni) {
            (true, true) => Kind::Bashni,
            (true, false) => Kind::Usual,
            (false, _) => Kind::Any,
        }
    }
}

/// A [`Kind`] as a type. The functions are those of the rules, but constant where the kind says so.
pub(crate) trait Known: Copy {
    const KIND: Kind;
    /// True if the board is 8x8.
    const USUAL_BOARD: bool = matches!(Self::KIND, Kind::Usual | Kind::Bashni);
    /// True if what concerns moves is as in the preset `bashni`.
    const BASHNI: bool = matches!(Self::KIND, Kind::Bashni);

    #[inline(always)]
    fn flying(rules: &Rules) -> bool {
        Self::BASHNI || rules.flying()
    }

    #[inline(always)]
    fn stacks(rules: &Rules) -> bool {
        Self::BASHNI || rules.stacks()
    }

    #[inline(always)]
    fn men_capture_back(rules: &Rules) -> bool {
        Self::BASHNI || rules.fields().man_capture == ManCapture::All
    }

    #[inline(always)]
    fn crowning_ends_a_move(rules: &Rules) -> bool {
        !Self::BASHNI && rules.fields().promotion == Promotion::Stop
    }

    #[inline(always)]
    fn kings_must_go_on(rules: &Rules) -> bool {
        Self::BASHNI || rules.fields().king_landing == KingLanding::MustContinue
    }

    #[inline(always)]
    fn reversal_forbidden(rules: &Rules) -> bool {
        !Self::BASHNI && rules.fields().reversal == Reversal::Forbidden
    }

    #[inline(always)]
    fn rejump(rules: &Rules) -> Rejump {
        if Self::BASHNI { Rejump::Free } else { rules.fields().rejump }
    }
}

/// [`Kind::Any`] as a type.
#[derive(Clone, Copy)]
pub(crate) struct Any;
/// [`Kind::Usual`] as a type.
#[derive(Clone, Copy)]
pub(crate) struct Usual;
/// [`Kind::Bashni`] as a type.
#[derive(Clone, Copy)]
pub(crate) struct Bashni;

impl Known for Any {
    const KIND: Kind = Kind::Any;
}

impl Known for Usual {
    const KIND: Kind = Kind::Usual;
}

impl Known for Bashni {
    const KIND: Kind = Kind::Bashni;
}

/// Calls a function with the rules' kind as its type parameter: `by_kind!(rules, self.count(argument))`.
macro_rules! by_kind {
    ($rules:expr, $self:ident.$function:ident($($argument:expr),*)) => {
        match $rules.kind() {
            $crate::known::Kind::Bashni => $self.$function::<$crate::known::Bashni>($($argument),*),
            $crate::known::Kind::Usual => $self.$function::<$crate::known::Usual>($($argument),*),
            $crate::known::Kind::Any => $self.$function::<$crate::known::Any>($($argument),*),
        }
    };
}
pub(crate) use by_kind;
