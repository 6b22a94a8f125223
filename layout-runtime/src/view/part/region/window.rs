//! `Window`: a region of an array as a mapping.

use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::util::product::product;

use crate::layout::Layout;
use crate::layout::index_ranges::IndexRanges;
use crate::layout::memory_scan::MemoryScan;
use crate::layout::region::{Region, RegionError};
use crate::layout::tile_grid::TileGrid;
use crate::view::mapping::{Mapping, sealed};

/// A region of an array as a mapping of its own: indices count from the
/// region's low corner, positions are those of the whole array's buffer.
///
/// It is the mapping of the iterators of a [`RegionView`](crate::RegionView).
/// [`layout`](Mapping::layout) is that of the whole array.
///
/// ```
/// use tiled_layout::{Iter, Layout, Window};
///
/// fn sum(elements: Iter<'_, i32, Window<&Layout>>) -> i32 {
///     elements.sum()
/// }
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// assert_eq!(sum(view.region(&[1..3, 3..5])?.iter()), 7 + 10 + 17 + 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Window<M: Mapping> {
    whole: M,
    /// The low corner.
    low: M::Index,
    dims: M::Index,
}

impl<M: Mapping> Window<M> {
    pub(crate) fn new(whole: M, region: impl IndexRanges) -> Result<Self, RegionError> {
        let region = region.within(whole.dims())?;
        let index = |numbers: &[usize]| match whole.index_from_slice(numbers) {
            Some(index) => index,
            None => unreachable!("a region has one range a dimension"),
        };
        let mut dims = index(region.high());
        for (extent, low) in dims.as_mut().iter_mut().zip(region.low()) {
            *extent -= low;
        }
        let low = index(region.low());
        Ok(Window { whole, low, dims })
    }

    /// A region of this region.
    pub(crate) fn part(mut self, region: impl IndexRanges) -> Result<Self, RegionError> {
        let region = region.within(self.dims())?;
        let (lows, extents) = (self.low.as_mut(), self.dims.as_mut());
        for (dim, (low, extent)) in lows.iter_mut().zip(extents).enumerate() {
            let range = region.range(dim);
            *low += range.start;
            *extent = range.len();
        }
        Ok(self)
    }

    /// The region's range in each dimension of the whole array.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let lows = self.low.as_ref().iter();
        lows.zip(self.dims()).map(|(&low, dim)| low..low + dim)
    }

    /// How positions change along a dimension, whose first run the region
    /// shortens.
    fn cut(&self, steps: RunPattern, dim: usize) -> RunPattern {
        let low = self.low.as_ref().get(dim).map_or(0, |low| *low);
        RunPattern {
            phase: (low + steps.phase) % steps.run,
            ..steps
        }
    }

    fn contains(&self, index: &[usize]) -> bool {
        let dims = self.dims();
        index.len() == dims.len() && index.iter().zip(dims).all(|(place, dim)| place < dim)
    }
}

impl<M: Mapping> sealed::Sealed for Window<M> {
    #[inline]
    fn steps(&self) -> RunPattern {
        self.cut(self.whole.steps(), self.dims().len().wrapping_sub(1))
    }

    #[inline]
    fn known_steps(&self, held: RunPattern) -> RunPattern {
        RunPattern {
            phase: held.phase,
            ..self.whole.known_steps(held)
        }
    }

    fn steps_along(&self, dim: usize) -> RunPattern {
        self.cut(self.whole.steps_along(dim), dim)
    }

    fn checked_position(&self, index: &[usize]) -> Option<usize> {
        self.checked_offset(self.index_from_slice(index)?)
    }

    fn position_unchecked(&self, index: &[usize]) -> usize {
        match self.index_from_slice(index) {
            Some(index) => self.offset_unchecked(index),
            None => 0,
        }
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        panic!(
            "index {index:?} is out of bounds of a region of size {:?} of {}",
            self.dims(),
            *self.layout()
        )
    }

    fn origin(&self) -> Option<&[usize]> {
        Some(self.low.as_ref())
    }

    fn tile_grid(&self) -> TileGrid {
        self.whole.tile_grid()
    }

    fn sweep(&self) -> MemoryScan {
        let mut region = Region::whole(self.whole.dims());
        for (dim, range) in self.ranges().enumerate() {
            if let Ok(smaller) = region.with(dim, range, self.whole.dims()) {
                region = smaller;
            }
        }
        MemoryScan::within(&self.layout(), region)
    }
}

impl<M: Mapping> Mapping for Window<M> {
    type Index = M::Index;
    type Borrowed<'a>
        = Window<M::Borrowed<'a>>
    where
        Self: 'a;
    type Owned = Window<M::Owned>;
    type LayoutRef<'a>
        = M::LayoutRef<'a>
    where
        Self: 'a;

    const STATIC: Option<&'static Layout> = None; // it is that of the whole array

    #[inline]
    fn borrowed(&self) -> Window<M::Borrowed<'_>> {
        Window {
            whole: self.whole.borrowed(),
            low: self.low,
            dims: self.dims,
        }
    }

    fn to_owned_mapping(&self) -> Window<M::Owned> {
        Window {
            whole: self.whole.to_owned_mapping(),
            low: self.low,
            dims: self.dims,
        }
    }

    #[inline]
    fn layout(&self) -> M::LayoutRef<'_> {
        self.whole.layout()
    }

    #[inline]
    fn padded_len(&self) -> usize {
        self.whole.padded_len()
    }

    #[inline]
    fn checked_offset(&self, index: M::Index) -> Option<usize> {
        self.contains(index.as_ref())
            .then(|| self.offset_unchecked(index))
    }

    #[inline]
    fn offset_unchecked(&self, mut index: M::Index) -> usize {
        for (place, low) in index.as_mut().iter_mut().zip(self.low.as_ref()) {
            *place = place.wrapping_add(*low);
        }
        self.whole.offset_unchecked(index)
    }

    fn index(&self, position: usize) -> Option<M::Index> {
        let mut index = self.whole.index(position)?;
        for (place, low) in index.as_mut().iter_mut().zip(self.low.as_ref()) {
            *place = place.checked_sub(*low)?;
        }
        self.contains(index.as_ref()).then_some(index)
    }

    #[inline]
    fn index_from_slice(&self, index: &[usize]) -> Option<M::Index> {
        self.whole.index_from_slice(index)
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        self.dims.as_ref()
    }

    fn num_elements(&self) -> usize {
        product(self.dims())
    }
}
