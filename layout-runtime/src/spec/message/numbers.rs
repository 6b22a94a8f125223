//! Words about numbers and lists of them.

use super::Explanation;
use super::other_sections::example;
use crate::spec::error_kind::{ErrorKind, What};
use crate::util::integer_literal::integer_literal;

impl What {
    const fn name(self) -> &'static str {
        match self {
            What::Dimension => "dimension",
            What::Order => "entry of minor_to_major",
            What::Tile => "tile entry",
            What::Align => "number of `L(n)`",
            What::Bits => "number of `E(n)`",
            What::Space => "memory space",
            What::Split => "number of `SC(dimension:index,...)`",
            What::Prefix => "number of `M(n)`",
            What::Pad => "width of `PAD`",
        }
    }

    /// The name with its article.
    const fn a_name(self) -> &'static str {
        match self {
            What::Dimension => "a dimension",
            What::Order => "an entry of minor_to_major",
            What::Tile => "a tile entry",
            What::Align => "the number of `L(n)`",
            What::Bits => "the number of `E(n)`",
            What::Space => "a memory space",
            What::Split => "a number of `SC(dimension:index,...)`",
            What::Prefix => "the number of `M(n)`",
            What::Pad => "a width of `PAD`",
        }
    }

    /// Many of them, in a list.
    const fn plural(self) -> &'static str {
        match self {
            What::Dimension => "dimensions",
            What::Order => "entries of minor_to_major",
            What::Tile => "entries in a tile",
            What::Split => "entries of `SC`",
            What::Pad => "widths of `PAD`",
            What::Align | What::Bits | What::Space | What::Prefix => "numbers",
        }
    }

    /// The section of the number.
    const fn section(self) -> &'static str {
        match self {
            What::Dimension | What::Order => "",
            What::Tile => "T",
            What::Align => "L",
            What::Bits => "E",
            What::Space => "S",
            What::Split => "SC",
            What::Prefix => "M",
            What::Pad => "PAD",
        }
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
                    help.str("write `").str(example(what.section())).str("`");
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
                match what {
                    What::Tile => {
                        note.str("the only negative tile entry is `-1`, another spelling of `*`")
                    }
                    What::Space => note.str("memory spaces are 0 to 127"),
                    _ => note,
                };
                self.value(found);
            }
            ErrorKind::Fraction(what) => {
                message.str(what.name()).str(" is not an integer");
                self.value(found);
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
            ErrorKind::Quoted(what) => {
                message.str(what.name()).str(" in quotes");
                help.str("write the number without quotes");
                self.value(found);
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
                if what.takes_holes() {
                    note.str("names stand for numbers in `layout!` only");
                }
            }
            ErrorKind::BareExpression => {
                message.str("an expression needs braces");
                help.str("write `{ ").escaped(found).str(" }`");
                self.value(found);
            }
            ErrorKind::NotLiteral(what) => {
                message
                    .str(what.a_name())
                    .str(" must be an integer literal");
                note.str(
                    "names and `{ expressions }` may stand for dimensions and tile entries only",
                );
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
                }
            }
            ErrorKind::TooLarge(what) => {
                message.str(what.name()).str(" is too large");
                note.str("the largest size is ").num(isize::MAX as u128);
                self.value(found);
            }
            ErrorKind::AboveLimit { what, limit } => {
                message.str(what.name()).str(" is too large");
                note.str("the largest is ").num(limit as u128);
                self.value(found);
            }
            ErrorKind::Unbounded => {
                message.str("a dimension without a bound has no layout");
                help.str("write its upper bound: `<=128`");
            }
            ErrorKind::OneNumber(what) => {
                message.str("`").str(what.section());
                message.str("(n)` takes one number");
                if !found.is_empty() {
                    message.str(", found ").quote(found).str(" after it");
                    help.str("remove `,").escaped(found).str("`");
                }
            }
            ErrorKind::TooMany { what, limit } => {
                message.str("too many ").str(what.plural());
                note.str("at most ").num(limit as u128);
                note.str(" are supported");
            }
            _ => {}
        }
    }

    /// Appends the text that was found to the message, when there is a text.
    const fn value(&mut self, found: &[u8]) {
        if !found.is_empty() {
            self.message.str(": ").quote(found);
        }
    }

    /// Says which number to write for one in a spelling of Rust's.
    const fn write_integer(&mut self, found: &[u8]) {
        if let Some(value) = integer_literal(found).value {
            self.help.str("write `").num(value).str("`");
        }
    }
}
