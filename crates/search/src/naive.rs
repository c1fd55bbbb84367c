//! A search as plain as can be, and that the fast one says the same.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grenier_probe::Tablebase;
use grenier_rules::{
    Board, Centiseeds, Endless, Game, MAX_SEEDS, Move, Outcome, Position, RuleSet, Side,
};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::estimate::estimate;
use crate::{Limits, Report, Root, Search, Settings, Tables};

const ENDLESS: [Endless; 2] = [Endless::Even, Endless::EachKeepsOwnSide];

/// What a position is worth where the depth is used up.
#[derive(Clone, Copy)]
enum Leaf {
    /// What it is estimated at.
    Estimate,
    /// All that is on the board, for whoever is to move there.
    Won,
    /// All that is on the board, for the other.
    Lost,
}

impl Leaf {
    fn turned(self) -> Self {
        match self {
            Self::Estimate => self,
            Self::Won => Self::Lost,
            Self::Lost => Self::Won,
        }
    }

    fn value(self, position: &Position) -> i16 {
        match self {
            Self::Estimate => estimate(position),
            Self::Won => position.seeds() as i16 * 100,
            Self::Lost => -(position.seeds() as i16) * 100,
        }
    }
}

/// Minimax over all lines of play: no memory, nothing cut off.
struct Naive<'a> {
    tables: &'a Tables,
    endless: Endless,
    leaf: Leaf,
    /// From the last capture before the root to the position at work.
    path: Vec<Position>,
}

impl Naive<'_> {
    fn move_value(&mut self, played: &Move, depth: u32) -> i16 {
        let before = self.path.clone();
        if !played.is_quiet() {
            self.path.clear();
        }
        self.path.push(played.next);
        self.leaf = self.leaf.turned();
        let value = Centiseeds::from(played.gain()).0 - self.value(depth);
        self.leaf = self.leaf.turned();
        self.path = before;
        value
    }

    fn value(&mut self, depth: u32) -> i16 {
        let (position, earlier) = self.path.split_last().unwrap();
        let position = *position;
        let same_side = earlier.iter().rev().skip(1).step_by(2);
        if same_side.into_iter().any(|then| *then == position) {
            return Centiseeds::from(self.endless.net(&position)).0;
        }
        if let Some(worth) = self.tables.worth(&position, self.endless).unwrap() {
            return worth.estimate.0;
        }
        let moves = self.tables.rules().moves(&position);
        if moves.is_empty() {
            let left = self.tables.rules().settlement(&position).unwrap();
            return Centiseeds::from(left.net()).0;
        }
        if depth == 0 {
            return self.captures(&position, &moves);
        }
        let values = moves
            .iter()
            .map(|played| self.move_value(played, depth - 1));
        values.max().unwrap()
    }

    /// The leaf, or what captures make of it.
    fn captures(&mut self, position: &Position, moves: &[Move]) -> i16 {
        let leaf = self.leaf.value(position);
        let captures = moves.iter().filter(|played| played.captured > 0);
        let values = captures.map(|played| self.move_value(played, 0));
        values.fold(leaf, i16::max)
    }
}

/// The values of all moves, by pit, under the plain search.
fn plainly(
    tables: &Tables,
    endless: Endless,
    leaf: Leaf,
    game: &Game,
    depth: u32,
) -> Vec<(u8, i16)> {
    let path = game.since_capture().to_vec();
    let moves = tables.rules().moves(&path[path.len() - 1]);
    let mut naive = Naive {
        tables,
        endless,
        leaf,
        path,
    };
    let rated = moves
        .iter()
        .map(|played| (played.pit, naive.move_value(played, depth - 1)));
    rated.collect()
}

/// The embedded tables, which end at 8 seeds; none for positions with fewer, which
/// are there to be searched.
fn tables_for(seeds: &RangeInclusive<u8>, rules: &RuleSet) -> Tables {
    let rules = RuleSet::with_id(rules.id).unwrap();
    let embedded = Tablebase::embedded(rules).filter(|_| *seeds.end() > 8);
    let scores = embedded.unwrap_or_else(|| Tablebase::without_tables(rules));
    Tables::new(scores, Vec::new())
}

