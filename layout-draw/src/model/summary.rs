//! Sentences: their pieces and words, those above a picture, and the names of elements.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use layout_core::parse::parse;
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::spec::{COMBINE, Tile};
use layout_core::util::words::{self, count, dim_letters, grouped, percent, sizes};

use super::plane::{Axis, Plane};

/// The kind of a part of the text; each kind has its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The element type, and the sections that no panel shows.
    Type,
    Dims,
    Order,
    Tile,
    Inner,
}

/// The style of a piece of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    Plain,
    Bold,
    /// The number of a part of the text.
    Of(Part),
}

/// A sentence as a list of styled pieces.
pub(crate) type Sentence = Vec<(Ink, String)>;

/// Returns a piece without a style.
pub(crate) fn text(text: impl Display) -> (Ink, String) {
    (Ink::Plain, text.to_string())
}

/// Returns a bold piece.
pub(crate) fn bold(text: impl Display) -> (Ink, String) {
    (Ink::Bold, text.to_string())
}

/// Returns a sentence with its first letter as a capital.
pub(crate) fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Returns a sentence without its styles.
pub(crate) fn plain(sentence: &Sentence) -> String {
    sentence.iter().map(|(_, text)| text.as_str()).collect()
}

/// Returns the name of element `number`, in row-major order, if there are enough letters for
/// all elements.
pub(crate) fn name(layout: &CheckedSpec, index: &[usize]) -> Option<char> {
    if layout.num_elements() > 26 || layout.rank() == 0 {
        return None;
    }
    let pairs = index.iter().zip(layout.dims());
    let number = pairs.fold(0, |n, (i, d)| n * d + i);
    Some(char::from(b'a' + number as u8))
}

/// Returns the word for a number counted from 0: `first` to `sixth`.
pub(crate) fn ordinal(number: usize) -> Option<&'static str> {
    const ORDINALS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    ORDINALS.get(number).copied()
}

/// Returns the text below the title: one sentence about sizes, and one about order if the
/// layout needs it.
pub(crate) fn summary(plane: &Plane<'_>, large: bool) -> (String, String) {
    let layout = plane.layout;
    let (elements, positions) = (layout.num_elements(), layout.padded_len());
    let padding = layout.padding_len();
    let elements_text = count(elements, "element");
    let tiles = match layout.tiles().as_slice() {
        [] => String::new(),
        [first, ..] => {
            let number = large.then(|| number_of_tiles(plane));
            format!(" in {}", tiles_of(first, number))
        }
    };
    if positions == 0 {
        return (String::from("No elements, no positions"), String::new());
    }
    let s = if elements == 1 { "s" } else { "" };
    let bytes = || count(layout.padded_bytes(), "byte");
    let positions_text = count(positions, "position");
    let (room, part) = if large {
        let room = format!("{elements_text} take{s} {}{tiles}", bytes());
        (room, count(padding, "position").to_string())
    } else {
        let room = format!("{elements_text}{tiles} fill{s} {positions_text}");
        (room, format!("{} of them", grouped(padding)))
    };
    let share = percent(padding as u64, positions as u64);
    let sizes = match padding {
        0 => format!("{room} without padding"),
        _ => format!("{room}; {part} ({share}) {} padding", is(padding)),
    };
    (sizes, order(plane))
}

