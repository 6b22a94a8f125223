//! The message of each error: what is wrong, what to write instead, and the
//! rule.

mod numbers;
mod order;
mod other_sections;
mod syntax;
mod tile_entries;

use crate::spec::error_kind::ErrorKind;
use crate::util::array_string::ArrayString;

/// A sentence about an error.
pub type Words = ArrayString<256>;

/// Message, help and note of an error.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    pub message: Words,
    help: Words,
    note: Words,
}

impl Explanation {
    pub const fn help(&self) -> Option<Words> {
        if self.help.is_empty() {
            None
        } else {
            Some(self.help)
        }
    }

    pub const fn note(&self) -> Option<Words> {
        if self.note.is_empty() {
            None
        } else {
            Some(self.note)
        }
    }

    /// Sets the help to `layout`. If the text has no element type, the one in `layout` is
    /// an example.
    #[cfg(feature = "alloc")]
    pub(crate) const fn suggest(&mut self, layout: &str, has_element: bool) {
        self.help = Words::new();
        self.help.str("write `").str(layout).str("`");
        if !has_element {
            self.help.str(", with the element type that you mean");
        }
    }

    /// Sets the help.
    #[cfg(feature = "alloc")]
    pub(crate) const fn say(&mut self, help: &str) {
        self.help = Words::new();
        self.help.str(help);
    }

    /// Drops the note, which does not fit this text.
    #[cfg(feature = "alloc")]
    pub(crate) const fn without_note(mut self) -> Self {
        self.note = Words::new();
        self
    }

    /// Drops the help, which may come from an incomplete text.
    pub(crate) const fn without_help(mut self) -> Self {
        self.help = Words::new();
        self
    }

    /// Message, help and note, a line each.
    pub(crate) const fn lines(&self) -> ArrayString<1024> {
        let mut text = ArrayString::new();
        text.str(self.message.as_str());
        if !self.help.is_empty() {
            text.str("\nhelp: ").str(self.help.as_str());
        }
        if !self.note.is_empty() {
            text.str("\nnote: ").str(self.note.as_str());
        }
        text
    }

    /// The message for `kind`; `found` is the text that it points at.
    pub const fn new(kind: ErrorKind, found: &[u8]) -> Explanation {
        let mut words = Explanation {
            message: ArrayString::new(),
            help: ArrayString::new(),
            note: ArrayString::new(),
        };
        // Each function handles its own kinds of errors.
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
