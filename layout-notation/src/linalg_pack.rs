//! The attributes of MLIR's `linalg.pack`: `inner_dims_pos = [0, 1]
//! inner_tiles = [8, 32] outer_dims_perm = [1, 0]`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use layout_xla::text::{List, Problem, Scanner, TextError};

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{Dims, MAX_RANK, default_order};

use crate::blocks::{Blocks, NOT_BLOCKED};
use crate::sections::{SectionKind, check_sections, unwritable};
use layout_core::spec::reversed;
use layout_runtime::Layout;

const NOTATION: &str = "`linalg.pack`";

/// Reads the attributes, in any order, alone or within a whole `linalg.pack`.
pub(crate) fn parse(text: &str, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
    let outer = attribute(text, "outer_dims_perm")?;
    let positions = attribute(text, "inner_dims_pos")?;
    let tiles = attribute(text, "inner_tiles")?;
    let (Some(positions), Some(tiles)) = (&positions, &tiles) else {
        let what = match positions {
            Some(_) => "`inner_tiles = [8, 32]`",
            None => "`inner_dims_pos = [0, 1]`",
        };
        return Err(TextError::new(Problem::Expected(what), text, 0..text.len()));
    };
    if positions.numbers.len() != tiles.numbers.len() {
        let problem = "`inner_dims_pos` and `inner_tiles` differ in length";
        return Err(TextError::new(problem, text, tiles.range.clone()));
    }
    let sizes = |list: &List| {
        let problem = Problem::Expected("integers of at least 0");
        list.all::<usize>()
            .ok_or_else(|| TextError::new(problem, text, list.range.clone()))
    };
    let order = match &outer {
        Some(outer) if !outer.numbers.is_empty() => Dims::from_slice(&sizes(outer)?),
        _ => reversed(&default_order(dims.len().min(MAX_RANK))),
    };
    let blocks = sizes(positions)?.into_iter().zip(sizes(tiles)?);
    let (outer, blocks) = (order, blocks.collect());
    Blocks { outer, blocks }.layout(text, element, dims)
}

/// Returns the list of an attribute, if the text has it.
fn attribute(text: &str, name: &str) -> Result<Option<List>, TextError> {
    let Some(at) = text.find(name) else {
        return Ok(None);
    };
    let mut scanner = Scanner::new(text);
    scanner.skip(at + name.len());
    scanner.expect("=", "`=` and a list")?;
    let list = scanner.list("a list of integers, `[0, 1]`", MAX_RANK)?;
    Ok(Some(list))
}

/// Writes the attributes of a layout.
pub(crate) fn print(layout: &Layout) -> Result<String, TextError> {
    check_sections(layout, NOTATION, &[SectionKind::Pad])?;
    let blocks = Blocks::of(layout).ok_or(unwritable(NOTATION, NOT_BLOCKED))?;
    let Blocks { outer, blocks } = blocks;
    let (positions, tiles): (Vec<usize>, Vec<usize>) = blocks.into_iter().unzip();
    if (1..positions.len()).any(|i| positions[..i].contains(&positions[i])) {
        let reason = "repeated tiles block a dimension several times";
        return Err(unwritable(NOTATION, reason));
    }
    let text = format!("inner_dims_pos = {positions:?} inner_tiles = {tiles:?}");
    Ok(if outer.is_sorted() {
        text
    } else {
        format!("{text} outer_dims_perm = {outer:?}")
    })
}
