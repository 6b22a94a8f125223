//! The shape of an array, within a text or next to it.

use layout_core::spec::display;
use layout_core::spec::element_type::ElementType;
use layout_core::util::array_string::ArrayString;
use layout_runtime::Layout;
use layout_xla::text::{Helped, TextError};

/// An element type and dimensions.
pub(crate) type Shape<'a> = (ElementType, &'a [usize]);

/// The words for a text without a shape.
pub(crate) const NO_SHAPE: &Helped = &Helped {
    what: "the text has no shape",
    help: "give the shape, such as `f32[20,37]`, beside it (`--shape` of the command)",
};

/// The words for a text of CuTe, which has dimensions, without an element type.
pub(crate) const NO_ELEMENT: &Helped = &Helped {
    what: "the text has no element type",
    help: "give it with the dimensions, such as `f32[8,128]`, beside it (`--shape` of the command)",
};

/// Returns the layout, if its shape is the one passed with the text.
pub(crate) fn same_shape(
    layout: Layout,
    text: &str,
    shape: Option<Shape<'_>>,
) -> Result<Layout, TextError> {
    match shape {
        Some(shape) if shape != (layout.element_type(), layout.dims()) => {
            let problem = "the text has another shape than the one given";
            Err(TextError::new(problem, text, 0..text.len()))
        }
        _ => Ok(layout),
    }
}

/// Reads XLA's text. If it has no shape, as in PJRT's layouts extension and in `mhlo.layout_mode`
/// (`{1,0:T(8,128)(2,1)}`), it is a layout of the shape given.
pub(crate) fn parse_xla(text: &str, shape: Option<Shape<'_>>) -> Result<Layout, TextError> {
    // The shape is put before it, for the one parser.
    let mut joined = ArrayString::<{ display::LONGEST }>::new();
    if let Some((element, dims)) = shape
        && text.trim_start().starts_with(['{', '<'])
    {
        joined.str(element.name()).str("[").list(dims).str("]");
    }
    let start = joined.as_str().len();
    joined.str(text);
    let whole = joined.as_str().len() == start + text.len();
    if start > 0 && !whole {
        let problem = "the text is longer than any layout";
        return Err(TextError::new(problem, text, 0..text.len()));
    }
    let read = Layout::parse(if start > 0 { joined.as_str() } else { text });
    let layout = read.map_err(|error| {
        let at = |end: usize| end.saturating_sub(start);
        let range = at(error.range().start)..at(error.range().end);
        TextError::new(*error.kind(), text, range)
    })?;
    same_shape(layout, text, shape)
}
