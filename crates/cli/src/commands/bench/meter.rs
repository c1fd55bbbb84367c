//! What each layer of a build uses: time and memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cpu_time::ProcessTime;
use grenier_solve::{Event, Observer};

use crate::commands::bench::record::LayerTime;
use crate::machine;
use crate::output::progress::Progress;

/// Measures a build layer by layer, and shows its progress.
pub(crate) struct Meter<'a> {
    pub(crate) progress: &'a Progress,
    measured: Mutex<Measured>,
}

struct Measured {
    /// Of this process when the layer at work began.
    cpu: ProcessTime,
    /// The most memory seen since, mapped tables not included.
    own_memory: Option<u64>,
    layers: Vec<LayerTime>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(progress: &'a Progress) -> Self {
        Self {
            progress,
            measured: Mutex::new(Measured {
                cpu: ProcessTime::now(),
                own_memory: None,
                layers: Vec::new(),
            }),
        }
    }

    /// The layers that are done.
    pub(crate) fn layers(&self) -> Vec<LayerTime> {
        self.measured().layers.clone()
    }

    fn measured(&self) -> MutexGuard<'_, Measured> {
        self.measured.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Meter<'_> {
    fn event(&self, event: Event<'_>) {
        let mut measured = self.measured();
        match event {
            Event::LayerStarted { .. } => {
                machine::forget_peak();
                measured.cpu = ProcessTime::now();
                measured.own_memory = machine::own_memory();
            }
            // Between two steps of a layer its arrays are all there.
            Event::Step(_) => {
                measured.own_memory = measured.own_memory.max(machine::own_memory());
            }
            Event::LayerDone(report) => {
                let cpu_seconds = measured.cpu.elapsed().as_secs_f64();
                let (record, seconds) = (&report.record, report.seconds);
                let time = LayerTime::new(record, seconds, cpu_seconds, measured.own_memory);
                measured.layers.push(time);
            }
            _ => {}
        }
        drop(measured);
        self.progress.event(event);
    }

    fn stopped(&self) -> bool {
        self.progress.stopped()
    }
}
