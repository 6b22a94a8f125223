//! What `layout!` expands to; not for use by hand.

/// True if copies use `layout-kernels`: tests without it make sure that they run without it.
pub const HAS_KERNELS: bool = cfg!(feature = "kernels");

pub use crate::layout::partial_layout::PartialLayout;
pub use crate::layout::sections;
pub use crate::layout::static_layout::value::*;
pub use crate::layout::static_layout::{StaticLayout, params::*};
pub use layout_core::parse::{Value, checked_hole};
pub use layout_core::spec::UNKNOWN;
pub use layout_core::spec::element_type::{Mistake, markers::*};
