//! XLA's layouts without a shape, `{1,0:T(8,128)(2,1)}`: what PJRT's layouts
//! extension serializes, and what `mhlo.layout_mode` holds.

use crate::checks::same_shape;
use layout_core::parse::error::ParseError;
use layout_core::spec::display;
use layout_core::spec::element_type::ElementType;
use layout_core::util::array_string::ArrayString;
use layout_xla::text::{Problem, TextError};

use layout_runtime::Layout;

/// Reads a layout of an array of `dims`: with or without the shape before it.
///
/// # Errors
///
/// As [`Layout::parse`], or when the text has another shape.
///
/// ```
/// use tiled_layout::notation::xla;
/// use tiled_layout::ElementType;
///
/// let layout = xla::parse("{1,0:T(8,128)(2,1)}", ElementType::BF16, &[300, 500])?;
/// assert_eq!(layout.to_string(), "bf16[300,500]{1,0:T(8,128)(2,1)}");
/// let error = xla::parse("{1,0:T(8,128)(2,0)}", ElementType::BF16, &[300, 500]).unwrap_err();
/// assert_eq!((error.range(), &*error.message()), (16..17, "tile entry is 0"));
/// # Ok::<(), tiled_layout::notation::TextError>(())
/// ```
pub fn parse(text: &str, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
    if !text.trim_start().starts_with(['{', '<']) {
        return same_shape(from_text(text)?, text, Some((element, dims)));
    }
    // The shape is put before it, for the one parser.
    let mut joined = ArrayString::<{ display::LONGEST }>::new();
    joined.str(element.name()).str("[").list(dims).str("]");
    let start = joined.as_str().len();
    joined.str(text);
    if joined.as_str().len() != start + text.len() {
        let problem = Problem::Refused("the text is longer than any layout");
        return Err(TextError::new(problem, text, 0..text.len()));
    }
    Layout::parse(joined.as_str()).map_err(|error| {
        let at = |end: usize| end.saturating_sub(start);
        let range = at(error.range().start)..at(error.range().end);
        TextError::new(Problem::Invalid(*error.kind()), text, range)
    })
}

/// Reads a shape with its layout.
///
/// # Errors
///
/// As [`Layout::parse`].
pub fn from_text(text: &str) -> Result<Layout, TextError> {
    Layout::parse(text).map_err(|error: ParseError| {
        TextError::new(Problem::Invalid(*error.kind()), text, error.range())
    })
}
