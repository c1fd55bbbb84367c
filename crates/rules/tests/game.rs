//! Games: stores, the end, and repetition.

use grenier_rules::{Board, Game, GameError, Outcome, Position, RuleSet, Side};
use proptest::prelude::*;

fn game(rules: RuleSet, board: &str) -> Game {
    Game::from_board(rules, board.parse().unwrap()).unwrap()
}

#[test]
fn a_capture_goes_to_the_store_and_the_turn_passes() {
    let mut game = game(RuleSet::AWALE, "0-0-0-0-0-1-1-0-0-0-0-3-20-23-S");
    assert_eq!(game.play(5).unwrap().captured, 2);
    assert_eq!(game.board().to_string(), "0-0-0-0-0-0-0-0-0-0-0-3-22-23-N");
    assert_eq!([game.store(Side::South), game.store(Side::North)], [22, 23]);
    assert_eq!(game.played(), [(Side::South, 5)]);
}

#[test]
fn twenty_five_wins_at_once() {
    let mut game = game(RuleSet::AWALE, "0-0-0-0-0-1-1-0-0-0-0-3-23-20-S");
    assert_eq!(game.outcome(), Outcome::Ongoing);
    game.play(5).unwrap();
    assert_eq!(game.outcome(), Outcome::Won(Side::South));
    let refused = game.play(5).unwrap_err();
    assert_eq!(refused.to_string(), "f cannot be played: the game is over");
}

#[test]
fn twenty_four_is_not_yet_a_win_and_both_at_half_draw() {
    let mut game = game(RuleSet::AWALE, "0-0-0-0-0-0-0-0-0-0-1-0-24-23-N");
    assert_eq!(game.outcome(), Outcome::Ongoing);
    // North's e to f; South has no seed, so North takes the last one.
    game.play(4).unwrap();
    assert_eq!(game.outcome(), Outcome::Drawn);
    assert_eq!(game.settle().unwrap().south_net, 0);
}

#[test]
fn what_is_left_counts_in_the_outcome() {
    // North cannot feed: Abapa gives North the two seeds, 22 and 26.
    let game = game(RuleSet::OWARE, "0-0-0-0-0-0-2-0-0-0-0-0-22-24-N");
    assert_eq!(game.settle().unwrap().south_net, -4);
    assert_eq!(game.settle().unwrap().half_seeds(Side::North), 52);
    assert_eq!(game.outcome(), Outcome::Won(Side::North));
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    // E and F give: A may not be played, B is empty.
    let mut game = game(RuleSet::AWALE, "1-0-0-0-2-1-0-0-0-0-0-0-22-22-S");
    let before = *game.board();
    for pit in [0, 1] {
        let letter = ['A', 'B'][usize::from(pit)];
        let message = game.play(pit).unwrap_err().to_string();
        let expected = format!("{letter} is not a legal move under awale: legal here are E F");
        assert_eq!(message, expected);
    }
    assert_eq!(game.play(6), Err(GameError::NoSuchPit { pit: 6 }));
    assert_eq!((*game.board(), game.played().len()), (before, 0));
}

#[test]
fn a_game_needs_stores() {
    let bare = Board::from_position(&Position::START);
    let refused = Game::from_board(RuleSet::OWARE, bare).unwrap_err();
    assert_eq!(refused, GameError::NoStores);
}

/// Plays the first legal move, again and again.
fn play_first(game: &mut Game, moves: usize) {
    for _ in 0..moves {
        let pit = game.rules().moves(&game.board().position())[0].pit;
        game.play(pit).unwrap();
    }
}

#[test]
fn repetition_is_counted() {
    // One seed each, walking round the board without meeting: after six
    // moves each they have changed owners, and the board is as before.
    let start = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
    let mut game = game(RuleSet::AWALE, start);
    assert_eq!(game.occurrences(), 1);
    play_first(&mut game, 1);
    assert_eq!(game.board().to_string(), "0-1-0-0-0-0-1-0-0-0-0-0-23-23-N");
    assert_eq!(game.occurrences(), 1);
    for times in [2, 3] {
        play_first(&mut game, if times == 2 { 11 } else { 12 });
        assert_eq!(game.board().to_string(), start);
        assert_eq!(game.occurrences(), times);
    }
}

#[test]
fn a_capture_clears_the_history() {
    let mut game = game(RuleSet::AWALE, "0-0-0-0-0-1-1-0-0-0-0-3-20-23-S");
    game.play(5).unwrap();
    assert_eq!((game.occurrences(), game.since_capture().len()), (1, 1));
}

#[test]
fn a_repetition_is_shared_as_the_rule_set_says() {
    let board = "1-1-1-0-0-0-1-1-0-0-0-0-23-20-N";
    // Own side: 23 + 3 to 20 + 2. Even: 23 + 2.5 to 20 + 2.5.
    let own = game(RuleSet::OWARE, board).settle_repetition();
    assert_eq!(
        (own.half_seeds(Side::South), own.half_seeds(Side::North)),
        (52, 44)
    );
    let even = game(RuleSet::AWARI, board).settle_repetition();
    assert_eq!(
        (even.half_seeds(Side::South), even.half_seeds(Side::North)),
        (51, 45)
    );
    assert_eq!((own.south_net, even.south_net), (4, 3));
    assert_eq!(even.outcome(), Outcome::Won(Side::South));
}

proptest! {
    #[test]
    fn random_games_keep_their_books(
        rules in proptest::sample::select(RuleSet::ALL.to_vec()),
        choices in proptest::collection::vec(any::<proptest::sample::Index>(), 0..200),
    ) {
        let mut game = Game::new(rules);
        for choice in choices {
            if game.outcome() != Outcome::Ongoing {
                break;
            }
            let moves = rules.moves(&game.board().position());
            game.play(choice.get(&moves).pit).unwrap();
            let text = game.board().to_string();
            prop_assert_eq!(text.parse::<Board>(), Ok(*game.board()));
            prop_assert!(game.occurrences() >= 1);
        }
    }
}
