//! The best move of a game: its history counts, because a position that repeats
//! ends it.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use grenier_probe::ProbeError;
use grenier_rules::{Game, SIDE};
use grenier_search::{Limits, Report, Root, Search, Settings, Tables};

/// Most plies of a line from tables.
const PLIES: usize = 12;

/// The best moves of a game, and whether they come from the tables: those answer
/// where they have the position, else `search` does. The game must not be over.
///
/// # Errors
/// [`ProbeError`] when a table is damaged or cannot be read.
pub fn advise_game(
    search: &mut Search,
    game: &Game,
    limits: &Limits<'_>,
    progress: &mut dyn FnMut(&Report),
) -> Result<(Report, bool), ProbeError> {
    Ok(match by_tables(search, game, limits)? {
        Some(report) => (report, true),
        None => (search.run(&Root::of(game), limits, progress)?, false),
    })
}

/// What the tables say of a game, the best moves first; `None` where they do not
/// have the position. It need not be exact where endless play does not count as in
/// the tables, but a search would not find more: all moves lead to tabled
/// positions. One list of steps, hence its length.
pub(crate) fn by_tables(
    search: &Search,
    game: &Game,
    limits: &Limits<'_>,
) -> Result<Option<Report>, ProbeError> {
    let (tables, settings) = (search.tables(), search.settings());
    let start = Instant::now();
    let position = game.board().position();
    match tables.scores().value(&position) {
        Err(ProbeError::NotTabled { .. }) => return Ok(None),
        value => value?,
    };
    let root = Root::of(game);
    let mut rated = rate(tables, settings, &root)?;
    let is_over = || {
        let stopped = limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        stopped || limits.time.is_some_and(|time| start.elapsed() >= time)
    };
    let line = tables.scores().line(&position, PLIES, &is_over)?;
    let line: Vec<_> = line.plies.iter().map(|ply| ply.best.played).collect();
    let first = line.first().copied();
    // Of equal moves the one that makes progress.
    rated.moves.sort_by_key(|rated| {
        let worth = rated.worth;
        let bounds = i16::from(worth.at_least.0) + i16::from(worth.at_most.0);
        let repeats = root.comes_back(&rated.played);
        let pit = rated.played.pit;
        (
            Reverse(worth.estimate),
            -bounds,
            repeats,
            Some(rated.played) != first,
            pit,
        )
    });
    rated.moves.truncate(settings.lines.max(1));
    for rated in &mut rated.moves {
        if Some(rated.played) == first && !root.comes_back(&rated.played) {
            rated.line.clone_from(&line);
        }
    }
    rated.effort.elapsed = start.elapsed();
    Ok(Some(rated))
}

/// All moves, valued by the tables and the game's history. A score alone can be wrong
/// where each player keeps their own side, even one that is not 0: who is ahead is
/// forced, but not how the rest is shared.
fn rate(tables: &Arc<Tables>, settings: &Settings, root: &Root) -> Result<Report, ProbeError> {
    let settings = Settings {
        threads: 1,
        hash_bytes: 0,
        lines: SIDE,
        ..*settings
    };
    // All moves lead to tabled positions, or end the game.
    let limits = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    Search::new(Arc::clone(tables), settings).run(root, &limits, &mut |_| {})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Oracle;
    use grenier_rules::{Endless, NetSeeds, RuleSet, parse_move};

    fn report(board: &str, endless: Endless) -> Option<Report> {
        report_after(board, "", endless)
    }

    /// What the tables say of a game after some moves.
    fn report_after(board: &str, moves: &str, endless: Endless) -> Option<Report> {
        let rules = const { &RuleSet::OWARE };
        let tables = Oracle::embedded(rules).tables().unwrap().clone();
        let settings = Settings {
            endless,
            lines: 2,
            ..Settings::default()
        };
        let mut game = Game::from_board(*rules, board.parse().unwrap()).unwrap();
        for letter in moves.chars() {
            let (_, pit) = parse_move(&letter.to_string()).unwrap();
            game.play(pit).unwrap();
        }
        let search = Search::new(tables, settings);
        by_tables(&search, &game, &Limits::default()).unwrap()
    }

    /// Ahead by 2 of 5, if endless play is even; but the other may keep 2 in the end.
    #[test]
    fn a_score_is_not_said_where_each_keeps_their_own_side() {
        let board = "0-1-1-3-0-0-0-0-0-0-0-0-21-22-S";
        let even = report(board, Endless::Even).unwrap();
        assert_eq!(even.worth.value(), Some(NetSeeds(2)));
        let own = report(board, Endless::EachKeepsOwnSide).unwrap();
        assert_eq!((own.worth.value(), own.worth.at_most), (None, NetSeeds(1)));
    }

    /// Both moves keep +4; one of them makes progress.
    #[test]
    fn the_move_that_makes_progress_is_first() {
        let board = "0-0-1-0-1-2-1-0-0-1-0-2-20-20-N";
        for endless in [Endless::Even, Endless::EachKeepsOwnSide] {
            let report = report(board, endless).unwrap();
            assert_eq!(report.worth.value(), Some(NetSeeds(4)));
            assert_eq!(report.moves[0].played.pit, 0);
        }
    }

    #[test]
    fn who_is_ahead_does_not_repeat() {
        // Both moves keep +5. The tables prefer the one that is nearer to the end;
        // but here it ends the game at once, evenly.
        let board = "0-0-2-0-0-0-0-1-1-0-0-1-22-21-S";
        let report = report_after(board, "CfDbEcAdBeAaBfCbF", Endless::Even).unwrap();
        let values = report
            .moves
            .iter()
            .map(|rated| rated.worth.value().unwrap().0);
        assert_eq!(values.collect::<Vec<_>>(), [5, 0]);
        assert_eq!(report.moves[1].line.len(), 1);
    }

    #[test]
    fn who_is_behind_repeats() {
        let board = "1-0-0-0-1-0-1-0-0-0-0-0-23-22-S";
        let report = report_after(board, "AaEbBcFdCeDaEf", Endless::Even).unwrap();
        assert_eq!(report.worth.value(), Some(NetSeeds(0)));
        assert_eq!(report.moves[0].line.len(), 1);
    }

    #[test]
    fn other_positions_have_no_report() {
        let board = "1-1-0-0-1-1-1-1-0-0-2-1-20-19-S";
        assert_eq!(report(board, Endless::Even), None);
    }
}
