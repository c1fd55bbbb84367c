//! What both players can force, and the verdict, in words.

use std::io::Write;

use grenier_answer::{Guaranteed, Guarantees, Oracle, Verdict};
use grenier_rules::{Board, MAX_SEEDS, Side};
use grenier_table::Kind;

use crate::outcome::complain;
use crate::output::source;

/// Says on stderr which tables are left out because they are damaged.
pub(crate) fn warn(guarantees: &Guarantees) {
    for warning in &guarantees.warnings {
        complain(&warning.message);
    }
}

/// A paragraph for each kind of tables there are; nothing when nothing is known.
pub(crate) fn print(
    guarantees: &Guarantees,
    board: &Board,
    oracle: &Oracle,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let seeds = board.position().seeds();
    let from = |known: &Guaranteed| source::from(oracle, known.source, seeds);
    let any_rule = "Guaranteed under any endless-play rule";
    let side = board.side();
    let is_damaged = |warning: &grenier_answer::Warning| warning.kind == Kind::Secure;
    match (&guarantees.secure, guarantees.verdict) {
        (Some(known), verdict) => {
            writeln!(out, "\n{any_rule} (secure seeds, {}):", from(known))?;
            print_seeds(known, verdict, board, out)?;
        }
        (None, Some(verdict)) => writeln!(out, "\n{any_rule}: {}.", words(side, verdict))?,
        (None, None) if board.stores().is_none() => {}
        (None, None) if guarantees.warnings.iter().any(is_damaged) => {}
        (None, None) => writeln!(
            out,
            "\nNo verdict: the secure seeds of layer {seeds} of {} are not tabled (build them \
             with `{}`).",
            oracle.rules().name,
            source::build_command(oracle, Kind::Secure, seeds),
        )?,
    }
    // Where all seeds can be forced, another rule adds nothing.
    let is_open = guarantees.secure.is_none_or(|known| known.open > 0);
    if let Some(known) = guarantees.own_side.as_ref().filter(|_| is_open) {
        let rule = "If each keeps their own side at a repetition (own-side bounds";
        writeln!(out, "\n{rule}, {}):", from(known))?;
        let verdict = guarantees.readings.and_then(|readings| readings.own_side);
        print_seeds(known, verdict, board, out)?;
    }
    Ok(())
}

/// A verdict, and the seeds that both can force.
fn print_seeds(
    known: &Guaranteed,
    verdict: Option<Verdict>,
    board: &Board,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let side = board.side();
    let [south, north] = board.stores().unwrap_or_default();
    let [mine, others] = match side {
        Side::South => [south, north],
        Side::North => [north, south],
    };
    let all = board
        .stores()
        .map_or(board.position().seeds(), |_| MAX_SEEDS);
    let open = match known.open {
        0 => "nothing is open".to_owned(),
        1 => "1 seed is open".to_owned(),
        open => format!("{open} seeds are open"),
    };
    let verdict = verdict.map_or_else(String::new, |verdict| format!("{}. ", words(side, verdict)));
    writeln!(
        out,
        "  {verdict}{side} is sure of {} of {all}, {} of {}; {open}.",
        mine + known.mover,
        side.other(),
        others + known.waiting,
    )?;
    Ok(())
}

/// A verdict as a player reads it; `side` is to move.
fn words(side: Side, verdict: Verdict) -> String {
    match verdict {
        Verdict::Win => format!("WIN for {side}"),
        Verdict::Loss => format!("LOSS for {side}"),
        Verdict::Draw => "DRAW".to_owned(),
        Verdict::Open => "OPEN".to_owned(),
    }
}
