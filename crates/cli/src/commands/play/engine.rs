//! The program's moves.

use std::sync::Arc;

use grenier_probe::{ProbeError, Tablebase};
use grenier_rules::{Game, Move};
use grenier_search::{Limits, Report, Root, Search, Settings, Tables};
use rand::Rng;
use rand::rngs::StdRng;

use super::level::Level;
use crate::output::tabled;

/// Memory for a search that does not look far.
const SMALL_HASH: u64 = 4 << 20;

/// Whoever moves for the program.
pub(super) struct Engine<'a> {
    level: Level,
    /// The strongest there is, for hints, too.
    full: Search,
    /// Looks as far as the level says, above tables if the level has them.
    limited: Search,
    limits: Limits<'a>,
    random: StdRng,
}

impl<'a> Engine<'a> {
    /// Settings and limits are those of the full search.
    pub(super) fn new(
        tables: Arc<Tables>,
        level: Level,
        settings: Settings,
        limits: Limits<'a>,
        random: StdRng,
    ) -> Self {
        let small = Settings {
            threads: 1,
            hash_bytes: SMALL_HASH,
            layer_bytes: 0,
            ..settings
        };
        let below = if level.has_tables() {
            Arc::clone(&tables)
        } else {
            let none = Tablebase::without_tables(tables.rules());
            Arc::new(Tables::new(none, Vec::new()))
        };
        Self {
            level,
            limited: Search::new(below, small),
            full: Search::new(tables, settings),
            limits,
            random,
        }
    }

    pub(super) fn level(&self) -> Level {
        self.level
    }

    /// The move that the level plays; the game must go on.
    pub(super) fn choose(
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
        if self.level.has_tables()
            && let Some(report) = self.by_tables(game)?
        {
            return Ok(report.moves[0].played);
        }
        let Some(depth) = self.level.depth() else {
            return Ok(self.search(game, progress)?.moves[0].played);
        };
        let limits = Limits {
            depth: Some(depth),
            stop: self.limits.stop,
            ..Limits::default()
        };
        let found = self.limited.run(&Root::of(game), &limits, progress)?;
        Ok(found.moves[0].played)
    }

    /// The best move there is to be found, first of the report's moves, whatever the
    /// level, and whether it is the tables that say so; the game must go on.
    pub(super) fn best(
        &mut self,
        game: &Game,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<(Report, bool), ProbeError> {
        Ok(match self.by_tables(game)? {
            Some(report) => (report, true),
            None => (self.search(game, progress)?, false),
        })
    }

    fn search(
        &mut self,
        game: &Game,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Report, ProbeError> {
        self.full.run(&Root::of(game), &self.limits, progress)
    }

    /// What the tables say, if they have the last word on the position.
    fn by_tables(&self, game: &Game) -> Result<Option<Report>, ProbeError> {
        tabled::answer(self.full.tables(), self.full.settings(), game, &self.limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_rules::{Outcome, RuleSet, Side};
    use rand::SeedableRng;

    fn engine(level: Level, seed: u64) -> Engine<'static> {
        let rules = const { &RuleSet::OWARE };
        let tables = Tables::new(Tablebase::embedded(rules).unwrap(), Vec::new());
        let settings = Settings {
            hash_bytes: SMALL_HASH,
            ending: rules.endless_play,
            ..Settings::default()
        };
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let random = StdRng::seed_from_u64(seed);
        Engine::new(tables.into(), level, settings, limits, random)
    }

    /// What South nets in a game.
    fn played<'a>(mut south: Engine<'a>, mut north: Engine<'a>) -> i8 {
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
