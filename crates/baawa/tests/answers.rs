//! Answers, and what is solved for them.

use grenier_baawa::index::layer_size;
use grenier_baawa::{
    BaawaDir, BaawaWriter, Game, Moment, PositionAnswer, Rules, Source, Tables, solve_layer,
};
use grenier_rules::NetSeeds;
use grenier_solve::Silent;
use grenier_table::Kind;

fn moment(text: &str) -> Moment {
    Moment::of_board(&text.parse().unwrap()).unwrap()
}

/// An answer, and how many layers were solved for it.
fn answer(mut tables: Tables, text: &str) -> (PositionAnswer, usize) {
    let moment = moment(text);
    tables.solve_for(moment.position(), &Silent).unwrap();
    (PositionAnswer::new(&tables, &moment), tables.solved())
}

const TWELVE: &str = "0-1-2-0-0-3-1-0-2-0-1-2";

#[test]
fn a_game_that_is_over_needs_no_layer() {
    let game = Game::first(Rules::DEFAULT);
    let (over, solved) = answer(Tables::new(game), "2-1-0-0-0-0-5-0-0-0-0-0-20-20-N");
    assert_eq!(
        (over.source, over.value, solved),
        (Source::Rules, NetSeeds(-8), 0)
    );
    let game = Game::first(*Rules::named("ba-awa-over").unwrap());
    let (stuck, solved) = answer(Tables::new(game), "0-0-0-0-0-0-5-1-2-1-1-2-16-20-S");
    assert_eq!(
        (stuck.source, stuck.value, solved),
        (Source::Rules, NetSeeds(-12), 0)
    );
    assert!(stuck.moves.is_empty());
}

#[test]
fn only_the_layers_of_a_position_are_solved_and_none_that_is_tabled() {
    let game = Game::first(Rules::DEFAULT);
    let (solved, layers) = answer(Tables::new(game), TWELVE);
    assert_eq!((solved.source, layers), (Source::Memory, 1));

    let temp = tempfile::tempdir().unwrap();
    let values = solve_layer(Tables::new(game).layers(), &Silent).unwrap();
    assert_eq!(values.len() as u64, layer_size(12));
    let mut dir = BaawaWriter::create(temp.path(), game, Kind::Score).unwrap();
    dir.write_layer(12, &values).unwrap();
    let dir = BaawaDir::open(temp.path()).unwrap();
    let (tabled, layers) = answer(Tables::open(&dir, true).unwrap(), TWELVE);
    assert_eq!((tabled.source, layers), (Source::Directory, 0));
    assert_eq!(
        PositionAnswer {
            source: Source::Memory,
            ..tabled
        },
        solved
    );
}
