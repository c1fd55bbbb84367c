//! Own-side bounds: against the naive solver, their laws, the real game played
//! out, and the guarantee realised.

mod naive;
mod naive_own_side;
mod naive_secure;
mod solved;

use grenier_rules::{Endless, RuleSet};
use grenier_solve::Engine;
use naive::{Board, Places, legal_moves, positions, shares};
use naive_own_side::{MOVING, Solved, WAITING, solve};
use naive_secure::forced_by_movers;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Whole layers are compared up to this one.
const WHOLE: usize = 6;
/// The laws are checked up to this one.
const LAWS: usize = 8;
/// The guarantee is realised against all opponents up to this one, and against
/// some up to the next.
const ALL_OPPONENTS: usize = 5;
const SOME_OPPONENTS: usize = 7;

fn engine_layers(rules: &RuleSet, up_to: usize) -> Vec<Vec<i8>> {
    solved::layers(Engine::own_side(*rules, None), up_to)
}

/// The rule sets whose sheets give each player their own side.
fn rule_sets() -> impl Iterator<Item = &'static RuleSet> {
    const { &RuleSet::ALL }
        .iter()
        .filter(|rules| rules.endless == Endless::EachKeepsOwnSide)
}

#[test]
fn whole_layers_of_every_rule_set() {
    for rules in rule_sets() {
        let engine = engine_layers(rules, WHOLE);
        for (n, (engine, naive)) in engine.iter().zip(solve(rules, WHOLE)).enumerate() {
            let naive: Vec<i8> = naive
                .bounds
                .mover
                .iter()
                .map(|&value| value as i8)
                .collect();
            let differs = engine.iter().zip(&naive).position(|(a, b)| a != b);
            assert_eq!(differs, None, "{}, layer {n}", rules.name);
            assert_eq!(engine.len(), naive.len());
        }
    }
}

/// The laws: whoever can force seeds can guarantee them, and both guarantees
/// together leave out no seed twice.
#[test]
fn own_side_bounds_lie_between_secure_seeds() {
    for rules in rule_sets() {
        let secure = solved::layers(Engine::secure(*rules, None), LAWS);
        let own_side = engine_layers(rules, LAWS);
        let places = Places::new(LAWS);
        for n in 0..=LAWS {
            for board in boards_of(n) {
                let (forced, other_forced) = forced_by_movers(rules, &board, &secure, &places);
                let (mover, waiting) = forced_by_movers(rules, &board, &own_side, &places);
                assert!(forced <= mover && other_forced <= waiting, "{board:?}");
                assert!(mover + waiting <= n as i32, "{board:?}");
                if board[6..].contains(&0) {
                    assert_eq!(mover, i32::from(own_side[n][places.of(&board)]));
                }
            }
        }
    }
}

/// How many seeds are open in the mean over all positions, also those without a
/// number, as an independent program counted it.
#[test]
fn what_is_left_open_under_oware() {
    let rules = &RuleSet::OWARE;
    let secure = solved::layers(Engine::secure(*rules, None), 9);
    let own_side = engine_layers(rules, 9);
    let places = Places::new(9);
    let mean = |n: usize, movers: &[Vec<i8>]| {
        let boards = boards_of(n);
        let open = |board| {
            let (mover, waiting) = forced_by_movers(rules, board, movers, &places);
            n as i32 - mover - waiting
        };
        let sum: i32 = boards.iter().map(open).sum();
        (1000.0 * f64::from(sum) / boards.len() as f64).round() / 1000.0
    };
    assert_eq!((mean(8, &secure), mean(9, &secure)), (1.676, 1.411));
    assert_eq!((mean(8, &own_side), mean(9, &own_side)), (0.804, 0.645));
}

/// All positions with `n` seeds, also those with a full waiting side.
fn boards_of(n: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    for waiting in 0..=n {
        for waiting in naive::halves(waiting) {
            let mover = n - naive::seeds(&waiting) as usize;
            for mover in naive::halves(mover) {
                let mut board = [0; 12];
                board[..6].copy_from_slice(&mover);
                board[6..].copy_from_slice(&waiting);
                boards.push(board);
            }
        }
    }
    boards
}

/// The real game, with its history: a position that was there since the last
/// capture, with the same player to move, ends it, and each keeps their side.
struct RealGame<'a> {
    rules: &'a RuleSet,
    /// Since the last capture, the present one last.
    history: Vec<Board>,
}

