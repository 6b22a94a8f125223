//! Messages about numbers and lists of numbers.

use super::{Explanation, HOLE_NOTE};
use crate::spec::error_kind::{LargeCount, What};
use crate::spec::padding_value::PaddingValue;
use crate::spec::section::Section;
use crate::util::integer_literal::{integer_literal, is_decimal};

/// The words for a number.
pub(super) struct NumberWords {
    pub(super) article: &'static str,
    pub(super) name: &'static str,
    pub(super) plural: &'static str,
}

impl What {
    pub(super) const fn words(self) -> NumberWords {
        let order = ("entry of minor_to_major", "entries of minor_to_major");
        let (article, (name, plural)) = match self {
            What::Dimension => ("a ", ("dimension", "dimensions")),
            What::Order => ("an ", order),
            What::Tile => ("a ", ("tile entry", "entries in a tile")),
            What::Alignment => ("the ", ("number of `L(n)`", "numbers")),
            What::ElementBits => ("the ", ("number of `E(n)`", "numbers")),
            What::MemorySpace => ("a ", ("memory space", "numbers")),
            What::Split => (
                "a ",
                ("number of `SC(dimension:index,...)`", "entries of `SC`"),
            ),
            What::MetadataBytes => ("the ", ("number of `M(n)`", "numbers")),
            What::Pad => ("a ", ("width of `PAD`", "widths of `PAD`")),
        };
        NumberWords {
            article,
            name,
            plural,
        }
    }

    /// Returns the section of the number.
    const fn section(self) -> Option<Section> {
        Some(match self {
            What::Dimension | What::Order => return None,
            What::Tile => Section::Tiles,
            What::Alignment => Section::Alignment,
            What::ElementBits => Section::ElementBits,
            What::MemorySpace => Section::MemorySpace,
            What::Split => Section::Splits,
            What::MetadataBytes => Section::MetadataBytes,
            What::Pad => Section::Padding,
        })
    }

    /// Returns true if a number before `.` and `second` is more likely one of two in a list: in
    /// `8.128`, but not in `8.0`.
    const fn is_in_a_list(self, second: &[u8]) -> bool {
        matches!(self, What::Dimension | What::Order | What::Tile)
            && !matches!(integer_literal(second).value, Some(0))
    }
}

impl Explanation {
    /// The message: the name of a number, its fault, and the found text, if any.
    pub(super) const fn number(&mut self, what: What, fault: &str, found: &[u8]) {
        self.message.str(what.words().name).str(fault);
        self.value(found);
    }

    pub(super) const fn missing_number(&mut self, what: What, found: &[u8]) {
        self.message.str("missing ").str(what.words().name);
        if let [b','] = found {
            self.help
                .str("write a number before the comma, or remove the comma");
        } else {
            self.such_as(what.section());
        }
    }

    pub(super) const fn negative(&mut self, what: What, found: &[u8]) {
        self.number(what, " is negative", found);
        if matches!(what, What::Tile) {
            self.note
                .str("the only negative tile entry is `-1`, another spelling of `*`");
        }
        match (what, found) {
            (What::Dimension, b"-1") => self.write_bound(),
            (What::MemorySpace, _) => {
                self.help.str("write a number from 0 to 127");
            }
            (_, [b'-', number @ ..]) => self.write_integer(number),
            _ => {}
        }
    }

    pub(super) const fn write_unquoted(&mut self, found: &[u8]) {
        match found {
            [b'"' | b'\'', number @ .., b'"' | b'\''] if is_decimal(number) => {
                self.write_integer(number);
            }
            _ => {
                self.help.str("write numbers without quotes");
            }
        }
    }

    pub(super) const fn times_sign(&mut self, found: &[u8]) {
        self.message.quote(found).str(" is not a number");
        let help = self.help.str("write `,` between the numbers: `");
        let mut i = 0;
        while i < found.len() {
            match found[i] {
                b'x' | b'X' | 0xc3 => {
                    help.str(",");
                }
                0x97 => {} // the second byte of a times sign
                digit => {
                    help.bytes(&[digit]);
                }
            }
            i += 1;
        }
        help.str("`");
    }

    pub(super) const fn name(&mut self, what: What, found: &[u8]) {
        self.expected_integer(what, found);
        match (what, PaddingValue::meant(found)) {
            (What::Pad, Some(value)) => {
                self.help.str("write `=").str(value.name());
                self.help.str("` after the widths");
            }
            (What::Dimension, _) if matches!(found, b"None" | b"null" | b"dynamic") => {
                return self.write_bound();
            }
            _ => {
                self.help.str("write a number");
            }
        }
        if what.takes_holes() {
            self.note.str("names stand for numbers in `layout!` only");
        }
    }

    /// Says to write the bound of a dimension.
    const fn write_bound(&mut self) {
        self.help.str("write the size, or its upper bound: `<=128`");
        self.note.str(HOLE_NOTE);
    }

    const fn expected_integer(&mut self, what: What, found: &[u8]) {
        self.message.str("expected an integer as ");
        self.message.str(what.words().name);
        if !found.is_empty() {
            self.message.str(", found ").quote(found);
        }
    }

