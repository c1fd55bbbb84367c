//! An opponent that plays at a level.

use std::sync::Arc;

use grenier_probe::{ProbeError, TableError, Tablebase};
use grenier_rules::{Game, Move};
use grenier_search::{Limits, Report, Root, Search, Settings, Tables};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::game::{advise_game, by_tables};
use crate::level::Level;
use crate::oracle::Oracle;

/// Memory for a search that does not look far.
const SMALL_HASH: u64 = 4 << 20;

/// An opponent that plays at a [`Level`].
///
/// ```
/// use grenier_answer::{Level, Limits, Opponent, Oracle, Settings};
/// use grenier_rules::{Game, RuleSet};
///
/// let oracle = Oracle::embedded(&RuleSet::OWARE);
/// let tables = oracle.tables().unwrap().clone();
/// let (settings, limits) = (Settings::default(), Limits::default());
/// let mut opponent = Opponent::new(tables, Level::Easy, settings, limits, 7);
/// let mut game = Game::new(RuleSet::OWARE);
/// let played = opponent.choose(&game, &mut |_| {}).unwrap();
/// game.play(played.pit).unwrap();
/// ```
pub struct Opponent<'a> {
    level: Level,
    /// The strongest search there is; hints use it, too.
    full: Search,
    /// Looks as far as the level says, above tables if the level has them.
    limited: Search,
    limits: Limits<'a>,
    random: StdRng,
}

impl<'a> Opponent<'a> {
    /// An opponent whose random moves follow from `random_seed`. Settings and limits
    /// are those of [`Level::Perfect`] and of hints; the stop flag counts at every
    /// level.
    pub fn new(
        tables: Arc<Tables>,
        level: Level,
        settings: Settings,
        limits: Limits<'a>,
        random_seed: u64,
    ) -> Self {
        let small = Settings {
            threads: 1,
            hash_bytes: SMALL_HASH,
            layer_bytes: 0,
            ..settings
        };
        Self {
            level,
            limited: Search::new(level.tables(&tables), small),
            full: Search::new(tables, settings),
            limits,
            random: StdRng::seed_from_u64(random_seed),
        }
    }

    /// The level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// From now on the tables inside the program answer: those of a directory cannot
    /// be read any more.
    ///
    /// # Errors
    /// [`TableError`] when the program is damaged.
    pub fn use_embedded(&mut self) -> Result<(), TableError> {
        let tables = Oracle::embedded(self.full.tables().rules())
            .tables()?
            .clone();
        self.limited = Search::new(self.level.tables(&tables), *self.limited.settings());
        self.full = Search::new(tables, *self.full.settings());
        Ok(())
    }

    /// The move that the level plays. The game must not be over.
    ///
    /// # Errors
    /// [`ProbeError`] when a table is damaged or cannot be read.
    pub fn choose(
        &mut self,
        game: &Game,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Move, ProbeError> {
        let moves = game.rules().moves(&game.board().position());
        if let Some(many) = self.level.one_random_in()
            && self.random.random_range(0..many) == 0
        {
            return Ok(moves[self.random.random_range(0..moves.len())]);
        }
        let Some(depth) = self.level.depth() else {
            return Ok(self.best(game, progress)?.0.moves[0].played);
        };
        if self.level.has_tables()
            && let Some(report) = by_tables(&self.full, game, &self.limits)?
        {
            return Ok(report.moves[0].played);
        }
        let limits = Limits {
            depth: Some(depth),
            stop: self.limits.stop,
            ..Limits::default()
        };
        let found = self.limited.run(&Root::of(game), &limits, progress)?;
        Ok(found.moves[0].played)
    }

    /// The best moves whatever the level, and whether they come from the tables.
    /// The game must not be over.
    ///
    /// # Errors
    /// As [`Opponent::choose`].
    pub fn best(
        &mut self,
        game: &Game,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<(Report, bool), ProbeError> {
        advise_game(&mut self.full, game, &self.limits, progress)
    }
}

impl Level {
    /// The tables that it uses: those, or none.
    fn tables(self, tables: &Arc<Tables>) -> Arc<Tables> {
        if self.has_tables() {
            return Arc::clone(tables);
        }
        let none = Tablebase::without_tables(tables.rules());
        Arc::new(Tables::new(none, Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_rules::{Outcome, RuleSet, Side};

    fn engine(level: Level, seed: u64) -> Opponent<'static> {
        let rules = const { &RuleSet::OWARE };
        let tables = Tables::new(Tablebase::embedded(rules).unwrap(), Vec::new());
        let settings = Settings {
            hash_bytes: SMALL_HASH,
            endless: rules.endless,
            ..Settings::default()
        };
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        Opponent::new(tables.into(), level, settings, limits, seed)
    }

    /// What South nets in a game.
    fn played<'a>(mut south: Opponent<'a>, mut north: Opponent<'a>) -> i8 {
        let mut game = Game::new(RuleSet::OWARE);
        while game.outcome() == Outcome::Ongoing && game.occurrences() == 1 {
            let engine = match game.board().side() {
                Side::South => &mut south,
                Side::North => &mut north,
            };
            let pit = engine.choose(&game, &mut |_| {}).unwrap().pit;
            game.play(pit).unwrap();
        }
        match game.outcome() {
            Outcome::Ongoing => game.settle_repetition().south_net,
            _ => game.settle().map_or_else(
                || game.store(Side::South) as i8 - game.store(Side::North) as i8,
                |score| score.south_net,
            ),
        }
    }

    /// Each level beats the one below it, over several games with either side.
    #[test]
    fn a_higher_level_plays_better() {
        use Level::{Beginner, Easy, Medium, Strong};
        for [low, high] in [[Beginner, Easy], [Easy, Medium], [Medium, Strong]] {
            let mut points = 0;
            for seed in 0..10 {
                let ahead = |net: i8| i32::from(net.signum());
                points += ahead(played(engine(high, seed), engine(low, seed)));
                points -= ahead(played(engine(low, seed), engine(high, seed)));
            }
            assert!(points >= 8, "{high:?} against {low:?}: {points} of 20");
        }
    }

    /// South could go round in circles for ever, and would keep its value.
    #[test]
    fn by_tables_the_program_makes_progress() {
        let mut program = engine(Level::Perfect, 0);
        let board = "0-1-0-0-0-1-1-1-0-0-0-0-22-22-S".parse().unwrap();
        let mut game = Game::from_board(RuleSet::OWARE, board).unwrap();
        let pit = program.choose(&game, &mut |_| {}).unwrap().pit;
        assert_eq!(game.play(pit).unwrap().captured, 2);
    }

    #[test]
    fn the_same_seed_makes_the_same_game() {
        let game = |seed| {
            let mut program = engine(Level::Beginner, seed);
            let mut game = Game::new(RuleSet::OWARE);
            for _ in 0..20 {
                let pit = program.choose(&game, &mut |_| {}).unwrap().pit;
                game.play(pit).unwrap();
            }
            game.board().to_string()
        };
        assert_eq!(game(7), game(7));
        assert_ne!(game(7), game(8));
    }
}
