//! What implements `Mapping`: both kinds of layouts, and references to them.

use super::{Mapping, StaticMapping, sealed};
use crate::layout::formula::run_pattern::RunPattern;
use crate::layout::memory_scan::MemoryScan;
use crate::layout::position::out_of_bounds;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::layout::{Index, Layout};
use crate::spec::element_type::ElementMarker;

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

    fn steps_along(&self, dim: usize) -> RunPattern {
        Self::LAYOUT_REF.steps_along(dim)
    }

    fn checked_position(&self, index: &[usize]) -> Option<usize> {
        Self::checked(index.try_into().ok()?)
    }

    fn position_unchecked(&self, index: &[usize]) -> usize {
        index.try_into().map_or(0, Self::unchecked)
    }

    #[inline(always)] // as of a run-time layout
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        out_of_bounds(index, Self::LAYOUT_REF)
    }

    fn sweep(&self) -> MemoryScan {
        MemoryScan::new(Self::LAYOUT_REF)
    }
}

impl<E, const RANK: usize, D, O, T, A> Mapping for StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    type Index = [usize; RANK];
    type Borrowed<'a>
        = Self
    where
        Self: 'a;
    type Owned = Self;
    type LayoutRef<'a>
        = &'static Layout
    where
        Self: 'a;

    const STATIC: Option<&'static Layout> = Some(Self::LAYOUT_REF);

    #[inline]
    fn borrowed(&self) -> Self {
        *self
    }

    fn to_owned_mapping(&self) -> Self {
        *self
    }

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
    fn index_from_slice(&self, index: &[usize]) -> Option<[usize; RANK]> {
        index.try_into().ok()
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        Self::DIMS
    }
}

impl<M: Mapping> sealed::Sealed for &M {
    #[inline]
    fn steps(&self) -> RunPattern {
        (**self).steps()
    }

    fn steps_along(&self, dim: usize) -> RunPattern {
        (**self).steps_along(dim)
    }

    #[inline]
    fn checked_position(&self, index: &[usize]) -> Option<usize> {
        (**self).checked_position(index)
    }

    #[inline]
    fn position_unchecked(&self, index: &[usize]) -> usize {
        (**self).position_unchecked(index)
    }

    #[inline(always)] // as in the mapping itself
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        (**self).out_of_bounds(index)
    }

    fn origin(&self) -> Option<&[usize]> {
        (**self).origin()
    }

    fn sweep(&self) -> MemoryScan {
        (**self).sweep()
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

    fn to_owned_mapping(&self) -> M::Owned {
        (**self).to_owned_mapping()
    }

    #[inline]
    fn layout(&self) -> M::LayoutRef<'m> {
        M::layout(self)
    }

    #[inline]
    fn padded_len(&self) -> usize {
        (**self).padded_len()
    }

    #[inline]
    fn checked_offset(&self, index: Self::Index) -> Option<usize> {
        (**self).checked_offset(index)
    }

    #[inline]
    fn offset_unchecked(&self, index: Self::Index) -> usize {
        (**self).offset_unchecked(index)
    }

    #[inline]
    fn index(&self, position: usize) -> Option<Self::Index> {
        (**self).index(position)
    }

    #[inline]
    fn index_from_slice(&self, index: &[usize]) -> Option<Self::Index> {
        (**self).index_from_slice(index)
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        (**self).dims()
    }
}
