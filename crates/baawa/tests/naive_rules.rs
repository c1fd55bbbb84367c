//! A plain second opinion on the moves of Ba-awa: written from the words of
//! `docs/rules.md`, sharing nothing with the crate but the names of the choices.
//! Here are the facts on sowing that solvers rest on, too.

mod naive;

use std::collections::BTreeSet;

use grenier_baawa::{After, End, Game, Move, Position, Rules};
use grenier_rules::Side;
use naive::{Naive, Sown};

/// A generator of pseudo-random numbers (Marsaglia's xorshift64), so that the
/// crate needs no other.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    /// Up to `seeds` seeds, dropped one by one; in half of the boards into
    /// neighbouring pits only. No pit of four, a multiple of four in all.
    fn pits(&mut self, seeds: u64) -> [u8; 12] {
        loop {
            let mut pits = [0; 12];
            let (first, wide) = (self.below(12), 12 - self.below(24).saturating_sub(12));
            for _ in 0..seeds {
                let pit = (first + self.below(wide)) % 12;
                pits[pit as usize] += 1;
            }
            if !pits.contains(&4) {
                return pits;
            }
        }
    }
}

fn index(side: Side) -> usize {
    match side {
        Side::South => 0,
        Side::North => 1,
    }
}

/// What the crate's move says, in the words of the naive one.
fn told(played: &Move) -> Sown {
    let mut sown = Sown {
        pits: [0; 12],
        captured: played.captured,
        over: true,
        laps: 0,
        split: 0,
    };
    match played.after {
        After::Position(next) => (sown.pits, sown.over) = (next.pits(), false),
        After::Over(settlement) => {
            for player in 0..2 {
                sown.captured[player] += settlement.takes[player];
            }
            if settlement.end == End::EndlessSowing {
                sown.split = settlement.takes.iter().sum();
            }
        }
    }
    sown
}

#[test]
fn a_million_random_positions_have_the_same_moves() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut moves, mut passes, mut endless, mut over) = (0, 0, 0, 0);
    for _ in 0..1_000_000 {
        let pits = random_pits(&mut random);
        // Half of them under the default rules.
        let rules = Rules::ALL[random.below(16).saturating_sub(8) as usize];
        let owns = 1 + random.below(11) as u8;
        let [side, starter] = [0; 2].map(|_| [Side::South, Side::North][random.below(2) as usize]);
        let game = Game::new(rules, owns, starter).unwrap();
        let naive = Naive::new(rules.name(), owns, index(starter));
        let position = Position::new(pits, side).unwrap();
        let expected = naive.moves(pits, index(side));
        let found = game.moves(&position);
        assert_eq!(found.len(), expected.len(), "{game:?} {position:?}");
        over += usize::from(found.is_empty());
        for (found, (pit, expected)) in found.iter().zip(expected) {
            let same = told(found);
            assert_eq!(found.pit.map(usize::from), pit, "{game:?} {position:?}");
            let expected = Sown {
                laps: 0,
                ..expected
            };
            assert_eq!(same, expected, "{game:?} {position:?} pit {pit:?}");
            moves += 1;
            passes += usize::from(pit.is_none());
            endless += usize::from(expected.split > 0);
        }
    }
    // All that can happen has happened, and often.
    let seen = format!("{moves} moves, {passes} passes, {endless} endless, {over} over");
    assert!(moves > 3_000_000, "{seen}");
    assert!(passes > 1_000 && endless > 20 && over > 1_000, "{seen}");
}

/// Endings mostly, and all numbers of seeds that a game comes to.
fn random_pits(random: &mut Random) -> [u8; 12] {
    let fours = match random.below(4) {
        0 => random.below(13),
        1 => 3,
        _ => 3 + random.below(4),
    };
    random.pits(4 * fours)
}

/// Calls `visit` with all boards of so many seeds in the pits from `pit` on.
fn each_board(pits: &mut [u8; 12], pit: usize, seeds: u8, visit: &mut impl FnMut(&[u8; 12])) {
    if pit == 11 {
        pits[pit] = seeds;
        if seeds != 4 {
            visit(pits);
        }
        return;
    }
    for here in (0..=seeds).filter(|&here| here != 4) {
        pits[pit] = here;
        each_board(pits, pit + 1, seeds - here, visit);
    }
}

/// Of all sowings of pit 0 from boards of so many seeds: the most laps of one
/// that ends, and with how many seeds left others come to no end. Other pits
/// are the same, turned; who owns what does not change the way.
fn sowings(seeds: u8) -> (u32, BTreeSet<u8>) {
    let naive = Naive::new("ba-awa", 6, 0);
    let (mut most, mut endless) = (0, BTreeSet::new());
    each_board(&mut [0; 12], 0, seeds, &mut |pits| {
        if pits[0] > 0 {
            let sown = naive.sow(*pits, 0, 0);
            if sown.split > 0 {
                endless.insert(sown.split);
            } else {
                most = most.max(sown.laps);
            }
        }
    });
    (most, endless)
}

#[test]
fn endless_sowing_needs_twelve_seeds() {
    for seeds in [12, 16] {
        let (laps, endless) = sowings(seeds);
        println!("{seeds} seeds: at most {laps} laps");
        assert!(laps <= 34);
        assert_eq!(endless, BTreeSet::from([12]));
    }
}

/// Minutes; `.ci/run` runs it.
#[test]
#[ignore = "takes minutes"]
fn the_longest_finite_sowing_to_24_seeds_has_34_laps() {
    let laps = [12, 16, 20, 24].map(|seeds| {
        let (laps, endless) = sowings(seeds);
        assert_eq!(endless, BTreeSet::from([12]));
        laps
    });
    println!("{laps:?}");
    assert_eq!(laps.iter().max(), Some(&34));
}
