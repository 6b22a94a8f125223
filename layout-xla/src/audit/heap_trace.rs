//! `HeapTrace`: the live buffers at the peak of a simulated heap.

use std::collections::HashMap;

use crate::tally::{AliveArray, LiveBuffer, Peak, PeakAt, short};

/// The maximum number of buffers in memory.
const MAX_BUFFERS: usize = 1 << 18;
/// The maximum number of buffers listed for a peak.
const MAX_LISTED: usize = 1 << 10;

/// Buffers with their lifetimes, in program order.
#[derive(Debug, Default)]
pub(super) struct HeapTrace {
    /// Each with the events that begin and end its life.
    buffers: Vec<Lifetime>,
    /// The entries of the live buffers, by number; several numbers may share a buffer.
    live: HashMap<u64, usize>,
    events: u64,
    bytes: u64,
    peak_bytes: u64,
    peak_event: u64,
    /// The instruction and the computation of that event.
    peak_at: [Box<str>; 2],
}

#[derive(Debug)]
struct Lifetime {
    number: u64,
    name: Box<str>,
    bytes: u64,
    /// The numbers that are live in it.
    users: usize,
    begin: u64,
    end: u64,
}

impl HeapTrace {
    /// Records an event at an instruction of a computation: 0 allocates a buffer of some bytes, 1 frees it, 2 gives it the memory of
    /// buffer number `shared`. This memory is in use until both are freed; it may have been freed
    /// just before.
    pub(super) fn event(
        &mut self,
        [kind, number, shared]: [u64; 3],
        bytes: u64,
        [name, computation]: [&str; 2],
    ) {
        self.events += 1;
        let shared = self.live.get(&shared).copied().filter(|_| kind == 2);
        match (kind, shared) {
            (2, Some(buffer)) => {
                self.live.insert(number, buffer);
                self.buffers[buffer].users += 1;
            }
            (0 | 2, _) if self.buffers.len() < MAX_BUFFERS => {
                self.bytes = self.bytes.saturating_add(bytes);
                self.live.insert(number, self.buffers.len());
                self.buffers.push(Lifetime {
                    number,
                    name: short(name),
                    bytes,
                    users: 1,
                    begin: self.events,
                    end: u64::MAX,
                });
            }
            (1, _) => {
                if let Some(buffer) = self.live.remove(&number) {
                    let buffer = &mut self.buffers[buffer];
                    buffer.users -= 1;
                    if buffer.users == 0 {
                        buffer.end = self.events;
                        self.bytes = self.bytes.saturating_sub(buffer.bytes);
                    }
                }
            }
            _ => {}
        }
        if self.bytes > self.peak_bytes {
            (self.peak_bytes, self.peak_event) = (self.bytes, self.events);
            self.peak_at = [short(name), short(computation)];
        }
    }

    /// Returns the live buffers at the event with the most live bytes, the largest first. `array`
    /// returns the array of a buffer by its number, if it is known.
    pub(super) fn peak(self, array: impl Fn(u64) -> Option<AliveArray>) -> Peak {
        let at = self.peak_event;
        let live = self.buffers.into_iter();
        let live = live.filter(|buffer| buffer.begin <= at && at < buffer.end);
        let mut live: Vec<_> = live.collect();
        live.sort_by_key(|buffer| u64::MAX - buffer.bytes);
        let arrays = live.iter().map(|buffer| array(buffer.number));
        let mut padding = arrays.map(|array| Some(array?.padding));
        let padding = padding.try_fold(0, |sum: u64, padding| Some(sum.saturating_add(padding?)));
        live.truncate(MAX_LISTED);
        let [instruction, computation] = self.peak_at;
        Peak {
            bytes: self.peak_bytes,
            arrays: live
                .iter()
                .filter_map(|buffer| array(buffer.number))
                .collect(),
            live: live
                .into_iter()
                .map(|buffer| LiveBuffer {
                    instruction: buffer.name,
                    bytes: buffer.bytes,
                })
                .collect(),
            padding,
            at: Some(PeakAt {
                instruction,
                computation,
                ..PeakAt::default()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::HeapTrace;

    /// Buffer 2 is in the memory of buffer 1, which is in use until both are freed, whether 1 is
    /// freed after or before it is shared.
    #[test]
    fn shared_memory_is_live_until_the_last_user_is_freed() {
        for shared_first in [true, false] {
            let (share, free) = ((2, 2, 1, 100), (1, 1, 0, 100));
            let [second, third] = if shared_first {
                [share, free]
            } else {
                [free, share]
            };
            let mut trace = HeapTrace::default();
            for (kind, number, shared, bytes) in [
                (0, 1, 0, 100),
                second,
                third,
                (0, 3, 0, 10),
                (1, 2, 0, 100),
                (0, 4, 0, 50),
            ] {
                trace.event([kind, number, shared], bytes, ["x", "c"]);
            }
            let peak = trace.peak(|_| None);
            assert_eq!((peak.bytes, peak.live.len()), (110, 2), "{shared_first}");
        }
    }
}
