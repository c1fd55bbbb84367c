//! Where answers come from, in words, and how to get tables that are missing.

use std::path::Path;

use grenier_answer::{Advice, Oracle, ProbeError, Source};
use grenier_rules::Endless;
use grenier_table::{Kind, embedded_layer};

/// A path as a shell takes it.
pub(crate) fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
    if !path.is_empty() && path.chars().all(plain) {
        return path;
    }
    format!("'{}'", path.replace('\'', r"'\''"))
}

/// How endless play counts, in words.
fn endless_play(endless: Endless) -> &'static str {
    match endless {
        Endless::Even => "endless play counts even",
        Endless::EachKeepsOwnSide => "endless play leaves each their own side",
    }
}

/// One line: rule set, how endless play counts, where the value of a position of a
/// layer comes from.
pub(crate) fn heading(oracle: &Oracle, source: Source, layer: u32) -> String {
    let from = from(oracle, source, layer);
    format!("{}, endless play counts even, {from}", oracle.rules().name)
}

/// The same for advice.
pub(crate) fn advice_heading(oracle: &Oracle, advice: &Advice) -> String {
    match advice.source {
        Source::Search => searched_heading(oracle, advice.endless),
        source => heading(oracle, source, advice.layer),
    }
}

/// One line: rule set, how endless play counts, which tables a search uses.
pub(crate) fn searched_heading(oracle: &Oracle, endless: Endless) -> String {
    let (rules, tables) = (oracle.rules().name, tables(oracle));
    format!("{rules}, {}, by search {tables}", endless_play(endless))
}

/// One line: rule set, how endless play counts, what the program plays by.
pub(crate) fn playing_heading(oracle: &Oracle, endless: Endless) -> String {
    let (rules, tables) = (oracle.rules().name, tables(oracle));
    format!("{rules}, {}, {tables}", endless_play(endless))
}

/// Which tables a search uses.
fn tables(oracle: &Oracle) -> String {
    match (oracle.scores().layers().largest(), oracle.dir()) {
        (None, _) => "without tables".to_owned(),
        (Some(seeds), None) if embedded_layer(oracle.rules(), Kind::Score, 0).is_none() => {
            format!("above layers solved for it (up to {seeds} seeds)")
        }
        (Some(seeds), None) => format!("above the tables inside grenier (up to {seeds} seeds)"),
        (Some(seeds), Some(dir)) => format!("above {} (up to {seeds} seeds)", dir.display()),
    }
}

/// Where an answer about a position of a layer comes from.
pub(crate) fn from(oracle: &Oracle, source: Source, layer: u32) -> String {
    match (source, oracle.dir()) {
        (Source::Directory, Some(dir)) => format!("from {}", dir.display()),
        (Source::Embedded, Some(dir)) => format!(
            "layer {layer} is not in {}; from the tables inside grenier",
            dir.display()
        ),
        (Source::Directory | Source::Embedded, _) => "from the tables inside grenier".to_owned(),
        (Source::Solved, _) => format!("layer {layer} solved for this answer"),
        (Source::Rules, _) => "by the rules alone".to_owned(),
        (Source::Search, _) => "by search".to_owned(),
    }
}

/// The command that builds the tables of a kind up to a layer.
pub(crate) fn build_command(oracle: &Oracle, kind: Kind, layer: u32) -> String {
    let rules = oracle.rules().name;
    let values = match kind {
        Kind::Score => String::new(),
        _ => format!(" --values {kind}"),
    };
    let dir = oracle.dir().map(quoted);
    let out = dir.map_or_else(String::new, |dir| format!(" --out {dir}"));
    format!("grenier build --rules {rules}{values} --seeds {layer}{out}")
}

/// A probe's error, with the command that builds what is missing.
pub(crate) fn explain(oracle: &Oracle, error: ProbeError) -> anyhow::Error {
    match error {
        ProbeError::NotTabled { layer, rules } => anyhow::anyhow!(
            "not tabled: layer {layer} of {rules} (build it with `{}`, or search above the \
             tables with `grenier best` or `grenier probe --search`)",
            build_command(oracle, Kind::Score, layer)
        ),
        error => error.into(),
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
