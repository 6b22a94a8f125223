//! `Total`: arrays and their bytes.

use layout_core::util::words;
use layout_runtime::Layout;

/// A number of arrays, and their bytes without and with padding.
#[derive(Clone, Copy, Default, PartialEq, Debug, serde::Serialize)]
pub(super) struct Total {
    pub(super) arrays: u64,
    pub(super) logical_bytes: u64,
    pub(super) padded_bytes: u64,
}

impl Total {
    pub(super) fn add(&mut self, other: Total) {
        self.arrays += other.arrays;
        self.logical_bytes = self.logical_bytes.saturating_add(other.logical_bytes);
        self.padded_bytes = self.padded_bytes.saturating_add(other.padded_bytes);
    }

    /// One array.
    pub(super) fn of(layout: &Layout) -> Total {
        Total {
            arrays: 1,
            logical_bytes: layout.num_bytes() as u64,
            padded_bytes: layout.padded_bytes() as u64,
        }
    }

    pub(super) fn add_times(&mut self, other: Total, count: u64) {
        self.add(Total {
            arrays: other.arrays.saturating_mul(count),
            logical_bytes: other.logical_bytes.saturating_mul(count),
            padded_bytes: other.padded_bytes.saturating_mul(count),
        });
    }

    /// Subtracts an earlier total.
    pub(super) fn subtract(&mut self, other: Total) {
        self.arrays = self.arrays.saturating_sub(other.arrays);
        self.logical_bytes = self.logical_bytes.saturating_sub(other.logical_bytes);
        self.padded_bytes = self.padded_bytes.saturating_sub(other.padded_bytes);
    }

    pub(super) fn wasted_bytes(&self) -> u64 {
        self.padded_bytes - self.logical_bytes.min(self.padded_bytes)
    }

    /// The percentage as text with its sign: `+37.5%`.
    pub(super) fn percent_text(&self) -> String {
        format!(
            "+{}",
            words::percent(self.wasted_bytes(), self.logical_bytes)
        )
    }

    /// Padding in percent of the arrays without it.
    pub(super) fn percent(&self) -> f64 {
        match self.wasted_bytes() {
            0 => 0.0,
            wasted => wasted as f64 / self.logical_bytes as f64 * 100.0,
        }
    }
}
