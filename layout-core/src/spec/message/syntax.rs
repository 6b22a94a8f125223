//! Messages about syntax: element type, brackets, the order of the parts.

use super::Explanation;
use crate::spec::error_kind::{Expected, NotAnArray};
use crate::util::look_alike;

const ELEMENTS: &str = "element types are `pred`, `s1` to `s64`, `u1` to `u64`, `f16`, `bf16`, `f32`, `f64`, `c64`, `c128` and the floats of 4, 6 and 8 bits";

impl NotAnArray {
    /// Its name, the text to write instead, and the reason why it has no layout.
    pub(super) const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
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
        }
    }
}

impl Expected {
    /// Returns the expected token, and the text to write.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Expected::Layout => (
                "`{` or `<` after the dimensions",
                "write the layout in brackets: `{1,0:T(8,128)}`",
            ),
            Expected::Bound => ("`<=`", "write `<=` and the upper bound of the dimension"),
            Expected::Order => (
                "minor_to_major before `:`",
                "write the order, then `:` and sections: `{1,0:T(8,128)}`",
            ),
            Expected::Parenthesis => (
                "`(` after the section",
                "write its numbers in parentheses: `T(8,128)`",
            ),
            Expected::SectionsColon => ("`:` before the sections", "write `:`"),
            Expected::SplitColon => (
                "`:` and the indices of a split",
                "write where the dimension is split: `SC(0:10)`",
            ),
            Expected::OrderEnd => (
                "`,`, `:` or the closing bracket",
                "write `,` between dimensions, and `:` before sections: `{1,0:T(8,128)}`",
            ),
        }
    }
}

impl Explanation {
    pub(super) const fn no_element(&mut self, message: &str, found: &[u8]) {
        let help = "write an element type, then dimensions, such as `f32[3,5]`";
        self.found(message, found, help, ELEMENTS);
    }

    pub(super) const fn unknown_element(&mut self, found: &[u8]) {
        let message = "unknown element type ";
        match found {
            [b'A'..=b'Z'] => self.found(
                message,
                found,
                "write an element type of XLA, such as `f32`",
                "no type parameter can stand here; code for all element types takes the layout as its parameter: `M: Stores<T>`",
            ),
            b"concat" | b"include_str" | b"env" | b"format" => {
                let help = "write the layout itself; `Layout::parse` takes a text";
                self.found(message, found, help, "");
            }
            _ => self.no_element(message, found),
        }
    }

    pub(super) const fn wrong_bracket(&mut self, expected: char, found: &[u8]) {
        self.found("wrong bracket ", found, "write ", "");
        self.help.str(quoted_bracket(expected));
        match expected {
            '[' => self.help.str(" and `]`"),
            '{' => self.help.str(" and `}`"),
            '(' => self.help.str(" and `)`"),
            _ => &mut self.help,
        };
    }

    pub(super) const fn unclosed(&mut self, expected: char, found: &[u8]) {
        self.message.str("missing ").str(quoted_bracket(expected));
        self.help.str("write ").str(quoted_bracket(expected));
        if found.is_empty() {
            self.help.str(" at the end");
        } else {
            self.help.str(" before ").quote(found);
        }
    }

    pub(super) const fn expected(&mut self, expected: Expected, found: &[u8]) {
        let (what, help) = expected.words();
        self.message.str("expected ").str(what);
        if !found.is_empty() {
            self.message.str(", found ").quote(found);
        }
        let letter = !found.is_empty() && found[0].is_ascii_alphabetic();
        if letter && matches!(expected, Expected::SectionsColon) {
            if found[0].is_ascii_lowercase() {
                self.help
                    .str("write `:` and the sections, such as `:T(8,128)`");
            } else {
                self.help.str("write `:").escaped(found).str("`");
            }
        } else {
            self.help.str(help);
        }
    }

    pub(super) const fn look_alike(&mut self, found: &[u8]) {
        self.found("not an ASCII character: ", found, "", "");
        match look_alike::instead(found) {
            Some(b' ') => self.help.str("write a space"),
            Some(b'-') => self
                .help
                .str("no layout has a dash; write `,` between numbers"),
            Some(c) => self.help.str("write `").bytes(&[c]).str("`"),
            None => self.help.str("remove it"),
        };
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
