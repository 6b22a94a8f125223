//! `Region`: the map of a region of an array.

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::element_type::ElementType;

use super::own_index::OwnIndex;
use super::{Mapping, WholeBuffer, sealed};
use crate::layout::error::RegionError;
use crate::layout::index_ranges::IndexRanges;
use crate::layout::tile_grid::Tiling;

/// The map of a region of an array: indices count from the region's first index, positions
/// from the start of the whole array's buffer.
///
/// [`View::region`](crate::View::region) makes it, with any range of indices per dimension. If the
/// region has its own layout, [`View::subview`](crate::View::subview) returns it with that layout.
///
/// ```
/// use tiled_layout::{Layout, Region, View};
///
/// fn sum(region: View<'_, i32, Region<&Layout>>) -> i32 {
///     region.iter().sum()
/// }
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// assert_eq!(sum(view.region((1.., 3..))?), 7 + 10 + 17 + 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Region<M: Mapping> {
    whole: M,
    /// The first index of the region in the whole array.
    low: M::Index,
    extents: M::Index,
}

impl<M: WholeBuffer> Region<M> {
    /// The map of a region of the array of `map`.
    #[inline]
    pub(crate) fn of<'m, N>(map: &'m N, ranges: impl IndexRanges) -> Result<Self, RegionError>
    where
        N: Mapping<Index = M::Index, Whole<'m> = M>,
    {
        let bounds = ranges.within(map.dims())?;
        let mut low = M::Index::from_dims(bounds.low());
        let mut extents = M::Index::from_dims(bounds.high());
        for (extent, low) in extents.as_mut().iter_mut().zip(bounds.low()) {
            *extent -= low;
        }
        let (whole, origin) = N::whole(map.borrowed());
        if let Some(origin) = origin {
            for (low, origin) in low.as_mut().iter_mut().zip(origin.as_ref()) {
                *low += origin;
            }
        }
        Ok(Region {
            whole,
            low,
            extents,
        })
    }
}

impl<M: WholeBuffer> sealed::Sealed for Region<M> {}

#[diagnostic::do_not_recommend]
impl<M: WholeBuffer> Mapping for Region<M> {
    type Index = M::Index;
    type Borrowed<'a> = Region<M::Borrowed<'a>>;
    type Whole<'a> = M::Whole<'a>;

    /// The region may begin anywhere in a run.
    const RUN_PATTERN: Option<RunPattern> = match M::RUN_PATTERN {
        Some(pattern) => Some(pattern.from_index(1)),
        None => None,
    };

    #[inline]
    fn borrowed(&self) -> Self::Borrowed<'_> {
        Region {
            whole: self.whole.borrowed(),
            low: self.low,
            extents: self.extents,
        }
    }

    #[inline]
    fn whole<'a>(borrowed: Self::Borrowed<'a>) -> (Self::Whole<'a>, Option<M::Index>) {
        (M::whole(borrowed.whole).0, Some(borrowed.low))
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        self.extents.as_ref()
    }

    #[inline]
    fn offset_unchecked(&self, mut index: M::Index) -> usize {
        for (i, low) in index.as_mut().iter_mut().zip(self.low.as_ref()) {
            *i = i.wrapping_add(*low);
        }
        self.whole.offset_unchecked(index)
    }

    #[inline]
    fn slice_offset_unchecked(&self, index: &[usize]) -> usize {
        let mut in_whole = self.low;
        for (number, i) in in_whole.as_mut().iter_mut().zip(index) {
            *number = number.wrapping_add(*i);
        }
        self.whole.offset_unchecked(in_whole)
    }

    /// The pattern of the whole array, whose first run the region shortens.
    fn pattern(&self, dim: usize) -> RunPattern {
        let low = self.low.as_ref().get(dim).map_or(0, |low| *low);
        self.whole.pattern(dim).from_index(low)
    }

    fn grid(&self) -> Tiling<'_> {
        self.whole.grid()
    }

    #[inline]
    fn element_type(&self) -> ElementType {
        self.whole.element_type()
    }

    #[inline]
    fn element_bits(&self) -> usize {
        self.whole.element_bits()
    }
}
