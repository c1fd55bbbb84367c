//! What can be said of a position whatever endless play counts, and what each
//! reading makes of it.

use std::io::Write;

use grenier_probe::{Bounds, ProbeError, Source, Verdict};
use grenier_rules::{Board, MAX_SEEDS, NetSeeds, Position, Side};
use grenier_table::Kind;
use serde::Serialize;

use crate::options::rules::has_kind;
use crate::options::tables::Opened;
use crate::outcome::complain;
use crate::output::source::source_name;

/// What both players can be sure of in one reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sure {
    bounds: Bounds,
    source: Source,
}

/// What is known of a position besides its score.
#[derive(Debug)]
pub(crate) struct Verdicts {
    /// Stores of the player to move and of the other, where they are known.
    stores: Option<[u8; 2]>,
    side: Side,
    seeds: u8,
    /// The score of the position. Like what follows it is nothing where it is not
    /// tabled, or the tables are damaged.
    score: Option<NetSeeds>,
    secure: Option<Sure>,
    own_side: Option<Sure>,
    /// What was left out because its tables are damaged, a line each.
    warnings: Vec<(Kind, String)>,
}

#[derive(Serialize)]
pub(crate) struct Report {
    secure: Option<SureReport>,
    own_side: Option<SureReport>,
    /// With stores: whatever is said of endless play.
    verdict: Option<&'static str>,
    /// With stores: by reading.
    readings: Option<Readings>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct SureReport {
    mover: u8,
    waiting: u8,
    open: u8,
    source: &'static str,
}

#[derive(Serialize)]
struct Readings {
    even: Option<&'static str>,
    own_side: Option<&'static str>,
}

impl Verdicts {
    /// Asks the tables of secure seeds and of own-side bounds beside the scores.
    /// Where they are damaged nobody else's answer suffers.
    pub(crate) fn new(board: &Board, opened: &Opened, score: Option<NetSeeds>) -> Self {
        let position = board.position();
        let mut warnings = Vec::new();
        let mut sure = |kind, what| {
            ask(opened, kind, &position).unwrap_or_else(|why| {
                warnings.push((kind, format!("{what} left out: {why}")));
                None
            })
        };
        let side = board.side();
        Self {
            stores: board.stores().map(|stores| match side {
                Side::South => stores,
                Side::North => [stores[1], stores[0]],
            }),
            side,
            seeds: position.seeds() as u8,
            score,
            secure: sure(Kind::Secure, "secure seeds"),
            own_side: sure(Kind::OwnSide, "own-side bounds"),
            warnings,
        }
    }

    /// Says on stderr what was left out.
    pub(crate) fn warn(&self) {
        for (_, warning) in &self.warnings {
            complain(warning);
        }
    }

    fn is_damaged(&self, kind: Kind) -> bool {
        self.warnings.iter().any(|&(damaged, _)| damaged == kind)
    }

    /// Whether anything is known without the score.
    pub(crate) fn say_something(&self) -> bool {
        self.secure.is_some() || self.own_side.is_some() || self.verdict().is_some()
    }

    /// Whatever is said of endless play. What is not tabled is not sure.
    fn verdict(&self) -> Option<Verdict> {
        let nothing = Bounds {
            mover: 0,
            waiting: 0,
        };
        let bounds = self.secure.map_or(nothing, |sure| sure.bounds);
        match self.verdict_of(bounds)? {
            Verdict::Open if self.secure.is_none() => None,
            verdict => Some(verdict),
        }
    }

    fn verdict_of(&self, bounds: Bounds) -> Option<Verdict> {
        let [mover, waiting] = self.stores?;
        Some(Verdict::of(mover, waiting, bounds))
    }

    /// What the score, endless play even, makes of the game.
    fn even(&self) -> Option<Verdict> {
        let [mover, waiting] = self.stores?.map(i32::from);
        Some(match (mover + i32::from(self.score?.0)).cmp(&waiting) {
            std::cmp::Ordering::Greater => Verdict::Win,
            std::cmp::Ordering::Less => Verdict::Loss,
            std::cmp::Ordering::Equal => Verdict::Draw,
        })
    }

