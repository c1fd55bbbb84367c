//! Values as types: net seeds, and hundredths of them for estimates.

use std::fmt;
use std::ops::{Neg, Sub};

use serde::Serialize;

/// Net seeds from here on, from the mover's view: what the mover will still capture
/// minus what the opponent will, -48..=48.
///
/// Arithmetic saturates: a damaged table can hold any byte. Printed with a sign:
/// `+3`, `0`, `-4`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct NetSeeds(pub i8);

/// An estimate of [`NetSeeds`], in hundredths of a seed. Printed in seeds with one
/// decimal and a sign: `+1.7`, `0.0`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Centiseeds(pub i16);

impl Neg for NetSeeds {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl Sub for NetSeeds {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for NetSeeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("0"),
            net => f.pad(&format!("{net:+}")),
        }
    }
}

impl fmt::Display for Centiseeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (f64::from(self.0) / 10.0).round();
        if tenths == 0.0 {
            return f.pad("0.0");
        }
        f.pad(&format!("{:+.1}", tenths / 10.0))
    }
}

impl Centiseeds {
    /// As a number of seeds.
    pub fn seeds(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// The whole net seeds in it.
    pub fn whole(self) -> NetSeeds {
        NetSeeds((self.0 / 100) as i8)
    }
}

impl From<NetSeeds> for Centiseeds {
    fn from(net: NetSeeds) -> Self {
        Self(i16::from(net.0) * 100)
    }
}

impl Sub for Centiseeds {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}
