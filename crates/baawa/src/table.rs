//! Tables of Ba-awa: the scores of one game, that is rules, ownership, starter.
//!
//! Files are as in the Oware family, with the same header; the id of the game in
//! it says how positions are numbered, see [`crate::index`].
//! `docs/format.md` has it all.

use crate::index::{LAYERS, layer_size};
use crate::names::side_name;
use crate::rules::Game;
use serde::{Deserialize, Serialize};

use grenier_table::TableRules;
use grenier_table::{Dir, Writer};

/// A directory of the tables of one game, open for reading.
pub type BaawaDir = Dir<Game>;
/// A directory of the tables of one game, open for reading and writing.
pub type BaawaWriter = Writer<Game>;

/// A game as text. The choices bear the names of their enums in
/// [`crate`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameText {
    /// [`crate::Rules::name`].
    pub name: String,
    /// [`Game::id`].
    pub id: u16,
    /// [`crate::Rules::lifted`].
    pub lifted: String,
    /// [`crate::Rules::last_eight`].
    pub last_eight: String,
    /// [`crate::Rules::no_move`].
    pub no_move: String,
    /// [`Game::owns`]: pits of South.
    pub owns: u8,
    /// [`Game::starter`]: `south` or `north`.
    pub starter: String,
}

impl TableRules for Game {
    type Text = GameText;

    const FAMILY: &'static str = "ba-awa";
    const GAPS: bool = false;

    fn layers() -> impl Iterator<Item = u32> {
        LAYERS.into_iter()
    }

    fn layer_size(seeds: u32) -> u64 {
        layer_size(seeds)
    }

    fn with_id(id: u16) -> Option<Self> {
        Self::with_id(id)
    }

    fn id(&self) -> u16 {
        self.id()
    }

    fn name(&self) -> String {
        self.to_string()
    }

    fn text(&self) -> GameText {
        let rules = self.rules();
        GameText {
            name: rules.name().to_owned(),
            id: self.id(),
            lifted: format!("{:?}", rules.lifted),
            last_eight: format!("{:?}", rules.last_eight),
            no_move: format!("{:?}", rules.no_move),
            owns: self.owns(),
            starter: side_name(self.starter()).to_owned(),
        }
    }

    fn build_command(&self) -> String {
        let (rules, owns, starter) = (self.rules().name(), self.owns(), side_name(self.starter()));
        format!("grenier ba-awa build --rules {rules} --owns {owns} --starter {starter}")
    }
}
