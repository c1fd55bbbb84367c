//! The naive solver that the engine is judged against.
//!
//! Deliberately plain: twelve-pit arrays, one seed sown at a time, every
//! position written down, sweeps over the whole layer until nothing changes.
//! It shares nothing with the engine, with `grenier-index` or with the move
//! generator of `grenier-rules`; from the latter it takes the *choices* of a
//! [`RuleSet`] and no function. It is slow, and it must stay obvious: when it
//! and the engine differ, this file is where a reader looks for the rule.
//!
//! Values are scores: net seeds from here on for the player to move, endless
//! play shared evenly.

#![allow(dead_code, reason = "each test program uses its own part of this")]

use std::collections::HashMap;

use grenier_rules::{Feeding, GameOver, GrandSlam, RuleSet};

/// Six pits of one side.
pub(crate) type Half = [u8; 6];

/// Twelve pits, the mover's first.
pub(crate) type Board = [u8; 12];

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NaiveMove {
    /// The pit sown, 0..=5.
    pub(crate) pit: usize,
    /// Seeds captured minus seeds conceded.
    pub(crate) gain: i32,
    /// Seeds that go to the waiting player.
    pub(crate) conceded: i32,
    /// The board after the move, seen by the player then to move.
    pub(crate) next: Board,
}

/// A pit sown, before any capture; still seen by the player who sowed.
struct Sown {
    pit: usize,
    board: Board,
    last: usize,
    feeds: bool,
}

pub(crate) fn seeds(pits: &[u8]) -> i32 {
    pits.iter().map(|&pit| i32::from(pit)).sum()
}

fn sow(board: &Board, pit: usize) -> Sown {
    let mut after = *board;
    let mut hand = after[pit];
    assert!(hand > 0, "an empty pit cannot be sown");
    after[pit] = 0;
    let mut at = pit;
    let mut feeds = false;
    while hand > 0 {
        at += 1;
        if at == 12 {
            at = 0;
        }
        if at == pit {
            continue;
        }
        after[at] += 1;
        hand -= 1;
        if at >= 6 {
            feeds = true;
        }
    }
    assert_eq!(after[pit], 0, "the pit sown from stays empty");
    assert_eq!(seeds(&after), seeds(board), "sowing keeps every seed");
    Sown {
        pit,
        board: after,
        last: at,
        feeds,
    }
}

/// The pits that the last seed captures, the one it fell in first.
fn capturable(sown: &Sown) -> Vec<usize> {
    let mut pits = Vec::new();
    let mut pit = sown.last;
    while pit >= 6 && (sown.board[pit] == 2 || sown.board[pit] == 3) {
        pits.push(pit);
        pit -= 1;
    }
    pits
}

/// Something is captured, and no seed is left on the waiting side.
fn is_grand_slam(sown: &Sown) -> bool {
    let mut left = sown.board;
    for pit in capturable(sown) {
        left[pit] = 0;
    }
    !capturable(sown).is_empty() && seeds(&left[6..]) == 0
}

/// What happens on the board when this sowing is played and captures `pits`;
/// `rest_to_other` then gives whatever remains to the waiting player.
fn play(sown: &Sown, pits: &[usize], rest_to_other: bool) -> NaiveMove {
    let mut board = sown.board;
    let mut captured = 0;
    for &pit in pits {
        captured += i32::from(board[pit]);
        board[pit] = 0;
    }
    let mut conceded = 0;
    if rest_to_other {
        conceded = seeds(&board);
        board = [0; 12];
    }
    let mut next = [0; 12];
    for pit in 0..12 {
        next[pit] = board[(pit + 6) % 12];
    }
    NaiveMove {
        pit: sown.pit,
        gain: captured - conceded,
        conceded,
        next,
    }
}

/// Step 1 and 2: every pit that holds a seed can be sown; when the waiting
/// side is empty, the duty to feed says which of those remain.
fn playable(rules: &RuleSet, board: &Board) -> Vec<Sown> {
    let mut all = Vec::new();
    for pit in 0..6 {
        if board[pit] > 0 {
            all.push(sow(board, pit));
        }
    }
    if seeds(&board[6..]) > 0 {
        return all;
    }
    let someone_feeds = all.iter().any(|sown| sown.feeds);
    match rules.feeding {
        Feeding::NoDuty => {}
        Feeding::MustElseAnyMove => {
            if someone_feeds {
                all.retain(|sown| sown.feeds);
            }
        }
        Feeding::MustElseMoverTakesAll => all.retain(|sown| sown.feeds),
    }
    all
}

