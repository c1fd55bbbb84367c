//! Own-side bounds the naive way, threshold by threshold, from the moves of
//! `naive`. Shares nothing with the engine.
//!
//! "You" are the player whose seeds are counted. A *state* is a position and
//! whether you are to move in it. You reach the threshold t from a state if you
//! can bring about one of these, whatever the other does: an exit (a capture, or
//! the end of the game) with which you get t seeds or more; or play that goes on
//! for ever and in the end only visits states in which t seeds or more lie on your
//! side.

#![allow(dead_code, reason = "each test program uses its own part of this")]

use grenier_rules::RuleSet;

use crate::naive::{Places, legal_moves, positions, seeds, shares};

/// What the mover and what the waiting player can guarantee, of all positions of
/// a layer in index order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OwnSide {
    pub(crate) mover: Vec<i32>,
    pub(crate) waiting: Vec<i32>,
}

/// How you go on from a state, given what you can guarantee in lower layers.
enum Next {
    /// You get so many seeds: by an exit.
    Exit(i32),
    /// To this place, where the other role is yours.
    Quiet(usize),
}

/// The two kinds of states, as indices.
pub(crate) const MOVING: usize = 0;
pub(crate) const WAITING: usize = 1;

/// A layer as a game.
struct Game {
    /// By role and place.
    nexts: [Vec<Vec<Next>>; 2],
    /// Seeds on your side.
    own: [Vec<i32>; 2],
}

/// The states from which you reach a threshold, by role and place; and if you
/// are to move, to which of your moves (by rising pit) it takes you.
pub(crate) struct Reached {
    pub(crate) states: [Vec<bool>; 2],
    /// A move for each state of yours in `states`.
    pub(crate) moves: Vec<usize>,
}

impl Game {
    fn new(rules: &RuleSet, n: usize, lower: &[OwnSide], places: &Places) -> Self {
        let mut game = Self {
            nexts: [Vec::new(), Vec::new()],
            own: [Vec::new(), Vec::new()],
        };
        for board in positions(n) {
            let [mut moving, mut waiting] = [Vec::new(), Vec::new()];
            for played in legal_moves(rules, &board) {
                let (place, layer) = (places.of(&played.next), seeds(&played.next) as usize);
                if layer == n {
                    moving.push(Next::Quiet(place));
                    waiting.push(Next::Quiet(place));
                } else {
                    let captured = played.gain + played.conceded;
                    let after = &lower[layer];
                    moving.push(Next::Exit(captured + after.waiting[place]));
                    waiting.push(Next::Exit(played.conceded + after.mover[place]));
                }
            }
            if moving.is_empty() {
                let (mover, other) = shares(rules, &board);
                moving.push(Next::Exit(mover));
                waiting.push(Next::Exit(other));
            }
            game.nexts[MOVING].push(moving);
            game.nexts[WAITING].push(waiting);
            game.own[MOVING].push(seeds(&board[..6]));
            game.own[WAITING].push(seeds(&board[6..]));
        }
        game
    }

    /// Whether a way on is an exit with t seeds or more, or leads into `set`.
    fn good(next: &Next, role: usize, t: i32, set: &[Vec<bool>; 2]) -> bool {
        match *next {
            Next::Exit(seeds) => seeds >= t,
            Next::Quiet(place) => set[1 - role][place],
        }
    }

    /// Whether you can make the next step a good one.
    fn forces(&self, role: usize, place: usize, t: i32, set: &[Vec<bool>; 2]) -> bool {
        let mut nexts = self.nexts[role][place].iter();
        match role {
            MOVING => nexts.any(|next| Self::good(next, role, t, set)),
            _ => nexts.all(|next| Self::good(next, role, t, set)),
        }
    }

