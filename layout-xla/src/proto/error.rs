//! `ProtoError`: why bytes are not an array with a layout.

use core::fmt;

use layout_core::parse::error::const_message;
use layout_core::spec::error_kind::{ErrorKind, NotAnArray};

/// Why the bytes of a protocol buffer are not an array with a layout.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::proto::{self, ProtoError};
///
/// assert_eq!(proto::from_shape_proto(&[0x10]), Err(ProtoError::CutOff));
/// let token = proto::from_shape_proto(&[0x10, 17]).unwrap_err();
/// assert_eq!(token.to_string(), "a token holds no data");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProtoError {
    /// The bytes end within a field.
    CutOff,
    /// The bytes are not a field.
    Malformed,
    /// The wire type of a field differs from its definition.
    WireType {
        /// The field's number.
        field: u32,
    },
    /// A field that is not read, though it can change the meaning of its message.
    UnreadField {
        /// The message's name.
        message: &'static str,
        /// The field's number.
        field: u32,
    },
    /// A number that no element type has.
    ElementType {
        /// The number.
        number: u64,
    },
    /// A shape that is not an array.
    NotAnArray(NotAnArray),
    /// A dimension without a bound.
    Unbounded,
    /// A sparse array, which has no dense layout.
    Sparse,
    /// A number that is out of range for its field.
    OutOfRange {
        /// The number.
        number: i64,
    },
    /// Tuples are nested more deeply than the reader follows.
    TooDeep,
    /// The parts are not a valid layout.
    Invalid(ErrorKind),
}

impl fmt::Display for ProtoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            ProtoError::CutOff => "the bytes end within a field",
            ProtoError::Malformed => "the bytes are not a protocol buffer",
            ProtoError::WireType { field } => {
                return write!(f, "field {field} has an unexpected wire type");
            }
            ProtoError::UnreadField { message, field } => {
                return write!(
                    f,
                    "field {field} of `{message}` is not read, and can change its meaning"
                );
            }
            ProtoError::ElementType { number } => {
                return write!(f, "no element type is number {number}");
            }
            ProtoError::NotAnArray(NotAnArray::Tuple) => "a tuple, not an array",
            ProtoError::NotAnArray(NotAnArray::Token) => "a token holds no data",
            ProtoError::NotAnArray(NotAnArray::Opaque) => "an opaque value has no layout",
            ProtoError::NotAnArray(_) => "a buffer, not an array",
            ProtoError::Unbounded => "a dimension without a bound",
            ProtoError::Sparse => "a sparse array has no dense layout",
            ProtoError::OutOfRange { number } => return write!(f, "{number} is out of range"),
            ProtoError::TooDeep => "tuples are nested too deeply",
            ProtoError::Invalid(kind) => return f.write_str(&const_message(kind)),
        })
    }
}

impl core::error::Error for ProtoError {}
