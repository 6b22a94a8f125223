//! Copies of elements that are not whole bytes.

use core::slice;

use super::bit_blocks::{BitBlocks, BitTranspose};
use crate::list::List;
use crate::plan::{Axes, Axis, Extents, NO_AXIS, Nest, Odometer};
use crate::simd::At;

/// Copies elements of `bits` bits; starts and strides count bits.
///
/// # Safety
///
/// All that the loops touch lies before the ends in `extents`; both buffers are that long.
/// They do not overlap, and nothing else uses the destination.
pub(super) unsafe fn copy_bits(nest: &Nest<'_>, extents: &Extents, bits: usize, at: At) {
    #[allow(clippy::multiple_unsafe_ops_per_block, reason = "one of them runs")]
    // SAFETY: the caller promises it.
    unsafe {
        match bits {
            1 => copy_packed::<1>(nest, extents, at),
            2 => copy_packed::<2>(nest, extents, at),
            4 => copy_packed::<4>(nest, extents, at),
            _ => copy_each(nest, extents, bits, at),
        }
    }
}

/// Copies elements of `BITS` bits, a divisor of 8.
///
/// # Safety
///
/// As that of `copy_bits`.
unsafe fn copy_packed<const BITS: usize>(nest: &Nest<'_>, extents: &Extents, at: At) {
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
    if !in_blocks && !is_run {
        for (from, to) in steps {
            // SAFETY: the caller promises what the loops touch.
            unsafe { copy_row::<BITS>(at, from, to, rows) }
        }
        return;
    }
    // SAFETY: the caller promises that the source has the bytes before its end.
    let src = unsafe { slice::from_raw_parts(at.src, extents.src_end) };
    // SAFETY: the same of the destination, and that nothing else uses it.
    let dst = unsafe { slice::from_raw_parts_mut(at.dst, extents.dst_end) };
    if is_run {
        steps.for_each(|(from, to)| copy_run(src, from, dst, to, rows.extent * BITS));
    } else {
        copy_blocks::<BITS>(&transpose, &mut steps, src, dst);
    }
}

#[inline(never)] // because the buffers are a large part of a stack without `alloc`
fn copy_blocks<const BITS: usize>(
    transpose: &BitTranspose,
    steps: &mut dyn Iterator<Item = (usize, usize)>,
    src: &[u8],
    dst: &mut [u8],
) {
    let mut blocks = BitBlocks::new();
    for (from, to) in steps {
        transpose.run::<BITS>(&mut blocks, (src, from), (&mut *dst, to));
    }
}

/// Copies `len` bits from bit `from` to bit `to`. Other bits stay.
fn copy_run(src: &[u8], from: usize, dst: &mut [u8], to: usize, len: usize) {
    let byte_at = |bit: usize| {
        let (byte, shift) = (bit / 8, bit % 8);
        let high = match shift {
            0 => 0,
            _ => src.get(byte + 1).map_or(0, |next| next << (8 - shift)),
        };
        src[byte] >> shift | high
    };
    let mut set = |at: usize, count: usize| {
        let (bit, mask) = (to + at, u8::MAX >> (8 - count) << ((to + at) % 8));
        let byte = &mut dst[bit / 8];
        *byte = *byte & !mask | byte_at(from + at) << (bit % 8) & mask;
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
    let src = &src[first / 8..];
    let dst = &mut dst[(to + before).div_ceil(8)..][..whole];
    match first % 8 {
        0 => dst.copy_from_slice(&src[..whole]),
        shift => {
            let pairs = src.iter().zip(&src[1.min(src.len())..]);
            for (byte, (low, high)) in dst.iter_mut().zip(pairs) {
                *byte = low >> shift | high << (8 - shift);
            }
        }
    }
}

/// Copies elements of `bits` bits, which may span two bytes: whole runs, or element by element.
///
/// # Safety
///
/// As that of `copy_bits`.
unsafe fn copy_each(nest: &Nest<'_>, extents: &Extents, bits: usize, at: At) {
    let mut loops: Axes = List::new(NO_AXIS);
    let mut run = None;
    for &axis in nest.repeats.into_iter().chain(nest.outer) {
        if axis.extent == 1 {
            continue;
        } else if axis.src == bits && axis.dst == bits {
            run = Some(axis.extent * bits); // no other loop has these strides
        } else {
            loops.push(axis);
        }
    }
    let steps = Odometer::new(loops.as_slice())
        .map(|(src, dst)| (extents.src_start + src, extents.dst_start + dst));
    let Some(run) = run else {
        for (from, to) in steps {
            // SAFETY: the caller promises what the loops touch.
            unsafe { copy_element(at, from, to, bits) }
        }
        return;
    };
    // SAFETY: the caller promises that the source has the bytes before its end.
    let src = unsafe { slice::from_raw_parts(at.src, extents.src_end) };
    // SAFETY: the same of the destination, and that nothing else uses it.
    let dst = unsafe { slice::from_raw_parts_mut(at.dst, extents.dst_end) };
    steps.for_each(|(from, to)| copy_run(src, from, dst, to, run));
}

/// Copies a row of elements that are contiguous in the destination. None spans two bytes,
/// so that each byte of the destination is written once.
///
/// # Safety
///
/// As that of `copy_bits`; `BITS` divides 8 and all positions.
#[inline]
unsafe fn copy_row<const BITS: usize>(at: At, from: usize, to: usize, row: Axis) {
    let per_byte = const { 8 / BITS };
    let ones = const { u8::MAX >> (8 - BITS) };
    let element = |k: usize| {
        let bit = from + k * row.src;
        // SAFETY: the caller promises this element of the source.
        let byte = unsafe { *at.src.wrapping_add(bit / 8) };
        byte >> (bit % 8) & ones
    };
    let write = |k: usize| {
        let bit = to + k * row.dst;
        // SAFETY: the caller promises this element of the destination, and that
        // nothing else uses the buffer.
        let byte = unsafe { &mut *at.dst.wrapping_add(bit / 8) };
        *byte = *byte & !(ones << (bit % 8)) | element(k) << (bit % 8);
    };
    let before = (to.next_multiple_of(8) - to) / BITS;
    let (mut k, end) = (0, row.extent);
    while k < end.min(before) {
        write(k);
        k += 1;
    }
    while end - k >= per_byte {
        let mut value = 0;
        for within in 0..per_byte {
            value |= element(k + within) << (within * BITS);
        }
        // SAFETY: the same; all elements of this byte belong to the row, because they are
        // contiguous, and the byte begins with one.
        unsafe { *at.dst.wrapping_add((to + k * BITS) / 8) = value };
        k += per_byte;
    }
    while k < end {
        write(k);
        k += 1;
    }
}

/// Copies an element of `bits` bits, up to eight at a time: as many as are in one byte on
/// both sides.
///
/// # Safety
///
/// As that of `copy_bits`.
unsafe fn copy_element(at: At, from: usize, to: usize, bits: usize) {
    let mut done = 0;
    // Ends: there is a bit or more up to the end of a byte.
    while done < bits {
        let (from, to) = (from + done, to + done);
        let count = (8 - from % 8).min(8 - to % 8).min(bits - done);
        let mask = u8::MAX >> (8 - count) << (to % 8);
        // SAFETY: the caller promises these bits of the source.
        let byte = unsafe { *at.src.wrapping_add(from / 8) };
        let value = byte >> (from % 8) << (to % 8);
        // SAFETY: the caller promises these bits of the destination, and that
        // nothing else uses the buffer.
        let byte = unsafe { &mut *at.dst.wrapping_add(to / 8) };
        *byte = *byte & !mask | value & mask;
        done += count;
    }
}
