//! The names in a text: element types and the names of parts.

use super::label::{Label, label};
use super::lenient::{Lenient, Order};
use crate::parse::cursor::{closing, is_open};
use crate::parse::{Span, element_name};
use crate::spec::element_type::ElementType;
use crate::util::array_string::ArrayString;

impl Lenient<'_> {
    /// An element type whose name is split in two, as in `bf 16[8]`, or has
    /// lost its letter.
    pub(super) const fn split_element(&mut self, start: usize, end: usize) {
        let mut name = ArrayString::<8>::new();
        match self.bytes(self.element_name) {
            [] => name.str("f"),
            letters => name.bytes(letters),
        };
        let sign = (self.text[start] == b'-') as usize;
        let start = start + sign;
        name.bytes(self.bytes(Span { start, end }));
        match element_name::known(name.as_str().as_bytes()) {
            Some(element) => self.element = Some((element, false)),
            None => self.lost = true,
        }
    }

    /// A name: letters, digits and `_`, as a path with `.` or `::`.
    pub(super) const fn name(&mut self) {
        let start = self.at;
        let mut last = start;
        while let Some(byte) = self.peek() {
            let after_x = matches!(
                self.bytes(Span {
                    start: last,
                    end: self.at
                }),
                b"x" | b"X"
            );
            if byte.is_ascii_digit() && after_x && self.after_entry {
                break; // `8x128`
            } else if byte.is_ascii_alphanumeric() || byte == b'_' {
                if after_x && self.after_entry {
                    last = self.at; // `8x128xf32`
                }
                self.at += 1;
            } else if self.element.is_none() && self.is_element(last) {
                break; // `F32::new`
            } else if byte == b'.' && self.at + 1 < self.text.len() && self.letter_follows(1) {
                self.at += 1;
                last = self.at;
            } else if byte == b':' && self.next_is(1, b':') && self.letter_follows(2) {
                self.at += 2;
                last = self.at;
            } else {
                break;
            }
        }
        let segment = Span {
            start: last,
            end: self.at,
        };
        let name = self.bytes(segment);
        if self.element.is_none()
            && let Some(element) = self.known_element(name)
        {
            self.finish_list();
            let exact = element_name::element(name).is_some();
            self.element = Some((element, exact));
            self.element_name = segment;
            self.backwards = self.in_rust_array();
            self.unknown = false;
            return;
        }
        let another = self.dims.is_some()
            && element_name::element(name).is_some()
            && (self.at_dims() || !(self.in_layout() && self.has_layout));
        match self.labelled(name) {
            _ if another => self.has_end = true, // another array
            Some((Label::Separator, _)) if self.list.is_empty() && !self.in_tiles(name) => {
                self.unknown = true;
            }
            Some((label, taken)) => {
                self.at = last + taken;
                self.set_label(label);
            }
            None if self.element.is_some() && self.dims.is_some() && self.open.is_empty() => {
                if !self.at_layout() {
                    self.has_end = true; // other text after the layout
                }
            }
            // `Y(8,128)`, `T(8,128) then (2,1)`
            None if (name.len() == 1 && self.in_layout() || !self.tiles.is_empty())
                && self.at_tile() =>
            {
                self.set_label(Label::Tile);
            }
            None => {
                self.lost = self.after_entry;
                self.unknown = !self.open.is_empty();
                self.mlir |= matches!(name, b"tensor" | b"memref" | b"vector");
                if self.element.is_none() {
                    self.element_name = segment;
                }
            }
        }
    }

    /// The element type that has this name, or the name before it and this one.
    const fn known_element(&self, name: &[u8]) -> Option<ElementType> {
        match element_name::in_two_words(self.bytes(self.element_name), name) {
            None => element_name::known(name),
            element => element,
        }
    }

    /// Whether the name from `start` to the cursor is an element type's own.
    const fn is_element(&self, start: usize) -> bool {
        let end = self.at;
        element_name::element(self.bytes(Span { start, end })).is_some()
    }

    /// Whether the dimensions of an array follow.
    const fn at_dims(&self) -> bool {
        matches!(self.text.split_at(self.at).1, [b'[', ..])
    }

    /// Whether a tile follows.
    const fn at_tile(&self) -> bool {
        let rest = self.text.split_at(self.at).1.trim_ascii_start();
        let mut i = 1;
        while i < rest.len() && rest[i].is_ascii_digit() {
            i += 1;
        }
        i > 1 && rest[0] == b'(' && i < rest.len() && rest[i] == b','
    }

    /// Whether the brackets of a layout follow.
    const fn at_layout(&self) -> bool {
        let rest = self.text.split_at(self.at).1.trim_ascii_start();
        !self.has_layout && matches!(rest, [b'{' | b'<', b'0'..=b'9' | b':', ..])
    }

    /// Whether an `x` separates tiles.
    const fn in_tiles(&self, name: &[u8]) -> bool {
        matches!(name, b"x") && matches!(self.label, Label::Tile) && !self.tiles.is_empty()
    }

    pub(super) const fn letter_follows(&self, ahead: usize) -> bool {
        self.at + ahead < self.text.len() && self.text[self.at + ahead].is_ascii_alphabetic()
    }

    /// Whether the element type is that of `[f32; 5]`.
    const fn in_rust_array(&self) -> bool {
        let mut at = self.at;
        while at < self.text.len() && self.text[at] == b' ' {
            at += 1;
        }
        !self.open.is_empty()
            && self.dims.is_none()
            && at < self.text.len()
            && self.text[at] == b';'
    }

    /// The meaning of a name, and its length: of `T8`, the letter.
    const fn labelled(&self, name: &[u8]) -> Option<(Label, usize)> {
        if let Some(label) = label(name) {
            return Some((label, name.len()));
        }
        let mut letters = 0;
        while letters < name.len() && name[letters].is_ascii_alphabetic() {
            letters += 1;
        }
        let rest = name.split_at(letters).1;
        if letters > 2 || !matches!(rest, [b'_'] | [b'_', b'0'..=b'9', ..] | [b'0'..=b'9', ..]) {
            return None;
        }
        match label(name.split_at(letters).0) {
            Some(label) => Some((label, letters + matches!(rest, [b'_', ..]) as usize)),
            None => None,
        }
    }

    const fn set_label(&mut self, label: Label) {
        match label {
            Label::Separator => {
                self.after_entry = false;
                return;
            }
            Label::Nothing => {}
            Label::RowMajor | Label::ColumnMajor if self.dims.is_none() => self.unknown = true,
            Label::RowMajor | Label::ColumnMajor if !matches!(self.order, Order::Default) => {}
            Label::RowMajor => self.order = Order::RowMajor,
            Label::ColumnMajor => self.order = Order::ColumnMajor,
            Label::Section(section) if self.dims.is_some() => {
                self.finish_list();
                return self.section(section);
            }
            // Before the dimensions, a word of a section is any other name.
            Label::Section(_) | Label::Tile if self.dims.is_none() && self.element.is_none() => {}
            _ => {
                self.finish_list();
                self.label = label;
                return;
            }
        }
        self.finish_list();
    }

    /// The contents of the parentheses of a section, or the number after it.
    const fn section(&mut self, number: usize) {
        while matches!(self.peek(), Some(b' ' | b'=' | b':' | b'.')) {
            self.at += 1;
        }
        let start;
        let end;
        if let Some(open) = self.peek()
            && is_open(open)
        {
            self.at += 1;
            start = self.at;
            while let Some(byte) = self.peek()
                && byte != closing(open)
            {
                self.at += 1;
            }
            end = self.at;
            self.at += (self.at < self.text.len()) as usize;
        } else {
            start = self.at;
            while self.digit_follows(0) {
                self.at += 1;
            }
            end = self.at;
        }
        self.lost = self.lost || self.sections[number].is_some();
        self.sections[number] = Some(Span { start, end });
        self.label = Label::None;
    }
}
