//! Messages about numbers and lists of numbers.

use super::Explanation;
use super::other_sections::example;
use crate::spec::error_kind::{ErrorKind, What};
use crate::spec::padding_value::PaddingValue;
use crate::util::integer_literal::integer_literal;

impl What {
    const fn name(self) -> &'static str {
        match self {
            What::Dimension => "dimension",
            What::Order => "entry of minor_to_major",
            What::Tile => "tile entry",
            What::Alignment => "number of `L(n)`",
            What::ElementBits => "number of `E(n)`",
            What::MemorySpace => "memory space",
            What::Split => "number of `SC(dimension:index,...)`",
            What::MetadataBytes => "number of `M(n)`",
            What::Pad => "width of `PAD`",
        }
    }

    /// The name with its article.
    const fn a_name(self) -> &'static str {
        match self {
            What::Dimension => "a dimension",
            What::Order => "an entry of minor_to_major",
            What::Tile => "a tile entry",
            What::Alignment => "the number of `L(n)`",
            What::ElementBits => "the number of `E(n)`",
            What::MemorySpace => "a memory space",
            What::Split => "a number of `SC(dimension:index,...)`",
            What::MetadataBytes => "the number of `M(n)`",
            What::Pad => "a width of `PAD`",
        }
    }

    /// The plural.
    const fn plural(self) -> &'static str {
        match self {
            What::Dimension => "dimensions",
            What::Order => "entries of minor_to_major",
            What::Tile => "entries in a tile",
            What::Split => "entries of `SC`",
            What::Pad => "widths of `PAD`",
            What::Alignment | What::ElementBits | What::MemorySpace | What::MetadataBytes => {
                "numbers"
            }
        }
    }

    /// The section of the number.
    const fn section(self) -> &'static str {
        match self {
            What::Dimension | What::Order => "",
            What::Tile => "T",
            What::Alignment => "L",
            What::ElementBits => "E",
            What::MemorySpace => "S",
            What::Split => "SC",
            What::MetadataBytes => "M",
            What::Pad => "PAD",
        }
    }

    /// Whether a number before `.` and `second` is more likely one of two in a list: in
    /// `8.128`, but not in `8.0`.
    const fn is_in_a_list(self, second: &[u8]) -> bool {
        matches!(self, What::Dimension | What::Order | What::Tile)
            && !matches!(integer_literal(second).value, Some(0))
    }
}

