//! What the engine says of a search.

use grenier_answer::{Assessment, Report, line_moves};
use grenier_rules::{Game, Move, NetSeeds, Side};
use grenier_search::Rated;

/// The answer when there is no move.
pub(crate) const NO_MOVE: &str = "bestmove 0000";

/// The position that a search is about, as far as its answers need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// Who is to move.
    side: Side,
    /// What this side has in store, less what the other has.
    ahead: i32,
    /// Seeds on the board.
    seeds: u32,
}

impl View {
    pub(crate) fn of(game: &Game) -> Self {
        let board = game.board();
        Self {
            side: board.side(),
            ahead: board.ahead().unwrap_or(0).into(),
            seeds: board.position().seeds(),
        }
    }

    /// A line for each of the best moves; `numbered` when several were asked for.
    pub(crate) fn infos(&self, report: &Report, numbered: bool) -> Vec<String> {
        let moves = (1..).zip(&report.moves);
        moves
            .map(|(number, rated)| self.info(report, rated, numbered.then_some(number)))
            .collect()
    }

    fn info(&self, report: &Report, rated: &Rated, number: Option<u32>) -> String {
        let number = number.map_or_else(String::new, |number| format!(" multipv {number}"));
        let worth = &rated.worth;
        let score = i32::from(worth.estimate.0) + 100 * self.ahead;
        let is = |bound: NetSeeds| worth.estimate == bound.into();
        let bound = match (is(worth.at_least), is(worth.at_most)) {
            (true, false) => " lowerbound",
            (false, true) => " upperbound",
            _ => "",
        };
        let effort = &report.effort;
        let (nodes, elapsed) = (effort.nodes, effort.elapsed);
        // No time at all gives no rate.
        let seconds = elapsed.as_secs_f64();
        let rate = if seconds > 0.0 {
            nodes as f64 / seconds
        } else {
            0.0
        };
        format!(
            "info depth {}{number} score cp {score}{bound} nodes {nodes} nps {rate:.0} tbhits {} time {} pv {}",
            report.depth,
            effort.table_hits,
            elapsed.as_millis(),
            self.letters(&rated.line)
        )
    }

    /// What is proved of the seeds on the board, for people.
    pub(crate) fn certainty(&self, report: &Report) -> Option<String> {
        report.moves.first()?;
        let worth = Assessment::new(&report.worth, self.seeds);
        Some(format!("info string net seeds from here on: {worth}"))
    }

    /// The best move, with the answer that is expected if that is wanted and known.
    pub(crate) fn best_move(&self, report: &Report, ponder: bool) -> String {
        let Some(best) = report.moves.first() else {
            return NO_MOVE.to_owned();
        };
        let letters = self.letters(&best.line);
        let mut letters = letters.chars();
        let mut said = format!("bestmove {}", letters.next().unwrap_or('0'));
        if let (true, Some(answer)) = (ponder, letters.next()) {
            said = format!("{said} ponder {answer}");
        }
        said
    }

    /// A line of play in letters, without blanks as the dialect has it.
    fn letters(&self, line: &[Move]) -> String {
        let moves = line_moves(self.side, line);
        moves.iter().map(|played| played.letter).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_rules::{Centiseeds, RuleSet};
    use grenier_search::{Effort, Worth};
    use insta::assert_snapshot;
    use std::time::Duration;

    /// A report about North's first moves from a board on.
    fn report(worth: Worth) -> (View, Report) {
        let board = "0-0-1-0-1-2-1-0-0-1-0-2-21-19-N".parse().unwrap();
        let game = Game::from_board(RuleSet::OWARE, board).unwrap();
        let played = RuleSet::OWARE.moves(&board.position())[0];
        let answer = RuleSet::OWARE.moves(&played.next)[0];
        let rated = Rated {
            played,
            worth,
            line: vec![played, answer],
        };
        let report = Report {
            worth,
            moves: vec![rated],
            depth: 7,
            effort: Effort {
                nodes: 3000,
                table_hits: 12,
                solved: 0,
                elapsed: Duration::from_secs(2),
            },
        };
        (View::of(&game), report)
    }

    #[test]
    fn scores_have_stores_and_bounds() {
        let told = |estimate, at_least, at_most| {
            let worth = Worth {
                estimate: Centiseeds(estimate),
                at_least: NetSeeds(at_least),
                at_most: NetSeeds(at_most),
            };
            let (view, report) = report(worth);
            view.infos(&report, false)[0].clone()
        };
        assert_snapshot!(told(300, 3, 3), @"info depth 7 score cp 100 nodes 3000 nps 1500 tbhits 12 time 2000 pv aC");
        assert_snapshot!(told(300, 3, 8), @"info depth 7 score cp 100 lowerbound nodes 3000 nps 1500 tbhits 12 time 2000 pv aC");
        assert_snapshot!(told(-800, -8, 8), @"info depth 7 score cp -1000 lowerbound nodes 3000 nps 1500 tbhits 12 time 2000 pv aC");
        assert_snapshot!(told(150, -8, 2), @"info depth 7 score cp -50 nodes 3000 nps 1500 tbhits 12 time 2000 pv aC");
        assert_snapshot!(told(200, -8, 2), @"info depth 7 score cp 0 upperbound nodes 3000 nps 1500 tbhits 12 time 2000 pv aC");
    }

    #[test]
    fn lines_are_numbered_when_there_are_several() {
        let (view, report) = report(Worth::exact(NetSeeds(3)));
        assert!(view.infos(&report, true)[0].starts_with("info depth 7 multipv 1 score cp 100 "));
    }

    #[test]
    fn the_best_move_and_what_is_sure() {
        let (view, mut report) = report(Worth::exact(NetSeeds(3)));
        assert_eq!(view.best_move(&report, true), "bestmove a ponder C");
        assert_eq!(view.best_move(&report, false), "bestmove a");
        let certainty = view.certainty(&report).unwrap();
        assert_eq!(certainty, "info string net seeds from here on: exactly +3");
        report.moves.clear();
        assert_eq!(view.best_move(&report, true), NO_MOVE);
        assert_eq!(view.certainty(&report), None);
    }
}
