//! `ArrayString`: a string of fixed capacity that can be written in const evaluation.

use core::fmt;
use core::ops::Deref;

/// At most `N` bytes of text, without allocation; derefs to `str`. Text that
/// does not fit is truncated.
#[derive(Clone, Copy)]
pub struct ArrayString<const N: usize> {
    len: u16,
    bytes: [u8; N],
}

/// Returns the last character boundary at or before `index`. (`str::floor_char_boundary` is
/// newer than the oldest Rust that is supported.)
pub(crate) const fn char_start(text: &str, index: usize) -> usize {
    let mut start = index;
    while !text.is_char_boundary(start) {
        start -= 1; // 0 is one
    }
    start
}

impl<const N: usize> ArrayString<N> {
    #[doc(hidden)]
    pub const fn new() -> Self {
        ArrayString {
            len: 0,
            bytes: [0; N],
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a string, as one call in a chain.
    #[doc(hidden)]
    pub const fn str(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    /// Appends bytes of UTF-8 text.
    pub(crate) const fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        let mut i = 0;
        while i < bytes.len() && (self.len as usize) < N {
            self.bytes[self.len as usize] = bytes[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// Appends quoted text in backticks, truncated if long.
    pub(crate) const fn quote(&mut self, found: &[u8]) -> &mut Self {
        self.str("`").escaped(found).str("`")
    }

    /// Appends quoted text: invisible characters become escapes, and a long text ends in
    /// `...`.
    pub(crate) const fn escaped(&mut self, found: &[u8]) -> &mut Self {
        let mut rest = found;
        while let Some((character, after)) = first_char(rest) {
            if found.len() - after.len() > LONGEST_QUOTE {
                return self.str("...");
            }
            if is_visible(character) {
                self.bytes(rest.split_at(rest.len() - after.len()).0);
            } else {
                self.str("\\u{").hex(character).str("}");
            }
            rest = after;
        }
        self
    }

    /// Appends a number in hexadecimal.
    const fn hex(&mut self, number: u32) -> &mut Self {
        if number >= 16 {
            self.hex(number / 16);
        }
        self.bytes(&[b"0123456789abcdef"[number as usize % 16]])
    }

    /// Appends a number in decimal.
    #[doc(hidden)]
    pub const fn num(&mut self, number: u128) -> &mut Self {
        let mut digits = [0; 39];
        let mut start = digits.len();
        let mut rest = number;
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.bytes(digits.split_at(start).1)
    }

    /// Appends a number in decimal, with commas between thousands: `155,648`.
    #[doc(hidden)]
    pub const fn grouped(&mut self, number: u128) -> &mut Self {
        if number < 1000 {
            return self.num(number);
        }
        let rest = number % 1000;
        self.grouped(number / 1000).str(",");
        self.num(rest / 100).num(rest / 10 % 10).num(rest % 10)
    }

    /// Appends numbers with a comma between.
    #[doc(hidden)]
    pub const fn list(&mut self, numbers: &[usize]) -> &mut Self {
        let mut i = 0;
        while i < numbers.len() {
            if i > 0 {
                self.str(",");
            }
            self.num(numbers[i] as u128);
            i += 1;
        }
        self
    }

    /// Returns the whole text if it fits, otherwise its beginning and `...`.
    #[doc(hidden)]
    pub const fn shortened(text: &str) -> Self {
        let mut short = ArrayString::new();
        if text.len() <= N {
            short.str(text);
            return short;
        }
        short.str(text.split_at(char_start(text, N - 3)).0);
        short.str("...");
        short
    }

    /// Returns the text. (Also usable in const evaluation.)
    #[must_use]
    pub const fn as_str(&self) -> &str {
        let mut len = self.len as usize; // a character that did not fit whole is left out
        loop {
            if let Ok(text) = core::str::from_utf8(self.bytes.split_at(len).0) {
                return text;
            }
            len -= 1; // at the latest the empty text is valid
        }
    }
}

/// The longest text, in bytes, that is quoted whole.
const LONGEST_QUOTE: usize = 60;

/// Returns the first character of UTF-8 text, and the rest.
pub(crate) const fn first_char(text: &[u8]) -> Option<(u32, &[u8])> {
    let Some((&first, mut rest)) = text.split_first() else {
        return None;
    };
    let mut character = match first.leading_ones() {
        2 => first & 0x1f,
        3 => first & 0x0f,
        4 => first & 0x07,
        _ => first,
    } as u32;
    while let Some((&byte, after)) = rest.split_first()
        && byte & 0xc0 == 0x80
    {
        character = character << 6 | (byte & 0x3f) as u32;
        rest = after;
    }
    Some((character, rest))
}

/// Returns true if a character is visible. Control characters are not, nor are marks of width 0
/// and of direction, which pasted text may contain.
pub(crate) const fn is_visible(character: u32) -> bool {
    !matches!(character,
        0..0x20 | 0x7f..0xa1 | 0xad | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff)
}

impl<const N: usize> Deref for ArrayString<N> {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

/// Text that does not fit is truncated.
impl<const N: usize> fmt::Write for ArrayString<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.str(text);
        Ok(())
    }
}

impl<const N: usize> fmt::Debug for ArrayString<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl<const N: usize> fmt::Display for ArrayString<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<const N: usize> PartialEq for ArrayString<N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<const N: usize> Eq for ArrayString<N> {}

impl<const N: usize> PartialEq<str> for ArrayString<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<const N: usize> PartialEq<&str> for ArrayString<N> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
