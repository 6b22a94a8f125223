//! Which buffers a module has, and which of them are alive at its peak.
//!
//! An array of a result is one of three things: a buffer, another name of an operand's array (a
//! `bitcast`, the entry of a tuple, what a loop carries), or an array that is written into the
//! buffer of an operand. A buffer is alive from the instruction that defines it to the last use
//! of any of its names. Callees precede their callers in a module, so one pass suffices: each
//! computation leaves its peak, which is added to what is alive at the call.

mod buffers;
mod definition;
mod memory;
mod peak;

use crate::hlo::{KeyMap, ShapeIndex};
use buffers::{BufferKind, Buffers, Sources};
pub(crate) use definition::{Definition, Leaf, Operation};
pub use memory::{AliveArray, Caller, PeakAt, Role, Space, SpaceBytes};
pub(crate) use peak::Alive;
use peak::{LivePeak, MAX_ALIVE, Peaks};

/// A buffer of a computation, for those who count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owned<'a> {
    /// The row of its layout.
    pub(crate) row: u32,
    /// The name of the instruction that defines it.
    pub(crate) name: &'a str,
    pub(crate) line: usize,
    /// The operation and the line of the model's source, by their numbers.
    pub(crate) labels: [u32; 2],
    pub(crate) belongs: Belongs,
}

/// Which computation counts a buffer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Belongs {
    /// The one that defines it.
    Own,
    /// It is an array of a parameter: those that call the computation have it too.
    Parameter,
    /// It is an array of the result: likewise.
    Result,
}

/// The analysis of a module, one computation after the other.
#[derive(Debug, Default)]
pub(crate) struct Liveness {
    /// What callers need of the computations that have ended.
    sources: KeyMap<Sources>,
    peaks: KeyMap<Peaks>,
    current: Buffers,
    key: u64,
    is_entry: bool,
    /// The results that lie in donated arguments.
    donated: Vec<ShapeIndex>,
    /// True if a computation comes after one that runs it.
    is_out_of_order: bool,
    entry: Option<Entry>,
}

/// What is found of the entry computation.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    /// The bytes in each of [`Space::ALL`], with temporaries as if the instructions
    /// were executed in their order.
    pub(crate) bytes: [SpaceBytes; 3],
    /// The arguments, rounded up to [`ARGUMENT_GRANULE`] each.
    pub(crate) rounded_arguments: [u64; 3],
    /// The arrays that are alive at the peak of HBM, the largest first.
    pub(crate) alive: Vec<(Alive, Role)>,
    pub(crate) peak_at: PeakAt,
    /// True if a computation comes after one that runs it, so that there is no peak.
    pub(crate) is_out_of_order: bool,
}

/// A TPU's arguments are multiples of this many bytes.
pub(crate) const ARGUMENT_GRANULE: u64 = 512;

impl Liveness {
    /// Begins a module. `donated` are the results that lie in arguments.
    pub(crate) fn begin_module(&mut self, mut donated: Vec<ShapeIndex>) {
        donated.sort_unstable();
        *self = Liveness {
            donated,
            ..Liveness::default()
        };
    }

    /// Begins a computation, after [`leave`](Self::leave).
    pub(crate) fn enter(&mut self, key: u64, name: &str, is_entry: bool) {
        self.key = key;
        self.current.begin(name);
        self.is_entry = is_entry;
    }

    /// Returns true if the names of the current computation's buffers may be printed.
    pub(crate) fn keeps_details(&self) -> bool {
        !self.current.may_be_fused()
    }

    /// Adds an instruction of the current computation, with the arrays of its result. `labels` are
    /// the numbers of the operation and of the line of the model's source. Calls `undefined` with
    /// the number of each operand that no instruction before has defined.
    pub(crate) fn add(
        &mut self,
        instruction: &Definition<'_>,
        labels: [u32; 2],
        leaves: &[Leaf],
        undefined: impl FnMut(usize),
    ) {
        if instruction.operation.runs_what_it_calls() {
            let mut callees = instruction.called.iter();
            let is_known = callees.all(|callee| self.peaks.contains_key(&callee.key));
            self.is_out_of_order |= !is_known;
        }
        self.current.use_operands(instruction, undefined);
        self.current.add(instruction, labels, leaves, &self.sources);
    }

