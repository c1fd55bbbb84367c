//! `grenier uci`, as another program sees it.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use common::{empty, grenier, refusal, with_tables};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// What the engine says to some lines, whose end is the end of the input.
fn said_by(args: &[&str], input: impl Into<Vec<u8>>) -> Vec<String> {
    let dir = empty();
    let args = [&["uci"], args].concat();
    let output = grenier(dir.path(), &args).write_stdin(input).output();
    let output = output.unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), told.as_str()), (Some(0), ""));
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().map(str::to_owned).collect()
}

fn said(input: &str) -> Vec<String> {
    said_by(&[], input)
}

/// The best moves among the lines.
fn best_moves(said: &[String]) -> Vec<&str> {
    let lines = said.iter().map(String::as_str);
    lines.filter(|line| line.starts_with("bestmove")).collect()
}

/// An engine that is talked to and listened to in turn.
struct Dialogue {
    engine: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    fn new() -> Self {
        let mut engine = Command::new(assert_cmd::cargo::cargo_bin!("grenier"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = engine.stdin.take().unwrap();
        let output = BufReader::new(engine.stdout.take().unwrap());
        Self {
            engine,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn next_line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "it ended");
        line.trim_end().to_owned()
    }

    /// Says something, and listens until a line begins like this; gives what came.
    fn ask(&mut self, line: &str, answer: &str) -> Vec<String> {
        self.say(line);
        let mut said = Vec::new();
        loop {
            said.push(self.next_line());
            if said[said.len() - 1].starts_with(answer) {
                return said;
            }
        }
    }

    fn quit(mut self) {
        self.say("quit");
        assert_eq!(self.engine.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn the_page_says_what_happens() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/uci.md");
    let page = fs::read_to_string(page).unwrap();
    let session = page.split("```text\n").nth(1).unwrap();
    let session = session.split("```").next().unwrap();
    let mut dialogue = Dialogue::new();
    for line in session.lines() {
        if let Some(sent) = line.strip_prefix("> ") {
            dialogue.say(sent);
        } else {
            let shown = line.strip_prefix("< ").unwrap();
            let said = dialogue.next_line();
            assert_eq!(without_measures(&said), without_measures(shown));
        }
    }
    assert_eq!(dialogue.engine.wait().unwrap().code(), Some(0));
}

/// A line without what differs from run to run and from machine to machine.
fn without_measures(line: &str) -> String {
    let is_hash = ["Hash", "Grow"]
        .iter()
        .any(|name| line.starts_with(&format!("option name {name} ")));
    let measured: &[&str] = if is_hash {
        &["max"]
    } else {
        &["nodes", "nps", "tbhits", "time"]
    };
    let mut before = "";
    let words = line.split(' ').map(|word| {
        let is_measured = measured.contains(&before);
        before = word;
        if is_measured { "N" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// It can only be a position, and a move is not for the one before.
#[test]
fn a_line_that_is_too_long_leaves_no_position() {
    let long = "position startpos moves ".to_owned() + &"Ff".repeat(40_000);
    let lines = format!("position startpos\n{long}\ngo depth 1\n");
    let why = "info string there is no position: a line of more than 65536 bytes";
    assert_eq!(said(&lines), [why, "bestmove 0000"]);
}

#[test]
fn what_is_not_understood_does_nothing_and_is_told_on_request_or_where_it_matters() {
    let wrong = "hello\n\n \ngo\u{0}\nposition\nsetoption name Hash value x\nsetoption\ndebug\n\
                 go hastily depth 1\n";
    let quiet = said(&format!("{wrong}isready\n"));
    assert_eq!(quiet.len(), 5, "{quiet:?}");
    assert!(quiet[0].ends_with("not \"x\"") && quiet[1].contains("expected setoption name"));
    let why = "info string there is no position: expected position startpos or position fen BOARD";
    assert_eq!(quiet[2..], [why, "bestmove 0000", "readyok"]);
    let loud = said(&format!("debug on\n{wrong}debug off\nhello\nisready\n"));
    let complaints = [
        "unknown command \"hello\"",
        "unknown command \"go\\0\"",
        "expected position startpos or position fen BOARD; there is no position now",
        "not \"x\"",
        "expected setoption name NAME [value VALUE]",
        "debug is on or off",
        "go does not know \"hastily\", or its number",
        "there is no position: expected position startpos or position fen BOARD",
        "bestmove 0000",
        "readyok",
    ];
    assert_eq!(loud.len(), complaints.len(), "{loud:?}");
    for (line, complaint) in loud.iter().zip(complaints) {
        assert!(line.ends_with(complaint), "{line}");
    }
}

#[test]
fn a_position_that_cannot_be_has_no_best_move() {
    for position in [
        "fen 4-4-4",
        "fen 1-1-0-0-1-1-1-1-0-0-2-0",
        "startpos moves ff",
        "startpos moves FF",
        // Played twice by South.
        "startpos moves FfF",
        "fen 0-0-0-0-0-1-1-0-0-0-0-3-23-20-S moves Ff",
    ] {
        let said = said(&format!(
            "position {position}\ngo depth 1\nposition startpos\ngo depth 1\n"
        ));
        let best = best_moves(&said);
        assert_eq!((best.len(), best[0]), (2, "bestmove 0000"), "{position}");
        assert_ne!(best[1], "bestmove 0000");
    }
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    for over in [
        "0-0-0-0-0-1-1-0-0-0-0-3-25-18-S",
        "0-0-0-0-0-0-2-0-0-0-0-0-22-24-N",
        "0-0-0-0-0-0-0-0-0-0-0-0-24-24-N",
    ] {
        for go in ["go", "go depth 3", "go movetime 50"] {
            assert_eq!(
                said(&format!("position fen {over}\n{go}\n")),
                ["bestmove 0000"]
            );
        }
    }
}

#[test]
fn every_go_has_one_best_move_whatever_comes_after() {
    for after in [
        "stop",
        "go depth 2",
        "position startpos moves F",
        "setoption name Hash value 1",
        "ucinewgame",
        "quit",
        "",
    ] {
        let said = said(&format!("go infinite\n{after}\n"));
        let expected = 1 + usize::from(after.starts_with("go"));
        assert_eq!(best_moves(&said).len(), expected, "{after}: {said:?}");
    }
}

#[test]
fn an_endless_search_answers_when_it_is_stopped_and_hears_all_the_time() {
    let mut dialogue = Dialogue::new();
    for (position, go) in [
        ("startpos", "go infinite"),
        ("startpos", "go ponder movetime 10"),
        // Tabled, over, and with one move: there is nothing left to find out.
        ("fen 0-0-1-0-1-2-1-0-0-1-0-2-20-20-N", "go infinite depth 1"),
        ("fen 0-0-0-0-0-0-0-0-0-0-0-0-24-24-N", "go infinite"),
        ("fen 0-0-0-0-0-1-1-0-0-0-0-3-20-23-S", "go ponder"),
    ] {
        dialogue.say(&format!("position {position}"));
        dialogue.say(go);
        std::thread::sleep(Duration::from_millis(60));
        let said = dialogue.ask("isready", "readyok");
        assert_eq!(best_moves(&said), [""; 0], "{go}");
        let start = Instant::now();
        let said = dialogue.ask("stop", "bestmove");
        assert!(start.elapsed() < Duration::from_secs(5), "{go}");
        assert_eq!(best_moves(&said).len(), 1, "{go}");
        assert_eq!(dialogue.ask("isready", "readyok"), ["readyok"]);
    }
    dialogue.quit();
}

#[test]
fn after_ponderhit_the_time_counts() {
    let mut dialogue = Dialogue::new();
    for go in [
        "go ponder movetime 30",
        "go ponder depth 3",
        "go ponder",
        "go ponder wtime 1000",
    ] {
        dialogue.say("position startpos moves Ff");
        dialogue.say(go);
        std::thread::sleep(Duration::from_millis(60));
        assert_eq!(
            best_moves(&dialogue.ask("isready", "readyok")),
            [""; 0],
            "{go}"
        );
        let said = dialogue.ask("ponderhit", "bestmove");
        assert_ne!(said.last().unwrap(), "bestmove 0000");
    }
    dialogue.quit();
}

#[test]
fn a_move_comes_in_its_time() {
    let mut dialogue = Dialogue::new();
    for go in [
        "go movetime 200",
        "go wtime 1000 btime 1",
        "go nodes 2000",
        "go movetime -5",
    ] {
        dialogue.say("position startpos");
        let start = Instant::now();
        let said = dialogue.ask(go, "bestmove");
        // The machine may be busy; forty times as much is no matter of that.
        assert!(start.elapsed() < Duration::from_secs(8), "{go}: {said:?}");
    }
    dialogue.quit();
}

#[test]
fn lines_are_as_the_other_program_reads_them() {
    let said = said("setoption name MultiPV value 3\nposition startpos moves Fe\ngo depth 5\n");
    assert!(said.iter().all(|line| !line.trim().is_empty()));
    let infos: Vec<Vec<&str>> = said
        .iter()
        .filter(|line| line.starts_with("info depth"))
        .map(|line| line.split(' ').collect())
        .collect();
    assert_eq!(infos.len(), 15);
    for info in &infos {
        let value = |name| info[info.iter().position(|word| *word == name).unwrap() + 1];
        for number in ["depth", "multipv", "cp", "nodes", "nps", "tbhits", "time"] {
            assert!(value(number).parse::<i64>().is_ok(), "{info:?}");
        }
        let line = value("pv");
        assert_eq!(*info.last().unwrap(), line);
        let souths = line.chars().map(|letter| ('A'..='F').contains(&letter));
        let turns = [true, false].into_iter().cycle();
        assert!(souths.eq(turns.take(line.len())), "{line}");
    }
    let last = &infos[12];
    let best = last[last.len() - 1];
    let expected = format!("bestmove {} ponder {}", &best[..1], &best[1..2]);
    assert_eq!(said.last().unwrap(), &expected);
}

#[test]
fn the_score_is_that_of_the_whole_game() {
    // Layer 5: F takes two, and the mover nets 5 of 5.
    for (stores, score) in [("20-23", 200), ("24-19", 1000), ("19-24", 0)] {
        let said = said(&format!(
            "position fen 0-0-0-0-0-1-1-0-0-0-0-3-{stores}-S\ngo depth 5\n"
        ));
        assert!(said[0].contains(&format!(" score cp {score} ")), "{said:?}");
        assert!(said[1].ends_with(": exactly +5") || said[1].contains("at least +5"));
    }
}

#[test]
fn options_come_from_the_command_line_or_from_the_other_program() {
    let game = "position startpos\ngo depth 1\n";
    let with = |args: &[&str]| said_by(args, format!("uci\n{game}"));
    let told = with(&[
        "--rules",
        "awari",
        "--option",
        "Threads=2",
        "--option",
        "ponder=false",
    ]);
    for line in [
        "option name Threads type spin default 2 min 1 max 256",
        "option name Ponder type check default false",
    ] {
        assert!(told.iter().any(|said| said == line), "{told:?}");
    }
    assert!(
        told.iter()
            .any(|said| said.contains("default awari var awale"))
    );
    assert_eq!(told.last().unwrap().split(' ').count(), 2);
    let told = refusal(empty().path(), &["uci", "--rules", "chess"]);
    assert!(told.contains("awale, awele, oware, awari"), "{told}");
}

/// A board shows its user what the engine says, not why it ended.
#[test]
fn what_is_wrong_on_the_command_line_does_not_end_the_engine() {
    for (args, expected) in [
        (
            ["--option", "Hash=none"],
            "--option Hash=none: expected a number from 1 to",
        ),
        (["--option", "OwnBook=true"], "no option \"OwnBook\""),
        (["--option", "a\nb"], "--option a\\nb: no option"),
        (
            ["--tables", "nowhere"],
            "no score tables in nowhere; build them with",
        ),
        (["--access", "map"], ""),
    ] {
        let said = said_by(&args, "isready\ngo depth 1\n");
        assert!(said[0].contains(expected), "{said:?}");
        assert_eq!(said[0].starts_with("info string "), !expected.is_empty());
        assert!(said.iter().any(|line| line == "readyok"), "{said:?}");
        assert_ne!(best_moves(&said), ["bestmove 0000"]);
    }
}

#[test]
fn new_rules_need_a_new_position() {
    let position = "position fen 0-0-1-0-1-2-1-0-0-1-0-2-20-20-N";
    let said = said(&format!(
        "{position}\nsetoption name Rules value oware\ngo depth 1\n\
         setoption name Rules value awari\ngo depth 1\n{position}\ngo depth 1\n"
    ));
    let best = best_moves(&said);
    assert_eq!((best.len(), best[1]), (3, "bestmove 0000"), "{said:?}");
    assert_ne!(best[0], best[1]);
    assert_ne!(best[2], best[1]);
    let why = "info string there is no position: the rules changed; send it again";
    assert!(said.iter().any(|line| line == why), "{said:?}");
}

/// Aualé sends `startpos` for the usual pits, whoever begins.
#[test]
fn north_may_begin() {
    let said = said(
        "position startpos moves f\ngo depth 2\n\
         position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-N\ngo depth 2\n",
    );
    let best: Vec<_> = best_moves(&said)
        .iter()
        .map(|line| line.as_bytes()[9])
        .collect();
    assert!(best[0].is_ascii_uppercase() && best[1].is_ascii_lowercase());
}

/// The message of the operating system stands once.
#[cfg(unix)]
#[test]
fn an_error_says_its_cause_once() {
    let dir = empty();
    fs::write(dir.path().join("file"), []).unwrap();
    let output = grenier(dir.path(), &["uci", "--tables", "file"])
        .write_stdin("isready\n")
        .output();
    let said = String::from_utf8(output.unwrap().stdout).unwrap();
    assert_eq!(said.matches("Not a directory").count(), 1, "{said}");
    assert!(
        said.contains("file/manifest.json") && said.ends_with("readyok\n"),
        "{said}"
    );
}

#[test]
fn tables_that_cannot_be_used_are_told_of_and_done_without() {
    let said = said("setoption name TablePath value nowhere\nposition startpos\ngo depth 1\n");
    let told = said[0].strip_prefix("info string ").unwrap();
    assert!(told.contains("nowhere") && told.ends_with("; using the tables inside grenier"));
    assert_eq!(best_moves(&said).len(), 1);
}

#[cfg(unix)]
#[test]
fn a_table_that_becomes_shorter_is_named_and_the_engine_goes_on() {
    let dir = with_tables(9);
    let tables = dir.path().join("tables/awale");
    let mut dialogue = Dialogue::new();
    dialogue.say("setoption name Rules value awale");
    dialogue.say(&format!(
        "setoption name TablePath value {}",
        tables.display()
    ));
    dialogue.say("position fen 0-0-1-0-1-2-1-0-0-1-0-3-20-19-S");
    let said = dialogue.ask("go depth 1", "bestmove");
    assert!(said[0].contains(" tbhits "), "{said:?}");
    fs::write(tables.join("layer-09.score"), []).unwrap();
    dialogue.say("position fen 0-1-1-0-1-2-1-0-0-1-0-2-20-19-S");
    let said = dialogue.ask("go depth 1", "bestmove");
    let expected = "layer-09.score changed while in use";
    assert!(said[0].starts_with("info string ") && said[0].contains(expected));
    assert_ne!(said.last().unwrap(), "bestmove 0000");
    // The next search opens the tables again.
    let said = dialogue.ask("go depth 1", "bestmove");
    assert!(said.iter().any(|line| line.starts_with("info depth 1 ")));
    dialogue.quit();
}

#[test]
fn no_bytes_do_harm() {
    let bytes = std::env::var("FUZZ_BYTES").map_or(60_000, |bytes| bytes.parse().unwrap());
    let mut random = StdRng::seed_from_u64(7);
    let lines = [
        "uci",
        "isready",
        "debug on",
        "ucinewgame",
        "stop",
        "ponderhit",
        "setoption name Hash value 2",
        "setoption name TablePath value <none>",
        "setoption name Rules value awari",
        "position startpos moves FeCbAd",
        "position fen 0-0-1-0-1-2-1-0-0-1-0-2-20-20-N moves a",
        "go depth 3",
        "go nodes 100 movetime 5",
        "go infinite",
        "go ponder wtime 50 btime 50 winc 1 binc 1 movestogo 3",
    ];
    let mut input = Vec::new();
    while input.len() < bytes {
        let mut line = lines.choose(&mut random).unwrap().as_bytes().to_vec();
        for _ in 0..random.random_range(0..4) {
            let at = random.random_range(0..line.len());
            // No number grows: a hash of gigabytes takes its time.
            match random.random_range(0..3) {
                0 => line[at] = random.random_range(b':'..=255),
                1 => line.truncate(at + 1),
                _ => line[at] = b' ',
            }
        }
        line.retain(|&byte| byte != b'\n');
        input.extend(&line);
        input.push(b'\n');
        if random.random_bool(0.1) {
            input.extend((0..random.random_range(0..200)).map(|_| random.random::<u8>()));
        }
    }
    input.extend(b"\nstop\nisready\nquit\n");
    let said = said_by(&[], input);
    assert!(said.iter().any(|line| line == "readyok"));
    assert!(said.iter().all(|line| !line.is_empty()));
}
