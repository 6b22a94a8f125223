//! `Reserved`: the memory figures of a buffer assignment.

/// The maximum number of buffers that are kept.
const MAX_BUFFERS: usize = 1 << 16;

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
    /// The bytes of all allocations.
    pub bytes: u64,
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
}

impl Reserved {
    pub(crate) fn allocation(&mut self, bytes: u64) {
        self.allocations += 1;
        self.bytes = self.bytes.saturating_add(bytes);
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
    }
}