impl RealGame<'_> {
    /// What the mover of the last position gets at best from here on. Where that
    /// is not between `low` and `high`, only so much is right of the result.
    fn best(&mut self, low: i32, high: i32) -> i32 {
        let board = *self.history.last().unwrap();
        let mut earlier = self.history.iter().rev().skip(2).step_by(2);
        if earlier.any(|then| *then == board) {
            return naive::seeds(&board[..6]);
        }
        let moves = legal_moves(self.rules, &board);
        if moves.is_empty() {
            return shares(self.rules, &board).0;
        }
        let all = naive::seeds(&board);
        let mut best = i32::MIN;
        for played in moves {
            // All but what is conceded is shared with the mover of the child.
            let shared = all - played.conceded;
            let (least, most) = (shared - high, shared - low.max(best));
            let rest = if naive::seeds(&played.next) < all {
                let history = std::mem::replace(&mut self.history, vec![played.next]);
                let rest = self.best(least, most);
                self.history = history;
                rest
            } else {
                self.history.push(played.next);
                let rest = self.best(least, most);
                self.history.pop();
                rest
            };
            best = best.max(shared - rest);
            if best >= high {
                break;
            }
        }
        best
    }
}

/// Every position of the smallest layers, all ways to play from it.
#[test]
fn the_real_game_ends_within_the_bounds() {
    let mut open = 0;
    for rules in rule_sets() {
        let engine = engine_layers(rules, 3);
        let places = Places::new(3);
        for n in 1..=3 {
            for board in positions(n) {
                let mut game = RealGame {
                    rules,
                    history: vec![board],
                };
                let result = game.best(0, n as i32);
                let (mover, waiting) = forced_by_movers(rules, &board, &engine, &places);
                assert!(
                    (mover..=n as i32 - waiting).contains(&result),
                    "{} {board:?}: {result}",
                    rules.name
                );
                open += u32::from(mover + waiting < n as i32);
            }
        }
    }
    assert!(open > 100, "{open} positions left something open");
}

/// The moves of the naive solver, which look at nothing but the position and what
/// is still to be got, against all that the other can do.
#[test]
fn the_guarantee_is_realised_against_every_opponent() {
    for rules in rule_sets() {
        for (n, layer) in solve(rules, ALL_OPPONENTS).iter().enumerate() {
            for t in 1..=n as i32 {
                assert!(layer.is_realised(t), "{}, {t} of {n}", rules.name);
            }
        }
    }
}

/// The same in larger layers, against opponents who play at random.
#[test]
fn the_guarantee_is_realised_against_some_opponents() {
    let places = Places::new(SOME_OPPONENTS);
    let mut random = StdRng::seed_from_u64(7);
    for rules in [RuleSet::AWALE, RuleSet::OWARE] {
        let layers = solve(&rules, SOME_OPPONENTS);
        let mut repetitions = 0;
        for _ in 0..5_000 {
            let n = random.random_range(ALL_OPPONENTS + 1..=SOME_OPPONENTS);
            let boards = positions(n);
            let board = boards[random.random_range(0..boards.len())];
            let role = random.random_range(MOVING..=WAITING);
            let bounds = &layers[n].bounds;
            let sure = [&bounds.mover, &bounds.waiting][role][places.of(&board)];
            let (got, repeats) = play(&rules, &layers, &places, (board, role), sure, &mut random);
            assert!(got >= sure, "{} {board:?}: {got} of {sure}", rules.name);
            repetitions += u32::from(repeats);
        }
        assert!(repetitions > 100, "{repetitions} repetitions");
    }
}

/// Plays a game out: you by the moves for `sure` seeds, the other at random. What
/// you get, and whether a repetition ended it.
fn play(
    rules: &RuleSet,
    layers: &[Solved],
    places: &Places,
    (mut board, mut role): (Board, usize),
    sure: i32,
    random: &mut StdRng,
) -> (i32, bool) {
    let (mut got, mut history) = (0, Vec::new());
    loop {
        let mine = if role == MOVING { 0..6 } else { 6..12 };
        if history.contains(&(board, role)) {
            return (got + naive::seeds(&board[mine]), true);
        }
        history.push((board, role));
        let moves = legal_moves(rules, &board);
        if moves.is_empty() {
            let (mover, waiting) = shares(rules, &board);
            return (got + [mover, waiting][role], false);
        }
        let still = sure - got;
        let n = naive::seeds(&board) as usize;
        let chosen = match role {
            MOVING if still > 0 => layers[n].reached[still as usize - 1].moves[places.of(&board)],
            _ => random.random_range(0..moves.len()),
        };
        let played = moves[chosen];
        got += match role {
            MOVING => played.gain + played.conceded,
            _ => played.conceded,
        };
        if naive::seeds(&played.next) < n as i32 {
            history.clear();
        }
        (board, role) = (played.next, 1 - role);
    }
}
