//! Bad input: one clear line on stderr, exit code 2, no panic.

mod common;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use common::{EIGHT, empty, grenier, refusal, stdout, with_tables};

fn assert_refused(dir: &Path, args: &[&str], expected: &str) {
    let told = refusal(dir, args);
    assert!(told.contains(expected), "{args:?}: {told}");
}

#[test]
fn positions_that_are_none() {
    let dir = empty();
    let cases = [
        ("", "empty position"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-4", "13"),
        ("5-4-4-4-4-4-4-4-4-4-4-4", "49 seeds"),
        ("4-4-4-4-4-4-4-4-4-4-4-4-1-0-S", "49 seeds"),
        ("a-b-c-d-e-f-0-0-0-0-0-0", "\"a\""),
        ("seven", "12 pits"),
        ("-1-0-0-0-0-0-0-0-0-0-0-0", "pit 1"),
        ("0-0-0-0-0-0-0-0-0-0-0--1", "pit 12"),
        ("-1", "pit 1"),
        ("400-0-0-0-0-0-0-0-0-0-0-0", "\"400\""),
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-X", "\"X\""),
        ("0 0 0 0 0 0 0 0 0 0 0 1", "12 pits"),
    ];
    for (position, expected) in cases {
        assert_refused(dir.path(), &["probe", position], expected);
        assert_refused(dir.path(), &["line", "--json", position], expected);
        assert_refused(dir.path(), &["perft", "--depth", "1", position], expected);
    }
    let huge = "1-".repeat(50_000);
    assert_refused(dir.path(), &["probe", &huge], "a dash at the end");
}

#[test]
fn usage_that_is_wrong() {
    let dir = empty();
    let cases: [(&[&str], &str); 19] = [
        (&[], "no command given"),
        (&["harvest"], "'harvest' (see `grenier --help`)"),
        (&["probe"], "<POSITION>"),
        (
            &["probe", "--jsn", EIGHT],
            "no option --jsn (see `grenier probe --help`)",
        ),
        (&["probe", EIGHT, EIGHT], "unexpected argument"),
        (
            &["probe", "--rules", "kalah", EIGHT],
            "awale, awele, oware, awari",
        ),
        (&["rules", "kalah"], "awale, awele, oware, awari"),
        (
            &["build", "--rules", "kalah", "--seeds", "3"],
            "awale, awele, oware, awari",
        ),
        (&["build"], "--seeds <N>"),
        (
            &["build", "--seeds", "49"],
            "expected a number from 0 to 48",
        ),
        (
            &["build", "--seeds", "-3"],
            "expected a number from 0 to 48",
        ),
        (
            &["build", "--seeds", "many"],
            "expected a number from 0 to 48 (see `grenier build --help`)",
        ),
        (
            &["build", "--seeds", "3", "--threads", "0"],
            "expected a number from 1 to 256; this machine has ",
        ),
        (&["plan", "--seeds", "3", "--threads", "257"], " processor"),
        (&["line", "--plies", "x", EIGHT], "expected a number from 0"),
        (
            &["perft", "--depth", "31"],
            "expected a number from 1 to 30",
        ),
        (&["completions", "cmd"], "bash"),
        // An option that other commands have.
        (
            &["probe", "--seeds", "3", EIGHT],
            "no option --seeds (see `grenier probe --help`)",
        ),
        (
            &["plan", "--rules", "ba-awa", "--seeds", "3"],
            "oware-slam-last] (see `grenier plan --help`)",
        ),
    ];
    for (args, expected) in cases {
        assert_refused(dir.path(), args, expected);
    }
}

#[test]
fn usage_of_ba_awa_that_is_wrong() {
    let dir = empty();
    let twelve = "0-1-2-0-0-3-1-0-2-0-1-2";
    let cases: [(&[&str], &str); 9] = [
        (
            &["ba-awa", "probe", "--access", "map", twelve],
            "no option --access (see `grenier ba-awa probe --help`)",
        ),
        (
            &["ba-awa", "line", "--depth", "--rules=ba-awa", twelve],
            "no option --depth (see `grenier ba-awa line --help`)",
        ),
        (
            &["ba-awa", "perft", "--values", "score"],
            "no option --values",
        ),
        (
            &["ba-awa", "build", "--depth", "--seeds", "12"],
            "no option --depth",
        ),
        (
            &["ba-awa", "rules", "ba-awa", "--seeds"],
            "no option --seeds (see `grenier ba-awa rules --help`)",
        ),
        (
            &["ba-awa", "build", "--rules", "ba-aw", "--seeds", "12"],
            "ba-awa, ",
        ),
        (&["ba-awa", "verify", "--rules", "ba-aw"], "ba-awa, "),
        (&["ba-awa", "rules", "ba-aw"], "ba-awa, "),
        (&["ba-awa", "solv"], "(see `grenier ba-awa --help`)"),
    ];
    for (args, expected) in cases {
        assert_refused(dir.path(), args, expected);
    }
    let help = stdout(dir.path(), &["ba-awa", "stats", "--help"]);
    assert!(help.contains("ba-awa-late"), "{help}");
    let help = stdout(dir.path(), &["stats", "--help"]);
    assert!(!help.contains("ba-awa"), "{help}");
}

