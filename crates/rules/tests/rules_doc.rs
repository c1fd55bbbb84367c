//! One test for each line of `docs/rules.md`, under the name the line gives.
//!
//! All boards are worked by hand and seen by the player who moves, before and
//! after the move.

mod page;

use grenier_rules::{
    Board, FinalScore, Game, NetSeeds, Outcome, Position, RuleSet, Settlement, Side, Sowing,
    move_letter, parse_move,
};

const DOC: &str = include_str!("../../../docs/rules.md");

type Pits = [u8; 12];

fn rules(name: &str) -> &'static RuleSet {
    RuleSet::named(name).expect("a rule set of this name")
}

/// The four rule sets that people play by.
const PLAYED: [&str; 4] = ["awale", "awele", "oware", "awari"];

/// The legal pits.
fn legal(name: &str, pits: Pits) -> Vec<u8> {
    let position = Position::new(pits).unwrap();
    rules(name).moves(&position).iter().map(|m| m.pit).collect()
}

/// Plays a pit: the board after it, seeds captured, seeds conceded.
fn play(name: &str, pits: Pits, pit: u8) -> (Pits, u8, u8) {
    let position = Position::new(pits).unwrap();
    let moves = rules(name).moves(&position);
    let played = moves.iter().find(|m| m.pit == pit).expect("a legal move");
    (
        played.next.turned().pits(),
        played.captured,
        played.conceded,
    )
}

/// Plays a pit under each of the four, which must all do the same.
fn all_play(pits: Pits, pit: u8) -> (Pits, u8) {
    let [first, others @ ..] = PLAYED.map(|name| play(name, pits, pit));
    assert_eq!(others, [first; 3]);
    assert_eq!(first.2, 0);
    (first.0, first.1)
}

fn settlement(name: &str, pits: Pits) -> Option<Settlement> {
    rules(name).settlement(&Position::new(pits).unwrap())
}

fn game(name: &str, board: &str) -> Game {
    Game::from_board(*rules(name), board.parse().unwrap()).unwrap()
}

// What all rule sets share.

#[test]
fn the_start_has_four_seeds_in_every_pit() {
    assert_eq!(Position::START.pits(), [4; 12]);
    assert_eq!(Position::START.seeds(), 48);
}

#[test]
fn sowing_drops_one_seed_in_each_next_pit() {
    let (after, captured) = all_play([0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 5], 2);
    assert_eq!((after, captured), ([0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 5], 0));
    let (after, captured) = all_play([0, 0, 0, 0, 9, 0, 1, 1, 1, 1, 1, 1], 4);
    assert_eq!((after, captured), ([1, 1, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2], 0));
}

#[test]
fn sowing_skips_its_own_pit_on_every_lap() {
    // 12 seeds: 11 to the other pits, the last beside the pit sown from.
    let (after, _) = all_play([12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 0);
    assert_eq!(after, [0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    // 23 seeds: two to each other pit, and one more.
    let (after, _) = all_play([23, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 0);
    assert_eq!(after, [0, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]);
}

#[test]
fn a_last_seed_making_two_or_three_captures() {
    let (after, captured) = all_play([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3], 5);
    assert_eq!((after, captured), ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3], 2));
    let (after, captured) = all_play([0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 3], 5);
    assert_eq!((after, captured), ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3], 3));
}

#[test]
fn a_last_seed_making_one_or_four_captures_nothing() {
    let (after, captured) = all_play([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 3], 5);
    assert_eq!((after, captured), ([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3], 0));
    let (after, captured) = all_play([0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 3], 5);
    assert_eq!((after, captured), ([0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 3], 0));
}

#[test]
fn a_capture_runs_backwards_over_twos_and_threes() {
    let (after, captured) = all_play([0, 0, 0, 0, 0, 3, 1, 2, 1, 0, 0, 3], 5);
    assert_eq!((after, captured), ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3], 7));
}

#[test]
fn any_other_count_stops_the_run() {
    // 2, 4, 2: the pit with 4 saves the one behind it.
    let (after, captured) = all_play([0, 0, 0, 0, 0, 3, 1, 3, 1, 0, 0, 3], 5);
    assert_eq!((after, captured), ([0, 0, 0, 0, 0, 0, 2, 4, 0, 0, 0, 3], 2));
}

