//! `Parsed`: the result of parsing, with all errors.

use super::{NO_HOLE, NOWHERE, Parser, Span};
use crate::parse::error::ParseError;
use crate::spec::element_type::ElementType;
use crate::spec::error_kind::ErrorKind;
use crate::spec::{Dims, MAX_RANK, MAX_TILE_RANK, MAX_TILES, Spec};
use crate::util::array_vec::ArrayVec;

/// The parts of a layout's text, with all errors. Names and expressions, which only the
/// macro's text has, are holes: [`HOLE`](super::HOLE) and a number. Their value here is 1.
#[derive(Clone, Copy, Debug)]
pub struct Parsed {
    /// The parts of the text; the element type is F32 if it is not known.
    pub spec: Spec,
    /// The hole of each dimension, or [`NO_HOLE`].
    pub dim_holes: [u8; MAX_RANK],
    /// The hole of each tile entry, or [`NO_HOLE`].
    pub tile_holes: [[u8; MAX_TILE_RANK]; MAX_TILES],
    /// True if the element type is known.
    pub element_known: bool,
    /// The byte at which the element type starts.
    pub(super) element_start: usize,
    pub(super) mistakes: ArrayVec<(ErrorKind, Span), 16>,
    /// True if the text may have holes.
    pub holes: bool,
    /// Errors past this position follow from the one there.
    last_start: usize,
    /// True if any errors are hidden.
    pub hidden: bool,
}

impl Parsed {
    pub(super) const fn new(holes: bool) -> Parsed {
        Parsed {
            spec: Spec::new(ElementType::F32, Dims::EMPTY),
            dim_holes: [NO_HOLE; MAX_RANK],
            tile_holes: [[NO_HOLE; MAX_TILE_RANK]; MAX_TILES],
            element_known: true,
            element_start: 0,
            mistakes: ArrayVec::new((ErrorKind::Empty, NOWHERE)),
            holes,
            last_start: usize::MAX,
            hidden: false,
        }
    }

    /// Reads `text` as the macro renders it, with holes for names.
    #[must_use]
    pub const fn from_macro(text: &str) -> Parsed {
        Parser::run(text, true)
    }

    /// Returns the element type's marker.
    #[must_use]
    pub const fn element(&self) -> &'static str {
        self.spec.element.marker_name()
    }

    /// Returns the byte at which the element type starts.
    #[must_use]
    pub const fn element_start(&self) -> usize {
        self.element_start
    }

    /// Returns the number of errors in the text.
    #[must_use]
    pub const fn mistakes(&self) -> usize {
        self.mistakes.len()
    }

    /// One of the errors in `text`, which is the parsed text.
    #[must_use]
    pub const fn mistake(&self, text: &str, number: usize) -> ParseError {
        let (kind, span) = self.mistakes.at(number);
        ParseError::new(kind, text, span.start, span.end)
    }

    /// After a syntax error, drops all errors past `start`, because they follow from it. If
    /// the text does not begin with an element type, it is in another notation, and this is
    /// its only error.
    pub(super) const fn hide_after(&mut self, start: usize) {
        self.last_start = match self.mistakes.as_slice() {
            [(ErrorKind::UnknownElement, element), ..] => element.start,
            _ => start,
        };
        while let [_, .., (_, span)] = self.mistakes.as_slice()
            && span.start > self.last_start
        {
            self.mistakes.len -= 1;
            self.hidden = true;
        }
    }

    /// Returns true if an error at `span` would follow from an earlier one.
    pub(super) const fn is_hidden(&mut self, span: Span) -> bool {
        let hidden = span.start >= self.last_start;
        self.hidden |= hidden;
        hidden
    }

    /// Returns true if a syntax error hides the errors after it.
    #[must_use]
    pub const fn lost(&self) -> bool {
        self.last_start < usize::MAX
    }

    /// Drops all errors after number `first`, which are the same error in other entries.
    pub(super) const fn keep_first(&mut self, first: usize) {
        while self.mistakes.len() > first + 1 {
            self.mistakes.len -= 1;
        }
    }

    /// Reads a text that has no holes.
    #[must_use]
    pub const fn of(text: &str) -> Parsed {
        Parser::run(text, false)
    }
}
