//! What positions of a game are worth: by tables where they reach, else by a
//! search above them.

use grenier_probe::ProbeError;
use grenier_rules::{Endless, Game, Move, NetSeeds, Position};
use grenier_search::{Effort, Limits, Root, Search, Settings, Worth};

use grenier_search::Tables;
use std::sync::Arc;

/// Values the positions of games, under one rule set.
pub(crate) struct Judge {
    search: Search,
    /// What all searches since [`Judge::start`] took.
    effort: Effort,
    searches: u32,
}

/// What is known of a position before anybody moves.
#[derive(Debug)]
struct Judged {
    worth: Worth,
    /// The pit of the best move, and what it is worth.
    best: (u8, Worth),
}

/// What a move was worth, in net seeds from before it on, for the player who made
/// it.
pub(crate) struct JudgedMove {
    pub is_forced: bool,
    /// The pit of the best move that is known.
    pub best: u8,
    /// What the position was worth.
    pub before: Worth,
    /// What this move is worth.
    pub after: Worth,
}

impl Judge {
    pub(crate) fn new(tables: Arc<Tables>, settings: Settings) -> Self {
        Self {
            search: Search::new(tables, settings),
            effort: Effort::default(),
            searches: 0,
        }
    }

    /// Begins another game, whose analysis does not depend on those before.
    pub(crate) fn start(&mut self) {
        if self.searches > 0 {
            self.search.forget();
        }
        (self.effort, self.searches) = (Effort::default(), 0);
    }

    /// How play that never ends counts.
    pub(crate) fn endless(&self) -> Endless {
        self.search.settings().endless
    }

    /// What all searches for this game took, and how many there were.
    pub(crate) fn effort(&self) -> (Effort, u32) {
        (self.effort, self.searches)
    }

    /// What is left to get for the player who is to move when a game's record
    /// ends.
    pub(crate) fn end(&mut self, game: &Game, limits: &Limits<'_>) -> Result<Worth, ProbeError> {
        let position = game.board().position();
        let keeps_side = self.endless() == Endless::EachKeepsOwnSide;
        if let Some(left) = game.rules().settlement(&position) {
            return Ok(Worth::exact(left.net()));
        }
        if keeps_side && game.occurrences() > 1 {
            return Ok(Worth::exact(self.endless().net(&position)));
        }
        match self.tabled(&position)? {
            Some(value) => Ok(Worth::exact(value)),
            None => Ok(self.searched(game, limits)?.worth),
        }
    }

    /// What is known of a move; `next` is what the next position of the game is
    /// worth to the other player. Long: search and tables must agree here.
    pub(crate) fn ply(
        &mut self,
        game: &Game,
        played: &Move,
        next: &Worth,
        limits: &Limits<'_>,
    ) -> Result<JudgedMove, ProbeError> {
        let position = game.board().position();
        let choices = game.rules().moves(&position).len();
        let known = next.before(played.gain());
        let judged = match self.tabled(&position)? {
            _ if choices == 1 => Judged {
                worth: known,
                best: (played.pit, known),
            },
            Some(value) => self.by_tables(&position, value, played, known)?,
            None => self.searched(game, limits)?,
        };
        let is_best = judged.best.0 == played.pit;
        let after = if is_best {
            both(judged.best.1, known)
        } else {
            known
        };
        debug_assert!(
            self.endless() != Endless::Even || judged.worth.at_most >= after.at_least,
            "a move is better than the best: {judged:?}, {after:?}"
        );
        // The move that seemed best is worth what is known of it by now.
        let estimate = match judged.worth.estimate.max(after.estimate) {
            _ if is_best => after.estimate,
            larger => larger,
        };
        let at_least = judged.worth.at_least.max(after.at_least);
        let before = Worth {
            estimate,
            at_least,
            at_most: judged.worth.at_most.max(at_least),
        };
        Ok(JudgedMove {
            is_forced: choices == 1,
            best: judged.best.0,
            before: before.within_bounds(),
            after,
        })
    }

    /// The score of a position, if the tables have it and it is what is asked.
    fn tabled(&self, position: &Position) -> Result<Option<NetSeeds>, ProbeError> {
        if self.endless() != Endless::Even {
            return Ok(None);
        }
        match self.search.tables().scores().value(position) {
            Ok(value) => Ok(Some(value)),
            Err(ProbeError::NotTabled { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn by_tables(
        &self,
        position: &Position,
        value: NetSeeds,
        played: &Move,
        known: Worth,
    ) -> Result<Judged, ProbeError> {
        let worth = Worth::exact(value);
        let best = match known.value() {
            // Of several best moves the one that was made.
            Some(known) if known == value => None,
            _ => self.search.tables().scores().best(position)?,
        };
        let pit = best.map_or(played.pit, |best| best.played.pit);
        Ok(Judged {
            worth,
            best: (pit, worth),
        })
    }

    /// What a search says. Where endless play counts even, a value does not hang
    /// on what was played before.
    fn searched(&mut self, game: &Game, limits: &Limits<'_>) -> Result<Judged, ProbeError> {
        let root = match self.endless() {
            Endless::Even => Root::new(game.board().position()),
            Endless::EachKeepsOwnSide => Root::of(game),
        };
        let report = self.search.run(&root, limits, &mut |_| {})?;
        self.searches += 1;
        self.effort += report.effort;
        let best = report.moves.first();
        Ok(Judged {
            worth: report.worth,
            best: best.map_or((0, report.worth), |best| (best.played.pit, best.worth)),
        })
    }
}

/// What a search says of its best move, with what is proved of the position after
/// it. Where endless play is each player's own side, the two may know different
/// pasts; then the later one is right.
fn both(best: Worth, known: Worth) -> Worth {
    let at_least = best.at_least.max(known.at_least);
    let at_most = best.at_most.min(known.at_most);
    if at_least > at_most {
        return known;
    }
    let both = Worth {
        estimate: best.estimate,
        at_least,
        at_most,
    };
    both.within_bounds()
}
