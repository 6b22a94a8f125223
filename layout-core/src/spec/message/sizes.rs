//! Messages about the size of the buffer.

use super::Explanation;
use crate::spec::error_kind::ErrorKind;

impl Explanation {
    pub(super) const fn sizes(&mut self, kind: ErrorKind) {
        let (message, help, note) = (&mut self.message, &mut self.help, &mut self.note);
        let (number, what, unit) = match kind {
            ErrorKind::Overflow { bytes, .. } => (bytes, "the buffer needs ", " bytes"),
            ErrorKind::ElementOverflow { elements } => {
                (Some(elements), "the buffer needs ", " elements")
            }
            ErrorKind::StrideOverflow { elements } => (
                elements,
                "the strides of this empty buffer need ",
                " elements",
            ),
            _ => return,
        };
        message.str(what);
        match number {
            Some(number) => message.num(number.get()).str(unit),
            None => message
                .str("more")
                .str(unit)
                .str(" than 128 bits can count"),
        };
        if number.is_some() && !matches!(kind, ErrorKind::Overflow { padding: false, .. }) {
            message.str(" with padding");
        }
        help.str("write smaller dimensions or tiles");
        note.str("the largest buffer has ").num(isize::MAX as u128);
        note.str(unit);
        if matches!(kind, ErrorKind::StrideOverflow { .. }) {
            note.str("; a dimension of 0 counts as 1 in the strides");
        }
    }
}
