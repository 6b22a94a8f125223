//! Messages about minor_to_major.

use super::{Explanation, dimensions};
use crate::spec::{MAX_RANK, default_order};
use crate::util::integer_literal::integer_literal;

const SCALAR: &str = "leave minor_to_major out: a scalar has none";

impl Explanation {
    pub(super) const fn order_name(&mut self, found: &[u8]) {
        let message = match found {
            [b'm' | b'M', b'a' | b'A', ..] => {
                "the order of a layout is minor_to_major, found major_to_minor"
            }
            _ => "minor_to_major is written without its name",
        };
        self.set(
            message,
            "write the dimensions alone, the most minor first",
            "",
        );
    }

    pub(super) const fn order_count(&mut self, entries: usize, rank: usize, found: &[u8]) {
        let (message, help) = (&mut self.message, &mut self.help);
        message.str("minor_to_major has ").num(entries as u128);
        message.str(if entries == 1 { " entry" } else { " entries" });
        message.str(" for ").num(rank as u128).str(dimensions(rank));
        if rank == 0 {
            help.str(SCALAR);
        } else if entries == rank + 1 && is_one_number(found) {
            help.str("remove `").bytes(found);
            help.str("`, or add its dimension to the array");
        } else if rank <= MAX_RANK {
            help.str("write each dimension once, the most minor first, such as `");
            help.list(default_order(rank).as_slice()).str("`");
        }
    }

    pub(super) const fn order_range(&mut self, entry: usize, rank: usize) {
        self.message.str("minor_to_major names dimension ");
        self.message.num(entry as u128).str(" of an array of ");
        self.message.num(rank as u128).str(dimensions(rank));
        if rank == 0 {
            self.help.str(SCALAR);
        } else {
            self.help.str("write dimensions from 0 to ");
            self.help.num(rank as u128 - 1);
        }
        self.note.str("dimensions are counted from 0");
    }
}

/// Returns true if the text is a number rather than a list of them.
const fn is_one_number(text: &[u8]) -> bool {
    let number = integer_literal(text);
    number.end == text.len() && number.end > 0
}
