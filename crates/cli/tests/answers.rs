//! What a player gets to see.

mod common;

use std::fs;

use common::{EIGHT, empty, grenier, stdout, with_tables};
use insta::assert_snapshot;

#[test]
fn probe_draws_the_board_and_rates_the_moves() {
    let dir = empty();
    assert_snapshot!(stdout(dir.path(), &["probe", EIGHT]), @r"
    awale, endless play counts even, from the tables inside grenier

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 2 | 0 | 1 | 0 | 0 | 1 |
            +---+---+---+---+---+---+
      South | 0 | 0 | 1 | 0 | 1 | 2 |  to move
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    South nets -4 of 8: 2 to 6 with best play.
    Best is C: it delays the next capture or the end of the game for 9 plies (by search: layer 8 has no distance table).

    Guaranteed under any endless-play rule (secure seeds, from the tables inside grenier):
      South is sure of 2 of 8, North of 6; nothing is open.

    move  takes  value  distance
       C            -4         9  best
       E            -4            keeps the value
       F            -8
    ");
    let stores = format!("{EIGHT}-20-20-N");
    assert_snapshot!(stdout(dir.path(), &["probe", "--rules", "awari", &stores]), @r"
    awari, endless play counts even, from the tables inside grenier

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 2 | 0 | 1 | 0 | 0 | 1 |  store 20  to move
            +---+---+---+---+---+---+
      South | 0 | 0 | 1 | 0 | 1 | 2 |  store 20
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    North nets +4 of 8: 6 to 2 with best play.
    North wins the game, 26 to 22, endless play counting even.
    Best is a: it forces the next capture or the end of the game in 6 plies (by search: layer 8 has no distance table).

    Guaranteed under any endless-play rule (secure seeds, from the tables inside grenier):
      WIN for North. North is sure of 26 of 48, South of 22; nothing is open.

    move  takes  value  distance
       a            +4         6  best
       d            +4            keeps the value
       f            -8
    ");
    let over = "0-0-0-0-0-0-1-0-0-0-0-3-22-22-S";
    assert_snapshot!(stdout(dir.path(), &["probe", over]), @r"
    awale, endless play counts even, from the tables inside grenier

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 3 | 0 | 0 | 0 | 0 | 1 |  store 22
            +---+---+---+---+---+---+
      South | 0 | 0 | 0 | 0 | 0 | 0 |  store 22  to move
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    The game is over: North takes the 4 seeds left.
    North wins the game, 26 to 22.

    Guaranteed under any endless-play rule (secure seeds, from the tables inside grenier):
      LOSS for South. South is sure of 22 of 48, North of 26; nothing is open.
    ");
}

#[test]
fn probe_answers_programs() {
    let dir = empty();
    assert_snapshot!(stdout(dir.path(), &["probe", "--json", EIGHT]), @r#"{"position":"0-0-1-0-1-2-1-0-0-1-0-2","rules":"awale","kind":"score","endless":"even","layer":8,"source":"embedded","value":-4,"best":["C","E"],"play":"C","distance":9,"distance_source":"search","moves":[{"move":"C","captured":0,"conceded":0,"value":-4,"loss":0,"distance":null,"position":"1-0-0-1-0-2-0-0-0-1-1-2"},{"move":"E","captured":0,"conceded":0,"value":-4,"loss":0,"distance":null,"position":"1-0-0-1-0-2-0-0-1-0-0-3"},{"move":"F","captured":0,"conceded":0,"value":-8,"loss":4,"distance":null,"position":"2-1-0-1-0-2-0-0-1-0-1-0"}],"secure":{"mover":2,"waiting":6,"open":0,"source":"embedded"},"own_side":{"mover":2,"waiting":6,"open":0,"source":"embedded"},"verdict":null,"readings":null,"warnings":[]}"#);
    let stores = format!("{EIGHT}-20-20-N");
    assert_snapshot!(stdout(dir.path(), &["probe", "--json", &stores]), @r#"{"position":"0-0-1-0-1-2-1-0-0-1-0-2-20-20-N","rules":"awale","kind":"score","endless":"even","layer":8,"source":"embedded","value":4,"best":["a","d"],"play":"a","distance":6,"distance_source":"search","moves":[{"move":"a","captured":0,"conceded":0,"value":4,"loss":0,"distance":null,"position":"0-0-1-0-1-2-0-1-0-1-0-2-20-20-S"},{"move":"d","captured":0,"conceded":0,"value":4,"loss":0,"distance":null,"position":"0-0-1-0-1-2-1-0-0-0-1-2-20-20-S"},{"move":"f","captured":0,"conceded":0,"value":-8,"loss":12,"distance":null,"position":"1-1-1-0-1-2-1-0-0-1-0-0-20-20-S"}],"secure":{"mover":6,"waiting":2,"open":0,"source":"embedded"},"own_side":{"mover":6,"waiting":2,"open":0,"source":"embedded"},"verdict":"win","readings":{"even":"win","own_side":"win"},"warnings":[]}"#);
    let over = "0-0-0-0-0-0-1-0-0-0-0-3";
    assert_snapshot!(stdout(dir.path(), &["probe", "--json", over]), @r#"{"position":"0-0-0-0-0-0-1-0-0-0-0-3","rules":"awale","kind":"score","endless":"even","layer":4,"source":"embedded","value":-4,"best":[],"play":null,"distance":null,"distance_source":null,"moves":[],"secure":{"mover":0,"waiting":4,"open":0,"source":"embedded"},"own_side":{"mover":0,"waiting":4,"open":0,"source":"embedded"},"verdict":null,"readings":null,"warnings":[]}"#);
}

#[test]
fn line_goes_to_the_end() {
    let dir = empty();
    assert_snapshot!(stdout(dir.path(), &["line", "0-0-0-0-0-1-1-0-0-0-0-3-22-21-S"]), @r"
    awale, endless play counts even, from the tables inside grenier

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 3 | 0 | 0 | 0 | 0 | 1 |  store 21
            +---+---+---+---+---+---+
      South | 0 | 0 | 0 | 0 | 0 | 1 |  store 22  to move
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    South nets +5 of 5: 5 to 0 with best play.

    ply  move     takes  value  distance  position after
      1  South F      2     +5        1*  0-0-0-0-0-0-0-0-0-0-0-3-24-21-N
      2  North f            -3        2*  1-1-1-0-0-0-0-0-0-0-0-0-24-21-S
      3  South A            +3        1*  0-2-1-0-0-0-0-0-0-0-0-0-24-21-N

    * by search: no distance table

    The game is over: South takes the 3 seeds left.
    Over the line South nets +5.
    ");
    assert_snapshot!(stdout(dir.path(), &["line", "0-1-0-0-0-0-0-1-0-0-0-0"]), @r"
    awale, endless play counts even, from the tables inside grenier

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 0 | 0 | 0 | 0 | 1 | 0 |
            +---+---+---+---+---+---+
      South | 0 | 1 | 0 | 0 | 0 | 0 |  to move
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    South nets 0 of 2: 1 to 1 with best play (even).

    ply  move     takes  value  distance  position after, for the player to move
      1  South B             0            0-1-0-0-0-0-0-0-1-0-0-0
      2  North b             0            0-0-1-0-0-0-0-0-1-0-0-0
      3  South C             0            0-0-1-0-0-0-0-0-0-1-0-0
      4  North c             0            0-0-0-1-0-0-0-0-0-1-0-0
      5  South D             0            0-0-0-1-0-0-0-0-0-0-1-0
      6  North d             0            0-0-0-0-1-0-0-0-0-0-1-0
      7  South E             0            0-0-0-0-1-0-0-0-0-0-0-1
      8  North e             0            0-0-0-0-0-1-0-0-0-0-0-1
      9  South F             0            1-0-0-0-0-1-0-0-0-0-0-0
     10  North f             0            1-0-0-0-0-0-1-0-0-0-0-0
     11  South A             0            1-0-0-0-0-0-0-1-0-0-0-0
     12  North a             0            0-1-0-0-0-0-0-1-0-0-0-0

    Repeats: this is the position before ply 1 again. Endless play: what is left (2 on the board) is split evenly.
    ");
    assert_snapshot!(stdout(dir.path(), &["line", "--plies", "1", EIGHT]), @r"
    awale, endless play counts even, from the tables inside grenier

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 2 | 0 | 1 | 0 | 0 | 1 |
            +---+---+---+---+---+---+
      South | 0 | 0 | 1 | 0 | 1 | 2 |  to move
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    South nets -4 of 8: 2 to 6 with best play.

    ply  move     takes  value  distance  position after, for the player to move
      1  South C            -4        9*  1-0-0-1-0-2-0-0-0-1-1-2

    * by search: no distance table

    Stopped after 1 ply (see --plies).
    ");
}

/// With 7 seeds left and nobody ahead, no seed is really halved.
#[test]
fn half_seeds_come_with_their_reading() {
    let dir = empty();
    let position = "1-0-1-0-1-0-1-1-1-1-0-0-20-21-S";
    let told = stdout(dir.path(), &["probe", position]);
    let verdict: Vec<_> = told.lines().filter(|line| line.contains(".5")).collect();
    assert_eq!(
        verdict,
        [
            "South nets 0 of 7: 3.5 to 3.5 if what is left is shared evenly.",
            "North wins the game, 24.5 to 23.5 if what is left is shared evenly.",
        ]
    );
}

#[test]
fn a_layer_from_inside_the_program_is_told() {
    let dir = with_tables(2);
    let told = stdout(dir.path(), &["probe", "--tables", "tables/awale", EIGHT]);
    assert_eq!(
        told.lines().next(),
        Some(
            "awale, endless play counts even, layer 8 is not in tables/awale; \
             from the tables inside grenier"
        )
    );
    let json = stdout(dir.path(), &["probe", "--json", EIGHT]);
    assert!(json.contains(r#""source":"embedded""#), "{json}");
    let two = "0-0-0-0-1-0-1-0-0-0-0-0";
    let json = stdout(dir.path(), &["probe", "--json", two]);
    assert!(json.contains(r#""source":"directory""#), "{json}");
    let over = "0-0-0-0-0-0-2-2-2-2-2-2";
    let json = stdout(dir.path(), &["probe", "--json", over]);
    assert!(json.contains(r#""source":"rules""#), "{json}");
}

/// The grand slam captures two seeds and leaves the rest to the other.
#[test]
fn conceded_seeds_are_told() {
    let dir = empty();
    let rest = ["--rules", "oware-slam-rest"];
    grenier(
        dir.path(),
        &[&["build", "--seeds", "5"], &rest[..]].concat(),
    )
    .assert()
    .success();
    let position = "0-0-0-0-3-1-1-0-0-0-0-0-21-22-S";
    let line = stdout(dir.path(), &[&["line"], &rest[..], &[position]].concat());
    assert!(line.contains("North takes the 3 seeds left.\n"), "{line}");
    let probe = stdout(dir.path(), &[&["probe"], &rest[..], &[position]].concat());
    assert!(probe.contains("  gives 3\n"), "{probe}");
    let json = [&["probe", "--json"], &rest[..], &[position]].concat();
    let json = stdout(dir.path(), &json);
    assert!(json.contains(r#""captured":2,"conceded":3,"#), "{json}");
}

#[test]
fn rules_are_told_in_sentences() {
    let dir = empty();
    assert_snapshot!(stdout(dir.path(), &["rules"]), @r"
    awale             OYA rule sheet (French)
    awele             Dujardin rule sheet (French)
    oware             Abapa: Oware Society, OpenSpiel
    awari             Romein & Bal 2003 and their published score database
    oware-slam-all    Abapa with a grand-slam reading from the mancala collections
    oware-slam-rest   Abapa with a grand-slam reading from the mancala collections
    oware-slam-first  Abapa with a grand-slam reading from the mancala collections
    oware-slam-last   Abapa with a grand-slam reading from the mancala collections

    What one of them says: grenier rules NAME
    The rules of Ba-awa: grenier ba-awa rules
    ");
    assert_snapshot!(stdout(dir.path(), &["rules", "awale"]), @r"
    awale (id 1): OYA rule sheet (French)

    - Two rows of six pits, 48 seeds; sowing goes counter-clockwise, one seed at a time.
    - The pit sown from is skipped on every lap.
    - A last seed that makes 2 or 3 in an opponent's pit captures them, and so on backwards.
    - A move that would capture all the opponent's seeds is forbidden; if there is no other, it is played and captures nothing.
    - An opponent without seeds must be given some if possible; if not, any move is played.
    - When the player to move has no seed the game ends: the other takes all that is left.
    - Endless play: the sheet gives each player their own side; scores count it as shared evenly, own-side bounds do not.
    - Tables of up to 8 seeds are inside grenier.
    ");
    assert_snapshot!(stdout(dir.path(), &["rules", "awari", "--json"]), @r#"{"name":"awari","id":4,"grand_slam":"ForbiddenElseCaptures","feeding":"MustElseMoverTakesAll","game_over":"EachTakesOwnSide","endless_play":"Even","source":"Romein & Bal 2003 and their published score database"}"#);
}

#[test]
fn stats_count_the_files() {
    let dir = with_tables(3);
    assert_snapshot!(stdout(dir.path(), &["stats"]), @r"
    awale, score with endless play even

    layer  positions  wins  draws  losses  sha256 (first 16 digits)
        0          1     0      1       0  6e340b9cffb37a98
        1         12     5      0       7  85ac254b274db7db
        2         78    24     13      41  8140fe02185b89d1
        3        364   121     63     180  e5ef7ee162668960
      all        455
    ");
    assert_snapshot!(stdout(dir.path(), &["stats", "tables/awale", "--json"]), @r#"{"rules":"awale","kind":"score","endless":"even","layers":[{"layer":0,"positions":1,"wins":0,"draws":1,"losses":0,"bytes":1,"sha256":"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"},{"layer":1,"positions":12,"wins":5,"draws":0,"losses":7,"bytes":12,"sha256":"85ac254b274db7dbf4034fd804165d90fa46a0d8f872cee6027cb9177d655ec7"},{"layer":2,"positions":78,"wins":24,"draws":13,"losses":41,"bytes":78,"sha256":"8140fe02185b89d163a2815968e41ef6b5897ed41c28669248d66db662af3aba"},{"layer":3,"positions":364,"wins":121,"draws":63,"losses":180,"bytes":364,"sha256":"e5ef7ee162668960017cda27b5f1d1213e86b7257e72699aa5ed142656764655"}],"distances":[]}"#);
}

#[test]
fn perft_counts() {
    let dir = empty();
    assert_snapshot!(stdout(dir.path(), &["perft", "--depth", "3"]), @r"
    awale from 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S

    depth               lines
        1                   6
        2                  36
        3                 190
    ");
}

#[test]
fn a_build_can_be_resumed_and_verified() {
    let dir = with_tables(2);
    let output = grenier(dir.path(), &["build", "--seeds", "4"])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert_eq!(told.matches("before").count(), 3, "{told}");
    let progress = String::from_utf8(output.stderr).unwrap();
    assert!(
        progress.contains("layer 2: 78 positions, built before\n"),
        "{progress}"
    );
    assert!(
        progress.contains("layer 4: 1,365 positions, "),
        "{progress}"
    );
    let told = stdout(dir.path(), &["verify"]);
    assert_eq!(
        told,
        "tables/awale: all 1,820 positions in 5 layers follow from their moves\n"
    );
}

#[test]
fn other_directories_and_rule_sets() {
    let dir = empty();
    let args = [
        "build",
        "--rules",
        "oware-slam-all",
        "--seeds",
        "4",
        "--out",
        "here",
    ];
    grenier(dir.path(), &args).assert().success();
    let five = "0-0-0-0-0-1-1-0-0-0-0-1";
    let told = stdout(dir.path(), &["probe", "--tables", "here", five]);
    assert!(
        told.starts_with("oware-slam-all, endless play counts even, from here\n"),
        "{told}"
    );
    let told = stdout(dir.path(), &["verify", "here"]);
    assert!(told.starts_with("here: all 1,820 positions"), "{told}");
}

#[test]
fn every_shell_gets_completions() {
    let dir = empty();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(dir.path(), &["completions", shell]);
        assert!(
            script.contains("grenier") && script.contains("completions"),
            "{shell}"
        );
    }
}

#[test]
fn help_has_examples_that_work() {
    let dir = with_tables(4);
    fs::create_dir(dir.path().join("data")).unwrap();
    for command in [
        "build",
        "probe",
        "line",
        "stats",
        "verify",
        "perft",
        "rules",
        "bench",
        "completions",
    ] {
        let help = stdout(dir.path(), &[command, "--help"]);
        let examples = help.split("Example").nth(1).expect(command);
        let lines: Vec<_> = examples
            .lines()
            .filter(|line| line.starts_with("  grenier "))
            .collect();
        assert!(!lines.is_empty(), "{command}");
        if ["probe", "line", "rules"].contains(&command) {
            for line in lines {
                let args: Vec<_> = line.split_whitespace().skip(1).collect();
                stdout(dir.path(), &args);
            }
        }
    }
}

/// Each verdict, and what is said where secure seeds are not tabled.
#[test]
fn stores_give_a_verdict_whatever_endless_play_counts() {
    let dir = empty();
    let said = |board: &str| {
        let text = stdout(dir.path(), &["probe", board]);
        let lines: Vec<_> = text.lines().map(str::to_owned).collect();
        let from = "Guaranteed under any endless-play rule (secure seeds, from the tables inside grenier):";
        let at = lines.iter().position(|line| line == from).expect(&text);
        lines[at + 1].trim().to_owned()
    };
    let cases = [
        (
            "18-22-N",
            "WIN for North. North is sure of 28 of 48, South of 20; nothing is open.",
        ),
        (
            "22-18-N",
            "DRAW. North is sure of 24 of 48, South of 24; nothing is open.",
        ),
        (
            "22-18-S",
            "DRAW. South is sure of 24 of 48, North of 24; nothing is open.",
        ),
        (
            "20-20-S",
            "LOSS for South. South is sure of 22 of 48, North of 26; nothing is open.",
        ),
        (
            "23-17-S",
            "WIN for South. South is sure of 25 of 48, North of 23; nothing is open.",
        ),
    ];
    for (stores, expected) in cases {
        assert_eq!(said(&format!("{EIGHT}-{stores}")), expected, "{stores}");
    }
    assert_eq!(
        said("0-0-0-0-2-1-0-1-0-0-0-3-20-21-S"),
        "OPEN. South is sure of 20 of 48, North of 23; 5 seeds are open."
    );
}

#[test]
fn a_verdict_needs_secure_seeds_or_a_decided_game() {
    let dir = empty();
    let args = [
        "build",
        "--rules",
        "oware-slam-all",
        "--seeds",
        "5",
        "--out",
        "my tables",
    ];
    grenier(dir.path(), &args).assert().success();
    let ask = |board: &str| stdout(dir.path(), &["probe", "--tables", "my tables", board]);
    let (bare, open) = ("0-0-0-0-0-1-1-0-0-0-0-3", "0-0-0-0-0-1-1-0-0-0-0-3-20-23-S");
    assert!(!ask(bare).contains("endless play (secure"));
    let told = "No verdict: the secure seeds of layer 5 of oware-slam-all are not tabled (build them \
                with `grenier build --rules oware-slam-all --values secure --seeds 5 --out 'my tables'`).";
    assert!(ask(open).contains(told), "{}", ask(open));
    let decided = ask("0-0-0-0-0-1-1-0-0-0-0-3-12-31-S");
    assert!(
        decided.contains("Guaranteed under any endless-play rule: LOSS for South.\n"),
        "{decided}"
    );
    let args = [
        "build",
        "--rules",
        "oware-slam-all",
        "--values",
        "secure",
        "--seeds",
        "5",
        "--out",
        "my tables",
    ];
    grenier(dir.path(), &args).assert().success();
    assert!(
        ask(open).contains("(secure seeds, from my tables):\n  "),
        "{}",
        ask(open)
    );
}

#[test]
fn rule_sets_are_compared() {
    let dir = with_tables(3);
    let solved = stdout(
        dir.path(),
        &["compare-rules", "--seeds", "3", "awale", "oware"],
    );
    assert_snapshot!(solved, @r"
    awale and oware: positions that differ

    layer  positions   value  who is ahead  best moves  net, mean  largest
        0          1  0.00 %        0.00 %      0.00 %     0.0000        0
        1         12  0.00 %        0.00 %     41.67 %     0.0000        0
        2         78  0.00 %        0.00 %     17.95 %     0.0000        0
        3        364  0.27 %        0.27 %      9.34 %     0.0082        3
      all        455  0.22 %        0.22 %     11.65 %     0.0066        3

    Most, 3 net seeds, in 1-0-0-0-0-1-1-0-0-0-0-0: -3 under awale (best A), 0 under oware (best F).
    ");
    let read = ["compare-rules", "--seeds", "3", "tables/awale", "oware"];
    assert_eq!(stdout(dir.path(), &read), solved);
    let same = ["compare-rules", "--seeds", "2", "awale", "tables/awale"];
    assert!(stdout(dir.path(), &same).ends_with("\nNo score differs.\n"));
}

#[test]
fn distances_stand_beside_scores() {
    let dir = empty();
    let build = ["build", "--seeds", "3", "--distances", "--threads", "1"];
    let told = stdout(dir.path(), &build);
    assert!(told.contains("\nDistances: plies to the next capture or the end of the game\n"));
    // The same command again finds all of them there.
    let again = stdout(dir.path(), &build);
    assert_eq!(again.matches("before").count(), 8, "{again}");
    let stats = stdout(dir.path(), &["stats"]);
    assert!(
        stats.contains("\nlayer  positions  largest  sha256"),
        "{stats}"
    );
    let verified = stdout(dir.path(), &["verify"]);
    assert!(
        verified
            .ends_with("\nSo do their distances, which shows that no other scores are right.\n")
    );
    let probe = stdout(dir.path(), &["probe", "0-0-0-0-1-0-1-0-0-0-0-0"]);
    assert!(
        probe.contains(
            "Best is E: it delays the next capture or the end of the game for 4 plies.\n"
        )
    );
}
