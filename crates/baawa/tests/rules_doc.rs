//! One test for each line of `docs/ba-awa.md`, under the name the line gives.
//!
//! All boards are worked by hand. South's pits come first.

#[path = "../../rules/tests/page/mod.rs"]
mod page;

use grenier_baawa::{
    After, End, Game, MatchRules, Move, Next, Position, PositionError, Rules, Settlement,
};
use grenier_rules::Side::{self, North, South};

type Pits = [u8; 12];

fn rules(name: &str) -> Rules {
    *Rules::named(name).expect("rules of this name")
}

/// South owns six pits and begins.
fn first(name: &str) -> Game {
    Game::first(rules(name))
}

fn position(pits: Pits, side: Side) -> Position {
    Position::new(pits, side).unwrap()
}

fn play(game: &Game, pits: Pits, side: Side, pit: u8) -> Move {
    let moves = game.moves(&position(pits, side));
    *moves.iter().find(|m| m.pit == Some(pit)).expect("a move")
}

/// Plays a pit after which the game goes on: the pits after it and the captures
/// of South and North.
fn goes_on(game: &Game, pits: Pits, side: Side, pit: u8) -> (Pits, [u8; 2]) {
    let played = play(game, pits, side, pit);
    let After::Position(next) = played.after else {
        panic!("the game is over: {played:?}");
    };
    assert_eq!(next.side(), side.other());
    (next.pits(), played.captured)
}

/// Plays a pit that ends the game: captures, and who takes the rest.
fn ends(game: &Game, pits: Pits, side: Side, pit: u8) -> ([u8; 2], Settlement) {
    let played = play(game, pits, side, pit);
    let After::Over(settlement) = played.after else {
        panic!("the game goes on: {played:?}");
    };
    (played.captured, settlement)
}

fn settled(end: End, takes: [u8; 2]) -> Settlement {
    Settlement { end, takes }
}

/// Plays a pit under every choice of rules, which must all do the same.
fn all_go_on(pits: Pits, side: Side, pit: u8) -> (Pits, [u8; 2]) {
    let [expected, others @ ..] =
        Rules::ALL.map(|rules| goes_on(&Game::first(rules), pits, side, pit));
    assert_eq!(others, [expected; 7]);
    expected
}

#[test]
fn baawa_starts_with_four_seeds_in_every_pit() {
    for game in Rules::ALL.into_iter().flat_map(Game::all) {
        assert_eq!(game.start(), position([4; 12], game.starter()));
    }
}

#[test]
fn baawa_ownership_is_contiguous() {
    let game = Game::new(Rules::DEFAULT, 7, South).unwrap();
    assert_eq!((game.pits_of(South), game.pits_of(North)), (0..7, 7..12));
    let pits = [0, 1, 0, 0, 0, 0, 2, 1, 2, 0, 0, 6];
    let lifted = |side| -> Vec<Option<u8>> {
        let moves = game.moves(&position(pits, side));
        moves.iter().map(|m| m.pit).collect()
    };
    assert_eq!(lifted(South), [Some(1), Some(6)]);
    assert_eq!(lifted(North), [Some(7), Some(8), Some(11)]);
    assert!(Game::new(Rules::DEFAULT, 0, South).is_err());
    assert!(Game::new(Rules::DEFAULT, 12, South).is_err());
}

#[test]
fn baawa_sowing_drops_one_seed_in_each_next_pit() {
    let (after, captured) = all_go_on([3, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0], South, 0);
    assert_eq!(
        (after, captured),
        ([0, 1, 1, 1, 0, 0, 9, 0, 0, 0, 0, 0], [0, 0])
    );
    // Round the corner, for North.
    let (after, captured) = all_go_on([0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 2], North, 11);
    assert_eq!(
        (after, captured),
        ([1, 1, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0], [0, 0])
    );
}

#[test]
fn baawa_an_occupied_last_pit_is_lifted_and_sown_on() {
    // A makes 3 in B; they are lifted, the last falls into E.
    let (after, captured) = all_go_on([1, 2, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0], South, 0);
    assert_eq!(
        (after, captured),
        ([0, 0, 1, 1, 1, 0, 9, 0, 0, 0, 0, 0], [0, 0])
    );
    // So is a pit of the other player: F makes 2 in a; the last falls into c.
    let (after, captured) = all_go_on([0, 0, 0, 0, 0, 1, 1, 0, 0, 10, 0, 0], South, 5);
    assert_eq!(
        (after, captured),
        ([0, 0, 0, 0, 0, 0, 0, 1, 1, 10, 0, 0], [0, 0])
    );
}

#[test]
fn baawa_an_empty_last_pit_ends_the_move() {
    let (after, captured) = all_go_on([1, 0, 3, 0, 0, 0, 8, 0, 0, 0, 0, 0], South, 0);
    assert_eq!(
        (after, captured),
        ([0, 1, 3, 0, 0, 0, 8, 0, 0, 0, 0, 0], [0, 0])
    );
}