/// A game that begins with so many seeds on the board, spread at random.
fn begin(rules: RuleSet, seeds: u8, random: &mut StdRng) -> Game {
    let mut pits = [0; 12];
    for _ in 0..seeds {
        pits[random.random_range(0..12)] += 1;
    }
    let stored = MAX_SEEDS as u8 - seeds;
    let stores = [stored / 2, stored - stored / 2];
    let board = Board::with_stores(pits, stores, Side::South).unwrap();
    Game::from_board(rules, board).unwrap()
}

/// Plays at random, and rather something quiet, so that there is a history.
/// `false` when the game is over, or would be because a position comes back.
fn play_on(game: &mut Game, random: &mut StdRng) -> bool {
    if game.outcome() != Outcome::Ongoing {
        return false;
    }
    let moves = game.rules().moves(&game.board().position());
    let quiet: Vec<_> = moves.iter().filter(|played| played.captured == 0).collect();
    let played = quiet.choose(random).copied().unwrap_or(&moves[0]);
    game.play(played.pit).unwrap();
    game.outcome() == Outcome::Ongoing && game.occurrences() == 1
}

/// Calls `check` with positions of random games: at first, and after some
/// random moves.
fn on_random_games(
    rules: RuleSet,
    seeds: RangeInclusive<u8>,
    games: u64,
    mut check: impl FnMut(&Game, &mut StdRng),
) {
    for number in 0..games {
        let mut random = StdRng::seed_from_u64(number);
        let mut game = begin(rules, random.random_range(seeds.clone()), &mut random);
        for ply in 0..40 {
            if ply % 5 == 0 && game.outcome() == Outcome::Ongoing {
                check(&game, &mut random);
            }
            if !play_on(&mut game, &mut random) {
                break;
            }
        }
    }
}

fn with_endless() -> impl Iterator<Item = (RuleSet, Endless)> {
    let all = RuleSet::ALL.into_iter();
    all.flat_map(|rules| ENDLESS.map(|endless| (rules, endless)))
}

fn search(tables: Tables, hash_bytes: u64, endless: Endless, lines: usize) -> Search {
    let settings = Settings {
        hash_bytes,
        lines,
        endless,
        layer_bytes: 0,
        ..Settings::default()
    };
    let mut search = Search::new(tables.into(), settings);
    search.reduces = false;
    search
}

fn to_depth(search: &mut Search, game: &Game, depth: u32) -> Report {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    search.run(&Root::of(game), &limits, &mut |_| {}).unwrap()
}

/// A depth that the plain search can do with so many seeds.
fn some_depth(seeds: u32, random: &mut StdRng) -> u32 {
    let most = match seeds {
        0..=2 => 14,
        3 => 11,
        4 => 9,
        5 => 8,
        6..=7 => 7,
        8..=12 => 6,
        _ => 5,
    };
    random.random_range(1..=most)
}

#[test]
fn without_memory_it_says_what_plain_search_says() {
    let mut came_back = 0;
    for (rules, endless) in with_endless() {
        for lines in [1, 6] {
            for (seeds, games) in [(2..=7, 80), (9..=20, 10)] {
                let tables = || tables_for(&seeds, &rules);
                let mut search = search(tables(), 0, endless, lines);
                on_random_games(rules, seeds.clone(), games, |game, random| {
                    let depth = some_depth(game.board().position().seeds(), random);
                    let expected = plainly(&tables(), endless, Leaf::Estimate, game, depth);
                    let found = to_depth(&mut search, game, depth);
                    let fresh = Game::from_board(rules, *game.board()).unwrap();
                    came_back += u32::from(
                        expected != plainly(&tables(), endless, Leaf::Estimate, &fresh, depth),
                    );
                    agree(&found, expected, lines);
                });
            }
        }
    }
    assert!(came_back > 30, "history mattered {came_back} times");
}

/// The report has the best of these moves, best first.
fn agree(found: &Report, mut expected: Vec<(u8, i16)>, lines: usize) {
    expected.sort_by_key(|&(_, value)| -value);
    assert_eq!(found.moves.len(), lines.min(expected.len()));
    assert_eq!(found.worth.estimate.0, expected[0].1);
    for (rated, best) in found.moves.iter().zip(&expected) {
        let estimate = rated.worth.estimate.0;
        assert_eq!(estimate, best.1, "{found:?} {expected:?}");
        assert!(
            expected.contains(&(rated.played.pit, estimate)),
            "{found:?} {expected:?}"
        );
    }
}

