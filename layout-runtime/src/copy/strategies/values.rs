//! Strided copies of values of any `Copy` type, which may have uninitialised bytes.

use crate::copy::strategies::StridedCopy;
use crate::copy::strategies::loop_nest::{LoopNest, StridedLoop};

/// The steps of a block along the two innermost dimensions, so that the cache lines of a block
/// on both sides stay in a cache.
const BLOCK: usize = 32;

/// Runs a copy; its positions are indices of the slices.
pub(crate) fn copy_values<T: Copy>(copy: &StridedCopy, src: &[T], dst: &mut [T]) {
    let LoopNest {
        src: from,
        dst: to,
        mut loops,
    } = LoopNest::of(copy);
    let once = StridedLoop {
        extent: 1,
        src: 0,
        dst: 0,
    };
    // The loops that are innermost in the memory of the destination and of the source.
    let inner = loops.pop().unwrap_or(once);
    let nearest = (0..loops.len()).min_by_key(|&i| loops[i].src);
    let outer = match nearest {
        Some(i) if loops[i].src < inner.src => loops.remove(i),
        _ => once,
    };
    each(&loops, (from, to), &mut |(from, to)| {
        for row in (0..outer.extent).step_by(BLOCK) {
            let rows = row..outer.extent.min(row + BLOCK);
            // Without a second loop, a line is contiguous or strided on both sides.
            let len = if outer.extent > 1 {
                BLOCK
            } else {
                inner.extent
            };
            for column in (0..inner.extent).step_by(len) {
                let len = len.min(inner.extent - column);
                for row in rows.clone() {
                    let from = from + row * outer.src + column * inner.src;
                    let to = to + row * outer.dst + column * inner.dst;
                    copy_line(len, (inner.src, &src[from..]), (inner.dst, &mut dst[to..]));
                }
            }
        }
    });
}

/// Calls a function with the positions of each step of the loops.
fn each(loops: &[StridedLoop], at: (usize, usize), visit: &mut impl FnMut((usize, usize))) {
    match loops {
        [] => visit(at),
        [outer, rest @ ..] => {
            for step in 0..outer.extent {
                each(
                    rest,
                    (at.0 + step * outer.src, at.1 + step * outer.dst),
                    visit,
                );
            }
        }
    }
}

/// Copies `len` values at multiples of a stride on each side.
#[inline]
fn copy_line<T: Copy>(len: usize, (from, src): (usize, &[T]), (to, dst): (usize, &mut [T])) {
    match (from, to) {
        (1, 1) => dst[..len].copy_from_slice(&src[..len]),
        (_, 1) => {
            for (k, value) in dst[..len].iter_mut().enumerate() {
                *value = src[k * from];
            }
        }
        _ => {
            for k in 0..len {
                dst[k * to] = src[k * from];
            }
        }
    }
}
