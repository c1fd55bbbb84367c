//! What can go wrong with table files: what, where, what to do.

use std::io;
use std::path::{Path, PathBuf};

use grenier_rules::RuleSet;
use thiserror::Error;

use crate::header::HeaderError;
use crate::kind::{EndlessCode, Kind};

/// Why a table or a directory of tables cannot be used. Every message is one
/// line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file is not a table.
    #[error("{path} is not a table file; remove it and build the layer again")]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// The file has a version, kind or form that only a newer program knows.
    #[error(
        "{path}: {what} {have} is not known to this program, which knows 1 to {know}; use a newer grenier"
    )]
    NewerFormat {
        /// The file.
        path: PathBuf,
        /// Which field of it.
        what: &'static str,
        /// The number found.
        have: u16,
        /// The highest number known.
        know: u16,
    },
    /// The file or directory holds another rule set.
    #[error("{path} holds rule set {have}, not {want}; choose another directory")]
    WrongRules {
        /// The file or directory.
        path: PathBuf,
        /// The rule set found: its name, or its id when it has no name here.
        have: String,
        /// The name of the rule set expected.
        want: String,
    },
    /// The file or directory holds another kind, or counts endless play in
    /// another way.
    #[error("{path} holds {have}, not {want}; choose another directory")]
    WrongKind {
        /// The file or directory.
        path: PathBuf,
        /// What was found, such as "score tables with endless play even".
        have: String,
        /// What was expected.
        want: String,
    },
    /// The file holds another layer than its name says.
    #[error("{path} holds layer {have}, not {want}; remove it and build the layer again")]
    WrongLayer {
        /// The file.
        path: PathBuf,
        /// The layer in it.
        have: u32,
        /// The layer in its name.
        want: u32,
    },
    /// The file is shorter or longer than it must be.
    #[error(
        "{path} has {have_bytes} bytes instead of {want_bytes}; remove it and build the layer again"
    )]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Bytes it must have.
        want_bytes: u64,
        /// Bytes it has.
        have_bytes: u64,
    },
    /// A file of scores in a foreign layout is not as long as its layer.
    #[error(
        "{path} has {have_bytes} bytes instead of the {want_bytes} of layer {layer}; get it or export it again"
    )]
    WrongLength {
        /// The file.
        path: PathBuf,
        /// Seeds on the board.
        layer: u32,
        /// Bytes it must have: one for each position.
        want_bytes: u64,
        /// Bytes it has.
        have_bytes: u64,
    },
    /// The file was not written to its end.
    #[error("{path} was never finished; remove it and build the layer again")]
    Unfinished {
        /// The file.
        path: PathBuf,
    },
    /// The header is damaged.
    #[error("{path} has a damaged header: {why}; remove it and build the layer again")]
    BadHeader {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: HeaderError,
    },
    /// The payload is not what was written.
    #[error(
        "{path} has a damaged payload: its hash does not match; remove it and build the layer again"
    )]
    BadPayload {
        /// The file.
        path: PathBuf,
    },
    /// The model of a packed table is damaged.
    #[error(
        "{path} is damaged: its model is not what was written; get it again, or remove it and build the layer again"
    )]
    BadModel {
        /// The file.
        path: PathBuf,
    },
    /// A block of a packed table is not what was written.
    #[error(
        "{path} is damaged: the hash of block {block} does not match; get it again, or remove it and build the layer again"
    )]
    BadBlock {
        /// The file.
        path: PathBuf,
        /// The number of the block.
        block: u64,
    },
    /// The file became shorter while it was open.
    #[error(
        "{path} changed while in use: it is shorter than when it was opened; get it again, or build the layer again"
    )]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A value is out of range for the layer.
    #[error(
        "{path} holds the impossible value {value} at index {index}; remove it and build the layer again"
    )]
    BadValue {
        /// The file.
        path: PathBuf,
        /// The index of the value in its layer.
        index: u64,
        /// The value.
        value: i8,
    },
    /// The manifest has another record of a file, or none.
    #[error(
        "{path} is not the file that the manifest records (form, length or SHA-256); get it again, or remove it and build the layer again"
    )]
    WrongFile {
        /// The file.
        path: PathBuf,
    },
    /// The manifest has another record of a layer than its table gives.
    #[error(
        "{path} is not what the manifest says of layer {layer}; get it again, or remove it and build the layer again"
    )]
    WrongRecord {
        /// The file of the layer.
        path: PathBuf,
        /// Seeds on the board.
        layer: u32,
    },
    /// The manifest cannot be understood.
    #[error("{path} is damaged: {why}; remove it and run `grenier build` again")]
    BadManifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong with it, in one line.
        why: String,
    },
    /// The directory is missing or has no manifest of this kind.
    #[error("no {kind} tables in {path}; build them with `grenier build{rules}{values} --seeds 12 --out {path}`", rules = rules_option(path), values = values_option(*kind))]
    NoTables {
        /// The directory.
        path: PathBuf,
        /// What was looked for.
        kind: Kind,
    },
    /// The directory has tables, but not this one.
    #[error("{}", no_layer(path, *kind, build, *layer))]
    NoLayer {
        /// The directory.
        path: PathBuf,
        /// What was looked for.
        kind: Kind,
        /// [`crate::TableRules::build_command`] of the tables there.
        build: String,
        /// Seeds on the board.
        layer: u32,
    },
    /// The values are not those of one layer: there are too many or too few.
    #[error(
        "layer {layer} of {path} cannot have {have} values; give all {want} of a layer of 0 to 48 seeds"
    )]
    WrongSize {
        /// The directory.
        path: PathBuf,
        /// Seeds on the board.
        layer: u32,
        /// Values given.
        have: u64,
        /// Values that the layer has; 0 when there is no such layer.
        want: u64,
    },
    /// Another process has the directory open for writing.
    #[error(
        "{path} is in use by another grenier that writes to it (build, pack or unpack); wait for its end or choose another directory"
    )]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("cannot {doing} {path}: {source}")]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// A verb: "read", "write", …
        doing: &'static str,
        /// The error of the operating system.
        source: io::Error,
    },
}

