//! A game, and what is known of its moves.

use grenier_probe::ProbeError;
use grenier_rules::ogn::Record;
use grenier_rules::{Game, Side};
use grenier_search::{Effort, Limits};
use indicatif::ProgressBar;

use super::files::Place;
use super::judge::Judge;
use super::ply::Ply;
use super::tally::Tally;
use crate::output::progress::Watch;

/// A game, and what is known of its moves.
pub(super) struct Analysed {
    pub(super) place: Place,
    pub(super) record: Record,
    /// Rules, reading of endless play, tables.
    pub(super) heading: String,
    pub(super) endless: &'static str,
    /// The last moves of the game: all, unless the user interrupted it.
    pub(super) plies: Vec<Ply>,
    /// For each move how many times the position after it has been there since
    /// the last capture, with this one.
    pub(super) occurrences: Vec<usize>,
    /// Of all searches together, and how many there were.
    pub(super) effort: (Effort, u32),
}

impl Analysed {
    /// How many moves were not looked at.
    pub(super) fn missing(&self) -> usize {
        self.record.game().played().len() - self.plies.len()
    }

    /// The moves that were looked at, with their place in the game, from 0.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (usize, &Ply)> {
        (self.missing()..).zip(&self.plies)
    }

    /// The number of a move as it is written: `12.` or, for North's, `12...`.
    pub(super) fn number(&self, ply: usize) -> String {
        let start = self.record.game().start().side();
        let ply = ply + usize::from(start == Side::North);
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots}", ply / 2 + 1)
    }

    /// A player's name, or their side.
    pub(super) fn player(&self, side: Side) -> String {
        let side = side.to_string();
        let name = self.record.tag(&side).map(ToOwned::to_owned);
        name.unwrap_or(side)
    }

    pub(super) fn tally(&self, side: Side) -> Tally {
        Tally::of(self.plies.iter().filter(|ply| ply.side == side))
    }
}

/// Looks at every move of a game, the last one first, until the user stops it.
///
/// # Errors
/// When a table cannot be read.
pub(super) fn analyse(
    place: Place,
    record: &Record,
    judge: &mut Judge,
    limits: &Limits<'_>,
    watch: &Watch,
    bar: &ProgressBar,
) -> Result<Analysed, ProbeError> {
    judge.start();
    let moves: Vec<_> = record.plies().collect();
    let mut plies = Vec::new();
    let mut after = judge.end(record.game(), limits)?;
    bar.inc(1);
    for (game, played) in moves.iter().rev() {
        let ply = judge.ply(game, played, &after, limits)?;
        if watch.stopped() {
            break;
        }
        after = ply.before;
        plies.push(ply);
        bar.inc(1);
    }
    plies.reverse();
    let later = moves.iter().skip(1).map(|(game, _)| game);
    let occurrences = later.chain([record.game()]).map(Game::occurrences);
    Ok(Analysed {
        place,
        heading: judge.heading.clone(),
        endless: judge.ending().name(),
        occurrences: occurrences.collect(),
        record: record.clone(),
        plies,
        effort: judge.effort(),
    })
}
