//! `Side`: one dimension of an array that is cut into equal parts, tiles or shards.

use alloc::string::{String, ToString};
use core::ops::Range;

use layout_core::util::words;

/// One dimension of an array that is cut into equal parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    /// The number of parts.
    pub(crate) count: usize,
    /// The elements of a part, padding included.
    pub(crate) extent: usize,
    /// The elements without padding.
    pub(crate) size: usize,
    /// False for a dimension that the array does not have.
    pub(crate) is_labelled: bool,
}

impl Side {
    /// One part of one element.
    pub(crate) const NONE: Side = Side {
        count: 1,
        extent: 1,
        size: 1,
        is_labelled: false,
    };

    /// Returns the indices of parts.
    fn indices(&self, parts: &Range<usize>) -> Range<usize> {
        parts.start.saturating_mul(self.extent)..parts.end.saturating_mul(self.extent)
    }

    /// Returns the elements of a part, and its indices beyond the array.
    pub(crate) fn split(&self, part: usize) -> [Range<usize>; 2] {
        let Range { start, end } = self.indices(&(part..part + 1));
        let cut = self.size.clamp(start, end);
        [start..cut, cut..end]
    }

    /// Returns the share of a part that is beyond the array.
    pub(crate) fn past(&self, part: usize) -> f64 {
        let [elements, beyond] = self.split(part);
        match beyond.len() {
            0 => 0.0,
            len => len as f64 / (elements.len() + len) as f64,
        }
    }

    /// True if a part contains padding.
    pub(crate) fn is_padded(&self) -> bool {
        self.size < self.count.saturating_mul(self.extent)
    }

    /// Returns the indices of parts as a label.
    pub(crate) fn label(&self, parts: &Range<usize>) -> String {
        self.text(&self.indices(parts))
    }

    /// Indices as a label.
    pub(crate) fn text(&self, indices: &Range<usize>) -> String {
        if self.is_labelled {
            words::range(indices.start, indices.end).to_string()
        } else {
            String::new()
        }
    }

    /// Returns the first index of a part as a label.
    pub(crate) fn start(&self, part: usize) -> String {
        if self.is_labelled {
            words::grouped(part.saturating_mul(self.extent)).to_string()
        } else {
            String::new()
        }
    }
}
