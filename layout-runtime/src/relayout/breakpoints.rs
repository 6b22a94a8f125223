//! `Breakpoints`: where the tiles of two layouts split a logical dimension, and
//! the loops between.
//!
//! Along one dimension, a flat layout is a sum of digits. A breakpoint is an
//! index where a digit of either layout wraps around. Between two of them both
//! positions have a constant stride. A piece is a part of the dimension that
//! loops of constant strides cover: usually all of it, with a remainder where
//! the last tile is partial.

use super::{Axis, StridedCopy};
use crate::layout::formula::term::{Columns, NO_MODULUS};
use crate::spec::MAX_PHYSICAL_RANK;
use crate::util::array_vec::ArrayVec;

/// The most breakpoints of a dimension.
const MOST: usize = MAX_PHYSICAL_RANK;

/// The sum of the terms of one dimension: the contribution of index `at` to the
/// position.
pub(crate) const fn along(terms: &Columns, dim: usize, at: usize) -> usize {
    let mut position = 0;
    let mut i = 0;
    while i < terms.len {
        if terms.dims[i] as usize == dim {
            position += terms.at(i).along(at);
        }
        i += 1;
    }
    position
}

/// The indices of one dimension that are copied, on both sides, and the breakpoints
/// that matter to them.
pub(crate) struct Breakpoints<'a> {
    src: &'a Columns,
    dst: &'a Columns,
    dim: usize,
    src_origin: usize,
    dst_origin: usize,
    extent: usize,
    /// 1, then ascending multiples at which some digit begins anew.
    breakpoints: ArrayVec<usize, MOST>,
    /// A multiple of all breakpoints; `usize::MAX` when it is larger than the extent.
    period: usize,
    /// Each breakpoint divides the next one, at the same indices on both sides.
    nested: bool,
}

/// Where a piece begins.
pub(crate) struct Start {
    /// The index, counted from the origins.
    pub(crate) at: usize,
    /// What it adds to the positions.
    pub(crate) src: usize,
    pub(crate) dst: usize,
}

