//! `grenier pack` and `grenier unpack`, and tables in either form.

mod common;

use std::fs;
use std::path::Path;

use common::{EIGHT, empty, grenier, refusal, stdout, with_tables};

fn read(dir: &Path, name: &str) -> Vec<u8> {
    fs::read(dir.join("tables/awale").join(name)).unwrap()
}

/// The files of the directory with their bytes, but for the log and the lock.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    let names = entries.map(|entry| entry.file_name().into_string().unwrap());
    let mut names: Vec<_> = names
        .filter(|name| name != "build.log" && name != "lock")
        .collect();
    names.sort();
    let read = |name: String| {
        let bytes = fs::read(dir.join(&name)).unwrap();
        (name, bytes)
    };
    names.into_iter().map(read).collect()
}

#[test]
fn packing_changes_the_files_and_no_answer() {
    let dir = with_tables(8);
    let tables = dir.path().join("tables/awale");
    let before = files(&tables);
    let ask = || {
        ["probe", "line", "stats", "verify"].map(|command| {
            let args: &[&str] = match command {
                "probe" | "line" => &[command, "--json", EIGHT],
                _ => &[command, "--json"],
            };
            stdout(dir.path(), args)
        })
    };
    let answers = ask();
    let said = stdout(dir.path(), &["pack"]);
    assert!(said.contains("    8     75,504"), "{said}");
    let packed = files(&tables);
    assert!(
        packed
            .iter()
            .map(|(name, _)| name)
            .eq(before.iter().map(|(name, _)| name))
    );
    let size =
        |files: &[(String, Vec<u8>)]| files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
    assert!(2 * size(&packed) < size(&before));
    assert_eq!(ask(), answers);

    // Packed again, nothing happens.
    let again = stdout(dir.path(), &["pack", "--json"]);
    assert_eq!(again.matches("\"before\":true").count(), 9, "{again}");
    assert_eq!(files(&tables), packed);
    // Mixed, as when it was stopped half-way.
    for name in ["layer-03.score", "layer-08.score"] {
        let plain = &before.iter().find(|(other, _)| other == name).unwrap().1;
        fs::write(tables.join(name), plain).unwrap();
    }
    assert_eq!(ask(), answers);
    stdout(dir.path(), &["unpack"]);
    assert_eq!(files(&tables), before);
    assert_eq!(ask(), answers);
}

#[test]
fn packing_elsewhere_leaves_the_files() {
    let dir = with_tables(6);
    let tables = dir.path().join("tables/awale");
    let before = files(&tables);
    stdout(dir.path(), &["pack", "--out", "one", "--threads", "1"]);
    stdout(dir.path(), &["pack", "--out", "two", "--threads", "3"]);
    assert_eq!(files(&tables), before);
    assert_eq!(
        files(&dir.path().join("one")),
        files(&dir.path().join("two"))
    );
    stdout(dir.path(), &["unpack", "one", "--out", "three"]);
    assert_eq!(files(&dir.path().join("three")), before);
    // Not onto other tables.
    stdout(
        dir.path(),
        &[
            "build", "--rules", "awari", "--seeds", "1", "--out", "awari",
        ],
    );
    let said = refusal(dir.path(), &["pack", "--out", "awari"]);
    assert!(
        said.contains("awari holds rule set awari, not awale"),
        "{said}"
    );
}

#[test]
fn a_build_goes_on_above_packed_layers() {
    let dir = with_tables(5);
    stdout(dir.path(), &["pack"]);
    let packed = read(dir.path(), "layer-05.score");
    stdout(dir.path(), &["build", "--seeds", "7"]);
    assert_eq!(read(dir.path(), "layer-05.score"), packed);
    let other = with_tables(7);
    assert_eq!(
        read(dir.path(), "layer-07.score"),
        read(other.path(), "layer-07.score")
    );
    stdout(dir.path(), &["verify"]);
}

