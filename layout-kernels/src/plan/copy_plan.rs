//! `CopyPlan`: a few strided copies with their kernels chosen, in a compact
//! form.

use super::axis::{Axis, MAX_AXES, NO_AXIS};
use super::loop_nest::{Extents, Inner, Kernels};
use super::strided_copy::{Hints, StridedCopy};
use crate::list::List;

/// The most copies of a plan: as many as two dimensions need that are not
/// divisible, one of them by two tiles.
const MAX_COPIES: usize = 6;
/// The most loops of all copies of a plan together.
const MAX_LOOPS: usize = 44;

/// One copy, without its loops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    pub(crate) kernel: Choice,
    /// The bytes of an element.
    pub(crate) size: usize,
    /// The copy's loops among those of the plan: those of the kernel first, then
    /// the others, the innermost first.
    pub(crate) first: u8,
    pub(crate) end: u8,
    /// Strides are in bytes, but for [`Choice::Bits`].
    pub(crate) extents: Extents,
}

/// A kernel without its loops.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
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
    pub(crate) hints: Hints,
    pub(crate) copies: List<Planned, MAX_COPIES>,
    pub(crate) loops: List<Axis, MAX_LOOPS>,
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
}

const _: () = assert!(MAX_AXES < MAX_LOOPS && size_of::<CopyPlan>() <= 2048);
