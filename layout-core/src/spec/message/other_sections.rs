//! Messages about the sections other than `T`.

use super::{Explanation, dimensions};
use crate::spec::PaddingValue;
use crate::spec::element_type::ElementType;
use crate::spec::section::Section;
use crate::spec::validate::MAX_ELEMENT_BITS;

impl Explanation {
    pub(super) const fn bare_section(&mut self, section: Section, found: &[u8]) {
        let name = section.name();
        self.message.str("`").str(name);
        self.message.str("` without a number in parentheses");
        match found.split_at_checked(name.len()) {
            Some((_, number)) if !number.is_empty() && name.len() == 1 => {
                self.help.str("write `").str(name).str("(");
                self.help.escaped(number.trim_ascii()).str(")`");
            }
            _ => self.such_as(Some(section)),
        }
    }

    /// Says to write a number, with the section as an example.
    pub(super) const fn such_as(&mut self, section: Option<Section>) {
        self.help.str("write a number");
        if let Some(section) = section
            && let Some(example) = section.example()
        {
            self.help.str(", such as `").str(example).str("`");
        }
    }

    pub(super) const fn element_bits(&mut self, bits: usize, element: ElementType) {
        self.message.str("`E(").num(bits as u128);
        self.message.str(")` does not fit `").str(element.name());
        self.message
            .str("`, which has ")
            .num(element.bits() as u128);
        let unit = if element.bits() == 1 { " bit" } else { " bits" };
        self.message.str(unit);
        if bits > MAX_ELEMENT_BITS {
            self.at_most(MAX_ELEMENT_BITS);
        } else {
            self.help.str("write `E(").num(element.bits() as u128);
            self.help.str(")` or leave it out");
        }
    }

    pub(super) const fn split_dimension(&mut self, dimension: usize, rank: usize) {
        self.message.str("`SC` splits dimension ");
        self.message.num(dimension as u128).str(" of an array of ");
        self.message.num(rank as u128).str(dimensions(rank));
        self.below(rank, 0);
        self.note
            .str("dimensions of `SC` are counted physically, 0 is the most major");
    }

    pub(super) const fn pad_count(&mut self, found: usize, rank: usize) {
        self.message.str("`PAD` has ").num(found as u128);
        self.message.str(widths(found)).str(" for ");
        self.message.num(rank as u128).str(dimensions(rank));
        self.help.str("write ").num(rank as u128).str(widths(rank));
        self.note
            .str("`PAD` gives one width a dimension, in the order of the dimensions");
    }

    pub(super) const fn pad_value(&mut self, found: &[u8]) {
        match found {
            [] | [b')', ..] => self.message.str("missing padding value"),
            _ => self.message.str("unknown padding value ").quote(found),
        };
        self.help.str("write ");
        match PaddingValue::meant(found) {
            Some(value) => self.help.str("`").str(value.name()).str("`"),
            None => self
                .help
                .str("`zero`, `one`, `lowest`, `highest` or `unknown`"),
        };
    }
}

const fn widths(number: usize) -> &'static str {
    if number == 1 { " width" } else { " widths" }
}

impl PaddingValue {
    /// Returns the value that a word in another case or a digit probably means.
    pub(super) const fn meant(word: &[u8]) -> Option<PaddingValue> {
        match word {
            b"0" | b"0.0" => Some(PaddingValue::Zero),
            b"1" | b"1.0" => Some(PaddingValue::One),
            b"min" => Some(PaddingValue::Lowest),
            b"max" => Some(PaddingValue::Highest),
            _ => PaddingValue::named(word),
        }
    }
}
