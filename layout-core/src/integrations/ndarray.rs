//! Feature `ndarray`: the index of a run-time layout is a dynamic dimension.

use ndarray::{IntoDimension, IxDyn};

use crate::spec::Dims;

/// The index of a run-time layout is a dynamic dimension; the index of a static layout,
/// `[usize; RANK]`, is `Ix0` to `Ix6`.
#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl IntoDimension for Dims {
    type Dim = IxDyn;

    fn into_dimension(self) -> IxDyn {
        IxDyn(&self)
    }
}
