//! The notations of other systems: each is read as a [`Layout`](layout_runtime::Layout), and written
//! from a layout that it can express.
//!
//! Every text becomes a spec, which the validator checks. A text that no layout can express
//! is an error with a range of bytes: swizzles by exclusive or, and strides of 0, with
//! which elements share a position.
//!
//! ```
//! use tiled_layout::notation::onednn;
//! use tiled_layout::ElementType;
//!
//! let layout = onednn::parse("aBcd16b", ElementType::F32, &[2, 20, 3, 5])?;
//! assert_eq!(layout.to_string(), "f32[2,20,3,5]{3,2,1,0:T(16,1,1)}");
//! # Ok::<(), tiled_layout::notation::TextError>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod arrangement;
mod blocks;
pub mod cute;
pub mod explain;
mod format_tag;
pub mod jax;
pub mod linalg_pack;
pub mod mosaic;
pub mod onednn;
pub mod pjrt;
mod sections;
mod shape;
pub mod strides;
mod system;
pub mod tvm;
mod xla_numbers;
pub mod xla_proto;

pub use explain::explain;
pub use layout_xla::TextError;
pub use system::System;
