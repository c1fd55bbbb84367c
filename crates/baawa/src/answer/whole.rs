//! A game, solved from its start.

use grenier_rules::NetSeeds;
use serde::{Serialize, Serializer};

use super::line::{self, PlyAnswer};
use crate::rules::{Game, Moment};
use crate::solve::{LineEnd, Proof, prove};
use crate::tables::Tables;

/// What a whole game is worth to the player who begins it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameAnswer {
    /// The game.
    #[serde(flatten)]
    pub game: Game,
    /// Net seeds of the player who begins.
    pub value: NetSeeds,
    /// The best first moves, by rising pit.
    pub best_moves: Vec<String>,
    /// A game of best moves.
    #[serde(serialize_with = "letters")]
    pub line: Vec<PlyAnswer>,
    /// How many times the search tried the moves of a position; with a proof, how
    /// many positions it valued.
    pub nodes: u64,
    /// All first moves, by rising pit, with their values.
    #[serde(skip)]
    pub moves: Vec<(String, NetSeeds)>,
    /// How the line ends.
    #[serde(skip)]
    pub end: LineEnd,
    /// How many times the search tried the moves of a position.
    #[serde(skip)]
    pub searched: u64,
    /// The value by enumeration, if asked for.
    #[serde(skip)]
    pub proof: Option<Proof>,
}

fn letters<S: Serializer>(line: &[PlyAnswer], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(line.iter().map(|ply| &ply.name))
}

impl GameAnswer {
    /// Solves the game from its start, above tables of at least 16 seeds; with
    /// `with_proof` once more by [`prove`].
    ///
    /// # Panics
    /// When a layer to 16 seeds is missing.
    pub fn new(tables: &Tables, with_proof: bool) -> Self {
        let game = *tables.game();
        let mut search = tables.search();
        let rated = search.rated(&game.start());
        let searched = search.nodes();
        let value = rated.iter().map(|rated| rated.value).max();
        let value = value.expect("no pit is empty at the start");
        let named = rated.iter();
        let named = named.map(|rated| (game.move_name(&rated.played), rated.value));
        let moves: Vec<_> = named.collect();
        let best = moves.iter().filter(|&&(_, worth)| worth == value);
        let (line, end) = line::plies(tables, &mut search, &Moment::start(&game));
        let proof = with_proof.then(|| prove(tables.layers(), &game.start()));
        Self {
            game,
            value,
            best_moves: best.map(|(name, _)| name.clone()).collect(),
            line,
            nodes: proof.as_ref().map_or(searched, Proof::positions),
            moves,
            end,
            searched,
            proof,
        }
    }
}
