//! Refusal of sections that another notation cannot express.

use super::System;
use super::error::FormatError;
use crate::layout::Layout;

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
pub(crate) fn check(
    layout: &Layout,
    system: System,
    says: &[SectionKind],
) -> Result<(), FormatError> {
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
    Err(FormatError::no_spelling(system, reason))
}
