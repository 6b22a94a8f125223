//! Messages about minor_to_major.

use super::{Explanation, dimensions};
use crate::spec::error_kind::ErrorKind;
use crate::spec::{MAX_RANK, default_order};

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
                self.numbers_of(found, major);
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
                    help.str("remove `").bytes(found).str("`");
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
                    .str("`, which is not named");
            }
            _ => {}
        }
    }

    /// Adds the numbers in a text to the help, with commas between.
    const fn numbers_of(&mut self, text: &[u8], backwards: bool) {
        let mut any = false;
        let mut i = 0;
        while i < text.len() {
            let at = if backwards { text.len() - 1 - i } else { i };
            let from = if backwards { first_digit(text, at) } else { at };
            let end = last_digit(text, from);
            if end == from {
                i += 1;
                continue;
            }
            self.help.str(if any { "," } else { ": `" });
            self.help.bytes(text.split_at(end).0.split_at(from).1);
            any = true;
            i += end - from;
        }
        if any {
            self.help.str("`");
        }
    }
}

/// Where the number begins whose last digit is at `at`.
const fn first_digit(text: &[u8], at: usize) -> usize {
    let mut from = at;
    while text[at].is_ascii_digit() && from > 0 && text[from - 1].is_ascii_digit() {
        from -= 1;
    }
    from
}

/// Where the number ends that begins at `from`; `from` when there is none.
const fn last_digit(text: &[u8], from: usize) -> usize {
    let mut end = from;
    while end < text.len() && text[end].is_ascii_digit() {
        end += 1;
    }
    end
}

const fn is_one_number(text: &[u8]) -> bool {
    last_digit(text, 0) == text.len() && !text.is_empty()
}