#[test]
fn nothing_is_captured_on_the_own_side() {
    // The last seed makes 2 in pit 4.
    let (after, captured) = all_play([0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 3], 3);
    assert_eq!((after, captured), ([0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 3], 0));
    // The run takes the 2 in pit 6 and leaves the 2 in pit 5.
    let (after, captured) = all_play([0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0, 3], 4);
    assert_eq!((after, captured), ([0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3], 2));
}

#[test]
fn a_sowing_that_laps_captures_by_what_lies_there_in_the_end() {
    // Pit 6 is empty before, has 1 after the first lap and 2 at the end.
    let (after, captured) = all_play([0, 0, 0, 0, 0, 12, 0, 0, 1, 0, 1, 0], 5);
    assert_eq!((after, captured), ([1, 1, 1, 1, 1, 0, 0, 1, 2, 1, 2, 1], 2));
}

#[test]
fn twenty_five_seeds_win() {
    let mut game = game("awale", "0-0-0-0-0-1-1-0-0-0-0-3-23-20-S");
    assert_eq!(game.outcome(), Outcome::Ongoing);
    game.play(5).unwrap();
    assert_eq!(game.board().to_string(), "0-0-0-0-0-0-0-0-0-0-0-3-25-20-N");
    assert_eq!(game.outcome(), Outcome::Won(Side::South));
    assert!(game.play(5).is_err());
}

