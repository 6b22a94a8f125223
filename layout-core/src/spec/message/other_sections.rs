//! Messages about the sections other than `T`.

use super::{Explanation, dimensions};
use crate::spec::PaddingValue;
use crate::spec::error_kind::ErrorKind;
use crate::spec::validate::MAX_ELEMENT_BITS;

/// A section as it is written, with numbers.
pub(super) const fn example(section: &str) -> &'static str {
    match section.as_bytes() {
        b"T" => "T(8,128)",
        b"L" => "L(1024)",
        b"E" => "E(4)",
        b"S" => "S(1)",
        b"SC" => "SC(0:10)",
        b"M" => "M(64)",
        _ => "PAD(8,128)",
    }
}

impl Explanation {
    pub(super) const fn sections(&mut self, kind: ErrorKind, found: &[u8]) {
        self.names_of_sections(kind, found);
        self.numbers_of_sections(kind, found);
    }

    /// Which sections there are, and their order.
    const fn names_of_sections(&mut self, kind: ErrorKind, found: &[u8]) {
        let (message, help, note) = (&mut self.message, &mut self.help, &mut self.note);
        match kind {
            ErrorKind::NoSections => {
                message.str("nothing after `:`");
                help.str("write a section such as `T(8,128)`, or leave out the `:`");
            }
            ErrorKind::SectionSeparator => {
                message
                    .str("separator ")
                    .quote(found)
                    .str(" between sections");
                help.str("remove it");
            }
            ErrorKind::BareSection { section } => {
                message.str("`").str(section);
                message.str("` without a number in parentheses");
                match found.split_at_checked(section.len()) {
                    Some((_, number)) if !number.is_empty() && section.len() == 1 => help
                        .str("write `")
                        .str(section)
                        .str("(")
                        .escaped(number.trim_ascii())
                        .str(")"),
                    _ => help.str("write a number, such as `").str(example(section)),
                };
                help.str("`");
            }
            ErrorKind::UnknownSection => {
                message.str("unknown section ").quote(found);
                help.str("remove it, or write one of the sections below");
                note.str("sections are `T` tiles, `L` alignment, `E` element bits, `S` memory space, `SC` splits, `M` metadata, `PAD` padded dimensions");
            }
            ErrorKind::SectionCase { section } => {
                message.str("unknown section ").quote(found);
                help.str("write `").str(section).str("`");
            }
            ErrorKind::RepeatedSection { section } => {
                message.str("section `").str(section).str("` stands twice");
                match section.as_bytes() {
                    b"T" => {
                        help.str("write further tiles without the letter: `T(8,128)(2,1)`");
                    }
                    _ => {
                        help.str("remove one");
                    }
                }
            }
            ErrorKind::SectionOrder { section, after } => {
                message.str("section `").str(section);
                message.str("` after `").str(after).str("`");
                help.str("write `").str(section);
                help.str("` before `").str(after).str("`");
                note.str("the order of sections is `T` `L` `E` `S` `SC` `M` `PAD`");
            }
            ErrorKind::Sparse { section } => {
                message.str("section `").str(section);
                message.str("` belongs to sparse arrays");
                help.str("leave it out");
                note.str("a sparse array has no dense layout");
            }
            _ => {}
        }
    }

    /// What the numbers of a section can be.
    const fn numbers_of_sections(&mut self, kind: ErrorKind, found: &[u8]) {
        let (message, help, note) = (&mut self.message, &mut self.help, &mut self.note);
        match kind {
            ErrorKind::ElementBits { bits, element } => {
                message.str("`E(").num(bits as u128);
                message.str(")` does not fit `").str(element.name());
                message.str("`, which has ").num(element.bits() as u128);
                message.str(if element.bits() == 1 { " bit" } else { " bits" });
                if bits > MAX_ELEMENT_BITS {
                    help.str("write at most `")
                        .num(MAX_ELEMENT_BITS as u128)
                        .str("`");
                } else {
                    help.str("write `E(").num(element.bits() as u128);
                    help.str(")` or leave it out");
                }
            }
            ErrorKind::ZeroAlign => {
                message.str("`L(0)`: the buffer cannot be rounded up to a multiple of 0");
                help.str("write `L(1)` or leave it out");
            }
            ErrorKind::SplitDimension { dimension, rank } => {
                message.str("`SC` splits dimension ").num(dimension as u128);
                message.str(" of an array of ").num(rank as u128);
                message.str(dimensions(rank));
                if rank > 0 {
                    help.str("write at most `").num(rank as u128 - 1).str("`");
                } else {
                    help.str("leave it out");
                }
                note.str("dimensions of `SC` are counted physically, 0 is the most major");
            }
            ErrorKind::SplitRepeated { dimension } => {
                message.str("`SC` splits dimension ").num(dimension as u128);
                message.str(" twice");
                help.str("write all its indices in one list: `SC(0:10,20)`");
            }
            ErrorKind::SplitOrder { index, previous } => {
                message.str("`SC` index ").num(index as u128);
                if index == 0 {
                    message.str(" splits nothing off");
                } else {
                    message.str(" after ").num(previous as u128);
                }
                help.str("write at least `")
                    .num(previous as u128 + 1)
                    .str("`");
                note.str("split indices ascend, from above 0");
            }
            ErrorKind::SplitRange {
                index,
                dimension,
                size,
            } => {
                message.str("`SC` index ").num(index as u128);
                message.str(" is past physical dimension ");
                message.num(dimension as u128).str(" of size ");
                message.num(size as u128);
                if size > 1 {
                    help.str("write at most `").num(size as u128 - 1).str("`");
                } else {
                    help.str("leave it out");
                }
            }
            ErrorKind::PadCount { found, rank } => {
                message.str("`PAD` has ").num(found as u128);
                message.str(if found == 1 {
                    " width for "
                } else {
                    " widths for "
                });
                message.num(rank as u128).str(dimensions(rank));
                help.str("write ").num(rank as u128);
                help.str(if rank == 1 { " width" } else { " widths" });
                note.str("`PAD` gives one width a dimension, in the order of the dimensions");
            }
            ErrorKind::PadNarrower { dim, width, size } => {
                message.str("`PAD` width ").num(width as u128);
                message.str(" is narrower than dimension ");
                message.num(dim as u128).str(", which has ");
                message.num(size as u128);
                help.str("write at least `").num(size as u128).str("`");
            }
            ErrorKind::PadValue => {
                match found {
                    [] | [b')', ..] => message.str("missing padding value"),
                    _ => message.str("unknown padding value ").quote(found),
                };
                help.str("write ");
                match PaddingValue::meant(found) {
                    Some(value) => help.str("`").str(value.name()).str("`"),
                    None => help.str("`zero`, `one`, `lowest`, `highest` or `unknown`"),
                };
            }
            _ => {}
        }
    }
}

impl PaddingValue {
    /// The value that a word in another case or a digit probably means.
    pub(super) const fn meant(word: &[u8]) -> Option<PaddingValue> {
        let mut i = 0;
        while i < PaddingValue::ALL.len() {
            let (value, name) = PaddingValue::ALL[i];
            if word.eq_ignore_ascii_case(name.as_bytes()) {
                return Some(value);
            }
            i += 1;
        }
        match word {
            b"0" | b"0.0" => Some(PaddingValue::Zero),
            b"1" | b"1.0" => Some(PaddingValue::One),
            b"min" => Some(PaddingValue::Lowest),
            b"max" => Some(PaddingValue::Highest),
            _ => None,
        }
    }
}
