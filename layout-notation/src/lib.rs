//! The notations of other systems: each is read as a [`Layout`](layout_runtime::Layout), and written
//! from a layout that it can express.
//!
//! Every text becomes a spec, which the validator checks. A text that no layout can express
//! is an error with a range of bytes: swizzles by exclusive or, and strides of 0, with
//! which elements share a position.
//!
//! ```
//! use tiled_layout::ElementType;
//! use tiled_layout::notation::System;
//!
//! let shape = Some((ElementType::F32, &[2, 20, 3, 5][..]));
//! let layout = System::OneDnn.parse("aBcd16b", shape)?;
//! assert_eq!(layout.to_string(), "f32[2,20,3,5]{3,2,1,0:T(16,1,1)}");
//! # Ok::<(), tiled_layout::notation::TextError>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod arrangement;
mod blocks;
mod cute;
pub mod explain;
mod format_tag;
mod jax;
mod linalg_pack;
pub mod mosaic;
mod onednn;
pub mod pjrt;
mod sections;
mod shape;
pub mod strides;
mod system;
mod tvm;
mod xla_numbers;
mod xla_proto;

pub use explain::explain;
pub use layout_xla::TextError;
pub use system::System;
