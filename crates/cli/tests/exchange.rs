//! `dump`, `export` and `compare`: values on their way out, and back.

mod common;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use common::{grenier, refusal, stdout, with_tables};
use grenier_index::Layer;
use grenier_probe::Tablebase;
use grenier_rules::{Position, RuleSet};
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::Value;
use tempfile::TempDir;

/// The names of the columns.
const HEAD: &str = "layer,index,m0,m1,m2,m3,m4,m5,w0,w1,w2,w3,w4,w5,value";

/// Directories `tables/awari` with layers to 6, and `scores` with their export.
fn exported() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    stdout(dir.path(), &["build", "--rules", "awari", "--seeds", "6"]);
    let args = ["export", "--format", "vu", "tables/awari", "scores"];
    let told = stdout(dir.path(), &args);
    assert!(
        told.ends_with("scores/scores.6: 12,375 positions\n"),
        "{told}"
    );
    dir
}

/// The rows of a CSV text, as numbers.
fn rows(text: &str) -> Vec<[i64; 15]> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEAD));
    let row = |line: &str| {
        let numbers: Vec<i64> = line
            .split(',')
            .map(|field| field.parse().unwrap())
            .collect();
        numbers.try_into().unwrap()
    };
    lines.map(row).collect()
}

/// Each row against the tables inside the program.
fn check_rows(rows: &[[i64; 15]]) {
    let tables = Tablebase::embedded(&RuleSet::AWALE).unwrap();
    for row in rows {
        let pits: Vec<u8> = row[2..14].iter().map(|&seeds| seeds as u8).collect();
        let position = Position::new(pits.try_into().unwrap()).unwrap();
        assert_eq!(i64::from(position.seeds()), row[0]);
        let index = Layer::new(position.seeds()).index(&position).unwrap();
        assert_eq!(index as i64, row[1]);
        assert_eq!(i64::from(tables.value(&position).unwrap().0), row[14]);
    }
}

#[test]
fn every_position_is_a_row() {
    let dir = with_tables(4);
    let all = rows(&stdout(dir.path(), &["dump"]));
    assert_eq!(all.len(), 1 + 12 + 78 + 364 + 1_365);
    assert!(all.is_sorted_by(|one, next| one[..2] < next[..2]));
    check_rows(&all);
}

#[test]
fn ranges_and_steps_choose_rows() {
    let dir = with_tables(4);
    let all = rows(&stdout(dir.path(), &["dump", "tables/awale"]));
    let dump = |args: &[&str]| rows(&stdout(dir.path(), &[&["dump"], args].concat()));
    let chosen = |keep: &dyn Fn(&[i64; 15]) -> bool| -> Vec<[i64; 15]> {
        all.iter().copied().filter(keep).collect()
    };
    assert_eq!(
        dump(&["--layers", "2..3"]),
        chosen(&|row| (2..=3).contains(&row[0]))
    );
    assert_eq!(dump(&["--layers", "3.."]), chosen(&|row| row[0] >= 3));
    assert_eq!(
        dump(&["--index", "10..100"]),
        chosen(&|row| (10..=100).contains(&row[1]))
    );
    assert_eq!(
        dump(&["--worth", "-2..-1"]),
        chosen(&|row| [-2, -1].contains(&row[14]))
    );
    let wins = chosen(&|row| row[14] > 0);
    assert_eq!(dump(&["--worth", "1.."]), wins);
    let third: Vec<_> = wins.iter().copied().step_by(3).collect();
    assert_eq!(dump(&["--worth", "1..", "--every", "3"]), third);
    let few = dump(&["--worth", "1..", "--every", "3", "--limit", "9"]);
    assert_eq!(few, third[..9]);
    assert!(dump(&["--worth", "40.."]).is_empty());
}

#[test]
fn a_sample_is_drawn_from_the_chosen_rows() {
    let dir = with_tables(4);
    let dump = |args: &[&str]| rows(&stdout(dir.path(), &[&["dump"], args].concat()));
    let wins = dump(&["--worth", "1.."]);
    let sample = dump(&["--worth", "1..", "--sample", "50"]);
    assert_eq!(sample.len(), 50);
    assert!(
        sample.is_sorted_by(|one, next| one[..2] < next[..2]),
        "none twice"
    );
    assert!(sample.iter().all(|row| wins.contains(row)));
    assert_eq!(
        sample,
        dump(&["--worth", "1..", "--sample", "50", "--random-seed", "0"])
    );
    assert_ne!(
        sample,
        dump(&["--worth", "1..", "--sample", "50", "--random-seed", "1"])
    );
    assert_eq!(dump(&["--worth", "1..", "--sample", "100000"]), wins);
    assert_eq!(
        dump(&["--sample", "9", "--limit", "4"]),
        dump(&["--sample", "9"])[..4]
    );
}

