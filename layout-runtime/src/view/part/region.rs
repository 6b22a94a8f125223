//! `Region`: the map of a region of an array, and the regions of views.

use core::fmt;
use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::element_type::ElementType;
use layout_core::util::arithmetic::product;

use crate::layout::Layout;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::IndexRanges;
use crate::layout::tile_grid::{TileGrid, TileNumber};
use crate::view::mapping::PositionMap;
use crate::view::mapping::nd_index::OwnIndex;
use crate::view::mapping::position_map::{PartOfBuffer, forward, sealed};
use crate::view::{View, ViewMut};

/// The map of a region of an array: indices count from the region's first index, positions
/// from the start of the whole array's buffer.
///
/// [`View::region`] makes it, with any range of indices per dimension. If the region has
/// its own layout, [`View::subview`] returns it with that layout.
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
pub struct Region<M: PositionMap> {
    whole: M,
    /// The first index of the region in the whole array.
    low: M::Index,
    extents: M::Index,
}

/// A region of an array: [`View::region`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let region = view.region((1.., 2..))?;
/// assert_eq!(region.dims(), [2, 3]);
/// assert_eq!(region[[1, 1]], 17); // element (2,3)
/// assert_eq!(region.to_row_major(), [6, 7, 10, 16, 17, 20]);
/// assert_eq!(region.get([1, 3]), None); // padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type RegionView<'a, T, M> = View<'a, T, Region<M>>;

/// A mutable region of an array: [`ViewMut::region_mut`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0; 24];
/// let mut view = layout.view_mut(&mut buffer)?;
/// let mut region = view.region_mut((1.., 2..))?;
/// region.fill(1);
/// region[[1, 1]] = 7; // element (2,3)
/// assert_eq!(view[[2, 3]], 7);
/// assert_eq!(buffer.iter().sum::<i32>(), 5 + 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type RegionViewMut<'a, T, M> = ViewMut<'a, T, Region<M>>;

impl<M: PositionMap> Region<M> {
    /// The map of a region of the array of `map`, whose buffer has the mapping `whole`.
    #[inline]
    fn new(
        map: &impl PositionMap<Index = M::Index>,
        whole: M,
        ranges: impl IndexRanges,
    ) -> Result<Self, RegionError> {
        let bounds = ranges.within(map.extents())?;
        let mut low = M::Index::from_dims(bounds.low_list());
        let mut extents = M::Index::from_dims(bounds.high_list());
        for (extent, low) in extents.as_mut().iter_mut().zip(bounds.low()) {
            *extent -= low;
        }
        for (low, origin) in low.as_mut().iter_mut().zip(map.origin().unwrap_or(&[])) {
            *low += origin;
        }
        Ok(Region {
            whole,
            low,
            extents,
        })
    }

    /// The map of a region of the array of `map`.
    #[inline]
    pub(crate) fn of<'m, N>(map: &'m N, ranges: impl IndexRanges) -> Result<Self, RegionError>
    where
        N: PositionMap<Index = M::Index, Whole<'m> = M>,
    {
        Region::new(map, map.whole(), ranges)
    }

    /// The region's range in each dimension of the whole array.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let lows = self.low.as_ref().iter();
        lows.zip(self.extents()).map(|(&low, dim)| low..low + dim)
    }

    /// The run pattern of the whole array, whose first run the region shortens.
    fn shortened(&self, pattern: RunPattern, dim: usize) -> RunPattern {
        pattern.from_index(self.low.as_ref().get(dim).map_or(0, |low| *low))
    }

    fn contains(&self, index: &[usize]) -> bool {
        let extents = self.extents();
        index.len() == extents.len() && index.iter().zip(extents).all(|(i, extent)| i < extent)
    }
}

impl<M: PositionMap> sealed::Sealed for Region<M> {}

impl<M: PositionMap> PositionMap for Region<M> {
    type Index = M::Index;
    type Coverage = PartOfBuffer;
    type Borrowed<'a>
        = Region<M::Borrowed<'a>>
    where
        Self: 'a;
    type Owned = Region<M::Owned>;
    type Whole<'a>
        = M::Whole<'a>
    where
        Self: 'a;
    type LayoutRef<'a>
        = M::LayoutRef<'a>
    where
        Self: 'a;

    const STATIC: Option<&'static Layout> = None; // it is that of the whole array

