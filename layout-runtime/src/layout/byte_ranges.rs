//! `ByteRanges`: the memory that a region takes.

use core::ops::Range;

use crate::layout::Layout;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::IndexRanges;
use crate::layout::memory_scan::MemoryScan;

impl Layout {
    /// The bytes of the buffer that hold the elements of a region, one range
    /// of indices a dimension: as few ranges as there can be, in memory order.
    /// Metadata before the data is not counted.
    ///
    /// Elements of less than a byte that share one with others take all of
    /// that byte.
    ///
    /// The time per range is linear in the number of the layout's
    /// [`terms`](Layout::terms) and in the runs of one stride that it joins: all
    /// of them if the region is the array. Without terms, each position of the
    /// buffer is visited.
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within it.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// // Rows 0 and 1, columns 2 to 4: a whole tile, and a half of the next one.
    /// let ranges: Vec<_> = layout.byte_ranges((..2, 2..))?.collect();
    /// assert_eq!(ranges, [16..36, 40..44]);
    ///
    /// let error = layout.byte_ranges((..2, 2..6)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the region's range 2..6 in dimension 1 goes past its size 5"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn byte_ranges(&self, region: impl IndexRanges) -> Result<ByteRanges, RegionError> {
        let region = region.within(self.dims())?;
        Ok(ByteRanges {
            scan: MemoryScan::within(self, region),
            layout: *self,
            position: 0,
            next: None,
        })
    }
}

/// The bytes that hold a region, in memory order: [`Layout::byte_ranges`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let mut ranges = layout.byte_ranges((2.., ..)).unwrap(); // the last row
/// assert_eq!(ranges.next(), Some(48..56)); // then 8 bytes of padding
/// assert_eq!(ranges.collect::<Vec<_>>(), [64..72, 80..84]);
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct ByteRanges {
    scan: MemoryScan,
    layout: Layout,
    /// Up to where the buffer has been searched, in elements.
    position: usize,
    /// Found, and perhaps continued by what comes next.
    next: Option<Range<usize>>,
}

impl Iterator for ByteRanges {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        while self.position < self.layout.padded_len() {
            let index_at = |position| self.layout.index(position);
            let stretch = self.scan.stretch(self.position, &index_at);
            let start = self.position;
            self.position += stretch.len;
            if stretch.index.is_none() {
                continue;
            }
            let bytes = self.layout.bytes(start..self.position);
            match &mut self.next {
                Some(last) if last.end >= bytes.start => last.end = bytes.end,
                next => {
                    if let Some(last) = next.replace(bytes) {
                        return Some(last);
                    }
                }
            }
        }
        self.next.take()
    }
}

impl core::iter::FusedIterator for ByteRanges {}
