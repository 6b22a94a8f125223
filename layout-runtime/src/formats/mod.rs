//! The notations of other systems: each is read as a [`Layout`](crate::Layout), and written
//! from one where it can say what the layout says.
//!
//! Every text becomes the parts of a layout, which pass the one validator. A
//! text that no layout can say is an error with the range of its bytes; so is
//! a swizzle by exclusive or, and a stride of 0, by which elements share a
//! position.
//!
//! ```
//! use tiled_layout::formats::onednn;
//! use tiled_layout::ElementType;
//!
//! let layout = onednn::parse("aBcd16b", ElementType::F32, &[2, 20, 3, 5])?;
//! assert_eq!(layout.to_string(), "f32[2,20,3,5]{3,2,1,0:T(16,1,1)}");
//! # Ok::<(), tiled_layout::formats::FormatError>(())
//! ```

mod arrangement;
mod blocks;
pub mod cute;
mod digits;
mod error;
pub mod jax;
pub mod linalg_pack;
pub mod mosaic;
pub mod onednn;
pub mod pjrt;
mod scanner;
mod sections;
pub mod strides;
mod system;
mod tag;
mod tiled;
pub mod tvm;
pub mod xla;
pub mod xla_proto;

pub use error::FormatError;
pub use system::System;
