//! `grenier stats`: what a directory of tables holds.

use std::io::Write;

use grenier_solve::WaitingBounds;
use grenier_table::{DistanceRecord, Kind, LayerFile, LayerRecord, TableDir, TableError};
use serde::Serialize;

use crate::options::dir::{DirChoice, is_fault};
use crate::outcome::{Outcome, complain};
use crate::output::json::emit;
use crate::output::words;

/// Say what a directory of tables holds
///
/// Everything is counted anew from the files. Wins, draws and losses are from
/// the view of the player to move; of secure seeds and own-side bounds it is
/// counted in how many positions nothing is left open: what the two players can be
/// sure of makes up all seeds. sha256 is of the values alone, one signed byte per position in index
/// order. Exit code 1 when the manifest says otherwise, or a packed table cannot be
/// unpacked: that one is left out.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier stats\n  grenier stats tables/awale --json\n  \
                        grenier stats --rules oware --values secure"
)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: DirChoice,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    rules: &'static str,
    kind: &'static str,
    endless: &'static str,
    layers: Vec<Layer>,
    distances: Vec<DistanceRecord>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Layer {
    Score(LayerRecord),
    Sure(Sure),
}

/// A layer of secure seeds or own-side bounds.
#[derive(Serialize)]
pub(crate) struct Sure {
    layer: u32,
    positions: u64,
    /// Positions in which nothing is left open; unknown when a layer below is
    /// missing.
    exact: Option<u64>,
    bytes: u64,
    sha256: String,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let dir = args.choice.open()?;
    let mut report = Report {
        rules: dir.rules().name,
        kind: dir.kind().name(),
        endless: dir.kind().endless().name(),
        layers: Vec::new(),
        distances: Vec::new(),
    };
    let mut outcome = Outcome::Done;
    let mut exact = Exact::new(&dir);
    for seeds in dir.layers() {
        let Some(file) = sound(dir.open_layer(dir.kind(), seeds))? else {
            outcome = Outcome::Bad;
            continue;
        };
        let record = LayerRecord::of(seeds, file.values());
        if dir.manifest().layer(seeds) != Some(&record) {
            complain(&format!(
                "{} is not what the manifest says of layer {seeds}; \
                 remove it and build the layer again",
                file.path().display()
            ));
            outcome = Outcome::Bad;
        }
        report.layers.push(match &mut exact {
            None => Layer::Score(record),
            Some(exact) => Layer::Sure(Sure {
                layer: seeds,
                positions: record.positions,
                exact: exact.count(file)?,
                bytes: record.bytes,
                sha256: record.sha256,
            }),
        });
    }
    for seeds in dir.layers_of(Kind::Distance) {
        let Some(file) = sound(dir.open_layer(Kind::Distance, seeds))? else {
            outcome = Outcome::Bad;
            continue;
        };
        let record = DistanceRecord::of(seeds, &file.distances());
        if dir.manifest().distances(seeds) != Some(&record) {
            complain(&format!(
                "{} is not what the manifest says of it; remove it and build it again",
                file.path().display()
            ));
            outcome = Outcome::Bad;
        }
        report.distances.push(record);
    }
    if args.json {
        emit(&report, out)?;
    } else {
        print(&report, out)?;
    }
    Ok(outcome)
}

/// A table that was opened; nothing, and one line on stderr, where its content
/// cannot be made out. Of a plain file that shows in its hash, of a packed one when
/// it is unpacked.
fn sound<T>(opened: Result<T, TableError>) -> Result<Option<T>, TableError> {
    match opened {
        Err(error) if is_fault(&error) => {
            complain(&error.to_string());
            Ok(None)
        }
        opened => opened.map(Some),
    }
}

/// Counts where secure seeds or own-side bounds leave nothing open.
struct Exact {
    bounds: WaitingBounds,
    layers: Vec<LayerFile>,
}

impl Exact {
    /// Nothing to count where other values are tabled.
    fn new(dir: &TableDir) -> Option<Self> {
        (dir.kind() != Kind::Score).then(|| Self {
            bounds: WaitingBounds::new(*dir.rules(), Some(dir.path())),
            layers: Vec::new(),
        })
    }

    /// The number in the layer of `file`, which comes after those counted
    /// before; none when it is not the next one.
    fn count(&mut self, file: LayerFile) -> anyhow::Result<Option<u64>> {
        if usize::from(file.header().seeds) != self.layers.len() {
            return Ok(None);
        }
        self.layers.push(file);
        let layers: Vec<&[i8]> = self.layers.iter().map(LayerFile::values).collect();
        Ok(Some(self.bounds.exact(&layers)?))
    }
}

impl Layer {
    /// The columns between the number of the layer and the hash.
    fn columns(&self) -> Vec<String> {
        match self {
            Self::Score(record) => {
                let numbers = [record.positions, record.wins, record.draws, record.losses];
                numbers.map(words::count).to_vec()
            }
            Self::Sure(sure) => {
                let exact = sure.exact.map_or_else(|| "-".to_owned(), words::count);
                vec![words::count(sure.positions), exact]
            }
        }
    }

    fn layer(&self) -> u32 {
        match self {
            Self::Score(record) => record.layer,
            Self::Sure(sure) => sure.layer,
        }
    }

    fn positions(&self) -> u64 {
        match self {
            Self::Score(record) => record.positions,
            Self::Sure(sure) => sure.positions,
        }
    }

    fn sha256(&self) -> &str {
        match self {
            Self::Score(record) => &record.sha256,
            Self::Sure(sure) => &sure.sha256,
        }
    }
}

fn print(report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    let (rules, kind, endless) = (report.rules, report.kind, report.endless);
    writeln!(out, "{rules}, {kind} with endless play {endless}\n")?;
    print_layers(&report.layers, out)?;
    print_distances(&report.distances, out)
}

/// The layers of a directory, a line each.
pub(crate) fn print_layers(layers: &[Layer], out: &mut impl Write) -> anyhow::Result<()> {
    let heads = match layers.first() {
        Some(Layer::Sure(_)) => vec!["positions", "nothing open"],
        _ => vec!["positions", "wins", "draws", "losses"],
    };
    let wide = |cell: &dyn std::fmt::Display| format!("{cell:>16}");
    let heads: String = heads.iter().map(|head| wide(head)).collect();
    writeln!(out, "layer{heads}  sha256 (first 16 digits)")?;
    for layer in layers {
        let columns: String = layer.columns().iter().map(|cell| wide(cell)).collect();
        writeln!(out, "{:5}{columns}  {:.16}", layer.layer(), layer.sha256())?;
    }
    let positions = layers.iter().map(Layer::positions).sum();
    writeln!(out, "  all{}", wide(&words::count(positions)))?;
    Ok(())
}

fn print_distances(records: &[DistanceRecord], out: &mut impl Write) -> anyhow::Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let (positions, largest) = ("positions", "largest");
    writeln!(
        out,
        "\nDistances: plies to the next capture or the end of the game\n"
    )?;
    writeln!(
        out,
        "layer{positions:>16}{largest:>16}  sha256 (first 16 digits)"
    )?;
    for record in records {
        let positions = words::count(record.positions);
        let (layer, largest) = (record.layer, record.largest);
        writeln!(
            out,
            "{layer:5}{positions:>16}{largest:>16}  {:.16}",
            record.sha256
        )?;
    }
    Ok(())
}
