//! Format tags: letters of dimensions and blocks, `ABcd4b16a4b`, as oneDNN and TVM have them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use layout_xla::text::{Scanner, TextError};

use layout_core::spec::{Dims, MAX_PHYSICAL_RANK};

use crate::blocks::Blocks;

/// Reads a tag, of which `outer`, at `start`, is the outer order; the scanner is after it.
/// `names` are the letters of the dimensions in their order. A blocked dimension has an
/// upper-case letter; with `strict`, another one does not.
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
        let found = dim(letter).ok_or("a letter that names no dimension");
        let new = found.and_then(|dim| {
            if order.contains(&dim) {
                Err("a dimension twice in the outer order")
            } else {
                Ok(dim)
            }
        });
        order.push(scanner.check(new, start + at..start + at + 1)?);
    }
    let mut blocks = Vec::new();
    while scanner.rest().starts_with(|c: char| c.is_ascii_digit()) {
        let from = scanner.here();
        let size = scanner.size("the elements of a block")?;
        let at = scanner.here();
        let letter = scanner.peek().map(char::from);
        let Some(dim) = letter.filter(char::is_ascii_lowercase).and_then(dim) else {
            return Err(scanner.expected("the letter of a blocked dimension"));
        };
        scanner.skip(1);
        if size == 0 {
            return Err(scanner.error("a block of 0 elements", from..at + 1));
        }
        if blocks.len() == MAX_PHYSICAL_RANK {
            return Err(scanner.error("too many blocks", from..at + 1));
        }
        blocks.push((dim, size));
    }
    scanner.end()?;
    for (at, letter) in outer.char_indices().filter(|_| strict) {
        let is_blocked = is_blocked(&blocks, order.at(at));
        let what = if is_blocked && letter.is_ascii_lowercase() {
            "a blocked dimension in lower case"
        } else if !is_blocked && letter.is_ascii_uppercase() {
            "a dimension in upper case that has no block"
        } else {
            continue;
        };
        return Err(scanner.error(what, start + at..start + at + 1));
    }
    Ok(Blocks {
        outer: order,
        blocks,
    })
}

/// Writes a tag: `names` has a letter per dimension, and `upper` returns true if the letter
/// of a blocked dimension, or of another, is upper case.
pub(crate) fn print(blocks: &Blocks, names: &str, upper: impl Fn(bool) -> bool) -> String {
    let mut tag = String::new();
    let name = |dim: usize| names.chars().nth(dim).unwrap_or('?');
    for &dim in &blocks.outer {
        tag.push(if upper(is_blocked(&blocks.blocks, dim)) {
            name(dim).to_ascii_uppercase()
        } else {
            name(dim).to_ascii_lowercase()
        });
    }
    for &(dim, size) in &blocks.blocks {
        tag += &format!("{size}{}", name(dim).to_ascii_lowercase());
    }
    tag
}

fn is_blocked(blocks: &[(usize, usize)], dim: usize) -> bool {
    blocks.iter().any(|block| block.0 == dim)
}