/// All legal moves, by rising pit. None: the game is over.
pub(crate) fn legal_moves(rules: &RuleSet, board: &Board) -> Vec<NaiveMove> {
    let playable = playable(rules, board);
    let nothing_else = playable.iter().all(is_grand_slam);
    let mut moves = Vec::new();
    for sown in &playable {
        let pits = capturable(sown);
        if !is_grand_slam(sown) {
            moves.push(play(sown, &pits, false));
            continue;
        }
        match rules.grand_slam {
            GrandSlam::CapturesNothing => moves.push(play(sown, &[], false)),
            GrandSlam::ForbiddenElseCapturesNothing => {
                if nothing_else {
                    moves.push(play(sown, &[], false));
                }
            }
            GrandSlam::ForbiddenElseCaptures => {
                if nothing_else {
                    moves.push(play(sown, &pits, false));
                }
            }
            GrandSlam::CapturesAll => moves.push(play(sown, &pits, false)),
            GrandSlam::CapturesAllRestToOther => moves.push(play(sown, &pits, true)),
            GrandSlam::LeavesFirst => moves.push(play(sown, &pits[1..], false)),
            GrandSlam::LeavesLast => {
                moves.push(play(sown, &pits[..pits.len() - 1], false));
            }
        }
    }
    moves
}

/// Whether some playable move is a grand slam: the rare case that tests seek.
pub(crate) fn has_grand_slam(rules: &RuleSet, board: &Board) -> bool {
    playable(rules, board).iter().any(is_grand_slam)
}

/// What the mover and what the waiting player takes when there is no legal move.
pub(crate) fn shares(rules: &RuleSet, board: &Board) -> (i32, i32) {
    let mover = seeds(&board[..6]);
    let waiting = seeds(&board[6..]);
    if mover > 0 && waiting == 0 && rules.feeding == Feeding::MustElseMoverTakesAll {
        return (mover, 0); // cannot feed: the mover takes all that is left
    }
    match rules.game_over {
        GameOver::OtherTakesAll => {
            assert_eq!(mover, 0, "a player with seeds has a move: {board:?}");
            (0, waiting)
        }
        GameOver::EachTakesOwnSide => (mover, waiting),
    }
}

/// Net seeds for the mover when there is no legal move.
pub(crate) fn settlement(rules: &RuleSet, board: &Board) -> i32 {
    let (mover, waiting) = shares(rules, board);
    mover - waiting
}

/// Whether every playable move is a grand slam, and there is one.
pub(crate) fn only_grand_slams(rules: &RuleSet, board: &Board) -> bool {
    let playable = playable(rules, board);
    !playable.is_empty() && playable.iter().all(is_grand_slam)
}

/// Every half with this many seeds, in lexicographic order.
pub(crate) fn halves(sum: usize) -> Vec<Half> {
    let mut list = Vec::new();
    for a in 0..=sum {
        for b in 0..=sum - a {
            for c in 0..=sum - a - b {
                for d in 0..=sum - a - b - c {
                    for e in 0..=sum - a - b - c - d {
                        let f = sum - a - b - c - d - e;
                        list.push([a, b, c, d, e, f].map(|pit| pit as u8));
                    }
                }
            }
        }
    }
    assert!(list.is_sorted(), "lexicographic order");
    list
}

/// The halves that can lie on the waiting side: those with an empty pit.
pub(crate) fn waiting_halves(sum: usize) -> Vec<Half> {
    let mut list = halves(sum);
    list.retain(|half| half.contains(&0));
    list
}

