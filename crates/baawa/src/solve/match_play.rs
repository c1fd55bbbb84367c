//! A match, solved: a game whose moves are games.

use std::collections::BTreeMap;

use crate::rules::{Game, MatchRules, Next, Rules};
use grenier_rules::{MAX_SEEDS, NetSeeds, PITS, Side};
use thiserror::Error;

use super::layer::{Layers, solve_layer};
use super::outcome::{Outcome, Stage};
use super::search::Search;
use grenier_solve::Observer;
use grenier_solve::SolveError;

/// The first moves of one game, with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The game.
    pub game: Game,
    /// The starter's pits, 0..=11, each with the net seeds that the starter
    /// makes of the game after sowing it, if both then play for seeds.
    pub moves: Vec<(u8, i8)>,
}

/// More seeds of a game would make a worse match: values for seeds do not tell
/// how to play for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "under these rules owning {owns} pits is worse for a match than owning one less, \
     so that playing for it cannot be told from values for seeds"
)]
pub struct NotMonotone {
    /// Pits of South.
    pub owns: u8,
}

/// Values the first moves of every game under these rules: South owns 1 to 11
/// pits, and South or North begins. Works on rayon's current thread pool, for
/// minutes.
///
/// Turning the board makes a game that North begins one that South begins, so
/// that eleven games are solved and not 22.
///
/// # Errors
/// [`SolveError::Stopped`] when [`Observer::stopped`] said so.
pub fn openings(rules: Rules, observer: &dyn Observer) -> Result<Vec<Opening>, SolveError> {
    let mut openings = Vec::new();
    for owns in 1..PITS as u8 {
        let opening = opening(game(rules, owns, Side::South), observer)?;
        openings.push(turned(&opening));
        openings.push(opening);
    }
    openings.sort_by_key(|opening| (opening.game.owns(), opening.game.starter() as u8));
    Ok(openings)
}

fn game(rules: Rules, owns: u8, starter: Side) -> Game {
    Game::new(rules, owns, starter).expect("1 to 11 pits")
}

fn opening(game: Game, observer: &dyn Observer) -> Result<Opening, SolveError> {
    let mut layers: Layers<Vec<i8>> = Layers::new(game);
    while layers.next() <= 16 {
        let values = solve_layer(&layers, observer)?;
        layers.push(values);
    }
    let rated = Search::new(&layers).rated(&game.start());
    let moves = rated.iter().map(|rated| {
        let pit = rated.played.pit.expect("no pit is empty at the start");
        (pit, rated.value.0)
    });
    let moves = moves.collect();
    Ok(Opening { game, moves })
}

/// The same game as it is seen from the other side of the board.
fn turned(opening: &Opening) -> Opening {
    let (owns, pits) = (opening.game.owns(), PITS as u8);
    let starter = opening.game.starter().other();
    let turn = |&(pit, value): &(u8, i8)| ((pit + pits - owns) % pits, value);
    let mut moves: Vec<_> = opening.moves.iter().map(turn).collect();
    moves.sort_by_key(|&(pit, _)| pit);
    Opening {
        game: game(*opening.game.rules(), pits - owns, starter),
        moves,
    }
}

/// Outcomes by South's pits and the starter.
type Outcomes = BTreeMap<(u8, u8), Outcome>;

fn key(game: &Game) -> (u8, u8) {
    (game.owns(), game.starter() as u8)
}

/// South's seeds of the 48 when the starter nets so many.
fn south_seeds(game: &Game, net: i8) -> u8 {
    let net = match game.starter() {
        Side::South => net,
        Side::North => -net,
    };
    i8::midpoint(MAX_SEEDS as i8, net) as u8
}