#[test]
fn damage_is_told_and_nothing_is_replaced() {
    let dir = with_tables(6);
    let path = dir.path().join("tables/awale/layer-06.score");
    let mut plain = fs::read(&path).unwrap();
    plain[5000] ^= 1;
    fs::write(&path, &plain).unwrap();
    let said = refusal_after_lines(dir.path(), &["pack"]);
    assert!(
        said.contains("layer-06.score has a damaged payload"),
        "{said}"
    );
    assert_eq!(fs::read(&path).unwrap(), plain);

    let dir = with_tables(6);
    stdout(dir.path(), &["pack"]);
    let path = dir.path().join("tables/awale/layer-06.score");
    let mut packed = fs::read(&path).unwrap();
    let last = packed.len() - 1;
    packed[last] ^= 1;
    fs::write(&path, &packed).unwrap();
    let said = refusal_after_lines(dir.path(), &["unpack"]);
    assert!(
        said.contains("layer-06.score is damaged: the hash of block"),
        "{said}"
    );
    assert_eq!(fs::read(&path).unwrap(), packed);
    let verified = grenier(dir.path(), &["verify"]).output().unwrap();
    assert_eq!(verified.status.code(), Some(1));
    let told = String::from_utf8(verified.stdout).unwrap();
    assert!(
        told.starts_with("WRONG: ") && told.contains("layer-06.score"),
        "{told}"
    );
    let counted = grenier(dir.path(), &["stats"]).output().unwrap();
    assert_eq!(counted.status.code(), Some(1));
    let told = String::from_utf8(counted.stderr).unwrap();
    assert!(told.contains("layer-06.score is damaged"), "{told}");
    let told = String::from_utf8(counted.stdout).unwrap();
    assert!(told.contains("\n  all      6,188\n"), "{told}");
    // The damaged block is the last, where all seeds wait.
    let probed = refusal(dir.path(), &["probe", "0-0-0-0-0-0-6-0-0-0-0-0"]);
    assert!(probed.contains("the hash of block"), "{probed}");
}

#[test]
fn a_quick_check_reads_every_file() {
    let dir = with_tables(6);
    stdout(dir.path(), &["build", "--seeds", "4", "--distances"]);
    let tables = dir.path().join("tables/awale");
    for packed in [false, true] {
        if packed {
            stdout(dir.path(), &["pack"]);
        }
        let said = stdout(dir.path(), &["verify", "--quick"]);
        assert_eq!(
            said,
            "tables/awale: the files of 7 layers are what was written\n"
        );
        for name in ["layer-05.score", "layer-04.depth"] {
            let good = fs::read(tables.join(name)).unwrap();
            let mut bad = good.clone();
            let middle = bad.len() / 2;
            bad[middle] ^= 4;
            fs::write(tables.join(name), bad).unwrap();
            let output = grenier(dir.path(), &["verify", "--quick"])
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(1));
            let told = String::from_utf8(output.stdout).unwrap();
            assert!(told.starts_with("WRONG: ") && told.contains(name), "{told}");
            fs::write(tables.join(name), good).unwrap();
        }
    }
}

#[test]
fn questions_choose_how_tables_are_reached() {
    let dir = with_tables(8);
    let asked = stdout(dir.path(), &["probe", EIGHT]);
    for packed in [false, true] {
        if packed {
            stdout(dir.path(), &["pack"]);
        }
        for how in ["map", "read", "load"] {
            let args = ["probe", "--access", how, "--memory", "20K", EIGHT];
            assert_eq!(stdout(dir.path(), &args), asked);
            let args = ["probe", "--access", how, "--check", EIGHT];
            assert_eq!(stdout(dir.path(), &args), asked);
        }
    }
    stdout(dir.path(), &["unpack"]);
    let path = dir.path().join("tables/awale/layer-08.score");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_eq!(stdout(dir.path(), &["probe", EIGHT]), asked);
    let said = refusal(dir.path(), &["line", "--check", EIGHT]);
    assert!(
        said.contains("layer-08.score has a damaged payload"),
        "{said}"
    );
}

