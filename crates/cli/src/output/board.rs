//! Positions on the command line.

use grenier_rules::Board;

/// Reads a board from the command line.
pub(crate) fn parse(text: &str) -> anyhow::Result<Board> {
    Ok(text.parse()?)
}

/// The position that a question is about.
#[derive(clap::Args)]
pub(crate) struct PositionArg {
    /// The position: 12 pits, or 12 pits, two stores and the side to move
    #[arg(id = "position", value_name = "POSITION", allow_hyphen_values = true,
          value_parser = not_an_option)]
    pub(crate) text: String,
}

/// For clap, which may take anything for a position that begins with a dash: a
/// misspelt option is not one.
pub(crate) fn not_an_option(text: &str) -> Result<String, String> {
    if text.starts_with("--") {
        return Err("it is no option of this command, and no position".to_owned());
    }
    Ok(text.to_owned())
}
