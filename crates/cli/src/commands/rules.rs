//! `grenier rules`: what a rule set says, in sentences.

use std::io::Write;

use grenier_rules::{Endless, Feeding, GameOver, GrandSlam, RuleSet};
use grenier_table::{Kind, RulesText, embedded_layer};
use serde::Serialize;

use crate::options::rules::rules_parser;
use crate::outcome::Outcome;
use crate::output::json::emit;

/// Explain a rule set; without a name, list all of them
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier rules\n  grenier rules awale\n  grenier rules --json")]
pub(crate) struct Args {
    /// Rule set
    #[arg(value_name = "NAME", value_parser = rules_parser())]
    rules: Option<&'static RuleSet>,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    text: RulesText,
    source: &'static str,
}

impl Report {
    fn of(rules: &RuleSet) -> Self {
        Self {
            text: RulesText::of(rules),
            source: rules.source,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    match (args.rules, args.json) {
        (Some(rules), true) => emit(&Report::of(rules), out)?,
        (None, true) => {
            let all = RuleSet::ALL.each_ref().map(Report::of);
            emit(&all, out)?;
        }
        (Some(rules), false) => print(rules, out)?,
        (None, false) => list(out)?,
    }
    Ok(Outcome::Done)
}

fn list(out: &mut impl Write) -> anyhow::Result<()> {
    for rules in &RuleSet::ALL {
        writeln!(out, "{:18}{}", rules.name, rules.source)?;
    }
    writeln!(out, "\nWhat one of them says: grenier rules NAME")?;
    writeln!(out, "The rules of Ba-awa: grenier ba-awa rules")?;
    Ok(())
}

fn print(rules: &RuleSet, out: &mut impl Write) -> anyhow::Result<()> {
    let embedded = if embedded_layer(rules, Kind::Score, 0).is_some() {
        "Tables of up to 8 seeds are inside grenier."
    } else {
        "No tables are inside grenier; build them."
    };
    writeln!(out, "{} (id {}): {}\n", rules.name, rules.id, rules.source)?;
    for sentence in [
        "Two rows of six pits, 48 seeds; sowing goes counter-clockwise, one seed at a time.",
        "The pit sown from is skipped on every lap.",
        "A last seed that makes 2 or 3 in an opponent's pit captures them, and so on backwards.",
        grand_slam(rules.grand_slam),
        feeding(rules.feeding),
        game_over(rules.game_over),
        endless(rules.endless),
        embedded,
    ] {
        writeln!(out, "- {sentence}")?;
    }
    Ok(())
}

fn grand_slam(choice: GrandSlam) -> &'static str {
    match choice {
        GrandSlam::CapturesNothing => {
            "A move that would capture all the opponent's seeds may be played; it captures nothing."
        }
        GrandSlam::ForbiddenElseCapturesNothing => {
            "A move that would capture all the opponent's seeds is forbidden; \
             if there is no other, it is played and captures nothing."
        }
        GrandSlam::ForbiddenElseCaptures => {
            "A move that would capture all the opponent's seeds is forbidden; \
             if there is no other, it is played and captures."
        }
        GrandSlam::CapturesAll => "A move may capture all the opponent's seeds.",
        GrandSlam::CapturesAllRestToOther => {
            "A move may capture all the opponent's seeds; \
             the opponent then takes the rest of the board and the game ends."
        }
        GrandSlam::LeavesFirst => {
            "A move that would capture all the opponent's seeds \
             leaves the pit in which the last seed fell."
        }
        GrandSlam::LeavesLast => {
            "A move that would capture all the opponent's seeds \
             leaves the pit farthest back from where the last seed fell."
        }
    }
}

fn feeding(choice: Feeding) -> &'static str {
    match choice {
        Feeding::MustElseAnyMove => {
            "An opponent without seeds must be given some if possible; if not, any move is played."
        }
        Feeding::MustElseMoverTakesAll => {
            "An opponent without seeds must be given some if possible; \
             if not, the game ends and the player to move takes all that is left."
        }
        Feeding::NoDuty => "An opponent without seeds need not be given any.",
    }
}

fn game_over(choice: GameOver) -> &'static str {
    match choice {
        GameOver::OtherTakesAll => {
            "When the player to move has no seed the game ends: the other takes all that is left."
        }
        GameOver::EachTakesOwnSide => {
            "When there is no legal move the game ends: each player takes their own side."
        }
    }
}

fn endless(choice: Endless) -> &'static str {
    match choice {
        Endless::EachKeepsOwnSide => {
            "Endless play: the sheet gives each player their own side; \
             scores count it as shared evenly, own-side bounds do not."
        }
        Endless::Even => "Endless play: what is left is shared evenly, as in the tables.",
    }
}