/// Solves a match. Returns every game that can occur in it, by South's pits, then
/// by the starter.
///
/// Playing for the match is solved by rising number of games: the outcomes with at
/// most n more games give each result of this game its worth with n + 1. If more
/// seeds are never worth less, a player can force exactly the worth of the seeds
/// that they can force, so values in seeds solve the match.
///
/// # Errors
/// [`NotMonotone`] when more seeds are worth less.
///
/// # Panics
/// When `openings` lacks a game that comes up, see [`openings`].
pub fn solve_match(openings: &[Opening], rules: &MatchRules) -> Result<Vec<Stage>, NotMonotone> {
    let in_play: Vec<&Opening> = openings
        .iter()
        .filter(|opening| comes_up(&opening.game, rules))
        .collect();
    let mut outcomes: Outcomes = in_play
        .iter()
        .map(|opening| (key(&opening.game), Outcome::ENDLESS))
        .collect();
    loop {
        for opening in &in_play {
            check_monotone(&opening.game, rules, &outcomes)?;
        }
        let next: Outcomes = in_play
            .iter()
            .map(|opening| (key(&opening.game), best_outcome(opening, rules, &outcomes)))
            .collect();
        if next == outcomes {
            break;
        }
        outcomes = next;
    }
    let stage = |opening: &&Opening| stage(opening, openings, rules, &outcomes);
    Ok(in_play.iter().map(stage).collect())
}

/// Whether a game can occur in the match: nobody has won it yet, and if one player
/// begins all games, that is South.
fn comes_up(game: &Game, rules: &MatchRules) -> bool {
    let open = game.owns() < rules.goal() && PITS as u8 - game.owns() < rules.goal();
    open && (rules.alternate() || game.starter() == Side::South)
}

/// What it is worth that South gets so many seeds of a game, when the games
/// after it are worth `outcomes`.
fn worth(game: &Game, rules: &MatchRules, south: u8, outcomes: &Outcomes) -> Outcome {
    let after = match rules.next(game, south) {
        Next::Won(side) => Outcome::won(side),
        Next::Game(next) => outcomes[&key(&next)],
    };
    after.a_game_earlier()
}

fn best_outcome(opening: &Opening, rules: &MatchRules, outcomes: &Outcomes) -> Outcome {
    let game = &opening.game;
    let moves = opening.moves.iter();
    let worths = moves.map(|&(_, net)| worth(game, rules, south_seeds(game, net), outcomes));
    let best = worths.reduce(|one, other| one.better(other, game.starter()));
    best.expect("no pit is empty at the start")
}

/// Makes sure that more pits are never worth less to South.
fn check_monotone(game: &Game, rules: &MatchRules, outcomes: &Outcomes) -> Result<(), NotMonotone> {
    let worth = |owns: u8| worth(game, rules, 4 * owns, outcomes);
    match (1..=PITS as u8).find(|&owns| worth(owns) < worth(owns - 1)) {
        Some(owns) => Err(NotMonotone { owns }),
        None => Ok(()),
    }
}

fn stage(
    opening: &Opening,
    openings: &[Opening],
    rules: &MatchRules,
    outcomes: &Outcomes,
) -> Stage {
    let game = &opening.game;
    let value = value(opening);
    let by_match = outcomes[&key(game)];
    let serves =
        |&&(_, net): &&(u8, i8)| worth(game, rules, south_seeds(game, net), outcomes) == by_match;
    let letter = |&(pit, _): &(u8, i8)| game.letter(pit);
    let best = opening.moves.iter().filter(|&&(_, net)| net == value);
    Stage {
        owns: game.owns(),
        starter: game.starter(),
        value: NetSeeds(value),
        best_moves: best.map(letter).collect(),
        next_owns: MatchRules::owns_after(game, south_seeds(game, value)),
        by_seeds: course(opening, openings, rules),
        by_match,
        match_moves: opening.moves.iter().filter(serves).map(letter).collect(),
    }
}

/// The value of a game for its starter.
fn value(opening: &Opening) -> i8 {
    let values = opening.moves.iter().map(|&(_, value)| value);
    values.max().expect("no pit is empty at the start")
}

