//! Copies of elements of less than a byte, or of no whole bytes.

use crate::list::List;
use crate::plan::{Axes, Axis, Extents, NO_AXIS, Nest, Odometer};
use crate::simd::At;

/// Copies elements of `bits` bits; starts and strides count bits.
///
/// # Safety
///
/// The loops touch what lies before the ends, which both buffers have; these do not
/// overlap, and nothing else uses the destination.
#[allow(clippy::multiple_unsafe_ops_per_block, reason = "one of them runs")]
pub(super) unsafe fn copy_bits(nest: &Nest<'_>, extents: &Extents, bits: usize, at: At) {
    let mut loops: Axes = List::new(NO_AXIS);
    let mut row = NO_AXIS;
    for &axis in nest.repeats.into_iter().chain(nest.outer) {
        if axis.extent > 1 && axis.dst == bits {
            row = axis; // one loop at most has neighbours in the destination
        } else if axis.extent > 1 {
            loops.push(axis);
        }
    }
    for (src, dst) in Odometer::new(loops.as_slice()) {
        let (from, to) = (extents.src_start + src, extents.dst_start + dst);
        // SAFETY: the caller promises what the loops touch.
        unsafe {
            match bits {
                1 => copy_row::<1>(at, from, to, row),
                2 => copy_row::<2>(at, from, to, row),
                4 => copy_row::<4>(at, from, to, row),
                _ => copy_each_bit(at, from, to, row, bits),
            }
        }
    }
}

/// Copies a row of elements that are neighbours in the destination. None lies in two
/// bytes, so that a byte of the destination is written at once.
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
        // SAFETY: the same; all elements of this byte are of the row, because they are
        // neighbours, and it begins with one.
        unsafe { *at.dst.wrapping_add((to + k * BITS) / 8) = value };
        k += per_byte;
    }
    while k < end {
        write(k);
        k += 1;
    }
}

/// Copies elements of `bits` bits, which may lie in two bytes.
///
/// # Safety
///
/// As that of `copy_bits`.
unsafe fn copy_each_bit(at: At, from: usize, to: usize, row: Axis, bits: usize) {
    for k in 0..row.extent {
        let (from, to) = (from + k * row.src, to + k * row.dst);
        for bit in 0..bits {
            // SAFETY: the caller promises this bit of the source.
            let byte = unsafe { *at.src.wrapping_add((from + bit) / 8) };
            let value = byte >> ((from + bit) % 8) & 1;
            let place = (to + bit) % 8;
            // SAFETY: the caller promises this bit of the destination, and that
            // nothing else uses the buffer.
            let byte = unsafe { &mut *at.dst.wrapping_add((to + bit) / 8) };
            *byte = *byte & !(1 << place) | value << place;
        }
    }
}
