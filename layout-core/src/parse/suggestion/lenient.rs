//! `Lenient`: the parts of a layout in a text of any grammar.

use super::label::{Label, SECTIONS};
use crate::parse::cursor::{closing, is_close, is_open};
use crate::parse::{HOLE, NOWHERE, Span};
use crate::spec::element_type::ElementType;
use crate::spec::{MAX_RANK, MAX_TILES};
use crate::util::array_vec::ArrayVec;
use crate::util::integer_literal::integer_literal;

/// The ranges of the entries of a list.
pub(super) type Entries = ArrayVec<Span, MAX_RANK>;

pub(super) const NO_ENTRIES: Entries = ArrayVec::new(NOWHERE);

/// The order of the dimensions, as far as the text shows it.
pub(super) enum Order {
    Default,
    RowMajor,
    ColumnMajor,
    MinorToMajor(Entries),
    MajorToMinor(Entries),
    Strides(Entries),
}

/// The deepest nest of brackets that is read.
const DEEPEST: usize = 16;

pub(super) struct Lenient<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    /// The element type, and whether the text has its exact name.
    pub(super) element: Option<(ElementType, bool)>,
    pub(super) element_name: Span,
    pub(super) dims: Option<Entries>,
    /// Whether the dimensions are most minor first, as in `[[f32; 5]; 3]`.
    pub(super) backwards: bool,
    pub(super) order: Order,
    pub(super) tiles: ArrayVec<Entries, MAX_TILES>,
    pub(super) sections: [Option<Span>; SECTIONS.len()],
    /// The kind of the brackets of a layout, if there were any.
    pub(super) has_layout: bool,
    pub(super) angles: bool,
    /// The entries of the list that is being read.
    pub(super) list: Entries,
    pub(super) label: Label,
    /// The brackets that are open.
    pub(super) open: ArrayVec<u8, DEEPEST>,
    /// Whether an unknown name precedes the cursor in the same brackets.
    pub(super) unknown: bool,
    /// Whether it is a type of MLIR, whose brackets hold attributes too.
    pub(super) mlir: bool,
    /// Whether an entry ends right before the cursor, without a separator.
    pub(super) after_entry: bool,
    /// Whether other text after the layout follows.
    pub(super) has_end: bool,
    /// Whether the text cannot be understood.
    pub(super) lost: bool,
}

impl<'a> Lenient<'a> {
    pub(super) const fn read(text: &'a [u8]) -> Option<Self> {
        let mut read = Lenient {
            text,
            at: 0,
            element: None,
            element_name: NOWHERE,
            dims: None,
            backwards: false,
            order: Order::Default,
            tiles: ArrayVec::new(NO_ENTRIES),
            sections: [None; SECTIONS.len()],
            has_layout: false,
            angles: false,
            list: NO_ENTRIES,
            label: Label::None,
            open: ArrayVec::new(0),
            unknown: false,
            mlir: false,
            after_entry: false,
            has_end: false,
            lost: false,
        };
        while let Some(byte) = read.peek()
            && !read.lost
            && !read.has_end
        {
            if read.is_past_layout(byte) {
                read.has_end = true;
            } else {
                read.token(byte);
            }
        }
        read.finish_list();
        if read.lost { None } else { Some(read) }
    }

