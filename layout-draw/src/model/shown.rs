//! Which entries of a long row or column are shown: the first and the last, with a gap between
//! them.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// One entry of a row or column of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// An entry shown, by its number.
    At(usize),
    /// A gap: the number of omitted entries.
    Gap(usize),
}

impl Shown {
    /// Returns the number; none of a gap.
    pub(crate) fn number(self) -> Option<usize> {
        match self {
            Shown::At(number) => Some(number),
            Shown::Gap(_) => None,
        }
    }

    /// Returns the text of a number, and none of a gap.
    pub(crate) fn text<T: ToString>(self, text: impl Fn(usize) -> T) -> String {
        self.number()
            .map_or_else(String::new, |number| text(number).to_string())
    }

    /// Returns the room of an entry: `at` of a number, `gap` of a gap.
    pub(crate) fn room(self, at: f64, gap: f64) -> f64 {
        self.number().map_or(gap, |_| at)
    }
}

/// Returns the number of gaps.
pub(crate) fn gaps(shown: &[Shown]) -> usize {
    let gaps = shown.iter().filter(|entry| entry.number().is_none());
    gaps.count()
}

/// Returns the numbers that an entry covers: its own, or the omitted ones.
pub(crate) fn ranges(shown: &[Shown]) -> Vec<Range<usize>> {
    let mut end = 0;
    let range = |entry: &Shown| {
        let start = match *entry {
            Shown::At(number) => number,
            Shown::Gap(_) => end,
        };
        end = match *entry {
            Shown::At(number) => number + 1,
            Shown::Gap(count) => start + count,
        };
        start..end
    };
    shown.iter().map(range).collect()
}

/// Returns the first `head` and the last `tail` of `len` entries; all entries if at most one
/// would be omitted.
pub(crate) fn elide(len: usize, head: usize, tail: usize) -> Vec<Shown> {
    if len <= head + tail + 1 {
        return (0..len).map(Shown::At).collect();
    }
    with_gap(len, head, tail)
}

/// Returns the first `head` and the last `tail` of `len` entries, which are more.
fn with_gap(len: usize, head: usize, tail: usize) -> Vec<Shown> {
    let mut shown = Vec::new();
    shown.extend((0..head).map(Shown::At));
    shown.push(Shown::Gap(len - head - tail));
    shown.extend((len - tail..len).map(Shown::At));
    shown
}

/// At most `most` entries of `len`, or two if it is less; a gap counts as one beside at least two
/// others. The last is among them, and the last two if there is room.
pub(crate) fn elide_to(len: usize, most: usize) -> Vec<Shown> {
    if len <= most.max(2) {
        return elide(len, len, 0);
    }
    let tail = if most > 4 { 2 } else { 1 };
    with_gap(len, most.saturating_sub(tail + 1).max(1), tail)
}

/// Returns the same entries of `len` with another one, in place of the one before it; the first
/// entry stays.
pub(crate) fn including(shown: Vec<Shown>, len: usize, number: usize) -> Vec<Shown> {
    let mut numbers: Vec<usize> = shown.iter().filter_map(|entry| entry.number()).collect();
    if numbers.contains(&number) || number >= len {
        return shown;
    }
    if let Some(before @ 1..) = numbers.iter().rposition(|&shown| shown < number) {
        numbers.remove(before);
    }
    numbers.push(number);
    only(len, &numbers)
}

/// Returns the given entries of `len`, with gaps between them.
pub(crate) fn only(len: usize, numbers: &[usize]) -> Vec<Shown> {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    let mut shown = Vec::new();
    let mut next = 0;
    for number in numbers.into_iter().filter(|&number| number < len) {
        if number == next + 1 {
            shown.push(Shown::At(next)); // a gap of one is no shorter
        } else if number > next {
            shown.push(Shown::Gap(number - next));
        }
        shown.push(Shown::At(number));
        next = number + 1;
    }
    if next + 1 == len {
        shown.push(Shown::At(next));
    } else if next < len {
        shown.push(Shown::Gap(len - next));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::Shown::{At, Gap};
    use super::*;

    #[test]
    fn the_middle_is_left_out() {
        assert_eq!(elide(4, 2, 1), [At(0), At(1), At(2), At(3)]);
        assert_eq!(elide(9, 2, 1), [At(0), At(1), Gap(6), At(8)]);
        assert_eq!(elide_to(9, 5), [At(0), At(1), Gap(5), At(7), At(8)]);
        assert_eq!(elide(0, 2, 1), []);
        assert_eq!(elide_to(3, 2), [At(0), Gap(1), At(2)]);
        assert_eq!(elide_to(2, 1), [At(0), At(1)]);
        assert_eq!(only(9, &[8, 0, 2, 0]), [At(0), At(1), At(2), Gap(5), At(8)]);
        assert_eq!(only(9, &[0]), [At(0), Gap(8)]);
        assert_eq!(including(elide(9, 2, 1), 9, 8), elide(9, 2, 1));
        let with_5 = [At(0), Gap(4), At(5), Gap(2), At(8)];
        assert_eq!(including(elide(9, 2, 1), 9, 5), with_5);
        assert_eq!(ranges(&elide(9, 2, 1)), [0..1, 1..2, 2..8, 8..9]);
    }
}
