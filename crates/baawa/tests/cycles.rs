//! Where play of Ba-awa can go round in circles without a capture.
//!
//! Seeds only move forwards. So when a board comes back, seeds have passed every
//! pit, and every pit that seeds fell into has been lifted in between. A pit
//! that was lifted grows from nothing one by one: at four it would be captured.
//! So no pit of such a circle ever holds more than three, and only boards of
//! that kind need to be looked at. Passes change no board.

use grenier_baawa::{Game, Rules, Stop};
use grenier_rules::Side;

/// Positions whose boards have at most three seeds in each pit, as numbers: the
/// counts to the base four, then the side to move.
const POSITIONS: usize = 1 << 25;

fn pits(position: usize) -> [u8; 12] {
    std::array::from_fn(|pit| (position >> (2 * pit + 1) & 3) as u8)
}

fn side(position: usize) -> Side {
    [Side::South, Side::North][position & 1]
}

fn number(pits: &[u8; 12], side: Side) -> usize {
    let counts = pits.iter().rev();
    let board = counts.fold(0, |number, &seeds| number << 2 | usize::from(seeds));
    board << 1 | side as usize
}

/// The positions that moves without a capture lead to.
fn next(game: &Game, position: usize) -> Vec<usize> {
    let (pits, side) = (pits(position), side(position));
    let own = game.pits_of(side).filter(|&pit| pits[pit] > 0);
    let own: Vec<usize> = own.collect();
    if own.is_empty() {
        return vec![number(&pits, side.other())];
    }
    let quiet = |pit: usize| {
        let sown = game.sow(pits, side, pit);
        let goes_on = sown.stop == Stop::EmptyPit && sown.captured == [0, 0];
        goes_on.then(|| number(&sown.pits, side.other()))
    };
    own.into_iter().filter_map(quiet).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Seen {
    No,
    /// The way that is being followed leads over it.
    OnTheWay,
    Done,
}

/// Whether a way from a position comes back to one that it led over.
fn comes_back(game: &Game, start: usize, seen: &mut [Seen]) -> bool {
    if seen[start] == Seen::Done {
        return false;
    }
    seen[start] = Seen::OnTheWay;
    let mut way = vec![(start, next(game, start))];
    while let Some((position, moves)) = way.last_mut() {
        match moves.pop() {
            None => {
                seen[*position] = Seen::Done;
                way.pop();
            }
            Some(child) => match seen[child] {
                Seen::OnTheWay => return true,
                Seen::Done => {}
                Seen::No => {
                    seen[child] = Seen::OnTheWay;
                    way.push((child, next(game, child)));
                }
            },
        }
    }
    false
}

/// The numbers of seeds with which play can go round when South owns so many.
fn rounds(owns: u8, seeds: impl Iterator<Item = u8>) -> Vec<u8> {
    // With at most three in a pit no choice of rules makes a difference here,
    // nor does it matter who began.
    let game = Game::new(Rules::DEFAULT, owns, Side::South).unwrap();
    let mut seen = vec![Seen::No; POSITIONS];
    let round = |seeds: &u8| {
        let of = |&position: &usize| pits(position).iter().sum::<u8>() == *seeds;
        let mut positions = (0..POSITIONS).filter(of);
        positions.any(|position| comes_back(&game, position, &mut seen))
    };
    seeds.filter(round).collect()
}

#[test]
fn play_goes_round_with_12_and_16_seeds() {
    assert_eq!(rounds(6, [12, 16].into_iter()), [12, 16]);
}

/// Half a minute; `.ci/run` runs it. Owning more than six is the same, seen from
/// the other side of the board.
#[test]
#[ignore = "takes half a minute"]
fn play_goes_round_with_12_and_16_seeds_only() {
    for owns in 1..=6 {
        let found = rounds(owns, (12..=36).step_by(4));
        println!("South owns {owns}: {found:?}");
        assert!(found.iter().all(|&seeds| seeds <= 16), "{owns}: {found:?}");
    }
}
