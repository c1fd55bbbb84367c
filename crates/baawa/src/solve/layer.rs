//! One layer of Ba-awa: the values of all its positions.

use std::sync::atomic::{AtomicI8, Ordering::Relaxed};

use crate::index::{index, layer_size, position};
use crate::rules::{After, Game, Move, Position};
use rayon::prelude::*;

use grenier_solve::SolveError;
use grenier_solve::{Event, Observer, Phase, Progress};

/// The highest layer in which play can go round in circles.
const LAST_CYCLIC: u32 = 16;
/// Positions that a thread takes at a time.
const PIECE: usize = 1 << 13;
/// Positions between two looks at whether to stop.
const STRETCH: usize = 1 << 20;
/// A value that is not known yet. No value is so low.
const UNKNOWN: i8 = i8::MIN;

/// The solved layers of a game: 12, 16 and so on as far as they go.
#[derive(Debug)]
pub struct Layers<V> {
    game: Game,
    /// The values of layer 12, 16, ... by index, from the mover's view.
    values: Vec<V>,
}

impl<V: AsRef<[i8]>> Layers<V> {
    /// A game with no layer solved.
    pub fn new(game: Game) -> Self {
        Self {
            game,
            values: Vec::new(),
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The layer that comes next, in seeds on the board.
    pub fn next(&self) -> u32 {
        12 + 4 * self.values.len() as u32
    }

    /// Adds the values of layer [`Layers::next`].
    ///
    /// # Panics
    /// When there are not as many as the layer has positions.
    pub fn push(&mut self, values: V) {
        let have = values.as_ref().len() as u64;
        assert_eq!(have, layer_size(self.next()), "the values of a layer");
        self.values.push(values);
    }

    /// The values of a layer, if it is here.
    pub fn layer(&self, seeds: u32) -> Option<&[i8]> {
        self.values_of(seeds).map(AsRef::as_ref)
    }

    /// What holds the values of a layer, if it is here.
    pub(crate) fn values_of(&self, seeds: u32) -> Option<&V> {
        let at = seeds.checked_sub(12)? / 4;
        self.values.get(at as usize)
    }

    /// The value of a position, if its layer is here or it is over. Mover's
    /// view, net seeds.
    pub fn value(&self, position: &Position) -> Option<i8> {
        if let Some(settlement) = self.game.settlement(position) {
            return Some(settlement.net(position.side()));
        }
        let values = self.layer(position.seeds())?;
        Some(values[index(position)? as usize])
    }

    /// What a move is worth to the player who makes it in a layer above those
    /// that are here, or the position after it when that is not here either.
    pub(crate) fn worth(&self, played: &Move, mover: &Position) -> Result<i8, Position> {
        let net = played.net(mover.side());
        match played.after {
            After::Over(_) => Ok(net),
            After::Position(next) => match self.value(&next) {
                Some(value) => Ok(net - value),
                None => Err(next),
            },
        }
    }
}

/// The values of the layer [`Layers::next`] of a game, by index. Works on
/// rayon's current thread pool. Takes a byte of memory per position, with 12 and
/// 16 seeds about 20.
///
/// # Errors
/// [`SolveError::Stopped`] when [`Observer::stopped`] said so.
///
/// # Panics
/// When the layer is above 24.
pub fn solve_layer<V: AsRef<[i8]> + Sync>(
    lower: &Layers<V>,
    observer: &dyn Observer,
) -> Result<Vec<i8>, SolveError> {
    let seeds = lower.next();
    assert!(layer_size(seeds) > 0, "no layer {seeds} can be tabled");
    if seeds <= LAST_CYCLIC {
        fixpoint(lower, seeds, observer)
    } else {
        ordered(lower, seeds, observer)
    }
}

/// Bytes of memory, approximately, that solving the layers `from` to `to` takes; 0 when
/// there are none.
pub fn memory_needed(from: u32, to: u32) -> u64 {
    /// For lists that grow.
    const SPARE: u64 = 16 << 20;
    let bytes = |seeds| match layer_size(seeds) {
        0 => 0,
        size if seeds <= LAST_CYCLIC => 20 * size + SPARE,
        size => size,
    };
    (from..=to).map(bytes).sum()
}

/// The value of a position from its moves alone, whose positions are all in the
/// layers. Mover's view, net seeds.
pub(crate) fn value_by_moves<V: AsRef<[i8]>>(layers: &Layers<V>, position: &Position) -> i8 {
    if let Some(settlement) = layers.game.settlement(position) {
        return settlement.net(position.side());
    }
    let mut best = UNKNOWN;
    layers.game.each_move(position, |played| {
        let worth = layers.worth(&played, position);
        best = best.max(worth.expect("a layer that is here"));
    });
    best
}

/// The best of the moves that leave a layer or end the game, and the others.
struct Moves {
    floor: i8,
    /// Indices of the children in the same layer.
    quiet: Vec<u32>,
}

impl Moves {
    fn of<V: AsRef<[i8]>>(lower: &Layers<V>, seeds: u32, at: usize) -> Self {
        let position = position(seeds, at as u64).expect("an index of the layer");
        let mut moves = Self {
            floor: UNKNOWN,
            quiet: Vec::new(),
        };
        if let Some(settlement) = lower.game.settlement(&position) {
            moves.floor = settlement.net(position.side());
            return moves;
        }
        lower
            .game
            .each_move(&position, |played| match lower.worth(&played, &position) {
                Ok(worth) => moves.floor = moves.floor.max(worth),
                Err(next) => {
                    let index = index(&next).expect("a quiet move stays in the layer");
                    moves.quiet.push(index as u32);
                }
            });
        moves
    }
}

/// Neighbouring positions: their floors, and the children of their quiet moves
/// one after the other.
#[derive(Default)]
struct Piece {
    floors: Vec<i8>,
    /// Where the children of each position end.
    ends: Vec<u32>,
    children: Vec<u32>,
}

impl Piece {
    fn new<V: AsRef<[i8]>>(lower: &Layers<V>, seeds: u32, first: usize, end: usize) -> Self {
        let mut piece = Self::default();
        for at in first..end {
            let moves = Moves::of(lower, seeds, at);
            piece.floors.push(moves.floor);
            piece.children.extend(moves.quiet);
            piece.ends.push(piece.children.len() as u32);
        }
        piece
    }

    /// Values every position again. Returns how many values change.
    fn sweep(&self, first: usize, values: &[AtomicI8]) -> u64 {
        let (mut start, mut changed) = (0, 0);
        for (number, (&floor, &end)) in self.floors.iter().zip(&self.ends).enumerate() {
            let children = &self.children[start..end as usize];
            start = end as usize;
            let value = best(floor, children, values);
            let place = &values[first + number];
            if place.load(Relaxed) != value {
                place.store(value, Relaxed);
                changed += 1;
            }
        }
        changed
    }
}

fn best(floor: i8, children: &[u32], values: &[AtomicI8]) -> i8 {
    children.iter().fold(floor, |best, &child| {
        best.max(-values[child as usize].load(Relaxed))
    })
}

fn unsolved(seeds: u32, value: i8) -> Vec<AtomicI8> {
    let size = layer_size(seeds) as usize;
    (0..size).map(|_| AtomicI8::new(value)).collect()
}

fn solved(values: Vec<AtomicI8>) -> Vec<i8> {
    values.into_iter().map(AtomicI8::into_inner).collect()
}

/// Reports a finished step; stops if the observer asks for it.
fn step(
    observer: &dyn Observer,
    seeds: u32,
    phase: Phase,
    number: u32,
    changed: u64,
) -> Result<(), SolveError> {
    observer.event(Event::Step(Progress {
        seeds,
        positions: layer_size(seeds),
        phase,
        number,
        changed,
    }));
    if observer.stopped() {
        return Err(SolveError::Stopped);
    }
    Ok(())
}

/// From all values 0, the operator again and again until nothing changes. It is
/// monotone, so that threads may see each other's changes early or late: the
/// least fixpoint comes out.
fn fixpoint<V: AsRef<[i8]> + Sync>(
    lower: &Layers<V>,
    seeds: u32,
    observer: &dyn Observer,
) -> Result<Vec<i8>, SolveError> {
    let values = unsolved(seeds, 0);
    let starts: Vec<usize> = (0..values.len()).step_by(PIECE).collect();
    let piece = |&first: &usize| Piece::new(lower, seeds, first, values.len().min(first + PIECE));
    let pieces: Vec<Piece> = starts.par_iter().map(piece).collect();
    step(observer, seeds, Phase::Captures, 0, 0)?;
    for number in 1.. {
        let sweep = |(piece, &first): (&Piece, &usize)| piece.sweep(first, &values);
        let changed: u64 = pieces.par_iter().zip(&starts).map(sweep).sum();
        step(observer, seeds, Phase::Sweeps, number, changed)?;
        if changed == 0 {
            break;
        }
    }
    Ok(solved(values))
}

/// Every position once, after its children: there are no circles.
fn ordered<V: AsRef<[i8]> + Sync>(
    lower: &Layers<V>,
    seeds: u32,
    observer: &dyn Observer,
) -> Result<Vec<i8>, SolveError> {
    let values = unsolved(seeds, UNKNOWN);
    let stretches: Vec<usize> = (0..values.len()).step_by(STRETCH).collect();
    for (number, &start) in stretches.iter().enumerate() {
        (start..values.len().min(start + STRETCH))
            .into_par_iter()
            .with_min_len(PIECE)
            .for_each(|at| value_below(lower, seeds, at, &values));
        step(observer, seeds, Phase::Captures, number as u32, 0)?;
    }
    Ok(solved(values))
}

/// A position that waits for the children from `next` on.
struct Waiting {
    at: usize,
    moves: Moves,
    next: usize,
}

/// Values a position, and all below it that are not valued yet.
fn value_below<V: AsRef<[i8]>>(lower: &Layers<V>, seeds: u32, at: usize, values: &[AtomicI8]) {
    let waiting = |at| Waiting {
        at,
        moves: Moves::of(lower, seeds, at),
        next: 0,
    };
    let unknown = |at: usize| values[at].load(Relaxed) == UNKNOWN;
    if !unknown(at) {
        return;
    }
    let mut stack = vec![waiting(at)];
    while let Some(top) = stack.last_mut() {
        let rest = &top.moves.quiet[top.next..];
        if let Some(skipped) = rest.iter().position(|&child| unknown(child as usize)) {
            let child = rest[skipped] as usize;
            top.next += skipped + 1;
            stack.push(waiting(child));
        } else {
            let value = best(top.moves.floor, &top.moves.quiet, values);
            values[top.at].store(value, Relaxed);
            stack.pop();
        }
    }
}