    /// The least X that is the greatest Y for which every state of Y forces a
    /// step into X, or has t seeds on your side and forces one into Y.
    fn reached(&self, t: i32) -> Reached {
        let size = self.own[MOVING].len();
        let mut least = [vec![false; size], vec![false; size]];
        let mut moves = vec![usize::MAX; size];
        loop {
            let mut greatest = [vec![true; size], vec![true; size]];
            let mut changed = true;
            while changed {
                changed = false;
                for role in [MOVING, WAITING] {
                    for place in 0..size {
                        let stays = greatest[role][place]
                            && (self.forces(role, place, t, &least)
                                || self.own[role][place] >= t
                                    && self.forces(role, place, t, &greatest));
                        changed |= stays != greatest[role][place];
                        greatest[role][place] = stays;
                    }
                }
            }
            if greatest == least {
                return Reached {
                    states: least,
                    moves,
                };
            }
            for place in 0..size {
                if greatest[MOVING][place] && !least[MOVING][place] {
                    // Into what was reached before, if that can be; or round
                    // and round where enough lies on your side.
                    let find = |set: &[Vec<bool>; 2]| {
                        let mut nexts = self.nexts[MOVING][place].iter();
                        nexts.position(|next| Self::good(next, MOVING, t, set))
                    };
                    moves[place] = find(&least).or_else(|| find(&greatest)).unwrap();
                }
            }
            least = greatest;
        }
    }
}

/// A layer's bounds, and for each threshold from 1 up who reaches it and how.
pub(crate) struct Solved {
    pub(crate) bounds: OwnSide,
    pub(crate) reached: Vec<Reached>,
    game: Game,
}

impl Solved {
    /// Whether the moves realise the threshold t against every opponent, by
    /// exits with t seeds or wherever the first position repeats.
    pub(crate) fn is_realised(&self, t: i32) -> bool {
        let size = self.bounds.mover.len();
        let states = [MOVING, WAITING].into_iter();
        let mut states = states.flat_map(|role| (0..size).map(move |place| (role, place)));
        let reached = &self.reached[t as usize - 1].states;
        states.all(|(role, place)| {
            if !reached[role][place] {
                return true;
            }
            let mut nexts = self.nexts(t, role, place).iter();
            nexts.all(|next| Game::good(next, role, t, reached))
                && (self.game.own[role][place] >= t || !self.comes_back(t, role, place))
        })
    }

    /// What can come next when you play the moves for the threshold t.
    fn nexts(&self, t: i32, role: usize, place: usize) -> &[Next] {
        let nexts = &self.game.nexts[role][place];
        match role {
            MOVING => {
                let played = self.reached[t as usize - 1].moves[place];
                &nexts[played..=played]
            }
            _ => nexts,
        }
    }

    /// Whether the other can bring play back to a state.
    fn comes_back(&self, t: i32, role: usize, place: usize) -> bool {
        let size = self.bounds.mover.len();
        let mut seen = [vec![false; size], vec![false; size]];
        let mut open = vec![(role, place)];
        while let Some((at_role, at)) = open.pop() {
            for next in self.nexts(t, at_role, at) {
                if let Next::Quiet(to) = *next {
                    let to_role = 1 - at_role;
                    if (to_role, to) == (role, place) {
                        return true;
                    }
                    if !std::mem::replace(&mut seen[to_role][to], true) {
                        open.push((to_role, to));
                    }
                }
            }
        }
        false
    }
}

/// Layers 0..=`up_to`.
pub(crate) fn solve(rules: &RuleSet, up_to: usize) -> Vec<Solved> {
    let places = Places::new(up_to);
    let mut bounds: Vec<OwnSide> = Vec::new();
    let mut solved = Vec::new();
    for n in 0..=up_to {
        let game = Game::new(rules, n, &bounds, &places);
        let reached: Vec<_> = (1..=n as i32).map(|t| game.reached(t)).collect();
        let count = |role: usize| {
            let size = game.own[MOVING].len();
            let thresholds =
                |place: usize| reached.iter().filter(move |set| set.states[role][place]);
            (0..size)
                .map(|place| thresholds(place).count() as i32)
                .collect()
        };
        let layer = OwnSide {
            mover: count(MOVING),
            waiting: count(WAITING),
        };
        bounds.push(layer.clone());
        solved.push(Solved {
            bounds: layer,
            reached,
            game,
        });
    }
    solved
}