impl TableError {
    /// For `map_err`: what was done to which path.
    pub(crate) fn io<'a>(
        doing: &'static str,
        path: &'a Path,
    ) -> impl FnOnce(io::Error) -> Self + 'a {
        move |source| Self::Io {
            path: path.to_owned(),
            doing,
            source,
        }
    }

    /// A header's error, with the file it is in.
    pub(crate) fn header(path: &Path, why: HeaderError) -> Self {
        let path = path.to_owned();
        match why {
            HeaderError::NotATable => Self::NotATable { path },
            HeaderError::Newer { what, have, know } => Self::NewerFormat {
                path,
                what,
                have,
                know,
            },
            HeaderError::Unfinished => Self::Unfinished { path },
            HeaderError::Hash | HeaderError::Field { .. } => Self::BadHeader { path, why },
        }
    }

    /// [`TableError::WrongKind`], with kinds in words.
    pub(crate) fn wrong_kind(path: PathBuf, have: (Kind, EndlessCode), want: Kind) -> Self {
        let words = |(kind, endless)| format!("{kind} tables with endless play {endless}");
        Self::WrongKind {
            path,
            have: words(have),
            want: words((want, want.endless())),
        }
    }

    /// Whether the error is about a file that a build may replace: a damaged
    /// table, not one of other rules, another kind or a newer program.
    pub(crate) fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::NotATable { .. }
                | Self::WrongLayer { .. }
                | Self::Truncated { .. }
                | Self::Unfinished { .. }
                | Self::BadHeader { .. }
                | Self::BadPayload { .. }
                | Self::BadModel { .. }
                | Self::BadBlock { .. }
                | Self::BadValue { .. }
        )
    }

    /// Whether the file does not exist.
    pub(crate) fn is_not_found(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

/// Which table is missing, and how it is built.
fn no_layer(path: &Path, kind: Kind, build: &str, layer: u32) -> String {
    let path = path.display();
    if kind == Kind::Distance {
        return format!(
            "layer {layer} has no distances in {path}; \
             build them with `{build} --seeds {layer} --distances --out {path}`"
        );
    }
    let values = values_option(kind);
    format!(
        "layer {layer} is not tabled in {path}; \
         build it with `{build}{values} --seeds {layer} --out {path}`"
    )
}

/// The option that makes `grenier build` write tables of this kind.
fn values_option(kind: Kind) -> String {
    match kind {
        Kind::Score => String::new(),
        _ => format!(" --values {kind}"),
    }
}

/// The option that names the rule set, for a directory with the name of one, as
/// the default directories of `grenier build` are.
fn rules_option(dir: &Path) -> String {
    let name = dir.file_name().and_then(|name| name.to_str());
    let rules = name.and_then(RuleSet::named);
    rules.map_or_else(String::new, |rules| format!(" --rules {}", rules.name))
}
