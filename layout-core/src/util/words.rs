//! Numbers and sentences as text for people, in pictures, explanations and the command.
//! Nothing here allocates.

use core::fmt::{self, Write};

use crate::util::array_string::ArrayString;

/// A number with its unit: `1,048,576 positions`.
pub type Short = ArrayString<64>;

/// Returns a number with commas between thousands: `155,648`.
pub fn grouped(number: usize) -> Short {
    let mut text = Short::new();
    text.grouped(number as u128);
    text
}

fn plain(number: usize) -> Short {
    let mut text = Short::new();
    text.num(number as u128);
    text
}

/// Returns the numbers from `start` to before `end`: `0–127`, or the one alone.
pub fn range(start: usize, end: usize) -> Short {
    let mut text = grouped(start);
    if end - start != 1 {
        text.str("–").str(&grouped(end - 1));
    }
    text
}

/// Numbers with something between them.
struct Joined<'a> {
    numbers: &'a [usize],
    between: &'a str,
    text: fn(usize) -> Short,
}

impl fmt::Display for Joined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &number) in self.numbers.iter().enumerate() {
            f.write_str(if i > 0 { self.between } else { "" })?;
            f.write_str(&(self.text)(number))?;
        }
        Ok(())
    }
}

/// Numbers with commas between thousands and something between them: `4,096 + 2`. In a list,
/// that is a comma and a blank.
pub fn grouped_joined<'a>(numbers: &'a [usize], between: &'a str) -> impl fmt::Display + 'a {
    Joined {
        numbers,
        between,
        text: grouped,
    }
}

/// Numbers with something between them.
pub fn joined<'a>(numbers: &'a [usize], between: &'a str) -> impl fmt::Display + 'a {
    Joined {
        numbers,
        between,
        text: plain,
    }
}

/// Returns the letters of the dimensions in XLA's documentation: the last is x, then y, z and
/// p.
pub fn dim_letters(rank: usize) -> &'static [char] {
    const LETTERS: &[char] = &['n', 'w', 'v', 'u', 't', 's', 'r', 'q', 'p', 'z', 'y', 'x'];
    &LETTERS[LETTERS.len() - rank..]
}

/// Sizes with a sign between them: `3 × 5`.
pub fn sizes(numbers: &[usize]) -> impl fmt::Display + '_ {
    grouped_joined(numbers, " × ")
}

/// `1 position`, `24 positions`.
pub fn count(number: usize, of: &str) -> Short {
    let mut text = grouped(number);
    text.str(" ").str(of);
    text.str(if number == 1 { "" } else { "s" });
    text
}

/// Returns a part of a whole in percent, with one digit: `37.5%`. Values that would wrongly
/// round to 0.0 or 100.0 are marked.
pub fn percent(part: u64, whole: u64) -> Short {
    let mut text = Short::new();
    if part == 0 || whole == 0 {
        text.str("0%");
        return text;
    }
    let tenths = (part as u128 * 2000 / whole as u128).div_ceil(2);
    match tenths {
        0 => text.str("<0.1%"),
        1000.. if part < whole => text.str(">99.9%"),
        _ => {
            text.str(&grouped((tenths / 10) as usize));
            if !tenths.is_multiple_of(10) {
                text.str(".").num(tenths % 10);
            }
            text.str("%")
        }
    };
    text
}

/// Bytes with three digits and a unit: `5.95 GiB`.
pub fn byte_size(bytes: u64) -> Short {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut text = Short::new();
    if bytes < 1024 {
        text = grouped(bytes as usize);
        text.str(" B");
        return text;
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let decimals = match value {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    // It fits: three digits and a unit.
    let _ = write!(text, "{value:.decimals$} {}", UNITS[unit]);
    text
}

/// Returns the lines of a sentence, each of at most `width` characters if its words are.
pub fn wrapped(sentence: &str, width: usize) -> impl Iterator<Item = &str> {
    let word = |text: &str| text.find(' ').unwrap_or(text.len());
    let mut rest = Some(sentence);
    core::iter::from_fn(move || {
        let text = rest?;
        let mut end = word(text);
        while let Some(next) = text[end..].strip_prefix(' ') {
            let longer = end + 1 + word(next);
            if text[..longer].chars().count() > width {
                break;
            }
            end = longer;
        }
        rest = text[end..].strip_prefix(' ');
        Some(&text[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::{byte_size, count, grouped, percent, range, wrapped};

    #[test]
    fn one_form_of_each() {
        assert_eq!(percent(0, 24), "0%");
        assert_eq!(percent(9, 24), "37.5%");
        assert_eq!(percent(1, 4), "25%");
        assert_eq!(percent(1, 3), "33.3%");
        assert_eq!(percent(1, 10_000), "<0.1%");
        assert_eq!(percent(9_999, 10_000), ">99.9%");
        assert_eq!(percent(127, 1), "12,700%");
        assert_eq!(percent(0, 0), "0%");
        assert_eq!(count(1, "array"), "1 array");
        assert_eq!(count(1200, "array"), "1,200 arrays");
    }

    #[test]
    fn the_longest_texts_are_whole() {
        let largest = "18,446,744,073,709,551,615";
        assert_eq!(grouped(usize::MAX), largest);
        assert_eq!(
            range(usize::MAX - 3, usize::MAX),
            "18,446,744,073,709,551,612–18,446,744,073,709,551,614"
        );
        let text = count(usize::MAX, "instruction");
        assert_eq!(text, "18,446,744,073,709,551,615 instructions");
    }

    #[test]
    fn sizes_have_three_digits_at_most() {
        let cases = [
            (0, "0 B"),
            (1023, "1,023 B"),
            (1024, "1.00 KiB"),
            (10_230, "9.99 KiB"),
            (10_240, "10.0 KiB"),
            (102_350, "100 KiB"),
            (1_023_999, "0.98 MiB"),
            (6 << 30, "6.00 GiB"),
            (u64::MAX, "16.0 EiB"),
        ];
        for (bytes, text) in cases {
            assert_eq!(byte_size(bytes), text);
        }
    }

    #[test]
    fn lines_break_between_words() {
        let text = "a × b, then longest words";
        assert!(wrapped(text, 6).eq(["a × b,", "then", "longest", "words"]));
        assert!(wrapped(text, 11).eq(["a × b, then", "longest", "words"]));
        assert!(wrapped("", 6).eq([""]));
    }
}
