//! The engine against the naive solver: whole small layers of every rule set
//! and of every combination of choices, and the local equation
//! `x(p) = max over moves (gain - x(child))` in larger layers, at random and
//! where sowing, feeding and grand slams are at their strangest.

mod golden;
mod naive;
mod solved;

use std::sync::LazyLock;

use grenier_rules::{Endless, Feeding, GameOver, GrandSlam, RuleSet};
use grenier_solve::Engine;
use naive::{
    Board, Half, Places, has_grand_slam, legal_moves, move_values, only_grand_slams, positions,
    seeds, solve,
};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Whole layers are compared up to this one, under every named rule set; above
/// it, up to the last golden line, their counts and hashes are.
const WHOLE: usize = 9;
/// Whole layers are compared up to this one, under every combination.
const WHOLE_COMBINATION: usize = 7;
/// Rare positions are checked up to this layer, under every combination.
const RARE_COMBINATION: usize = 10;
/// The layers in which the four main rule sets are checked at random; rare
/// positions are sought from `FIRST_RARE` up to the last layer made below.
const RANDOM: std::ops::RangeInclusive<usize> = 10..=16;
const FIRST_RARE: usize = 12;

static AWALE: LazyLock<Vec<Vec<i8>>> = LazyLock::new(|| engine_layers(&RuleSet::AWALE, 17));
static AWELE: LazyLock<Vec<Vec<i8>>> = LazyLock::new(|| engine_layers(&RuleSet::AWELE, 18));
static OWARE: LazyLock<Vec<Vec<i8>>> = LazyLock::new(|| engine_layers(&RuleSet::OWARE, 17));
/// 19 seeds are the fewest with which a sowing into its second lap can be a
/// grand slam that is forbidden and would have been the best move.
static AWARI: LazyLock<Vec<Vec<i8>>> = LazyLock::new(|| engine_layers(&RuleSet::AWARI, 19));

/// Layers 0..=`up_to` by the engine.
fn engine_layers(rules: &RuleSet, up_to: usize) -> Vec<Vec<i8>> {
    solved::layers(Engine::new(*rules), up_to)
}

/// Every combination of choices that has a say in a score.
fn combinations() -> Vec<RuleSet> {
    let slams = [
        GrandSlam::CapturesNothing,
        GrandSlam::ForbiddenElseCapturesNothing,
        GrandSlam::ForbiddenElseCaptures,
        GrandSlam::CapturesAll,
        GrandSlam::CapturesAllRestToOther,
        GrandSlam::LeavesFirst,
        GrandSlam::LeavesLast,
    ];
    let feedings = [
        Feeding::MustElseAnyMove,
        Feeding::MustElseMoverTakesAll,
        Feeding::NoDuty,
    ];
    let mut list = Vec::new();
    for grand_slam in slams {
        for feeding in feedings {
            for game_over in [GameOver::OtherTakesAll, GameOver::EachTakesOwnSide] {
                list.push(RuleSet {
                    name: "combination",
                    id: u16::MAX,
                    source: "every combination of choices is tested",
                    grand_slam,
                    feeding,
                    game_over,
                    endless: Endless::Even,
                });
            }
        }
    }
    list
}

fn assert_same_layers(rules: &RuleSet, engine: &[Vec<i8>], naive: &[Vec<i8>]) {
    for (n, (engine, naive)) in engine.iter().zip(naive).enumerate() {
        assert_eq!(engine.len(), naive.len(), "{rules:?}, layer {n}");
        if engine != naive {
            let place = engine.iter().zip(naive).position(|(a, b)| a != b).unwrap();
            let board = positions(n)[place];
            panic!(
                "{rules:?}\nlayer {n}, {board:?}: engine {}, naive {}, moves {:?}",
                engine[place],
                naive[place],
                legal_moves(rules, &board)
            );
        }
    }
}

/// Checks that the value of `board` is that of its best move.
fn assert_local_equation(rules: &RuleSet, board: &Board, layers: &[Vec<i8>], places: &Places) {
    let value = layers[seeds(board) as usize][places.of(board)];
    let moves = move_values(rules, board, layers, places);
    assert_eq!(
        Some(&i32::from(value)),
        moves.iter().max(),
        "{rules:?}\n{board:?}: value {value}, but its moves are worth {moves:?}"
    );
}

#[test]
fn whole_layers_of_every_rule_set() {
    let text = golden::file_text();
    for rules in &RuleSet::ALL {
        let layers = engine_layers(rules, golden::LAYERS - 1);
        assert_same_layers(rules, &layers, &solve(rules, WHOLE));
        let ours: Vec<_> = layers
            .iter()
            .enumerate()
            .map(|(n, values)| golden::line(rules.name, n, values))
            .collect();
        let prefix = format!("{} ", rules.name);
        let known: Vec<_> = text.lines().filter(|l| l.starts_with(&prefix)).collect();
        assert_eq!(ours, known);
    }
}

#[test]
fn every_combination_of_choices() {
    let places = Places::new(RARE_COMBINATION);
    let mut random = StdRng::seed_from_u64(42);
    for rules in combinations() {
        let layers = engine_layers(&rules, RARE_COMBINATION);
        let naive = solve(&rules, WHOLE_COMBINATION);
        assert_same_layers(&rules, &layers, &naive);
        for _ in 0..200 {
            let n = random.random_range(WHOLE_COMBINATION + 1..=RARE_COMBINATION);
            let board = waiting_side_empty(&mut random, n);
            assert_local_equation(&rules, &board, &layers, &places);
            let board = grand_slam(&mut random, &rules, 3..=RARE_COMBINATION);
            assert_local_equation(&rules, &board, &layers, &places);
        }
    }
}

