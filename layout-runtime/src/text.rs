//! `Text`: a string of fixed capacity that can be written in const evaluation.

use core::fmt;

/// At most `N` bytes of text; what does not fit is cut off at the end.
#[derive(Clone, Copy)]
pub(crate) struct Text<const N: usize> {
    len: usize,
    bytes: [u8; N],
}

impl<const N: usize> Text<N> {
    pub(crate) const fn new() -> Self {
        Text {
            len: 0,
            bytes: [0; N],
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a string, as one call in a chain.
    pub(crate) const fn str(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    /// Appends bytes of UTF-8 text.
    pub(crate) const fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        let mut i = 0;
        while i < bytes.len() && self.len < N {
            self.bytes[self.len] = bytes[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// Appends a number in decimal.
    pub(crate) const fn num(&mut self, number: u128) -> &mut Self {
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

    /// Appends numbers with a comma between.
    pub(crate) const fn list(&mut self, numbers: &[usize]) -> &mut Self {
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

    /// The text; cut before a character that did not fit whole.
    pub(crate) const fn as_str(&self) -> &str {
        let mut len = self.len;
        loop {
            if let Ok(text) = core::str::from_utf8(self.bytes.split_at(len).0) {
                return text;
            }
            len -= 1; // at the latest the empty text is valid
        }
    }
}

impl<const N: usize> fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}