#[test]
fn baawa_a_pit_of_five_or_more_is_not_captured() {
    // A makes 6 in B, which go on to C .. b.
    let (after, captured) = all_go_on([1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6], South, 0);
    assert_eq!(
        (after, captured),
        ([0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 6], [0, 0])
    );
    // At the start five are made in each pit that is passed, and none is taken.
    let (_, captured) = goes_on(&first("ba-awa"), [4; 12], South, 0);
    assert_eq!(captured, [0, 0]);
}

#[test]
fn baawa_four_made_in_passing_go_to_the_owner_of_the_pit() {
    // South makes four in North's a, and sows on.
    let (after, captured) = all_go_on([0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 10], South, 5);
    assert_eq!(
        (after, captured),
        ([0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 10], [0, 4])
    );
    // South makes four in B, their own.
    let (after, captured) = all_go_on([3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10], South, 0);
    assert_eq!(
        (after, captured),
        ([0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 10], [4, 0])
    );
    // North makes four in South's A.
    let (after, captured) = all_go_on([3, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 3], North, 11);
    assert_eq!(
        (after, captured),
        ([0, 1, 1, 0, 0, 10, 0, 0, 0, 0, 0, 0], [4, 0])
    );
    // Whose pit it is depends on the ownership: pit 6 is South's when k is 7.
    let seven = Game::new(Rules::DEFAULT, 7, South).unwrap();
    let (_, captured) = goes_on(&seven, [0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 10], South, 5);
    assert_eq!(captured, [4, 0]);
}

#[test]
fn baawa_four_made_with_the_last_seed_go_to_the_mover_and_end_the_move() {
    // F makes four in North's a.
    let (after, captured) = all_go_on([0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 2, 10], South, 5);
    assert_eq!(
        (after, captured),
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 10], [4, 0])
    );
    // In a later lap as well: A makes 2 in B, and those make four in D.
    let (after, captured) = all_go_on([1, 1, 0, 3, 0, 0, 0, 0, 0, 0, 1, 10], South, 0);
    assert_eq!(
        (after, captured),
        ([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 10], [4, 0])
    );
    // North takes from South's A, with the last seed of f.
    let (after, captured) = all_go_on([3, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 1], North, 11);
    assert_eq!(
        (after, captured),
        ([0, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0], [0, 4])
    );
}

#[test]
fn baawa_captures_leave_a_multiple_of_four() {
    let thirteen = [3, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0];
    let refused = PositionError::NotByFour { seeds: 13 };
    assert_eq!(Position::new(thirteen, South), Err(refused));
}

#[test]
fn baawa_pits_of_four_are_at_the_start_only() {
    let four = [4, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0];
    let refused = PositionError::PitOfFour { pit: 0 };
    assert_eq!(Position::new(four, South), Err(refused));
    assert!(Position::new([4; 12], North).is_ok());
}

// Options.

