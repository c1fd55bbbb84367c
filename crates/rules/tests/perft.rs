//! Every line of `data/perft.txt`, which a second, independent move generator
//! wrote (`scripts/perft.py`), must hold for this crate.

use std::collections::HashSet;

use grenier_rules::{Board, Position, RuleSet};

const GOLDEN: &str = include_str!("data/perft.txt");

struct Line {
    rules: &'static RuleSet,
    position: Position,
    depth: u32,
    lines: u64,
    seeds: u64,
}

fn parse(line: &str) -> Line {
    let fields: Vec<&str> = line.split_whitespace().take(5).collect();
    let number = |field: &str, key: &str| -> u64 {
        let value = field.strip_prefix(key);
        value
            .and_then(|n| n.parse().ok())
            .unwrap_or_else(|| panic!("{line}: expected {key}N"))
    };
    let board: Board = fields[1].parse().expect(line);
    Line {
        rules: RuleSet::named(fields[0]).expect(line),
        position: board.position(),
        depth: number(fields[2], "depth=") as u32,
        lines: number(fields[3], "lines="),
        seeds: number(fields[4], "seeds="),
    }
}

fn golden() -> impl Iterator<Item = Line> {
    GOLDEN
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(parse)
}

/// Seeds on the board at the ends of all lines of this depth.
fn seeds_left(rules: &RuleSet, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return u64::from(position.seeds());
    }
    rules
        .moves(position)
        .iter()
        .map(|m| seeds_left(rules, &m.next, depth - 1))
        .sum()
}

#[test]
fn counts_agree_with_the_independent_generator() {
    for line in golden() {
        let (rules, position, depth) = (line.rules, line.position, line.depth);
        let found = (
            rules.perft(&position, depth),
            seeds_left(rules, &position, depth),
        );
        let expected = (line.lines, line.seeds);
        assert_eq!(found, expected, "{} {position:?} depth {depth}", rules.name);
    }
}

#[test]
fn the_golden_file_covers_every_rule_set() {
    let covered: HashSet<u16> = golden().map(|line| line.rules.id).collect();
    assert_eq!(covered.len(), RuleSet::ALL.len());
}

#[test]
fn the_start_counts_as_by_hand() {
    // Two moves cannot empty a pit but the one sown, and nobody can capture.
    for rules in RuleSet::ALL {
        let counts = [0, 1, 2].map(|depth| rules.perft(&Position::START, depth));
        assert_eq!(counts, [1, 6, 36], "{}", rules.name);
    }
}
