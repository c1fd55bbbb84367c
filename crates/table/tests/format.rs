//! `docs/format.md` says what the program does.

use std::fmt::Write;

use grenier_index::{Layer, layer_size};
use grenier_rules::{Position, RuleSet};
use grenier_table::{
    Distances, HEADER_BYTES, Kind, LONG, LONG_BYTES, Manifest, Packing, RulesText, TableDir,
    TableWriter, embedded_layer,
};

const PAGE: &str = include_str!("../../../docs/format.md");

/// The rows of the table under this heading line, as trimmed cells.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let mut lines = PAGE.lines().skip_while(|line| *line != heading);
    assert!(lines.next().is_some(), "the page has `{heading}`");
    lines
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

/// Reads the example by the page alone, byte by byte.
#[test]
fn the_example_is_where_the_page_says() {
    let position = Position::new([1, 0, 0, 0, 0, 0, 1, 1, 2, 1, 2, 0]).unwrap();
    let index = Layer::new(8).index(&position).unwrap();
    let at = HEADER_BYTES as u64 + index;
    assert!(PAGE.contains(&format!("+ 5 = {index}.")));
    assert!(PAGE.contains(&format!("64 + {index} = {at} of `layer-08.score`")));

    let dir = tempfile::tempdir().unwrap();
    for rules in &RuleSet::ALL[..4] {
        let path = dir.path().join(rules.name);
        let mut tables = TableWriter::create(&path, rules, Kind::Score).unwrap();
        tables
            .write_layer(8, embedded_layer(rules, Kind::Score, 8).unwrap())
            .unwrap();
        let file = std::fs::read(path.join("layer-08.score")).unwrap();
        assert_eq!(file.len() as u64, 64 + layer_size(8));
        assert_eq!(file[at as usize], 0xf8, "{}", rules.name);
        assert_eq!(file[10], rules.id as u8);
        assert_eq!(file[14], 8);
    }
}

#[test]
fn distances_are_laid_out_as_on_the_page() {
    let said = "0 to 254 is the distance; 255 says that it is\n255 or more";
    assert!(PAGE.contains(said));
    assert!(PAGE.contains("12 bytes for each of those, by rising index: 8 for the\nindex"));
    assert_eq!((LONG, LONG_BYTES), (255, 12));
    let dir = tempfile::tempdir().unwrap();
    let mut tables = TableWriter::create(dir.path(), &RuleSet::AWALE, Kind::Score).unwrap();
    tables.write_layer(1, &[1; 12]).unwrap();
    let (mut cells, long) = ([3; 12], [Distances::long_entry(9, 258)]);
    cells[9] = LONG;
    tables
        .write_distances(1, &Distances::new(&cells, &long))
        .unwrap();
    let file = std::fs::read(dir.path().join("layer-01.depth")).unwrap();
    assert_eq!((file[12], file.len()), (2, 64 + 12 + 12));
    let list = [9, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0];
    assert_eq!((file[64 + 9], &file[76..]), (255, &list[..]));
}

#[test]
fn the_manifest_has_the_keys_on_the_page() {
    let dir = tempfile::tempdir().unwrap();
    let mut tables = TableWriter::create(dir.path(), &RuleSet::AWALE, Kind::Score).unwrap();
    tables.write_layer(0, &[0]).unwrap();
    tables
        .write_distances(0, &Distances::new(&[0], &[]))
        .unwrap();
    let text = std::fs::read_to_string(dir.path().join("manifest.json")).unwrap();
    let manifest: Manifest = serde_json::from_str(&text).unwrap();
    assert_eq!(manifest.rules, RulesText::of(&RuleSet::AWALE));

    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let rows = table("| key | value |");
    let on_page: Vec<_> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    let mut keys: Vec<_> = json.as_object().unwrap().keys().collect();
    keys.sort_by_key(|key| on_page.iter().position(|other| other == key));
    assert_eq!(keys, on_page);
    for (row, object) in [
        ("rules", &json["rules"]),
        ("layers", &json["layers"][0]),
        ("distances", &json["distances"][0]),
    ] {
        let row = rows.iter().find(|cells| cells[0].trim_matches('`') == row);
        for key in object.as_object().unwrap().keys() {
            assert!(row.unwrap()[1].contains(&format!("`{key}`")), "{key}");
        }
    }
}

/// The example of the packed form is what is written, byte by byte.
#[test]
fn the_packed_example_is_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let rules = &RuleSet::OWARE;
    let mut tables = TableWriter::create(dir.path(), rules, Kind::Score).unwrap();
    tables
        .write_layer(1, embedded_layer(rules, Kind::Score, 1).unwrap())
        .unwrap();
    let plain = TableDir::open(dir.path()).unwrap();
    tables
        .copy_layer(&plain, Kind::Score, 1, Packing::Packed, &|_| ())
        .unwrap();
    let file = std::fs::read(dir.path().join("layer-01.score")).unwrap();
    let (_, example) = PAGE.split_once("from byte 64 on:\n\n").unwrap();
    let lines = example.lines().take_while(|line| !line.is_empty());
    let digits = lines.flat_map(|line| {
        // The words behind the bytes are no hexadecimal numbers of whole bytes.
        let bytes = |word: &&str| {
            word.len().is_multiple_of(4) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        line.split_whitespace()
            .take_while(bytes)
            .collect::<Vec<_>>()
    });
    let digits: String = digits.collect();
    let mut written = String::new();
    for byte in &file[HEADER_BYTES..] {
        write!(written, "{byte:02x}").unwrap();
    }
    assert_eq!(digits, written);
}
