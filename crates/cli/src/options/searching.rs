//! Search options and limits.

use std::time::Duration;

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use grenier_rules::Endless;
use grenier_search::{Limits, Settings};

use crate::machine::{THREAD_BYTES, available_memory, check_room};
use crate::options::memory::Limit;
use crate::options::number::number;
use crate::options::threads::Threads;
use crate::output::progress::Watch;
use crate::output::words;

/// How long a search takes when nothing limits it.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// More nodes than anybody waits for.
const MOST_NODES: u64 = 1_000_000_000_000_000;
/// The deepest search.
const DEEPEST: u32 = 255;

/// Bytes of memory that a search takes besides its threads, hash table and layers.
const SEARCH_BYTES: u64 = 8 << 20;

/// Options of a search.
#[derive(clap::Args)]
pub(crate) struct SearchOptions {
    #[command(flatten)]
    threads: Threads,
    /// Memory for the search's hash table, like 64M or 1G [default: 64M, less
    /// where little memory is free]
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    hash: Option<Limit>,
    /// Memory for layers that the search solves above the tables, or 0 for none.
    /// With few seeds on the board this is faster than searching [default: 256M,
    /// enough for 18 seeds, less where little memory is free]
    #[arg(long, value_name = "SIZE", value_parser = size_or_none, allow_negative_numbers = true)]
    grow: Option<Limit>,
    /// How endless play counts
    #[arg(long, value_name = "HOW", value_parser = endless())]
    endless: Option<Endless>,
}

/// Limits of a search.
#[derive(clap::Args)]
pub(crate) struct LimitOptions {
    /// Time limit of the search, like 500ms, 5s or 2min [default: 5s, or none with
    /// --nodes or --depth]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Approximate limit on positions searched
    #[arg(long, value_name = "N", value_parser = number(1..=MOST_NODES), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Search depth limit in plies (single moves), 1 to 255
    #[arg(long, value_name = "N", value_parser = number(1..=DEEPEST), allow_negative_numbers = true)]
    depth: Option<u32>,
}

impl SearchOptions {
    /// How endless play counts: as the user says, by default as usual for the command.
    pub(crate) fn endless(&self, usual: Endless) -> Endless {
        self.endless.unwrap_or(usual)
    }

    /// Whether the user said how endless play counts.
    pub(crate) fn says_endless(&self) -> bool {
        self.endless.is_some()
    }

    /// Settings that rate so many of the best moves.
    ///
    /// # Errors
    /// When there is not as much memory as the user wants.
    pub(crate) fn settings(&self, usual: Endless, lines: usize) -> anyhow::Result<Settings> {
        let threads = self.threads.number();
        // Threads search, and others solve layers.
        let room = SEARCH_BYTES + 2 * threads as u64 * THREAD_BYTES;
        check_room("a search", room)?;
        let defaults = Settings::default();
        let available = available_memory().unwrap_or(u64::MAX);
        let mut left = available.saturating_sub(room);
        let mut take = |option: &str, given: Option<Limit>, default: u64| {
            let bytes = given.map_or(default.min(left / 4), |Limit(bytes)| bytes);
            if bytes > left {
                bail!(
                    "{option} wants {} of memory, but {} are available on this machine",
                    words::bytes(bytes),
                    words::bytes(left)
                );
            }
            left -= bytes;
            Ok(bytes)
        };
        let hash_bytes = take("--hash", self.hash, defaults.hash_bytes)?;
        let layer_bytes = take("--grow", self.grow, defaults.layer_bytes)?;
        Ok(Settings {
            threads,
            hash_bytes,
            lines,
            endless: self.endless(usual),
            layer_bytes,
        })
    }
}

impl LimitOptions {
    /// The limits, the wish to stop among them.
    pub(crate) fn limits<'a>(&self, watch: &'a Watch) -> Limits<'a> {
        self.limits_or(USUAL_TIME, watch)
    }

    /// As [`LimitOptions::limits`], with another time when the user sets none.
    pub(crate) fn limits_or<'a>(&self, usual: Duration, watch: &'a Watch) -> Limits<'a> {
        let is_limited = self.nodes.is_some() || self.depth.is_some();
        let usual = (!is_limited).then_some(usual);
        Limits {
            time: self.time.or(usual),
            nodes: self.nodes,
            depth: self.depth,
            stop: Some(watch.flag()),
        }
    }
}

