//! Answers in plain sentences, without their full stops.

use grenier_rules::{Endless, FinalScore, NetSeeds, Outcome, Settlement, Side};

use crate::names::DistanceSource;

/// The value of a position with `seeds` seeds for the player to move, `side`:
/// "South nets +3 of 11: 7 to 4 with best play".
pub fn value(side: Side, value: NetSeeds, seeds: u32) -> String {
    let (net, all) = (i32::from(value.0), seeds as i32);
    let (mine, other) = (halved(all + net), halved(all - net));
    let how = match value.0 {
        // Only a split of what endless play leaves halves a seed.
        _ if (all + net) % 2 != 0 => "if what is left is shared evenly",
        0 => "with best play (even)",
        _ => "with best play",
    };
    format!("{side} nets {value} of {seeds}: {mine} to {other} {how}")
}

/// How a whole game ends from stores (South's, North's) and a value:
/// "South wins the game, 27 to 21".
pub fn result(stores: [u8; 2], side: Side, value: NetSeeds) -> String {
    let ahead = stores[0] as i8 - stores[1] as i8;
    let south_net = match side {
        Side::South => ahead + value.0,
        Side::North => ahead - value.0,
    };
    final_score(FinalScore { south_net })
}

/// How a whole game ended: "South wins the game, 27 to 21".
pub fn final_score(score: FinalScore) -> String {
    let shares = [Side::South, Side::North].map(|side| i32::from(score.half_seeds(side)));
    let (high, low) = (shares[0].max(shares[1]), shares[0].min(shares[1]));
    let (high, low) = (halved(high), halved(low));
    match score.outcome() {
        Outcome::Won(side) => format!("{side} wins the game, {high} to {low}"),
        _ => format!("The game is drawn, {high} to {low}"),
    }
}

/// As [`result`], with how endless play counts; `None` when the game is over.
pub fn result_by(stores: [u8; 2], side: Side, value: NetSeeds, endless: Option<Endless>) -> String {
    let result = result(stores, side, value);
    let reading = match endless {
        None => "",
        Some(Endless::Even) if result.contains(".5") => " if what is left is shared evenly",
        Some(Endless::Even) => ", endless play counting even",
        Some(Endless::EachKeepsOwnSide) => ", each keeping their own side in endless play",
    };
    format!("{result}{reading}")
}

/// Who takes what when the game is over and `side` would be to move.
pub fn settlement(side: Side, left: &Settlement) -> String {
    let other = side.other();
    let over = "The game is over";
    match (left.mover, left.waiting) {
        (0, 0) => format!("{over}: no seed is left"),
        (all, 0) => format!("{over}: {side} takes {}", rest(all)),
        (0, all) => format!("{over}: {other} takes {}", rest(all)),
        (mine, others) => format!("{over}: {side} takes {mine}, {other} takes {others}"),
    }
}

fn rest(number: u8) -> String {
    if number == 1 {
        "the last seed".to_owned()
    } else {
        format!("the {number} seeds left")
    }
}

/// Why `letter` is best, in a sentence without its full stop. The position is worth
/// `value` and has `seeds` seeds on the board.
pub fn best_move(
    letter: char,
    value: NetSeeds,
    distance: Option<u32>,
    source: DistanceSource,
    seeds: u32,
) -> String {
    let untabled = format!("layer {seeds} has no distance table");
    let by = match source {
        DistanceSource::Search => format!(" (by search: {untabled})"),
        _ => String::new(),
    };
    let Some(plies) = distance else {
        return match source {
            DistanceSource::Unknown => format!(
                "Best is {letter}, the first move that keeps the value; which move makes progress \
                 is not known: {untabled}, and the search gave up"
            ),
            _ => format!("Best is {letter}, the first move that keeps it even"),
        };
    };
    let plies = match plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    if value > NetSeeds(0) {
        format!(
            "Best is {letter}: it forces the next capture or the end of the game in {plies}{by}"
        )
    } else {
        format!(
            "Best is {letter}: it delays the next capture or the end of the game for {plies}{by}"
        )
    }
}

/// Half of a number of seeds; what endless play leaves may be odd: `3.5`.
pub fn halved(twice: i32) -> String {
    let whole = twice / 2;
    if twice % 2 == 0 {
        whole.to_string()
    } else {
        format!("{whole}.5")
    }
}

#[cfg(test)]
mod tests {
    use super::DistanceSource::{Even, Search, Table, Unknown};
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn a_value_says_how_the_seeds_are_shared() {
        let said = value(Side::South, NetSeeds(3), 11);
        assert_eq!(said, "South nets +3 of 11: 7 to 4 with best play");
        let said = value(Side::North, NetSeeds(-2), 6);
        assert_eq!(said, "North nets -2 of 6: 2 to 4 with best play");
        let said = value(Side::South, NetSeeds(0), 7);
        assert_eq!(
            said,
            "South nets 0 of 7: 3.5 to 3.5 if what is left is shared evenly"
        );
        let said = value(Side::South, NetSeeds(-1), 1);
        assert_eq!(said, "South nets -1 of 1: 0 to 1 with best play");
    }

    #[test]
    fn stores_say_how_the_game_ends() {
        let said = result([20, 17], Side::South, NetSeeds(3));
        assert_eq!(said, "South wins the game, 27 to 21");
        let said = result([20, 17], Side::North, NetSeeds(5));
        assert_eq!(said, "North wins the game, 25 to 23");
        let said = result([17, 20], Side::South, NetSeeds(3));
        assert_eq!(said, "The game is drawn, 24 to 24");
        let said = result([20, 21], Side::South, NetSeeds(0));
        assert_eq!(said, "North wins the game, 24.5 to 23.5");
    }

    #[test]
    fn a_settlement_names_who_takes() {
        let said = |mover, waiting| settlement(Side::North, &Settlement { mover, waiting });
        assert_eq!(said(0, 0), "The game is over: no seed is left");
        assert_eq!(said(4, 0), "The game is over: North takes the 4 seeds left");
        assert_eq!(said(0, 1), "The game is over: South takes the last seed");
        assert_eq!(said(2, 3), "The game is over: North takes 2, South takes 3");
    }

    #[test]
    fn every_source_has_its_words() {
        let said = |value, distance, source| best_move('F', NetSeeds(value), distance, source, 5);
        assert_snapshot!(said(5, Some(1), Table), @"Best is F: it forces the next capture or the end of the game in 1 ply");
        assert_snapshot!(said(-2, Some(12), Table), @"Best is F: it delays the next capture or the end of the game for 12 plies");
        assert_snapshot!(said(-2, Some(12), Search), @"Best is F: it delays the next capture or the end of the game for 12 plies (by search: layer 5 has no distance table)");
        assert_snapshot!(said(0, None, Even), @"Best is F, the first move that keeps it even");
        assert_snapshot!(said(3, None, Unknown), @"Best is F, the first move that keeps the value; which move makes progress is not known: layer 5 has no distance table, and the search gave up");
    }
}
