//! The words of a picture: numbers, letters and sentences.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::plane::Plane;
use crate::spec::checked_spec::CheckedSpec;

/// A number with commas between thousands: `155,648`.
#[inline]
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
#[inline]
pub fn range(start: usize, end: usize) -> String {
    match end - start {
        1 => grouped(start),
        _ => format!("{}–{}", grouped(start), grouped(end - 1)),
    }
}

/// Numbers with something between them.
#[inline]
pub fn joined(numbers: &[usize], between: &str) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    texts.join(between)
}

/// The letters of the dimensions as XLA's documentation has them: the last is
/// x, those before it y, z and p.
#[inline]
pub fn dim_letters(rank: usize) -> &'static [char] {
    const LETTERS: &[char] = &['n', 'w', 'v', 'u', 't', 's', 'r', 'q', 'p', 'z', 'y', 'x'];
    &LETTERS[LETTERS.len() - rank..]
}

/// The name of element number `number`, row by row, where there are letters
/// for all.
#[inline]
pub fn name(layout: &CheckedSpec, index: &[usize]) -> Option<char> {
    if layout.num_elements() > 26 || layout.rank() == 0 {
        return None;
    }
    let number = index
        .iter()
        .zip(layout.dims())
        .fold(0, |n, (i, d)| n * d + i);
    Some(char::from(b'a' + number as u8))
}

/// Sizes with a sign between them: `3 × 5`.
#[inline]
pub fn sizes(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(|&n| grouped(n)).collect();
    texts.join(" × ")
}

/// `1 position`, `24 positions`.
#[inline]
pub fn count(number: usize, of: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {of}{s}", grouped(number))
}

/// A part of a whole in percent, with one digit: `37.5 %`, with a space that
/// does not break. What rounds to 0.0
/// or 100.0 and is not says so.
#[inline]
pub fn percent(part: usize, whole: usize) -> String {
    if part == 0 || whole == 0 {
        return "0\u{a0}%".into();
    }
    let tenths = (part as u128 * 2000 / whole as u128).div_ceil(2);
    match tenths {
        0 => "under 0.1\u{a0}%".into(),
        1000.. if part < whole => "over 99.9\u{a0}%".into(),
        _ if tenths.is_multiple_of(10) => format!("{}\u{a0}%", tenths / 10),
        _ => format!("{}.{}\u{a0}%", tenths / 10, tenths % 10),
    }
}

/// A sentence with its first letter as a capital.
#[inline]
pub fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A sentence in lines of at most `width` characters.
#[inline]
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

/// What a picture says below its title: one sentence about the sizes, and one
/// about the order where it needs one.
#[inline]
pub fn summary(plane: &Plane<'_>, large: bool) -> (String, String) {
    let layout = plane.layout;
    let (elements, positions) = (layout.num_elements(), layout.padded_len());
    let padding = layout.padding_len();
    let elements_text = count(elements, "element");
    let tiles = match layout.tiles().as_slice() {
        [] => String::new(),
        [first, ..] => format!(
            " in {}",
            tiles_of(first, large.then(|| number_of_tiles(plane)))
        ),
    };
    if positions == 0 {
        return (String::from("No elements, no positions"), String::new());
    }
    let s = if elements == 1 { "s" } else { "" };
    let bytes = || count(layout.padded_bytes(), "byte");
    let room = if large {
        format!("{elements_text} take{s} {}{tiles}", bytes())
    } else {
        format!(
            "{elements_text}{tiles} fill{s} {}",
            count(positions, "position")
        )
    };
    let sizes = match padding {
        0 => format!("{room} without padding"),
        _ if large => format!(
            "{room}; {} ({}) {} padding",
            count(padding, "position"),
            percent(padding, positions),
            is(padding)
        ),
        _ => format!(
            "{room}; {} of them ({}) {} padding",
            grouped(padding),
            percent(padding, positions),
            is(padding)
        ),
    };
    (sizes, order(plane))
}

#[inline]
fn is(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

#[inline]
pub fn number_of_tiles(plane: &Plane<'_>) -> usize {
    let tiles = plane.axes.iter().map(super::plane::Axis::tiles);
    tiles.fold(1, usize::saturating_mul) // a layout without elements can have more
}

/// `tiles of 2 × 2`, `152 tiles of 8 × 128`.
#[inline]
fn tiles_of(tile: &[usize], number: Option<usize>) -> String {
    let entries: Vec<usize> = tile
        .iter()
        .copied()
        .filter(|&n| n != crate::spec::COMBINE)
        .collect();
    match number {
        None => format!("tiles of {}", sizes(&entries)),
        Some(number) => format!("{} of {}", count(number, "tile"), sizes(&entries)),
    }
}

/// The sentence about what comes after what, without its full stop.
#[inline]
fn order(plane: &Plane<'_>) -> String {
    let layout = plane.layout;
    let letters = dim_letters(layout.rank());
    let mut sentences = Vec::new();
    for axis in plane.axes.iter().filter(|axis| axis.dims.len() > 1) {
        let names: Vec<String> = axis
            .dims
            .iter()
            .map(|&dim| letters[dim].to_string())
            .collect();
        sentences.push(format!(
            "* merges {} into one dimension of {} before tiling",
            names.join(" and "),
            grouped(axis.extent)
        ));
    }
    if let [_, later @ ..] = layout.tiles().as_slice() {
        let later: Vec<String> = later
            .iter()
            .map(|tile| {
                let entries: Vec<String> = tile
                    .iter()
                    .map(|&n| {
                        if n == crate::spec::COMBINE {
                            "*".into()
                        } else {
                            grouped(n)
                        }
                    })
                    .collect();
                entries.join(" × ")
            })
            .collect();
        if !later.is_empty() {
            sentences.push(format!(
                "each tile is cut again by {}",
                later.join(", then by ")
            ));
        }
    } else if layout.tiles().is_empty() && layout.rank() > 1 {
        let minor: Vec<String> = layout
            .minor_to_major()
            .iter()
            .map(|&dim| letters[dim].to_string())
            .collect();
        sentences.push(format!(
            "in memory {} varies fastest, then {}",
            minor[0],
            minor[1..].join(", ")
        ));
    }
    sentences.join("; ")
}
