//! `Line`: the elements of an array of one dimension.

use core::iter::FusedIterator;
use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;

use super::segment::Segment;
use crate::map::{Mapping, known_run_pattern, run_pattern};

/// The fewest elements of a run for which a loop over runs is faster than the formula of each element,
/// where that takes a few instructions.
const SHORT_RUN: usize = 8;

/// Iterates over the positions of the elements of an array of one dimension.
///
/// An array of three elements is as usual as one of a million: making it takes a few instructions,
/// as long as the pattern is known when the program compiles.
#[derive(Clone)]
pub(crate) struct Line<M: Mapping> {
    mapping: M,
    pattern: RunPattern,
    /// The elements up to an edge that the front has begun.
    front: Segment,
    /// The indices that neither end has begun.
    indices: Range<usize>,
    /// True if all elements follow one another, in `front`. The compiler takes the test out of loops,
    /// and vectorises those over such arrays.
    contiguous: bool,
}

impl<M: Mapping> Line<M> {
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        let pattern = run_pattern(&mapping);
        let len = mapping.num_elements();
        let mut line = Line {
            contiguous: pattern.step() == 1 && pattern.edges().first_run() >= len,
            front: Segment::EMPTY,
            indices: 0..len,
            pattern,
            mapping,
        };
        if line.contiguous {
            line.front = line.next_run();
        }
        line
    }

    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        &self.mapping
    }

    #[inline]
    fn step(&self) -> usize {
        if self.contiguous {
            return 1;
        }
        known_run_pattern::<M>(self.pattern).step()
    }

    #[inline]
    fn at(&self, index: usize) -> usize {
        self.mapping.slice_offset_unspecified(&[index])
    }

    /// Takes the elements up to the next edge, which may be none.
    #[inline]
    fn next_run(&mut self) -> Segment {
        let Range { start, end } = self.indices;
        if start == end {
            return Segment::EMPTY;
        }
        let to_edge = known_run_pattern::<M>(self.pattern).until_edge(start);
        let len = to_edge.min(end - start);
        self.indices.start += len;
        Segment {
            position: self.at(start),
            len,
        }
    }
}

impl<M: Mapping> Iterator for Line<M> {
    type Item = usize;

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<usize> {
        if self.front.len == 0 {
            if self.contiguous {
                return None;
            }
            self.front = self.next_run();
        }
        self.front.len = self.front.len.checked_sub(1)?;
        let position = self.front.position;
        self.front.position = position.wrapping_add(self.step());
        Some(position)
    }

    #[inline(always)] // as `next`
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.front.len + (self.indices.end - self.indices.start);
        (len, Some(len))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<usize> {
        if n < self.front.len {
            self.front.len -= n;
            self.front.position = self
                .front
                .position
                .wrapping_add(n.wrapping_mul(self.step()));
        } else {
            let left = n - self.front.len;
            let start = self
                .indices
                .end
                .min(self.indices.start.saturating_add(left));
            (self.front, self.indices.start) = (Segment::EMPTY, start);
        }
        self.next()
    }

    #[inline(always)] // of a few elements, a call would take as long as the rest
    fn fold<B, F: FnMut(B, usize) -> B>(mut self, init: B, mut f: F) -> B {
        let step = self.step();
        if self.contiguous {
            let Segment { position, len } = self.front;
            return (position..position + len).fold(init, f);
        }
        let run = known_run_pattern::<M>(self.pattern).edges().edge_to_edge();
        let (mut value, mut segment) = (init, self.front);
        if M::IS_CHEAP && run < SHORT_RUN && segment.len == 0 {
            let Range { start, end } = self.indices;
            return (start..end).fold(value, |value, index| f(value, self.at(index)));
        }
        if segment.len == 0 {
            segment = self.next_run();
        }
        while segment.len > 0 {
            let Segment { position, len } = segment;
            value = match step {
                1 => (position..position + len).fold(value, &mut f),
                _ => (0..len).fold(value, |value, k| f(value, segment.at(k, step))),
            };
            segment = self.next_run();
        }
        value
    }
}

impl<M: Mapping> DoubleEndedIterator for Line<M> {
    #[inline]
    fn next_back(&mut self) -> Option<usize> {
        if self.indices.start < self.indices.end {
            self.indices.end -= 1;
            return Some(self.at(self.indices.end));
        }
        self.front.len = self.front.len.checked_sub(1)?;
        Some(self.front.at(self.front.len, self.step()))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<usize> {
        let most = self.indices.end - self.indices.start;
        self.indices.end -= n.min(most);
        self.front.len -= n.saturating_sub(most).min(self.front.len);
        self.next_back()
    }
}

impl<M: Mapping> ExactSizeIterator for Line<M> {}
impl<M: Mapping> FusedIterator for Line<M> {}
