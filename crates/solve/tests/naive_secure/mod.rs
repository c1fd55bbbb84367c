//! Secure seeds the naive way: what the mover and what the waiting player can
//! force in finite time, from the moves of `naive`. Shares nothing with the engine.

#![allow(dead_code, reason = "each test program uses its own part of this")]

use grenier_rules::RuleSet;

use crate::naive::{Board, Places, legal_moves, positions, seeds, shares};

/// What the mover and what the waiting player forces, of all positions of a
/// layer in index order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Secure {
    pub(crate) mover: Vec<i32>,
    pub(crate) waiting: Vec<i32>,
}

/// How a position goes on.
enum Next {
    /// The game is over: what the mover and what the waiting player takes.
    Over(i32, i32),
    Moves(Vec<Choice>),
}

struct Choice {
    captured: i32,
    conceded: i32,
    layer: usize,
    place: usize,
}

fn next(rules: &RuleSet, board: &Board, places: &Places) -> Next {
    let moves = legal_moves(rules, board);
    if moves.is_empty() {
        let (mover, waiting) = shares(rules, board);
        return Next::Over(mover, waiting);
    }
    let choice = |played: crate::naive::NaiveMove| Choice {
        captured: played.gain + played.conceded,
        conceded: played.conceded,
        layer: seeds(&played.next) as usize,
        place: places.of(&played.next),
    };
    Next::Moves(moves.into_iter().map(choice).collect())
}

/// What both force, given what they force elsewhere. The mover takes the best
/// of what is captured and what the waiting player of the child, which is who
/// moved, forces; the other gets the least that a move leaves them.
fn forced(next: &Next, layers: &[Secure]) -> (i32, i32) {
    let choices = match next {
        Next::Over(mover, waiting) => return (*mover, *waiting),
        Next::Moves(choices) => choices,
    };
    let mover = choices
        .iter()
        .map(|one| one.captured + layers[one.layer].waiting[one.place]);
    let waiting = choices
        .iter()
        .map(|one| one.conceded + layers[one.layer].mover[one.place]);
    (mover.max().unwrap(), waiting.min().unwrap())
}

/// Layers 0..=`up_to`: from nothing forced at all, every position anew from the
/// sweep before, until a sweep changes nothing.
pub(crate) fn solve(rules: &RuleSet, up_to: usize) -> Vec<Secure> {
    let places = Places::new(up_to);
    let mut layers: Vec<Secure> = Vec::new();
    for n in 0..=up_to {
        let boards = positions(n);
        let nexts: Vec<Next> = boards
            .iter()
            .map(|board| next(rules, board, &places))
            .collect();
        layers.push(Secure {
            mover: vec![0; boards.len()],
            waiting: vec![0; boards.len()],
        });
        loop {
            let both = nexts.iter().map(|next| forced(next, &layers));
            let (mover, waiting) = both.unzip();
            let swept = Secure { mover, waiting };
            if swept == layers[n] {
                break;
            }
            layers[n] = swept;
        }
        let both = layers[n].mover.iter().zip(&layers[n].waiting);
        for ((mover, waiting), board) in both.zip(boards) {
            assert!(mover + waiting <= n as i32, "{board:?}");
        }
    }
    layers
}

/// What the waiting player of `board` forces by what movers force.
fn waiting_forces(rules: &RuleSet, board: &Board, movers: &[Vec<i8>], places: &Places) -> i32 {
    match next(rules, board, places) {
        Next::Over(_, waiting) => waiting,
        Next::Moves(choices) => choices
            .iter()
            .map(|one| one.conceded + i32::from(movers[one.layer][one.place]))
            .min()
            .unwrap(),
    }
}

/// What both force in `board` by what movers force two plies on and one ply on.
pub(crate) fn forced_by_movers(
    rules: &RuleSet,
    board: &Board,
    movers: &[Vec<i8>],
    places: &Places,
) -> (i32, i32) {
    let waiting = waiting_forces(rules, board, movers, places);
    let mover = legal_moves(rules, board)
        .iter()
        .map(|played| {
            let captured = played.gain + played.conceded;
            captured + waiting_forces(rules, &played.next, movers, places)
        })
        .max();
    (mover.unwrap_or_else(|| shares(rules, board).0), waiting)
}
