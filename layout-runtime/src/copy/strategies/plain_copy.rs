//! Strided copies without the crate `layout-kernels`: element by element, computed in each
//! run.

/// One loop: its number of steps, and its stride on each side, in elements.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) extent: usize,
    pub(crate) src: usize,
    pub(crate) dst: usize,
}

/// Hints for kernels, which are ignored here.
#[derive(Clone, Copy)]
pub(crate) struct Hints {
    pub(crate) bytes: usize,
    #[expect(dead_code, reason = "for kernels")]
    pub(crate) by_source: bool,
}

/// The most loops of a copy.
const MAX_AXES: usize = 32;

/// A copy of elements by nested loops of fixed strides.
#[derive(Clone, Copy)]
pub(crate) struct StridedCopy {
    axes: [Axis; MAX_AXES],
    len: usize,
    bits: usize,
    /// The position of the first element.
    pub(crate) src: usize,
    pub(crate) dst: usize,
}

impl StridedCopy {
    /// Returns a copy of one element of `bits` bits.
    pub(crate) const fn new(bits: usize) -> StridedCopy {
        let once = Axis {
            extent: 1,
            src: 0,
            dst: 0,
        };
        StridedCopy {
            axes: [once; MAX_AXES],
            len: 0,
            bits,
            src: 0,
            dst: 0,
        }
    }

    /// Adds a loop around the others; false when there are too many. A loop of one step is
    /// not stored.
    pub(crate) const fn push(&mut self, axis: Axis) -> bool {
        if axis.extent == 1 {
            return true;
        }
        let fits = self.len < MAX_AXES;
        if fits {
            self.axes[self.len] = axis;
            self.len += 1;
        }
        fits
    }

    /// Adds the loops `first..end` of another copy; false when there are too many.
    pub(crate) const fn push_from(
        &mut self,
        other: &StridedCopy,
        first: usize,
        end: usize,
    ) -> bool {
        let mut i = first;
        while i < end && self.push(other.axes[i]) {
            i += 1;
        }
        i == end
    }

    /// Returns the number of loops.
    pub(crate) const fn num_axes(&self) -> usize {
        self.len
    }

    /// Returns the loops, in the order in which they were added.
    pub(crate) const fn axes(&self) -> &[Axis] {
        self.axes.split_at(self.len).0
    }

    pub(crate) fn execute(&self, _: Hints, src: &[u8], dst: &mut [u8]) {
        let (inner, outer) = match self.axes() {
            [] => return copy_element(self.bits, (self.src, src), (self.dst, dst)),
            [inner, outer @ ..] => (inner, outer),
        };
        let mut steps = [0; MAX_AXES];
        let (mut from, mut to) = (self.src, self.dst);
        loop {
            for i in 0..inner.extent {
                let (from, to) = (from + i * inner.src, to + i * inner.dst);
                copy_element(self.bits, (from, src), (to, dst));
            }
            let mut axes = outer.iter().zip(&mut steps);
            let goes_on = axes.any(|(axis, step)| {
                *step += 1;
                if *step < axis.extent {
                    (from, to) = (from + axis.src, to + axis.dst);
                    return true;
                }
                *step = 0;
                from -= (axis.extent - 1) * axis.src;
                to -= (axis.extent - 1) * axis.dst;
                false
            });
            if !goes_on {
                return;
            }
        }
    }

    #[cfg(feature = "rayon")]
    pub(crate) fn par_execute(&self, hints: Hints, src: &[u8], dst: &mut [u8]) {
        self.execute(hints, src, dst);
    }
}

/// Copies the element of `bits` bits at these positions.
#[inline]
fn copy_element(bits: usize, (from, src): (usize, &[u8]), (to, dst): (usize, &mut [u8])) {
    macro_rules! whole {
        ($size:expr) => {
            dst[to * $size..][..$size].copy_from_slice(&src[from * $size..][..$size])
        };
    }
    match bits {
        8 => whole!(1),
        16 => whole!(2),
        32 => whole!(4),
        64 => whole!(8),
        _ => {
            for bit in 0..bits {
                let (from, to) = (from * bits + bit, to * bits + bit);
                let value = src[from / 8] >> (from % 8) & 1;
                let byte = &mut dst[to / 8];
                *byte = *byte & !(1 << (to % 8)) | value << (to % 8);
            }
        }
    }
}

/// A plan without copies: [`push`](StridedPlan::push) always returns false.
#[derive(Clone, Copy)]
pub(crate) struct StridedPlan;

impl StridedPlan {
    pub(crate) const fn new(_: Hints) -> StridedPlan {
        StridedPlan
    }

    pub(crate) const fn push(&mut self, _: &mut StridedCopy) -> bool {
        false
    }

    pub(crate) fn execute(&self, _: &[u8], _: &mut [u8]) {}

    #[cfg(feature = "rayon")]
    pub(crate) fn par_execute(&self, _: &[u8], _: &mut [u8]) {}
}
