//! One module per subcommand, each with its `Args` and its `run`.

pub(crate) mod analyse;
pub(crate) mod ba_awa;
pub(crate) mod bench;
pub(crate) mod best;
pub(crate) mod build;
pub(crate) mod compare;
pub(crate) mod compare_rules;
pub(crate) mod completions;
pub(crate) mod dump;
pub(crate) mod export;
pub(crate) mod line;
pub(crate) mod pack;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod probe;
pub(crate) mod rules;
pub(crate) mod stats;
pub(crate) mod uci;
pub(crate) mod verify;
