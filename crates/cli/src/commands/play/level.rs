//! How well the program plays.

/// A level, and what it does to play worse or better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Level {
    Beginner,
    Easy,
    Medium,
    Strong,
    Perfect,
}

impl Level {
    /// Plies looked ahead; nothing, when the user's limits say it.
    pub(super) fn depth(self) -> Option<u32> {
        match self {
            Self::Beginner => Some(1),
            Self::Easy => Some(2),
            Self::Medium => Some(4),
            Self::Strong => Some(8),
            Self::Perfect => None,
        }
    }

    /// One move in so many is any legal one.
    pub(crate) fn one_random_in(self) -> Option<u32> {
        match self {
            Self::Beginner => Some(2),
            Self::Easy => Some(4),
            Self::Medium => Some(10),
            Self::Strong | Self::Perfect => None,
        }
    }

    /// Whether it plays by the tables where they reach. With them the end of a
    /// game would be perfect at every level.
    pub(super) fn has_tables(self) -> bool {
        matches!(self, Self::Strong | Self::Perfect)
    }

    /// The word on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Strong => "strong",
            Self::Perfect => "perfect",
        }
    }
}
