//! `grenier analyse`: losses that tables know, estimates that are marked, files
//! and folders, annotated games.

mod common;

use std::fs;
use std::path::Path;

use common::{empty, grenier, refusal, stdout};
use grenier_probe::Tablebase;
use grenier_rules::ogn::{self, GameResult, Record};
use grenier_rules::{Board, Game, Outcome, RuleSet};
use serde_json::Value;

/// Seven seeds, all tabled: f throws a won game away, and C gives it back.
const TABLED: &str = include_str!("../../../docs/game.ogn");
/// A whole game: captures whenever it can, else anything.
const GREEDY: &str = include_str!("data/greedy.ogn");

fn json(dir: &Path, args: &[&str]) -> Value {
    let args = [&["analyse", "--json", "--threads", "1"], args].concat();
    serde_json::from_str(&stdout(dir, &args)).unwrap()
}

fn write(dir: &Path, name: &str, text: &str) {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn only(path: &Path) -> Record {
    let text = fs::read_to_string(path).unwrap();
    let mut records: Vec<Record> = ogn::games(&text, None).collect::<Result<_, _>>().unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

#[test]
fn a_tabled_game_is_told_move_by_move() {
    let dir = empty();
    write(dir.path(), "game.ogn", TABLED);
    insta::assert_snapshot!(stdout(dir.path(), &["analyse", "game.ogn"]), @r"
    game.ogn: Ama - Kofi, *
    awale, endless play counts even, by search above the tables inside grenier (up to 8 seeds)

          move  value  loss  best
      1.  E        -7     0
    1...  f        +7     7  a     ??  a won game is lost
      2.  B         0     0
    2...  e         0     0
      3.  C         0     7  A     ??  a won game is lost
    3...  f+2      +7     0

           moves  best  exact  lost  mean  about  ?  ??  turning points
    South      3     2      3     7  2.33      -  0   1               1
    North      3     2      3     7  2.33      -  0   1               1
    North, 1... f: a won game is lost; a keeps it.
    South, 3. C: a won game is lost; A keeps it.

    No search was needed.

    Values and losses are net seeds, for the player who moves. ~ marks an estimate;
    everything else is proved. ? is a mistake: it loses 2 or more; ?? is a blunder: it
    loses 6 or more, or changes who wins.
    ");
}

/// A game of some random moves from a random board with at most 8 seeds.
fn endgame(rules: RuleSet, seed: &mut u64) -> Game {
    let mut random = |below: usize| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*seed >> 33) as usize % below
    };
    loop {
        let seeds = 2 + random(7);
        let mut pits = [0_u8; 12];
        for _ in 0..seeds {
            pits[random(12)] += 1;
        }
        let south = 24 - seeds as u8 + random(seeds + 1) as u8;
        let stores = [south, 48 - seeds as u8 - south];
        let side = [grenier_rules::Side::South, grenier_rules::Side::North][random(2)];
        let board = Board::with_stores(pits, stores, side).unwrap();
        let mut game = Game::from_board(rules, board).unwrap();
        for _ in 0..20 {
            if game.outcome() != Outcome::Ongoing {
                break;
            }
            let moves = rules.moves(&game.board().position());
            game.play(moves[random(moves.len())].pit).unwrap();
        }
        if game.played().len() > 2 {
            return game;
        }
    }
}

#[test]
fn exact_losses_are_those_of_the_tables() {
    let dir = empty();
    let mut seed = 20;
    for rules in [
        RuleSet::AWALE,
        RuleSet::AWELE,
        RuleSet::OWARE,
        RuleSet::AWARI,
    ] {
        let text = (0..20).map(|_| Record::new(endgame(rules, &mut seed)).to_string());
        write(
            dir.path(),
            &format!("games/{}.ogn", rules.name),
            &text.collect::<String>(),
        );
    }
    let told = json(dir.path(), &["games"]);
    assert_eq!(told["games"].as_array().unwrap().len(), 80);
    let mut losses = 0;
    for game in told["games"].as_array().unwrap() {
        let rules = RuleSet::named(game["rules"].as_str().unwrap()).unwrap();
        let tables = Tablebase::embedded(rules).unwrap();
        let start: Board = game["start"].as_str().unwrap().parse().unwrap();
        let mut now = Game::from_board(*rules, start).unwrap();
        for told in game["moves"].as_array().unwrap() {
            let side = now.board().side();
            let before = tables.value(&now.board().position()).unwrap().0;
            let ahead = now.store(side) as i8 - now.store(side.other()) as i8;
            let letter = told["move"].as_str().unwrap();
            let (_, pit) = grenier_rules::parse_move(letter).unwrap();
            let played = now.play(pit).unwrap();
            let after = played.worth(tables.value(&played.next).unwrap()).0;
            assert_eq!(told["value"]["value"], before, "{told}");
            assert_eq!(told["worth"]["value"], after, "{told}");
            assert_eq!(told["loss"]["value"], before - after, "{told}");
            assert_eq!(told["best"] == letter, before == after, "{told}");
            let turns = (ahead + before).signum() != (ahead + after).signum();
            assert_eq!(told["turning_point"].is_null(), !turns, "{told}");
            losses += i32::from(before > after);
        }
        assert_eq!(game["moves"].as_array().unwrap().len(), now.played().len());
        assert_eq!(game["searches"], 0);
    }
    assert!(losses > 50, "{losses}");
}

/// What must hold of a game whatever the search finds.
fn check_consistent(game: &Value) {
    let (mut lost, mut exact) = ([0, 0], [0, 0]);
    let south_first = game["start"].as_str().unwrap().ends_with('S');
    for told in game["moves"].as_array().unwrap() {
        let loss = &told["loss"];
        let number = |name: &str| loss[name].as_f64().unwrap();
        assert!(number("at_least") >= 0.0, "{told}");
        assert!(number("at_least") <= number("estimate"), "{told}");
        assert!(number("estimate") <= number("at_most"), "{told}");
        if told["forced"] == true {
            assert_eq!(loss["value"], 0, "{told}");
        }
        let is_north = told["ply"].as_u64().unwrap() % 2 == u64::from(!south_first);
        if let Some(value) = loss["value"].as_i64() {
            lost[usize::from(is_north)] += value;
            exact[usize::from(is_north)] += 1;
        }
    }
    for (side, player) in [&game["south"], &game["north"]].into_iter().enumerate() {
        assert_eq!(
            (&player["lost"], &player["exact"]),
            (&lost[side].into(), &exact[side].into())
        );
    }
}

#[test]
fn a_whole_game_is_searched_the_same_way_twice() {
    let dir = empty();
    write(dir.path(), "greedy.ogn", GREEDY);
    let args = ["--nodes", "2000", "--hash", "1M", "greedy.ogn"];
    let mut first = json(dir.path(), &args);
    let mut second = json(dir.path(), &args);
    let game = &first["games"][0];
    check_consistent(game);
    assert_eq!(game["moves"].as_array().unwrap().len(), 38);
    assert_eq!(game["moves"][0]["value"]["certainty"], "estimate");
    assert_eq!(game["searches"], 39);
    for told in [&mut first, &mut second] {
        told["games"][0]["seconds"] = Value::Null;
    }
    assert_eq!(first, second);
    let own_side = [&["--endless", "own-side"], &args[..]].concat();
    let told = json(dir.path(), &own_side);
    check_consistent(&told["games"][0]);
    assert_eq!(told["games"][0]["endless"], "own-side");
}

#[test]
fn under_any_rules_without_tables() {
    let dir = empty();
    write(dir.path(), "greedy.ogn", "1. F f 2. E e 3. D");
    for rules in RuleSet::ALL {
        let args = [
            "--nodes",
            "300",
            "--hash",
            "1M",
            "--rules",
            rules.name,
            "greedy.ogn",
        ];
        let told = json(dir.path(), &args);
        check_consistent(&told["games"][0]);
        assert_eq!(told["games"][0]["rules"], rules.name);
    }
}

#[test]
fn annotated_games_are_read_back() {
    let dir = empty();
    write(dir.path(), "game.ogn", TABLED);
    let args = ["analyse", "game.ogn", "--ogn", "annotated.ogn"];
    stdout(dir.path(), &args);
    let (before, after) = (
        only(&dir.path().join("game.ogn")),
        only(&dir.path().join("annotated.ogn")),
    );
    assert_eq!(before.game(), after.game());
    assert_eq!(
        (after.result(), after.tag("North")),
        (GameResult::Open, Some("Kofi"))
    );
    let comments: Vec<&str> = (0..6).map(|ply| after.comment(ply)).collect();
    insta::assert_snapshot!(comments.join("\n"), @r"
    (grenier: -7, best)
    thrown away (grenier: +7, loses 7, best is a, a won game is lost ??)
    (grenier: 0, best)
    (grenier: 0, best)
    (grenier: 0, loses 7, best is A, a won game is lost ??)
    (grenier: +7, best)
    ");
    // Annotated again, it says the same once.
    stdout(
        dir.path(),
        &["analyse", "annotated.ogn", "--out", "again.ogn"],
    );
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!(read("again.ogn"), read("annotated.ogn"));
}

#[test]
fn a_bad_file_does_not_keep_others_from_being_read() {
    let dir = empty();
    write(dir.path(), "games/a.ogn", TABLED);
    write(dir.path(), "games/b.ogn", "1. F F");
    write(
        dir.path(),
        "games/c/d.OGN",
        &format!("{TABLED}\n[South \"Esi\"] A B *\n{TABLED}"),
    );
    write(dir.path(), "games/e.txt", "no game");
    fs::write(dir.path().join("games/f.ogn"), b"[South \"\xff\"]").unwrap();
    write(dir.path(), "games/g.ogn", "\n");
    let args = ["analyse", "games", "--ogn", "out/annotated"];
    let output = grenier(dir.path(), &args).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        told,
        "grenier: games/b.ogn: line 1, column 6: F cannot be played: it is North's turn\n\
         grenier: games/c/d.OGN: line 13, column 17: B cannot be played: it is North's turn\n\
         grenier: games/f.ogn is no text in UTF-8\n\
         grenier: games/g.ogn holds no game\n"
    );
    let printed = String::from_utf8(output.stdout).unwrap();
    let table = printed.split_once("game  ").unwrap().1;
    insta::assert_snapshot!(table.split_once("\n\n").unwrap().0, @r"
                 result  player  moves  best  exact  lost  mean  about  ?  ??  turning points
    games/a.ogn             *  Ama         3     2      3     7  2.33      -  0   1               1
                               Kofi        3     2      3     7  2.33      -  0   1               1
    games/c/d.OGN (1)       *  Ama         3     2      3     7  2.33      -  0   1               1
                               Kofi        3     2      3     7  2.33      -  0   1               1
    games/c/d.OGN (2)       *  Ama         3     2      3     7  2.33      -  0   1               1
                               Kofi        3     2      3     7  2.33      -  0   1               1
    ");
    let out = dir.path().join("out/annotated");
    assert!(
        only(&out.join("a.ogn"))
            .comment(1)
            .starts_with("thrown away (grenier: +7, loses 7")
    );
    let both = fs::read_to_string(out.join("c/d.OGN")).unwrap();
    assert_eq!(ogn::games(&both, None).count(), 2);
    let names = fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    assert_eq!(names.count(), 2);

    let args = ["analyse", "--json", "games/b.ogn"];
    let output = grenier(dir.path(), &args).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["errors"][0]["file"], "games/b.ogn");
}

/// A name can hold commands for a terminal. They are shown, and JSON has them as they
/// are.
#[test]
fn control_characters_are_not_printed() {
    let dir = empty();
    let name = "\u{1b}]0;x\u{7}\u{9b}2J";
    let text = TABLED.replacen("Ama", name, 1);
    assert_ne!(text, TABLED);
    write(dir.path(), "a\u{1b}[2J.ogn", &text);
    write(dir.path(), "b\u{1b}.ogn", "1. F F");
    let output = grenier(dir.path(), &["analyse", "."]).output().unwrap();
    for bytes in [&output.stdout, &output.stderr] {
        let text = str::from_utf8(bytes).unwrap();
        let is_control = |letter: char| letter.is_control() && letter != '\n';
        assert!(
            !text.contains(is_control) && text.contains("\\u001b"),
            "{text}"
        );
    }
    let output = grenier(dir.path(), &["analyse", "--json", "."])
        .output()
        .unwrap();
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["games"][0]["south"]["name"], name);
}