/// No advice to build what there cannot be.
#[test]
fn own_side_bounds_where_endless_play_is_shared_evenly() {
    let dir = empty();
    let values = ["--values", "own-side"];
    let expected = "awari counts endless play as even";
    for command in ["verify", "stats", "pack", "dump"] {
        let args = [&[command, "--rules", "awari"], &values[..]].concat();
        assert_refused(dir.path(), &args, expected);
    }
    let args = ["build", "--rules", "awari", "--seeds", "2"];
    grenier(dir.path(), &args).assert().success();
    for args in [
        &["verify", "tables/awari"][..],
        &["compare", "tables/awari", "tables/awari"],
    ] {
        assert_refused(dir.path(), &[args, &values].concat(), expected);
    }
}

#[test]
fn memory_that_is_none() {
    let dir = empty();
    for (memory, expected) in [
        ("12X", "\"12X\" is no amount of memory"),
        ("-1", "\"-1\" is no amount of memory"),
        ("", "\"\" is no amount of memory"),
        ("0", "\"0\" is no memory at all"),
    ] {
        for command in ["build", "plan", "bench"] {
            let args = [command, "--seeds", "3", "--memory", memory];
            assert_refused(dir.path(), &args, expected);
        }
    }
}

#[test]
fn a_build_that_does_not_fit_writes_nothing() {
    let dir = empty();
    let args = ["build", "--seeds", "32", "--threads", "2", "--memory", "2G"];
    let expected = "layer 32 needs 9.44 GiB of memory, or 5.17 GiB in the slower low-memory mode, \
                    but --memory allows 2.00 GiB";
    assert_refused(dir.path(), &args, expected);
    let args = ["build", "--seeds", "48", "--memory", "100G"];
    assert_refused(dir.path(), &args, "layer 48 needs 394 GiB");
    let args = ["bench", "--seeds", "2", "--memory", "100K"];
    assert_refused(dir.path(), &args, "layer 2 needs");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);

    // What is there already needs no memory.
    let dir = with_tables(3);
    let args = ["build", "--seeds", "3", "--memory", "100K"];
    grenier(dir.path(), &args).assert().success();
    let args = ["build", "--seeds", "4", "--memory", "100K"];
    assert_refused(dir.path(), &args, "layer 4 needs");
}

#[test]
fn what_is_not_tabled() {
    let dir = empty();
    let start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
    let hint =
        "not tabled: layer 48 of awale (build it with `grenier build --rules awale --seeds 48";
    assert_refused(dir.path(), &["probe", start], hint);
    assert_refused(dir.path(), &["line", start], hint);
    let args = ["probe", "--rules", "oware-slam-all", EIGHT];
    assert_refused(dir.path(), &args, "grenier build --rules oware-slam-all");
}

#[test]
fn directories_without_tables() {
    let dir = empty();
    for args in [
        &["probe", "--tables", ".", EIGHT][..],
        &["line", "--tables", "missing", EIGHT],
        &["stats", "."],
        &["stats", "missing"],
        &["verify", "."],
        &["verify"],
    ] {
        assert_refused(dir.path(), args, "no score tables in");
    }
}

#[test]
fn tables_of_another_rule_set() {
    let dir = with_tables(2);
    let tables = "tables/awale";
    let expected = "holds rule set awale, not oware";
    let args = ["probe", "--tables", tables, "--rules", "oware", EIGHT];
    assert_refused(dir.path(), &args, expected);
    let args = ["build", "--rules", "oware", "--seeds", "2", "--out", tables];
    assert_refused(dir.path(), &args, expected);
    let args = ["verify", "--rules", "oware", tables];
    assert_refused(dir.path(), &args, expected);
}

