//! `CopyPlan`: a few strided copies with their kernels chosen, in a compact
//! form.

use super::axis::{Axis, MAX_AXES, NO_AXIS};
use super::loop_nest::{Extents, Inner, Kernels, Nest, ahead};
use super::strided_copy::{Hints, StridedCopy};
use crate::list::List;
use crate::run::{self, CachePolicy, PLAIN, VECTORS};

/// The most copies of a plan: as many as two dimensions need that are not
/// divisible, one of them by two tiles.
const MAX_COPIES: usize = 6;
/// The most loops of all copies of a plan together.
const MAX_LOOPS: usize = 44;

/// One copy, without its loops.
#[derive(Clone, Copy, Debug)]
struct Planned {
    kernel: Choice,
    /// The bytes of an element.
    size: usize,
    /// The copy's loops among those of the plan: those of the kernel first, then
    /// the others, the innermost first.
    first: u8,
    end: u8,
    /// Strides are in bytes, but for [`Choice::Bits`].
    extents: Extents,
}

/// A kernel without its loops.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Run {
        len: usize,
    },
    Transpose {
        unit: u8,
    },
    Fused {
        unit: u8,
    },
    Bits {
        bits: usize,
    },
    /// Blocks of lanes: they are found anew in each run.
    Blocks,
}

const NO_COPY: Planned = Planned {
    kernel: Choice::Run { len: 0 },
    size: 1,
    first: 0,
    end: 0,
    extents: Extents::EMPTY,
};

/// Strided copies that make up one move, planned once to be run often.
///
/// It is made by `const fn`, without allocation, and takes less than 2 KB.
///
/// ```
/// use layout_kernels::{Axis, CopyPlan, Hints, StridedCopy};
///
/// // A matrix of 2 rows and 3 columns of bytes, by columns.
/// const COLUMNS: CopyPlan = {
///     let mut copy = StridedCopy::new(8);
///     assert!(copy.push(Axis { extent: 2, src: 3, dst: 1 }));
///     assert!(copy.push(Axis { extent: 3, src: 1, dst: 2 }));
///     let mut plan = CopyPlan::new(Hints { bytes: 12, by_source: true });
///     assert!(plan.push(&copy));
///     plan
/// };
/// let mut columns = [0; 6];
/// COLUMNS.run(&[1, 2, 3, 4, 5, 6], &mut columns);
/// assert_eq!(columns, [1, 4, 2, 5, 3, 6]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CopyPlan {
    hints: Hints,
    copies: List<Planned, MAX_COPIES>,
    loops: List<Axis, MAX_LOOPS>,
}

impl CopyPlan {
    /// A plan that copies nothing yet.
    #[must_use]
    pub const fn new(hints: Hints) -> CopyPlan {
        CopyPlan {
            hints,
            copies: List::new(NO_COPY),
            loops: List::new(NO_AXIS),
        }
    }

    /// Adds a copy. False when the plan is full; then it is as before.
    ///
    /// No two writes of a plan may go to the same position; otherwise it is
    /// unspecified which value remains.
    #[must_use]
    pub const fn push(&mut self, copy: &StridedCopy) -> bool {
        let mut flat = copy.flat_loops();
        let inner = flat.take_inner(self.hints.by_source, Kernels::All);
        let mut own = [NO_AXIS; 4];
        let mut num_own = 0;
        let kernel = match inner {
            Inner::Run { len } => Choice::Run { len },
            Inner::Bits { bits } => Choice::Bits { bits },
            Inner::Transpose {
                unit,
                rows,
                columns,
            } => {
                [own[0], own[1]] = [rows, columns];
                num_own = 2;
                Choice::Transpose { unit: unit as u8 }
            }
            Inner::Fused {
                unit,
                rows,
                columns,
            } => {
                own = [rows[0], rows[1], columns[0], columns[1]];
                num_own = 4;
                Choice::Fused { unit: unit as u8 }
            }
            Inner::Shuffle(_) => {
                flat = copy.flat_loops();
                Choice::Blocks
            }
        };
        let others = &flat.axes;
        if self.copies.is_full() || self.loops.len() + num_own + others.len() > MAX_LOOPS {
            return false;
        }
        let first = self.loops.len() as u8;
        let mut i = 0;
        while i < num_own {
            self.loops.push(own[i]);
            i += 1;
        }
        i = 0;
        while i < others.len() {
            self.loops.push(others.at(i));
            i += 1;
        }
        self.copies.push(Planned {
            kernel,
            size: flat.size,
            first,
            end: self.loops.len() as u8,
            extents: flat.extents,
        });
        true
    }

