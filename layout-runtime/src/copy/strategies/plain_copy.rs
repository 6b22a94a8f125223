//! Strided copies without the crate `layout-kernels`: element by element, computed in each
//! run.

use core::iter;
use core::marker::PhantomData;

/// One loop: its number of steps, and its stride on each side, in elements.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) extent: usize,
    pub(crate) src: usize,
    pub(crate) dst: usize,
}

/// The memory that a copy reads: a slice, or the elements of a part of a buffer, as in the crate
/// `layout-kernels`.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    start: *const u8,
    len: usize,
    lifetime: PhantomData<&'a [u8]>,
}

impl<'a> Source<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Source<'a> {
        Source {
            start: bytes.as_ptr(),
            len: bytes.len(),
            lifetime: PhantomData,
        }
    }

    /// Returns `len` bytes from `start` on, of which others may use the gaps.
    ///
    /// # Safety
    ///
    /// They are within one allocation. The bytes of the elements of a copy that gets this source are
    /// initialised, and nothing writes them while it runs.
    pub(crate) const unsafe fn from_raw_parts(start: *const u8, len: usize) -> Source<'a> {
        Source {
            start,
            len,
            lifetime: PhantomData,
        }
    }

    pub(crate) const fn len(self) -> usize {
        self.len
    }

    pub(crate) const fn as_ptr(self) -> *const u8 {
        self.start
    }
}

/// The memory that a copy writes: a mutable slice, or the elements of a part of a buffer, as in
/// the crate `layout-kernels`.
pub(crate) struct Destination<'a> {
    start: *mut u8,
    len: usize,
    lifetime: PhantomData<&'a mut [u8]>,
}

impl<'a> Destination<'a> {
    pub(crate) const fn new(bytes: &'a mut [u8]) -> Destination<'a> {
        Destination {
            len: bytes.len(),
            start: bytes.as_mut_ptr(),
            lifetime: PhantomData,
        }
    }

    /// Returns `len` bytes from `start` on, of which others may use the gaps.
    ///
    /// # Safety
    ///
    /// They are within one allocation. The bytes of the elements of a copy that gets this destination
    /// can be written, and nothing else uses them while it runs.
    pub(crate) const unsafe fn from_raw_parts(start: *mut u8, len: usize) -> Destination<'a> {
        Destination {
            start,
            len,
            lifetime: PhantomData,
        }
    }

    pub(crate) const fn reborrow(&mut self) -> Destination<'_> {
        Destination {
            start: self.start,
            len: self.len,
            lifetime: PhantomData,
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) const fn as_mut_ptr(&mut self) -> *mut u8 {
        self.start
    }

    /// Copies `len` contiguous bytes of elements, from byte `from` of the source to byte `to`.
    #[inline]
    #[track_caller]
    pub(crate) fn copy(&mut self, to: usize, src: Source<'_>, from: usize, len: usize) {
        let ends_within = |start, size| len <= size && start <= size - len;
        assert!(
            ends_within(from, src.len) && ends_within(to, self.len),
            "the buffers are as long as what the copy touches"
        );
        let from = src.start.wrapping_add(from);
        // SAFETY: both sides are slices, or their makers promised that elements can be read and
        // written, and that nothing else uses what is written; the bytes are in bounds.
        unsafe {
            self.start
                .wrapping_add(to)
                .copy_from_nonoverlapping(from, len);
        }
    }

    /// Copies bit `from` of the source to bit `to`.
    #[track_caller]
    fn copy_bit(&mut self, to: usize, src: Source<'_>, from: usize) {
        assert!(
            from / 8 < src.len && to / 8 < self.len,
            "the buffers are as long as what the copy touches"
        );
        // SAFETY: as in `copy`, for a byte with a bit of an element.
        let value = unsafe { src.start.wrapping_add(from / 8).read() } >> (from % 8) & 1;
        // SAFETY: the same.
        let byte = unsafe { &mut *self.start.wrapping_add(to / 8) };
        *byte = *byte & !(1 << (to % 8)) | value << (to % 8);
    }
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

    pub(crate) fn execute(&self, _: Hints, src: Source<'_>, mut dst: Destination<'_>) {
        let (inner, outer) = match self.axes() {
            [] => return copy_element(self.bits, (self.src, src), (self.dst, &mut dst)),
            [inner, outer @ ..] => (inner, outer),
        };
        let mut steps = [0; MAX_AXES];
        let (mut from, mut to) = (self.src, self.dst);
        loop {
            for i in 0..inner.extent {
                let (from, to) = at((from, to), i, inner);
                copy_element(self.bits, (from, src), (to, &mut dst));
            }
            let mut axes = outer.iter().zip(&mut steps);
            let goes_on = axes.any(|(axis, step)| {
                *step += 1;
                if *step < axis.extent {
                    (from, to) = at((from, to), 1, axis);
                    return true;
                }
                *step = 0;
                (from, to) = at((from, to), (axis.extent - 1).wrapping_neg(), axis);
                false
            });
            if !goes_on {
                return;
            }
        }
    }

    #[cfg(feature = "rayon")]
    pub(crate) fn par_execute(&self, hints: Hints, src: Source<'_>, dst: Destination<'_>) {
        self.execute(hints, src, dst);
    }
}

/// Returns the positions after some steps of a loop. What goes backward wraps.
#[inline]
fn at((from, to): (usize, usize), steps: usize, axis: &Axis) -> (usize, usize) {
    (
        from.wrapping_add(steps.wrapping_mul(axis.src)),
        to.wrapping_add(steps.wrapping_mul(axis.dst)),
    )
}

/// Copies the element of `bits` bits at these positions.
#[inline]
fn copy_element(
    bits: usize,
    (from, src): (usize, Source<'_>),
    (to, dst): (usize, &mut Destination<'_>),
) {
    macro_rules! whole {
        ($size:expr) => {
            dst.copy(to * $size, src, from * $size, $size)
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
                dst.copy_bit(to, src, from);
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

    pub(crate) fn copies(&self, _: usize) -> impl Iterator<Item = StridedCopy> {
        iter::empty()
    }

    pub(crate) fn execute(&self, _: Source<'_>, _: Destination<'_>) {}

    #[cfg(feature = "rayon")]
    pub(crate) fn par_execute(&self, _: Source<'_>, _: Destination<'_>) {}
}
