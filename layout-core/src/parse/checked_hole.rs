//! `checked_hole`: the value of a name or an expression, checked at its
//! position in the program.

use super::{NOWHERE, Parser, Span};
use crate::parse::error::const_message;
use crate::spec::UNKNOWN;
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
    if value == UNKNOWN
        && let Some(dim) = dimension_of_hole(text, hole)
    {
        not_a_size(dim);
    }
    if let Some(kind) = mistake_of_hole(text, hole, value) {
        let mut words = ArrayString::<2048>::new();
        words.str("in `").str(written).str("`, where `").str(name);
        words.str("` is ").num(value as u128).str(": ");
        words.str(const_message(kind).as_str());
        panic!("{}", words.as_str());
    }
    value
}

/// Fails const evaluation: the dimension is the number that stands for `?`.
///
/// # Panics
///
/// Always.
#[track_caller]
pub const fn not_a_size(dim: usize) -> ! {
    let mut words = ArrayString::<256>::new();
    words.str("dimension ").num(dim as u128);
    words.str(
        " is `usize::MAX`, which is not a size\n\
         help: give the size, or write `?` in the layout for one known only at run time",
    );
    panic!("{}", words.as_str())
}

/// Returns the dimension whose size is the hole; `None` for an entry of a tile.
const fn dimension_of_hole(text: &str, hole: u8) -> Option<usize> {
    let mut parser = Parser::new(text, true);
    parser.shape();
    let holes = &parser.parsed.dim_holes;
    let mut dim = 0;
    while dim < holes.len() {
        if holes[dim] == hole {
            return Some(dim);
        }
        dim += 1;
    }
    None
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
    let known = parser.known.span;
    let mistakes = &parser.parsed.mistakes;
    let mut i = 0;
    while i < mistakes.len() {
        let (kind, span) = mistakes.at(i);
        let too_large = matches!(
            kind,
            ErrorKind::Overflow { .. } | ErrorKind::ElementOverflow { .. }
        );
        if too_large || span.start == known.start && span.end == known.end {
            return Some(kind);
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::checked_hole;

    /// The byte 1 begins a hole. Hole 0 is a dimension, hole 1 an entry of the tile.
    const TEXT: &str = "F32[\u{1}0,5]<1,0:T(\u{1}1,2)>";
    const WRITTEN: &str = "F32[N,5]<1,0:T(TILE,2)>";

    #[test]
    fn valid_values() {
        assert_eq!(checked_hole(TEXT, 0, 3, WRITTEN, "N"), 3);
        assert_eq!(checked_hole(TEXT, 0, 0, WRITTEN, "N"), 0);
        assert_eq!(checked_hole(TEXT, 1, 8, WRITTEN, "TILE"), 8);
    }

    #[test]
    #[should_panic(expected = "in `F32[N,5]<1,0:T(TILE,2)>`, where `TILE` is 0: tile entry is 0")]
    fn an_empty_tile() {
        let _ = checked_hole(TEXT, 1, 0, WRITTEN, "TILE");
    }

    #[test]
    #[should_panic(expected = "dimension 0 is `usize::MAX`, which is not a size")]
    fn the_size_that_stands_for_unknown() {
        let _ = checked_hole(TEXT, 0, usize::MAX, WRITTEN, "N");
    }

    #[test]
    #[should_panic(expected = "where `TILE` is 18446744073709551614: tile entry is too large")]
    #[cfg(target_pointer_width = "64")]
    fn a_tile_that_is_too_large() {
        let _ = checked_hole(TEXT, 1, usize::MAX - 1, WRITTEN, "TILE");
    }
}
