//! Transposes of units of `U` bytes: `rows` are contiguous in the source,
//! `columns` in the destination.
//!
//! A transpose of a few columns is an interleaving, one of a few rows a deinterleaving:
//! [`mod@interleave`], [`interleave_three`] and [`padded_groups`]. [`register_tile`]
//! transposes many rows and many columns, [`line_transpose`] does so with streaming stores,
//! and [`fused_axes`] if the rows or the columns are two loops, or shorter than a lane.
//! [`mod@padded_units`] has units whose size is not a power of two.
//!
//! The code here has no closures or iterators over vectors: rustc would not compile these
//! with the processor's vector instructions. It has no loops over registers: a loop that
//! LLVM does not unroll early keeps them in memory.

mod deinterleave;
mod fused_axes;
mod interleave;
mod interleave_three;
mod lane_order;
mod line_buffer;
mod line_transpose;
mod padded_groups;
mod padded_units;
mod register_tile;

use super::{At, LANE, opaque_load, streams, unit};
use crate::plan::Axis;
use crate::plan::NO_AXIS;
use crate::plan::{Inner, Nest};
use crate::simd::Vector;
use deinterleave::deinterleave;
use fused_axes::FusedAxes;
use interleave::{interleave, is_group};
use interleave_three::{InterleaveThree, are_three};
pub(crate) use line_buffer::conflict;
use line_buffer::share_a_set;
use line_transpose::LineTranspose;
pub(crate) use line_transpose::fills_lines;
pub(crate) use padded_groups::PaddedGroups;
pub(super) use padded_units::padded_units;
use register_tile::RegisterTiles;

/// The two loops of a transpose.
struct RowsColumns {
    rows: Axis,
    columns: Axis,
}

impl RowsColumns {
    /// Returns the bytes of a unit, and the loops.
    #[inline(always)]
    fn with_unit(nest: &Nest<'_>) -> (usize, RowsColumns) {
        match *nest.inner {
            Inner::Transpose {
                unit,
                rows,
                columns,
            } => (unit, RowsColumns { rows, columns }),
            _ => unreachable!("only transposes come here"),
        }
    }

    /// Returns the loops, with the strides that are one unit as constants.
    #[inline(always)]
    fn of<const U: usize>(nest: &Nest<'_>) -> RowsColumns {
        match *nest.inner {
            Inner::Transpose { rows, columns, .. } => RowsColumns {
                rows: Axis { src: U, ..rows },
                columns: Axis { dst: U, ..columns },
            },
            _ => unreachable!("only transposes come here"),
        }
    }
}

/// Which loop of a transpose makes contiguous groups, so that it is an interleaving or
/// deinterleaving.
pub(crate) enum Groups {
    /// The columns are groups in the destination: interleaving.
    Columns,
    /// The rows are groups in the source: deinterleaving.
    Rows,
    Neither,
}

impl Groups {
    /// Which loop of a transpose is a group, for units of `unit` bytes and vectors of
    /// `vector` bytes. The other loop then has at least one vector.
    #[inline(always)]
    pub(crate) const fn of(unit: usize, rows: &Axis, columns: &Axis, vector: usize) -> Groups {
        if rows.extent * unit >= vector && is_group(columns.extent, unit, rows.dst, vector) {
            Groups::Columns
        } else if columns.extent * unit >= vector
            && is_group(rows.extent, unit, columns.src, vector)
        {
            Groups::Rows
        } else {
            Groups::Neither
        }
    }
}