#[test]
fn parquet_holds_the_same_rows() {
    let dir = with_tables(5);
    let out = dir.path().join("rows.parquet");
    stdout(dir.path(), &["dump", "--out", "rows.parquet"]);
    let piped = grenier(dir.path(), &["dump", "--format", "parquet"]);
    let piped = { piped }.output().unwrap().stdout;
    assert_eq!(piped, fs::read(&out).unwrap());
    let reader = SerializedFileReader::new(fs::File::open(&out).unwrap()).unwrap();
    let about = reader
        .metadata()
        .file_metadata()
        .key_value_metadata()
        .unwrap();
    assert!(
        about
            .iter()
            .any(|one| one.key == "rules" && one.value.as_deref() == Some("awale"))
    );
    let mut text = HEAD.to_owned();
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let fields: Vec<String> = row
            .get_column_iter()
            .map(|(_, field)| field.to_string())
            .collect();
        text = format!("{text}\n{}", fields.join(","));
    }
    assert_eq!(text + "\n", stdout(dir.path(), &["dump"]));
}

#[test]
fn a_reader_that_has_enough_ends_the_dump_quietly() {
    let dir = with_tables(6);
    for format in ["csv", "parquet"] {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("grenier"))
            .current_dir(dir.path())
            .args(["dump", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{format}");
        assert_eq!(output.status.code(), Some(0), "{format}");
    }
}

#[test]
fn an_export_is_equal_and_a_changed_one_is_not() {
    let dir = exported();
    let told = stdout(dir.path(), &["compare", "tables/awari", "scores"]);
    let sum = "all 18,563 positions in 7 layers have the same value\n";
    assert!(told.ends_with(sum), "{told}");
    let file = dir.path().join("scores/scores.5");
    let mut bytes = fs::read(&file).unwrap();
    bytes[2_000] ^= 1;
    bytes[3_000] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let output = grenier(dir.path(), &["compare", "tables/awari", "scores"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains(" byte 2000: "), "{told}");
    let sum = "WRONG: 2 of 18,563 positions in 7 layers differ\n";
    assert!(told.ends_with(sum), "{told}");

    let args = ["compare", "tables/awari", "scores/scores.5", "--json"];
    let output = grenier(dir.path(), &args).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["equal"], false);
    assert_eq!(report["only_here"].as_array().unwrap().len(), 0);
    let first = &report["layers"][0]["first"];
    assert_eq!(report["layers"][0]["differences"], 2);
    assert_eq!(first["offset"], 2_000);
    assert_eq!(first["there"], i64::from(bytes[2_000] as i8));
    let probe = [
        "probe",
        "--rules",
        "awari",
        "--json",
        first["position"].as_str().unwrap(),
    ];
    let probed: Value = serde_json::from_str(&stdout(dir.path(), &probe)).unwrap();
    assert_eq!(probed["value"], first["here"]);
}

#[test]
fn layers_that_only_one_side_has_are_told() {
    let dir = exported();
    fs::remove_file(dir.path().join("scores/scores.4")).unwrap();
    let compared = |args: &[&str]| stdout(dir.path(), &[&["compare"], args].concat());
    let told = compared(&["tables/awari", "scores"]);
    assert!(
        told.contains("\nonly in tables/awari: layers 4\n"),
        "{told}"
    );
    let told = compared(&["tables/awari", "scores", "--layers", "5.."]);
    assert!(!told.contains("only in"), "{told}");
    // Another directory of tables.
    stdout(
        dir.path(),
        &["build", "--rules", "awari", "--seeds", "3", "--out", "few"],
    );
    let told = compared(&["few", "tables/awari"]);
    assert!(
        told.contains("\nonly in tables/awari: layers 4, 5, 6\n"),
        "{told}"
    );
    assert!(
        told.ends_with("all 455 positions in 4 layers have the same value\n"),
        "{told}"
    );
}

fn assert_refused(dir: &Path, args: &[&str], expected: &str) {
    let told = refusal(dir, args);
    assert!(told.contains(expected), "{args:?}: {told}");
}

#[test]
fn what_cannot_be_exchanged_is_refused_in_one_line() {
    let dir = exported();
    let path = dir.path();
    stdout(path, &["build", "--rules", "oware", "--seeds", "3"]);
    fs::write(path.join("notes"), "no scores").unwrap();
    fs::write(path.join("scores/scores.2"), [0; 77]).unwrap();
    fs::create_dir(path.join("empty")).unwrap();
    let export = ["export", "--format", "vu"];
    let cases: [(&[&str], &[&str], &str); 15] = [
        (
            &export,
            &["tables/oware", "out"],
            "tables/oware holds rule set oware, not awari",
        ),
        (
            &export,
            &["tables/awari", "notes"],
            "cannot make the directory notes",
        ),
        (
            &export,
            &["tables/awari", "out", "--layers", "9.."],
            "no layer from 9 to 48 is finished",
        ),
        (
            &export,
            &["tables/none", "out"],
            "no score tables in tables/none",
        ),
        (&["export"], &["tables/awari", "out"], "--format <FORMAT>"),
        (
            &["export", "--format", "zip"],
            &["tables/awari", "out"],
            "possible values: vu",
        ),
        (
            &["compare"],
            &["tables/awari", "scores"],
            "scores.2 has 77 bytes instead of the 78 of layer 2",
        ),
        (
            &["compare"],
            &["tables/oware", "scores"],
            "tables/oware holds rule set oware, not awari",
        ),
        (
            &["compare"],
            &["tables/awari", "tables/oware"],
            "tables/oware holds rule set oware, not awari",
        ),
        (
            &["compare"],
            &["tables/awari", "notes"],
            "is not called scores.0 to scores.48",
        ),
        (
            &["compare"],
            &["tables/awari", "empty"],
            "no score tables in empty",
        ),
        (&["compare"], &["tables/awari", "none"], "cannot list none"),
        (
            &["dump"],
            &["tables/awari", "--layers", "7"],
            "no layer from 7 to 7 is finished in tables/awari",
        ),
        (
            &["dump"],
            &["tables/awari", "--every", "2", "--sample", "3"],
            "cannot be used with",
        ),
        (
            &["dump"],
            &["tables/awari", "--worth", "3..1"],
            "expected a number or a range A..B from -48 to 48",
        ),
    ];
    for (command, args, expected) in cases {
        assert_refused(path, &[command, args].concat(), expected);
    }
    assert!(!path.join("out").exists());

    // A damaged table is neither published nor printed.
    let table = path.join("tables/awari/layer-06.score");
    let mut bytes = fs::read(&table).unwrap();
    bytes[1_000] ^= 1;
    fs::write(&table, bytes).unwrap();
    let expected = "layer-06.score has a damaged payload";
    let six = ["--layers", "6", "tables/awari"];
    assert_refused(path, &[&export, &six[..], &["out"]].concat(), expected);
    assert_refused(path, &[&["dump"], &six[..]].concat(), expected);
    assert_refused(
        path,
        &[&["compare"], &six[..], &["scores"]].concat(),
        expected,
    );
    assert!(!path.join("out/scores.6").exists());
    assert_refused(
        path,
        &["dump", "tables/oware", "--out", "none/rows.csv"],
        "cannot write none/rows.csv",
    );
}

/// The file keeps what it had, and no part of another is left.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_part_of_a_file() {
    let dir = exported();
    let path = dir.path();
    std::os::unix::fs::symlink("/dev/full", path.join("scores/scores.6.tmp")).unwrap();
    let before = fs::read(path.join("scores/scores.6")).unwrap();
    let export = ["export", "--format", "vu", "tables/awari", "scores"];
    let output = grenier(path, &export).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.starts_with("grenier: cannot write scores/scores.6: "),
        "{told}"
    );
    assert_eq!(fs::read(path.join("scores/scores.6")).unwrap(), before);
    assert!(fs::symlink_metadata(path.join("scores/scores.6.tmp")).is_err());

    for name in ["rows.csv", "rows.parquet"] {
        std::os::unix::fs::symlink("/dev/full", path.join(format!("{name}.tmp"))).unwrap();
        assert_refused(
            path,
            &["dump", "tables/awari", "--out", name],
            &format!("cannot write {name}: "),
        );
        assert!(!path.join(name).exists());
    }
}
