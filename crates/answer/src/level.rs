//! How well the program plays.

/// A level, and what it does to play worse or better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Looks 1 ply ahead; every second move is random.
    Beginner,
    /// Looks 2 plies ahead; one move in four is random.
    Easy,
    /// Looks 4 plies ahead; one move in ten is random.
    Medium,
    /// Looks 8 plies ahead, and plays by the tables where they have the position.
    Strong,
    /// Searches up to the limits, and plays by the tables likewise.
    Perfect,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 5] = [
        Self::Beginner,
        Self::Easy,
        Self::Medium,
        Self::Strong,
        Self::Perfect,
    ];

    /// The level of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Plies looked ahead; `None` when only the limits end a search.
    pub(crate) fn depth(self) -> Option<u32> {
        match self {
            Self::Beginner => Some(1),
            Self::Easy => Some(2),
            Self::Medium => Some(4),
            Self::Strong => Some(8),
            Self::Perfect => None,
        }
    }

    /// One move in so many is random; `None` when none is.
    pub fn one_random_in(self) -> Option<u32> {
        match self {
            Self::Beginner => Some(2),
            Self::Easy => Some(4),
            Self::Medium => Some(10),
            Self::Strong | Self::Perfect => None,
        }
    }

    /// Whether it plays by the tables. With them the end of a game would be perfect
    /// at every level.
    pub(crate) fn has_tables(self) -> bool {
        matches!(self, Self::Strong | Self::Perfect)
    }

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Strong => "strong",
            Self::Perfect => "perfect",
        }
    }
}
