//! `RegionBounds`: a region of indices, and the memory that it takes.

use core::ops::Range;

use layout_core::spec::Dims;

use crate::layout::Layout;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::IndexRanges;
use crate::layout::memory_scan::MemoryScan;

/// A region of an array: one range of indices per dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegionBounds {
    low: Dims,
    high: Dims,
}

impl RegionBounds {
    /// All of an array.
    #[inline]
    pub(crate) fn whole(dims: &[usize]) -> Self {
        RegionBounds {
            low: Dims::filled(0, dims.len()),
            high: Dims::from_slice(dims),
        }
    }

    /// Sets the range of one dimension.
    #[inline]
    pub(crate) fn narrow(&mut self, dim: usize, range: Range<usize>) -> Result<(), RegionError> {
        let Range { start, end } = range;
        let extent = self.high.at(dim);
        if start > end {
            return Err(RegionError::Backwards { dim, start, end });
        }
        if end > extent {
            return Err(RegionError::OutOfBounds {
                dim,
                start,
                end,
                extent,
            });
        }
        self.low.set(dim, start);
        self.high.set(dim, end);
        Ok(())
    }

    /// All of an array of dimensions `dims`, but for a range of one of them.
    #[inline]
    pub(crate) fn of_range(
        dims: &[usize],
        dim: usize,
        range: Range<usize>,
    ) -> Result<Self, RegionError> {
        let mut region = RegionBounds::whole(dims);
        region.narrow(dim, range)?;
        Ok(region)
    }

    #[inline]
    pub(crate) fn low(&self) -> &[usize] {
        &self.low
    }

    #[inline]
    pub(crate) fn low_list(&self) -> &Dims {
        &self.low
    }

    #[inline]
    pub(crate) fn high(&self) -> &[usize] {
        &self.high
    }

    #[inline]
    pub(crate) fn high_list(&self) -> &Dims {
        &self.high
    }

    #[inline]
    pub(crate) fn range(&self, dim: usize) -> Range<usize> {
        self.low.at(dim)..self.high.at(dim)
    }

    /// An index within the region, counted from its first one.
    pub(crate) fn relative(&self, mut index: Dims) -> Dims {
        for (place, low) in index.as_mut().iter_mut().zip(&self.low) {
            *place -= low;
        }
        index
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.low
            .iter()
            .zip(&self.high)
            .any(|(low, high)| low == high)
    }

    pub(crate) fn contains(&self, index: &[usize]) -> bool {
        let mut bounds = self.low.iter().zip(&self.high);
        index.len() == self.low.len()
            && index.iter().all(|place| {
                bounds
                    .next()
                    .is_some_and(|(low, high)| (low..high).contains(&place))
            })
    }
}

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
