//! `docs/json.md` names every key that the types serialise, and no other.

use std::collections::BTreeSet;

use grenier_answer::{
    Analyst, BoundsStatistics, LayerStatistics, Limits, Oracle, Scored, Settings, Statistics,
    compare_rules,
};
use grenier_rules::ogn::Record;
use grenier_rules::{Board, Game, RuleSet};
use grenier_table::{DistanceRecord, Distances, LayerRecord};
use serde::Serialize;
use serde_json::Value;

const PAGE: &str = include_str!("../../../docs/json.md");
const FIVE: &str = "0-0-0-0-0-1-1-0-0-0-0-3-22-21-S";

/// Adds all keys in a value.
fn collect(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                keys.insert(key.clone());
                collect(field, keys);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, keys)),
        _ => {}
    }
}

fn keys(answers: &[Value]) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for answer in answers {
        collect(answer, &mut keys);
    }
    keys
}

fn json(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap()
}

/// Compares the keys of a section's types with the section. `outer` are keys that
/// the command line adds around them.
fn check(title: &str, keys: &BTreeSet<String>, outer: &[&str]) {
    let section = PAGE.split(&format!("\n## {title}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let common = PAGE.split("\n## ").next().unwrap();
    let mut shown = BTreeSet::new();
    for block in section.split("```console\n").skip(1) {
        let (_, json) = block.split("```").next().unwrap().split_once('\n').unwrap();
        collect(&serde_json::from_str(json).unwrap(), &mut shown);
    }
    let is_named = |key: &&String| {
        let name = format!("`{key}`");
        shown.contains(*key) || section.contains(&name) || common.contains(&name)
    };
    let unnamed: Vec<_> = keys.iter().filter(|key| !is_named(key)).collect();
    assert!(
        unnamed.is_empty(),
        "{title}: not in docs/json.md: {unnamed:?}"
    );
    let is_known = |key: &&String| keys.contains(*key) || outer.contains(&key.as_str());
    let unknown: Vec<_> = shown.iter().filter(|key| !is_known(key)).collect();
    assert!(
        unknown.is_empty(),
        "{title}: only in docs/json.md: {unknown:?}"
    );
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn settings() -> Settings {
    Settings {
        lines: 6,
        hash_bytes: 0,
        layer_bytes: 0,
        ..Settings::default()
    }
}

fn limits() -> Limits<'static> {
    Limits {
        depth: Some(2),
        ..Limits::default()
    }
}

#[test]
fn positions_advice_and_lines() {
    let oracle = Oracle::embedded(&RuleSet::AWALE);
    let none = Oracle::without_tables(&RuleSet::AWALE);
    let over = board("0-0-0-0-0-0-1-0-0-0-0-3");
    let known = oracle.position(&board(FIVE)).unwrap();
    let ended = oracle.position(&over).unwrap();
    let unscored = none
        .position(&board("1-1-1-1-1-1-1-1-1-1-1-1-25-11-S"))
        .unwrap();
    assert!(known.guarantees.readings.is_some() && unscored.value.is_none());
    let searched = none.search_position(&board(FIVE), &settings(), &limits(), &mut |_| {});
    let searched = searched.unwrap().unwrap();
    assert!(searched.advice.effort.is_some());
    let advise = |oracle: &Oracle| {
        let advice = oracle.advise(&board(FIVE), &settings(), &limits(), &mut |_| {});
        json(&advice.unwrap())
    };
    let advised = keys(&[advise(&oracle), advise(&none)]);
    check("best", &advised, &[]);
    // Of a search the section on `probe` refers to that on `best`.
    let more = &keys(&[json(&searched)]) - &advised;
    let tabled = keys(&[json(&known), json(&ended), json(&unscored)]);
    check("probe", &(&tabled | &more), &[]);

    let ended = oracle.line(&board(FIVE), 10, None).unwrap();
    let repeats = oracle.line(&board("0-1-0-0-0-0-0-1-0-0-0-0"), 99, None);
    let repeats = repeats.unwrap();
    assert!(repeats.repeats_from.is_some());
    check("line", &keys(&[json(&ended), json(&repeats)]), &[]);
}

#[test]
fn analyses() {
    let mut game = Game::from_board(RuleSet::OWARE, board(FIVE)).unwrap();
    game.play(5).unwrap();
    let tables = Oracle::embedded(&RuleSet::OWARE).tables().unwrap().clone();
    let mut analyst = Analyst::new(tables, settings());
    let analysis = analyst.analyse(&Record::new(game), &limits(), &mut || {});
    let outer = ["games", "errors", "file", "number"];
    check("analyse", &keys(&[json(&analysis.unwrap())]), &outer);
}

#[test]
fn tables_and_rules() {
    let bounds = BoundsStatistics {
        layer: 0,
        positions: 1,
        exact: None,
        bytes: 1,
        sha256: String::new(),
    };
    let statistics = Statistics {
        rules: "awale",
        kind: "score",
        endless: "even",
        layers: vec![
            LayerStatistics::Score(LayerRecord::of(0, &[0])),
            LayerStatistics::Bounds(bounds),
        ],
        distances: vec![DistanceRecord::of(0, &Distances::new(&[0], &[]))],
        faults: vec!["no key".to_owned()],
    };
    check("stats", &keys(&[json(&statistics)]), &[]);

    let oracles = [&RuleSet::AWALE, &RuleSet::OWARE].map(Oracle::embedded);
    let layers = oracles.each_ref().map(|oracle| {
        let values = |seeds| oracle.scores().layers().values(seeds).unwrap().unwrap();
        (0..=3).map(values).collect::<Vec<_>>()
    });
    let sets: Vec<_> = oracles
        .iter()
        .zip(&layers)
        .map(|(oracle, layers)| Scored {
            rules: oracle.rules(),
            layers: layers.iter().map(|values| &**values).collect(),
        })
        .collect();
    let compared = compare_rules(&sets, 3, &|| false).unwrap();
    check("compare-rules", &keys(&[json(&compared)]), &[]);
}
