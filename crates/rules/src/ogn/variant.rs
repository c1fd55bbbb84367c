//! The names of rule sets in game files.

use crate::rule_set::RuleSet;

/// Aualé's name of the rules that it plays.
const ABAPA: &str = "Oware Abapa";

/// The value of the Variant tag.
pub(super) fn name(rules: &RuleSet) -> &'static str {
    match rules.id {
        1 => "Awale",
        2 => "Awele",
        3 => ABAPA,
        4 => "Awari",
        _ => rules.name,
    }
}

/// The rule set that a tag names: as it is written here or on the command line,
/// whatever the case, with or without accents. Without a word it is Aualé's.
pub(super) fn named(text: &str) -> Option<RuleSet> {
    let plain = text.to_lowercase().replace('é', "e");
    if ["", "?"].contains(&plain.as_str()) {
        return Some(RuleSet::OWARE);
    }
    let is_meant = |rules: &RuleSet| plain == rules.name || plain == name(rules).to_lowercase();
    RuleSet::ALL.into_iter().find(is_meant)
}

/// All names.
pub(super) fn known() -> String {
    RuleSet::ALL.map(|rules| name(&rules)).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for rules in RuleSet::ALL {
            assert_eq!(named(name(&rules)), Some(rules));
            assert_eq!(named(rules.name), Some(rules));
        }
        assert_eq!(named("AWALÉ"), Some(RuleSet::AWALE));
        assert_eq!(named("?"), Some(RuleSet::OWARE));
        assert_eq!(named("Kalah"), None);
        assert_eq!(
            known(),
            "Awale, Awele, Oware Abapa, Awari, oware-slam-all, oware-slam-rest, oware-slam-first, \
             oware-slam-last"
        );
    }
}