/// How a match ends from a game when every game is played for seeds.
fn course(opening: &Opening, openings: &[Opening], rules: &MatchRules) -> Outcome {
    let mut played: Vec<Game> = Vec::new();
    let mut at = opening;
    while !played.contains(&at.game) {
        played.push(at.game);
        match rules.next(&at.game, south_seeds(&at.game, value(at))) {
            Next::Won(side) => {
                let won = Outcome::won(side);
                return played.iter().fold(won, |won, _| won.a_game_earlier());
            }
            Next::Game(next) => {
                let found = openings.iter().find(|opening| opening.game == next);
                at = found.expect("every game is there");
            }
        }
    }
    Outcome::ENDLESS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Openings of one move each, in which South gets the seeds of as many pits
    /// as `pits` says for the pits owned and the starter.
    fn made_up(pits: impl Fn(u8, Side) -> u8) -> Vec<Opening> {
        let games = Game::all(Rules::DEFAULT);
        let opening = |game: Game| {
            let south = 8 * pits(game.owns(), game.starter()) as i8 - 48;
            let net = match game.starter() {
                Side::South => south,
                Side::North => -south,
            };
            let moves = vec![(game.pits_of(game.starter()).start as u8, net)];
            Opening { game, moves }
        };
        games.map(opening).collect()
    }

    fn told(stages: &[Stage], owns: u8, starter: Side) -> (Option<Side>, Option<u32>) {
        let of = |stage: &&Stage| stage.owns == owns && stage.starter == starter;
        let stage = stages.iter().find(of).unwrap();
        assert_eq!(stage.by_seeds, stage.by_match, "there is one move only");
        (stage.by_match.winner(), stage.by_match.games())
    }

    #[test]
    fn each_game_wins_a_pit_until_the_match_is_won() {
        let openings = made_up(|owns, _| owns + 1);
        for goal in [10, 11, 12] {
            let rules = MatchRules::new(Rules::DEFAULT, goal, false).unwrap();
            let stages = solve_match(&openings, &rules).unwrap();
            let games = u32::from(goal) - 6;
            assert_eq!(
                told(&stages, 6, Side::South),
                (Some(Side::South), Some(games))
            );
            assert!(stages.iter().all(|stage| stage.starter == Side::South));
        }
    }

    #[test]
    fn who_begins_may_win_what_the_other_wins_back() {
        let openings = made_up(|owns, starter| match starter {
            Side::South => owns + 1,
            Side::North => owns - 1,
        });
        let rules = MatchRules::new(Rules::DEFAULT, 12, true).unwrap();
        let stages = solve_match(&openings, &rules).unwrap();
        assert_eq!(told(&stages, 6, Side::South), (None, None));
        assert_eq!(told(&stages, 11, Side::South), (Some(Side::South), Some(1)));
        assert_eq!(told(&stages, 1, Side::North), (Some(Side::North), Some(1)));
    }

    #[test]
    fn a_player_in_no_hurry_for_seeds_may_be_for_the_match() {
        // Of two moves the second is better for seeds, and both win at once.
        let mut openings = made_up(|owns, _| if owns == 9 { 10 } else { owns });
        let eight = openings.iter_mut().find(|opening| opening.game.owns() == 8);
        eight.unwrap().moves = vec![(0, 32), (1, 40), (2, 24)];
        let rules = MatchRules::new(Rules::DEFAULT, 10, false).unwrap();
        let stages = solve_match(&openings, &rules).unwrap();
        let stage = stages.iter().find(|stage| stage.owns == 8).unwrap();
        assert_eq!(
            (stage.value, &stage.best_moves[..]),
            (NetSeeds(40), &['B'][..])
        );
        assert_eq!(stage.match_moves, ['A', 'B']);
        assert_eq!(stage.by_match.games(), Some(1));
    }

    #[test]
    fn more_seeds_that_make_a_worse_match_are_told() {
        let openings = made_up(|owns, _| if owns == 7 { 0 } else { owns + 1 });
        let rules = MatchRules::new(Rules::DEFAULT, 12, false).unwrap();
        let refused = solve_match(&openings, &rules);
        assert_eq!(refused, Err(NotMonotone { owns: 7 }));
    }

    #[test]
    fn turning_the_board_twice_changes_nothing() {
        let game = game(Rules::DEFAULT, 8, Side::South);
        let moves = (0..8).map(|pit| (pit, pit as i8)).collect();
        let opening = Opening { game, moves };
        let north = turned(&opening);
        assert_eq!((north.game.owns(), north.game.starter()), (4, Side::North));
        let pits: Vec<u8> = north.moves.iter().map(|&(pit, _)| pit).collect();
        assert_eq!(pits, [4, 5, 6, 7, 8, 9, 10, 11]);
        assert_eq!(turned(&north), opening);
    }
}
