//! `Reserved`: the memory figures of a buffer assignment.

/// The maximum number of buffers that are kept.
const MAX_BUFFERS: usize = 1 << 16;

/// A buffer that the compiler placed within an allocation, in bytes.
#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct Buffer {
    pub(super) instruction: Box<str>,
    pub(super) allocation: u64,
    pub(super) offset: u64,
    pub(super) bytes: u64,
}

/// The live arrays at the peak of memory use.
#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct Peak {
    pub(super) bytes: u64,
    /// The largest first.
    pub(super) live: Vec<LiveBuffer>,
}

#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct LiveBuffer {
    pub(super) instruction: Box<str>,
    pub(super) bytes: u64,
}

/// The memory that the compiler reserves.
#[derive(Debug, Default)]
pub(super) struct Reserved {
    /// The bytes of all allocations.
    pub(super) bytes: u64,
    pub(super) allocations: u64,
    /// The largest first, after `finish`.
    pub(super) buffers: Vec<Buffer>,
    pub(super) peak: Option<Peak>,
    /// The number of buffers whose bytes were compared with their layouts, and how many differ.
    pub(super) compared: u64,
    pub(super) differing: u64,
}

impl Reserved {
    pub(super) fn allocation(&mut self, bytes: u64) {
        self.allocations += 1;
        self.bytes = self.bytes.saturating_add(bytes);
    }

    pub(super) fn buffer(&mut self, buffer: Buffer) {
        if self.buffers.len() < MAX_BUFFERS {
            self.buffers.push(buffer);
        }
    }

    /// Compares the bytes that the compiler reserves with those of a layout.
    pub(super) fn compare(&mut self, reserved: u64, padded_bytes: u64) {
        self.compared += 1;
        self.differing += u64::from(reserved != padded_bytes);
    }

    /// Keeps the larger peak.
    pub(super) fn peak(&mut self, peak: Peak) {
        if self
            .peak
            .as_ref()
            .is_none_or(|known| known.bytes < peak.bytes)
        {
            self.peak = Some(peak);
        }
    }

    pub(super) fn finish(&mut self) {
        self.buffers.sort_by_key(|buffer| u64::MAX - buffer.bytes);
    }
}
