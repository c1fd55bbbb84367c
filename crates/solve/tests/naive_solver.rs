//! The naive solver checked on its own: its order, its moves on hand-counted
//! boards, its two fixpoints against one another, and the golden counts that
//! it writes.

mod golden;
mod naive;

use std::path::PathBuf;

use golden::{LAYERS, file_text, golden_path, line};
use grenier_rules::{Endless, RuleSet};
use naive::{
    Board, NaiveMove, Places, halves, layer_size, legal_moves, positions, settlement, solve,
    solve_by_thresholds, waiting_halves,
};

fn played(pit: usize, gain: i32, next: Board) -> NaiveMove {
    NaiveMove {
        pit,
        gain,
        conceded: 0,
        next,
    }
}

fn named(name: &str) -> &'static RuleSet {
    RuleSet::named(name).unwrap()
}

#[test]
fn layer_sizes_are_the_published_ones() {
    assert_eq!(layer_size(6), 12_375);
    assert_eq!(layer_size(10), 351_351);
    assert_eq!(layer_size(12), 1_339_702);
    assert_eq!(layer_size(20), 80_214_915);
}

#[test]
fn order_begins_and_ends_as_written() {
    let layer = positions(2);
    assert_eq!(layer[0], [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]);
    assert_eq!(layer[1], [0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(layer[20], [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(layer[21], [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
    assert_eq!(layer[22], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(layer[77], [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]);
    assert_eq!(layer.len(), 78);
    assert_eq!(halves(6).len(), 462);
    assert_eq!(waiting_halves(6).len(), 461);
}

#[test]
fn places_number_every_layer_in_order() {
    let places = Places::new(8);
    for n in 0..=8 {
        for (place, board) in positions(n).iter().enumerate() {
            assert_eq!(places.of(board), place, "{board:?}");
        }
    }
}

#[test]
fn a_long_sowing_skips_its_own_pit() {
    let board = [0, 0, 0, 0, 0, 23, 0, 0, 0, 0, 0, 0];
    // 22 seeds are two laps of eleven; the 23rd falls in pit 6 and makes 3.
    let next = [0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0];
    assert_eq!(legal_moves(named("oware"), &board), [played(5, 3, next)]);
}

#[test]
fn duty_to_feed() {
    let board = [0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0];
    let feeding = played(5, 0, [1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
    let other = played(3, 0, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    assert_eq!(legal_moves(named("awale"), &board), [feeding]);
    assert_eq!(legal_moves(named("oware"), &board), [feeding]);
    assert_eq!(legal_moves(named("awele"), &board), [other, feeding]);
}

#[test]
fn nothing_to_feed_with() {
    let board = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    let only = played(3, 0, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    assert_eq!(legal_moves(named("awale"), &board), [only]);
    assert_eq!(legal_moves(named("awele"), &board), [only]);
    for rules in [named("oware"), named("awari")] {
        assert_eq!(legal_moves(rules, &board), []);
        assert_eq!(settlement(rules, &board), 1);
    }
}

#[test]
fn a_player_without_seeds_gets_nothing() {
    let board = [0, 0, 0, 0, 0, 0, 3, 0, 0, 1, 0, 0];
    for rules in &RuleSet::ALL {
        assert_eq!(legal_moves(rules, &board), []);
        assert_eq!(settlement(rules, &board), -4);
    }
}

#[test]
fn every_reading_of_a_grand_slam() {
    // Pit 5 makes 3 and 2 of the waiting side's 2 and 1; pit 0 is quiet.
    let board = [1, 0, 0, 0, 0, 2, 2, 1, 0, 0, 0, 0];
    let quiet = played(0, 0, [2, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2]);
    let slam = |gain, next| vec![quiet, played(5, gain, next)];
    let kept = [3, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    let swept = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    let last_pit_left = [3, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    let first_pit_left = [0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    let rest_to_other = NaiveMove {
        conceded: 1,
        ..played(5, 5 - 1, [0; 12])
    };
    let expected = [
        ("awale", vec![quiet]),
        ("awele", vec![quiet]),
        ("awari", vec![quiet]),
        ("oware", slam(0, kept)),
        ("oware-slam-all", slam(5, swept)),
        ("oware-slam-rest", vec![quiet, rest_to_other]),
        ("oware-slam-first", slam(3, first_pit_left)),
        ("oware-slam-last", slam(2, last_pit_left)),
    ];
    for (name, moves) in expected {
        assert_eq!(legal_moves(named(name), &board), moves, "{name}");
    }
}

#[test]
fn nothing_but_grand_slams() {
    let board = [0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0];
    let kept = played(5, 0, [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let swept = played(5, 3, [0; 12]);
    for (name, only) in [
        ("awale", kept),
        ("awele", kept),
        ("oware", kept),
        ("awari", swept),
        ("oware-slam-all", swept),
        ("oware-slam-rest", swept),
        ("oware-slam-first", kept),
        ("oware-slam-last", kept),
    ] {
        assert_eq!(legal_moves(named(name), &board), [only], "{name}");
    }
}

#[test]
fn feeding_an_empty_side_can_be_a_grand_slam() {
    // Seventeen seeds put two in each waiting pit. Under a duty to feed it is
    // the only playable move; without one, pit 0 can be played instead.
    let board = [1, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0];
    let swept = played(5, 12, [0, 0, 0, 0, 0, 0, 2, 1, 1, 1, 1, 0]);
    let kept = played(5, 0, [2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 0]);
    let quiet = played(0, 0, [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 17]);
    assert_eq!(legal_moves(named("awari"), &board), [swept]);
    assert_eq!(legal_moves(named("awale"), &board), [kept]);
    assert_eq!(legal_moves(named("awele"), &board), [quiet]);
}

#[test]
fn sweeps_and_thresholds_agree() {
    for rules in &RuleSet::ALL {
        assert!(
            solve(rules, 6) == solve_by_thresholds(rules, 6),
            "{}",
            rules.name
        );
    }
}

#[test]
fn the_word_on_endless_play_has_no_say_in_a_score() {
    let own_side = RuleSet {
        endless: Endless::EachKeepsOwnSide,
        ..RuleSet::AWARI
    };
    assert!(solve(&own_side, 5) == solve(&RuleSet::AWARI, 5));
}

#[test]
fn small_layers_give_the_golden_lines() {
    let golden = file_text();
    for rules in &RuleSet::ALL {
        for (n, values) in solve(rules, 6).iter().enumerate() {
            let line = line(rules.name, n, values);
            assert!(golden.lines().any(|known| known == line), "{line}");
        }
    }
}

/// Writes data/golden/scores.txt anew.
#[test]
#[ignore = "rewrites the golden counts"]
fn write_golden_scores() {
    let mut text = String::from(golden::HEADER);
    for rules in &RuleSet::ALL {
        for (n, values) in solve(rules, LAYERS - 1).iter().enumerate() {
            text.push_str(&line(rules.name, n, values));
            text.push('\n');
        }
    }
    std::fs::write(golden_path(), text).unwrap();
}

/// Writes `NAME/layer-NN.bin` (one signed byte per position in index order) of
/// the four main rule sets, layers 0..=8, below the directory that the
/// environment variable `NAIVE_PAYLOADS` names.
#[test]
#[ignore = "writes files for comparison by hand"]
fn write_payloads() {
    let directory = PathBuf::from(std::env::var("NAIVE_PAYLOADS").expect("NAIVE_PAYLOADS"));
    for rules in &RuleSet::ALL[..4] {
        let directory = directory.join(rules.name);
        std::fs::create_dir_all(&directory).unwrap();
        for (n, values) in solve(rules, 8).iter().enumerate() {
            let file = directory.join(format!("layer-{n:02}.bin"));
            std::fs::write(file, golden::payload(values)).unwrap();
        }
    }
}
