//! Passes on the arrays of a text, and those that are skipped.

use crate::hlo::{Array, Reason, Skipped};
use crate::tally::{Event, Origin, Shape, Tally};

/// Counts arrays that are not of an instruction.
pub(super) fn count_arrays<'t>(
    origin: &Origin<'_>,
    arrays: impl Iterator<Item = Result<Array<'t>, Skipped>>,
    tally: &mut Tally,
) {
    for array in arrays {
        match array {
            Ok(array) => tally.event(Event::Array(origin, Shape::Text(array.text()))),
            Err(skipped) => skip(origin.line, skipped.reason(), tally),
        }
    }
}

/// Records a text that is skipped, unless it holds no array.
pub(super) fn skip(line: usize, reason: Reason, tally: &mut Tally) {
    if !matches!(reason, Reason::Token | Reason::Opaque) {
        let reason = &reason.to_string();
        tally.event(Event::Skipped { line, reason });
    }
}
