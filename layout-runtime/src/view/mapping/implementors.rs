//! What implements `PositionMap`: the three kinds of layouts, and references to them.

use core::fmt;
use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::element_type::{ElementMarker, ElementType};

use super::position_map::{WholeBuffer, forward, forward_without_index, sealed};
use super::{PositionMap, StaticMapping};
use crate::layout::partial_layout::{LayoutOnDemand, PartialLayout};
use crate::layout::position::out_of_bounds;
use crate::layout::region::RegionBounds;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::layout::tile_grid::{TileGrid, TileNumber};
use crate::layout::{Index, Layout};

/// In `PositionMap`: a mapping that is `Copy`, which views and buffers hold by value,
/// of arrays of `RANK` dimensions.
macro_rules! by_value {
    () => {
        type Index = [usize; RANK];
        type Borrowed<'a>
            = Self
        where
            Self: 'a;
        type Owned = Self;
        type Coverage = WholeBuffer;
        type Whole<'a>
            = Self
        where
            Self: 'a;

        #[inline]
        fn borrowed(&self) -> Self {
            *self
        }

        fn to_owned_mapping(&self) -> Self {
            *self
        }

        #[inline]
        fn whole(&self) -> Self {
            *self
        }

        #[inline]
        fn index_of(&self, index: &[usize]) -> Option<[usize; RANK]> {
            index.try_into().ok()
        }
    };
}

impl sealed::Sealed for Layout {}

impl PositionMap for Layout {
    type Index = Index;
    type Coverage = WholeBuffer;
    type Borrowed<'a> = &'a Layout;
    type Owned = Layout;
    type Whole<'a> = &'a Layout;
    type LayoutRef<'a> = &'a Layout;

    const STATIC: Option<&'static Layout> = None;

    #[inline]
    fn borrowed(&self) -> &Layout {
        self
    }

    fn to_owned_mapping(&self) -> Layout {
        *self
    }

    #[inline]
    fn whole(&self) -> &Layout {
        self
    }

    #[inline]
    fn buffer_layout(&self) -> &Layout {
        self
    }

    #[inline]
    fn buffer_len(&self) -> usize {
        Layout::padded_len(self)
    }

    #[inline]
    fn extents(&self) -> &[usize] {
        Layout::dims(self)
    }

    #[inline]
    fn position(&self, index: Index) -> Option<usize> {
        Layout::slice_offset(self, &index)
    }

    #[inline]
    fn position_unchecked(&self, index: Index) -> usize {
        Layout::offset_unchecked(self, &index)
    }

    #[inline]
    fn slice_position(&self, index: &[usize]) -> Option<usize> {
        Layout::slice_offset(self, index)
    }

    #[inline]
    fn slice_position_unchecked(&self, index: &[usize]) -> usize {
        Layout::offset_unchecked(self, index)
    }

    fn index_of(&self, index: &[usize]) -> Option<Index> {
        (index.len() == self.rank()).then(|| Index::from_slice(index))
    }

    fn index_at(&self, position: usize) -> Option<Index> {
        Layout::index(self, position)
    }

    #[inline]
    fn run_pattern(&self) -> RunPattern {
        Layout::run_pattern(self)
    }

    fn run_pattern_along(&self, dim: usize) -> RunPattern {
        Layout::run_pattern_along(self, dim)
    }

    #[inline]
    fn is_row_major(&self) -> bool {
        Layout::is_row_major(self)
    }

    fn tile_grid(&self) -> TileGrid {
        TileGrid::of_layout(self)
    }

    #[inline]
    fn tile_at(&self, index: &[usize]) -> Option<TileNumber> {
        TileGrid::at_in(self, index)
    }

    fn contiguous(&self, region: &RegionBounds) -> Option<Range<usize>> {
        TileGrid::contiguous_in(self, region)
    }

    fn contiguous_at(&self, dim: usize, indices: &[usize]) -> Option<Range<usize>> {
        TileGrid::contiguous_at_in(self, dim, indices)
    }

    #[inline(always)] // one call, as in const evaluation
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        out_of_bounds(index, self)
    }
}

impl<E, const RANK: usize, D, O, T, A> sealed::Sealed for StaticLayout<E, RANK, D, O, T, A> where
    (E, D, O, T, A): Params<RANK>
{
}

