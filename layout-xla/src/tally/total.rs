//! `Total`: arrays and their bytes.

use layout_core::util::words;
use layout_runtime::Layout;

/// A number of arrays, and their bytes without and with padding.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Total {
    /// The number of arrays.
    pub arrays: u64,
    /// Their bytes without padding.
    pub logical_bytes: u64,
    /// Their bytes with padding.
    pub padded_bytes: u64,
}

impl Total {
    /// One array.
    #[must_use]
    pub fn of(layout: &Layout) -> Total {
        Total {
            arrays: 1,
            logical_bytes: layout.num_bytes() as u64,
            padded_bytes: layout.padded_bytes() as u64,
        }
    }

    /// Adds another total.
    pub fn add(&mut self, other: Total) {
        self.arrays = self.arrays.saturating_add(other.arrays);
        self.logical_bytes = self.logical_bytes.saturating_add(other.logical_bytes);
        self.padded_bytes = self.padded_bytes.saturating_add(other.padded_bytes);
    }

    /// Returns the total of `count` times these arrays.
    #[must_use]
    pub fn times(self, count: u64) -> Total {
        Total {
            arrays: self.arrays.saturating_mul(count),
            logical_bytes: self.logical_bytes.saturating_mul(count),
            padded_bytes: self.padded_bytes.saturating_mul(count),
        }
    }

    /// Subtracts an earlier total.
    pub(crate) fn subtract(&mut self, other: Total) {
        self.arrays = self.arrays.saturating_sub(other.arrays);
        self.logical_bytes = self.logical_bytes.saturating_sub(other.logical_bytes);
        self.padded_bytes = self.padded_bytes.saturating_sub(other.padded_bytes);
    }

    /// Returns the bytes of padding.
    #[must_use]
    pub fn wasted_bytes(&self) -> u64 {
        self.padded_bytes.saturating_sub(self.logical_bytes)
    }

    /// Returns the padding in percent of the arrays without it; 0 without padding, infinity if
    /// there is only padding, which is thus above any limit.
    #[must_use]
    pub fn percent(&self) -> f64 {
        match self.wasted_bytes() {
            0 => 0.0,
            wasted => wasted as f64 / self.logical_bytes as f64 * 100.0,
        }
    }

    /// Returns the percentage as text with its sign: `+37.5%`, or `<0.1%`; `all padding` if
    /// there is only padding.
    #[must_use]
    pub fn percent_text(&self) -> String {
        if self.percent().is_infinite() {
            return "all padding".to_string();
        }
        let percent = words::percent(self.wasted_bytes(), self.logical_bytes);
        if percent.starts_with('<') {
            percent.to_string()
        } else {
            format!("+{percent}")
        }
    }
}

#[cfg(test)]
mod tests {
    use layout_runtime::Layout;

    use super::Total;

    #[test]
    fn sums_saturate() {
        let layout = Layout::parse("u8[3]{0:T(4)}").unwrap();
        let mut most = Total::of(&layout).times(u64::MAX);
        most.add(Total::of(&layout));
        let expected = Total {
            arrays: u64::MAX,
            logical_bytes: u64::MAX,
            padded_bytes: u64::MAX,
        };
        assert_eq!(most, expected);
    }

    /// The text and the number say the same.
    #[test]
    fn percentages_of_arrays_without_elements() {
        for (text, percent, words) in [
            ("u8[0]{0}", 0.0, "+0%"),
            ("u8[0]{0:PAD(5)}", f64::INFINITY, "all padding"),
            ("u8[8]{0:T(8)}", 0.0, "+0%"),
            ("u8[8]{0:T(11)}", 37.5, "+37.5%"),
        ] {
            let total = Total::of(&Layout::parse(text).unwrap());
            assert_eq!(total.percent(), percent, "{text}");
            assert_eq!(total.percent_text(), words, "{text}");
        }
    }
}
