//! Ba-awa solved by the engine and by a plain solver that shares nothing with
//! it: own moves, own numbering, own way to the values.

mod naive;
mod naive_solver;

use grenier_baawa::index::{boards, position, rank};
use grenier_baawa::{After, End, Game, Position, Rules};
use grenier_baawa::{Layers, LineEnd, Search, line, prove, solve_layer};
use grenier_rules::{PITS, Side};
use grenier_solve::Silent;
use naive_solver::NaiveLayers;

fn game(rules: &str, owns: u8, starter: Side) -> Game {
    Game::new(*Rules::named(rules).unwrap(), owns, starter).unwrap()
}

/// The layers of a game to `up_to` seeds.
fn solved(game: Game, up_to: u32) -> Layers<Vec<i8>> {
    let mut layers = Layers::new(game);
    while layers.next() <= up_to {
        let values = solve_layer(&layers, &Silent).unwrap();
        layers.push(values);
    }
    layers
}

/// Compares all values of the layers to `up_to`, in index order.
fn compare(rules: &str, owns: u8, starter: Side, up_to: u32) {
    let layers = solved(game(rules, owns, starter), up_to);
    let mut naive = NaiveLayers::new(rules, owns, starter as usize);
    for seeds in (12..=up_to).step_by(4) {
        let expected = naive.solve_next();
        let found = layers.layer(seeds).unwrap();
        assert_eq!(found.len(), expected.len(), "{seeds} seeds");
        let wrong = (0..found.len()).find(|&at| found[at] != expected[at]);
        if let Some(at) = wrong {
            let position = position(seeds, at as u64);
            let (found, expected) = (found[at], expected[at]);
            panic!("{rules} {owns} {starter}: {position:?} is {found}, naive {expected}");
        }
    }
}

#[test]
fn layer_12_agrees_with_the_naive_solver() {
    compare("ba-awa", 6, Side::South, 12);
    compare("ba-awa", 2, Side::North, 12);
    compare("ba-awa-skip-late-over", 9, Side::South, 12);
}

/// `.ci/run` runs it.
#[test]
#[ignore = "takes a minute"]
fn layers_12_and_16_agree_with_the_naive_solver() {
    compare("ba-awa", 6, Side::South, 16);
}

#[test]
fn turning_the_board_changes_nothing() {
    let here = solved(game("ba-awa", 5, Side::North), 12);
    let turned = solved(game("ba-awa", 7, Side::South), 12);
    for at in 0..boards(12) {
        let seen = position(12, u64::from(at)).unwrap();
        let mut pits = seen.pits();
        // North's first pit, 5, comes to be South's, 0.
        pits.rotate_left(5);
        let across = Position::new(pits, Side::North).unwrap();
        assert_eq!(here.value(&seen), turned.value(&across), "{seen:?}");
    }
    assert_eq!(rank(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12]), 0);
}

/// Every move a best one, the value realised, for every end that there is.
fn check_line(
    layers: &Layers<Vec<i8>>,
    search: &mut Search<'_, Vec<i8>>,
    start: &Position,
) -> LineEnd {
    let (moves, end) = line(layers, search, start);
    let mut now = *start;
    let mut net = 0;
    for (at, played) in moves.iter().enumerate() {
        let value = search.value(&now);
        let rated = search.rated(&now);
        let rated = rated.iter().find(|rated| rated.played == *played);
        assert_eq!(rated.map(|rated| rated.value), Some(value), "{now:?}");
        // With what the end gives, if the move ends the game.
        net += i32::from(played.net(start.side()));
        match played.after {
            After::Position(next) => now = next,
            After::Over(_) => assert_eq!(at + 1, moves.len()),
        }
    }
    let ended_by_move = moves
        .last()
        .is_some_and(|m| matches!(m.after, After::Over(_)));
    if let (LineEnd::Over(settlement), false) = (end, ended_by_move) {
        net += i32::from(settlement.net(start.side()));
    }
    assert_eq!(net, i32::from(search.value(start).0), "{start:?}");
    end
}

#[test]
fn lines_realise_the_value() {
    let layers = solved(game("ba-awa", 3, Side::South), 16);
    let mut search = Search::new(&layers);
    for seeds in [12, 16] {
        for at in (0..u64::from(2 * boards(seeds))).step_by(99_991) {
            check_line(&layers, &mut search, &position(seeds, at).unwrap());
        }
    }
    check_line(&layers, &mut search, &layers.game().start());
}

/// `.ci/run` runs it.
#[test]
#[ignore = "takes minutes"]
fn search_and_the_layer_of_20_seeds_agree() {
    let mut layers = solved(game("ba-awa", 8, Side::North), 16);
    let tabled = solve_layer(&layers, &Silent).unwrap();
    let mut search = Search::new(&layers);
    let starts = (0..tabled.len()).step_by(999_983);
    let values: Vec<(usize, i8)> = starts
        .map(|at| (at, search.value(&position(20, at as u64).unwrap()).0))
        .collect();
    for (at, value) in values {
        assert_eq!(tabled[at], value, "position {at}");
    }
    let start = position(20, 4_000_000).unwrap();
    assert_eq!(prove(&layers, &start).value.0, tabled[4_000_000]);
    layers.push(tabled);
    check_line(&layers, &mut Search::new(&layers), &layers.game().start());
}

/// Twelve pits with these counts, South to move.
fn south(pits: [u8; PITS]) -> Position {
    Position::new(pits, Side::South).unwrap()
}

#[test]
fn endless_play_from_position_to_position_is_even() {
    let layers = solved(game("ba-awa", 6, Side::South), 12);
    let values = layers.layer(12).unwrap();
    let draws = (0..values.len()).filter(|&at| values[at] == 0);
    let even: Vec<Position> = draws.map(|at| position(12, at as u64).unwrap()).collect();
    // With 12 seeds a capture ends the game, 4 and 8 seeds being shared out: it
    // is never even. So these go round for ever, with three in a pit at most.
    assert_eq!(even.len(), 60);
    assert!(even.iter().all(|even| even.pits().iter().all(|&n| n < 4)));
    for position in &even {
        let moves = layers.game().moves(position);
        assert!(moves.iter().all(|played| played.net(position.side()) <= 0));
        let quiet = moves.iter().filter_map(|played| match played.after {
            After::Position(next) if played.captured == [0, 0] => Some(next),
            _ => None,
        });
        let goes_on = quiet.filter(|next| layers.value(next) == Some(0)).count();
        let endless = moves.iter().filter(
            |played| matches!(played.after, After::Over(over) if over.end == End::EndlessSowing),
        );
        assert!(goes_on + endless.count() > 0, "{position:?}");
    }
}

#[test]
fn a_pass_is_worth_what_the_other_makes_of_it() {
    let layers = solved(game("ba-awa", 6, Side::South), 12);
    let pits = [0, 0, 0, 0, 0, 0, 2, 1, 3, 1, 3, 2];
    let north = Position::new(pits, Side::North).unwrap();
    let value = layers.value(&south(pits)).unwrap();
    assert_eq!(value, -layers.value(&north).unwrap());
    let over = solved(game("ba-awa-over", 6, Side::South), 12);
    assert_eq!(over.value(&south(pits)), Some(-12));
}