#[test]
fn damaged_files() {
    let dir = with_tables(3);
    let path = dir.path().join("tables/awale/layer-03.score");
    let sound = fs::read(&path).unwrap();
    let mut flipped = sound.clone();
    flipped[14] ^= 1;
    let damages = [
        (sound[..40].to_vec(), "40"),
        (sound[..sound.len() - 1].to_vec(), "bytes"),
        (flipped, "header"),
        (b"not a table".repeat(20), "not a table file"),
        (Vec::new(), "bytes"),
    ];
    for (bytes, expected) in damages {
        fs::write(&path, bytes).unwrap();
        for args in [
            &["probe", EIGHT][..],
            &["line", EIGHT],
            &["stats"],
            &["verify"],
        ] {
            assert_refused(dir.path(), args, expected);
        }
    }
    fs::write(dir.path().join("tables/awale/manifest.json"), "{").unwrap();
    assert_refused(dir.path(), &["stats"], "manifest.json");
}

#[test]
fn a_place_that_cannot_be_written() {
    let dir = empty();
    fs::write(dir.path().join("file"), "").unwrap();
    let args = ["build", "--seeds", "2", "--out", "file/tables"];
    assert_refused(dir.path(), &args, "cannot make the directory file/tables");

    fs::create_dir_all(dir.path().join("tables/awale/build.log")).unwrap();
    let args = ["build", "--seeds", "2"];
    assert_refused(dir.path(), &args, "cannot write tables/awale/build.log: ");
}

#[cfg(unix)]
#[test]
fn a_second_builder_leaves() {
    let dir = with_tables(2);
    let lock = dir.path().join("tables/awale/lock");
    let first = fs::File::options().write(true).open(lock).unwrap();
    first.lock().unwrap();
    let expected = "tables/awale is in use by another grenier that writes to it (build, pack or unpack); wait for its end";
    assert_refused(dir.path(), &["build", "--seeds", "3"], expected);
    assert!(!dir.path().join("tables/awale/layer-03.score").exists());
    // Readers need not wait.
    grenier(dir.path(), &["verify"]).assert().success();
    first.unlock().unwrap();
    grenier(dir.path(), &["build", "--seeds", "3"])
        .assert()
        .success();
}

#[test]
fn a_temporary_directory_that_is_not_there() {
    let dir = empty();
    let output = grenier(dir.path(), &["bench", "--seeds", "1"])
        .env("TMPDIR", "nowhere")
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    let expected = "grenier: cannot make a temporary directory in nowhere: ";
    assert!(told.starts_with(expected), "{told}");
}

#[test]
fn a_directory_in_advice_is_quoted() {
    let dir = with_tables(2);
    fs::rename(
        dir.path().join("tables/awale"),
        dir.path().join("my tables"),
    )
    .unwrap();
    let twelve = "1-1-1-1-1-1-1-1-1-1-1-1";
    let args = ["probe", "--tables", "my tables", twelve];
    assert_refused(dir.path(), &args, "--seeds 12 --out 'my tables'`");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_stdout() {
    let dir = empty();
    let program = assert_cmd::cargo::cargo_bin!("grenier");
    for args in [
        &["probe", EIGHT][..],
        &["--help"],
        &["--version"],
        &["help", "probe"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = std::process::Command::new(program)
            .current_dir(dir.path())
            .args(args)
            .stdout(full)
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(
            told.starts_with("grenier: cannot write the output: "),
            "{args:?}: {told}"
        );
    }
}

/// As in `grenier completions zsh | true`.
#[test]
fn a_reader_that_has_gone_away() {
    let dir = empty();
    let program = assert_cmd::cargo::cargo_bin!("grenier");
    for args in [
        &["completions", "zsh"][..],
        &["--help"],
        &["perft", "--depth", "6"],
    ] {
        let mut child = std::process::Command::new(program)
            .current_dir(dir.path())
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), told.as_str()),
            (Some(0), ""),
            "{args:?}"
        );
    }
}

/// Wrong values that are written as such are found by `verify`, not by a panic.
#[test]
fn wrong_values_give_exit_code_1() {
    use grenier_rules::RuleSet;
    use grenier_table::{Kind, TableWriter};

    let dir = with_tables(3);
    let path = dir.path().join("tables/awale");
    let mut tables = TableWriter::create(&path, &RuleSet::AWALE, Kind::Score).unwrap();
    let mut values = tables.open_layer(Kind::Score, 3).unwrap().values().to_vec();
    values[40] = if values[40] == 1 { -1 } else { 1 };
    tables.write_layer(3, &values).unwrap();
    drop(tables);
    let output = grenier(dir.path(), &["verify"]).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.starts_with("WRONG: layer 3, index 40, position "),
        "{told}"
    );
    let output = grenier(dir.path(), &["verify", "--json"]).output().unwrap();
    let json = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{json}");
    let fault = told.trim_end().strip_prefix("WRONG: ").unwrap();
    let expected = format!(
        r#"{{"rules":"awale","kind":"score","endless":"even","consistent":false,"least":false,"layers":[],"fault":"{fault}"}}"#
    );
    assert_eq!(json, expected + "\n");

    // The payload changed behind the back of header and manifest.
    let path = path.join("layer-03.score");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let output = grenier(dir.path(), &["verify"]).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("damaged payload"), "{told}");
    let output = grenier(dir.path(), &["stats", "--json"]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains("is not what the manifest says of layer 3"),
        "{told}"
    );
}

