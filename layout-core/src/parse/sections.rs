//! The sections after the `:`, in their fixed order.

use super::{Parser, Span, cursor};
use crate::spec::error_kind::{ErrorKind, Expected, What};
use crate::spec::section::Section;
use crate::spec::{MAX_SPLITS, MAX_TILES, Pad, PaddingValue, Split, Tile};
use crate::util::array_vec::ArrayVec;

impl Parser<'_> {
    /// All sections up to the closing bracket, which is left in place.
    pub(super) const fn sections(&mut self) {
        self.cursor.skip_blanks();
        if self.at_close() {
            self.mistake(ErrorKind::MissingSections, self.spans.colon);
            return;
        }
        let mut seen = 0u16;
        let mut separated = false;
        let mut sparse = false;
        loop {
            self.cursor.skip_blanks();
            if self.at_close() {
                return;
            }
            let Some((section, span)) = self.section_name() else {
                separated = true;
                continue;
            };
            let bit = section as usize;
            if seen & 1 << bit != 0 {
                // Reports further tiles after a separator once.
                let tiles = matches!(section, Section::Tiles);
                if !separated || !tiles {
                    self.mistake(ErrorKind::RepeatedSection { section }, span);
                }
                separated |= tiles;
                self.cursor.skip_groups();
                continue;
            }
            separated = false;
            let later = seen >> bit;
            if section.example().is_some() {
                if later != 0 {
                    // It belongs before the first of the sections that must follow it.
                    let after = Section::at(bit + later.trailing_zeros() as usize);
                    self.mistake(ErrorKind::SectionOrder { section, after }, span);
                }
                seen |= 1 << bit;
            } else if sparse {
                self.cursor.skip_groups(); // one error for all of them
                continue;
            } else {
                sparse = true;
            }
            self.section(section, span);
        }
    }

    /// Returns true if a section begins at the cursor: a name, which may be wrong, and a
    /// bracket; the name of a section and `=`; or `=(`, but for `{order=(0,1)}`.
    pub(super) const fn at_section(&self) -> bool {
        let mut ahead = self.cursor;
        let word = ahead.letters();
        ahead.skip_blanks();
        match ahead.peek() {
            Some(b'=') if matches!(ahead.peek_at(1), Some(b'(')) => {
                !word.is_empty() && !self.cursor.is_after_open()
            }
            Some(b'=') => Section::named(ahead.text(word)).is_some(),
            Some(c) => cursor::is_open(c) && !word.is_empty(),
            None => false,
        }
    }

    const fn at_close(&self) -> bool {
        match self.cursor.peek() {
            None => true,
            Some(c) => c == self.layout_close || c == b'}' || c == b'>',
        }
    }

    /// Returns the section that begins at the cursor; `None` after an error, when the cursor is
    /// past it.
    const fn section_name(&mut self) -> Option<(Section, Span)> {
        let start = self.cursor.here();
        match self.cursor.peek() {
            Some(b'(') => return Some((Section::Tiles, start)), // the old spelling of `T`
            Some(b'#' | b'*') if !self.at_times() => {
                self.cursor.advance();
                return match Section::named(self.cursor.text(start)) {
                    Some(section) => Some((section, start)),
                    None => None,
                };
            }
            _ => {}
        }
        let span = self.cursor.letters();
        let word = self.cursor.text(span);
        if word.is_empty() {
            if matches!(self.cursor.peek(), Some(b',' | b';')) {
                self.mistake(ErrorKind::SectionSeparator, start);
                self.cursor.advance();
                return None;
            }
            let span = self.cursor.token();
            self.mistake(ErrorKind::UnknownSection, span);
            self.cursor.skip_to(self.layout_close);
            return None;
        }
        let kind = match Section::named(word) {
            Some(section) if same(word, section.name()) => return Some((section, span)),
            Some(section) => ErrorKind::SectionCase { section },
            None => ErrorKind::UnknownSection,
        };
        self.mistake(kind, span);
        self.cursor.skip_groups();
        None
    }

    /// Returns true if `*` is written between two tiles.
    const fn at_times(&self) -> bool {
        let mut ahead = self.cursor;
        ahead.advance();
        ahead.skip_blanks();
        if matches!(ahead.peek(), Some(b'(')) {
            ahead.advance();
        }
        matches!(self.cursor.peek(), Some(b'*'))
            && matches!(ahead.peek(), Some(c) if c.is_ascii_digit())
    }

    const fn section(&mut self, section: Section, name: Span) {
        match section {
            Section::Tiles => self.tiles(name),
            Section::Alignment => {
                if let Some(number) = self.single(What::Alignment, section, name) {
                    (self.parsed.spec.align, self.spans.align) = number;
                }
            }
            Section::ElementBits => {
                if let Some((value, span)) = self.single(What::ElementBits, section, name) {
                    self.parsed.spec.bits = Some(value);
                    self.spans.bits = span;
                }
            }
            Section::MemorySpace => {
                if let Some(number) = self.single(What::MemorySpace, section, name) {
                    (self.parsed.spec.space, self.spans.space) = number;
                }
            }
            Section::Splits => self.splits(name),
            Section::MetadataBytes => {
                if let Some(number) = self.single(What::MetadataBytes, section, name) {
                    (self.parsed.spec.prefix, self.spans.metadata) = number;
                }
            }
            Section::Padding => self.pad(name),
            Section::DimLevels
            | Section::IndexType
            | Section::PointerType
            | Section::PhysicalShape => {
                self.mistake(ErrorKind::Sparse { section }, name);
                self.cursor.skip_blanks();
                self.cursor.skip_group();
            }
        }
    }

    /// `"(" number ")"`; `None` after an error.
    const fn single(&mut self, what: What, section: Section, name: Span) -> Option<(usize, Span)> {
        if !self.open(section, name) {
            return None;
        }
        let before = self.reported;
        let numbers = self.numbers(what, b')');
        if numbers.values.is_empty() && self.reported == before {
            self.mistake(ErrorKind::MissingNumber(what), self.cursor.here());
        }
        self.close(b')');
        if self.reported > before {
            return None;
        }
        Some((numbers.values.at(0), numbers.spans[0]))
    }

    /// Parses the `(` of a section whose name is at `name`.
    const fn open(&mut self, section: Section, name: Span) -> bool {
        self.cursor.skip_blanks();
        match self.cursor.peek() {
            Some(b'(') => {
                self.cursor.advance();
                return true;
            }
            Some(b'[' | b'{' | b'<') => self.wrong_open(),
            Some(b'=' | b':' | b'.' | b'!') => self.no_parenthesis(),
            _ => {
                let mut span = name;
                if matches!(self.cursor.peek(), Some(b'0'..=b'9')) {
                    span.end = self.cursor.word().end;
                }
                self.mistake(ErrorKind::BareSection { section }, span);
            }
        }
        false
    }

    /// Punctuation between a section and its `(`, such as the `=` of `T=(8,128)`.
    const fn no_parenthesis(&mut self) {
        let kind = ErrorKind::Expected(Expected::Parenthesis);
        self.mistake(kind, self.cursor.token());
        self.cursor.skip_to(self.layout_close);
    }

    /// Returns true if punctuation and then a `(` follow.
    const fn before_parenthesis(&self) -> bool {
        let token = self.cursor.token();
        let mut ahead = self.cursor;
        ahead.skip(token);
        ahead.skip_blanks();
        !cursor::is_word(self.cursor.text(token)) && matches!(ahead.peek(), Some(b'('))
    }

    /// A bracket of another kind instead of `(`, and its contents.
    const fn wrong_open(&mut self) {
        let kind = ErrorKind::WrongBracket { expected: '(' };
        self.mistake(kind, self.cursor.here());
        self.cursor.skip_group();
    }

    /// `("(" entries ")")+`
    const fn tiles(&mut self, name: Span) {
        let mut any = false;
        loop {
            self.cursor.skip_blanks();
            let start = self.cursor.position();
            match self.cursor.peek() {
                Some(b'(') => self.cursor.advance(),
                Some(b'[' | b'{' | b'<') => {
                    self.wrong_open();
                    any = true;
                    continue;
                }
                Some(b'0'..=b'9' | b'=' | b':' | b'.' | b'!') if !any => {
                    self.open(Section::Tiles, name);
                    return;
                }
                Some(_) if !any && self.before_parenthesis() => return self.no_parenthesis(),
                _ => break,
            }
            any = true;
            let tile = self.numbers(What::Tile, b')');
            let close = self.cursor.position();
            self.close(b')');
            let t = self.parsed.spec.tiles.len();
            let span = Span {
                start: if tile.values.is_empty() { close } else { start },
                end: self.cursor.position(),
            };
            if t == MAX_TILES {
                self.mistake(ErrorKind::TooManyTiles { limit: MAX_TILES }, span);
                self.cursor.skip_to(self.layout_close);
                return;
            }
            self.parsed
                .spec
                .tiles
                .push(Tile::from_slice(tile.values.as_slice()));
            self.parsed.tile_holes[t] = tile.holes;
            self.spans.tiles[t] = span;
            self.spans.tile_entries[t] = tile.spans;
        }
        if !any {
            self.mistake(ErrorKind::BareTile, name);
        }
    }

    /// `("(" dimension ":" index ("," index)* ")")+`
    const fn splits(&mut self, name: Span) {
        let mut again = false;
        loop {
            self.cursor.skip_blanks();
            if again && !matches!(self.cursor.peek(), Some(b'(')) {
                return;
            }
            again = true;
            if !self.open(Section::Splits, name) {
                return;
            }
            self.split();
        }
    }

    const fn split(&mut self) {
        let before = self.reported;
        self.cursor.skip_blanks();
        let dimension = self.cursor.token();
        let value = self.number(What::Split, false).value;
        self.cursor.skip_blanks();
        if matches!(self.cursor.peek(), Some(b':')) {
            self.cursor.advance();
        } else if self.reported == before {
            let mut span = self.cursor.punctuation();
            if span.is_empty() {
                span = self.cursor.token();
            }
            self.mistake(ErrorKind::Expected(Expected::SplitColon), span);
        }
        if self.reported > before {
            self.cursor.skip_to(b')');
            self.close(b')');
            return;
        }
        let indices = self.numbers(What::Split, b')');
        if indices.values.is_empty() && self.reported == before {
            self.mistake(ErrorKind::MissingNumber(What::Split), self.cursor.here());
        }
        self.close(b')');
        if self.reported > before {
            return;
        }
        let number = self.parsed.spec.splits.len();
        if number == MAX_SPLITS {
            let (what, limit) = (What::Split, MAX_SPLITS);
            self.mistake(ErrorKind::TooMany { what, limit }, dimension);
            return;
        }
        self.parsed.spec.splits.push(Split {
            dimension: value,
            indices: ArrayVec::from_slice(indices.values.as_slice()),
        });
        let mut i = 0;
        while i < indices.values.len() {
            self.spans.split_indices[number][i] = indices.spans[i];
            i += 1;
        }
        self.spans.splits[number] = dimension;
    }

    /// `"(" width ("," width)* ("=" word)? ")"`
    const fn pad(&mut self, name: Span) {
        if !self.open(Section::Padding, name) {
            return;
        }
        let before = self.reported;
        let start = self.cursor.position();
        let widths = self.numbers(What::Pad, b')');
        self.spans.pads = Span {
            start,
            end: self.cursor.position(),
        };
        let mut value = PaddingValue::Unknown;
        if matches!(self.cursor.peek(), Some(b'=')) {
            self.cursor.advance();
            self.cursor.skip_blanks();
            let span = self.cursor.letters();
            let word = self.cursor.text(span);
            match PaddingValue::named(word) {
                Some(named) if same(word, named.name()) => value = named,
                _ => {
                    let empty = span.is_empty();
                    let span = if empty { self.cursor.token() } else { span };
                    self.mistake(ErrorKind::PadValue, span);
                    self.cursor.skip_to(b')');
                }
            }
        }
        self.close(b')');
        if self.reported == before {
            self.spans.pad_widths = widths.spans;
            self.parsed.spec.pad = Some(Pad {
                widths: widths.values,
                value,
            });
        }
    }
}

/// Returns true if a word is `name`: `==` for const evaluation.
const fn same(word: &[u8], name: &str) -> bool {
    let mut i = 0;
    while i < word.len() && i < name.len() && word[i] == name.as_bytes()[i] {
        i += 1;
    }
    i == word.len() && i == name.len()
}