    pub(crate) fn report(&self) -> Report {
        let report = |sure: Sure| SureReport {
            mover: sure.bounds.mover,
            waiting: sure.bounds.waiting,
            open: self.seeds - sure.bounds.mover - sure.bounds.waiting,
            source: source_name(sure.source),
        };
        let own_side = self.own_side.and_then(|sure| self.verdict_of(sure.bounds));
        Report {
            secure: self.secure.map(report),
            own_side: self.own_side.map(report),
            verdict: self.verdict().map(name),
            readings: self.stores.map(|_| Readings {
                even: self.even().map(name),
                own_side: own_side.map(name),
            }),
            warnings: self.warnings.iter().map(|(_, told)| told.clone()).collect(),
        }
    }

    /// A paragraph for each kind of tables there are; nothing when there is
    /// nothing to say.
    pub(crate) fn print(&self, opened: &Opened, out: &mut impl Write) -> anyhow::Result<()> {
        let from = |sure: Sure| opened.from(sure.source, self.seeds.into());
        match (self.secure, self.verdict()) {
            (Some(sure), verdict) => {
                let said = "Whatever is said of endless play (secure seeds";
                writeln!(out, "\n{said}, {}):", from(sure))?;
                self.print_sure(sure.bounds, verdict, out)?;
            }
            (None, Some(verdict)) => {
                let verdict = self.words(verdict);
                writeln!(out, "\nWhatever is said of endless play: {verdict}.")?;
            }
            (None, None) if self.stores.is_some() && !self.is_damaged(Kind::Secure) => writeln!(
                out,
                "\nNo verdict: the secure seeds of layer {seeds} of {rules} are not tabled (build \
                 them with `{command}`).",
                seeds = self.seeds,
                rules = opened.tables.rules().name,
                command = opened.build_command(Kind::Secure, self.seeds.into()),
            )?,
            (None, None) => {}
        }
        // Where all seeds can be forced, a reading adds nothing.
        let is_open = |sure: &Sure| sure.bounds.mover + sure.bounds.waiting < self.seeds;
        let open = self.secure.as_ref().is_none_or(is_open);
        if let Some(sure) = self.own_side.filter(|_| open) {
            let said = "If each keeps their own side at a repetition (own-side bounds";
            writeln!(out, "\n{said}, {}):", from(sure))?;
            self.print_sure(sure.bounds, self.verdict_of(sure.bounds), out)?;
        }
        Ok(())
    }

    /// A verdict, and what both are sure of.
    fn print_sure(
        &self,
        bounds: Bounds,
        verdict: Option<Verdict>,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let (side, other) = (self.side, self.side.other());
        let [mover, waiting] = self.stores.unwrap_or_default();
        let all = self.stores.map_or(u32::from(self.seeds), |_| MAX_SEEDS);
        let open = match self.seeds - bounds.mover - bounds.waiting {
            0 => "nothing is open".to_owned(),
            1 => "1 seed is open".to_owned(),
            open => format!("{open} seeds are open"),
        };
        let verdict =
            verdict.map_or_else(String::new, |verdict| format!("{}. ", self.words(verdict)));
        writeln!(
            out,
            "  {verdict}{side} is sure of {} of {all}, {other} of {}; {open}.",
            mover + bounds.mover,
            waiting + bounds.waiting,
        )?;
        Ok(())
    }

    /// A verdict as a player reads it.
    fn words(&self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Win => format!("WIN for {}", self.side),
            Verdict::Loss => format!("LOSS for {}", self.side),
            Verdict::Draw => "DRAW".to_owned(),
            Verdict::Open => "OPEN".to_owned(),
        }
    }
}

/// What the tables of a kind say of a position; nothing where its layer is not
/// tabled, or the rule set has no such kind.
fn ask(opened: &Opened, kind: Kind, position: &Position) -> anyhow::Result<Option<Sure>> {
    if !has_kind(opened.tables.rules(), kind) {
        return Ok(None);
    }
    let tables = opened.bounds(kind)?;
    match tables.bounds(position) {
        Ok(bounds) => Ok(Some(Sure {
            bounds,
            source: tables.layers().source(position),
        })),
        Err(ProbeError::NotTabled { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The word for a verdict in JSON.
pub(crate) fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
        Verdict::Open => "open",
    }
}
