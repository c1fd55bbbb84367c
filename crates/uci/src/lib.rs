//! An engine that other programs talk to in lines, in a dialect of UCI
//! (`docs/uci.md`).
//!
//! A thread reads stdin and another one searches. Both send events to the engine,
//! which alone has state and writes the answers.

mod command;
mod engine;
mod lines;
mod options;
mod plan;
mod reply;
mod thought;

use std::io::{self, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::Context;

use engine::{Engine, Event};
pub use options::{Ceilings, Options};

/// Answers the lines of stdin on `out`, until `quit` or the end of the input.
///
/// # Errors
/// When an answer cannot be written, or a thread cannot be started.
pub fn run(out: &mut impl Write, options: Options) -> anyhow::Result<()> {
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    let reader = thread::Builder::new().spawn(move || read(&lines));
    reader.context("cannot start the threads")?;
    Engine::new(out, options, (sender, events)).run()
}

/// Sends the lines of stdin to the engine, and that there are no more.
fn read(engine: &Sender<Event>) {
    let mut input = io::stdin().lock();
    while let Ok(Some(line)) = lines::next(&mut input) {
        if engine.send(Event::Line(line)).is_err() {
            return;
        }
    }
    // Nobody listens any more when the engine has ended.
    let _ = engine.send(Event::End);
}
