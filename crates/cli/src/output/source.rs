//! Where answers come from, in words, and how to get tables that are missing.

use std::path::Path;

use grenier_probe::{ProbeError, Source};
use grenier_rules::EndlessPlay;
use grenier_table::Kind;

use crate::options::tables::Opened;

/// A path as a shell takes it.
pub(crate) fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
    if !path.is_empty() && path.chars().all(plain) {
        return path;
    }
    format!("'{}'", path.replace('\'', r"'\''"))
}

/// The word for a source in JSON.
pub(crate) fn source_name(source: Source) -> &'static str {
    match source {
        Source::Directory => "directory",
        Source::Embedded => "embedded",
        Source::Solved => "solved",
        Source::Rules => "rules",
    }
}

/// How endless play counts, in words.
fn endless(ending: EndlessPlay) -> &'static str {
    match ending {
        EndlessPlay::Even => "endless play counts even",
        EndlessPlay::EachKeepsOwnSide => "endless play leaves each their own side",
    }
}

impl Opened {
    /// One line: rule set, reading of endless play, where the value of a
    /// position of a layer is from.
    pub(crate) fn heading(&self, source: Source, layer: u32) -> String {
        let from = self.from(source, layer);
        let (rules, endless) = (self.tables.rules().name, self.tables.endless());
        format!("{rules}, endless play counts {}, {from}", endless.name())
    }

    /// One line: rule set, how endless play counts, what a search rests on.
    pub(crate) fn searched_heading(&self, ending: EndlessPlay) -> String {
        let (rules, above) = (self.tables.rules().name, self.below());
        format!("{rules}, {}, by search {above}", endless(ending))
    }

    /// One line: rule set, how endless play counts, what the program plays by.
    pub(crate) fn playing_heading(&self, ending: EndlessPlay) -> String {
        let (rules, above) = (self.tables.rules().name, self.below());
        format!("{rules}, {}, {above}", endless(ending))
    }

    /// Which tables a search is above.
    fn below(&self) -> String {
        match (self.tables.layers().largest(), &self.dir) {
            (None, _) => "without tables".to_owned(),
            (Some(seeds), None) => {
                format!("above the tables inside grenier (up to {seeds} seeds)")
            }
            (Some(seeds), Some(dir)) => format!("above {} (up to {seeds} seeds)", dir.display()),
        }
    }

    /// Where what is said of a position of a layer is from.
    pub(crate) fn from(&self, source: Source, layer: u32) -> String {
        match (source, &self.dir) {
            (Source::Directory, Some(dir)) => format!("from {}", dir.display()),
            (Source::Embedded, Some(dir)) => format!(
                "layer {layer} is not in {}; from the tables inside grenier",
                dir.display()
            ),
            (Source::Directory | Source::Embedded, _) => {
                "from the tables inside grenier".to_owned()
            }
            (Source::Solved, _) => format!("layer {layer} solved for this answer"),
            (Source::Rules, _) => "by the rules alone".to_owned(),
        }
    }

    /// The command that builds the tables of a kind up to a layer.
    pub(crate) fn build_command(&self, kind: Kind, layer: u32) -> String {
        let rules = self.tables.rules().name;
        let values = match kind {
            Kind::Score => String::new(),
            _ => format!(" --values {kind}"),
        };
        let dir = self.dir.as_deref().map(quoted);
        let out = dir.map_or_else(String::new, |dir| format!(" --out {dir}"));
        format!("grenier build --rules {rules}{values} --seeds {layer}{out}")
    }

    /// A probe's error, with the directory to build into.
    pub(crate) fn explain(&self, error: ProbeError) -> anyhow::Error {
        match error {
            ProbeError::NotTabled { layer, rules } => anyhow::anyhow!(
                "not tabled: layer {layer} of {rules} (build it with `{}`, or search above the \
                 tables with `grenier best` or `grenier probe --search`)",
                self.build_command(Kind::Score, layer)
            ),
            error => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_blanks_is_quoted() {
        for (path, expected) in [
            ("tables/awale-2.0_b", "tables/awale-2.0_b"),
            ("my tables", "'my tables'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("greniers/é", "'greniers/é'"),
        ] {
            assert_eq!(quoted(Path::new(path)), expected);
        }
    }
}
