//! `Line`: the lines of a text, and the search for bytes in them.

/// A line without its end, and its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line<'a> {
    pub(super) bytes: &'a [u8],
    /// Its first byte in the whole text.
    pub(super) start: usize,
    /// Counted from 1.
    pub(super) number: usize,
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    /// The lines before `at`.
    pub(super) count: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8], count: usize) -> Self {
        Lines { text, at: 0, count }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let start = self.at;
        let len = find(rest, [b'\n']);
        self.at = start + (len + 1).min(rest.len());
        self.count += 1;
        Some(Line {
            bytes: &rest[..len],
            start,
            number: self.count,
        })
    }
}

/// Finds the first of `needles`; returns the length if none is found. Reads eight bytes at a
/// time: bytes of `word ^ needle in each byte` that match are 0, and the lowest bit that the
/// subtraction borrows from is in the first of them.
pub(super) fn find<const N: usize>(bytes: &[u8], needles: [u8; N]) -> usize {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = LOW << 7;
    let (words, tail) = bytes.as_chunks::<8>();
    for (i, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let mut found = 0;
        for needle in needles {
            let differs = word ^ (LOW * u64::from(needle));
            found |= differs.wrapping_sub(LOW) & !differs & HIGH;
        }
        if found != 0 {
            return i * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    let in_tail = tail.iter().position(|byte| needles.contains(byte));
    bytes.len() - tail.len() + in_tail.unwrap_or(tail.len())
}