#[test]
fn there_must_be_tables() {
    let dir = empty();
    for command in ["pack", "unpack"] {
        let said = refusal(dir.path(), &[command]);
        assert!(said.contains("no score tables in tables/awale"), "{said}");
    }
}

/// A file that is lost stays recorded, so that it is missed.
#[test]
fn a_lost_file_is_not_forgotten() {
    let dir = with_tables(4);
    let manifest = read(dir.path(), "manifest.json");
    let path = dir.path().join("tables/awale/layer-03.score");
    let table = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    for command in ["pack", "unpack", "verify"] {
        let said = refusal(dir.path(), &[command]);
        assert!(said.contains("layer-03.score"), "{said}");
    }
    assert_eq!(
        stdout(dir.path(), &["verify", "--quick"]),
        "tables/awale: the files of 4 layers are what was written\n\
         Absent, though the manifest lists them: layer-03.score\n"
    );
    assert_eq!(read(dir.path(), "manifest.json"), manifest);
    fs::write(&path, table).unwrap();
    assert!(!stdout(dir.path(), &["verify", "--quick"]).contains("Absent"));
}

/// What a kill leaves between the rename of a file and the writing of the manifest, and
/// before the rename.
#[test]
fn what_an_interruption_left_is_named_and_finished() {
    let dir = with_tables(4);
    let tables = dir.path().join("tables/awale");
    stdout(dir.path(), &["pack", "--out", "packed"]);
    let packed = files(&dir.path().join("packed"));
    fs::copy(
        dir.path().join("packed/layer-02.score"),
        tables.join("layer-02.score"),
    )
    .unwrap();
    fs::write(tables.join("layer-03.score.tmp"), "half").unwrap();
    assert_eq!(
        stdout(dir.path(), &["verify", "--quick"]),
        "tables/awale: the files of 5 layers are what was written\n\
         Good, but left by an interrupted pack or unpack (run it again): layer-02.score\n\
         Unfinished: being written, or left by an interrupted command (run it again): \
         layer-03.score.tmp\n"
    );
    stdout(dir.path(), &["pack"]);
    assert!(files(&tables) == packed);

    // A whole table in the other form is not the one recorded if its values are others.
    let other = empty();
    let args = [
        "build", "--rules", "awale", "--seeds", "4", "--out", "plain",
    ];
    stdout(other.path(), &args);
    let manifest = String::from_utf8(read(dir.path(), "manifest.json")).unwrap();
    let at = manifest.find("\"sha256\": \"").unwrap() + 11;
    let mut wrong = manifest.into_bytes();
    wrong[at] = if wrong[at] == b'0' { b'1' } else { b'0' };
    fs::write(tables.join("manifest.json"), wrong).unwrap();
    fs::copy(
        other.path().join("plain/layer-00.score"),
        tables.join("layer-00.score"),
    )
    .unwrap();
    let checked = grenier(dir.path(), &["verify", "--quick"])
        .output()
        .unwrap();
    assert_eq!(checked.status.code(), Some(1));
    let told = String::from_utf8(checked.stdout).unwrap();
    assert!(
        told.contains("layer-00.score is not the file that the manifest records"),
        "{told}"
    );
}

#[test]
fn a_directory_is_not_packed_onto_itself() {
    let dir = with_tables(2);
    let before = files(&dir.path().join("tables/awale"));
    for out in ["tables/awale", "tables/../tables/awale/"] {
        for command in ["pack", "unpack"] {
            let said = refusal(dir.path(), &[command, "--out", out]);
            assert!(said.contains("holds the tables themselves"), "{said}");
        }
    }
    assert_eq!(files(&dir.path().join("tables/awale")), before);
}

/// The last line on stderr of a command that fails after some progress.
fn refusal_after_lines(dir: &Path, args: &[&str]) -> String {
    let output = grenier(dir, args).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    told.lines().last().unwrap().to_owned()
}
