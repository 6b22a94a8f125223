//! `Mapping` of layouts whose sizes are partly known only at run time.

use super::{Mapping, sealed};
use crate::layout::Layout;
use crate::layout::formula::run_pattern::RunPattern;
use crate::layout::memory_scan::MemoryScan;
use crate::layout::partial_layout::{LayoutOnDemand, PartialLayout};
use crate::layout::static_layout::params::Params;
use crate::spec::element_type::{ElementMarker, ElementType};

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

    #[inline]
    fn checked_position(&self, index: &[usize]) -> Option<usize> {
        PartialLayout::checked_offset(self, index.try_into().ok()?)
    }

    #[inline]
    fn position_unchecked(&self, index: &[usize]) -> usize {
        let index = index.try_into();
        index.map_or(0, |index| PartialLayout::offset_unchecked(self, index))
    }

    #[inline(always)] // one call, as of the other kinds
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> ! {
        self.fail(index)
    }

    fn sweep(&self) -> MemoryScan {
        MemoryScan::new(&self.to_layout())
    }
}

impl<E, const RANK: usize, D, O, T, A> Mapping for PartialLayout<E, RANK, D, O, T, A>
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
        = LayoutOnDemand
    where
        Self: 'a;

    const STATIC: Option<&'static Layout> = None;

    #[inline]
    fn borrowed(&self) -> Self {
        *self
    }

    fn to_owned_mapping(&self) -> Self {
        *self
    }

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
    fn index_from_slice(&self, index: &[usize]) -> Option<[usize; RANK]> {
        index.try_into().ok()
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
