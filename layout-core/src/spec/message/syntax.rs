//! Messages about syntax: element type, brackets, the order of the parts.

use super::Explanation;
use crate::spec::error_kind::{ErrorKind, Expected, NotAnArray};
use crate::util::look_alike;

const ELEMENTS: &str = "element types are `pred`, `s1` to `s64`, `u1` to `u64`, `f16`, `bf16`, `f32`, `f64`, `c64`, `c128` and the floats of 4, 6 and 8 bits";

impl Explanation {
    pub(super) const fn text(&mut self, kind: ErrorKind, found: &[u8]) {
        let (message, help, note) = (&mut self.message, &mut self.help, &mut self.note);
        match kind {
            ErrorKind::Empty => {
                message.str("empty layout");
                help.str("write an element type and dimensions: `f32[3,5]{1,0:T(2,2)}`");
            }
            ErrorKind::NoElement => {
                message.str("expected an element type, found ").quote(found);
                help.str("write an element type, then dimensions, such as `f32[3,5]`");
                note.str(ELEMENTS);
            }
            ErrorKind::UnknownElement => {
                message.str("unknown element type ").quote(found);
                match found {
                    [b'A'..=b'Z'] => {
                        help.str("write an element type of XLA, such as `f32`");
                        note.str("no type parameter can stand here; code for all element types takes the layout as its parameter: `M: Stores<T>`");
                    }
                    b"tensor" | b"memref" | b"vector" => {
                        help.str("write the element type, then each dimension: `f32[3,5]`, `f32[]` for a scalar");
                        note.str("the rank is known; `layout!` takes `?` for a size known only at run time");
                    }
                    b"concat" | b"include_str" | b"env" | b"format" => {
                        help.str("write the layout itself; `Layout::parse` takes a text");
                    }
                    _ => {
                        help.str("write an element type, then dimensions, such as `f32[3,5]`");
                        note.str(ELEMENTS);
                    }
                }
            }
            ErrorKind::NotAnArray(what) => {
                let (name, instead, reason) = match what {
                    NotAnArray::Tuple => (
                        "a tuple",
                        "write one of its arrays, such as `f32[3,5]`",
                        "each array of a tuple has a layout of its own",
                    ),
                    NotAnArray::Token => (
                        "a token",
                        "write an array, such as `f32[3,5]`",
                        "a token only orders operations, it holds no elements",
                    ),
                    NotAnArray::Opaque => (
                        "an opaque value",
                        "write an array, such as `f32[3,5]`",
                        "the elements of an opaque value are not described",
                    ),
                    NotAnArray::BufferShape => (
                        "a buffer",
                        "write the array inside `b(...)`",
                        "a buffer is XLA's name for the memory of an array",
                    ),
                };
                message.str(name).str(" has no array layout");
                help.str(instead);
                note.str(reason);
            }
            ErrorKind::NoDimensions => {
                message.str("no dimensions after the element type");
                help.str("write them in square brackets: `f32[3,5]`, or `f32[]` for a scalar");
            }
            ErrorKind::WrongBracket { expected } => {
                message.str("wrong bracket ").quote(found);
                help.str("write ").str(quoted_bracket(expected));
                match expected {
                    '[' => help.str(" and `]`"),
                    '{' => help.str(" and `}`"),
                    '(' => help.str(" and `)`"),
                    _ => help,
                };
            }
            ErrorKind::Unclosed { expected } => {
                message.str("missing ").str(quoted_bracket(expected));
                help.str("write ").str(quoted_bracket(expected));
                if found.is_empty() {
                    help.str(" at the end");
                } else {
                    help.str(" before ").quote(found);
                }
            }
            ErrorKind::Expected(expected) => {
                let what = match expected {
                    Expected::Layout => "`{` or `<` after the dimensions",
                    Expected::Bound => "`<=`",
                    Expected::Order => "minor_to_major before `:`",
                    Expected::Parenthesis => "`(` after the section",
                    Expected::SectionsColon => "`:` before the sections",
                    Expected::SplitColon => "`:` and the indices of a split",
                    Expected::OrderEnd => "`,`, `:` or the closing bracket",
                };
                message.str("expected ").str(what);
                if !found.is_empty() {
                    message.str(", found ").quote(found);
                }
                self.expected(expected, found);
            }
            ErrorKind::LookAlike => {
                message.str("not an ASCII character: ").quote(found);
                match look_alike::instead(found) {
                    Some(b' ') => help.str("write a space"),
                    Some(c) => help.str("write `").bytes(&[c]).str("`"),
                    None => help.str("remove it"),
                };
            }
            ErrorKind::TrailingText => {
                message.str("text after the layout: ").quote(found);
                help.str("remove it, or write the order and the tiles in brackets after the dimensions: `{1,0:T(8,128)}`");
            }
            ErrorKind::AnotherLayout { expected } => {
                message.str("another layout than `").str(expected).str("`");
            }
            _ => {}
        }
    }

    /// What to write where something else was expected.
    const fn expected(&mut self, expected: Expected, found: &[u8]) {
        let help = &mut self.help;
        let letter = !found.is_empty() && found[0].is_ascii_alphabetic();
        match expected {
            Expected::Layout => {
                help.str("write the layout in brackets: `{1,0:T(8,128)}`");
            }
            Expected::Bound => {
                help.str("write `<=` and the upper bound of the dimension");
            }
            Expected::SectionsColon if letter => {
                help.str("write `:").escaped(found).str("`");
            }
            Expected::SectionsColon => {
                help.str("write `:`");
            }
            Expected::SplitColon => {
                help.str("write where the dimension is split: `SC(0:10)`");
            }
            Expected::Order => {
                help.str("write the order, then `:` and sections: `{1,0:T(8,128)}`");
            }
            Expected::Parenthesis => {
                help.str("write its numbers in parentheses: `T(8,128)`");
            }
            Expected::OrderEnd => {
                help.str("write `,` between dimensions, and `:` before sections: `{1,0:T(8,128)}`");
            }
        }
    }
}

const fn quoted_bracket(c: char) -> &'static str {
    match c {
        '[' => "`[`",
        ']' => "`]`",
        '{' => "`{`",
        '}' => "`}`",
        '<' => "`<`",
        '>' => "`>`",
        '(' => "`(`",
        _ => "`)`",
    }
}