fn join(mover: &Half, waiting: &Half) -> Board {
    let mut board = [0; 12];
    board[..6].copy_from_slice(mover);
    board[6..].copy_from_slice(waiting);
    board
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// How many positions a layer has: C(n+11, 11) - C(n+5, 11).
pub(crate) fn layer_size(n: usize) -> usize {
    let full = if n < 6 { 0 } else { binomial(n + 5, 11) };
    binomial(n + 11, 11) - full
}

/// Every indexed position of layer `n` in index order: by rising waiting sum,
/// then by waiting half, then by mover half.
pub(crate) fn positions(n: usize) -> Vec<Board> {
    let mut list = Vec::new();
    for u in 0..=n {
        let movers = halves(n - u);
        for waiting in waiting_halves(u) {
            for mover in &movers {
                list.push(join(mover, &waiting));
            }
        }
    }
    assert_eq!(list.len(), layer_size(n), "layer {n}");
    list
}

/// Where a position stands in its layer, for layers too large to write down:
/// it counts what comes before, with the lists of halves as the only help.
pub(crate) struct Places {
    halves: Vec<HashMap<Half, usize>>,
    waiting: Vec<HashMap<Half, usize>>,
}

impl Places {
    /// For boards of at most `most` seeds.
    pub(crate) fn new(most: usize) -> Self {
        let number = |list: Vec<Half>| list.into_iter().zip(0..).collect();
        Self {
            halves: (0..=most).map(|sum| number(halves(sum))).collect(),
            waiting: (0..=most).map(|sum| number(waiting_halves(sum))).collect(),
        }
    }

    /// The place of `board` in its layer.
    ///
    /// # Panics
    /// When the waiting half has no empty pit or there are too many seeds.
    pub(crate) fn of(&self, board: &Board) -> usize {
        let mover: Half = board[..6].try_into().unwrap();
        let waiting: Half = board[6..].try_into().unwrap();
        let (m, u) = (seeds(&mover) as usize, seeds(&waiting) as usize);
        let before: usize = (0..u)
            .map(|less| self.waiting[less].len() * self.halves[m + u - less].len())
            .sum();
        before + self.waiting[u][&waiting] * self.halves[m].len() + self.halves[m][&mover]
    }
}

/// What one move (or the end of the game) is worth to the mover.
enum Worth {
    /// It leaves the layer or ends the game: a number that is final.
    Final(i32),
    /// A quiet move to this place in the same layer: minus its value.
    Quiet(usize),
}

/// One layer as a game: for each position what its moves are worth.
fn worths(
    rules: &RuleSet,
    boards: &[Board],
    lower: &[Vec<i8>],
    places: &Places,
) -> Vec<Vec<Worth>> {
    let n = lower.len();
    let mut list = Vec::with_capacity(boards.len());
    for board in boards {
        let mut worth = Vec::new();
        for played in legal_moves(rules, board) {
            let place = places.of(&played.next);
            let left = seeds(&played.next) as usize;
            if left == n {
                assert_eq!(played.gain, 0, "a quiet move gains nothing");
                worth.push(Worth::Quiet(place));
            } else {
                worth.push(Worth::Final(played.gain - i32::from(lower[left][place])));
            }
        }
        if worth.is_empty() {
            worth.push(Worth::Final(settlement(rules, board)));
        }
        list.push(worth);
    }
    list
}

fn best(worth: &[Worth], values: &[i32]) -> i32 {
    let worth = worth.iter().map(|worth| match *worth {
        Worth::Final(value) => value,
        Worth::Quiet(place) => -values[place],
    });
    worth.max().expect("a move or a settlement")
}

/// Layers 0..=`up_to` by sweeps: from 0 everywhere, every position is computed
/// anew from the sweep before, until a sweep changes nothing.
pub(crate) fn solve(rules: &RuleSet, up_to: usize) -> Vec<Vec<i8>> {
    let places = Places::new(up_to);
    let mut layers: Vec<Vec<i8>> = Vec::new();
    for n in 0..=up_to {
        let worths = worths(rules, &positions(n), &layers, &places);
        let mut values = vec![0; worths.len()];
        loop {
            let next: Vec<i32> = worths.iter().map(|worth| best(worth, &values)).collect();
            for (&old, &new) in values.iter().zip(&next) {
                // Values only ever rise in the order 0 below ±1 below ±2.
                assert!(old == 0 || (old.signum() == new.signum() && old.abs() <= new.abs()));
                assert!(new.unsigned_abs() as usize <= n);
            }
            if next == values {
                break;
            }
            values = next;
        }
        layers.push(values.into_iter().map(|value| value as i8).collect());
    }
    layers
}

/// The same layers by thresholds: for each k from n down to 1 the positions in
/// which the mover can force at least k, and those in which the other can.
///
/// Both sets grow from nothing. A position joins the first when one of its
/// moves does it, the second when all of them do. Who is in neither, for any
/// k, has the score 0.
pub(crate) fn solve_by_thresholds(rules: &RuleSet, up_to: usize) -> Vec<Vec<i8>> {
    let places = Places::new(up_to);
    let mut layers: Vec<Vec<i8>> = Vec::new();
    for n in 0..=up_to {
        let worths = worths(rules, &positions(n), &layers, &places);
        let mut values = vec![0; worths.len()];
        for k in (1..=n as i32).rev() {
            let (mover_can, other_can) = forced(&worths, k);
            for place in 0..worths.len() {
                assert!(!(mover_can[place] && other_can[place]));
                if values[place] == 0 && mover_can[place] {
                    values[place] = k as i8;
                } else if values[place] == 0 && other_can[place] {
                    values[place] = -k as i8;
                }
            }
        }
        layers.push(values);
    }
    layers
}

/// Where the mover, and where the other, can force at least `k`.
fn forced(worths: &[Vec<Worth>], k: i32) -> (Vec<bool>, Vec<bool>) {
    let mut mover_can = vec![false; worths.len()];
    let mut other_can = vec![false; worths.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (place, worth) in worths.iter().enumerate() {
            let mover = worth.iter().any(|worth| match *worth {
                Worth::Final(value) => value >= k,
                Worth::Quiet(child) => other_can[child],
            });
            let other = worth.iter().all(|worth| match *worth {
                Worth::Final(value) => value <= -k,
                Worth::Quiet(child) => mover_can[child],
            });
            changed |= mover != mover_can[place] || other != other_can[place];
            mover_can[place] = mover;
            other_can[place] = other;
        }
    }
    (mover_can, other_can)
}

/// What the moves of `board` are worth by these finished layers, by rising pit;
/// a finished game is one entry, its settlement.
pub(crate) fn move_values(
    rules: &RuleSet,
    board: &Board,
    layers: &[Vec<i8>],
    places: &Places,
) -> Vec<i32> {
    let mut values = Vec::new();
    for played in legal_moves(rules, board) {
        let left = seeds(&played.next) as usize;
        values.push(played.gain - i32::from(layers[left][places.of(&played.next)]));
    }
    if values.is_empty() {
        values.push(settlement(rules, board));
    }
    values
}
