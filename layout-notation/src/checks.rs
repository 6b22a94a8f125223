//! Checks that all notations share.

use layout_core::spec::element_type::ElementType;
use layout_runtime::Layout;
use layout_xla::text::{Helped, Problem, TextError};

use super::System;

/// The error for a text without a shape.
pub(crate) const NO_SHAPE: Problem = Problem::Helped(&Helped {
    what: "the text has no shape",
    help: "give the shape, such as `f32[20,37]`, beside it (`--shape` of the command)",
});

/// The error for a text of CuTe, which has dimensions, without an element type.
pub(crate) const NO_ELEMENT: Problem = Problem::Helped(&Helped {
    what: "the text has no element type",
    help: "give it with the dimensions, such as `f32[8,128]`, beside it (`--shape` of the command)",
});

/// The layout, if its shape is the one given beside the text.
pub(crate) fn same_shape(
    layout: Layout,
    text: &str,
    shape: Option<(ElementType, &[usize])>,
) -> Result<Layout, TextError> {
    match shape {
        Some(shape) if shape != (layout.element_type(), layout.dims()) => {
            let problem = Problem::Refused("the text has another shape than the one given");
            Err(TextError::new(problem, text, 0..text.len()))
        }
        _ => Ok(layout),
    }
}

/// The message for a layout that is not an outer order with blocks.
pub(crate) const NOT_BLOCKED: &str =
    "its position is not an outer order of the dimensions and blocks within";

/// Sections that some notations cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SectionKind {
    /// `E(n)`.
    Bits,
    /// `PAD(..)`.
    Pad,
}

/// Refuses sections that no other notation has, and the sections that are not in `says`.
pub(crate) fn check_sections(
    layout: &Layout,
    system: System,
    says: &[SectionKind],
) -> Result<(), TextError> {
    let spec = layout.spec();
    let reason = if spec.dynamic != 0 {
        "`<=` marks a dynamic dimension"
    } else if spec.align != 1 {
        "`L(n)` rounds up the buffer"
    } else if spec.space != 0 {
        "`S(n)` names a memory space"
    } else if !spec.splits.is_empty() {
        "`SC(..)` splits the array between memories"
    } else if spec.prefix != 0 {
        "`M(n)` has metadata before the data"
    } else if spec.bits.is_some() && !says.contains(&SectionKind::Bits) {
        "`E(n)` gives the bits of an element"
    } else if spec.pad.is_some() && !says.contains(&SectionKind::Pad) {
        "`PAD(..)` widens the array"
    } else {
        return Ok(());
    };
    Err(system.no_spelling(reason))
}
