//! `Stretches`: the maximal runs of an array along a dimension.

use layout_core::formula::run_pattern::RunPattern;

use super::LogicalOrder;
#[cfg(feature = "rayon")]
use super::SplitInTwo;
use super::segments::Segments;
use crate::map::{Mapping, run_pattern};

/// Iterates over the maximal runs of a mapping along a dimension, with the first index, the
/// position and the length of each.
#[derive(Clone)]
pub(crate) struct Stretches<M: Mapping> {
    order: LogicalOrder<M>,
    /// True if each run is one element, because elements are not contiguous.
    single: bool,
    /// True if a run may span several segments.
    merge: bool,
}

impl<M: Mapping> Stretches<M> {
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        let steps = run_pattern(&mapping);
        let dim = mapping.dims().len().saturating_sub(1);
        Self::of(mapping, dim, steps)
    }

    pub(crate) fn along(mapping: M, dim: usize) -> Self {
        let steps = mapping.pattern(dim);
        Self::of(mapping, dim, steps)
    }

    #[inline]
    fn of(mapping: M, dim: usize, steps: RunPattern) -> Self {
        let (contiguous, merge) = (steps.step() == 1, steps.joins());
        // Elements that are contiguous across a tile's edge make one run.
        let steps = if contiguous || !merge {
            steps
        } else {
            RunPattern::SINGLE
        };
        let is_last = dim + 1 == mapping.dims().len();
        // SAFETY: both callers pass the mapping's pattern along `dim`.
        let segments = unsafe { Segments::along(mapping, dim, steps) };
        Stretches {
            single: !contiguous && !merge,
            merge,
            order: LogicalOrder::of(if is_last {
                segments.in_indexed_batches()
            } else {
                segments
            }),
        }
    }

    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        self.order.mapping()
    }

    #[inline]
    fn segments(&self) -> &Segments<M> {
        &self.order.segments
    }
}

#[cfg(feature = "rayon")]
impl<M: Mapping> SplitInTwo for Stretches<M> {
    fn num_elements(&self) -> usize {
        self.order.size_hint().0
    }

    /// If a run may span several segments, rows stay whole.
    fn split(self) -> (Self, Option<Self>) {
        let Stretches { single, merge, .. } = self;
        let unit = if merge {
            self.segments().a_row().max(1)
        } else {
            1
        };
        let stretches = |segments| Stretches {
            order: LogicalOrder::of(segments),
            single,
            merge,
        };
        let (segments, rest) = self.order.segments.split(unit);
        (stretches(segments), rest.map(stretches))
    }
}

impl<M: Mapping> Iterator for Stretches<M> {
    type Item = (M::Index, usize, usize);

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<Self::Item> {
        if self.single {
            let step = self.segments().run_pattern().step();
            let (left, position) = self.order.next_by(step)?;
            let index = self.segments().index_before(left);
            return Some((index, position, 1));
        }
        let segments = &mut self.order.segments;
        let mut segment = segments.next_front()?;
        while self.merge
            && let Some(position) = segments.next_in_row()
            && position == segment.position + segment.len
            && let Some(next) = segments.next_front()
        {
            segment.len += next.len;
        }
        let index = segments.index_before(segment.len);
        Some((index, segment.position, segment.len))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.single {
            return self.order.size_hint();
        }
        match self.segments().len() {
            len if self.merge => (len.min(1), Some(len)),
            len => (len, Some(len)),
        }
    }
}

impl<M: Mapping> DoubleEndedIterator for Stretches<M> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.single {
            let step = self.segments().run_pattern().step();
            let (index, position) = self.order.next_back_by(step)?;
            return Some((index, position, 1));
        }
        let segments = &mut self.order.segments;
        let (end, mut segment) = segments.next_back()?;
        while self.merge
            && let Some(before) = segments.last_in_row()
            && before.position + before.len == segment.position
        {
            segments.next_back();
            segment.position = before.position;
            segment.len += before.len;
        }
        let index = end.before(segments.axis(), segment.len);
        Some((index, segment.position, segment.len))
    }
}
