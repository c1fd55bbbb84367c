//! What both players can force, however endless play counts.

use std::cmp::Ordering;

use grenier_probe::{Bounds, ProbeError, Verdict};
use grenier_rules::{Board, NetSeeds, Position, Side};
use grenier_table::Kind;
use serde::{Serialize, Serializer};

use crate::error::AnswerError;
use crate::names::Source;
use crate::oracle::{Oracle, has_kind};

/// What is known of a position besides its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guarantees {
    /// What both can force under any rule for endless play; `None` where secure
    /// seeds are not tabled.
    pub secure: Option<Guaranteed>,
    /// What both can force when each keeps their own side at a repetition; `None`
    /// where own-side bounds are not tabled.
    pub own_side: Option<Guaranteed>,
    /// How the whole game ends under any rule for endless play. It needs stores,
    /// and secure seeds unless stores alone decide.
    pub verdict: Option<Verdict>,
    /// How the whole game ends under each rule for endless play; it needs stores.
    pub readings: Option<Readings>,
    /// Tables that are left out because they are damaged.
    pub warnings: Vec<Warning>,
}

/// Seeds from here on that the two players can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Guaranteed {
    /// Seeds for the player to move.
    pub mover: u8,
    /// Seeds for the other player.
    pub waiting: u8,
    /// Seeds on the board that neither can force.
    pub open: u8,
    /// Where the numbers come from.
    pub source: Source,
}

/// The verdict under each rule for endless play; `None` where it is not tabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Readings {
    /// What is left on the board is shared evenly.
    pub even: Option<Verdict>,
    /// Each player keeps the seeds on their own side.
    pub own_side: Option<Verdict>,
}

/// Tables of a kind that are left out because they are damaged. In JSON it is the
/// message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What is left out.
    pub kind: Kind,
    /// One line that says what is wrong.
    pub message: String,
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.message)
    }
}

impl Guarantees {
    /// Whether anything is known.
    pub fn has_any(&self) -> bool {
        self.secure.is_some() || self.own_side.is_some() || self.verdict.is_some()
    }
}

impl Oracle {
    /// What both players can force in a position whose value is `value`, if that
    /// is known. Damaged tables are left out, with a warning.
    pub fn guarantees(&self, board: &Board, value: Option<NetSeeds>) -> Guarantees {
        let position = board.position();
        let stores = board.stores().map(|[south, north]| match board.side() {
            Side::South => [south, north],
            Side::North => [north, south],
        });
        let mut warnings = Vec::new();
        let mut guaranteed = |kind, name| {
            self.guaranteed(kind, &position).unwrap_or_else(|error| {
                let message = format!("{name} left out: {error}");
                warnings.push(Warning { kind, message });
                None
            })
        };
        let secure = guaranteed(Kind::Secure, "secure seeds");
        let own_side = guaranteed(Kind::OwnSide, "own-side bounds");
        let readings = stores.map(|stores| Readings {
            even: value.map(|value| even_verdict(stores, value)),
            own_side: own_side.map(|known| known.verdict(stores)),
        });
        Guarantees {
            secure,
            own_side,
            verdict: stores.and_then(|stores| verdict(stores, secure.as_ref())),
            readings,
            warnings,
        }
    }

    /// What the tables of a kind say; `None` where the layer is not tabled, or the
    /// rule set has no such kind.
    fn guaranteed(
        &self,
        kind: Kind,
        position: &Position,
    ) -> Result<Option<Guaranteed>, AnswerError> {
        if !has_kind(self.rules(), kind) {
            return Ok(None);
        }
        let tables = self.bounds(kind)?;
        match tables.bounds(position) {
            Ok(Bounds { mover, waiting }) => Ok(Some(Guaranteed {
                mover,
                waiting,
                open: position.seeds() as u8 - mover - waiting,
                source: tables.layers().source(position).into(),
            })),
            Err(ProbeError::NotTabled { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Guaranteed {
    /// `stores` are the mover's and the other's.
    fn verdict(&self, stores: [u8; 2]) -> Verdict {
        let [mover, waiting] = stores;
        let bounds = Bounds {
            mover: self.mover,
            waiting: self.waiting,
        };
        Verdict::of(mover, waiting, bounds)
    }
}

/// The verdict under any rule for endless play. Without secure seeds only stores
/// can decide.
fn verdict(stores: [u8; 2], secure: Option<&Guaranteed>) -> Option<Verdict> {
    if let Some(secure) = secure {
        return Some(secure.verdict(stores));
    }
    let [mover, waiting] = stores;
    let nothing = Bounds {
        mover: 0,
        waiting: 0,
    };
    Some(Verdict::of(mover, waiting, nothing)).filter(|verdict| *verdict != Verdict::Open)
}

/// The verdict where what endless play leaves is shared evenly.
fn even_verdict(stores: [u8; 2], value: NetSeeds) -> Verdict {
    let [mover, waiting] = stores.map(i32::from);
    match (mover + i32::from(value.0)).cmp(&waiting) {
        Ordering::Greater => Verdict::Win,
        Ordering::Less => Verdict::Loss,
        Ordering::Equal => Verdict::Draw,
    }
}
