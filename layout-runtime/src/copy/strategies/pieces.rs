//! Copies piece by piece, without a plan: making a plan takes longer than running it.

use layout_core::util::arithmetic::product;

use crate::copy::strategies::choose::has_few_pieces;
use crate::copy::strategies::{Destination, Source};
use crate::iter::order::pieces::{Lane, Lanes, Positions};
use crate::map::Mapping;

/// A position, or a stride, on both sides, in bytes. A stride that goes backward wraps.
#[derive(Clone, Copy)]
struct Position {
    src: usize,
    dst: usize,
}

/// Copies arrays of these dimensions, of elements of `size` bytes, piece by piece. Copies nothing and
/// returns false unless the pieces are few.
pub(crate) fn copy_few_pieces(
    size: usize,
    sides: [&dyn Positions; 2],
    dims: &[usize],
    from: Source<'_>,
    mut to: Destination<'_>,
) -> bool {
    let elements = product(dims);
    let lanes = Lanes::<2>::new(sides.map(Lane::new), dims);
    let is_plain = lanes.contiguous() || dims.last() == Some(&elements);
    let are_few = has_few_pieces(elements, lanes.shared_run(), is_plain);
    if are_few {
        copy_each(size, &lanes, from, &mut to);
    }
    are_few
}

/// Copies arrays of these dimensions, of elements of `size` bytes, piece by piece.
pub(crate) fn copy_pieces(
    size: usize,
    sides: [&dyn Positions; 2],
    dims: &[usize],
    from: Source<'_>,
    mut to: Destination<'_>,
) {
    let lanes = Lanes::<2>::new(sides.map(Lane::new), dims);
    copy_each(size, &lanes, from, &mut to);
}

fn copy_each(size: usize, lanes: &Lanes<'_, 2>, from: Source<'_>, to: &mut Destination<'_>) {
    lanes.all(|piece| {
        let [src, dst] = piece.positions().map(|position| position * size);
        let [src_step, dst_step] = piece.steps().map(|step| step.wrapping_mul(size));
        let (at, strides) = (
            Position { src, dst },
            Position {
                src: src_step,
                dst: dst_step,
            },
        );
        if piece.is_contiguous() {
            copy_run(at, piece.len() * size, from, to)
        } else {
            copy_strided(size, at, strides, piece.len(), from, to)
        }
        true
    });
}

/// Calls `f` with the positions of each element in two arrays of the same dimensions.
pub(crate) fn each_pair(src: &impl Mapping, dst: &impl Mapping, mut f: impl FnMut(usize, usize)) {
    let sides = [Lane::new(src), Lane::new(dst)];
    Lanes::<2>::new(sides, dst.dims()).all(|piece| {
        let (&[from, to], &[a, b]) = (piece.positions(), piece.steps());
        (0..piece.len()).for_each(|k| {
            f(
                from.wrapping_add(k.wrapping_mul(a)),
                to.wrapping_add(k.wrapping_mul(b)),
            );
        });
        true
    });
}

/// Copies `len` bytes; a few bytes without a call.
#[inline]
fn copy_run(at: Position, len: usize, from: Source<'_>, to: &mut Destination<'_>) {
    macro_rules! by_len {
        ($($len:literal)*) => {
            match len {
                $($len => to.copy(at.dst, from, at.src, $len),)*
                _ => to.copy(at.dst, from, at.src, len),
            }
        };
    }
    by_len!(1 2 4 8 16)
}

/// Copies `len` elements of `size` bytes at these strides, which wrap if they go backward.
fn copy_strided(
    size: usize,
    at: Position,
    strides: Position,
    len: usize,
    from: Source<'_>,
    to: &mut Destination<'_>,
) {
    let is_within = |first: usize, stride: usize, bytes: usize| {
        let span = (stride as isize).checked_mul(len as isize - 1);
        let last = span.and_then(|span| first.checked_add_signed(span));
        let fits = |start| bytes >= size && start <= bytes - size;
        fits(first) && last.is_some_and(fits)
    };
    assert!(
        is_within(at.src, strides.src, from.len()) && is_within(at.dst, strides.dst, to.len()),
        "the elements are within both buffers"
    );
    let (from, to) = (from.as_ptr(), to.as_mut_ptr());
    let (from, to) = (from.wrapping_add(at.src), to.wrapping_add(at.dst));
    let each = (0..len).map(|k| {
        (
            from.wrapping_add(k.wrapping_mul(strides.src)),
            to.wrapping_add(k.wrapping_mul(strides.dst)),
        )
    });
    macro_rules! by_size {
        ($($size:literal)*) => {
            match size {
                // SAFETY: an element of the copy, in bounds: a source can be read there, and a
                // destination written, whose elements nothing else uses.
                $($size => each.for_each(|(from, to)| unsafe {
                    to.copy_from_nonoverlapping(from, $size)
                }),)*
                // SAFETY: the same.
                _ => each.for_each(|(from, to)| unsafe { to.copy_from_nonoverlapping(from, size) }),
            }
        };
    }
    by_size!(1 2 4 8 16)
}
