//! What implements `Mapping`: the three kinds of layouts, and references to them.

use core::convert::Infallible;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::element_type::{ElementMarker, ElementType};

use super::region::Corner;
use super::run_pattern;
use super::{Mapping, OwnIndex, Ranked, StaticMapping, WholeBuffer, sealed};
use crate::layout::error::LayoutError;
use crate::layout::partial_layout::{LayoutOnDemand, PartialLayout};
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::layout::tile_grid::{NestedGrid, TileGrid, Tiling};
use crate::layout::{Index, Layout};

impl sealed::Sealed for Layout {}

#[diagnostic::do_not_recommend]
// SAFETY: each digit of an index is below the extent that `padded_len` counts, and a layout is immutable.
unsafe impl Mapping for Layout {
    type Index = Index;
    type One = Infallible;
    type Other = ();
    type Permuted = Layout;
    type Borrowed<'a> = &'a Layout;
    type WholeIndex = Index;
    type Whole<'a> = &'a Layout;

    #[inline]
    fn borrowed(&self) -> &Layout {
        self
    }

    #[inline]
    fn whole<'a>(borrowed: Self::Borrowed<'a>) -> (Self::Whole<'a>, Option<Corner<Index>>) {
        (borrowed, None)
    }

    #[inline]
    fn one_dimension(&self) -> Result<Infallible, ()> {
        Err(())
    }

    fn permuted(&self, permutation: &[usize]) -> Result<Layout, LayoutError> {
        self.permute_dimensions(permutation)
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        // No panic, so that a comparison with the length of an index is one comparison.
        let dims = self.dims_list();
        dims.items().get(..dims.len()).unwrap_or(&[])
    }

    #[inline]
    fn offset_unspecified(&self, index: Index) -> usize {
        Layout::offset_unspecified(self, &index)
    }

    #[inline]
    fn slice_offset_unspecified(&self, index: &[usize]) -> usize {
        Layout::offset_unspecified(self, index)
    }

    #[inline]
    fn pattern(&self, dim: usize) -> RunPattern {
        self.run_pattern_along(dim)
    }

    #[inline]
    fn is_row_major(&self) -> bool {
        Layout::is_row_major(self)
    }

    #[inline]
    fn buffer_len(&self) -> usize {
        self.padded_len()
    }

    #[inline]
    fn with_layout<R>(&self, f: impl FnOnce(&Layout) -> R) -> Option<R> {
        Some(f(self))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the same, and `TileGrid` divides the positions below `padded_len` into tiles.
unsafe impl WholeBuffer for Layout {
    type BorrowedWhole<'a> = &'a Layout;
    type PermutedWhole = Layout;
    type LayoutRef<'a> = &'a Layout;
    type Owned = Layout;

    #[inline]
    fn layout(&self) -> &Layout {
        self
    }

    #[inline]
    fn grid(&self) -> Tiling<'_> {
        Tiling::of_layout(self)
    }

    fn to_owned_mapping(&self) -> Layout {
        *self
    }
}

/// In `Mapping`: a layout that is `Copy`, which views and buffers hold by value, of arrays of
/// `RANK` dimensions.
macro_rules! by_value {
    () => {
        type Index = [usize; RANK];
        type Borrowed<'a> = Self;
        type WholeIndex = [usize; RANK];
        type Whole<'a> = Self;
        type One = <[usize; RANK] as OwnIndex>::One;
        type Other = <[usize; RANK] as OwnIndex>::Other;
        type Permuted = Ranked<Layout, RANK>;

        #[inline]
        fn one_dimension(&self) -> Result<Self::One, Self::Other> {
            <[usize; RANK]>::one_dimension(RANK)
        }

        fn permuted(&self, permutation: &[usize]) -> Result<Ranked<Layout, RANK>, LayoutError> {
            let layout = self.layout().permute_dimensions(permutation)?;
            Ok(Ranked { layout })
        }

        #[inline]
        fn borrowed(&self) -> Self {
            *self
        }

        #[inline]
        fn whole<'a>(
            borrowed: Self::Borrowed<'a>,
        ) -> (Self::Whole<'a>, Option<Corner<[usize; RANK]>>) {
            (borrowed, None)
        }
    };
}

