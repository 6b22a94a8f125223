//! Tags of letters: `ABcd4b16a4b`, an outer order and blocks.

use alloc::format;
use alloc::string::String;
use layout_xla::text::{Problem, Scanner, TextError};

use layout_core::spec::Dims;

use super::blocks::Blocks;

/// Reads a tag of letters, of which `outer` is the outer order, at `start`; the
/// scanner is after it. `names` are the letters of the dimensions in their
/// order. A blocked dimension has an upper-case letter; with
/// `strict`, another one does not.
pub(crate) fn parse(
    mut scanner: Scanner<'_>,
    start: usize,
    outer: &str,
    names: &str,
    strict: bool,
) -> Result<Blocks, TextError> {
    // The letters of a shorter tag are the dimensions without the missing ones.
    let present = |letter: char| outer.chars().any(|c| c.eq_ignore_ascii_case(&letter));
    let dim = |letter: char| {
        let mut named = names.chars().filter(|&name| present(name));
        named.position(|name| name.eq_ignore_ascii_case(&letter))
    };
    let mut order = Dims::EMPTY;
    for (at, letter) in outer.char_indices() {
        let range = start + at..start + at + 1;
        let Some(dim) = dim(letter) else {
            let problem = Problem::Refused("a letter that names no dimension");
            return Err(scanner.error(problem, range));
        };
        if order.contains(&dim) {
            let problem = Problem::Refused("a dimension twice in the outer order");
            return Err(scanner.error(problem, range));
        }
        order.push(dim);
    }
    let mut tag = Blocks::new(order);
    while scanner.rest().starts_with(|c: char| c.is_ascii_digit()) {
        let from = scanner.here();
        let size = scanner.size("the elements of a block")?;
        let at = scanner.here();
        let letter = scanner
            .rest()
            .chars()
            .next()
            .filter(char::is_ascii_lowercase);
        let Some(dim) = letter.and_then(dim) else {
            return Err(scanner.expected("the letter of a blocked dimension"));
        };
        scanner.eat(&scanner.rest()[..1]);
        if size == 0 || tag.blocks.is_full() {
            let what = if size == 0 {
                "a block of 0 elements"
            } else {
                "too many blocks"
            };
            return Err(scanner.error(Problem::Refused(what), from..at + 1));
        }
        tag.push(dim, size);
    }
    scanner.end()?;
    for (at, letter) in outer.char_indices().filter(|_| strict) {
        let blocked = tag.blocks.iter().any(|block| block.0 == tag.outer.at(at));
        if blocked != letter.is_ascii_uppercase() {
            let what = match blocked {
                true => "a blocked dimension in lower case",
                false => "a dimension in upper case that has no block",
            };
            return Err(scanner.error(Problem::Refused(what), start + at..start + at + 1));
        }
    }
    Ok(tag)
}

/// Writes a tag of letters: `names` has one per dimension, and `upper` says
/// whether that of a blocked dimension, or of another, is upper case.
pub(crate) fn print(blocks: &Blocks, names: &str, upper: impl Fn(bool) -> bool) -> String {
    let mut tag = String::new();
    let name = |dim: usize| names.chars().nth(dim).unwrap_or('?');
    for &dim in &blocks.outer {
        let blocked = blocks.blocks.iter().any(|block| block.0 == dim);
        tag.push(match upper(blocked) {
            true => name(dim).to_ascii_uppercase(),
            false => name(dim).to_ascii_lowercase(),
        });
    }
    for &(dim, size) in &blocks.blocks {
        tag += &format!("{size}{}", name(dim).to_ascii_lowercase());
    }
    tag
}
