//! What a player may do in a position, and who takes what when they can do
//! nothing.

use std::ops::Deref;

use crate::position::{Position, SIDE};
use crate::rule_set::{Feeding, GameOver, GrandSlam, RuleSet};
use crate::sowing::Sowing;
use crate::values::NetSeeds;

/// A legal move and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The pit sown, 0..=5.
    pub pit: u8,
    /// Seeds the mover captures.
    pub captured: u8,
    /// Seeds the waiting player takes off the board by this move: 0 but under
    /// [`GrandSlam::CapturesAllRestToOther`].
    pub conceded: u8,
    /// The position after the move, from the view of the player now to move.
    pub next: Position,
}

impl Move {
    /// Whether all seeds stay on the board.
    pub fn is_quiet(&self) -> bool {
        self.captured == 0 && self.conceded == 0
    }

    /// What the move nets at once: the seeds captured minus those conceded.
    pub fn gain(&self) -> NetSeeds {
        NetSeeds(self.captured as i8 - self.conceded as i8)
    }

    /// What the move is worth to the player who makes it, when `next` is worth
    /// `next_value` to the player then to move.
    pub fn worth(&self, next_value: NetSeeds) -> NetSeeds {
        self.gain() - next_value
    }
}

/// The legal moves of a position, in the order of their pits. Dereferences to
/// a slice of [`Move`].
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    list: [Move; SIDE],
    len: usize,
}

impl Moves {
    fn none() -> Self {
        let unused = Move {
            pit: 0,
            captured: 0,
            conceded: 0,
            next: Position::from_legal_pits([0; 12]),
        };
        Self {
            list: [unused; SIDE],
            len: 0,
        }
    }

    fn push(&mut self, played: Move) {
        self.list[self.len] = played;
        self.len += 1;
    }
}

impl Deref for Moves {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.list[..self.len]
    }
}

/// How the seeds left on the board are shared out when a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// Seeds that go to the player who would have been to move.
    pub mover: u8,
    /// Seeds that go to the other.
    pub waiting: u8,
}

impl Settlement {
    /// Net seeds for the player who would have been to move.
    pub fn net(&self) -> NetSeeds {
        NetSeeds(self.mover as i8 - self.waiting as i8)
    }
}

impl RuleSet {
    /// The legal moves; empty exactly when the game is over.
    pub fn moves(&self, position: &Position) -> Moves {
        // A loop is compiled to half as much as `from_fn`.
        let mut sowings = [None; SIDE];
        for (pit, sowing) in (0..).zip(&mut sowings) {
            *sowing = Sowing::of(position, pit);
        }
        if position.waiting_seeds() == 0 && self.feeding != Feeding::NoDuty {
            self.keep_feeding(&mut sowings);
        }
        // Few moves are grand slams, and few rules ask for this.
        let slams_only = || {
            let mut played = sowings.iter().flatten();
            played.all(|sowing| sowing.is_grand_slam(&sowing.captures()))
        };
        let mut moves = Moves::none();
        for (pit, sowing) in (0..).zip(&sowings) {
            if let Some(sowing) = sowing
                && let Some(played) = self.capture_if(pit, sowing, slams_only)
            {
                moves.push(played);
            }
        }
        moves
    }

    /// Whether there is no legal move.
    pub fn is_over(&self, position: &Position) -> bool {
        // With seeds on both sides something can be played: where grand slams
        // are forbidden, they are not if there is nothing else.
        let both = position.mover_seeds() > 0 && position.waiting_seeds() > 0;
        !both && self.moves(position).is_empty()
    }

    /// Who takes what is left, when the game is over; `None` while it is not.
    ///
    /// Endless play is not a settlement: no position alone shows it.
    pub fn settlement(&self, position: &Position) -> Option<Settlement> {
        if !self.is_over(position) {
            return None;
        }
        let (mover, waiting) = (position.mover_seeds() as u8, position.waiting_seeds() as u8);
        let all = mover + waiting;
        let (mover, waiting) = match self.game_over {
            GameOver::EachTakesOwnSide => (mover, waiting),
            // The mover has seeds but cannot feed: the feeding duty decides.
            GameOver::OtherTakesAll if mover > 0 => (all, 0),
            GameOver::OtherTakesAll => (0, all),
        };
        Some(Settlement { mover, waiting })
    }

    /// Of the moves against an empty side, keeps those that give seeds. If
    /// there is none, the rule set says whether anything may be played.
    fn keep_feeding(&self, sowings: &mut [Option<Sowing>; SIDE]) {
        let feeds = |sowing: &Option<Sowing>| sowing.is_some_and(|sowing| sowing.given > 0);
        if self.feeding == Feeding::MustElseAnyMove && !sowings.iter().any(feeds) {
            return;
        }
        for sowing in sowings.iter_mut().filter(|sowing| !feeds(sowing)) {
            *sowing = None;
        }
    }

    /// The move that a sowing of `pit` makes: takes what it captures. `None`
    /// when that is forbidden; `slams_only` says that every playable move is a
    /// grand slam. The duty to feed is not looked at.
    ///
    /// What is captured depends on the waiting side alone; that is what makes
    /// it worth a function of its own to a solver.
    pub fn capture(&self, pit: u8, sowing: &Sowing, slams_only: bool) -> Option<Move> {
        self.capture_if(pit, sowing, || slams_only)
    }

    /// See [`RuleSet::capture`].
    fn capture_if(&self, pit: u8, sowing: &Sowing, slams_only: impl Fn() -> bool) -> Option<Move> {
        let mut taken = sowing.captures();
        if taken.is_empty() {
            return Some(Move {
                pit,
                captured: 0,
                conceded: 0,
                next: Position::from_legal_pits(sowing.pits).turned(),
            });
        }
        let mut rest_to_other = false;
        if sowing.is_grand_slam(&taken) {
            match self.grand_slam {
                GrandSlam::CapturesNothing => taken = 0..0,
                GrandSlam::ForbiddenElseCapturesNothing if slams_only() => taken = 0..0,
                GrandSlam::ForbiddenElseCaptures if slams_only() => {}
                GrandSlam::ForbiddenElseCapturesNothing | GrandSlam::ForbiddenElseCaptures => {
                    return None;
                }
                GrandSlam::CapturesAll => {}
                GrandSlam::CapturesAllRestToOther => rest_to_other = true,
                GrandSlam::LeavesFirst => taken.end -= 1,
                GrandSlam::LeavesLast => taken.start += 1,
            }
        }
        let mut pits = sowing.pits;
        let captured = take(&mut pits[taken]);
        let conceded = if rest_to_other { take(&mut pits) } else { 0 };
        Some(Move {
            pit,
            captured,
            conceded,
            next: Position::from_legal_pits(pits).turned(),
        })
    }
}

/// Empties the pits and counts what was in them.
fn take(pits: &mut [u8]) -> u8 {
    pits.iter_mut().map(std::mem::take).sum()
}