    pub(super) const fn bare_expression(&mut self, found: &[u8]) {
        self.message.str("an expression needs braces");
        self.value(found);
        let (help, note) = (&mut self.help, &mut self.note);
        help.str("write `{ ").escaped(found).str(" }`");
        if let Some((rows, columns)) = product(found) {
            help.str(" for the product, or `").bytes(rows).str(",");
            help.bytes(columns).str("` for two numbers");
        }
        if has_parameter(found) {
            note.str("stable Rust computes nothing with a const generic parameter: name its size `?`, or write a constant");
        }
    }

    pub(super) const fn not_a_number(&mut self, what: What, found: &[u8]) {
        if let [b'$', ..] = found {
            self.message.quote(found).str(" is not a number");
            self.help
                .str("write a number; in `macro_rules!`, is ")
                .quote(found)
                .str(" the name of a fragment?");
            return;
        }
        self.expected_integer(what, found);
        let help = match (what, found) {
            (What::Dimension, [0xe2, 0x89, 0xa4, bound @ ..]) => {
                self.help.str("write `<=").escaped(bound); // in place of `≤`
                "`"
            }
            (What::Dimension, _) => "write the size of the dimension, or `<=` and its bound",
            (What::Order, _) => "write the number of a dimension, counted from 0",
            (What::Tile, _) => "write a size, or `*` to merge the dimension into the next",
            (What::Pad, _) => "write `=` before the value: `PAD(8,128=zero)`",
            _ => "write a number",
        };
        self.help.str(help);
    }

    pub(super) const fn too_large(&mut self, what: What, limit: usize, found: &[u8]) {
        self.number(what, " is too large", found);
        self.at_most(limit);
    }

    pub(super) const fn too_many(&mut self, plural: &str, limit: usize) {
        self.message.str("too many ").str(plural);
        self.help.str("write at most ").num(limit as u128);
    }

    pub(super) const fn one_number(&mut self, what: What, found: &[u8]) {
        self.message.str("`");
        if let Some(section) = what.section() {
            self.message.str(section.name());
        }
        self.message.str("(n)` takes one number");
        if !found.is_empty() {
            self.message.str(", found ").quote(found).str(" after it");
            self.help.str("remove `,").escaped(found);
            self.help.str("`, or write `T` for a tile");
        }
    }

    /// Appends the found text, if any, to the message.
    const fn value(&mut self, found: &[u8]) {
        if !found.is_empty() {
            self.message.str(": ").quote(found);
        }
    }

    /// Says which integers to write for a number with a fraction or exponent: `8,128` for
    /// `8.128`.
    pub(super) const fn write_fraction(&mut self, what: What, found: &[u8]) {
        let whole = integer_literal(found);
        let (first, rest) = found.split_at(whole.end);
        if let [b'.', second @ ..] = rest
            && what.is_in_a_list(second)
            && is_decimal(first)
            && is_decimal(second)
        {
            self.help.str("write an integer, or `").bytes(first);
            self.help.str(",").bytes(second).str("` for two numbers");
            return;
        }
        let mut exponent = match rest {
            [b'.', zeros @ ..] if matches!(integer_literal(zeros).value, Some(0)) => Some(0),
            [b'e' | b'E', digits @ ..] if is_decimal(digits) => integer_literal(digits).value,
            _ => None,
        };
        let mut value = whole.value;
        // 0 times any power is 0.
        while let Some(number @ 1..) = value
            && let Some(power @ 1..) = exponent
        {
            value = number.checked_mul(10);
            exponent = Some(power - 1);
        }
        match (value, exponent) {
            (Some(value @ 0), Some(_)) | (Some(value), Some(0)) => {
                self.help.str("write `").num(value).str("`")
            }
            _ => self.help.str("write an integer"),
        };
    }

    /// Says which number to write for one in Rust's notation.
    pub(super) const fn write_integer(&mut self, found: &[u8]) {
        if let Some(value) = integer_literal(found).value {
            self.help.str("write `").num(value).str("`");
        }
    }

    /// The sizes of a buffer that is too large.
    pub(super) const fn size(
        &mut self,
        what: &str,
        number: Option<LargeCount>,
        unit: &str,
        padding: bool,
    ) {
        let message = self.message.str(what);
        match number {
            Some(number) => {
                message.num(number.get()).str(unit);
                message.str(if padding { " with padding" } else { "" });
            }
            None => {
                message.str("more").str(unit);
                message.str(" than 128 bits can count");
            }
        }
        self.help.str("write smaller dimensions or tiles");
        self.note.str("the largest buffer has ");
        self.note.num(isize::MAX as u128).str(unit);
    }
}

/// Returns the factors of `8*128`.
const fn product(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let first = integer_literal(text).end;
    match text.split_at(first) {
        (rows @ [_, ..], [b'*', columns @ ..]) if is_decimal(columns) => Some((rows, columns)),
        _ => None,
    }
}

/// Returns true if an expression has a name of one letter, which may be a const parameter.
const fn has_parameter(text: &[u8]) -> bool {
    let mut i = 0;
    let mut start = 0;
    while i < text.len() {
        let word = text[i].is_ascii_alphanumeric() || text[i] == b'_';
        if !word {
            start = i + 1;
        } else if i == start && text[i].is_ascii_uppercase() {
            match text.split_at(i).1 {
                [_] => return true,
                [_, next, ..] if !next.is_ascii_alphanumeric() && *next != b'_' => return true,
                _ => {}
            }
        }
        i += 1;
    }
    false
}
