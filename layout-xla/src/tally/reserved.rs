//! `Reserved`: the memory figures of a buffer assignment.

use layout_core::util::words;

use crate::liveness::{AliveArray, PeakAt, Space, SpaceBytes};

/// The maximum number of buffers that are kept.
const MAX_BUFFERS: usize = 1 << 16;
/// The maximum number of memory spaces that are kept; a layout has 127.
const MAX_SPACES: usize = 127;

/// A buffer that the compiler placed within an allocation, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ReservedBuffer {
    /// The instruction whose result it stores; empty if it is not known.
    pub instruction: Box<str>,
    /// The number of the allocation.
    pub allocation: u64,
    /// Its offset within the allocation, in bytes.
    pub offset: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// The live arrays at the peak of memory use.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Peak {
    /// Their bytes.
    pub bytes: u64,
    /// The largest first.
    pub live: Vec<LiveBuffer>,
    /// The instruction at which they are live, if the heap is in the main memory.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) at: Option<PeakAt>,
    /// The arrays of `live` with their layouts.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) arrays: Vec<AliveArray>,
    /// The bytes of padding of all of them, if all layouts are known.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) padding: Option<u64>,
}

/// An array that is live at the peak.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LiveBuffer {
    /// The instruction whose result it stores.
    pub instruction: Box<str>,
    /// Its length in bytes.
    pub bytes: u64,
}

/// The memory that the compiler reserves.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Reserved {
    /// The bytes of all allocations in the main memory.
    pub bytes: u64,
    /// The bytes of all allocations in each of the other memories, which are not added up.
    pub other_spaces: Vec<ReservedSpace>,
    /// The number of allocations.
    pub allocations: u64,
    /// The number of buffers whose bytes were compared with their layouts.
    pub compared: u64,
    /// How many of them differ.
    pub differing: u64,
    /// The largest first; at most 65,536.
    pub buffers: Vec<ReservedBuffer>,
    /// The largest peak of the simulated heaps.
    pub peak: Option<Peak>,
    /// The bytes in each of [`Space::ALL`], if the allocations say what they hold.
    #[cfg_attr(feature = "serde", serde(skip))]
    assigned: Option<[SpaceBytes; 3]>,
}

/// What the compiler reserves in a memory other than the main memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ReservedSpace {
    /// The number in `S(n)`.
    pub space: u64,
    /// The bytes of all allocations.
    pub bytes: u64,
}

/// An allocation, or the sum of several of which only the bytes are known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allocation {
    pub(crate) bytes: u64,
    /// The memory space: XLA's color.
    pub(crate) space: u64,
    pub(crate) is_argument: bool,
    /// True if a result is in it.
    pub(crate) is_live_out: bool,
    /// True if it holds temporaries only.
    pub(crate) is_temporary: bool,
    /// True if it holds values of a reduction or the like, which have no memory of the program.
    pub(crate) is_thread_local: bool,
    /// True if it is not known what it holds.
    pub(crate) is_unknown: bool,
}

impl Allocation {
    /// Returns an allocation of which only the bytes are known.
    pub(crate) fn unknown(bytes: u64, space: u64) -> Allocation {
        Allocation {
            bytes,
            space,
            is_unknown: true,
            ..Allocation::default()
        }
    }
}

impl Reserved {
    pub(crate) fn allocation(&mut self, allocation: &Allocation) {
        let &Allocation { bytes, space, .. } = allocation;
        self.allocations += 1;
        let spaces = &mut self.other_spaces;
        let known = spaces.iter().position(|known| known.space == space);
        match known {
            _ if space == 0 => add(&mut self.bytes, bytes),
            Some(known) => add(&mut spaces[known].bytes, bytes),
            None if spaces.len() < MAX_SPACES => spaces.push(ReservedSpace { space, bytes }),
            None => {}
        }
        if allocation.is_unknown {
            return;
        }
        let assigned = self.assigned.get_or_insert(
            [SpaceBytes {
                results: Some(0),
                donated: Some(0),
                temporaries: Some(0),
                ..SpaceBytes::default()
            }; 3],
        );
        let mut spaces = Space::ALL.into_iter();
        let Some(number) = spaces.position(|own| u64::from(own.number()) == space) else {
            return;
        };
        let sums = &mut assigned[number];
        if allocation.is_argument {
            add(&mut sums.arguments, bytes);
        }
        let is_donated = allocation.is_argument && allocation.is_live_out;
        for (sum, is_part) in [
            (&mut sums.results, allocation.is_live_out),
            (&mut sums.donated, is_donated),
            (&mut sums.temporaries, allocation.is_temporary),
        ] {
            if let Some(sum) = sum.as_mut().filter(|_| is_part) {
                add(sum, bytes);
            }
        }
    }

    /// Returns the bytes in each of [`Space::ALL`], if the allocations say what they hold.
    pub(crate) fn assigned(&self) -> Option<&[SpaceBytes; 3]> {
        self.assigned.as_ref()
    }

    /// Returns the bytes in each memory as text: `13.1 GiB, 23.6 GiB in S(5)`.
    #[must_use]
    pub fn size_text(&self) -> String {
        let mut text = words::byte_size(self.bytes).to_string();
        for ReservedSpace { space, bytes } in &self.other_spaces {
            let bytes = words::byte_size(*bytes);
            text.push_str(&format!(", {bytes} in S({space})"));
        }
        text
    }

    pub(crate) fn buffer(&mut self, buffer: ReservedBuffer) {
        if self.buffers.len() < MAX_BUFFERS {
            self.buffers.push(buffer);
        }
    }

    /// Compares the bytes that the compiler reserves with the padded bytes of a layout.
    pub(crate) fn compare(&mut self, reserved: u64, padded_bytes: u64) {
        self.compared += 1;
        self.differing += u64::from(reserved != padded_bytes);
    }

    /// Keeps the larger peak.
    pub(crate) fn peak(&mut self, peak: Peak) {
        let known = self.peak.as_ref();
        if known.is_none_or(|known| known.bytes < peak.bytes) {
            self.peak = Some(peak);
        }
    }

    pub(crate) fn finish(&mut self) {
        self.buffers.sort_by_key(|buffer| u64::MAX - buffer.bytes);
        self.other_spaces.sort_by_key(|known| known.space);
    }
}

fn add(sum: &mut u64, bytes: u64) {
    *sum = sum.saturating_add(bytes);
}
