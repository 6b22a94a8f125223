//! `RegionBounds`: a region of indices.

use core::ops::Range;

use layout_core::spec::Dims;

use crate::layout::error::RegionError;

/// Returns a range of the indices of dimension `dim`, if it is within it.
#[inline]
pub(crate) fn within(
    range: Range<usize>,
    dim: usize,
    extent: usize,
) -> Result<Range<usize>, RegionError> {
    let Range { start, end } = range;
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
    Ok(start..end)
}

/// A region of an array: one range of indices per dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RegionBounds {
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
        let Range { start, end } = within(range, dim, self.high.at(dim))?;
        self.low.set(dim, start);
        self.high.set(dim, end);
        Ok(())
    }

    #[inline]
    pub(crate) fn low(&self) -> &Dims {
        &self.low
    }

    #[inline]
    pub(crate) fn high(&self) -> &Dims {
        &self.high
    }

    #[inline]
    pub(crate) fn range(&self, dim: usize) -> Range<usize> {
        self.low.at(dim)..self.high.at(dim)
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.low
            .iter()
            .zip(&self.high)
            .any(|(low, high)| low == high)
    }

    pub(crate) fn contains(&self, index: &[usize]) -> bool {
        let mut bounds = index.iter().zip(self.low.iter().zip(&self.high));
        index.len() == self.low.len() && bounds.all(|(at, (low, high))| (low..high).contains(&at))
    }
}
