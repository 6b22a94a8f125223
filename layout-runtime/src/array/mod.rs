//! `Array`: the elements that a storage holds, where a mapping says; and its access to single
//! elements.

pub(crate) mod access;
pub(crate) mod aliases;
#[expect(clippy::module_inception, reason = "one type, one file")]
mod array;
mod bitcast;
pub(crate) mod bytes;
mod convert;
pub(crate) mod debug;
pub(crate) mod error;
pub(crate) mod into_array;
pub(crate) mod layout;
pub(crate) mod packed;
pub(crate) mod part;
pub(crate) mod stores;
mod strided;

pub use array::Array;
pub(crate) use error::write_bytes;
pub use error::{LengthError, ViewError};
