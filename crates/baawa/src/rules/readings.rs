//! The choices where the sources of Ba-awa leave gaps.

/// Whether a lap that reaches the pit it was lifted from drops a seed
/// there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LiftedPit {
    /// It does: no pit is skipped.
    Sown,
    /// It does not: the pit that this lap was lifted from is skipped.
    Skipped,
}

/// When the player who began the game takes the last eight seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LastEight {
    /// At the moment of the capture that leaves eight, those in the hand
    /// counted. The game ends there.
    AtCapture,
    /// After a move that leaves eight or fewer. The move itself is played out
    /// and may capture some of the eight.
    AfterMove,
}

/// What a player does who has no seed to lift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// The turn passes to the other.
    Pass,
    /// The game ends; each takes what lies on their own pits.
    GameOver,
}

/// The rules of Ba-awa: a choice for each gap. What all have in common is in
/// the rest of this module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// See [`LiftedPit`].
    pub lifted: LiftedPit,
    /// See [`LastEight`].
    pub last_eight: LastEight,
    /// See [`NoMove`].
    pub no_move: NoMove,
}

/// The names of [`Rules`] by their [`Rules::code`].
const NAMES: [&str; 8] = [
    "ba-awa",
    "ba-awa-skip",
    "ba-awa-late",
    "ba-awa-skip-late",
    "ba-awa-over",
    "ba-awa-skip-over",
    "ba-awa-late-over",
    "ba-awa-skip-late-over",
];

impl Rules {
    /// `ba-awa`: the first choice of each pair.
    pub const DEFAULT: Self = Self {
        lifted: LiftedPit::Sown,
        last_eight: LastEight::AtCapture,
        no_move: NoMove::Pass,
    };

    /// All rules, by [`Rules::code`].
    pub const ALL: [Self; 8] = {
        let mut all = [Self::DEFAULT; 8];
        let mut code = 1;
        while code < all.len() {
            if code & 1 != 0 {
                all[code].lifted = LiftedPit::Skipped;
            }
            if code & 2 != 0 {
                all[code].last_eight = LastEight::AfterMove;
            }
            if code & 4 != 0 {
                all[code].no_move = NoMove::GameOver;
            }
            code += 1;
        }
        all
    };

    /// A number for each choice of all three, 0..=7: 1 for
    /// [`LiftedPit::Skipped`], 2 for [`LastEight::AfterMove`], 4 for
    /// [`NoMove::GameOver`], added. It is part of [`super::Game::id`].
    pub fn code(&self) -> u8 {
        u8::from(self.lifted == LiftedPit::Skipped)
            | u8::from(self.last_eight == LastEight::AfterMove) << 1
            | u8::from(self.no_move == NoMove::GameOver) << 2
    }

    /// The name: `ba-awa`, and a word for each choice that is not the default.
    pub fn name(&self) -> &'static str {
        NAMES[usize::from(self.code())]
    }

    /// The rules with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        let code = NAMES.iter().position(|&known| known == name)?;
        const { &Self::ALL }.get(code)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_code_find_the_rules_again() {
        for (code, rules) in Rules::ALL.iter().enumerate() {
            assert_eq!(usize::from(rules.code()), code);
            assert_eq!(Rules::named(rules.name()), Some(rules));
        }
        assert_eq!(Rules::named("awale"), None);
        assert_eq!(Rules::DEFAULT.name(), "ba-awa");
    }
}