/// For commands that search only with `--search`: the options of a search go with
/// it.
pub(crate) fn needs_search(option: clap::Arg) -> clap::Arg {
    match option.get_id().as_str() {
        "threads" | "hash" | "grow" | "endless" | "time" | "nodes" | "depth" => {
            option.requires("search")
        }
        _ => option,
    }
}

/// Reads [`Endless`] by name.
fn endless() -> impl TypedValueParser<Value = Endless> {
    let even = PossibleValue::new(Endless::Even.name())
        .help("the seeds left are shared evenly, as in the score tables");
    let own_side = PossibleValue::new(Endless::EachKeepsOwnSide.name())
        .help("each player keeps the seeds on their own side, as most rule sheets say");
    let names = PossibleValuesParser::new([even, own_side]);
    names.try_map(|name| Endless::named(&name).ok_or("no such reading"))
}

/// Reads an amount of memory that may be none.
fn size_or_none(text: &str) -> Result<Limit, String> {
    match text {
        "0" => Ok(Limit(0)),
        _ => text.parse(),
    }
}

/// Reads a time; an error shows how one is written.
fn time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text);
    time.map_err(|_| "expected a time like 500ms, 5s or 2min".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        limits: LimitOptions,
        #[command(flatten)]
        options: SearchOptions,
    }

    fn line(args: &[&str]) -> Line {
        Line::try_parse_from([&["grenier"], args].concat()).unwrap()
    }

    #[test]
    fn without_a_limit_there_is_one() {
        let watch = Watch::default();
        let limits = |args: &[&str]| {
            let limits = line(args).limits;
            let Limits {
                time, nodes, depth, ..
            } = limits.limits(&watch);
            (time, nodes, depth)
        };
        assert_eq!(limits(&[]), (Some(USUAL_TIME), None, None));
        assert_eq!(limits(&["--nodes", "9"]), (None, Some(9), None));
        let both = limits(&["--time", "1min 500ms", "--depth", "7"]);
        assert_eq!(both, (Some(Duration::from_millis(60_500)), None, Some(7)));
    }

    #[test]
    fn the_user_has_the_last_word_on_endless_play() {
        let own = Endless::EachKeepsOwnSide;
        assert_eq!(line(&[]).options.endless(own), own);
        let even = line(&["--endless", "even"]).options;
        assert_eq!(even.settings(own, 1).unwrap().endless, Endless::Even);
        let side = line(&["--endless", "own-side"]).options;
        assert_eq!(side.endless(Endless::Even), own);
    }

    #[test]
    fn more_memory_than_there_is_is_refused() {
        for option in ["--hash", "--grow"] {
            let options = line(&[option, "900T"]).options;
            let refused = options.settings(Endless::Even, 1).unwrap_err();
            let told = refused.to_string();
            let expected = format!("{option} wants 900 TiB of memory, but ");
            assert!(told.starts_with(&expected), "{told}");
        }
        let none = line(&["--grow", "0"]).options;
        assert_eq!(none.settings(Endless::Even, 1).unwrap().layer_bytes, 0);
    }

    #[test]
    fn limits_that_are_none() {
        for (args, expected) in [
            (["--time", "5"], "expected a time like 500ms, 5s or 2min"),
            (["--time", "-1s"], "expected a time like"),
            (["--time", ""], "expected a time like"),
            (["--nodes", "0"], "expected a number from 1 to"),
            (["--depth", "256"], "expected a number from 1 to 255"),
            (["--hash", "0"], "no memory at all"),
            (["--grow", "-1"], "no amount of memory"),
            (["--endless", "never"], "even, own-side"),
        ] {
            let Err(error) = Line::try_parse_from([&["grenier"][..], &args].concat()) else {
                panic!("{args:?}");
            };
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
