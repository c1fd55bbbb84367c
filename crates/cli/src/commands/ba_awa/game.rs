//! Options that choose a game, and words for it.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grenier_baawa::{Game, LastEight, LiftedPit, Moment, NoMove, Rules};
use grenier_rules::Side;

/// The options that choose rules.
#[derive(clap::Args)]
pub(crate) struct RulesChoice {
    /// Rules: ba-awa, with a word for each choice that is not the default
    /// [default: ba-awa, or those of --tables]
    #[arg(long, value_name = "NAME", value_parser = rules_parser())]
    rules: Option<&'static Rules>,
    /// A lap of 12 seeds or more drops a seed in the pit it was lifted from, or
    /// skips that pit [default: as in --rules]
    #[arg(long, value_name = "HOW")]
    lifted_pit: Option<Lifted>,
    /// When the player who began takes the last eight seeds: at the capture that
    /// leaves them, with those in the hand, or after the move [default: as in
    /// --rules]
    #[arg(long, value_name = "WHEN")]
    last_eight: Option<Eight>,
    /// A player with nothing to lift passes, or the game is over [default: as in
    /// --rules]
    #[arg(long, value_name = "WHAT")]
    no_move: Option<Stuck>,
}

/// The options that choose a game.
#[derive(clap::Args)]
pub(crate) struct GameChoice {
    #[command(flatten)]
    rules: RulesChoice,
    /// Pits that South owns, 1 to 11, counted from South's leftmost; or the pits
    /// of both, like 7-5 [default: 6, or as in --tables]
    #[arg(long, value_name = "PITS", value_parser = owns, allow_hyphen_values = true)]
    owns: Option<u8>,
    /// Who begins the game [default: south, or as in --tables]
    #[arg(long, value_name = "WHO")]
    starter: Option<Starter>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Lifted {
    Sown,
    Skipped,
}

#[derive(Clone, Copy, ValueEnum)]
enum Eight {
    AtCapture,
    AfterMove,
}

#[derive(Clone, Copy, ValueEnum)]
enum Stuck {
    Pass,
    GameOver,
}

/// A side as the options name it.
#[derive(Clone, Copy, ValueEnum)]
enum Starter {
    South,
    North,
}

pub(crate) fn rules_parser() -> impl TypedValueParser<Value = &'static Rules> {
    PossibleValuesParser::new(Rules::ALL.iter().map(Rules::name))
        .map(|name| Rules::named(&name).expect("clap let only known names through"))
}

/// Reads the pits of South, or those of both sides.
fn owns(text: &str) -> Result<u8, String> {
    let pits = |text: &str| text.parse().ok().filter(|&pits: &u8| pits <= 99);
    let expected =
        "expected the pits that South owns, 1 to 11, or those of South and North, like 7-5";
    let south = match text.split_once('-') {
        None => pits(text).ok_or(expected)?,
        Some((south, north)) => {
            let south = pits(south).ok_or(expected)?;
            let north = pits(north).ok_or(expected)?;
            if south + north != 12 {
                let all = south + north;
                return Err(format!(
                    "{south} and {north} pits are {all}, but the board has 12"
                ));
            }
            south
        }
    };
    match Game::new(Rules::DEFAULT, south, Side::South) {
        Ok(_) => Ok(south),
        Err(refused) => Err(refused.to_string()),
    }
}

impl RulesChoice {
    /// The rules that the options name; what they leave open is as in `other`.
    pub(crate) fn rules_like(&self, other: &Rules) -> Rules {
        let mut rules = *self.rules.unwrap_or(other);
        if let Some(lifted) = self.lifted_pit {
            rules.lifted = match lifted {
                Lifted::Sown => LiftedPit::Sown,
                Lifted::Skipped => LiftedPit::Skipped,
            };
        }
        if let Some(eight) = self.last_eight {
            rules.last_eight = match eight {
                Eight::AtCapture => LastEight::AtCapture,
                Eight::AfterMove => LastEight::AfterMove,
            };
        }
        if let Some(stuck) = self.no_move {
            rules.no_move = match stuck {
                Stuck::Pass => NoMove::Pass,
                Stuck::GameOver => NoMove::GameOver,
            };
        }
        rules
    }
}

impl GameChoice {
    pub(crate) fn game(&self) -> Game {
        self.game_like(&Game::first(Rules::DEFAULT))
    }

    /// The game that the options name; what they leave open is as in `other`.
    pub(crate) fn game_like(&self, other: &Game) -> Game {
        let owns = self.owns.unwrap_or_else(|| other.owns());
        let starter = self.starter.map_or_else(|| other.starter(), Starter::side);
        let game = Game::new(self.rules.rules_like(other.rules()), owns, starter);
        game.expect("a number of pits that was checked")
    }
}

impl Starter {
    fn side(self) -> Side {
        match self {
            Self::South => Side::South,
            Self::North => Side::North,
        }
    }
}

/// Reads 12 pits, or 12 pits, two stores and the side to move.
pub(crate) fn parse(text: &str) -> anyhow::Result<Moment> {
    Ok(Moment::of_board(&text.parse()?)?)
}

/// As [`parse`]; without a text, the start of a game.
pub(crate) fn parse_or_start(text: Option<&str>, game: &Game) -> anyhow::Result<Moment> {
    text.map_or_else(|| Ok(Moment::start(game)), parse)
}

/// The one line that stands above an answer.
pub(crate) fn heading(game: &Game) -> String {
    format!("{game}; endless sowing and endless play count even")
}

/// Letters with blanks between.
pub(crate) fn letters(letters: impl IntoIterator<Item = char>) -> String {
    let letters: Vec<String> = letters.into_iter().map(String::from).collect();
    letters.join(" ")
}

/// A number of seeds that is left out when it is 0.
pub(crate) fn seeds(number: u8) -> String {
    match number {
        0 => String::new(),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pits_are_those_of_south_or_of_both() {
        assert_eq!(owns("7"), Ok(7));
        assert_eq!(owns("7-5"), Ok(7));
        let told = |text| owns(text).unwrap_err();
        assert_eq!(told("7-6"), "7 and 6 pits are 13, but the board has 12");
        assert!(told("0").ends_with("expected 1 to 11"));
        assert!(told("12-0").ends_with("expected 1 to 11"));
        for wrong in ["", "x", "-5", "7-", "7-5-0", "300"] {
            assert!(told(wrong).starts_with("expected the pits"), "{wrong}");
        }
    }
}
