//! Runs nests: by a kernel, or bit by bit.

use super::kernels::At;
use super::nest::{Inner, Nest};
use super::processor::Kernel;
use super::walk::Walk;

/// Runs a nest.
///
/// # Safety
///
/// All that the loops of the nest touch, from its starts on, is within the
/// buffers at `at`, which do not overlap; the processor has the kernel's vector;
/// a kernel that streams fills lines.
#[inline]
pub(super) unsafe fn nest(nest: &Nest, kernel: Kernel, at: At) {
    if let Inner::Bits { bits } = nest.inner {
        // SAFETY: the caller's promise; starts and strides count bits here.
        return unsafe { walk_bits(nest, bits, at) };
    }
    // SAFETY: what the caller promises is what the kernel asks.
    unsafe { (kernel.run)(nest, at.plus(nest.src_start, nest.dst_start)) }
}

/// Moves values of less than a byte, or of no whole bytes, bit by bit.
unsafe fn walk_bits(nest: &Nest, bits: usize, at: At) {
    for (src, dst) in Walk::new(nest.outer()) {
        for (src_within, dst_within) in Walk::new(&nest.repeats) {
            let from = nest.src_start + src + src_within;
            let to = nest.dst_start + dst + dst_within;
            for bit in 0..bits {
                // SAFETY: the caller promises this bit of the source.
                let byte = unsafe { *at.src.wrapping_add((from + bit) / 8) };
                let value = byte >> ((from + bit) % 8) & 1;
                let place = (to + bit) % 8;
                // SAFETY: the caller promises this bit of the destination, and
                // that nothing else uses the buffer.
                let byte = unsafe { &mut *at.dst.wrapping_add((to + bit) / 8) };
                *byte = *byte & !(1 << place) | value << place;
            }
        }
    }
}
