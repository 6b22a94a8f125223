//! `LayoutOnDemand`: a layout that is computed when it is needed.

use core::fmt;
use core::ops::Deref;

use crate::layout::Layout;

/// The [`Layout`] of a [`PartialLayout`](crate::PartialLayout), which does not
/// hold one; derefs to it. `clone()` gives the `Layout`, as with the other kinds.
///
/// ```
/// use tiled_layout::{Mapping, layout};
///
/// let rows = <layout!(F32[?,5]<1,0:T(2,2)>)>::with_dims([3, 5])?;
/// let layout = rows.layout(); // made here
/// assert_eq!(layout.physical_dims(), [2, 3, 2, 2]);
/// assert_eq!(layout.padded_len(), 24);
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
#[derive(PartialEq, Eq, Hash, Debug)] // not `Clone`: `clone()` gives the `Layout`
pub struct LayoutOnDemand(pub(crate) Layout);

impl Deref for LayoutOnDemand {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        &self.0
    }
}

impl fmt::Display for LayoutOnDemand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
