//! What implements `Mapping`: the three kinds of layouts, and references to them.

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::element_type::{ElementMarker, ElementType};

use super::{Mapping, StaticMapping, sealed};
use crate::layout::memory_scan::MemoryScan;
use crate::layout::partial_layout::{LayoutOnDemand, PartialLayout};
use crate::layout::position::out_of_bounds;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::layout::tile_grid::TileGrid;
use crate::layout::{Index, Layout};

/// Methods that call those of what a reference refers to.
macro_rules! forward {
    ($($(#[$attribute:meta])* fn $name:ident(&self $(, $argument:ident: $type:ty)?) -> $output:ty;)*) => {$(
        $(#[$attribute])*
        fn $name(&self $(, $argument: $type)?) -> $output {
            (**self).$name($($argument)?)
        }
    )*};
}

/// In `Mapping`: a mapping that is `Copy`, which views and buffers hold by value,
/// of arrays of `RANK` dimensions.
macro_rules! by_value {
    () => {
        type Index = [usize; RANK];
        type Borrowed<'a>
            = Self
        where
            Self: 'a;
        type Owned = Self;

        #[inline]
        fn borrowed(&self) -> Self {
            *self
        }

        fn to_owned_mapping(&self) -> Self {
            *self
        }

        #[inline]
        fn index_from_slice(&self, index: &[usize]) -> Option<[usize; RANK]> {
            index.try_into().ok()
        }
    };
}

/// In `Sealed`: the position of an index that is a slice, by that of an array.
macro_rules! positions_of_slices {
    () => {
        #[inline]
        fn checked_position(&self, index: &[usize]) -> Option<usize> {
            Mapping::checked_offset(self, index.try_into().ok()?)
        }

        #[inline]
        fn position_unchecked(&self, index: &[usize]) -> usize {
            let index = index.try_into();
            index.map_or(0, |index| Mapping::offset_unchecked(self, index))
        }
    };
}

impl sealed::Sealed for Layout {
    #[inline]
    fn steps(&self) -> RunPattern {
        Layout::steps(self)
    }

    fn steps_along(&self, dim: usize) -> RunPattern {
        Layout::steps_along(self, dim)
    }

    #[inline]
    fn checked_position(&self, index: &[usize]) -> Option<usize> {
        Layout::checked_offset(self, index)
    }

    #[inline]
    fn position_unchecked(&self, index: &[usize]) -> usize {
        Layout::offset_unchecked(self, index)
    }

    #[inline(always)] // one call, as in const evaluation
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        out_of_bounds(index, self)
    }

    fn tile_grid(&self) -> TileGrid {
        TileGrid::new(&self.spec())
    }

    fn sweep(&self) -> MemoryScan {
        MemoryScan::new(self)
    }
}

impl Mapping for Layout {
    type Index = Index;
    type Borrowed<'a> = &'a Layout;
    type Owned = Layout;
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
    fn layout(&self) -> &Layout {
        self
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        Layout::dims(self)
    }

    #[inline]
    fn padded_len(&self) -> usize {
        Layout::padded_len(self)
    }

    #[inline]
    fn checked_offset(&self, index: Index) -> Option<usize> {
        Layout::checked_offset(self, &index)
    }

    #[inline]
    fn offset_unchecked(&self, index: Index) -> usize {
        Layout::offset_unchecked(self, &index)
    }

    fn index(&self, position: usize) -> Option<Index> {
        Layout::index(self, position)
    }

    fn index_from_slice(&self, index: &[usize]) -> Option<Index> {
        (index.len() == self.rank()).then(|| Index::from_slice(index))
    }
}

impl<E, const RANK: usize, D, O, T, A> sealed::Sealed for StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    #[inline]
    fn steps(&self) -> RunPattern {
        Self::STEPS
    }

    #[inline]
    fn known_steps(&self, _: RunPattern) -> RunPattern {
        Self::STEPS
    }

    fn steps_along(&self, dim: usize) -> RunPattern {
        Self::LAYOUT_REF.steps_along(dim)
    }

    positions_of_slices! {}

    #[inline(always)] // as of a run-time layout
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        out_of_bounds(index, Self::LAYOUT_REF)
    }

    #[inline]
    fn tile_grid(&self) -> TileGrid {
        const { TileGrid::new(&Self::LAYOUT_REF.spec()) }
    }

    fn sweep(&self) -> MemoryScan {
        MemoryScan::new(Self::LAYOUT_REF)
    }
}