/// The value of the root, if it does not hang on what leaves are worth.
fn proved(tables: &Tables, endless: Endless, game: &Game, depth: u32) -> Option<i16> {
    let bound = |leaf| plainly(tables, endless, leaf, game, depth);
    let best = |moves: Vec<(u8, i16)>| moves.iter().map(|&(_, value)| value).max();
    let low = best(bound(Leaf::Lost));
    low.filter(|_| low == best(bound(Leaf::Won)))
}

#[test]
fn what_is_proved_does_not_hang_on_what_is_remembered() {
    let (mut sure, mut matters) = (0, 0);
    for (rules, endless) in with_endless() {
        // So small that most is driven out, or large enough for all; alone, or with
        // another thread that is a step ahead.
        for (hash_bytes, threads) in [(1 << 10, 1), (1 << 20, 2)] {
            for (seeds, games) in [(2..=5, 250), (6..=12, 8)] {
                let mut search = search(tables_for(&seeds, &rules), hash_bytes, endless, 1);
                search.settings.threads = threads;
                on_random_games(rules, seeds, games, |game, random| {
                    let depth = random.random_range(1..=7);
                    let fresh = Game::from_board(rules, *game.board()).unwrap();
                    let Some(value) = proved(search.tables(), endless, &fresh, depth) else {
                        return;
                    };
                    // With the history it may be worth something else.
                    let other = proved(search.tables(), endless, game, depth + 1);
                    let history = other.is_some_and(|other| other != value);
                    to_depth(&mut search, game, depth + 1);
                    let found = to_depth(&mut search, &fresh, depth);
                    assert_eq!(found.worth.estimate.0, value, "{rules:?} {fresh:?} {depth}");
                    sure += 1;
                    matters += u32::from(history);
                });
            }
        }
    }
    assert!(sure > 500, "{sure} values were proved");
    assert!(
        matters > 20,
        "{matters} had another value with their history"
    );
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for (rules, endless) in with_endless() {
        let mut search = search(tables_for(&(20..=48), &rules), 1 << 16, endless, 2);
        on_random_games(rules, 20..=48, 1, |game, _| {
            let mut asked = || {
                search.forget();
                search.reduces = true;
                let mut report = to_depth(&mut search, game, 6);
                report.effort.elapsed = Duration::ZERO;
                report
            };
            assert_eq!(asked(), asked());
        });
    }
}

#[test]
fn limits_are_kept() {
    let rules = RuleSet::OWARE;
    let root = Root::new(Position::START);
    let mut search = search(tables_for(&(48..=48), &rules), 1 << 20, Endless::Even, 1);
    let mut run = |limits: Limits<'_>| {
        let mut depths = Vec::new();
        let found = search.run(&root, &limits, &mut |report| depths.push(report.depth));
        (found.unwrap(), depths)
    };
    let (found, depths) = run(Limits {
        depth: Some(5),
        ..Limits::default()
    });
    assert_eq!((found.depth, depths), (5, vec![1, 2, 3, 4, 5]));
    for nodes in [0, 1, 1_000, 54_321] {
        let (found, depths) = run(Limits {
            nodes: Some(nodes),
            ..Limits::default()
        });
        assert_eq!(
            depths.last(),
            Some(&found.depth),
            "the last step that was finished"
        );
        // The first step ends in any case.
        assert!(found.effort.nodes <= nodes.max(100), "{nodes}: {found:?}");
        assert!(
            nodes < 1_000 || found.effort.nodes == nodes,
            "{nodes}: {found:?}"
        );
    }
    let stop = AtomicBool::new(true);
    let (found, depths) = run(Limits {
        stop: Some(&stop),
        ..Limits::default()
    });
    assert_eq!((found.depth, depths), (1, vec![1]));
    let time = Duration::from_millis(50);
    let (found, _) = run(Limits {
        time: Some(time),
        ..Limits::default()
    });
    assert!(found.effort.elapsed >= time);
}
