//! Transposes of units of `U` bytes: `rows` lie together in the source,
//! `columns` in the destination.
//!
//! Interleaving is the transpose of a few columns, taking apart that of a few
//! rows, and a large transpose is made of small ones. There are no closures or
//! iterators over vectors here: those would not be compiled for the
//! processor's vectors.

use core::marker::PhantomData;

use super::{At, put, unit};
use crate::relayout::cuts::Axis;
use crate::relayout::nest::{Inner, Nest};
use crate::relayout::vector::{Task, Vector};

/// The loops of a kernel.
struct Loops<'a> {
    repeat: &'a Axis,
    rows: &'a Axis,
    columns: &'a Axis,
}

impl Loops<'_> {
    #[inline(always)]
    fn of(nest: &Nest) -> Loops<'_> {
        match &nest.inner {
            Inner::Transpose { rows, columns, .. } => Loops {
                repeat: &nest.repeat,
                rows,
                columns,
            },
            _ => unreachable!("only transposes come here"),
        }
    }
}

/// Transposes by the widest vectors that fit.
///
/// # Safety
///
/// What the parent module says.
#[inline(always)]
pub(super) unsafe fn transpose<V: Vector, const U: usize, const STREAM: bool>(nest: &Nest, at: At) {
    let Loops { rows, columns, .. } = Loops::of(nest);
    let (along_src, along_dst) = (rows.extent * U, columns.extent * U);
    // Units that lie together on this side, few enough to be one group.
    let packed_src = columns.src == along_src && along_src <= V::BYTES;
    let packed_dst = rows.dst == along_dst && along_dst <= V::BYTES;
    if along_src >= V::BYTES && (packed_dst || !packed_src || along_dst < V::BYTES) {
        // SAFETY: the same loops; `rows` is at least a vector.
        unsafe { grouped::<V, U, STREAM, true>(columns.extent, rows.dst, nest, at) }
    } else if along_dst >= V::BYTES {
        // SAFETY: the same loops; `columns` is at least a vector.
        unsafe { grouped::<V, U, STREAM, false>(rows.extent, columns.src, nest, at) }
    } else if V::BYTES > V::Half::BYTES {
        // SAFETY: the same loops; who has a vector has its half.
        unsafe { transpose::<V::Half, U, STREAM>(nest, at) }
    } else {
        // SAFETY: the same loops.
        unsafe { units::<U>(nest, at) }
    }
}

/// Transposes unit by unit.
unsafe fn units<const U: usize>(nest: &Nest, at: At) {
    let Loops {
        repeat,
        rows,
        columns,
    } = Loops::of(nest);
    for i in 0..repeat.extent {
        for row in 0..rows.extent {
            for column in 0..columns.extent {
                let at = at.step(i, repeat).step(row, rows);
                // SAFETY: one step of each loop.
                unsafe { unit::<U>(at.step(column, columns)) }
            }
        }
    }
}

/// Takes columns, or else rows, in groups of a power of two; `pitch` is that
/// of a group's pieces on the other side.
#[inline(always)]
unsafe fn grouped<V: Vector, const U: usize, const STREAM: bool, const COLUMNS: bool>(
    extent: usize,
    pitch: usize,
    nest: &Nest,
    at: At,
) {
    let registers = if V::BYTES == 64 { 16 } else { 8 };
    let most = if registers * U > 64 {
        64 / U
    } else {
        registers
    };
    let group = if extent < most {
        1 << extent.ilog2()
    } else {
        most
    };
    macro_rules! run {
        ($k:literal, $packed:literal) => {
            // SAFETY: the same loops, of which the grouped one has at least
            // `group` steps.
            unsafe {
                if COLUMNS {
                    V::run::<Interleave<V, U, $k, $packed, STREAM>>(nest, at)
                } else {
                    V::run::<Deinterleave<V, U, $k, $packed, STREAM>>(nest, at)
                }
            }
        };
    }
    match (group, pitch == group * U) {
        (16, true) => run!(16, true),
        (16, false) => run!(16, false),
        (8, true) => run!(8, true),
        (8, false) => run!(8, false),
        (4, true) => run!(4, true),
        (4, false) => run!(4, false),
        (_, true) => run!(2, true),
        (_, false) => run!(2, false),
    }
}

