//! `HeapTrace`: the live buffers at the peak of a simulated heap.

use std::collections::HashMap;

use crate::tally::{LiveBuffer, Peak, short};

/// The maximum number of buffers in memory.
const MAX_BUFFERS: usize = 1 << 18;
/// The maximum number of buffers listed for a peak.
const MAX_LISTED: usize = 1 << 10;

/// Buffers with their lifetimes, in program order.
#[derive(Debug, Default)]
pub(super) struct HeapTrace {
    /// Each with the events that begin and end its life.
    buffers: Vec<Lifetime>,
    /// The numbers of the live buffers.
    live: HashMap<u64, usize>,
    events: u64,
    bytes: u64,
    peak_bytes: u64,
    peak_event: u64,
}

#[derive(Debug)]
struct Lifetime {
    name: Box<str>,
    bytes: u64,
    begin: u64,
    end: u64,
}

impl HeapTrace {
    /// Records an event: 0 allocates a buffer of some bytes, 1 frees it, others share the
    /// memory of another one.
    pub(super) fn event(&mut self, kind: u64, number: u64, bytes: u64, name: &str) {
        self.events += 1;
        match kind {
            0 if self.buffers.len() < MAX_BUFFERS => {
                self.bytes = self.bytes.saturating_add(bytes);
                self.live.insert(number, self.buffers.len());
                self.buffers.push(Lifetime {
                    name: short(name),
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
            _ => {}
        }
        if self.bytes > self.peak_bytes {
            (self.peak_bytes, self.peak_event) = (self.bytes, self.events);
        }
    }

    /// Returns the live buffers at the event with the most live bytes, the largest first.
    pub(super) fn peak(self) -> Peak {
        let at = self.peak_event;
        let live = self.buffers.into_iter();
        let live = live.filter(|buffer| buffer.begin <= at && at < buffer.end);
        let mut live: Vec<_> = live
            .map(|buffer| LiveBuffer {
                instruction: buffer.name,
                bytes: buffer.bytes,
            })
            .collect();
        live.sort_by_key(|buffer| u64::MAX - buffer.bytes);
        live.truncate(MAX_LISTED);
        Peak {
            bytes: self.peak_bytes,
            live,
        }
    }
}
