//! `Parsed`: what a text says, with its mistakes.

use super::{NO_HOLE, NOWHERE, Parser, Span};
use crate::parse::error::ParseError;
use crate::spec::element_type::ElementType;
use crate::spec::error_kind::ErrorKind;
use crate::spec::message::Explanation;
use crate::spec::{MAX_RANK, MAX_TILE_RANK, MAX_TILES, Pad, Spec, Split, Tile};
use crate::util::array_string::ArrayString;
use crate::util::array_vec::ArrayVec;

/// What a text says, with its mistakes. Names and expressions, which only the
/// macro's text has, are holes: `$0`, `$1`; their value is 1 here.
#[derive(Clone, Copy, Debug)]
pub struct Parsed {
    pub(crate) spec: Spec,
    /// The hole that each dimension is, or [`NO_HOLE`].
    pub dim_holes: [u8; MAX_RANK],
    /// The hole that each tile entry is, or [`NO_HOLE`].
    pub tile_holes: [[u8; MAX_TILE_RANK]; MAX_TILES],
    /// Whether the element type is known.
    pub element_known: bool,
    pub(super) mistakes: ArrayVec<(ErrorKind, Span), 16>,
}

impl Parsed {
    pub(super) const fn new() -> Parsed {
        Parsed {
            spec: Spec::new(ElementType::F32, ArrayVec::new(0)),
            dim_holes: [NO_HOLE; MAX_RANK],
            tile_holes: [[NO_HOLE; MAX_TILE_RANK]; MAX_TILES],
            element_known: true,
            mistakes: ArrayVec::new((ErrorKind::Empty, NOWHERE)),
        }
    }

    /// Reads `text` as the macro renders it, with holes for names.
    pub const fn from_macro(text: &str) -> Parsed {
        Parser::run(text, true)
    }

    /// The element type's marker.
    pub const fn element(&self) -> &'static str {
        self.spec.element.marker_name()
    }

    /// The logical dimensions.
    pub const fn dims(&self) -> &[usize] {
        self.spec.dims.as_slice()
    }

    /// The order, the most minor dimension first.
    pub const fn minor_to_major(&self) -> &[usize] {
        self.spec.minor_to_major.as_slice()
    }

    /// The tiles.
    pub const fn tiles(&self) -> &[Tile] {
        self.spec.tiles.as_slice()
    }

    /// Bit `d` is set when dimension `d` was written as `<=n`.
    pub const fn dynamic(&self) -> u16 {
        self.spec.dynamic
    }

    /// `L(n)`, or 1.
    pub const fn align(&self) -> usize {
        self.spec.align
    }

    /// `E(n)`.
    pub const fn bits(&self) -> Option<usize> {
        self.spec.bits
    }

    /// `S(n)`, or 0.
    pub const fn space(&self) -> usize {
        self.spec.space
    }

    /// `SC(...)`.
    pub const fn splits(&self) -> &[Split] {
        self.spec.splits.as_slice()
    }

    /// `M(n)`, or 0.
    pub const fn prefix(&self) -> usize {
        self.spec.prefix
    }

    /// `PAD(...)`.
    pub const fn pad(&self) -> Option<&Pad> {
        self.spec.pad.as_ref()
    }

    /// How many mistakes the text has.
    pub const fn mistakes(&self) -> usize {
        self.mistakes.len()
    }

    /// One of the mistakes in `text`, which is the text that was read.
    pub const fn mistake(&self, text: &str, number: usize) -> ParseError {
        let (kind, span) = self.mistakes.at(number);
        ParseError::new(kind, text, span.start, span.end)
    }

    /// The words of one of the mistakes: message, help and note, a line each.
    pub const fn words(&self, text: &str, number: usize) -> ArrayString<1024> {
        let (kind, span) = self.mistakes.at(number);
        let found = text.as_bytes().split_at(span.end).0.split_at(span.start).1;
        Explanation::new(kind, found).lines()
    }
}
