//! The sections of a layout that a notation cannot express.

use layout_runtime::Layout;
use layout_xla::text::{Problem, TextError};

/// Sections that only some notations can express.
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
    notation: &'static str,
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
    Err(unwritable(notation, reason))
}

/// Returns the error for a layout that a notation cannot express.
pub(crate) fn unwritable(notation: &'static str, reason: &'static str) -> TextError {
    Problem::Unwritable(notation, reason).into()
}