    /// Ends the current computation, and calls `count` with each of its buffers.
    pub(crate) fn leave(&mut self, mut count: impl FnMut(Owned<'_>)) {
        self.current.end();
        for (number, buffer) in self.current.buffers.iter().enumerate() {
            let belongs = match buffer.kind {
                BufferKind::Merged(_) => continue,
                BufferKind::Parameter(_) => Belongs::Parameter,
                _ if self.current.is_result(number) => Belongs::Result,
                _ => Belongs::Own,
            };
            let defined = self.current.lines[buffer.defined as usize];
            count(Owned {
                row: buffer.row,
                name: self.current.instruction(buffer.defined as usize),
                line: defined.number as usize,
                labels: defined.labels,
                belongs,
            });
        }
        if core::mem::take(&mut self.is_entry) {
            self.entry = Some(self.entry());
        } else if !self.current.lines.is_empty() {
            self.sources.insert(self.key, self.current.sources());
            let peaks = Peaks::new(&self.current, &self.peaks);
            self.peaks.insert(self.key, peaks);
        }
        self.current.clear();
    }

    /// Ends the module, and returns what is found of its entry computation, if it has one.
    pub(crate) fn finish(&mut self) -> Option<Entry> {
        self.sources.clear();
        self.peaks.clear();
        self.entry.take()
    }

    /// Returns what is found of the entry computation.
    fn entry(&self) -> Entry {
        let current = &self.current;
        let mut entry = Entry {
            is_out_of_order: self.is_out_of_order,
            ..Entry::default()
        };
        for (number, space) in Space::ALL.into_iter().enumerate() {
            let peak = LivePeak::new(current, &self.peaks, space, false, true);
            let bytes = &mut entry.bytes[number];
            bytes.temporaries = Some(peak.bytes);
            bytes.padding_at_peak = Some(peak.padding);
            let add = |sum: &mut u64, bytes| *sum = sum.saturating_add(bytes);
            for buffer in &current.buffers {
                if matches!(buffer.kind, BufferKind::Parameter(_)) && buffer.space == space.number()
                {
                    add(&mut bytes.arguments, buffer.bytes);
                    let rounded = buffer.bytes.next_multiple_of(ARGUMENT_GRANULE);
                    add(&mut entry.rounded_arguments[number], rounded);
                }
            }
            let (mut results, mut donated) = (0, 0);
            for &(index, buffer) in &current.results {
                let buffer = &current.buffers[buffer as usize];
                if buffer.space == space.number() {
                    add(&mut results, buffer.bytes);
                    if self.is_donated(index) {
                        add(&mut donated, buffer.bytes);
                    }
                }
            }
            (bytes.results, bytes.donated) = (Some(results), Some(donated));
            if space == Space::Hbm {
                self.fill_peak(&mut entry, peak);
            }
        }
        entry
    }

    /// Returns true if an array of the result lies in a donated argument.
    fn is_donated(&self, index: ShapeIndex) -> bool {
        self.donated.binary_search(&index).is_ok()
    }

    /// Fills in where the peak of HBM is, and what is alive there.
    fn fill_peak(&self, entry: &mut Entry, peak: LivePeak) {
        let details = peak.details.map(|details| *details).unwrap_or_default();
        entry.peak_at = PeakAt {
            computation: details.computation,
            instruction: details.instruction,
            line: peak.line as usize,
            caller: details.caller,
        };
        let temporaries = details.alive.into_iter();
        entry
            .alive
            .extend(temporaries.map(|alive| (alive, Role::Temporary)));
        let mut is_donated = vec![false; self.current.buffers.len()];
        for &(index, buffer) in &self.current.results {
            is_donated[buffer as usize] |= self.is_donated(index);
        }
        for (number, buffer) in self.current.buffers.iter().enumerate() {
            let role = match buffer.kind {
                BufferKind::Merged(_) => continue,
                BufferKind::Parameter(_) => Role::Argument,
                _ if self.current.is_result(number) && !is_donated[number] => Role::Result,
                _ => continue,
            };
            if buffer.space == Space::Hbm.number() {
                entry.alive.push((Alive::new(&self.current, buffer), role));
            }
        }
        let by_size = |(alive, _): &(Alive, Role)| (u64::MAX - alive.bytes, alive.lines);
        entry.alive.sort_by_key(by_size);
        entry.alive.truncate(MAX_ALIVE);
    }
}
