//! A disk that fails at a call of its own choosing, and that forgets, when the
//! power is cut, what nobody asked it to sync.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use grenier_table::Disk;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// ENOSPC, once; of a write a part may be done.
    Full,
    /// EIO, once; of a write a part may be done.
    Io,
    /// From this call on nothing works any more, and what was not synced may be
    /// lost, see [`FaultyDisk::settle`].
    Power,
}

/// The calls that a [`Disk`] gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Call {
    Create,
    Write,
    Sync,
    Rename,
    Remove,
    SyncDir,
}

/// A change of a name, and what it takes to undo it.
#[derive(Debug)]
enum Naming {
    Created(PathBuf),
    Renamed {
        from: PathBuf,
        to: PathBuf,
        replaced: Option<Vec<u8>>,
    },
    Removed {
        path: PathBuf,
        content: Vec<u8>,
    },
}

#[derive(Debug)]
pub struct FaultyDisk {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    random: StdRng,
    /// The fault and the number of the call that it strikes, from 1.
    plan: Option<(Fault, u64)>,
    /// Whether a sync does what it says.
    honest: bool,
    calls: u64,
    short_writes: u64,
    struck: Option<Call>,
    dead: bool,
    /// By file, what was written since its last sync.
    unsynced: HashMap<PathBuf, Vec<Range<u64>>>,
    /// Since the last sync of their directory, in order.
    namings: Vec<Naming>,
}

impl FaultyDisk {
    pub fn new(seed: u64, plan: Option<(Fault, u64)>, honest: bool) -> Self {
        let inner = Inner {
            random: StdRng::seed_from_u64(seed),
            plan,
            honest,
            calls: 0,
            short_writes: 0,
            struck: None,
            dead: false,
            unsynced: HashMap::new(),
            namings: Vec::new(),
        };
        let inner = Mutex::new(inner);
        Self { inner }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }

    /// How many calls there were.
    pub fn calls(&self) -> u64 {
        self.inner().calls
    }

    /// How many writes took only a part of what they were given.
    pub fn short_writes(&self) -> u64 {
        self.inner().short_writes
    }

    /// The call that was struck.
    pub fn struck(&self) -> Option<Call> {
        self.inner().struck
    }

    /// The power comes back: of the bytes that were not synced a random part is
    /// gone, and so are the last few of the names that were not synced.
    pub fn settle(&self) {
        let mut inner = self.inner();
        let inner = &mut *inner;
        for (path, ranges) in inner.unsynced.drain() {
            let file = File::options().write(true).open(path);
            // A file that was removed since has nothing to lose.
            let Ok(mut file) = file else { continue };
            for lost in ranges {
                let from = inner.random.random_range(lost.clone());
                if inner.random.random() && file.metadata().unwrap().len() == lost.end {
                    file.set_len(from).unwrap();
                } else {
                    file.seek(io::SeekFrom::Start(from)).unwrap();
                    let zeros = vec![0; (lost.end - from) as usize];
                    file.write_all(&zeros).unwrap();
                }
            }
        }
        let kept = inner.random.random_range(0..=inner.namings.len());
        for naming in inner.namings.drain(..).skip(kept).rev() {
            naming.undo();
        }
    }
}

impl Naming {
    /// The directory that must be synced for the change to last.
    fn dir(&self) -> &Path {
        let (Self::Created(path) | Self::Renamed { to: path, .. } | Self::Removed { path, .. }) =
            self;
        path.parent().unwrap()
    }

    fn undo(self) {
        match self {
            Self::Created(path) => fs::remove_file(path).unwrap(),
            Self::Removed { path, content } => fs::write(path, content).unwrap(),
            Self::Renamed { from, to, replaced } => {
                fs::rename(&to, from).unwrap();
                if let Some(content) = replaced {
                    fs::write(to, content).unwrap();
                }
            }
        }
    }
}

impl Inner {
    /// Counts a call; the error it must end with.
    fn call(&mut self, call: Call) -> io::Result<()> {
        if self.dead {
            return Err(io::Error::other("the power is cut"));
        }
        self.calls += 1;
        let fault = match self.plan {
            Some((fault, at)) if at == self.calls => fault,
            _ => return Ok(()),
        };
        self.struck = Some(call);
        self.dead = fault == Fault::Power;
        Err(match fault {
            Fault::Full => ErrorKind::StorageFull.into(),
            Fault::Io => io::Error::other("input/output error"),
            Fault::Power => io::Error::other("the power goes"),
        })
    }

    /// Whether a call that the power cut struck was done all the same.
    fn done_all_the_same(&mut self, call: Call) -> bool {
        self.dead && self.struck == Some(call) && self.random.random()
    }
}

impl Disk for FaultyDisk {
    fn create(&self, path: &Path) -> io::Result<File> {
        let mut inner = self.inner();
        inner.call(Call::Create)?;
        inner.namings.push(Naming::Created(path.to_owned()));
        File::create(path)
    }

    fn write(&self, mut file: &File, path: &Path, bytes: &[u8]) -> io::Result<usize> {
        let mut inner = self.inner();
        if inner.dead {
            return inner.call(Call::Write).map(|()| 0);
        }
        let called = inner.call(Call::Write);
        let mut len = bytes.len();
        if called.is_err() {
            len = inner.random.random_range(0..=len);
        } else if len > 1 && inner.random.random_ratio(1, 3) {
            len = inner.random.random_range(1..len);
            inner.short_writes += 1;
        }
        let from = file.stream_position()?;
        file.write_all(&bytes[..len])?;
        if len > 0 {
            let written = from..from + len as u64;
            inner
                .unsynced
                .entry(path.to_owned())
                .or_default()
                .push(written);
        }
        called.map(|()| len)
    }

    fn sync(&self, _file: &File, path: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        inner.call(Call::Sync)?;
        if inner.honest {
            inner.unsynced.remove(path);
        }
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        let was_dead = inner.dead;
        let called = inner.call(Call::Rename);
        if called.is_ok() || !was_dead && inner.done_all_the_same(Call::Rename) {
            inner.namings.push(Naming::Renamed {
                from: from.to_owned(),
                to: to.to_owned(),
                replaced: fs::read(to).ok(),
            });
            let unsynced = inner.unsynced.remove(from).unwrap_or_default();
            inner.unsynced.insert(to.to_owned(), unsynced);
            fs::rename(from, to)?;
        }
        called
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        inner.call(Call::Remove)?;
        let content = fs::read(path)?;
        fs::remove_file(path)?;
        inner.unsynced.remove(path);
        inner.namings.push(Naming::Removed {
            path: path.to_owned(),
            content,
        });
        Ok(())
    }

    fn sync_dir(&self, dir: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        inner.call(Call::SyncDir)?;
        if inner.honest {
            inner.namings.retain(|naming| naming.dir() != dir);
        }
        Ok(())
    }
}