#[test]
fn twenty_four_each_is_a_draw() {
    // Half is not enough while seeds are left.
    let going_on = game("oware", "1-0-0-0-0-0-1-0-0-0-0-0-24-22-S");
    assert_eq!(going_on.outcome(), Outcome::Ongoing);
    let drawn = game("oware", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S");
    assert_eq!(drawn.outcome(), Outcome::Drawn);
}

// Grand slam.

/// Pit 5 would take 3 + 3 + 2 and leave nothing; pit 0 is another move.
const SLAM_OR_NOT: Pits = [1, 0, 0, 0, 0, 3, 2, 2, 1, 0, 0, 0];
/// The same without the other move.
const SLAM_ONLY: Pits = [0, 0, 0, 0, 0, 3, 2, 2, 1, 0, 0, 0];

#[test]
fn a_grand_slam_empties_the_waiting_side() {
    let is_slam = |pits: Pits| {
        let sowing = Sowing::of(&Position::new(pits).unwrap(), 5).unwrap();
        sowing.is_grand_slam(&sowing.captures())
    };
    assert!(is_slam(SLAM_ONLY));
    // One seed out of reach is enough to make it an ordinary capture.
    assert!(!is_slam([0, 0, 0, 0, 0, 3, 2, 2, 1, 0, 0, 1]));
    // Nor is it one when the run stops short.
    assert!(!is_slam([0, 0, 0, 0, 0, 3, 2, 3, 1, 0, 0, 0]));
}

#[test]
fn an_empty_side_without_capture_is_no_grand_slam() {
    // Pit 0 leaves the waiting side as empty as it was: where nothing forbids
    // a move that does not feed, it is played like any other.
    let pits = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for name in ["awale", "awele"] {
        let after = play(name, pits, 0);
        assert_eq!(after, ([0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0, 0));
    }
    // Beside a real grand slam of 17 seeds it counts as another move.
    assert_eq!(legal("awele", [1, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0]), [0]);
}

#[test]
fn grand_slam_captures_nothing() {
    assert_eq!(legal("oware", SLAM_OR_NOT), [0, 5]);
    let after = play("oware", SLAM_OR_NOT, 5);
    assert_eq!(after, ([1, 0, 0, 0, 0, 0, 3, 3, 2, 0, 0, 0], 0, 0));
}

#[test]
fn grand_slam_is_forbidden_beside_another_move() {
    for name in ["awale", "awele", "awari"] {
        assert_eq!(legal(name, SLAM_OR_NOT), [0], "{name}");
    }
}

#[test]
fn grand_slam_with_nothing_else_captures_nothing() {
    for name in ["awale", "awele"] {
        assert_eq!(legal(name, SLAM_ONLY), [5], "{name}");
        let after = play(name, SLAM_ONLY, 5);
        assert_eq!(after, ([0, 0, 0, 0, 0, 0, 3, 3, 2, 0, 0, 0], 0, 0));
    }
}

#[test]
fn grand_slam_with_nothing_else_captures() {
    assert_eq!(legal("awari", SLAM_ONLY), [5]);
    assert_eq!(play("awari", SLAM_ONLY, 5), ([0; 12], 8, 0));
}

#[test]
fn grand_slams_alone_may_all_be_played() {
    // Pits 4 and 5 both reach pit 8 and make 3, 2, 2 there.
    let pits = [0, 0, 0, 0, 4, 3, 2, 1, 1, 0, 0, 0];
    for name in ["awale", "awele", "awari"] {
        assert_eq!(legal(name, pits), [4, 5], "{name}");
    }
    let after = [0, 0, 0, 0, 0, 4, 3, 2, 2, 0, 0, 0];
    assert_eq!(play("awale", pits, 4), (after, 0, 0));
    let after = [0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0];
    assert_eq!(play("awari", pits, 4), (after, 7, 0));
}

#[test]
fn grand_slam_captures_all() {
    assert_eq!(legal("oware-slam-all", SLAM_OR_NOT), [0, 5]);
    let after = play("oware-slam-all", SLAM_OR_NOT, 5);
    assert_eq!(after, ([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 8, 0));
}

#[test]
fn a_board_emptied_by_a_grand_slam_is_layer_zero() {
    for name in ["awari", "oware-slam-all"] {
        let (after, captured, _) = play(name, SLAM_ONLY, 5);
        assert_eq!((after, captured), ([0; 12], 8));
        let nothing = Settlement {
            mover: 0,
            waiting: 0,
        };
        assert_eq!(settlement(name, after), Some(nothing));
    }
}

#[test]
fn grand_slam_captures_all_and_the_rest_goes_to_the_other() {
    assert_eq!(legal("oware-slam-rest", SLAM_OR_NOT), [0, 5]);
    assert_eq!(play("oware-slam-rest", SLAM_OR_NOT, 5), ([0; 12], 8, 1));
    // The worth to the mover: 8 seeds less the one that goes to the other.
    let position = Position::new(SLAM_OR_NOT).unwrap();
    assert_eq!(
        rules("oware-slam-rest").moves(&position)[1].gain(),
        NetSeeds(7)
    );
    assert_eq!(legal("oware-slam-rest", [0; 12]), []);
}

#[test]
fn grand_slam_leaves_the_first_pit() {
    assert_eq!(legal("oware-slam-first", SLAM_OR_NOT), [0, 5]);
    let after = play("oware-slam-first", SLAM_OR_NOT, 5);
    assert_eq!(after, ([1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0], 6, 0));
}

#[test]
fn grand_slam_leaves_the_last_pit() {
    assert_eq!(legal("oware-slam-last", SLAM_OR_NOT), [0, 5]);
    let after = play("oware-slam-last", SLAM_OR_NOT, 5);
    assert_eq!(after, ([1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0], 5, 0));
}

#[test]
fn first_and_last_go_by_the_order_of_capture() {
    // 17 seeds make six twos; the last seed falls in pit 11.
    let pits = [0, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0];
    let first = play("oware-slam-first", pits, 5);
    assert_eq!(first, ([1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 2], 10, 0));
    let last = play("oware-slam-last", pits, 5);
    assert_eq!(last, ([1, 1, 1, 1, 1, 0, 2, 0, 0, 0, 0, 0], 10, 0));
}

#[test]
fn leaving_the_only_pit_captures_nothing() {
    let pits = [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0];
    for name in ["oware-slam-first", "oware-slam-last"] {
        let after = play(name, pits, 5);
        assert_eq!(after, ([0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0], 0, 0));
    }
}

// Feeding.

/// Against an empty side: pit 5 gives, pit 0 does not.
const FEED_OR_NOT: Pits = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
/// Against an empty side: pit 5 gives, but as a grand slam of six twos.
const FEED_BY_SLAM: Pits = [1, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0];
/// Against an empty side: no move gives.
const CANNOT_FEED: Pits = [2, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];

#[test]
fn a_move_that_feeds_must_be_played() {
    for name in ["awale", "oware", "awari"] {
        assert_eq!(legal(name, FEED_OR_NOT), [5], "{name}");
    }
}

#[test]
fn feeding_is_sowing_whatever_is_captured_after() {
    assert_eq!(legal("oware-slam-all", FEED_BY_SLAM), [5]);
    let after = play("oware-slam-all", FEED_BY_SLAM, 5);
    assert_eq!(after, ([2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], 12, 0));
}

#[test]
fn feeding_comes_before_the_grand_slam() {
    // Pit 0 does not feed and drops out; then all that is left is a slam.
    for name in ["awale", "oware", "awari"] {
        assert_eq!(legal(name, FEED_BY_SLAM), [5], "{name}");
    }
    let uncaptured = [2, 1, 1, 1, 1, 0, 2, 2, 2, 2, 2, 2];
    assert_eq!(play("awale", FEED_BY_SLAM, 5), (uncaptured, 0, 0));
    let captured = [2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(play("awari", FEED_BY_SLAM, 5), (captured, 12, 0));
}

#[test]
fn without_a_feeding_move_any_may_be_played() {
    assert_eq!(legal("awale", CANNOT_FEED), [0, 1, 3]);
    assert_eq!(settlement("awale", CANNOT_FEED), None);
    // Whatever is played, the other then has no seed and the mover takes 4.
    let (after, captured, _) = play("awale", CANNOT_FEED, 0);
    assert_eq!((after, captured), ([0, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0], 0));
    let turned = Position::new(after).unwrap().turned().pits();
    let to_waiting = Settlement {
        mover: 0,
        waiting: 4,
    };
    assert_eq!(settlement("awale", turned), Some(to_waiting));
}

#[test]
fn without_a_feeding_move_the_mover_takes_all() {
    for name in ["oware", "awari"] {
        assert_eq!(legal(name, CANNOT_FEED), [], "{name}");
        let to_mover = Settlement {
            mover: 4,
            waiting: 0,
        };
        assert_eq!(settlement(name, CANNOT_FEED), Some(to_mover));
    }
}

#[test]
fn without_a_duty_any_move_is_legal() {
    assert_eq!(legal("awele", FEED_OR_NOT), [0, 5]);
    assert_eq!(legal("awele", CANNOT_FEED), [0, 1, 3]);
}

// Game over.

/// The mover has no seed.
const NOTHING_TO_PLAY: Pits = [0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1];

#[test]
fn a_player_without_a_seed_leaves_all_to_the_other() {
    for name in ["awale", "awele"] {
        assert_eq!(legal(name, NOTHING_TO_PLAY), [], "{name}");
        let to_waiting = Settlement {
            mover: 0,
            waiting: 4,
        };
        assert_eq!(settlement(name, NOTHING_TO_PLAY), Some(to_waiting));
    }
}

#[test]
fn without_a_legal_move_each_takes_their_side() {
    for name in ["oware", "awari"] {
        let to_waiting = Settlement {
            mover: 0,
            waiting: 4,
        };
        assert_eq!(settlement(name, NOTHING_TO_PLAY), Some(to_waiting));
        let to_mover = Settlement {
            mover: 4,
            waiting: 0,
        };
        assert_eq!(settlement(name, CANNOT_FEED), Some(to_mover));
    }
}

#[test]
fn without_a_legal_move_one_side_is_empty() {
    let mut settled = 0;
    for rules in RuleSet::ALL {
        // All positions of 0 to 2 seeds in a pit: 3^12 of them.
        for code in 0..3_u32.pow(12) {
            let pits = std::array::from_fn(|pit| (code / 3_u32.pow(pit as u32) % 3) as u8);
            let position = Position::new(pits).unwrap();
            if let Some(shares) = rules.settlement(&position) {
                assert!(position.mover_seeds() == 0 || position.waiting_seeds() == 0);
                assert!(shares.mover == 0 || shares.waiting == 0);
                settled += 1;
            }
        }
    }
    assert!(settled > 8 * 729);
}

// Endless play.

/// Plays the first legal move, again and again.
fn play_first(game: &mut Game, moves: usize) {
    for _ in 0..moves {
        let pit = game.rules().moves(&game.board().position())[0].pit;
        game.play(pit).unwrap();
    }
}

#[test]
fn a_repetition_is_counted_not_ended() {
    // One seed each, six moves each: the seeds have changed owners.
    let start = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
    let mut game = game("oware", start);
    for times in 1..=3 {
        assert_eq!(game.board().to_string(), start);
        assert_eq!(game.occurrences(), times);
        assert_eq!(game.outcome(), Outcome::Ongoing);
        play_first(&mut game, 12);
    }
}

#[test]
fn a_capture_starts_the_count_anew() {
    // Twelve moves of one seed each: A walks to F, F to a, a to e, e to A.
    let start = "1-0-0-0-0-1-1-0-0-0-1-0-22-22-S";
    let mut game = game("oware", start);
    for letter in "AaBeCbDcFdEf".chars() {
        let (side, pit) = parse_move(&letter.to_string()).unwrap();
        assert_eq!(side, game.board().side());
        game.play(pit).unwrap();
    }
    assert_eq!(game.board().to_string(), start);
    assert_eq!(game.occurrences(), 2);
    // F makes 2 in a and takes them.
    assert_eq!(game.play(5).unwrap().captured, 2);
    assert_eq!(game.board().to_string(), "1-0-0-0-0-0-0-0-0-0-1-0-24-22-N");
    assert_eq!(game.occurrences(), 1);
}

#[test]
fn at_a_repetition_each_keeps_their_side() {
    // South has 3 on the board and 23 in store, North 2 and 20.
    for name in ["awale", "awele", "oware"] {
        let game = game(name, "1-1-1-0-0-0-1-1-0-0-0-0-23-20-N");
        assert_eq!(game.settle_repetition(), FinalScore { south_net: 4 });
    }
}

#[test]
fn at_a_repetition_awari_splits_evenly() {
    // 5 seeds on the board: two and a half each, 25 1/2 to 22 1/2.
    let game = game("awari", "1-1-1-0-0-0-1-1-0-0-0-0-23-20-N");
    let score = game.settle_repetition();
    assert_eq!(score, FinalScore { south_net: 3 });
    assert_eq!(score.half_seeds(Side::South), 51);
    assert_eq!(score.half_seeds(Side::North), 45);
}

// The named rule sets.

/// Compares a rule set with its row of the page, word for word.
fn is_as_documented(name: &str) {
    let rules = rules(name);
    let test = format!("rule_set_{}", name.replace('-', "_"));
    let row = format!(
        "| `{name}` | {} | `{:?}` | `{:?}` | `{:?}` | `{:?}` | `{test}` |",
        rules.id, rules.grand_slam, rules.feeding, rules.game_over, rules.endless,
    );
    assert!(
        DOC.lines().any(|line| line == row),
        "not on the page: {row}"
    );
    assert_eq!(RuleSet::with_id(rules.id), Some(rules));
}

#[test]
fn rule_set_awale() {
    is_as_documented("awale");
}

#[test]
fn rule_set_awele() {
    is_as_documented("awele");
}

#[test]
fn rule_set_oware() {
    is_as_documented("oware");
}

#[test]
fn rule_set_awari() {
    is_as_documented("awari");
}

#[test]
fn rule_set_oware_slam_all() {
    is_as_documented("oware-slam-all");
}

#[test]
fn rule_set_oware_slam_rest() {
    is_as_documented("oware-slam-rest");
}

#[test]
fn rule_set_oware_slam_first() {
    is_as_documented("oware-slam-first");
}

#[test]
fn rule_set_oware_slam_last() {
    is_as_documented("oware-slam-last");
}

// Notation.

#[test]
fn notation_of_a_board_with_stores() {
    let text = "1-2-3-4-5-6-7-8-0-0-0-0-12-0-N";
    let pits = [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0];
    let board = Board::with_stores(pits, [12, 0], Side::North).unwrap();
    assert_eq!(text.parse(), Ok(board));
    assert_eq!(board.to_string(), text);
    assert_eq!(board.position().mover(), [7, 8, 0, 0, 0, 0]);
    assert!("1-2-3-4-5-6-7-8-0-0-0-0-12-1-N".parse::<Board>().is_err());
}

#[test]
fn notation_of_a_position() {
    let text = "0-0-0-0-0-1-1-0-0-0-0-3";
    let position = Position::new([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3]).unwrap();
    assert_eq!(text.parse(), Ok(Board::from_position(&position)));
    assert_eq!(Board::from_position(&position).to_string(), text);
}

#[test]
fn notation_of_a_move() {
    assert_eq!(parse_move("A"), Ok((Side::South, 0)));
    assert_eq!(parse_move("f"), Ok((Side::North, 5)));
    assert_eq!(move_letter(Side::South, 5), 'F');
    assert_eq!(move_letter(Side::North, 0), 'a');
}

// The page itself.

/// Whether each test has a line of the page, and each line a test.
#[test]
fn page_and_tests_name_the_same_rules() {
    page::names_these_tests(DOC, include_str!("rules_doc.rs"));
}