#[test]
fn awale_at_random_and_rare_positions() {
    check_random_and_rare(&RuleSet::AWALE, &AWALE);
}

#[test]
fn awele_at_random_and_rare_positions() {
    check_random_and_rare(&RuleSet::AWELE, &AWELE);
}

#[test]
fn oware_at_random_and_rare_positions() {
    check_random_and_rare(&RuleSet::OWARE, &OWARE);
}

#[test]
fn awari_at_random_and_rare_positions() {
    check_random_and_rare(&RuleSet::AWARI, &AWARI);
}

/// Romein and Bal's published Awari score database: the score of a position
/// of 16 seeds and of its six moves.
#[test]
fn published_awari_position() {
    let board = [1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0];
    let places = Places::new(16);
    assert_eq!(AWARI[16][places.of(&board)], 0);
    assert_eq!(
        move_values(&RuleSet::AWARI, &board, &AWARI, &places),
        [-1, -1, -2, -2, -2, 0]
    );
}

fn check_random_and_rare(rules: &RuleSet, layers: &[Vec<i8>]) {
    let last = layers.len() - 1;
    let places = Places::new(last);
    let mut random = StdRng::seed_from_u64(u64::from(rules.id));
    for _ in 0..20_000 {
        let n = random.random_range(RANDOM);
        assert_local_equation(rules, &any_board(&mut random, n), layers, &places);
    }
    let mut slams_only = 0;
    for _ in 0..3_000 {
        let n = random.random_range(FIRST_RARE..=last);
        assert_local_equation(rules, &heavy_pit(&mut random, n), layers, &places);
        assert_local_equation(rules, &waiting_side_empty(&mut random, n), layers, &places);
        let board = grand_slam(&mut random, rules, FIRST_RARE..=last);
        assert_local_equation(rules, &board, layers, &places);
        slams_only += usize::from(only_grand_slams(rules, &board));
    }
    assert!(
        slams_only >= 10,
        "{slams_only} boards with grand slams only"
    );
    for board in second_lap_slams() {
        if seeds(&board) as usize <= last {
            assert_local_equation(rules, &board, layers, &places);
        }
    }
}

/// Seventeen seeds in pit 5 end in pit 11, with two or more in every waiting
/// pit; one or two single seeds lie elsewhere.
fn second_lap_slams() -> Vec<Board> {
    let mut list = Vec::new();
    for one in (0..12).filter(|&pit| pit != 5) {
        let mut board = [0; 12];
        board[5] = 17;
        board[one] = 1;
        list.push(board);
        for other in (0..12).filter(|&pit| pit != 5) {
            let mut board = board;
            board[other] += 1;
            list.push(board);
        }
    }
    list
}

/// Any position of layer `n`, all equally likely.
fn any_board(random: &mut StdRng, n: usize) -> Board {
    loop {
        // Eleven bars among n seeds: the pits are the gaps.
        let mut bars = rand::seq::index::sample(random, n + 11, 11).into_vec();
        bars.sort_unstable();
        bars.push(n + 11);
        let mut board = [0; 12];
        let mut start = 0;
        for (pit, bar) in board.iter_mut().zip(bars) {
            *pit = (bar - start) as u8;
            start = bar + 1;
        }
        if board[6..].contains(&0) {
            return board;
        }
    }
}

/// A position with 12 seeds or more in one of the mover's pits.
fn heavy_pit(random: &mut StdRng, n: usize) -> Board {
    let mut board = any_board(random, n - 12);
    board[random.random_range(0..6)] += 12;
    board
}

/// A position in which all seeds lie in few of the mover's pits, the right
/// ones more often than not.
fn waiting_side_empty(random: &mut StdRng, n: usize) -> Board {
    let pits: Vec<usize> = (0..random.random_range(1..=3))
        .map(|_| random.random_range(0..6).max(random.random_range(0..6)))
        .collect();
    let mut board = [0; 12];
    for _ in 0..n {
        board[pits[random.random_range(0..pits.len())]] += 1;
    }
    board
}

/// A position in which at least one playable move is a grand slam.
fn grand_slam(
    random: &mut StdRng,
    rules: &RuleSet,
    layers: std::ops::RangeInclusive<usize>,
) -> Board {
    loop {
        let mut board = [0; 12];
        // Where the last seed is to fall, in the first lap or in the second;
        // what a second lap leaves on the way is at least two.
        let second_lap = random.random_bool(0.2);
        let last = if second_lap {
            11
        } else {
            random.random_range(6..=10)
        };
        for pit in &mut board[6..=last] {
            *pit = if second_lap {
                u8::from(random.random_bool(0.2))
            } else {
                random.random_range(1..=2)
            };
        }
        for (pit, seeds) in board[..6].iter_mut().enumerate() {
            let reach = last - pit + if second_lap { 11 } else { 0 };
            *seeds = match random.random_range(0..8) {
                0..=4 => 0,
                5 => random.random_range(1..=3),
                _ => reach as u8,
            };
        }
        let waiting: Half = board[6..].try_into().unwrap();
        if layers.contains(&(seeds(&board) as usize))
            && waiting.contains(&0)
            && has_grand_slam(rules, &board)
        {
            return board;
        }
    }
}
