//! `Guess`: what the unknown name of an element type probably means.

use alloc::vec::Vec;

use super::element::{
    ALIASES, KINDS, known, last_segment, of_path, respelled, split_letters, undecorated,
};
use crate::spec::element_type::ElementType;

/// Names that two element types have.
const AMBIGUOUS: &[(&str, [ElementType; 2])] = &[
    ("char", [ElementType::S8, ElementType::U8]),
    ("complex", [ElementType::C64, ElementType::C128]),
    ("f4", [ElementType::F4E2M1FN, ElementType::F32]), // in bits, and in bytes
    ("float4", [ElementType::F4E2M1FN, ElementType::F32]), // CUDA's has 4 of 32 bits
    ("f6", [ElementType::F6E3M2FN, ElementType::F6E2M3FN]),
    ("f8", [ElementType::F8E4M3FN, ElementType::F8E5M2]),
    ("e4m3", [ElementType::F8E4M3FN, ElementType::F8E4M3]),
    ("f8e4m3", [ElementType::F8E4M3FN, ElementType::F8E4M3]),
];

/// What an unknown name probably means.
#[derive(Clone, Copy)]
pub(super) enum Guess {
    One(ElementType),
    Either([ElementType; 2]),
    /// A vector of this type.
    Lanes(ElementType),
    /// XLA has no type of this width; this is the next wider one.
    Wider(ElementType),
}

/// What an unknown name probably means.
pub(super) fn guess(path: &str) -> Option<Guess> {
    let name = last_segment(path);
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        .then_some(())?;
    let without_last = &name[..name.len() - name.chars().next_back()?.len_utf8()];
    // `f33` is more likely a typing error than a width.
    let slip = || beginning_with(without_last).filter(|other| other.name().len() == name.len());
    if is_wider_than_all(name) {
        return None;
    }
    let known = of_path(path, "").map(Guess::One);
    known
        .or_else(|| ambiguous(name).map(Guess::Either))
        .or_else(|| of_lane(name).map(Guess::Lanes))
        .or_else(|| unusual_width(name).map(Guess::Wider))
        .or_else(|| beginning_with(name).map(Guess::One))
        .or_else(|| {
            let typed = slip().filter(|&element| misspelled(name) == Some(element));
            typed.map(Guess::One)
        })
        .or_else(|| misspelled(name).map(Guess::One))
        .or_else(|| misspelled_alias(name).map(Guess::One))
        .or_else(|| of_width(&respelled(name)?).map(Guess::Wider))
}

/// The element type next wider than one of a width that is in use, but not in XLA, such as `u24`;
/// such a name is no slip of the finger.
fn unusual_width(name: &str) -> Option<ElementType> {
    let respelled = respelled(name)?;
    let unusual = match split_letters(&respelled) {
        ("s" | "u", bits) => [
            "3", "5", "6", "7", "10", "12", "14", "20", "24", "40", "48", "56",
        ]
        .contains(&bits),
        ("f", bits) => ["20", "24", "40", "48"].contains(&bits),
        ("c", bits) => bits == "32",
        _ => false,
    };
    unusual.then(|| of_width(&respelled))?
}

/// The two element types that have a name.
fn ambiguous(name: &str) -> Option<[ElementType; 2]> {
    let name = undecorated(name);
    let respelled = respelled(name).unwrap_or_default();
    let same = |(other, _): &&(&str, _)| {
        name.eq_ignore_ascii_case(other) || respelled.eq_ignore_ascii_case(other)
    };
    AMBIGUOUS.iter().find(same).map(|&(_, either)| either)
}

/// The element type of a misspelled name of another system: `flaot32`, `dobule`.
fn misspelled_alias(name: &str) -> Option<ElementType> {
    let (word, number) = split_letters(name);
    let near = |other: &str, least: usize| {
        let first = word.as_bytes().first().map(u8::to_ascii_lowercase);
        other.len() >= least && first == other.bytes().next() && distance(word, other) == 1
    };
    if number.is_empty() {
        let alias = ALIASES.iter().find(|(alias, _)| near(alias, 4));
        return alias.map(|&(_, element)| element);
    }
    let kinds = KINDS.iter().filter(|(kind, _)| near(kind, 3));
    let mut found = kinds.map(|(_, letters)| known(&[letters, number].concat()));
    found.next().flatten()
}

/// The shortest element type that begins with a name that is still being typed.
fn beginning_with(name: &str) -> Option<ElementType> {
    let begins = |element: &ElementType| {
        let start = element.name().get(..name.len());
        name.len() > 1 && start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let found = ElementType::ALL.iter().copied().filter(begins);
    found.min_by_key(|element| element.name().len())
}

/// The element type of a kind with the next larger number of bits.
fn of_width(name: &str) -> Option<ElementType> {
    let (kind, bits) = split_letters(name);
    let bits: u128 = bits.parse().ok().filter(|&bits| bits > 0)?;
    let widths = ElementType::ALL.iter().copied().filter_map(|element| {
        let (letters, width) = split_letters(element.name());
        let width: u128 = width.parse().ok()?;
        letters
            .eq_ignore_ascii_case(kind)
            .then_some((width, element))
    });
    let widths: Vec<(u128, ElementType)> = widths.collect();
    let wide = widths
        .iter()
        .filter(|(width, _)| *width >= bits)
        .min_by_key(|(width, _)| *width);
    wide.map(|&(_, element)| element)
}

/// Whether a name has more bits than any element type of its kind, such as `u128`.
fn is_wider_than_all(name: &str) -> bool {
    let respelled = respelled(name).unwrap_or_default();
    let (kind, bits) = split_letters(&respelled);
    let kind = ["u", "s", "f"].contains(&kind);
    kind && matches!(bits, "80" | "96" | "128" | "256" | "512")
}

/// The element type of a vector's lane: `f32` of `f32x8`.
fn of_lane(name: &str) -> Option<ElementType> {
    let lane = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let lane = lane
        .strip_suffix(['x', 'X'])
        .filter(|_| lane.len() < name.len())?;
    known(lane)
}

/// The element type whose name is at most two edits away, and at most half a
/// name; none if several are as near. A name without a number is no misspelling of one that has a
/// number.
fn misspelled(name: &str) -> Option<ElementType> {
    let number = |name: &str| name.bytes().any(|byte| byte.is_ascii_digit());
    let near = ElementType::ALL.iter().copied().filter_map(|element| {
        let other = element.name();
        let distance = distance(name, other);
        let near = distance <= 2 && distance * 2 <= other.len();
        let alike = number(name) || !number(other);
        (near && alike).then_some((distance, element))
    });
    let near: Vec<(usize, ElementType)> = near.collect();
    let least = near.iter().map(|&(distance, _)| distance).min()?;
    let mut nearest = near.iter().filter(|&&(distance, _)| distance == least);
    match (nearest.next(), nearest.next()) {
        (Some(&(_, element)), None) => Some(element),
        _ => None,
    }
}

/// The edit distance between two names, whatever their case; neighbours in the wrong order are
/// one edit.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
    let (a, b) = (a.as_bytes(), b.as_bytes());
    // rows[i][j] is the distance between the first i bytes of `a` and j bytes of `b`.
    let mut rows: Vec<Vec<usize>> = alloc::vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = alloc::vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
