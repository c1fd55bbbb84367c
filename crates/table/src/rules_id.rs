//! The rules that a table is of, by the id in its header.

use grenier_index::{baawa, layer_size};
use grenier_rules::RuleSet;
use grenier_rules::baawa::Game;

/// The id of a rule set of the Oware family, or of a game of Ba-awa; or one that
/// this program does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RulesId(pub(crate) u16);

impl RulesId {
    /// What the rules are called, or their number when they have no name here.
    pub(crate) fn name(self) -> String {
        let Self(id) = self;
        if let Some(rules) = RuleSet::with_id(id) {
            rules.name.to_owned()
        } else if let Some(game) = Game::with_id(id) {
            game.to_string()
        } else {
            format!("number {id}")
        }
    }

    /// Positions in the layer with `seeds` seeds, 0..=48. Ids that are not
    /// known are taken for rule sets of the Oware family.
    pub(crate) fn layer_size(self, seeds: u32) -> u64 {
        match Game::with_id(self.0) {
            Some(_) => baawa::layer_size(seeds),
            None => layer_size(seeds),
        }
    }
}
