//! The errors, and what their fields contain.
//!
//! # Examples
//!
//! ```
//! use tiled_layout::Layout;
//! use tiled_layout::error::{ErrorKind, NotAnArray};
//!
//! let error = Layout::parse("token[]").unwrap_err();
//! assert_eq!(error.kind(), &ErrorKind::NotAnArray(NotAnArray::Token));
//! ```

pub use crate::copy::{CopyError, CopySide};
pub use crate::layout::error::{LayoutDifference, LayoutError, RegionError};
pub use crate::layout::padding_waste::PaddingWaste;

pub use crate::array::{LengthError, ViewError};
pub use crate::map::InvalidStrides;
pub use layout_core::parse::error::ParseError;
#[doc(hidden)]
pub use layout_core::spec::error_kind::LargeCount;
pub use layout_core::spec::error_kind::{ErrorKind, Expected, NotAnArray, What};
pub use layout_core::spec::section::Section;
#[doc(hidden)]
pub use layout_core::util::array_string::ArrayString;
pub use layout_core::util::error_text::ErrorText;
