//! Copies of elements that are not whole bytes.

use super::bit_blocks::{BitBlocks, BitTranspose};
use crate::list::List;
use crate::plan::{Axes, Axis, Extents, NO_AXIS, Nest, Odometer};
use crate::sides::{Destination, Source};

/// Copies elements of `bits` bits; starts and strides count bits.
///
/// # Panics
///
/// When an element is out of bounds of a buffer.
#[track_caller]
pub(super) fn copy_bits(
    nest: &Nest<'_>,
    extents: &Extents,
    bits: usize,
    src: Source<'_>,
    dst: Destination<'_>,
) {
    match bits {
        1 => copy_packed::<1>(nest, extents, src, dst),
        2 => copy_packed::<2>(nest, extents, src, dst),
        4 => copy_packed::<4>(nest, extents, src, dst),
        _ => copy_each(nest, extents, bits, src, dst),
    }
}

/// Copies elements of `BITS` bits, a divisor of 8.
#[track_caller]
fn copy_packed<const BITS: usize>(
    nest: &Nest<'_>,
    extents: &Extents,
    src: Source<'_>,
    mut dst: Destination<'_>,
) {
    let mut loops: Axes = List::new(NO_AXIS);
    let (mut rows, mut columns) = (NO_AXIS, NO_AXIS);
    // At most one loop is contiguous on each side.
    for &axis in nest.repeats.into_iter().chain(nest.outer) {
        if axis.extent == 1 {
            continue;
        } else if axis.dst == BITS {
            rows = axis;
        } else if axis.src == BITS {
            columns = axis;
        } else {
            loops.push(axis);
        }
    }
    let transpose = BitTranspose { columns, rows };
    let in_blocks = transpose.suits_blocks();
    let is_run = rows.src == BITS;
    if !in_blocks && columns.extent > 1 {
        loops.push(columns);
    }
    let mut steps = Odometer::new(loops.as_slice())
        .map(|(src, dst)| (extents.src_start + src, extents.dst_start + dst));
    if in_blocks {
        copy_blocks::<BITS>(&transpose, &mut steps, src, &mut dst);
    } else if is_run {
        steps.for_each(|(from, to)| copy_run(src, from, &mut dst, to, rows.extent * BITS));
    } else {
        steps.for_each(|(from, to)| {
            PackedRow::<BITS>::new(src, from, dst.reborrow(), to, rows).copy();
        });
    }
}

#[inline(never)] // because the buffers are a large part of a stack without `alloc`
fn copy_blocks<const BITS: usize>(
    transpose: &BitTranspose,
    steps: &mut dyn Iterator<Item = (usize, usize)>,
    src: Source<'_>,
    dst: &mut Destination<'_>,
) {
    let mut blocks = BitBlocks::new();
    for (from, to) in steps {
        transpose.execute::<BITS>(&mut blocks, (src, from), (dst, to));
    }
}

/// Copies `len` bits from bit `from` to bit `to`. Other bits stay.
fn copy_run(src: Source<'_>, from: usize, dst: &mut Destination<'_>, to: usize, len: usize) {
    // The next byte may not be an element's if these bits end before it.
    let bits_at = |bit: usize, count: usize| {
        let (byte, shift) = (bit / 8, bit % 8);
        let high = if shift + count > 8 {
            src.byte(byte + 1) << (8 - shift)
        } else {
            0
        };
        src.byte(byte) >> shift | high
    };
    let mut set = |at: usize, count: usize| {
        let (bit, mask) = (to + at, u8::MAX >> (8 - count) << ((to + at) % 8));
        dst.set_bits(bit / 8, mask, bits_at(from + at, count) << (bit % 8));
    };
    let before = (to.next_multiple_of(8) - to).min(len);
    let whole = (len - before) / 8;
    let end = before + whole * 8;
    if before > 0 {
        set(0, before);
    }
    if end < len {
        set(end, len - end);
    }
    let first = from + before;
    if whole == 0 {
        return;
    }
    let dst = dst.bytes((to + before).div_ceil(8), whole);
    match first % 8 {
        0 => dst.copy_from_slice(src.bytes(first / 8, whole)),
        shift => {
            let src = src.bytes(first / 8, whole + 1);
            let pairs = src.iter().zip(&src[1..]);
            for (byte, (low, high)) in dst.iter_mut().zip(pairs) {
                *byte = low >> shift | high << (8 - shift);
            }
        }
    }
}