    #[inline]
    fn borrowed(&self) -> Region<M::Borrowed<'_>> {
        Region {
            whole: self.whole.borrowed(),
            low: self.low,
            extents: self.extents,
        }
    }

    fn to_owned_mapping(&self) -> Region<M::Owned> {
        Region {
            whole: self.whole.to_owned_mapping(),
            low: self.low,
            extents: self.extents,
        }
    }

    #[inline]
    fn extents(&self) -> &[usize] {
        self.extents.as_ref()
    }

    #[inline]
    fn count(&self) -> usize {
        product(self.extents())
    }

    fn origin(&self) -> Option<&[usize]> {
        Some(self.low.as_ref())
    }

    #[inline]
    fn position(&self, index: M::Index) -> Option<usize> {
        self.contains(index.as_ref())
            .then(|| self.position_unchecked(index))
    }

    #[inline]
    fn position_unchecked(&self, mut index: M::Index) -> usize {
        for (i, low) in index.as_mut().iter_mut().zip(self.low.as_ref()) {
            *i = i.wrapping_add(*low);
        }
        self.whole.position_unchecked(index)
    }

    #[inline]
    fn slice_position_unchecked(&self, index: &[usize]) -> usize {
        let mut in_whole = self.low;
        for (number, i) in in_whole.as_mut().iter_mut().zip(index) {
            *number = number.wrapping_add(*i);
        }
        self.whole.position_unchecked(in_whole)
    }

    fn index_at(&self, position: usize) -> Option<M::Index> {
        let mut index = self.whole.index_at(position)?;
        for (i, low) in index.as_mut().iter_mut().zip(self.low.as_ref()) {
            *i = i.checked_sub(*low)?;
        }
        self.contains(index.as_ref()).then_some(index)
    }

    #[inline]
    fn run_pattern(&self) -> RunPattern {
        let last = self.extents().len().wrapping_sub(1);
        self.shortened(self.whole.run_pattern(), last)
    }

    #[inline]
    fn known_run_pattern(&self, held: RunPattern) -> RunPattern {
        self.whole.known_run_pattern(held).with_first_index_of(held)
    }

    fn run_pattern_along(&self, dim: usize) -> RunPattern {
        self.shortened(self.whole.run_pattern_along(dim), dim)
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        panic!(
            "index {index:?} is out of bounds of a region of size {:?} of {}",
            self.extents(),
            *self.buffer_layout()
        )
    }

    fn fmt_source(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("region=[")?;
        for (dim, range) in self.ranges().enumerate() {
            let comma = if dim > 0 { ", " } else { "" };
            write!(f, "{comma}{range:?}")?;
        }
        write!(f, "] of {}", *self.buffer_layout())
    }

    forward! {
        map => map.whole;
        #[inline]
        fn whole(&self) -> M::Whole<'_>;
        #[inline]
        fn buffer_layout(&self) -> M::LayoutRef<'_>;
        #[inline]
        fn buffer_len(&self) -> usize;
        #[inline]
        fn type_of_elements(&self) -> ElementType;
        #[inline]
        fn bits_of_element(&self) -> usize;
        #[inline]
        fn index_of(&self, index: &[usize]) -> Option<M::Index>;
        fn tile_grid(&self) -> TileGrid;
        #[inline]
        fn tile_at(&self, index: &[usize]) -> Option<TileNumber>;
    }
}

impl<'a, T, M: PositionMap> View<'a, T, M> {
    /// A region of the array, given by one range of indices per dimension, without copying.
    /// `ranges` is a tuple, an array or a slice of ranges: see [`IndexRanges`]. The result
    /// is a view, whose indices count from the region's first index.
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    #[inline]
    pub fn region(
        &self,
        ranges: impl IndexRanges,
    ) -> Result<RegionView<'a, T, M::Whole<'_>>, RegionError> {
        Ok(View::from_checked(
            self.buffer(),
            Region::of(self.mapping(), ranges)?,
        ))
    }
}

impl<T, M: PositionMap> ViewMut<'_, T, M> {
    /// A region of the array; as [`View::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    #[inline]
    pub fn region(
        &self,
        ranges: impl IndexRanges,
    ) -> Result<RegionView<'_, T, M::Whole<'_>>, RegionError> {
        let region = Region::of(self.mapping(), ranges)?;
        Ok(View::from_checked(self.buffer, region))
    }

    /// A mutable region of the array; as [`View::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    #[inline]
    pub fn region_mut(
        &mut self,
        ranges: impl IndexRanges,
    ) -> Result<RegionViewMut<'_, T, M::Whole<'_>>, RegionError> {
        let (buffer, map) = self.parts();
        Ok(ViewMut::from_checked(buffer, Region::of(map, ranges)?))
    }
}
