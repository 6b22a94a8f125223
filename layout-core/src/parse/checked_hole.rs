//! `checked_hole`: the value of a name or an expression, checked at its
//! position in the program.

use super::{NOWHERE, Parser, Span};
use crate::parse::error::const_message;
use crate::spec::error_kind::ErrorKind;
use crate::util::array_string::ArrayString;

/// A hole whose value is known.
#[derive(Clone, Copy)]
pub(super) struct KnownHole {
    pub(super) hole: u8,
    pub(super) value: usize,
    /// Its range in the text, when the parser has reached it.
    pub(super) span: Span,
}

/// The value of an expression. If the type is not `usize`, only the expression is an error.
#[derive(Debug)]
pub struct Value<const N: usize>;

impl<const N: usize> Value<N> {
    /// The value.
    pub const VALUE: usize = N;
}

/// Returns `value` if it is valid for hole `hole` of `text`, for all values of
/// the other holes. `written` is the text with the user's names, `name` the
/// user's expression for this hole.
///
/// # Panics
///
/// If the value is not valid, with the run-time message; in a const context
/// this is a compile error at the call.
#[track_caller]
#[must_use]
pub const fn checked_hole(text: &str, hole: u8, value: usize, written: &str, name: &str) -> usize {
    if let Some(kind) = mistake_of_hole(text, hole, value) {
        let mut words = ArrayString::<2048>::new();
        words.str("in `").str(written).str("`, where `").str(name);
        words.str("` is ").num(value as u128).str(": ");
        words.str(const_message(kind).as_str());
        panic!("{}", words.as_str());
    }
    value
}

const fn mistake_of_hole(text: &str, hole: u8, value: usize) -> Option<ErrorKind> {
    let mut parser = Parser::new(text, true);
    parser.known = KnownHole {
        hole,
        value,
        span: NOWHERE,
    };
    parser.shape();
    parser.check();
    let place = parser.known.span;
    let mistakes = &parser.parsed.mistakes;
    let mut i = 0;
    while i < mistakes.len() {
        let (kind, span) = mistakes.at(i);
        let too_large = matches!(
            kind,
            ErrorKind::Overflow { .. } | ErrorKind::ElementOverflow { .. }
        );
        if too_large || span.start == place.start && span.end == place.end {
            return Some(kind);
        }
        i += 1;
    }
    None
}
