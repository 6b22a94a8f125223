//! Messages about minor_to_major.

use super::{Explanation, dimensions};
use crate::spec::error_kind::ErrorKind;
use crate::spec::{MAX_RANK, default_order};
use crate::util::integer_literal::integer_literal;

impl Explanation {
    pub(super) const fn order(&mut self, kind: ErrorKind, found: &[u8]) {
        let (message, help, note) = (&mut self.message, &mut self.help, &mut self.note);
        match kind {
            ErrorKind::OrderName => {
                let major = !found.is_empty()
                    && found[0].eq_ignore_ascii_case(&b'm')
                    && found.len() > 1
                    && found[1].eq_ignore_ascii_case(&b'a');
                if major {
                    message.str("the order of a layout is minor_to_major, found major_to_minor");
                } else {
                    message.str("minor_to_major is written without its name");
                }
                help.str("write the dimensions alone, the most minor first");
            }
            ErrorKind::OrderCount {
                found: entries,
                rank,
            } => {
                message.str("minor_to_major has ").num(entries as u128);
                message.str(if entries == 1 { " entry" } else { " entries" });
                message.str(" for ").num(rank as u128).str(dimensions(rank));
                if rank == 0 {
                    help.str("leave minor_to_major out: a scalar has none");
                } else if entries == rank + 1 && is_one_number(found) {
                    help.str("remove `").bytes(found);
                    help.str("`, or add its dimension to the array");
                } else if rank <= MAX_RANK {
                    help.str("write each dimension once, the most minor first: `");
                    help.list(default_order(rank).as_slice()).str("`");
                }
            }
            ErrorKind::OrderRange { entry, rank } => {
                message.str("minor_to_major names dimension ");
                message.num(entry as u128).str(" of an array of ");
                message.num(rank as u128).str(dimensions(rank));
                help.str(if rank == 0 {
                    "leave minor_to_major out: a scalar has none"
                } else {
                    "write dimensions from 0 to "
                });
                if rank > 0 {
                    help.num(rank as u128 - 1);
                }
                note.str("dimensions are counted from 0");
            }
            ErrorKind::OrderRepeated {
                entry,
                first,
                second,
                missing,
            } => {
                message.str("minor_to_major names dimension ");
                message.num(entry as u128).str(" twice, at entries ");
                message.num(first as u128).str(" and ").num(second as u128);
                help.str("write `")
                    .num(missing as u128)
                    .str("`, which is not named, in place of one of them");
            }
            _ => {}
        }
    }
}

/// Whether the text is a number rather than a list of them.
const fn is_one_number(text: &[u8]) -> bool {
    let number = integer_literal(text);
    number.end == text.len() && number.end > 0
}