#[test]
fn baawa_the_lifted_pit_is_sown() {
    // Twelve seeds: the last falls into A, which is empty.
    let (after, _) = goes_on(
        &first("ba-awa"),
        [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        South,
        0,
    );
    assert_eq!(after, [1; 12]);
}

#[test]
fn baawa_the_lifted_pit_is_skipped() {
    let game = first("ba-awa-skip");
    // The last falls into B and makes 2; laps of two go on to f, which leaves
    // one in A and one in B.
    let (after, _) = goes_on(&game, [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], South, 0);
    assert_eq!(after, [1, 1, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0]);
    // Each lap skips the pit it was lifted from, here B, and not A.
    let (after, _) = goes_on(&game, [1, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], South, 0);
    assert_eq!(after, [0, 1, 1, 2, 0, 2, 0, 2, 0, 2, 0, 2]);
}

/// Four in a leave eight, two of them in the hand; four in b would leave four.
const EIGHT_IN_PASSING: Pits = [0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 3];

#[test]
fn baawa_the_starter_takes_eight_at_the_capture() {
    for (starter, takes) in [(South, [8, 0]), (North, [0, 8])] {
        let game = Game::new(Rules::DEFAULT, 6, starter).unwrap();
        let ended = ends(&game, EIGHT_IN_PASSING, South, 5);
        assert_eq!(ended, ([0, 4], settled(End::LastEight, takes)));
    }
    // With the last seed of a lap, too: the mover has those four.
    let ended = ends(
        &first("ba-awa"),
        [0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 8],
        South,
        5,
    );
    assert_eq!(ended, ([4, 0], settled(End::LastEight, [8, 0])));
}

#[test]
fn baawa_the_starter_takes_eight_or_less_after_the_move() {
    for (starter, takes) in [(South, [4, 0]), (North, [0, 4])] {
        let game = Game::new(rules("ba-awa-late"), 6, starter).unwrap();
        let ended = ends(&game, EIGHT_IN_PASSING, South, 5);
        assert_eq!(ended, ([0, 8], settled(End::LastEight, takes)));
    }
}

#[test]
fn baawa_without_a_seed_the_turn_is_passed() {
    let pits = [0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 3];
    let moves = first("ba-awa").moves(&position(pits, South));
    let passed = Move {
        pit: None,
        captured: [0, 0],
        after: After::Position(position(pits, North)),
    };
    assert_eq!(moves, [passed]);
    // Who has a seed may not pass.
    let moves = first("ba-awa").moves(&position(pits, North));
    assert!(moves.len() == 2 && moves.iter().all(|m| m.pit.is_some()));
}

#[test]
fn baawa_without_a_seed_the_game_is_over() {
    let pits = [0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 3];
    let game = first("ba-awa-over");
    let over = settled(End::NoMove, [0, 12]);
    assert_eq!(game.settlement(&position(pits, South)), Some(over));
    assert_eq!(game.moves(&position(pits, South)), []);
    assert_eq!(game.settlement(&position(pits, North)), None);
}

// Ends that all rules share.

#[test]
fn baawa_with_eight_or_less_the_game_is_over() {
    for game in Rules::ALL.into_iter().flat_map(Game::all) {
        for (pits, left) in [([0; 12], 0), ([1; 12], 12)] {
            let over = game.settlement(&position(pits, South));
            assert_eq!(over.is_some(), left <= 8);
        }
        let pits = [2, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0];
        let takes = if game.starter() == South {
            [8, 0]
        } else {
            [0, 8]
        };
        let over = game.settlement(&position(pits, North));
        assert_eq!(over, Some(settled(End::LastEight, takes)));
    }
}

#[test]
fn baawa_with_both_sides_empty_nobody_takes_anything() {
    for game in Rules::ALL.into_iter().flat_map(Game::all) {
        for side in [South, North] {
            let empty = position([0; 12], side);
            let over = settled(End::LastEight, [0, 0]);
            assert_eq!(game.settlement(&empty), Some(over));
            assert_eq!(game.moves(&empty), []);
        }
    }
}

#[test]
fn baawa_endless_sowing_splits_the_rest() {
    // C's three seeds end in F, which holds two then; laps of two and three go
    // round and round, and no pit ever comes to four.
    let pits = [0, 1, 3, 1, 0, 1, 0, 2, 1, 0, 2, 1];
    for rules in Rules::ALL {
        let ended = ends(&Game::first(rules), pits, South, 2);
        assert_eq!(ended, ([0, 0], settled(End::EndlessSowing, [6, 6])));
    }
}

#[test]
fn baawa_a_pit_is_named_by_a_letter() {
    let game = Game::new(Rules::DEFAULT, 8, South).unwrap();
    assert_eq!((game.letter(0), game.letter(7)), ('A', 'H'));
    assert_eq!((game.letter(8), game.letter(11)), ('a', 'd'));
    assert_eq!(game.pit('d'), Ok(11));
    assert!(game.pit('e').is_err());
}

// Matches.

fn agreed(goal: u8, alternate: bool) -> MatchRules {
    MatchRules::new(Rules::DEFAULT, goal, alternate).unwrap()
}

fn game(owns: u8, starter: Side) -> Game {
    Game::new(Rules::DEFAULT, owns, starter).unwrap()
}

#[test]
fn baawa_four_seeds_are_a_pit_of_the_next_game() {
    let rules = agreed(12, false);
    for (seeds, owns) in [(4, 1), (24, 6), (28, 7), (44, 11)] {
        let next = rules.next(&game(6, South), seeds);
        assert_eq!(next, Next::Game(game(owns, South)));
    }
}

#[test]
fn baawa_who_owns_the_agreed_pits_has_won_the_match() {
    for goal in [10, 11, 12] {
        let rules = agreed(goal, false);
        let first = game(6, South);
        for owns in 0..=12 {
            let won = match owns {
                _ if owns >= goal => Some(South),
                _ if 12 - owns >= goal => Some(North),
                _ => None,
            };
            let expected = won.map_or_else(|| Next::Game(game(owns, South)), Next::Won);
            assert_eq!(rules.next(&first, 4 * owns), expected);
        }
    }
    assert!(MatchRules::new(Rules::DEFAULT, 9, false).is_err());
    assert!(MatchRules::new(Rules::DEFAULT, 13, false).is_err());
}

#[test]
fn baawa_the_same_player_begins_every_game() {
    let next = agreed(12, false).next(&game(6, North), 20);
    assert_eq!(next, Next::Game(game(5, North)));
}

#[test]
fn baawa_the_players_begin_in_turn() {
    let next = agreed(12, true).next(&game(6, North), 20);
    assert_eq!(next, Next::Game(game(5, South)));
    let next = agreed(12, true).next(&game(6, South), 28);
    assert_eq!(next, Next::Game(game(7, North)));
}

#[test]
fn baawa_a_pit_that_neither_fills_goes_to_the_starter() {
    // 6 and 42 after an even split of twelve: one pit and ten, two seeds each.
    let rules = agreed(12, false);
    let next = rules.next(&game(1, South), 6);
    assert_eq!(next, Next::Game(game(2, South)));
    let next = rules.next(&game(1, North), 6);
    assert_eq!(next, Next::Game(game(1, North)));
}

#[test]
fn page_and_tests_name_the_same_rules() {
    page::names_these_tests(
        include_str!("../../../docs/ba-awa.md"),
        include_str!("rules_doc.rs"),
    );
}