/// Transposes by the widest vectors that fit. `K` is `LANE / U`.
///
/// # Safety
///
/// As the parent module requires.
#[inline(always)]
pub(super) unsafe fn transpose<V: Vector, const U: usize, const K: usize>(nest: &Nest<'_>, at: At) {
    let RowsColumns { rows, columns } = RowsColumns::of::<U>(nest);
    let (along_src, along_dst) = (rows.extent * U, columns.extent * U);
    let groups = Groups::of(U, &rows, &columns, V::BYTES);
    if let Groups::Columns = groups {
        // SAFETY: the same loops; `rows` is at least a vector, and `columns` a
        // contiguous group.
        unsafe { interleave::<V>(columns.extent, nest, at) }
    } else if let Groups::Rows = groups {
        // SAFETY: the same loops; `columns` is at least a vector, and `rows` a
        // contiguous group.
        unsafe { deinterleave::<V>(rows.extent, nest, at) }
    } else if along_src >= V::BYTES && are_three(columns.extent, U, rows.dst) {
        // SAFETY: the same loops; `rows` is at least a vector.
        unsafe { V::execute::<_, InterleaveThree<V>>(nest, at) }
    } else if const { U == 4 } && streams::<V>(nest) && nest.narrow && share_a_set(columns.src) {
        // SAFETY: the same loops, which have lines of columns.
        unsafe { V::execute::<_, LineTranspose<V, U, K, 1>>(nest, at) }
    } else if streams::<V>(nest) {
        // SAFETY: the same loops, which have lines of columns.
        unsafe { V::execute::<_, LineTranspose<V, U, K, 2>>(nest, at) }
    } else if along_src >= LANE && along_dst >= <V::Tile as Vector>::BYTES {
        // SAFETY: the same loops, which have a tile.
        unsafe { V::execute::<_, RegisterTiles<V::Tile, U, K>>(nest, at) }
    } else if V::BYTES > LANE {
        // SAFETY: the same loops; who has a vector has its half.
        unsafe { transpose::<V::Half, U, K>(nest, at) }
    } else if along_src >= LANE && columns.extent > 1 {
        // SAFETY: the same loops; `rows` is at least a vector.
        unsafe { interleave::<V>(1 << columns.extent.ilog2(), nest, at) }
    } else if along_dst >= LANE && rows.extent > 1 {
        // SAFETY: the same loops; `columns` is at least a vector.
        unsafe { deinterleave::<V>(1 << rows.extent.ilog2(), nest, at) }
    } else {
        // SAFETY: the same loops.
        unsafe { units::<U>(nest, at) }
    }
}

/// Transposes the pieces of `K` lanes, each of `K` pieces of `P` bytes: piece `i` of lane
/// `k` becomes piece `k` of lane `i`. `P` is `LANE / K`.
#[inline(always)]
pub(super) fn transposed<V: Vector, const P: usize, const K: usize>(vectors: [V; K]) -> [V; K] {
    transposed_groups::<V, P, K, K>(vectors)
}

/// [`transposed`] for each group of `B` of the `K` vectors. `P` is `LANE / B`.
#[inline(always)]
fn transposed_groups<V: Vector, const P: usize, const B: usize, const K: usize>(
    mut vectors: [V; K],
) -> [V; K] {
    butterfly!(K, B, vectors, P);
    vectors
}

/// Transposes rows or columns that are two fused loops. `K` is `LANE / U`.
///
/// # Safety
///
/// As the parent module requires.
#[inline(always)]
pub(super) unsafe fn fused<V: Vector, const U: usize, const K: usize>(nest: &Nest<'_>, at: At) {
    // SAFETY: the same loops.
    unsafe { V::execute::<_, FusedAxes<V, U, K>>(nest, at) }
}

/// Transposes unit by unit. The exit branch of a short loop is mispredicted, which takes
/// longer than its steps. If there are few rows and few columns, the innermost loop is
/// therefore the loop around them: it copies one unit in many of its steps.
///
/// # Safety
///
/// As the module `kernels` requires; no vector is needed.
unsafe fn units<const U: usize>(nest: &Nest<'_>, at: At) {
    // As `each_step`, but with an index, so that LLVM unrolls these short loops.
    macro_rules! each_unit {
        ($at:expr, $axis:expr, |$here:ident| $step:block) => {{
            let mut i = 0;
            loop {
                let $here = $at.step(i, &$axis);
                $step
                i += 1;
                if i >= $axis.extent {
                    break;
                }
            }
        }};
    }
    const MIN_LOOP_EXTENT: usize = 16;
    const MAX_STEPS_IN_TURN: usize = 64; // the smallest cache holds both sides of them
    let (_, RowsColumns { rows, columns }) = RowsColumns::with_unit(nest);
    let [inner, outer] = nest.repeats;
    let in_turn = rows.extent < MIN_LOOP_EXTENT
        && columns.extent < MIN_LOOP_EXTENT
        && inner.extent >= MIN_LOOP_EXTENT;
    let most = if in_turn { MAX_STEPS_IN_TURN } else { 1 };
    let around = Nest {
        repeats: [outer, &NO_AXIS],
        ..*nest
    };
    repeated!(around, at, |at| {
        let mut first = 0;
        while first < inner.extent {
            let at = at.step(first, inner);
            let extent = most.min(inner.extent - first);
            first += extent;
            let steps = Axis { extent, ..*inner };
            let loops = if opaque_load(&in_turn) {
                [rows, columns, steps]
            } else {
                [steps, rows, columns]
            };
            each_unit!(at, loops[0], |at| {
                each_unit!(at, loops[1], |at| {
                    each_unit!(at, loops[2], |at| {
                        // SAFETY: `at` is one step of each loop of the nest, whose unit the
                        // caller promises on both sides.
                        unsafe { unit::<U>(at) }
                    })
                })
            });
        }
    });
}
