//! `UnknownStrides`: which strides depend on extents known only at run time.

use crate::formula::row_major;
use crate::spec::{MAX_RANK, PhysicalDims};

/// For each logical dimension the one term, if any, whose stride depends on extents known
/// only at run time: its most significant digit. All other digits are more minor than every
/// such extent, because a tile moves the indices within it to the end.
#[derive(Clone, Copy, Debug)]
pub struct UnknownStrides {
    /// The physical dimension of the digit, or [`NO_AXIS`].
    pub(super) axes: [u8; MAX_RANK],
    /// The stride within that physical dimension, if `*` has merged several.
    pub(super) weights: [usize; MAX_RANK],
}

/// The value for "no stride of this dimension is unknown".
const NO_AXIS: u8 = u8::MAX;

impl UnknownStrides {
    pub(super) const NONE: UnknownStrides = UnknownStrides {
        axes: [NO_AXIS; MAX_RANK],
        weights: [0; MAX_RANK],
    };

    /// Returns true if a stride of dimension `dim` is unknown.
    pub(crate) const fn has(&self, dim: usize) -> bool {
        self.axes[dim] != NO_AXIS
    }

    /// Returns the strides, one per dimension, in elements, when all `physical` dimensions are
    /// known; 0 for a dimension without an unknown stride.
    pub const fn resolve<const RANK: usize>(&self, physical: &PhysicalDims) -> [usize; RANK] {
        let strides = row_major(physical);
        let mut resolved = [0; RANK];
        let mut dim = 0;
        while dim < RANK {
            if self.has(dim) {
                resolved[dim] = self.weights[dim] * strides[self.axes[dim] as usize];
            }
            dim += 1;
        }
        resolved
    }
}