/// The manifest has layers 0, 2 and 3; then the file of layer 2 is gone.
#[test]
fn a_missing_layer_is_a_fault_and_a_missing_file_an_error() {
    let dir = with_tables(3);
    let tables = dir.path().join("tables/awale");
    let manifest = fs::read(tables.join("manifest.json")).unwrap();
    let mut manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    manifest["layers"].as_array_mut().unwrap().remove(1);
    fs::write(tables.join("manifest.json"), manifest.to_string()).unwrap();
    let output = grenier(dir.path(), &["verify"]).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.starts_with("WRONG: layer 1 is missing"), "{told}");

    let dir = with_tables(3);
    fs::remove_file(dir.path().join("tables/awale/layer-02.score")).unwrap();
    let expected = "cannot open tables/awale/layer-02.score";
    assert_refused(dir.path(), &["verify"], expected);
    assert_refused(dir.path(), &["verify", "--json"], expected);
}

#[test]
fn rule_sets_that_cannot_be_compared() {
    let dir = with_tables(2);
    let compare = |seeds: &'static str, other: &'static str, expected: &str| {
        let args = ["compare-rules", "--seeds", seeds, "awale", other];
        assert_refused(dir.path(), &args, expected);
    };
    compare(
        "2",
        "chess",
        "\"chess\" is neither a rule set nor a directory of tables",
    );
    compare("2", "tables", "no score tables in tables");
    compare("3", "tables/awale", "layer 3 is not tabled in tables/awale");
    compare("49", "oware", "expected a number from 0 to 48");
    compare("48", "oware", "comparing layers to 48 needs");
    assert_refused(dir.path(), &["compare-rules", "--seeds", "2", "awale"], "2");
}

#[test]
fn distances_without_scores() {
    let dir = empty();
    for command in ["build", "plan"] {
        let args = [command, "--seeds", "2", "--values", "secure", "--distances"];
        assert_refused(dir.path(), &args, "--distances needs scores");
    }
    assert!(!dir.path().join("tables").exists());
}

/// The smallest `ulimit -v` is the least that docs/verification.md promises for.
#[cfg(target_os = "linux")]
#[test]
fn little_memory_ends_no_command_by_a_signal() {
    const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4";
    let dir = with_tables(4);
    fs::write(
        dir.path().join("game.ogn"),
        "1. F b 2. E c 3. D e 4. A f *\n",
    )
    .unwrap();
    let commands = format!(
        "probe {EIGHT}|probe --search --nodes 2000 {START}|best --nodes 2000 {START}\
         |best --nodes 2000 --hash 1G {START}|best --nodes 2000 --threads 64 {START}\
         |best --time 100ms --endless own-side {START}|analyse --nodes 500 game.ogn\
         |line {EIGHT}|play --nodes 500 --side both|uci|stats|verify|verify --quick\
         |build --seeds 9 --out own --values own-side|build --seeds 9 --out scores --distances\
         |pack --out packed|unpack packed --out plain|dump --out some.parquet\
         |dump --limit 9|compare tables/awale tables/awale\
         |compare-rules --seeds 6 awale oware|perft --depth 4|plan --seeds 20\
         |bench --seeds 6|ba-awa probe 1-1-1-1-1-1-1-1-1-1-1-1|ba-awa match|rules"
    );
    let input = "setoption name Hash value 1000\nisready\nposition startpos\ngo nodes 500\n";
    let mut done = 0;
    for limit in [24_000, 40_000, 80_000, 200_000] {
        for command in commands.split('|') {
            // `ba-awa probe` takes long where it has the memory.
            if command.starts_with("ba-awa") && limit > 40_000 {
                continue;
            }
            let output = assert_cmd::Command::new("sh")
                .current_dir(dir.path())
                .args(["-c", "ulimit -v $0; exec \"$@\"", &limit.to_string()])
                .arg(assert_cmd::cargo::cargo_bin!("grenier"))
                .args(command.split_whitespace())
                .write_stdin(input)
                .output()
                .unwrap();
            let message = String::from_utf8(output.stderr).unwrap();
            let code = output.status.code();
            let ends = code == Some(0) || code == Some(2) && message.contains("grenier: ");
            assert!(ends, "{command}, {limit} KB: {code:?} {message}");
            done += u32::from(code == Some(0));
        }
    }
    // Most of them work.
    assert!(done > 60, "{done}");
}
