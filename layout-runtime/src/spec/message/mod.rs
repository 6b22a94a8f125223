//! The words of each mistake: what is wrong, what to write instead, the rule.

mod numbers;
mod order;
mod other_sections;
mod sizes;
mod syntax;
mod tile_entries;

use crate::spec::error_kind::ErrorKind;
use crate::util::array_string::ArrayString;

/// Message, help and note of a mistake.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explanation {
    pub(crate) message: ArrayString<256>,
    help: ArrayString<256>,
    note: ArrayString<256>,
}

impl Explanation {
    pub(crate) const fn help(&self) -> Option<&str> {
        if self.help.is_empty() {
            None
        } else {
            Some(self.help.as_str())
        }
    }

    pub(crate) const fn note(&self) -> Option<&str> {
        if self.note.is_empty() {
            None
        } else {
            Some(self.note.as_str())
        }
    }

    /// The words for `kind`; `found` is the text at its place.
    pub(crate) const fn new(kind: ErrorKind, found: &[u8]) -> Explanation {
        let mut words = Explanation {
            message: ArrayString::new(),
            help: ArrayString::new(),
            note: ArrayString::new(),
        };
        // Each explains the kinds that are its own.
        words.text(kind, found);
        words.numbers(kind, found);
        words.order(kind, found);
        words.tiles(kind);
        words.sections(kind, found);
        words.sizes(kind);
        words
    }
}

const fn dimensions(rank: usize) -> &'static str {
    if rank == 1 {
        " dimension"
    } else {
        " dimensions"
    }
}
