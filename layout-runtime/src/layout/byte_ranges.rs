//! `ByteRanges`: the memory that a region takes.

use core::ops::Range;

use crate::layout::Layout;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::IndexRanges;
use crate::layout::memory_scan::MemoryScan;

impl Layout {
    /// The byte ranges of the buffer that hold the elements of a region, which is given by
    /// one range of indices per dimension. Ranges are merged and in memory order. They do
    /// not count metadata before the data.
    ///
    /// If elements share a byte, a range includes the whole byte.
    ///
    /// The time per range is linear in the number of the layout's [`terms`](Layout::terms)
    /// and in the number of runs that the range joins (all of them if the region is the
    /// array). Without terms, it visits each position of the buffer.
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
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
    /// The position up to which the buffer has been searched, in elements.
    position: usize,
    /// The current range, which the next one may continue.
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
