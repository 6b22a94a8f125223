//! XLA's `ShapeProto`, its bytes in hexadecimal: `100b1a020305`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use layout_xla::text::{Problem, TextError};

use layout_runtime::Layout;
use layout_xla::proto::{self, ProtoError};

/// Reads the bytes of a `ShapeProto`: [`proto::from_shape_proto`] of them.
pub(crate) fn parse(text: &str) -> Result<Layout, TextError> {
    let digits = text.trim();
    let start = text.len() - text.trim_start().len();
    let whole = start..start + digits.len();
    let expected = |what, range| Err(TextError::new(Problem::Expected(what), text, range));
    if let Some((at, other)) = digits.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
        let range = start + at..start + at + other.len_utf8();
        return expected("hexadecimal digits", range);
    }
    if digits.is_empty() {
        return expected("the bytes of a `ShapeProto`, in hexadecimal", whole);
    }
    if !digits.len().is_multiple_of(2) {
        return expected("two hexadecimal digits a byte", whole.end - 1..whole.end);
    }
    let pairs = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
    let bytes: Vec<u8> = pairs
        .filter_map(|pair| u8::from_str_radix(pair, 16).ok())
        .collect();
    proto::from_shape_proto(&bytes).map_err(|error| {
        // Nobody finds a number of the bytes in the digits.
        let problem = match error {
            // The message quotes nothing of the digits.
            ProtoError::Invalid(kind) => return TextError::new(kind, text, start..start),
            ProtoError::WireType { .. } => "a field has an unexpected wire type".into(),
            ProtoError::ElementType { .. } => "no element type has this number".into(),
            ProtoError::OutOfRange { .. } => "a number is out of range".into(),
            error => Problem::from(error),
        };
        TextError::new(problem, text, whole)
    })
}

/// Writes the bytes of a layout's `ShapeProto`.
pub(crate) fn print(layout: &Layout) -> String {
    let bytes = proto::to_shape_proto(layout);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