impl<E, const RANK: usize, D, O, T, A> Mapping for StaticLayout<E, RANK, D, O, T, A>
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
    fn layout(&self) -> &'static Layout {
        Self::LAYOUT_REF
    }

    #[inline]
    fn padded_len(&self) -> usize {
        Self::PADDED_LEN
    }

    #[inline]
    fn checked_offset(&self, index: [usize; RANK]) -> Option<usize> {
        Self::checked(index)
    }

    #[inline]
    fn offset_unchecked(&self, index: [usize; RANK]) -> usize {
        Self::unchecked(index)
    }

    #[inline]
    fn index(&self, position: usize) -> Option<[usize; RANK]> {
        Self::index(position)
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        Self::DIMS
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

impl<E, const RANK: usize, D, O, T, A> sealed::Sealed for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    #[inline]
    fn steps(&self) -> RunPattern {
        PartialLayout::steps(self)
    }

    fn steps_along(&self, dim: usize) -> RunPattern {
        PartialLayout::steps_along(self, dim)
    }

    positions_of_slices! {}

    #[inline(always)] // one call, as of the other kinds
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        self.fail(index)
    }

    fn tile_grid(&self) -> TileGrid {
        TileGrid::new(&self.spec())
    }

    fn sweep(&self) -> MemoryScan {
        MemoryScan::new(&self.to_layout())
    }
}

impl<E, const RANK: usize, D, O, T, A> Mapping for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    by_value! {}
    type LayoutRef<'a>
        = LayoutOnDemand
    where
        Self: 'a;

    const STATIC: Option<&'static Layout> = None;

    fn layout(&self) -> LayoutOnDemand {
        LayoutOnDemand(self.to_layout())
    }

    #[inline]
    fn checked_offset(&self, index: [usize; RANK]) -> Option<usize> {
        PartialLayout::checked_offset(self, index)
    }

    #[inline]
    fn offset_unchecked(&self, index: [usize; RANK]) -> usize {
        PartialLayout::offset_unchecked(self, index)
    }

    fn index(&self, position: usize) -> Option<[usize; RANK]> {
        PartialLayout::index(self, position)
    }

    #[inline]
    fn element_type(&self) -> ElementType {
        <(E, D, O, T, A) as Params<RANK>>::Element::TYPE
    }

    #[inline]
    fn element_bits(&self) -> usize {
        const { Self::SPEC.element_bits() }
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        PartialLayout::dims(self)
    }

    #[inline]
    fn num_elements(&self) -> usize {
        PartialLayout::num_elements(self)
    }

    #[inline]
    fn padded_len(&self) -> usize {
        PartialLayout::padded_len(self)
    }
}

impl<M: Mapping> sealed::Sealed for &M {
    forward! {
        #[inline]
        fn steps(&self) -> RunPattern;
        #[inline]
        fn known_steps(&self, held: RunPattern) -> RunPattern;
        fn steps_along(&self, dim: usize) -> RunPattern;
        #[inline]
        fn checked_position(&self, index: &[usize]) -> Option<usize>;
        #[inline]
        fn position_unchecked(&self, index: &[usize]) -> usize;
        #[inline(always)] // as in the mapping itself
        #[track_caller]
        fn out_of_bounds(&self, index: &[usize]) -> !;
        fn origin(&self) -> Option<&[usize]>;
        #[inline]
        fn tile_grid(&self) -> TileGrid;
        fn sweep(&self) -> MemoryScan;
    }
}

impl<'m, M: Mapping> Mapping for &'m M {
    type Index = M::Index;
    /// It lives as long as the mapping, not as long as this reference to it.
    type Borrowed<'a>
        = M::Borrowed<'m>
    where
        Self: 'a;
    type Owned = M::Owned;
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
    fn layout(&self) -> M::LayoutRef<'m> {
        M::layout(self)
    }

    forward! {
        fn to_owned_mapping(&self) -> M::Owned;
        #[inline]
        fn checked_offset(&self, index: M::Index) -> Option<usize>;
        #[inline]
        fn offset_unchecked(&self, index: M::Index) -> usize;
        #[inline]
        fn index(&self, position: usize) -> Option<M::Index>;
        #[inline]
        fn index_from_slice(&self, index: &[usize]) -> Option<M::Index>;
        #[inline]
        fn element_type(&self) -> ElementType;
        #[inline]
        fn element_bits(&self) -> usize;
        #[inline]
        fn dims(&self) -> &[usize];
        #[inline]
        fn num_elements(&self) -> usize;
        #[inline]
        fn padded_len(&self) -> usize;
    }
}