impl<'a> Breakpoints<'a> {
    /// `None` when there are too many breakpoints.
    pub(crate) const fn new(
        (src, src_origin): (&'a Columns, usize),
        (dst, dst_origin): (&'a Columns, usize),
        dim: usize,
        extent: usize,
    ) -> Option<Breakpoints<'a>> {
        let mut this = Breakpoints {
            src,
            dst,
            dim,
            src_origin,
            dst_origin,
            extent,
            breakpoints: ArrayVec::new(1),
            period: 1,
            nested: true,
        };
        this.breakpoints.push(1);
        if this.add_all(src, src_origin).is_none() || this.add_all(dst, dst_origin).is_none() {
            return None;
        }
        let mut i = 1;
        while i < this.breakpoints.len() {
            let breakpoint = this.breakpoints.at(i);
            this.nested &= breakpoint.is_multiple_of(this.breakpoints.at(i - 1));
            this.period = least_common_multiple(this.period, breakpoint);
            i += 1;
        }
        this.nested &= src_origin.abs_diff(dst_origin).is_multiple_of(this.period);
        Some(this)
    }

    const fn add_all(&mut self, terms: &Columns, origin: usize) -> Option<()> {
        let end = origin.saturating_add(self.extent);
        let mut i = 0;
        while i < terms.len {
            let term = terms.at(i);
            i += 1;
            if term.dim != self.dim {
                continue;
            }
            let mut wrap = usize::MAX;
            if term.modulus != NO_MODULUS {
                wrap = term.divisor.saturating_mul(term.modulus);
            }
            if self.add(term.divisor, end).is_none() || self.add(wrap, end).is_none() {
                return None;
            }
        }
        Some(())
    }

    /// Adds a breakpoint that some index of the copy reaches, in its place.
    const fn add(&mut self, breakpoint: usize, end: usize) -> Option<()> {
        if breakpoint >= end {
            return Some(());
        }
        let mut at = 0;
        while at < self.breakpoints.len() && self.breakpoints.at(at) < breakpoint {
            at += 1;
        }
        if at < self.breakpoints.len() && self.breakpoints.at(at) == breakpoint {
            return Some(());
        }
        if self.breakpoints.is_full() {
            return None;
        }
        self.breakpoints.push(breakpoint);
        let mut i = self.breakpoints.len() - 1;
        while i > at {
            let before = self.breakpoints.at(i - 1);
            self.breakpoints.set(i, before);
            i -= 1;
        }
        self.breakpoints.set(at, breakpoint);
        Some(())
    }

    /// The period of alternating pieces, each of which is copied in all periods
    /// at once, if there are such.
    pub(crate) const fn alternating(&self) -> Option<usize> {
        if !self.nested && self.period < self.extent {
            Some(self.period)
        } else {
            None
        }
    }

    /// An index, counted from the origins, and its positions.
    pub(crate) const fn start(&self, at: usize) -> Start {
        Start {
            at,
            src: along(self.src, self.dim, self.src_origin + at),
            dst: along(self.dst, self.dim, self.dst_origin + at),
        }
    }

    /// The steps of size `step` from `at` up to the next multiple of `breakpoint`, on
    /// the side that meets it first.
    const fn steps_to(&self, at: usize, breakpoint: usize, step: usize) -> usize {
        let src = breakpoint - (self.src_origin + at) % breakpoint;
        let dst = breakpoint - (self.dst_origin + at) % breakpoint;
        (if src < dst { src } else { dst }) / step
    }

    /// Adds the loops of the piece that begins at `start` to `copy`, unless
    /// there are too many; where the next piece begins, or the extent.
    pub(crate) const fn piece(&self, start: &Start, copy: &mut StridedCopy) -> Option<usize> {
        if self.nested {
            self.nested_piece(start, copy)
        } else {
            self.segment(start, copy)
        }
    }

    /// Breakpoints that nest: whole blocks of the largest breakpoint that fits, with a loop
    /// for each smaller one.
    const fn nested_piece(&self, from: &Start, copy: &mut StridedCopy) -> Option<usize> {
        let start = from.at;
        let mut level = self.breakpoints.len() - 1;
        while !(self.src_origin + start).is_multiple_of(self.breakpoints.at(level))
            || start + self.breakpoints.at(level) > self.extent
        {
            level -= 1; // a breakpoint of 1 always fits
        }
        let size = self.breakpoints.at(level);
        let mut count = (self.extent - start) / size;
        if level + 1 < self.breakpoints.len() {
            let steps = self.steps_to(start, self.breakpoints.at(level + 1), size);
            count = if steps < count { steps } else { count };
        }
        let mut within = 0;
        while within < level {
            let (step, next) = (self.breakpoints.at(within), self.breakpoints.at(within + 1));
            if self.add_axis(copy, from, step, next / step).is_none() {
                return None;
            }
            within += 1;
        }
        let next = start + count * size;
        match self.add_axis(copy, from, size, count) {
            Some(()) => Some(next),
            None => None,
        }
    }

    /// Other breakpoints: what lies between two of them, in all periods at once.
    const fn segment(&self, from: &Start, copy: &mut StridedCopy) -> Option<usize> {
        let start = from.at;
        let periods = self.extent / self.period;
        let in_periods = start < self.period && periods > 0;
        let mut len = self.extent - start;
        let mut i = 1;
        while i < self.breakpoints.len() {
            let steps = self.steps_to(start, self.breakpoints.at(i), 1);
            len = if steps < len { steps } else { len };
            i += 1;
        }
        let mut next = start + len;
        if in_periods {
            // The next period may begin before the next breakpoint.
            if next >= self.period {
                len = self.period - start;
                next = periods * self.period;
            }
            if self.add_axis(copy, from, self.period, periods).is_none() {
                return None;
            }
        }
        match self.add_axis(copy, from, 1, len) {
            Some(()) => Some(next),
            None => None,
        }
    }

    const fn add_axis(
        &self,
        copy: &mut StridedCopy,
        start: &Start,
        step: usize,
        count: usize,
    ) -> Option<()> {
        if count > 1 {
            let next = self.start(start.at + step);
            let axis = Axis {
                extent: count,
                src: next.src - start.src,
                dst: next.dst - start.dst,
            };
            if !copy.push(axis) {
                return None;
            }
        }
        Some(())
    }
}

/// `usize::MAX` when it is larger than that.
const fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}