impl<E, const RANK: usize, D, O, T, A> sealed::Sealed for StaticLayout<E, RANK, D, O, T, A> {}

#[diagnostic::do_not_recommend]
// SAFETY: the constants are those of one `Layout`, and the formula is its formula.
unsafe impl<E, const RANK: usize, D, O, T, A> Mapping for StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    [usize; RANK]: OwnIndex,
{
    by_value! {}

    const STATIC: Option<&'static Layout> = Some(Self::LAYOUT_REF);
    const IS_CHEAP: bool = true;
    const RUN_PATTERN: Option<RunPattern> = Some(Self::LAYOUT_REF.run_pattern());

    #[inline]
    fn dims(&self) -> &[usize] {
        Self::DIMS_REF
    }

    #[inline]
    fn checked_offset(&self, index: [usize; RANK]) -> Option<usize> {
        Self::checked(index)
    }

    #[inline]
    fn offset_unspecified(&self, index: [usize; RANK]) -> usize {
        Self::unspecified(index)
    }

    #[inline]
    fn pattern(&self, dim: usize) -> RunPattern {
        let patterns = const { &run_pattern::along_each(Self::LAYOUT_REF) };
        patterns[dim]
    }

    #[inline]
    fn is_row_major(&self) -> bool {
        const { Self::LAYOUT_REF.is_row_major() }
    }

    #[inline]
    fn buffer_len(&self) -> usize {
        Self::PADDED_LEN
    }

    #[inline]
    fn with_layout<R>(&self, f: impl FnOnce(&Layout) -> R) -> Option<R> {
        Some(f(Self::LAYOUT_REF))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the constants are those of one `Layout`.
unsafe impl<E, const RANK: usize, D, O, T, A> WholeBuffer for StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    [usize; RANK]: OwnIndex,
{
    type BorrowedWhole<'a> = Self;
    type PermutedWhole = Ranked<Layout, RANK>;
    type LayoutRef<'a>
        = &'static Layout
    where
        Self: 'a;
    type Owned = Self;

    #[inline]
    fn layout(&self) -> &'static Layout {
        Self::LAYOUT_REF
    }

    #[inline]
    fn grid(&self) -> Tiling<'_> {
        Tiling::Known(const { &TileGrid::new(&Self::LAYOUT_REF.spec()) })
    }

    fn to_owned_mapping(&self) -> Self {
        *self
    }
}

impl<E, const RANK: usize, D, O, T, A> StaticMapping for StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    (E, D, O, T, A): Params<RANK>,
    [usize; RANK]: OwnIndex,
{
    type Element = E;

    const LAYOUT: Layout = Self::LAYOUT;
    const MAPPING: Self = Self::new();
}

impl<E, const RANK: usize, D, O, T, A> sealed::Sealed for PartialLayout<E, RANK, D, O, T, A> {}

#[diagnostic::do_not_recommend]
// SAFETY: each digit of an index is below the extent that `padded_len` counts, and a layout is immutable.
unsafe impl<E, const RANK: usize, D, O, T, A> Mapping for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    [usize; RANK]: OwnIndex,
{
    by_value! {}

    const RUN_PATTERN: Option<RunPattern> = Self::RUN_PATTERN;

    #[inline]
    fn dims(&self) -> &[usize] {
        PartialLayout::dims(self)
    }

    #[inline]
    fn checked_offset(&self, index: [usize; RANK]) -> Option<usize> {
        PartialLayout::checked_offset(self, index)
    }

    #[inline]
    fn offset_unspecified(&self, index: [usize; RANK]) -> usize {
        PartialLayout::offset_unspecified(self, index)
    }

    fn pattern(&self, dim: usize) -> RunPattern {
        self.run_pattern_along(dim)
    }

    #[inline]
    fn is_row_major(&self) -> bool {
        PartialLayout::is_row_major(self)
    }

    #[inline]
    fn buffer_len(&self) -> usize {
        PartialLayout::padded_len(self)
    }

    #[inline]
    fn with_layout<R>(&self, f: impl FnOnce(&Layout) -> R) -> Option<R> {
        Some(f(&self.to_layout()))
    }

