//! Names of rule sets and of kinds of tables on the command line.

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use grenier_answer::has_kind;
use grenier_rules::RuleSet;
use grenier_table::Kind;

/// Reads the name of a rule set; an error lists all names.
pub(crate) fn rules_parser() -> impl TypedValueParser<Value = &'static RuleSet> {
    PossibleValuesParser::new(rules_names())
        .map(|name| RuleSet::named(&name).expect("clap let only known names through"))
}

fn rules_names() -> [PossibleValue; RuleSet::ALL.len()] {
    RuleSet::ALL.map(|rules| PossibleValue::new(rules.name).help(rules.source))
}

/// Reads the name of a kind of tables.
pub(crate) fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    let kinds = [
        (
            Kind::Score,
            "net seeds under best play; endless play counts as even",
        ),
        (
            Kind::Secure,
            "seeds that the player to move can force under any endless-play rule",
        ),
        (
            Kind::OwnSide,
            "seeds guaranteed to the player to move if players keep their own side after a repetition",
        ),
    ];
    let names = kinds.map(|(kind, help)| PossibleValue::new(kind.name()).help(help));
    PossibleValuesParser::new(names).map(move |name| {
        let mut kinds = kinds.into_iter().map(|(kind, _)| kind);
        let named = kinds.find(|kind| kind.name() == name);
        named.expect("clap let only known names through")
    })
}

/// Refuses a kind that the rule set does not have.
pub(crate) fn check_kind(rules: &RuleSet, kind: Kind) -> anyhow::Result<()> {
    if !has_kind(rules, kind) {
        bail!(
            "{} counts endless play as even, so it has no own-side bounds; use its scores \
             (--values score)",
            rules.name
        );
    }
    Ok(())
}
