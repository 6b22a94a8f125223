//! The attributes of MLIR's `linalg.pack`: `inner_dims_pos = [0, 1]
//! inner_tiles = [8, 32] outer_dims_perm = [1, 0]`.

use crate::checks::{NOT_BLOCKED, SectionKind, check_sections};
use alloc::format;
use alloc::string::String;
use layout_xla::text::{List, Problem, Scanner, TextError};

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{Dims, MAX_RANK, default_order};

use super::System;
use super::blocks::Blocks;
use layout_core::spec::reversed;
use layout_runtime::Layout;

/// Reads the attributes, in any order, alone or within a whole `linalg.pack`.
/// Without `outer_dims_perm` the outer order is that of the dimensions.
///
/// # Errors
///
/// When an attribute is missing or no list of integers, or the layout exceeds a
/// limit.
///
/// ```
/// use tiled_layout::notation::linalg_pack;
/// use tiled_layout::ElementType;
///
/// let text = "inner_dims_pos = [0, 1] inner_tiles = [8, 32] outer_dims_perm = [1, 0]";
/// let layout = linalg_pack::parse(text, ElementType::F32, &[128, 256])?;
/// assert_eq!(layout.to_string(), "f32[128,256]{0,1:T(32,8)(32,1)}");
/// # Ok::<(), tiled_layout::notation::TextError>(())
/// ```
pub fn parse(text: &str, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
    let outer = attribute(text, "outer_dims_perm")?;
    let positions = attribute(text, "inner_dims_pos")?;
    let tiles = attribute(text, "inner_tiles")?;
    let (Some(positions), Some(tiles)) = (positions, tiles) else {
        let what = match positions {
            Some(_) => "`inner_tiles = [8, 32]`",
            None => "`inner_dims_pos = [0, 1]`",
        };
        return Err(TextError::new(Problem::Expected(what), text, 0..text.len()));
    };
    if positions.numbers.len() != tiles.numbers.len() {
        let problem = Problem::Refused("`inner_dims_pos` and `inner_tiles` differ in length");
        return Err(TextError::new(problem, text, tiles.range()));
    }
    let sizes = |list: &List<MAX_RANK>| {
        let problem = Problem::Expected("integers of at least 0");
        list.sizes()
            .ok_or_else(|| TextError::new(problem, text, list.range()))
    };
    let order = match &outer {
        Some(outer) if !outer.numbers.is_empty() => sizes(outer)?,
        _ => reversed(&default_order(dims.len().min(MAX_RANK))),
    };
    let mut blocks = Blocks::new(order);
    for (&dim, &size) in sizes(&positions)?.iter().zip(&sizes(&tiles)?) {
        blocks.push(dim, size);
    }
    blocks.layout(text, element, dims)
}

/// The list of an attribute, if the text has it.
fn attribute(text: &str, name: &str) -> Result<Option<List<MAX_RANK>>, TextError> {
    let Some(at) = text.find(name) else {
        return Ok(None);
    };
    let mut scanner = Scanner::new(text);
    scanner.skip(at + name.len());
    scanner.expect("=", "`=` and a list")?;
    scanner.list("a list of integers, `[0, 1]`").map(Some)
}

/// Writes the attributes of a layout.
///
/// # Errors
///
/// When the layout is not blocked, or blocks a dimension twice.
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::linalg_pack;
///
/// let print = |text| linalg_pack::print(&Layout::parse(text).unwrap());
/// assert_eq!(print("f32[13,15]{1,0:T(8,2)}").unwrap(), "inner_dims_pos = [0, 1] inner_tiles = [8, 2]");
/// assert!(print("bf16[300,500]{1,0:T(8,128)(2,1)}").is_err()); // rows in blocks of 4 and 2
/// ```
pub fn print(layout: &Layout) -> Result<String, TextError> {
    check_sections(layout, System::LinalgPack, &[SectionKind::Pad])?;
    let no = |reason| System::LinalgPack.no_spelling(reason);
    let Blocks { outer, blocks } = Blocks::of(layout).ok_or(no(NOT_BLOCKED))?;
    let (mut positions, mut tiles) = (Dims::EMPTY, Dims::EMPTY);
    for &(dim, size) in &blocks {
        if positions.contains(&dim) {
            return Err(no("repeated tiles block a dimension several times"));
        }
        positions.push(dim);
        tiles.push(size);
    }
    let text = format!("inner_dims_pos = {positions:?} inner_tiles = {tiles:?}");
    Ok(match outer.is_sorted() {
        true => text,
        false => format!("{text} outer_dims_perm = {outer:?}"),
    })
}