/// Splits a loop into steps of a size that it is no shorter than; the last
/// step may overlap the one before it.
macro_rules! each_group {
    ($size:expr, $extent:expr, |$first:ident| $step:block) => {{
        let (size, extent) = ($size, $extent);
        let mut at = 0;
        while at < extent {
            let $first = if at + size > extent { extent - size } else { at };
            $step
            at += size;
        }
    }};
}

/// Reads groups of `K` columns, along the source, and interleaves each group
/// to pieces of the destination. `PACKED`: the pieces lie together. `rows` is
/// at least a vector.
struct Interleave<V, const U: usize, const K: usize, const PACKED: bool, const STREAM: bool>(
    PhantomData<V>,
);

impl<V: Vector, const U: usize, const K: usize, const PACKED: bool, const STREAM: bool> Task
    for Interleave<V, U, K, PACKED, STREAM>
{
    #[inline(always)]
    unsafe fn run(nest: &Nest, at: At) {
        let Loops {
            repeat,
            rows,
            columns,
        } = Loops::of(nest);
        for i in 0..repeat.extent {
            let at = at.step(i, repeat);
            each_group!(K, columns.extent, |column| {
                let at = at.step(column, columns);
                each_group!(V::BYTES / U, rows.extent, |row| {
                    let At { src, dst } = at.step(row, rows);
                    // SAFETY: in the first column, a vector of units.
                    let mut vectors = [unsafe { V::load(src) }; K];
                    let mut k = 1;
                    while k < K {
                        // SAFETY: the same in the other columns.
                        vectors[k] = unsafe { V::load(src.wrapping_add(k * columns.src)) };
                        k += 1;
                    }
                    let vectors = interleaved::<V, U, K>(vectors);
                    // SAFETY: for each of these units, a piece of `K`.
                    unsafe { put_pieces::<V, U, K, PACKED, STREAM>(vectors, dst, rows.dst) }
                });
            });
        }
    }
}

/// Writes groups of `K` rows, along the destination, each out of pieces of the
/// source. `PACKED`: the pieces lie together. `columns` is at least a vector.
struct Deinterleave<V, const U: usize, const K: usize, const PACKED: bool, const STREAM: bool>(
    PhantomData<V>,
);

impl<V: Vector, const U: usize, const K: usize, const PACKED: bool, const STREAM: bool> Task
    for Deinterleave<V, U, K, PACKED, STREAM>
{
    #[inline(always)]
    unsafe fn run(nest: &Nest, at: At) {
        let Loops {
            repeat,
            rows,
            columns,
        } = Loops::of(nest);
        for i in 0..repeat.extent {
            let at = at.step(i, repeat);
            each_group!(K, rows.extent, |row| {
                let at = at.step(row, rows);
                each_group!(V::BYTES / U, columns.extent, |column| {
                    let At { src, dst } = at.step(column, columns);
                    // SAFETY: a vector of pieces of `K` units.
                    let vectors = unsafe { get_pieces::<V, U, K, PACKED>(src, columns.src) };
                    let vectors = deinterleaved::<V, U, K>(vectors);
                    let mut k = 0;
                    while k < K {
                        // SAFETY: in each row, a vector of units.
                        unsafe { put::<V, STREAM>(vectors[k], dst.wrapping_add(k * rows.dst)) }
                        k += 1;
                    }
                });
            });
        }
    }
}

