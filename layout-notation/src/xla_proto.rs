//! XLA's `ShapeProto`, its bytes in hexadecimal: `100b1a020305`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use layout_xla::text::{Problem, TextError};

use layout_runtime::Layout;
use layout_xla::proto::{self, ProtoError};

/// Reads the bytes of a `ShapeProto`: [`proto::from_shape_proto`] of them.
///
/// # Errors
///
/// When the text is not pairs of hexadecimal digits, or the bytes are no array
/// with a layout.
///
/// ```
/// use tiled_layout::notation::xla_proto;
///
/// let layout = xla_proto::parse("100b1a0203052a0d0a02010032040a02020280010132020000")?;
/// assert_eq!(layout.to_string(), "f32[3,5]{1,0:T(2,2)}");
/// # Ok::<(), tiled_layout::notation::TextError>(())
/// ```
pub fn parse(text: &str) -> Result<Layout, TextError> {
    let digits = text.trim();
    let start = text.len() - text.trim_start().len();
    let whole = start..start + digits.len();
    if let Some((at, other)) = digits.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
        let range = start + at..start + at + other.len_utf8();
        return Err(TextError::new(
            Problem::Expected("hexadecimal digits"),
            text,
            range,
        ));
    }
    let digit = |c: u8| char::from(c).to_digit(16).unwrap_or(0) as u8; // all are digits
    let mut bytes = Vec::new();
    for pair in digits.as_bytes().chunks(2) {
        let [high, low] = *pair else {
            let problem = Problem::Expected("two hexadecimal digits a byte");
            return Err(TextError::new(problem, text, whole.end - 1..whole.end));
        };
        bytes.push(digit(high) << 4 | digit(low));
    }
    if bytes.is_empty() {
        let problem = Problem::Expected("the bytes of a `ShapeProto`, in hexadecimal");
        return Err(TextError::new(problem, text, whole));
    }
    proto::from_shape_proto(&bytes).map_err(|error| match error {
        // The message quotes nothing of the digits.
        ProtoError::Invalid(kind) => TextError::new(Problem::Invalid(kind), text, start..start),
        error => TextError::new(Problem::Refused(error.summary()), text, whole),
    })
}

/// Writes the bytes of a layout's `ShapeProto`.
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::xla_proto;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// assert_eq!(xla_proto::print(&layout), "100b1a0203052a0d0a02010032040a02020280010132020000");
/// ```
#[must_use]
pub fn print(layout: &Layout) -> String {
    let bytes = proto::to_shape_proto(layout);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
