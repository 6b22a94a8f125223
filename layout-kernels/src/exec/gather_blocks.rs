//! `copy_blocks`: copies of repeated blocks whose elements are permuted in any way.

use super::dispatch::execute_gathered;
use super::has_vectors;
use crate::kernels::{GatherNest, GatherTable};
use crate::plan::gather_block::MAX_UNITS;
use crate::plan::{Axes, Axis, Inner, NO_AXIS, Nest, sort};
use crate::simd::At;

/// The most elements of a block of [`copy_blocks`].
pub const MAX_BLOCK: usize = MAX_UNITS;

/// Copies the elements of a block, in all steps of the loops around it. `block` has the
/// offsets in bytes, in the source and in the destination, of each element of `size` bytes
/// in the first step; this function sorts them. Strides count bytes.
///
/// False if it copied nothing, because there are too many elements or loops, or because
/// copying them one by one is faster.
///
/// ```
/// use layout_kernels::{Axis, copy_blocks};
///
/// // Pairs of bytes, swapped, from every eight bytes to every four.
/// let mut block: Vec<_> = (0..16).map(|i| (i / 2 * 8 + i % 2, i / 2 * 4 + 1 - i % 2)).collect();
/// let (from, mut to) = ([1, 2, 3, 4, 5, 6, 7, 8].repeat(16), [0; 64]);
/// let again = Axis { extent: 2, src: 64, dst: 32 };
/// if copy_blocks(&mut block, 1, &[again], &from, &mut to) {
///     assert_eq!(to[..8], [2, 1, 0, 0, 2, 1, 0, 0]);
/// }
/// ```
///
/// # Panics
///
/// When an element is out of bounds of a buffer.
#[must_use]
#[track_caller]
pub fn copy_blocks(
    block: &mut [(usize, usize)],
    size: usize,
    loops: &[Axis],
    src: &[u8],
    dst: &mut [u8],
) -> bool {
    let mut axes = Axes::new(NO_AXIS);
    for axis in loops.iter().filter(|axis| axis.extent > 1) {
        if axes.is_full() {
            return false;
        }
        axes.push(*axis);
    }
    if block.is_empty() || !has_vectors() {
        return false;
    }
    let end = |first: usize, stride: fn(&Axis) -> usize| {
        axes.iter().fold(first.saturating_add(size), |end, axis| {
            let steps = (axis.extent - 1).saturating_mul(stride(axis));
            end.saturating_add(steps)
        })
    };
    let last = block.iter().fold((0, 0), |last: (usize, usize), place| {
        (last.0.max(place.0), last.1.max(place.1))
    });
    assert!(
        end(last.0, |axis| axis.src) <= src.len() && end(last.1, |axis| axis.dst) <= dst.len(),
        "the buffers are as long as what the copy touches"
    );
    block.sort_unstable_by_key(|place| place.1);
    sort(&mut axes, 0, true);
    let mut table = GatherTable::new();
    if table.fill(size, block).is_none() {
        return false;
    }
    let inner = Inner::Run { len: size };
    let nest = Nest::new(&inner, &axes, 0);
    let at = At {
        src: src.as_ptr(),
        dst: dst.as_mut_ptr(),
    };
    // SAFETY:
    // - lanes and windows are between the first and the last byte of the block, and the
    //   last step of all loops ends in both slices;
    // - they do not overlap, because one is `&mut`;
    // - the processor has the vectors.
    unsafe {
        execute_gathered(
            &GatherNest {
                table: &table,
                nest,
            },
            at,
        )
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;
    use std::vec::Vec;

    /// Blocks with and without bytes that stay, whose lanes have one window or many, in
    /// loops of few steps. The last step ends where both buffers end.
    #[test]
    fn blocks_of_any_order() {
        if !has_vectors() {
            return; // lanes are gathered by vectors
        }
        for size in 1..16 {
            for (times, gap) in [(1, 1), (37, 100), (5, 3), (100, 2)] {
                if cfg!(miri) && (size, times) != (2, 5) {
                    continue; // one takes long enough
                }
                let place = |i: usize| (i * times % 101 * size, (i + i / gap) * size);
                let loops = [(3, 505, 1600), (5, 101, 320), (2, 2000, 4800)];
                let loops = loops.map(|(extent, src, dst)| Axis {
                    extent,
                    src: src * size,
                    dst: dst * size,
                });
                let mut block: Vec<_> = (0..101).map(place).collect();
                let mut places = block.clone();
                for axis in &loops {
                    let steps = (0..axis.extent).map(|i| (i * axis.src, i * axis.dst));
                    let steps: Vec<_> = steps.collect();
                    let all = places.iter().flat_map(|at| {
                        steps.iter().map(move |step| (at.0 + step.0, at.1 + step.1))
                    });
                    places = all.collect();
                }
                let src_len = places.iter().map(|at| at.0).max().unwrap() + size;
                let dst_len = places.iter().map(|at| at.1).max().unwrap() + size;
                let from: Vec<u8> = (0..src_len).map(|i| (i * 31 + i / 251) as u8).collect();
                let mut expected = vec![0xa5; dst_len];
                for &(src, dst) in &places {
                    expected[dst..dst + size].copy_from_slice(&from[src..src + size]);
                }
                let mut to = vec![0xa5; dst_len];
                assert!(copy_blocks(&mut block, size, &loops, &from, &mut to));
                assert!(to == expected, "{size} bytes, times {times}, gap {gap}");
            }
        }
    }
}
