//! Every line of `data/baawa.txt`, which a second, independent move generator
//! wrote (`scripts/baawa.py`), must hold for this crate.

use grenier_baawa::{After, Game, Position, Rules};
use grenier_rules::{Board, Side};

const GOLDEN: &str = include_str!("data/baawa.txt");

/// Lines, seeds on the board at their ends, South's net seeds along them.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    lines: u64,
    seeds: u64,
    net: i64,
}

fn count(game: &Game, position: &Position, depth: u32, net: i64) -> Counts {
    let mut counts = Counts::default();
    if depth == 0 {
        return Counts {
            lines: 1,
            seeds: u64::from(position.seeds()),
            net,
        };
    }
    for played in game.moves(position) {
        let net = net + i64::from(played.net(Side::South));
        let below = match played.after {
            After::Position(next) => count(game, &next, depth - 1, net),
            After::Over(_) if depth == 1 => Counts {
                lines: 1,
                seeds: 0,
                net,
            },
            After::Over(_) => continue,
        };
        counts.lines += below.lines;
        counts.seeds += below.seeds;
        counts.net += below.net;
    }
    counts
}

fn check(line: &str) -> Game {
    let fields: Vec<&str> = line.split_whitespace().take(9).collect();
    let number = |field: usize, key: &str| -> i64 {
        let value = fields[field].strip_prefix(key);
        value.and_then(|n| n.parse().ok()).expect(line)
    };
    let starter = match fields[2] {
        "south" => Side::South,
        _ => Side::North,
    };
    let rules = Rules::named(fields[0]).expect(line);
    let game = Game::new(*rules, number(1, "") as u8, starter).expect(line);
    let board: Board = fields[3].parse().expect(line);
    let side = match fields[4] {
        "S" => Side::South,
        _ => Side::North,
    };
    let position = Position::new(board.pits(), side).expect(line);
    let depth = number(5, "depth=") as u32;
    let expected = Counts {
        lines: number(6, "lines=") as u64,
        seeds: number(7, "seeds=") as u64,
        net: number(8, "net="),
    };
    assert_eq!(count(&game, &position, depth, 0), expected, "{line}");
    assert_eq!(game.perft(&position, depth), expected.lines, "{line}");
    game
}

#[test]
fn counts_agree_with_the_independent_generator() {
    let lines = GOLDEN
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let games: std::collections::HashSet<u16> = lines.map(|line| check(line).id()).collect();
    for owns in 1..=11 {
        for starter in [Side::South, Side::North] {
            let game = Game::new(Rules::DEFAULT, owns, starter).unwrap();
            assert!(games.contains(&game.id()), "{game:?} is not covered");
        }
    }
}
