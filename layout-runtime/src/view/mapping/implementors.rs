//! What implements `Mapping`: both kinds of layouts, and references to them.

use super::{Mapping, StaticMapping, sealed};
use crate::layout::formula::run_pattern::RunPattern;
use crate::layout::memory_scan::MemoryScan;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::{Attributes, DimsList, Tiles};
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

    fn sweep(&self) -> MemoryScan {
        MemoryScan::new(self)
    }
}

impl Mapping for Layout {
    type Index = Index;

    const STATIC: Option<&'static Layout> = None;

    #[inline]
    fn layout(&self) -> &Layout {
        self
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
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: Tiles,
    A: Attributes,
{
    #[inline]
    fn steps(&self) -> RunPattern {
        Self::STEPS
    }

    fn steps_along(&self, dim: usize) -> RunPattern {
        Self::LAYOUT_REF.steps_along(dim)
    }

    fn sweep(&self) -> MemoryScan {
        MemoryScan::new(Self::LAYOUT_REF)
    }
}

impl<E, const RANK: usize, D, O, T, A> Mapping for StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: Tiles,
    A: Attributes,
{
    type Index = [usize; RANK];

    const STATIC: Option<&'static Layout> = Some(Self::LAYOUT_REF);

    #[inline]
    fn layout(&self) -> &Layout {
        Self::LAYOUT_REF
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

    fn sweep(&self) -> MemoryScan {
        (**self).sweep()
    }
}

impl<E, const RANK: usize, D, O, T, A> StaticMapping for StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: Tiles,
    A: Attributes,
{
    const LAYOUT: Layout = Self::LAYOUT;
}

impl<M: Mapping> Mapping for &M {
    type Index = M::Index;

    const STATIC: Option<&'static Layout> = M::STATIC;

    #[inline]
    fn layout(&self) -> &Layout {
        (**self).layout()
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