    /// Runs all copies, from `src` to `dst`.
    ///
    /// # Panics
    ///
    /// When a copy is out of bounds of a buffer.
    pub fn run(&self, src: &[u8], dst: &mut [u8]) {
        let policy = CachePolicy::of(self.hints.bytes);
        for planned in &self.copies {
            self.run_one(planned, policy, src, dst);
        }
    }

    /// [`run`](CopyPlan::run) by the threads of rayon's pool, with the same
    /// result. No two of them write to one cache line.
    ///
    /// # Panics
    ///
    /// As [`run`](CopyPlan::run).
    #[cfg(feature = "rayon")]
    pub fn par_run(&self, src: &[u8], dst: &mut [u8]) {
        let policy = CachePolicy::of_threads(self.hints.bytes);
        for planned in &self.copies {
            if policy == CachePolicy::InOrder || matches!(planned.kernel, Choice::Bits { .. }) {
                self.run_one(planned, policy, src, dst);
            } else {
                let copy = self.strided(planned);
                copy.par_run_with(policy, self.hints.by_source, src, dst);
            }
        }
    }

    fn run_one(&self, planned: &Planned, policy: CachePolicy, src: &[u8], dst: &mut [u8]) {
        let loops = &self.loops[planned.first.into()..planned.end.into()];
        let in_order = policy == CachePolicy::InOrder && run::has_vectors();
        let (inner, loops) = match (planned.kernel, loops) {
            (Choice::Bits { bits }, loops) => (Inner::Bits { bits }, loops),
            (Choice::Run { len }, loops) if in_order => (Inner::Run { len }, loops),
            (Choice::Transpose { unit }, &[rows, columns, ref loops @ ..]) if in_order => {
                let unit = unit.into();
                let inner = Inner::Transpose {
                    unit,
                    rows,
                    columns,
                };
                (inner, loops)
            }
            (Choice::Fused { unit }, &[a, b, c, d, ref loops @ ..]) if in_order => {
                let inner = Inner::Fused {
                    unit: unit.into(),
                    rows: [a, b],
                    columns: [c, d],
                };
                (inner, loops)
            }
            _ => {
                let copy = self.strided(planned);
                return copy.run_with(policy, self.hints.by_source, src, dst);
            }
        };
        let nest = Nest::new(&inner, loops, ahead(self.hints.by_source));
        let kernel = if in_order { VECTORS } else { PLAIN };
        // SAFETY: `push` took the loops and the extents from one nest.
        unsafe { run::run_nest(&nest, &planned.extents, kernel, src, dst) }
    }

    /// The copy that was planned.
    fn strided(&self, planned: &Planned) -> StridedCopy {
        let size = planned.size;
        let mut copy = StridedCopy::new(8 * size);
        (copy.src, copy.dst) = (
            planned.extents.src_start / size,
            planned.extents.dst_start / size,
        );
        let len = match planned.kernel {
            Choice::Run { len } => len,
            Choice::Transpose { unit } | Choice::Fused { unit } => unit.into(),
            Choice::Blocks => size,
            Choice::Bits { .. } => unreachable!("bits are not planned anew"),
        };
        let run = Axis {
            extent: len / size,
            src: 1,
            dst: 1,
        };
        let loops = &self.loops[planned.first.into()..planned.end.into()];
        let loops = loops.iter().map(|axis| axis.divided(size));
        for axis in [run].into_iter().chain(loops) {
            assert!(
                copy.push(axis),
                "a copy has no more loops than when it was made"
            );
        }
        copy
    }
}

const _: () = assert!(MAX_AXES < MAX_LOOPS && size_of::<CopyPlan>() <= 2048);