/// Copies elements of `bits` bits, which may span two bytes: whole runs, or element by element.
#[track_caller]
fn copy_each(
    nest: &Nest<'_>,
    extents: &Extents,
    bits: usize,
    src: Source<'_>,
    mut dst: Destination<'_>,
) {
    let mut loops: Axes = List::new(NO_AXIS);
    let mut run = bits;
    for &axis in nest.repeats.into_iter().chain(nest.outer) {
        if axis.extent == 1 {
            continue;
        } else if axis.src == bits && axis.dst == bits {
            run = axis.extent * bits; // no other loop has these strides
        } else {
            loops.push(axis);
        }
    }
    for (from, to) in Odometer::new(loops.as_slice()) {
        let (from, to) = (extents.src_start + from, extents.dst_start + to);
        if run > bits {
            copy_run(src, from, &mut dst, to, run);
        } else {
            copy_element(src, from, &mut dst, to, bits);
        }
    }
}

/// Copies an element of `bits` bits, up to eight at a time: as many as are in one byte on
/// both sides.
#[track_caller]
fn copy_element(src: Source<'_>, from: usize, dst: &mut Destination<'_>, to: usize, bits: usize) {
    let mut done = 0;
    // Ends: there is a bit or more up to the end of a byte.
    while done < bits {
        let (from, to) = (from + done, to + done);
        let count = (8 - from % 8).min(8 - to % 8).min(bits - done);
        let mask = u8::MAX >> (8 - count) << (to % 8);
        let value = src.byte(from / 8) >> (from % 8) << (to % 8);
        dst.set_bits(to / 8, mask, value);
        done += count;
    }
}

/// A row of elements of `BITS` bits, a divisor of 8 and of all positions. No element spans two
/// bytes.
///
/// *Rows within buffers*: the first and the last element, and so all of them, lie within `src`
/// and `dst`. [`new`](PackedRow::new) checks this, and the fields do not change.
struct PackedRow<'a, const BITS: usize> {
    src: Source<'a>,
    dst: Destination<'a>,
    /// The bits of the first element.
    from: usize,
    to: usize,
    axis: Axis,
}

impl<'a, const BITS: usize> PackedRow<'a, BITS> {
    /// Returns the row whose first element is copied from bit `from` to bit `to`.
    ///
    /// # Panics
    ///
    /// When an element is out of bounds of a buffer.
    #[inline]
    #[track_caller]
    fn new(src: Source<'a>, from: usize, dst: Destination<'a>, to: usize, axis: Axis) -> Self {
        let ends_within = |first: usize, stride: usize, len: usize| {
            let last = stride.checked_mul(axis.extent - 1);
            let last = last.and_then(|steps| steps.checked_add(first));
            last.is_some_and(|last| last / 8 < len)
        };
        assert!(
            ends_within(from, axis.src, src.len()) && ends_within(to, axis.dst, dst.len()),
            "a row lies within both buffers"
        );
        PackedRow {
            src,
            dst,
            from,
            to,
            axis,
        }
    }

    const ONES: u8 = u8::MAX >> (8 - BITS);

    /// Copies the row, whose elements are contiguous in the destination if there are several:
    /// each byte is then written once.
    #[inline]
    fn copy(mut self) {
        let before = (self.to.next_multiple_of(8) - self.to) / BITS;
        let (mut k, end) = (0, self.axis.extent);
        while k < end.min(before) {
            // SAFETY: `k` is less than the extent.
            unsafe { self.write(k) }
            k += 1;
        }
        while end - k >= const { 8 / BITS } {
            let mut value = 0;
            for within in 0..const { 8 / BITS } {
                // SAFETY: the row has as many elements after `k` as fill a byte.
                value |= unsafe { self.element(k + within) } << (within * BITS);
            }
            let at = self.dst.as_mut_ptr().wrapping_add((self.to + k * BITS) / 8);
            // SAFETY: *rows within buffers*, `k` is less than the extent. All elements of this
            // byte belong to the row, and the byte begins with one.
            unsafe { at.write(value) };
            k += const { 8 / BITS };
        }
        while k < end {
            // SAFETY: `k` is less than the extent.
            unsafe { self.write(k) }
            k += 1;
        }
    }

    /// # Safety
    ///
    /// `k` is less than the extent.
    #[inline]
    unsafe fn element(&self, k: usize) -> u8 {
        let bit = self.from + k * self.axis.src;
        // SAFETY: *rows within buffers*, and the caller promises `k`.
        let byte = unsafe { self.src.as_ptr().wrapping_add(bit / 8).read() };
        byte >> (bit % 8) & Self::ONES
    }

    /// # Safety
    ///
    /// `k` is less than the extent.
    #[inline]
    unsafe fn write(&mut self, k: usize) {
        let bit = self.to + k * self.axis.dst;
        // SAFETY: the caller promises `k`.
        let element = unsafe { self.element(k) };
        // SAFETY: *rows within buffers*, and the caller promises `k`.
        let byte = unsafe { &mut *self.dst.as_mut_ptr().wrapping_add(bit / 8) };
        *byte = *byte & !(Self::ONES << (bit % 8)) | element << (bit % 8);
    }
}
