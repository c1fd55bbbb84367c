//! `grenier analyse`: where games were lost.

mod annotate;
mod files;
mod print;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use grenier_answer::{Analyst, GameAnalysis, Settings};
use grenier_rules::ogn::{self, Record};
use grenier_rules::{Endless, RuleSet};
use grenier_table::write_whole;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::options::rules::rules_parser;
use crate::options::searching::{LimitOptions, SearchOptions};
use crate::options::tables::{Choice, Reading};
use crate::outcome::{Outcome, complain, message};
use crate::output::json::emit;
use crate::output::printable::printable;
use crate::output::progress::{self, Watch};
use crate::output::source;

use files::{Input, Place};

/// How long a position is looked at when nothing limits it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Find what each move of a game lost, and where the game turned
///
/// Reads game files in OGN (see docs/ogn.md), also those of a folder, and gives
/// every move its loss: by how many net seeds the best move is better. Where the
/// tables have a position, or a search above them proves its value, the loss is
/// exact; elsewhere it is an estimate, marked with ~. `?` marks a mistake (it loses
/// 2 net seeds or more), `??` a blunder (6 or more, or a turning point). A turning
/// point is a move that provably turns a won game into a drawn or lost one, or a
/// drawn one into a lost one, stores included.
///
/// Every position is searched at most once, the last one of a game first, for one
/// second unless --time, --nodes or --depth says otherwise. Ctrl-C ends that and
/// prints what is known. A file or a game that cannot be read does not stop the
/// others; the exit code is then 2.
///
/// Endless play counts even, as in the tables; a repetition is noted, but changes
/// no value. With `--endless own-side` it ends the game and each player keeps their
/// own side; then all positions are searched.
#[derive(clap::Args)]
#[command(
    visible_alias = "analyze",
    mut_arg("time", |time| time.help(
        "Time for each position, like 500ms, 5s or 2min [default: 1s, or none when --nodes or \
         --depth is given]")),
    mut_arg("nodes", |nodes| nodes.help(
        "Positions to search for each position of the game, about")),
    after_help = "Examples:\n  grenier analyse game.ogn\n  \
                  grenier analyse --time 5s --ogn annotated.ogn game.ogn\n  \
                  grenier analyse --nodes 100000 --ogn annotated games/"
)]
pub(crate) struct Args {
    /// Game files, or folders of such (files that end in .ogn)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Rule set of all games [default: what their tag Variant names, or else oware]
    #[arg(long, value_name = "NAME", value_parser = rules_parser())]
    rules: Option<&'static RuleSet>,
    /// Directory of tables [default: tables/<rules> if there, else the tables
    /// of up to 8 seeds inside the program, which the oware-slam rule sets lack]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Write the games with comments: to a file, or, for several files or a
    /// folder, into a directory, under the same names. Existing files are
    /// replaced, except the input files. An interrupted file is not written
    #[arg(long, value_name = "OUT", visible_alias = "out")]
    ogn: Option<PathBuf>,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

/// The games of a file that could be read.
struct Loaded {
    input: Input,
    records: Vec<Record>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let inputs = files::inputs(&args.files)?;
    let single = args.files.len() == 1 && !args.files[0].is_dir();
    if let Some(target) = &args.ogn {
        files::check_outputs(target, &inputs, single)?;
    }
    let watch = Watch::start()?;
    let mut games = Run::new(args, &watch)?;
    let loaded: Vec<Loaded> = inputs.into_iter().map(|input| games.load(input)).collect();
    games.start(&loaded);
    for file in &loaded {
        games.file(file, single, out)?;
        if watch.stopped() {
            break;
        }
    }
    games.bar.finish_and_clear();
    games.finish(out)
}

/// A game and its analysis.
#[derive(Serialize)]
struct Analysed {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    analysis: GameAnalysis,
    /// Rules, how endless play counts, tables.
    #[serde(skip)]
    heading: String,
}

/// What went wrong with a file.
#[derive(Serialize)]
struct Failure {
    #[serde(serialize_with = "files::lossy")]
    file: PathBuf,
    error: String,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    games: Vec<Analysed>,
    errors: Vec<Failure>,
}

/// One analyst, and its heading, for each rule set that came up.
struct Analysts<'a> {
    args: &'a Args,
    settings: Settings,
    /// By the id of the rule set.
    by_rules: HashMap<u16, (String, Analyst)>,
}

impl<'a> Analysts<'a> {
    /// None yet. What is wrong for all of them fails now.
    fn new(args: &'a Args) -> anyhow::Result<Self> {
        if args.tables.is_some() {
            args.choice(args.rules).open()?;
        }
        Ok(Self {
            args,
            settings: args.search.settings(Endless::Even, 1)?,
            by_rules: HashMap::new(),
        })
    }

    fn under(&mut self, rules: &RuleSet) -> anyhow::Result<&mut (String, Analyst)> {
        match self.by_rules.entry(rules.id) {
            Entry::Occupied(analyst) => Ok(analyst.into_mut()),
            Entry::Vacant(place) => {
                let oracle = self.args.choice(RuleSet::with_id(rules.id)).open()?;
                let heading = source::searched_heading(&oracle, self.settings.endless);
                let analyst = Analyst::new(oracle.tables()?.clone(), self.settings);
                Ok(place.insert((heading, analyst)))
            }
        }
    }
}