/// Aualé leaves out where a game began if South moves first.
#[test]
fn a_game_without_its_start_is_not_taken_for_another() {
    let dir = empty();
    write(dir.path(), "game.ogn", "1. D b 2. E a 3. F 23-25");
    let told = refusal(dir.path(), &["analyse", "game.ogn"]);
    assert!(
        told.contains("result 23-25 does not follow") && told.contains("FEN tag"),
        "{told}"
    );
}

#[test]
fn what_cannot_be_done_is_refused() {
    let dir = empty();
    write(dir.path(), "game.ogn", TABLED);
    write(dir.path(), "other/game.ogn", TABLED);
    write(dir.path(), "kalah.ogn", "[Variant \"Kalah\"] F f");
    fs::create_dir(dir.path().join("empty")).unwrap();
    for (args, expected) in [
        (&["none.ogn"][..], "cannot read none.ogn: No such file"),
        (&["empty"], "no file in empty ends in .ogn"),
        (&["/dev/null"], "/dev/null is no regular file"),
        (
            &["kalah.ogn"],
            "kalah.ogn: line 1, column 1: Variant \"Kalah\" is not known",
        ),
        (
            &["game.ogn", "--ogn", "game.ogn"],
            "--ogn would write over game.ogn, which is read",
        ),
        (
            &["other", "--ogn", "other"],
            "--ogn would write over other/game.ogn",
        ),
        (
            &["other", "--ogn", "kalah.ogn"],
            "--ogn: kalah.ogn is a file, and no directory",
        ),
        (
            &["game.ogn", "other", "--ogn", "out"],
            "several files would be written to out/game.ogn",
        ),
        (
            &["game.ogn", "--ogn", "game.ogn/x"],
            "--ogn: there is no directory game.ogn",
        ),
        (&["game.ogn", "--tables", "none"], "none"),
        (&["game.ogn", "--rules", "chess"], "chess"),
        (&["game.ogn", "--time", "soon"], "expected a time like"),
    ] {
        let told = refusal(dir.path(), &[&["analyse"], args].concat());
        assert!(told.contains(expected), "{args:?}: {told}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_name_that_is_not_utf_8_loses_no_analysis() {
    use std::os::unix::ffi::OsStrExt;
    let dir = empty();
    let folder = dir.path().join("games");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a.ogn"), TABLED).unwrap();
    fs::write(
        folder.join(std::ffi::OsStr::from_bytes(b"b\xff.ogn")),
        TABLED,
    )
    .unwrap();
    let games = json(dir.path(), &["games"])["games"].take();
    let names = games.as_array().unwrap().iter().map(|game| &game["file"]);
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["games/a.ogn", "games/b\u{fffd}.ogn"]
    );
}
