//! `HeapTrace`: the live buffers at the peak of a simulated heap.

use std::collections::HashMap;

use layout_xla::proto::{Fields, ProtoError};

use super::reserved::{LiveBuffer, Peak};
use super::row::short;

/// The maximum number of buffers in memory.
const MAX_BUFFERS: usize = 1 << 18;
/// The maximum number of buffers listed for a peak.
const MAX_LISTED: usize = 1 << 10;

/// Buffers with their lifetimes, in program order.
pub(super) struct HeapTrace<S> {
    sizes: S,
    /// Each with the events that begin and end its life.
    buffers: Vec<Lifetime>,
    /// The numbers of the live buffers.
    live: HashMap<u64, usize>,
    events: u64,
    bytes: u64,
    peak_bytes: u64,
    peak_event: u64,
}

struct Lifetime {
    name: Box<str>,
    bytes: u64,
    begin: u64,
    end: u64,
}

impl<S: Fn(u64) -> u64> HeapTrace<S> {
    /// A trace of buffers, with their bytes from `sizes`.
    pub(super) fn new(sizes: S) -> Self {
        HeapTrace {
            sizes,
            buffers: Vec::new(),
            live: HashMap::new(),
            events: 0,
            bytes: 0,
            peak_bytes: 0,
            peak_event: 0,
        }
    }

    /// Reads an event: kind (1), buffer (2), instruction (4).
    pub(super) fn event(&mut self, bytes: &[u8]) -> Result<(), ProtoError> {
        let (mut kind, mut number, mut name) = (0, 0, "".into());
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => kind = field.varint()?,
                2 => number = field.varint()?,
                4 => name = String::from_utf8_lossy(field.bytes()?),
                _ => {}
            }
        }
        self.events += 1;
        match kind {
            0 if self.buffers.len() < MAX_BUFFERS => {
                let bytes = (self.sizes)(number);
                self.bytes = self.bytes.saturating_add(bytes);
                self.live.insert(number, self.buffers.len());
                self.buffers.push(Lifetime {
                    name: short(&name),
                    bytes,
                    begin: self.events,
                    end: u64::MAX,
                });
            }
            1 => {
                if let Some(buffer) = self.live.remove(&number) {
                    self.buffers[buffer].end = self.events;
                    self.bytes = self.bytes.saturating_sub(self.buffers[buffer].bytes);
                }
            }
            _ => {} // shares the memory of another one
        }
        if self.bytes > self.peak_bytes {
            (self.peak_bytes, self.peak_event) = (self.bytes, self.events);
        }
        Ok(())
    }

    /// The live buffers at the event with the most live bytes, the largest first.
    pub(super) fn peak(self) -> Peak {
        let at = self.peak_event;
        let is_live = |buffer: &Lifetime| buffer.begin <= at && at < buffer.end;
        let mut live: Vec<_> = self.buffers.into_iter().filter(is_live).collect();
        live.sort_by_key(|buffer| u64::MAX - buffer.bytes);
        live.truncate(MAX_LISTED);
        let live = live.into_iter().map(|buffer| LiveBuffer {
            instruction: buffer.name,
            bytes: buffer.bytes,
        });
        Peak {
            bytes: self.peak_bytes,
            live: live.collect(),
        }
    }
}
