//! `Buffer`: an owned buffer with its layout.

// First, because rustdoc lists methods in this order.
#[expect(clippy::module_inception, reason = "one type, one file")]
mod buffer;

mod aligned;
mod convert;
mod copy;
mod forwards;
mod into_elements;
mod map;
pub(crate) mod packed;

pub use buffer::Buffer;
pub use into_elements::IntoElements;
