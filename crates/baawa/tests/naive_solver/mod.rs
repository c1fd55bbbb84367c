//! A plain solver of Ba-awa's layers. A value of t or more is what the mover can
//! force in finite time; one of -t or less is what the mover cannot avoid; what
//! is neither is endless and even. So for t from the most to 1 the positions
//! are marked from which t can be forced, or cannot be avoided, again and again
//! until no mark is added.

use std::collections::HashMap;

use crate::naive::Naive;

/// The solved layers of a game, each with its boards in lexicographic order:
/// values with South to move, then with North to move.
pub struct NaiveLayers {
    naive: Naive,
    layers: HashMap<u8, (Vec<[u8; 12]>, Vec<i8>)>,
}

/// What a move leads to.
#[derive(Clone, Copy)]
enum Leads {
    /// Out of the layer, or to the end of the game: net seeds of the mover.
    Out(i8),
    /// To this place in the layer.
    To(u32),
}

/// All that was forced by the player to move, or that cannot be avoided.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    None,
    Forces(i8),
    Suffers(i8),
}

/// All boards of so many seeds without a four.
fn boards(seeds: u8) -> Vec<[u8; 12]> {
    fn fill(pit: usize, left: u8, board: &mut [u8; 12], all: &mut Vec<[u8; 12]>) {
        if pit == 12 {
            if left == 0 {
                all.push(*board);
            }
            return;
        }
        for here in (0..=left).filter(|&here| here != 4) {
            board[pit] = here;
            fill(pit + 1, left - here, board, all);
        }
        board[pit] = 0;
    }
    let mut all = Vec::new();
    fill(0, seeds, &mut [0; 12], &mut all);
    all
}

impl NaiveLayers {
    pub fn new(rules: &str, south_owns: u8, starter: usize) -> Self {
        Self {
            naive: Naive::new(rules, south_owns, starter),
            layers: HashMap::new(),
        }
    }

    /// Solves the next layer: 12, 16 and so on. Values by board, South to move
    /// first.
    pub fn solve_next(&mut self) -> &[i8] {
        let seeds = 12 + 4 * self.layers.len() as u8;
        let boards = boards(seeds);
        // The moves of all positions, one after the other, and where each ends.
        let (mut moves, mut ends) = (Vec::new(), Vec::new());
        for mover in 0..2 {
            for &board in &boards {
                self.add_moves(board, mover, &boards, &mut moves);
                ends.push(moves.len());
            }
        }
        let values = mark_all(seeds as i8, &moves, &ends);
        let layer = self.layers.entry(seeds).or_insert((boards, values));
        &layer.1
    }

    fn add_moves(
        &self,
        board: [u8; 12],
        mover: usize,
        boards: &[[u8; 12]],
        moves: &mut Vec<Leads>,
    ) {
        let sides = [0..self.naive.south_owns(), self.naive.south_owns()..12];
        let found = self.naive.moves(board, mover);
        if found.is_empty() {
            // Over because nothing can be lifted: the other takes all.
            assert!(sides[mover].clone().all(|pit| board[pit] == 0));
            moves.push(Leads::Out(-(board.iter().sum::<u8>() as i8)));
        }
        for (_, sown) in found {
            let net = sown.captured[mover] as i8 - sown.captured[1 - mover] as i8;
            let left: u8 = sown.pits.iter().sum();
            let captured: u8 = sown.captured.iter().sum();
            moves.push(if sown.over {
                Leads::Out(net)
            } else if captured == 0 {
                let place = boards.binary_search(&sown.pits).unwrap();
                Leads::To((place + (1 - mover) * boards.len()) as u32)
            } else {
                let (boards, values) = &self.layers[&left];
                let place = boards.binary_search(&sown.pits).unwrap();
                Leads::Out(net - values[place + (1 - mover) * boards.len()])
            });
        }
    }
}

fn mark_all(seeds: i8, moves: &[Leads], ends: &[usize]) -> Vec<i8> {
    let mut marks = vec![Mark::None; ends.len()];
    for at_least in (1..=seeds).rev() {
        let forced = |leads: &Leads, marks: &[Mark]| match *leads {
            Leads::Out(net) => net >= at_least,
            Leads::To(place) => matches!(marks[place as usize], Mark::Suffers(_)),
        };
        let lost = |leads: &Leads, marks: &[Mark]| match *leads {
            Leads::Out(net) => net <= -at_least,
            Leads::To(place) => matches!(marks[place as usize], Mark::Forces(_)),
        };
        loop {
            let mut added = false;
            let mut start = 0;
            for (place, &end) in ends.iter().enumerate() {
                let own = &moves[start..end];
                start = end;
                if marks[place] != Mark::None {
                    continue;
                }
                if own.iter().any(|leads| forced(leads, &marks)) {
                    marks[place] = Mark::Forces(at_least);
                    added = true;
                } else if own.iter().all(|leads| lost(leads, &marks)) {
                    marks[place] = Mark::Suffers(at_least);
                    added = true;
                }
            }
            if !added {
                break;
            }
        }
    }
    let value = |mark: &Mark| match *mark {
        Mark::None => 0,
        Mark::Forces(value) => value,
        Mark::Suffers(value) => -value,
    };
    marks.iter().map(value).collect()
}
