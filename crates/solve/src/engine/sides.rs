//! The values of a layer while it is being solved.

use std::{io, slice};

use grenier_index::Section;

use crate::buffers::memory::{Bytes, Values};
use crate::engine::floor;
use crate::engine::work::Known;
use crate::options::Memory;

/// One count of a layer in progress.
pub(crate) struct Side<'a> {
    pub known: Known<'a>,
    /// What [`Known::objective`] counts, in index order.
    pub values: Values,
    /// What each position can be sure of without a quiet move, as far as it is
    /// stored: per section, by mover half and then by waiting half (a tile reads
    /// it in order), offset as in a tile; 0 where there is no capture and the game
    /// is not over.
    pub floor: Option<Bytes>,
    /// Indices of the values that the last step changed, if it listed them.
    pub changed: Vec<u64>,
}

/// The counts that are solved together.
pub(crate) enum Sides<'a> {
    /// Net seeds, from those of the children.
    Net(Side<'a>),
    /// What the mover and what the waiting player can be sure of: each is computed
    /// from the values of the other.
    Sure([Side<'a>; 2]),
}

/// A layer in progress.
pub(crate) struct Work<'a> {
    pub sides: Sides<'a>,
    /// Per section, the positions (mover half, waiting half; rising) in which
    /// only grand slams that are forbidden otherwise can be played.
    pub slams_only: Vec<Vec<(u32, u32)>>,
}

impl<'a> Side<'a> {
    /// All values 0, and room for the floor with [`Memory::Normal`].
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn new(known: Known<'a>, memory: Memory) -> io::Result<Self> {
        let floor = match memory {
            Memory::Normal => Some(Bytes::zeroed(floor::stored(known.layer()) as usize)?),
            Memory::Low => None,
        };
        Ok(Self {
            known,
            values: Values::zeroed(known.layer().len() as usize)?,
            floor,
            changed: Vec::new(),
        })
    }

    /// Computes the part of the floor that is a section's, if it is stored.
    pub fn fill_floor(&mut self, waiting: u32) {
        let part = range(self.known.section(waiting));
        if let Some(floor) = self.floor.as_mut().and_then(|floor| floor.get_mut(part)) {
            floor::fill(&self.known, waiting, floor);
        }
    }
}

/// The part of a floor that is a section's, if it is stored.
pub(crate) fn floor_of(floor: Option<&Bytes>, section: Section) -> Option<&[u8]> {
    floor?.get(range(section))
}

fn range(section: Section) -> std::ops::Range<usize> {
    section.base as usize..(section.base + section.len()) as usize
}

impl<'a> Sides<'a> {
    pub fn all(&self) -> &[Side<'a>] {
        match self {
            Self::Net(side) => slice::from_ref(side),
            Self::Sure(sides) => sides,
        }
    }

    pub fn all_mut(&mut self) -> &mut [Side<'a>] {
        match self {
            Self::Net(side) => slice::from_mut(side),
            Self::Sure(sides) => sides,
        }
    }

    /// The side that is tabled.
    pub fn first(&self) -> &Side<'a> {
        &self.all()[0]
    }

    /// Each side, and the side that has the values of its children.
    pub fn with_children(&self) -> impl Iterator<Item = (&Side<'a>, &Side<'a>)> {
        self.all().iter().zip(self.all().iter().rev())
    }

    /// The values to table.
    pub fn into_values(self) -> Values {
        match self {
            Self::Net(side) | Self::Sure([side, _]) => side.values,
        }
    }
}