    pub(super) const fn bytes(&self, span: Span) -> &'a [u8] {
        self.text.split_at(span.end).0.split_at(span.start).1
    }

    /// The number that an entry is, or 0.
    pub(super) const fn value(&self, entry: Span) -> u128 {
        match integer_literal(self.bytes(entry)).value {
            Some(value) => value,
            None => 0,
        }
    }

    pub(super) const fn peek(&self) -> Option<u8> {
        if self.at < self.text.len() {
            Some(self.text[self.at])
        } else {
            None
        }
    }

    pub(super) const fn next_is(&self, ahead: usize, byte: u8) -> bool {
        self.at + ahead < self.text.len() && self.text[self.at + ahead] == byte
    }

    pub(super) const fn digit_follows(&self, ahead: usize) -> bool {
        self.at + ahead < self.text.len() && self.text[self.at + ahead].is_ascii_digit()
    }

    /// Whether what follows is no part of the layout: other text after it.
    const fn is_past_layout(&self, byte: u8) -> bool {
        self.open.is_empty()
            && self.element.is_some()
            && self.dims.is_some()
            && self.list.is_empty()
            && matches!(byte, b'-' | b'+' | b'%' | b'@' | b'|')
            && !(self.at + 1 < self.text.len() && is_open(self.text[self.at + 1]))
    }

    const fn token(&mut self, byte: u8) {
        match byte {
            b'?' if self.open.is_empty() && self.element.is_some() => self.at += 1,
            b'*' if self.open.is_empty() && self.element.is_none() => self.at += 1,
            b'$' => self.lost = true, // a fragment
            b'0'..=b'9' | b'?' | HOLE => self.entry(),
            b'*' if self.after_entry => self.lost = true,
            b'*' if self.next_is(1, b'(') => self.at += 1,
            b'#' if self.mlir => self.attribute(),
            b'*' => self.entry(),
            b'-' if self.digit_follows(1) && !self.after_entry => self.entry(),
            b'<' if self.next_is(1, b'=') => self.entry(),
            _ if byte.is_ascii_alphabetic() || byte == b'_' => self.name(),
            _ if is_open(byte) => self.open(byte),
            _ if self.closes(byte) => self.close(),
            b':' if self.in_layout() => {
                self.finish_list();
                self.at += 1;
            }
            b'+' | b'/' if self.after_entry => self.lost = true,
            b'.' if self.after_entry && self.digit_follows(1) => self.lost = true,
            0xc3 if self.next_is(1, 0x97) => self.at += 2, // a times sign
            0x80.. => self.lost = true,
            _ => self.skip(byte),
        }
    }

    /// MLIR's `#map`.
    const fn attribute(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek()
            && (byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
        {
            self.at += 1;
        }
        self.unknown = true;
    }

    /// A separator or a blank.
    const fn skip(&mut self, byte: u8) {
        let assigned = self.open.is_empty() && self.element.is_none();
        if matches!(byte, b'=' | b':') && assigned {
            self.list = NO_ENTRIES; // `p.1 = f32[3,5]`
            self.dims = None;
        }
        if matches!(byte, b'=' | b':') {
            self.unknown = false; // the name of a part: `rows=3`
        }
        if byte == b'"'
            && let [.., last] = self.list.as_slice()
            && self.text[last.start] == HOLE
        {
            self.list = NO_ENTRIES; // `Float[Array, "8 128"]`
        }
        self.after_entry = self.after_entry && matches!(byte, b' ' | b'\n' | b'\t');
        self.at += 1;
    }

    /// Whether the innermost bracket is one that encloses a layout.
    pub(super) const fn in_layout(&self) -> bool {
        !self.open.is_empty() && matches!(self.open.at(self.open.len() - 1), b'{' | b'<')
            || self.open.is_empty() && self.dims.is_some()
    }

    const fn closes(&self, byte: u8) -> bool {
        is_close(byte)
            && !self.open.is_empty()
            && closing(self.open.at(self.open.len() - 1)) == byte
    }

    /// A number, `*`, `?` or a hole, with `<=` or a sign before it.
    const fn entry(&mut self) {
        let start = self.at;
        if self.next_is(0, b'<') {
            self.at += 2;
            while self.next_is(0, b' ') {
                self.at += 1;
            }
            if self.at == self.text.len() {
                self.lost = true;
                return;
            }
        }
        self.at += 1;
        while self.digit_follows(0) {
            self.at += 1;
        }
        let end = self.at;
        if let Some(byte) = self.peek()
            && (byte.is_ascii_alphanumeric() || byte == b'_')
            && !matches!(byte, b'x' | b'X')
        {
            self.lost = true; // a suffix
        }
        if self.open.is_empty() && self.element.is_none() && self.next_is(0, b'[') {
            return self.split_element(start, end);
        }
        if self.unknown || self.list.is_full() {
            self.lost = true;
            return;
        }
        self.list.push(Span { start, end });
        self.after_entry = true;
    }

    const fn open(&mut self, open: u8) {
        self.finish_list();
        if self.open.is_full() {
            self.lost = true;
            return;
        }
        if self.unknown && self.dims.is_some() {
            return self.skip_group(open); // `affine_map<(d0, d1) -> (d1, d0)>`
        }
        let brackets = matches!(open, b'{' | b'<');
        if brackets && self.next_is(1, b':') && self.dims.is_none() && self.element.is_some() {
            self.dims = Some(NO_ENTRIES); // `u32{:T(128)}`
        }
        let layout = brackets && self.dims.is_some();
        if layout && matches!(self.label, Label::None) && !self.has_layout {
            self.has_layout = true;
            self.angles = open == b'<';
        }
        self.open.push(open);
        self.unknown = false;
        self.at += 1;
    }

    const fn skip_group(&mut self, open: u8) {
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            self.at += 1;
            depth += (byte == open) as usize;
            if byte == closing(open) {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            }
        }
    }

    const fn close(&mut self) {
        let before = self.text[self.at - 1];
        let empty = is_open(before) && closing(before) == self.text[self.at];
        let scalar = empty || self.mlir && self.list.is_empty();
        if scalar && self.dims.is_none() && self.element.is_some() {
            self.dims = Some(NO_ENTRIES);
        }
        self.finish_list();
        self.open.pop();
        self.unknown = false;
        self.at += 1;
    }
}
