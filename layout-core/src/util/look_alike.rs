//! Characters that look like characters of the grammar but are not ASCII, from input methods,
//! word processors and other alphabets.

/// The ASCII characters in the order of Unicode's full-width forms, which begin at U+FF01.
const FULL_WIDTH: u32 = 0xff01 - 0x21;

/// The ASCII character that one looks like; 0 for one without width.
#[must_use]
pub const fn ascii(c: u32) -> Option<u8> {
    Some(match c {
        0xff01..=0xff5e => (c - FULL_WIDTH) as u8,
        0xa0 | 0x2007 | 0x2009 | 0x202f | 0x3000 => b' ',
        0x200b..=0x200d | 0x2060 | 0xfeff => 0,
        0x2010..=0x2014 | 0x2212 => b'-',
        0x2018..=0x201a => b'\'',
        0x201c..=0x201e => b'"',
        0x60c | 0x3001 | 0xff64 => b',',
        0x2217 => b'*',
        0x2236 => b':',
        0x27e8 | 0x2329 | 0x3008 => b'<',
        0x27e9 | 0x232a | 0x3009 => b'>',
        0x3010 => b'[',
        0x3011 => b']',
        // Greek and Cyrillic letters.
        0x391 | 0x410 => b'A',
        0x392 | 0x412 => b'B',
        0x421 => b'C',
        0x395 | 0x415 => b'E',
        0x39c | 0x41c => b'M',
        0x39f | 0x41e => b'O',
        0x3a1 | 0x420 => b'P',
        0x405 => b'S',
        0x3a4 | 0x422 => b'T',
        0x430 => b'a',
        0x441 => b'c',
        0x435 => b'e',
        0x456 => b'i',
        0x3bf | 0x43e => b'o',
        0x440 => b'p',
        0x455 => b's',
        0x445 => b'x',
        _ => return None,
    })
}

/// Returns the character at the start of a text that is UTF-8, if it has two or three bytes,
/// and its length.
const fn first(text: &[u8]) -> (u32, usize) {
    match text {
        [a @ 0xc0..=0xdf, b, ..] => ((*a as u32 & 0x1f) << 6 | *b as u32 & 0x3f, 2),
        [a @ 0xe0..=0xef, b, c, ..] => (
            (*a as u32 & 0xf) << 12 | (*b as u32 & 0x3f) << 6 | *c as u32 & 0x3f,
            3,
        ),
        _ => (0, 1),
    }
}

/// Returns the range of the first such character before any quotes.
pub(crate) const fn look_alike(text: &str) -> Option<(usize, usize)> {
    let mut rest = text.as_bytes();
    while let [next, ..] = rest
        && *next != b'"'
    {
        let (c, len) = first(rest);
        let start = text.len() - rest.len();
        if ascii(c).is_some() {
            return Some((start, start + len));
        }
        rest = rest.split_at(len).1;
    }
    None
}

/// The ASCII character to write instead; `None` for a character without width.
pub(crate) const fn instead(character: &[u8]) -> Option<u8> {
    match ascii(first(character).0) {
        Some(0) | None => None,
        found => found,
    }
}
