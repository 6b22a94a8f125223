//! Numbers and sentences as text for people, in pictures, explanations and the command.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A number with commas between thousands: `155,648`.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The numbers from `start` to before `end`: `0–127`, or the one alone.
pub fn range(start: usize, end: usize) -> String {
    match end - start {
        1 => grouped(start),
        _ => format!("{}–{}", grouped(start), grouped(end - 1)),
    }
}

/// Numbers with something between them.
pub fn joined(numbers: &[usize], between: &str) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    texts.join(between)
}

/// The letters of the dimensions in XLA's documentation: the last is x, then y, z and p.
pub fn dim_letters(rank: usize) -> &'static [char] {
    const LETTERS: &[char] = &['n', 'w', 'v', 'u', 't', 's', 'r', 'q', 'p', 'z', 'y', 'x'];
    &LETTERS[LETTERS.len() - rank..]
}

/// Sizes with a sign between them: `3 × 5`.
pub fn sizes(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(|&n| grouped(n)).collect();
    texts.join(" × ")
}

/// `1 position`, `24 positions`.
pub fn count(number: usize, of: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {of}{s}", grouped(number))
}

/// A part of a whole in percent, with one digit: `37.5%`. Values that would wrongly round
/// to 0.0 or 100.0 are marked.
pub fn percent(part: u64, whole: u64) -> String {
    if part == 0 || whole == 0 {
        return "0%".into();
    }
    let tenths = (part as u128 * 2000 / whole as u128).div_ceil(2);
    match tenths {
        0 => "under 0.1%".into(),
        1000.. if part < whole => "over 99.9%".into(),
        _ if tenths.is_multiple_of(10) => format!("{}%", grouped((tenths / 10) as usize)),
        _ => format!("{}.{}%", grouped((tenths / 10) as usize), tenths % 10),
    }
}

/// A sentence with its first letter as a capital.
pub fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A sentence in lines of at most `width` characters.
pub fn wrapped(sentence: &str, width: usize) -> Vec<String> {
    let mut lines = alloc::vec![String::new()];
    for word in sentence.split(' ') {
        let last = lines.len() - 1;
        let len = lines[last].chars().count();
        if len > 0 && len + 1 + word.chars().count() > width {
            lines.push(word.into());
        } else {
            if len > 0 {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{count, percent};

    #[test]
    fn one_form_of_each() {
        assert_eq!(percent(0, 24), "0%");
        assert_eq!(percent(9, 24), "37.5%");
        assert_eq!(percent(1, 4), "25%");
        assert_eq!(percent(1, 3), "33.3%");
        assert_eq!(percent(1, 10_000), "under 0.1%");
        assert_eq!(percent(9_999, 10_000), "over 99.9%");
        assert_eq!(percent(127, 1), "12,700%");
        assert_eq!(percent(0, 0), "0%");
        assert_eq!(count(1, "array"), "1 array");
        assert_eq!(count(1200, "array"), "1,200 arrays");
    }
}
