//! Layouts to and from XLA's protocol buffers: `ShapeProto` and `LayoutProto`.
//!
//! XLA serializes modules, executables and checkpoints' metadata as protocol buffers. This
//! reader works on the bytes in place: it does not allocate or recurse, and runs in time
//! linear in the bytes. An unknown field is an error, since it can change the layout.
//!
//! ```
//! use tiled_layout::xla::proto;
//!
//! let bytes = [
//!     0x10, 0x0b, // element type: F32
//!     0x1a, 2, 3, 5, // dimensions
//!     0x2a, 13, // layout, of 13 bytes
//!     0x0a, 2, 1, 0, // order
//!     0x32, 4, 0x0a, 2, 2, 2, // a tile
//!     0x80, 1, 1, // rounded up to a multiple of 1 element
//!     0x32, 2, 0, 0, // no dimension is dynamic
//! ];
//! let layout = proto::from_shape_proto(&bytes)?;
//! assert_eq!(layout.to_string(), "f32[3,5]{1,0:T(2,2)}");
//! assert_eq!(proto::to_shape_proto(&layout).as_slice(), bytes);
//! # Ok::<(), tiled_layout::xla::proto::ProtoError>(())
//! ```

mod decode;
mod element_number;
mod encode;
mod error;
mod tuple;
mod wire;

pub use decode::{from_layout_proto, from_shape_proto};
pub use encode::{ProtoBytes, to_layout_proto, to_shape_proto};
pub use error::ProtoError;
pub use tuple::{ArrayProto, arrays};
#[cfg(feature = "std")]
pub(crate) use wire::varints;
pub(crate) use wire::{Field, Fields};