    #[inline]
    fn element(&self) -> Option<(ElementType, usize)> {
        Some((self.element_type(), self.element_bits()))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the grids are those of the same layout with all sizes known.
unsafe impl<E, const RANK: usize, D, O, T, A> WholeBuffer for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    [usize; RANK]: OwnIndex,
{
    type BorrowedWhole<'a> = Self;
    type PermutedWhole = Ranked<Layout, RANK>;
    type LayoutRef<'a>
        = LayoutOnDemand
    where
        Self: 'a;
    type Owned = Self;

    fn layout(&self) -> LayoutOnDemand {
        LayoutOnDemand(self.to_layout())
    }

    #[inline]
    fn element_type(&self) -> ElementType {
        PartialLayout::element_type(self)
    }

    #[inline]
    fn element_bits(&self) -> usize {
        PartialLayout::element_bits(self)
    }

    #[inline]
    fn grid(&self) -> Tiling<'_> {
        match const { Self::PARTS.nested_tiles() } {
            Some(tiles) => Tiling::Nested(NestedGrid {
                tiles,
                parts: Self::PARTS,
                dims: self.dims(),
            }),
            None => Tiling::Made(TileGrid::new(&self.spec())),
        }
    }

    fn to_owned_mapping(&self) -> Self {
        *self
    }

    fn index(&self, position: usize) -> Option<[usize; RANK]> {
        PartialLayout::index(self, position)
    }

    #[inline]
    fn padded_len(&self) -> usize {
        PartialLayout::padded_len(self)
    }
}

impl<M: Mapping> sealed::Sealed for &M {}

#[diagnostic::do_not_recommend]
// SAFETY: all methods are the methods of `M`, which cannot change behind a shared reference.
unsafe impl<'m, M: Mapping> Mapping for &'m M {
    type Index = M::Index;
    /// It lives as long as the mapping, not as long as this reference to it.
    type Borrowed<'a> = M::Borrowed<'m>;
    type WholeIndex = M::WholeIndex;
    type Whole<'a> = M::Whole<'m>;
    type One = M::One;
    type Other = M::Other;
    type Permuted = M::Permuted;

    const STATIC: Option<&'static Layout> = M::STATIC;
    const IS_CHEAP: bool = M::IS_CHEAP;
    const RUN_PATTERN: Option<RunPattern> = M::RUN_PATTERN;

    #[inline]
    fn whole<'a>(borrowed: Self::Borrowed<'a>) -> (Self::Whole<'a>, Option<Corner<M::WholeIndex>>) {
        M::whole(borrowed)
    }

    forward! { self => (**self);
        borrowed() -> M::Borrowed<'m>;
        dims() -> &[usize];
        one_dimension() -> Result<M::One, M::Other>;
        permuted(permutation: &[usize]) -> Result<M::Permuted, LayoutError>;
        checked_offset(index: M::Index) -> Option<usize>;
        offset_unspecified(index: M::Index) -> usize;
        slice_offset_unspecified(index: &[usize]) -> usize;
        pattern(dim: usize) -> RunPattern;
        is_row_major() -> bool;
        buffer_len() -> usize;
        element() -> Option<(ElementType, usize)>;
        owns_gaps() -> bool;
    }

    #[inline]
    fn with_layout<R>(&self, f: impl FnOnce(&Layout) -> R) -> Option<R> {
        (**self).with_layout(f)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: all methods are the methods of `M`.
unsafe impl<'m, M: WholeBuffer> WholeBuffer for &'m M {
    type BorrowedWhole<'a> = M::BorrowedWhole<'m>;
    type PermutedWhole = M::PermutedWhole;
    type LayoutRef<'a>
        = M::LayoutRef<'m>
    where
        Self: 'a;
    type Owned = M::Owned;

    forward! { self => (**self);
        layout() -> M::LayoutRef<'m>;
        grid() -> Tiling<'_>;
        to_owned_mapping() -> M::Owned;
        index(position: usize) -> Option<M::Index>;
        element_type() -> ElementType;
        element_bits() -> usize;
        padded_len() -> usize;
    }
}