impl Explanation {
    pub(super) const fn numbers(&mut self, kind: ErrorKind, found: &[u8]) {
        let (message, help, note) = (&mut self.message, &mut self.help, &mut self.note);
        match kind {
            ErrorKind::MissingNumber(what) => {
                message.str("missing ").str(what.name());
                if matches!(found, [b',']) {
                    help.str("write a number before the comma, or remove the comma");
                } else if !what.section().is_empty() {
                    help.str("write a number, such as `");
                    help.str(example(what.section())).str("`");
                } else {
                    help.str("write a number");
                }
            }
            ErrorKind::TrailingComma => {
                message.str("trailing comma");
                help.str("remove it");
            }
            ErrorKind::MissingComma => {
                message.str("missing comma before ").quote(found);
                help.str("write `,").escaped(found).str("`");
            }
            ErrorKind::WrongSeparator => {
                message.str("wrong separator ").quote(found);
                help.str("write `,`");
            }
            ErrorKind::Negative(what) => {
                message.str(what.name()).str(" is negative");
                if matches!(what, What::Tile) {
                    note.str("the only negative tile entry is `-1`, another spelling of `*`");
                }
                self.value(found);
                match (what, found) {
                    (What::Dimension, b"-1") => {
                        self.help.str("write the size, or its upper bound: `<=128`");
                        self.note
                            .str("`layout!` takes `?` for a size known only at run time");
                    }
                    (What::MemorySpace, _) => {
                        self.help.str("write a number from 0 to 127");
                    }
                    (_, [b'-', number @ ..]) => self.write_integer(number),
                    _ => {}
                }
            }
            ErrorKind::Fraction(what) => {
                message.str(what.name()).str(" is not an integer");
                self.value(found);
                self.write_fraction(what, found);
            }
            ErrorKind::Suffix(what) => {
                message.str(what.name()).str(" with a suffix");
                self.value(found);
                self.write_integer(found);
            }
            ErrorKind::NotDecimal(what) => {
                message.str(what.name());
                message.str(" is not written in decimal digits alone");
                self.value(found);
                self.write_integer(found);
            }
            ErrorKind::LeadingZero(what) => {
                message.str(what.name()).str(" begins with 0");
                self.value(found);
                self.write_integer(found);
            }
            ErrorKind::Quoted(what) => {
                message.str(what.name()).str(" in quotes");
                self.value(found);
                match found {
                    [b'"' | b'\'', number @ .., b'"' | b'\''] if is_decimal(number) => {
                        self.write_integer(number);
                    }
                    _ => {
                        self.help.str("write numbers without quotes");
                    }
                }
            }
            ErrorKind::TimesSign => {
                message.quote(found).str(" is not a number");
                help.str("write `,` between the numbers: `");
                let mut i = 0;
                while i < found.len() {
                    match found[i] {
                        b'x' | b'X' | 0xc3 => help.str(","),
                        0x97 => help, // the second byte of a times sign
                        digit => help.bytes(&[digit]),
                    };
                    i += 1;
                }
                help.str("`");
            }
            ErrorKind::Name(what) => {
                message.str("expected an integer as ").str(what.name());
                message.str(", found ").quote(found);
                match (what, PaddingValue::meant(found)) {
                    (What::Pad, Some(value)) => {
                        help.str("write `=")
                            .str(value.name())
                            .str("` after the widths");
                    }
                    (What::Dimension, _) if matches!(found, b"None" | b"null" | b"dynamic") => {
                        help.str("write the size, or its upper bound: `<=128`");
                        note.str("`layout!` takes `?` for a size known only at run time");
                        return;
                    }
                    _ => {
                        help.str("write a number");
                    }
                }
                if what.takes_holes() {
                    note.str("names stand for numbers in `layout!` only");
                }
            }
            ErrorKind::BareExpression => {
                message.str("an expression needs braces");
                help.str("write `{ ").escaped(found).str(" }`");
                if let Some((rows, columns)) = product(found) {
                    help.str(" for the product, or `").bytes(rows).str(",");
                    help.bytes(columns).str("` for two numbers");
                }
                if has_parameter(found) {
                    note.str("stable Rust computes nothing with a const generic parameter: name its size `?`, or write a constant");
                }
                self.value(found);
            }
            ErrorKind::NotLiteral(what) => {
                message
                    .str(what.a_name())
                    .str(" must be an integer literal");
                help.str(match what {
                    What::Pad => "write a number, or `=zero` after the widths",
                    _ => "write a number",
                });
                note.str(
                    "names and `{ expressions }` may stand for dimensions and tile entries only",
                );
            }
            ErrorKind::NotANumber(_) if matches!(found, [b'$', ..]) => {
                message.quote(found).str(" is not a number");
                help.str("write a number; in `macro_rules!`, is ")
                    .quote(found);
                help.str(" the name of a fragment?");
            }
            ErrorKind::NotANumber(what) => {
                message.str("expected an integer as ").str(what.name());
                if !found.is_empty() {
                    message.str(", found ").quote(found);
                }
                if let [0xe2, 0x89, 0xa4, bound @ ..] = found
                    && matches!(what, What::Dimension)
                {
                    help.str("write `<=").escaped(bound).str("`"); // in place of `≤`
                } else {
                    help.str(match what {
                        What::Dimension => "write the size of the dimension, or `<=` and its bound",
                        What::Order => "write the number of a dimension, counted from 0",
                        What::Tile => "write a size, or `*` to merge the dimension into the next",
                        What::Pad => "write `=` before the value: `PAD(8,128=zero)`",
                        _ => "write a number",
                    });
                }
            }
            ErrorKind::TooLarge(what) => {
                message.str(what.name()).str(" is too large");
                help.str("write at most `").num(isize::MAX as u128).str("`");
                self.value(found);
            }
            ErrorKind::AboveLimit { what, limit } => {
                message.str(what.name()).str(" is too large");
                help.str("write at most `").num(limit as u128).str("`");
                self.value(found);
            }
            ErrorKind::Unbounded => {
                message.str("a dimension without a bound has no layout");
                help.str("write its upper bound: `<=128`");
                note.str("`layout!` takes `?` for a size known only at run time");
            }
            ErrorKind::OneNumber(what) => {
                message.str("`").str(what.section());
                message.str("(n)` takes one number");
                if !found.is_empty() {
                    message.str(", found ").quote(found).str(" after it");
                    help.str("remove `,").escaped(found);
                    help.str("`, or write `T` for a tile");
                }
            }
            ErrorKind::TooMany { what, limit } => {
                message.str("too many ").str(what.plural());
                help.str("write at most ").num(limit as u128);
            }
            _ => {}
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
    const fn write_fraction(&mut self, what: What, found: &[u8]) {
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
    const fn write_integer(&mut self, found: &[u8]) {
        if let Some(value) = integer_literal(found).value {
            self.help.str("write `").num(value).str("`");
        }
    }
}

/// The factors of `8*128`.
const fn product(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let first = integer_literal(text).end;
    match text.split_at(first) {
        (rows @ [_, ..], [b'*', columns @ ..]) if is_decimal(columns) => Some((rows, columns)),
        _ => None,
    }
}

/// Whether an expression has a name of one letter, which may be a const parameter.
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

const fn is_decimal(text: &[u8]) -> bool {
    let mut i = 0;
    while i < text.len() && text[i].is_ascii_digit() {
        i += 1;
    }
    i == text.len() && i > 0
}

impl Explanation {
    pub(super) const fn sizes(&mut self, kind: ErrorKind) {
        let (message, help, note) = (&mut self.message, &mut self.help, &mut self.note);
        let (number, what, unit) = match kind {
            ErrorKind::Overflow { bytes, .. } => (bytes, "the buffer needs ", " bytes"),
            ErrorKind::ElementOverflow { elements } => {
                (Some(elements), "the buffer needs ", " elements")
            }
            ErrorKind::StrideOverflow { elements } => (
                elements,
                "the strides of this empty buffer need ",
                " elements",
            ),
            _ => return,
        };
        message.str(what);
        match number {
            Some(number) => message.num(number.get()).str(unit),
            None => message
                .str("more")
                .str(unit)
                .str(" than 128 bits can count"),
        };
        if number.is_some() && !matches!(kind, ErrorKind::Overflow { padding: false, .. }) {
            message.str(" with padding");
        }
        help.str("write smaller dimensions or tiles");
        note.str("the largest buffer has ").num(isize::MAX as u128);
        note.str(unit);
        if matches!(kind, ErrorKind::StrideOverflow { .. }) {
            note.str("; a dimension of 0 counts as 1 in the strides");
        }
    }
}
