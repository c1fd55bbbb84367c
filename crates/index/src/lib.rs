//! Numbers for positions: a perfect index without a hash and without a search.
//!
//! After any move the pit just sown from is empty, so the waiting side has an
//! empty pit; only those positions have a number. A position is two *halves*
//! (six pits each), and a half has a *rank* among the halves with as many
//! seeds. All positions with n seeds, a *layer*, form a stack of matrices, one
//! per number of waiting seeds: rows are waiting halves, columns mover halves.
//! `docs/architecture.md` draws it for a tiny board.
//!
//! ```
//! use grenier_index::Layer;
//! use grenier_rules::Position;
//!
//! let layer = Layer::new(6);
//! assert_eq!(layer.len(), 12_375);
//! let position = Position::new([0, 1, 2, 0, 0, 0, 0, 1, 2, 0, 0, 0]).unwrap();
//! let index = layer.index(&position).unwrap();
//! assert_eq!(layer.position(index), Some(position));
//! ```

mod fillings;
mod half;
mod layer;
pub mod vu;

pub use half::{Half, halves, open_halves, open_rank, open_unrank, rank, unrank};
pub use layer::{Layer, Section, layer_size};