impl<E, const RANK: usize, D, O, T, A> PositionMap for StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    by_value! {}
    type LayoutRef<'a>
        = &'static Layout
    where
        Self: 'a;

    const STATIC: Option<&'static Layout> = Some(Self::LAYOUT_REF);

    #[inline]
    fn buffer_layout(&self) -> &'static Layout {
        Self::LAYOUT_REF
    }

    #[inline]
    fn buffer_len(&self) -> usize {
        Self::PADDED_LEN
    }

    #[inline]
    fn position(&self, index: [usize; RANK]) -> Option<usize> {
        Self::checked(index)
    }

    #[inline]
    fn position_unchecked(&self, index: [usize; RANK]) -> usize {
        Self::unchecked(index)
    }

    #[inline]
    fn index_at(&self, position: usize) -> Option<[usize; RANK]> {
        Self::index(position)
    }

    #[inline]
    fn extents(&self) -> &[usize] {
        Self::DIMS
    }

    #[inline]
    fn run_pattern(&self) -> RunPattern {
        Self::RUN_PATTERN
    }

    #[inline]
    fn known_run_pattern(&self, _: RunPattern) -> RunPattern {
        Self::RUN_PATTERN
    }

    fn run_pattern_along(&self, dim: usize) -> RunPattern {
        Self::LAYOUT_REF.run_pattern_along(dim)
    }

    #[inline]
    fn pattern_of_rows(&self) -> RunPattern {
        const { Self::LAYOUT_REF.run_pattern_along(RANK.saturating_sub(2)) }
    }

    #[inline]
    fn is_row_major(&self) -> bool {
        const { Self::LAYOUT_REF.is_row_major() }
    }

    #[inline(always)] // as of a run-time layout
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        out_of_bounds(index, Self::LAYOUT_REF)
    }

    #[inline]
    fn tile_grid(&self) -> TileGrid {
        const { TileGrid::new(&Self::LAYOUT_REF.spec()) }
    }

    #[inline]
    fn contiguous(&self, region: &RegionBounds) -> Option<Range<usize>> {
        const { &TileGrid::new(&Self::LAYOUT_REF.spec()) }.contiguous(region)
    }
}

impl<E, const RANK: usize, D, O, T, A> StaticMapping for StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    (E, D, O, T, A): Params<RANK>,
{
    type Element = E;

    const LAYOUT: Layout = Self::LAYOUT;
}

impl<E, const RANK: usize, D, O, T, A> sealed::Sealed for PartialLayout<E, RANK, D, O, T, A> where
    (E, D, O, T, A): Params<RANK>
{
}

impl<E, const RANK: usize, D, O, T, A> PositionMap for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    by_value! {}
    type LayoutRef<'a>
        = LayoutOnDemand
    where
        Self: 'a;

    const STATIC: Option<&'static Layout> = None;

    fn buffer_layout(&self) -> LayoutOnDemand {
        LayoutOnDemand(self.to_layout())
    }

    #[inline]
    fn position(&self, index: [usize; RANK]) -> Option<usize> {
        PartialLayout::checked_offset(self, index)
    }

    #[inline]
    fn position_unchecked(&self, index: [usize; RANK]) -> usize {
        PartialLayout::offset_unchecked(self, index)
    }

    fn index_at(&self, position: usize) -> Option<[usize; RANK]> {
        PartialLayout::index(self, position)
    }

    #[inline]
    fn type_of_elements(&self) -> ElementType {
        <(E, D, O, T, A) as Params<RANK>>::Element::TYPE
    }

    #[inline]
    fn bits_of_element(&self) -> usize {
        const { Self::SPEC.element_bits() }
    }

    #[inline]
    fn extents(&self) -> &[usize] {
        PartialLayout::dims(self)
    }

    #[inline]
    fn count(&self) -> usize {
        PartialLayout::num_elements(self)
    }

    #[inline]
    fn buffer_len(&self) -> usize {
        PartialLayout::padded_len(self)
    }

    #[inline]
    fn run_pattern(&self) -> RunPattern {
        PartialLayout::run_pattern(self)
    }

    #[inline]
    fn known_run_pattern(&self, held: RunPattern) -> RunPattern {
        Self::RUN_PATTERN.unwrap_or(held)
    }

    fn run_pattern_along(&self, dim: usize) -> RunPattern {
        PartialLayout::run_pattern_along(self, dim)
    }

    #[inline]
    fn is_row_major(&self) -> bool {
        PartialLayout::is_row_major(self)
    }

    #[inline(always)] // one call, as of the other kinds
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        self.fail(index)
    }

    #[inline]
    fn tile_grid(&self) -> TileGrid {
        match const { TileGrid::of_unknowns(Self::SPEC) } {
            Some(grid) => grid.with_dims(self.dims()),
            None => TileGrid::new(&self.spec()),
        }
    }
}

impl<M: PositionMap> sealed::Sealed for &M {}

impl<'m, M: PositionMap> PositionMap for &'m M {
    type Index = M::Index;
    type Coverage = M::Coverage;
    /// It lives as long as the map, not as long as this reference to it.
    type Borrowed<'a>
        = M::Borrowed<'m>
    where
        Self: 'a;
    type Owned = M::Owned;
    type Whole<'a>
        = M::Whole<'m>
    where
        Self: 'a;
    type LayoutRef<'a>
        = M::LayoutRef<'m>
    where
        Self: 'a;

    const STATIC: Option<&'static Layout> = M::STATIC;

    #[inline]
    fn borrowed(&self) -> M::Borrowed<'m> {
        M::borrowed(self)
    }

    #[inline]
    fn whole(&self) -> M::Whole<'m> {
        M::whole(self)
    }

    #[inline]
    fn buffer_layout(&self) -> M::LayoutRef<'m> {
        M::buffer_layout(self)
    }

    forward! {
        map => **map;
        fn to_owned_mapping(&self) -> M::Owned;
        #[inline]
        fn extents(&self) -> &[usize];
        #[inline]
        fn position(&self, index: M::Index) -> Option<usize>;
        #[inline]
        fn position_unchecked(&self, index: M::Index) -> usize;
        #[inline]
        fn index_of(&self, index: &[usize]) -> Option<M::Index>;
        #[inline]
        fn index_at(&self, position: usize) -> Option<M::Index>;
    }
    forward_without_index! { map => **map }
}
