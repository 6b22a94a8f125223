//! `IntegerLiteral`: an integer as Rust and C spell it.

/// An integer in one of Rust's spellings, at the start of a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IntegerLiteral {
    /// Its value, if it fits 128 bits.
    pub value: Option<u128>,
    /// Its length in bytes. A suffix may follow.
    pub end: usize,
}

/// Reads `128`, `1_024`, `0x80`, `0o200` or `0b1000_0000`.
#[must_use]
pub(crate) const fn integer_literal(word: &[u8]) -> IntegerLiteral {
    let (radix, mut end) = match word {
        [b'0', b'x', digit, ..] if digit.is_ascii_hexdigit() => (16, 2),
        [b'0', b'o', b'0'..=b'7', ..] => (8, 2),
        [b'0', b'b', b'0' | b'1', ..] => (2, 2),
        _ => (10, 0),
    };
    let mut value = Some(0u128);
    while end < word.len() {
        let byte = word[end];
        match (byte as char).to_digit(radix) {
            Some(digit) => {
                value = match value {
                    Some(value) => match value.checked_mul(radix as u128) {
                        Some(shifted) => shifted.checked_add(digit as u128),
                        None => None,
                    },
                    None => None,
                };
            }
            None if byte == b'_' => {}
            None => break,
        }
        end += 1;
    }
    IntegerLiteral { value, end }
}

/// Returns true if a text is decimal digits alone, at least one.
pub(crate) const fn is_decimal(text: &[u8]) -> bool {
    let mut i = 0;
    while i < text.len() && text[i].is_ascii_digit() {
        i += 1;
    }
    i == text.len() && i > 0
}