impl Args {
    /// The tables of a rule set.
    fn choice(&self, rules: Option<&'static RuleSet>) -> Choice {
        Choice::new(rules, self.tables.clone(), self.reading)
    }
}

/// The analysis of many games.
struct Run<'a> {
    args: &'a Args,
    watch: &'a Watch,
    analysts: Analysts<'a>,
    bar: ProgressBar,
    games: Vec<Analysed>,
    errors: Vec<Failure>,
}

impl<'a> Run<'a> {
    fn new(args: &'a Args, watch: &'a Watch) -> anyhow::Result<Self> {
        Ok(Self {
            args,
            watch,
            analysts: Analysts::new(args)?,
            bar: ProgressBar::hidden(),
            games: Vec::new(),
            errors: Vec::new(),
        })
    }

    /// Reads the games of a file, and reports what is wrong with it.
    fn load(&mut self, input: Input) -> Loaded {
        let mut records = Vec::new();
        match files::text(&input.path) {
            Err(error) => self.complain(&input.path, &error),
            Ok(text) => {
                for record in ogn::games(&text, self.args.rules.copied()) {
                    match record {
                        Ok(record) => records.push(record),
                        Err(error) => {
                            let path = input.path.display();
                            self.complain(&input.path, &anyhow!("{path}: {error}"));
                        }
                    }
                }
            }
        }
        Loaded { input, records }
    }

    fn complain(&mut self, path: &Path, error: &anyhow::Error) {
        let message = message(error);
        self.bar.suspend(|| complain(&message));
        self.errors.push(Failure {
            file: path.to_owned(),
            error: message,
        });
    }

    /// From now on a terminal shows how many positions are done.
    fn start(&mut self, loaded: &[Loaded]) {
        let records = loaded.iter().flat_map(|file| &file.records);
        let positions: usize = records.map(|record| record.game().played().len() + 1).sum();
        let style = ProgressStyle::with_template("[{bar:20}] {pos}/{len} {elapsed} {wide_msg}");
        self.bar = ProgressBar::new(positions as u64);
        self.bar
            .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        progress::tick(&self.bar);
    }

    /// Analyses the games of a file, prints them, and writes them with comments.
    fn file(&mut self, file: &Loaded, single: bool, out: &mut impl Write) -> anyhow::Result<()> {
        let mut annotated = Vec::new();
        for (at, record) in file.records.iter().enumerate() {
            let place = Place {
                file: file.input.path.clone(),
                number: at + 1,
                has_others: file.records.len() > 1,
            };
            self.bar.set_message(printable(&place.to_string()));
            match self.game(place, record) {
                Err(error) => self.complain(&file.input.path, &error),
                Ok(game) => {
                    if !self.args.json {
                        self.bar.suspend(|| {
                            print::game(&game, out)?;
                            anyhow::Ok(out.flush()?)
                        })?;
                    }
                    annotated.push(annotate::record(record.clone(), &game.analysis));
                    self.games.push(game);
                }
            }
            if self.watch.stopped() {
                return Ok(());
            }
        }
        if let Err(error) = self.write(file, &annotated, single) {
            self.complain(&file.input.path, &error);
        }
        Ok(())
    }

    /// Writes the games of a file with comments, if the user wants them.
    fn write(&self, file: &Loaded, annotated: &[Record], single: bool) -> anyhow::Result<()> {
        let Some(target) = self.args.ogn.as_ref().filter(|_| !annotated.is_empty()) else {
            return Ok(());
        };
        let path = files::output(target, &file.input, single)?;
        let texts: Vec<String> = annotated.iter().map(ToString::to_string).collect();
        let text = texts.join("\n");
        Ok(write_whole(&path, |file| file.write_all(text.as_bytes()))?)
    }

    fn game(&mut self, place: Place, record: &Record) -> anyhow::Result<Analysed> {
        let at = place.to_string();
        let analysts = self.analysts.under(record.game().rules());
        let analysed = analysts.and_then(|(heading, analyst)| {
            let limits = self.args.limits.limits_or(USUAL_TIME, self.watch);
            let analysis = analyst.analyse(record, &limits, &mut || self.bar.inc(1))?;
            Ok(Analysed {
                place,
                analysis,
                heading: heading.clone(),
            })
        });
        analysed.map_err(|error| anyhow!("{at}: {}", message(&error)))
    }

    fn finish(self, out: &mut impl Write) -> anyhow::Result<Outcome> {
        let outcome = match self.watch.outcome() {
            Outcome::Done if !self.errors.is_empty() => Outcome::Failed,
            outcome => outcome,
        };
        let (games, errors) = (self.games, self.errors);
        if self.args.json {
            emit(&Report { games, errors }, out)?;
        } else if !games.is_empty() {
            print::end(&games, out)?;
        }
        Ok(outcome)
    }
}
