//! Layouts as options give them: `tpu`, `rows`, or the text in a layout's braces.

use layout_runtime::Layout;
use layout_xla::tpu;

use crate::failure::{self, Failure};

/// The layout of an array of these extents: `tpu`, `rows`, or the text in a layout's braces.
pub(crate) fn layout_of(array: &Layout, extents: &[usize], text: &str) -> Result<Layout, Failure> {
    let element = array.element_type();
    match text {
        "tpu" => Ok(tpu::default_layout(element, extents).map_err(Failure::new)?),
        "rows" => Ok(Layout::row_major(element, extents).map_err(Failure::new)?),
        _ => {
            let braces = text.find(['{', '<']).unwrap_or(text.len());
            let extents: Vec<String> = extents.iter().map(usize::to_string).collect();
            let own = format!("{element}[{}]", extents.join(","));
            let given: String = text[..braces].split_whitespace().collect();
            if !given.is_empty() && !given.eq_ignore_ascii_case(&own) {
                return Err(Failure::new(format!(
                    "the layout is for `{given}`, not for `{own}`\n  = help: write the part in \
                     braces alone, or `tpu`, or `rows`"
                )));
            }
            failure::parse(&(own + &text[braces..]))
        }
    }
}
