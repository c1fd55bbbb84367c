//! Game files in Oware Game Notation, the notation of Aualé.
//!
//! A game is a list of tags (`[South "Ama"]`), then its moves: the letter of the
//! pit sown, behind it `+2` when two seeds were captured, and comments in
//! braces. `docs/ogn.md` says what is read, what is written, and what Aualé makes
//! of it. [`games`] reads all games of a text; a [`Record`] is one of them, and
//! displays as the text of a file.
//!
//! ```
//! use grenier_rules::ogn;
//!
//! let text = "[Variant \"Oware Abapa\"] 1. F {to begin with} f 2. E b *";
//! let records: Result<Vec<_>, _> = ogn::games(text, None).collect();
//! let records = records.unwrap();
//! assert_eq!(records[0].game().played().len(), 4);
//! assert_eq!(records[0].comment(0), "to begin with");
//! ```

mod error;
mod read;
mod record;
mod result;
mod token;
mod variant;
mod write;

pub use error::{OgnError, Problem};
pub use read::{Games, games};
pub use record::Record;
pub use result::GameResult;