/// `K` vectors, of which each has one unit of each piece, as `K` vectors that
/// hold the pieces one after the other.
#[inline(always)]
fn interleaved<V: Vector, const U: usize, const K: usize>(mut from: [V; K]) -> [V; K] {
    let mut stage = 1;
    while stage < K {
        let mut to = from;
        let mut i = 0;
        while i < K / 2 {
            (to[2 * i], to[2 * i + 1]) = from[i].interleave::<U>(from[i + K / 2]);
            i += 1;
        }
        from = to;
        stage *= 2;
    }
    from
}

/// The inverse of [`interleaved`].
#[inline(always)]
fn deinterleaved<V: Vector, const U: usize, const K: usize>(mut from: [V; K]) -> [V; K] {
    let mut stage = 1;
    while stage < K {
        let mut to = from;
        let mut i = 0;
        while i < K / 2 {
            (to[i], to[i + K / 2]) = from[2 * i].deinterleave::<U>(from[2 * i + 1]);
            i += 1;
        }
        from = to;
        stage *= 2;
    }
    from
}

/// A vector's bytes in memory, whatever its size.
type Spill = [u8; 64];

/// Stores `K` vectors as pieces of `K` units that are `pitch` bytes apart.
#[inline(always)]
unsafe fn put_pieces<
    V: Vector,
    const U: usize,
    const K: usize,
    const PACKED: bool,
    const STREAM: bool,
>(
    vectors: [V; K],
    to: *mut u8,
    pitch: usize,
) {
    let piece = K * U;
    let mut k = 0;
    while k < K {
        let (start, vector) = (k * V::BYTES, vectors[k]);
        if PACKED {
            // SAFETY: the pieces lie together, `K` vectors long.
            unsafe { put::<V, STREAM>(vector, to.wrapping_add(start)) }
        } else if piece >= V::BYTES {
            let to = to.wrapping_add(start / piece * pitch + start % piece);
            // SAFETY: a piece is whole vectors long; this one is within it.
            unsafe { put::<V, STREAM>(vector, to) }
        } else {
            let mut bytes: Spill = [0; 64];
            // SAFETY: a vector has at most 64 bytes.
            unsafe { vector.store(bytes.as_mut_ptr()) }
            let mut within = 0;
            while within < V::BYTES {
                let to = to.wrapping_add((start + within) / piece * pitch);
                // SAFETY: one piece of the destination.
                unsafe { to.copy_from_nonoverlapping(bytes.as_ptr().wrapping_add(within), K * U) }
                within += piece;
            }
        }
        k += 1;
    }
}

/// Loads `K` vectors from pieces of `K` units that are `pitch` bytes apart.
#[inline(always)]
unsafe fn get_pieces<V: Vector, const U: usize, const K: usize, const PACKED: bool>(
    from: *const u8,
    pitch: usize,
) -> [V; K] {
    let piece = K * U;
    // SAFETY: an array of at least the size of a vector.
    let mut vectors = [unsafe { V::load([0u8; 64].as_ptr()) }; K];
    let mut k = 0;
    while k < K {
        let start = k * V::BYTES;
        if PACKED {
            // SAFETY: the pieces lie together, `K` vectors long.
            vectors[k] = unsafe { V::load(from.wrapping_add(start)) };
        } else if piece >= V::BYTES {
            let from = from.wrapping_add(start / piece * pitch + start % piece);
            // SAFETY: a piece is whole vectors long; this one is within it.
            vectors[k] = unsafe { V::load(from) };
        } else {
            let mut bytes: Spill = [0; 64];
            let mut within = 0;
            while within < V::BYTES {
                let from = from.wrapping_add((start + within) / piece * pitch);
                let to = bytes.as_mut_ptr().wrapping_add(within);
                // SAFETY: one piece of the source.
                unsafe { to.copy_from_nonoverlapping(from, K * U) }
                within += piece;
            }
            // SAFETY: a vector has at most 64 bytes.
            vectors[k] = unsafe { V::load(bytes.as_ptr()) };
        }
        k += 1;
    }
    vectors
}
