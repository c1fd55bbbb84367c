//! The rules that tables are of: what this crate asks of a family of games.

use std::fmt::Debug;

use grenier_index::layer_size;
use grenier_rules::{MAX_SEEDS, RuleSet};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The rules of a game whose values can be tabled. The Oware family is tabled
/// under `&'static RuleSet`; another crate can table another family.
pub trait TableRules: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The rules in full, as a manifest writes them. It must differ in its keys
    /// from the texts of other families.
    type Text: Clone + Debug + PartialEq + Send + Sync + Serialize + DeserializeOwned;

    /// The name of the family, for error messages.
    const FAMILY: &'static str;
    /// Whether a layer may be there without all those below it.
    const GAPS: bool;

    /// The layers that can be tabled, by seeds on the board, rising; none has
    /// more than 99 seeds.
    fn layers() -> impl Iterator<Item = u32>;

    /// Positions in the layer with `seeds` seeds; 0 when there is no such layer.
    fn layer_size(seeds: u32) -> u64;

    /// The rules with this id.
    fn with_id(id: u16) -> Option<Self>;

    /// The number by which a file header names these rules. No other family may
    /// use it.
    fn id(&self) -> u16;

    /// The name, for error messages.
    fn name(&self) -> String;

    /// The rules in full.
    fn text(&self) -> Self::Text;

    /// The command that builds tables, for error messages, without the options
    /// for values, layer and directory.
    fn build_command(&self) -> String;

    /// The name of the rules with this id, or the number where it is unknown.
    fn name_of(id: u16) -> String {
        Self::with_id(id).map_or_else(|| format!("number {id}"), |rules| rules.name())
    }
}

/// A rule set of the Oware family as text. The choices bear the names of their
/// enums in `grenier-rules`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesText {
    /// [`RuleSet::name`].
    pub name: String,
    /// [`RuleSet::id`].
    pub id: u16,
    /// [`RuleSet::grand_slam`].
    pub grand_slam: String,
    /// [`RuleSet::feeding`].
    pub feeding: String,
    /// [`RuleSet::game_over`].
    pub game_over: String,
    /// [`RuleSet::endless`]: what the rule sheet says, not how the tables
    /// count it.
    pub endless_play: String,
}

impl RulesText {
    /// The text of a rule set.
    pub fn of(rules: &RuleSet) -> Self {
        Self {
            name: rules.name.to_owned(),
            id: rules.id,
            grand_slam: format!("{:?}", rules.grand_slam),
            feeding: format!("{:?}", rules.feeding),
            game_over: format!("{:?}", rules.game_over),
            endless_play: format!("{:?}", rules.endless),
        }
    }
}

impl TableRules for &'static RuleSet {
    type Text = RulesText;

    const FAMILY: &'static str = "one of the Oware family";
    const GAPS: bool = true;

    fn layers() -> impl Iterator<Item = u32> {
        0..=MAX_SEEDS
    }

    fn layer_size(seeds: u32) -> u64 {
        if seeds > MAX_SEEDS {
            return 0;
        }
        layer_size(seeds)
    }

    fn with_id(id: u16) -> Option<Self> {
        RuleSet::with_id(id)
    }

    fn id(&self) -> u16 {
        self.id
    }

    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn text(&self) -> RulesText {
        RulesText::of(self)
    }

    fn build_command(&self) -> String {
        format!("grenier build --rules {}", self.name)
    }
}