/// Returns the verb for a number of things.
pub(crate) fn is(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

pub(crate) fn number_of_tiles(plane: &Plane<'_>) -> usize {
    let tiles = plane.axes.iter().map(Axis::tiles);
    tiles.fold(1, usize::saturating_mul) // a layout without elements can have more
}

/// `tiles of 2 × 2`, `152 tiles of 8 × 128`.
fn tiles_of(tile: &[usize], number: Option<usize>) -> String {
    let entries = named(tile);
    match number {
        None => format!("tiles of {}", sizes(&entries)),
        Some(number) => format!("{} of {}", count(number, "tile"), sizes(&entries)),
    }
}

/// Returns the tile without its `*`, and the number of positions that the layout would take
/// with it; `None` if that tile is no simpler or takes no more.
fn without_merging(layout: &CheckedSpec) -> Option<(String, usize)> {
    let text = layout.to_string();
    let [tile] = layout.tiles().as_slice() else {
        return None;
    };
    let plain = parse(&text.replace("*,", "")).ok()?;
    let more = plain.padded_len() > layout.padded_len();
    let tile = format!("T({})", words::joined(&named(tile), ","));
    more.then(|| (tile, plain.padded_len()))
}

/// Returns the sentence about the order of dimensions, without its full stop.
fn order(plane: &Plane<'_>) -> String {
    let layout = plane.layout;
    let letters = letters(layout.rank());
    let mut sentences = Vec::new();
    for axis in plane.axes.iter().filter(|axis| axis.dims.len() > 1) {
        let names: Vec<&str> = axis.dims.iter().map(|&dim| &*letters[dim]).collect();
        let mut sentence = format!(
            "* merges {} into one dimension of {} before tiling",
            names.join(" and "),
            grouped(axis.extent)
        );
        if let Some((tile, len)) = without_merging(layout) {
            sentence += &format!(": {tile} would take {}", count(len, "position"));
        }
        sentences.push(sentence);
    }
    // Tiles that span several of the slices drawn.
    let cuts = |axis: &Axis| axis.tile > 1 && axis.padded > 1;
    let hidden = |&axis: &usize| cuts(&plane.axes[axis]);
    if !layout.tiles().is_empty() && plane.others.iter().any(hidden) {
        let cut = plane.axes.iter().filter(|axis| cuts(axis));
        let parts = cut.map(|axis| match axis.letters(layout) {
            letters if letters.is_empty() => grouped(axis.tile).to_string(), // a dimension that a tile adds
            letters => format!("{} of {letters}", grouped(axis.tile)),
        });
        let parts: Vec<String> = parts.collect();
        sentences.push(format!("a tile holds {}", parts.join(" by ")));
    }
    if let [_, later @ ..] = layout.tiles().as_slice() {
        let entry = |&n: &usize| match n {
            COMBINE => "*".into(),
            n => grouped(n).to_string(),
        };
        let entries = |tile: &Tile| tile.iter().map(entry).collect::<Vec<_>>().join(" × ");
        let later: Vec<String> = later.iter().map(entries).collect();
        if !later.is_empty() {
            let later = later.join(", then by ");
            sentences.push(format!("each tile is cut again by {later}"));
        }
    } else if layout.tiles().is_empty() && layout.rank() > 1 {
        let (minor, rest) = order_letters(layout);
        sentences.push(format!("in memory {minor} varies fastest, then {rest}"));
    }
    sentences.join("; ")
}

/// `4 bytes`, `4 bits`.
pub(crate) fn width_text(bits: usize) -> String {
    if bits.is_multiple_of(8) {
        count(bits / 8, "byte").to_string()
    } else {
        count(bits, "bit").to_string()
    }
}

/// Returns a noun in the plural, unless `number` is 1.
pub(crate) fn plural(number: usize, noun: &str) -> String {
    format!("{noun}{}", if number == 1 { "" } else { "s" })
}

/// Small numbers as words.
pub(crate) fn number_word(number: usize) -> String {
    match number {
        2 => "two".into(),
        3 => "three".into(),
        4 => "four".into(),
        _ => grouped(number).to_string(),
    }
}

/// Returns the letters of all dimensions, such as `y`, `x`.
pub(crate) fn letters(rank: usize) -> Vec<String> {
    dim_letters(rank).iter().map(char::to_string).collect()
}

/// Returns the heading of an array: `Array, y × x = 3 × 5`.
pub(crate) fn array_title(noun: &str, dims: &[usize]) -> String {
    match dims {
        [] => alloc::format!("{noun}, a scalar"),
        _ => {
            let letters = letters(dims.len()).join(" × ");
            alloc::format!("{noun}, {letters} = {}", sizes(dims))
        }
    }
}

/// Returns the letter of the most minor dimension, and those of the others after it. The rank
/// is not 0.
pub(crate) fn order_letters(layout: &CheckedSpec) -> (String, String) {
    let letters = letters(layout.rank());
    let order = layout.minor_to_major();
    let rest: Vec<&str> = order[1..].iter().map(|&dim| &*letters[dim]).collect();
    (letters[order[0]].clone(), rest.join(", "))
}

/// Returns the entries of a tile that are sizes.
pub(crate) fn named(tile: &[usize]) -> Vec<usize> {
    let entries = tile.iter().copied();
    entries.filter(|&entry| entry != COMBINE).collect()
}
