//! Names of element types.

use core::str::FromStr;

use crate::parse::Parser;
use crate::parse::error::ParseError;
use crate::spec::element_type::ElementType;
use crate::spec::error_kind::{ErrorKind, NotAnArray};

/// A name in any case, by the rule of [`ElementType::from_name`]. The error says
/// what an unknown name may mean.
///
/// ```
/// use tiled_layout::ElementType;
///
/// assert_eq!("BF16".parse(), Ok(ElementType::BF16));
/// let error = "float".parse::<ElementType>().unwrap_err();
/// assert_eq!(error.message(), "unknown element type `float`");
/// assert_eq!(error.help().as_deref(), Some("write `f32`"));
/// ```
impl FromStr for ElementType {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        let unknown = || ParseError::new(ErrorKind::UnknownElement, name, 0, name.len());
        ElementType::from_name(name).ok_or_else(unknown)
    }
}

impl Parser<'_> {
    /// Returns the element type; `false` when reading on makes no sense.
    pub(super) const fn element(&mut self) -> bool {
        let start = self.cursor.token();
        if matches!(self.cursor.peek(), Some(b'(')) {
            let group = self.cursor.token_or_group();
            self.mistake(ErrorKind::NotAnArray(NotAnArray::Tuple), group);
            return false;
        }
        let word = self.cursor.word();
        self.parsed.element_start = word.start;
        let name = self.cursor.text(word);
        if !matches!(name.first(), Some(c) if c.is_ascii_alphabetic() || !c.is_ascii()) {
            let span = if name.is_empty() { start } else { word };
            self.mistake(ErrorKind::NoElement, span);
            return false;
        }
        let other = if name.eq_ignore_ascii_case(b"token") {
            Some(NotAnArray::Token)
        } else if name.eq_ignore_ascii_case(b"opaque") {
            Some(NotAnArray::Opaque)
        } else if name.eq_ignore_ascii_case(b"tuple") {
            Some(NotAnArray::Tuple)
        } else if name.eq_ignore_ascii_case(b"b") && matches!(self.cursor.peek(), Some(b'(')) {
            Some(NotAnArray::BufferShape)
        } else {
            None
        };
        if let Some(other) = other {
            self.mistake(ErrorKind::NotAnArray(other), word);
            return false;
        }
        match ElementType::named(name) {
            Some(element) => self.parsed.spec.element = element,
            None => {
                self.mistake(ErrorKind::UnknownElement, word);
                self.parsed.element_known = false;
            }
        }
        self.cursor.skip_blanks();
        match self.cursor.peek() {
            Some(b'[') => return true,
            Some(b'(' | b'{') if self.parsed.element_known => return true,
            _ => {}
        }
        if !self.parsed.element_known {
            self.parsed.hide_after(word.start);
        } else {
            let span = match self.cursor.peek() {
                Some(_) => self.cursor.token(),
                None => word,
            };
            self.mistake(ErrorKind::NoDimensions, span);
        }
        false
    }
}
