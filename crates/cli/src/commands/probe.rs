//! `grenier probe`: the value of a position and of every move.

use std::io::Write;

use grenier_answer::{Oracle, PositionAnswer, draw, sentences};
use grenier_rules::{Endless, NetSeeds, SIDE};
use grenier_table::Kind;

use crate::options::searching::{self, LimitOptions, SearchOptions};
use crate::options::tables::Choice;
use crate::outcome::Outcome;
use crate::output::advice::{self, with_spinner};
use crate::output::board::{self, PositionArg};
use crate::output::json::emit;
use crate::output::progress::Watch;
use crate::output::table::Table;
use crate::output::{guarantees, source};

/// Show the value of a position and of every move
///
/// A position is 12 pits counter-clockwise from South's leftmost, joined by
/// dashes, with South to move; or the same with South's store, North's store
/// and the side to move (S or N). Values are net seeds from here on, for the
/// player to move: what they will still capture minus what the other will, under
/// best play, endless play counting even. The best move keeps the value and makes
/// progress: the player who is ahead takes the shortest way to the next capture (or
/// to the end of the game), the player who is behind the longest; among equals the
/// lowest pit is best. `distance` is the length of that way in plies (single
/// moves), this move included. It comes from the distance tables (`grenier build
/// --distances`); without them only that of the best move is found, by search.
///
/// Where secure seeds are tabled (up to 8 seeds they are inside the program), the
/// answer includes the seeds that both players can guarantee under any endless-play
/// rule and, with stores, the verdict: WIN or LOSS for the player to move, DRAW, or
/// OPEN. See docs/values.md. They are shown alone where the layer has no scores.
/// Where their tables are damaged they are left out, with a line on stderr.
///
/// With `--search` a position that is not tabled is searched, as by `grenier best
/// --lines 6`: for each move it shows what is proved, or an estimate.
#[derive(clap::Args)]
#[command(mut_args(searching::needs_search))]
#[command(after_help = "Examples:\n  grenier probe 0-0-0-0-1-2-1-0-0-0-1-2\n  \
                        grenier probe 0-0-0-0-1-2-1-0-0-0-1-2-22-19-S\n  \
                        grenier probe --rules oware --json 0-0-0-0-1-2-1-0-0-0-1-2")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    position: PositionArg,
    /// Search where the position is not tabled
    #[arg(long)]
    search: bool,
    #[command(flatten)]
    options: SearchOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let board = board::parse(&args.position.text)?;
    let oracle = args.choice.open()?;
    if args.search {
        let settings = args.options.settings(Endless::Even, SIDE)?;
        let watch = Watch::start()?;
        let limits = args.limits.limits(&watch);
        let searched = with_spinner(&board, |progress| {
            oracle.search_position(&board, &settings, &limits, progress)
        })?;
        if let Some(searched) = searched {
            guarantees::warn(&searched.guarantees);
            if args.json {
                emit(&searched, out)?;
            } else {
                advice::print_worth(&searched.advice, &oracle, out)?;
                guarantees::print(&searched.guarantees, &board, &oracle, out)?;
                advice::print_moves(&searched.advice, out)?;
            }
            return Ok(watch.outcome());
        }
    }
    let answer = oracle.position(&board);
    let answer = answer.map_err(|error| source::explain(&oracle, error))?;
    guarantees::warn(&answer.guarantees);
    if args.json {
        emit(&answer, out)?;
    } else {
        print(&answer, &oracle, out)?;
    }
    Ok(Outcome::Done)
}

fn print(answer: &PositionAnswer, oracle: &Oracle, out: &mut impl Write) -> anyhow::Result<()> {
    let (board, layer) = (&answer.position, answer.layer);
    let side = board.side();
    let (Some(source), Some(value)) = (answer.source, answer.value) else {
        return print_unscored(answer, oracle, out);
    };
    let heading = source::heading(oracle, source, layer);
    write!(out, "{heading}\n\n{}\n", draw(board))?;
    match &answer.settlement {
        Some(left) => writeln!(out, "{}.", sentences::settlement(side, left))?,
        None => writeln!(out, "{}.", sentences::value(side, value, layer))?,
    }
    if let Some(stores) = board.stores() {
        let endless = answer.settlement.is_none().then_some(Endless::Even);
        writeln!(
            out,
            "{}.",
            sentences::result_by(stores, side, value, endless)
        )?;
    }
    if let (Some(letter), Some(source)) = (answer.play, answer.distance_source) {
        let best = sentences::best_move(letter, value, answer.distance, source, layer);
        writeln!(out, "{best}.")?;
    }
    guarantees::print(&answer.guarantees, board, oracle, out)?;
    print_moves(answer, value, out)
}

/// What is known where a layer has no scores.
fn print_unscored(
    answer: &PositionAnswer,
    oracle: &Oracle,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (rules, layer) = (answer.rules, answer.layer);
    let board = draw(&answer.position);
    writeln!(out, "{rules}, without scores\n\n{board}")?;
    writeln!(
        out,
        "Value and best move are not known: layer {layer} of {rules} is not tabled (build it with \
         `{}`, or search with --search).",
        source::build_command(oracle, Kind::Score, layer)
    )?;
    guarantees::print(&answer.guarantees, &answer.position, oracle, out)
}

fn print_moves(
    answer: &PositionAnswer,
    best: NetSeeds,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if answer.moves.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(["move", "takes", "value", "distance", "<"]);
    for rated in &answer.moves {
        let is_best = Some(rated.letter) == answer.play;
        // A search finds the distance of the best move only.
        let distance = rated.distance.or(answer.distance.filter(|_| is_best));
        let mut notes = Vec::new();
        if rated.value == Some(best) {
            notes.push(if is_best { "best" } else { "keeps the value" }.to_owned());
        }
        if rated.conceded > 0 {
            notes.push(format!("gives {}", rated.conceded));
        }
        table.row([
            rated.letter.to_string(),
            advice::takes(rated.captured),
            rated
                .value
                .map_or_else(String::new, |value| value.to_string()),
            distance.map_or_else(String::new, |plies| plies.to_string()),
            notes.join("  "),
        ]);
    }
    writeln!(out)?;
    Ok(table.print(out)?)
}
