//! TVM's layouts: `OIHW4i16o4i` of the axes `OIHW`.
//!
//! Upper-case letters are axes, major to minor; the blocks follow, `4i`, major
//! to minor.

use alloc::format;
use alloc::string::String;
use layout_xla::text::{Problem, Scanner, TextError};

use layout_core::spec::MAX_RANK;
use layout_core::spec::element_type::ElementType;

use crate::blocks::{Blocks, NOT_BLOCKED};
use crate::format_tag;
use crate::sections::{SectionKind, check_sections, unwritable};
use layout_runtime::Layout;

const NOTATION: &str = "a TVM layout";

/// Reads a layout, with the axes of the array after `of` or before `->`: `NCHW16c of NCHW`,
/// `NCHW -> NCHW16c`.
pub(crate) fn parse(text: &str, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
    // The layout, and where its axes are.
    let (start, end, axes) = if let Some((layout, axes)) = text.split_once(" of ") {
        (0, layout.len(), Some((layout.len() + 4, axes)))
    } else if let Some((axes, layout)) = text.split_once("->") {
        (text.len() - layout.len(), text.len(), Some((0, axes)))
    } else {
        (0, text.len(), None)
    };
    let mut scanner = Scanner::new(&text[..end]);
    scanner.skip(start);
    let start = scanner.here();
    let outer = scanner.take(|c| c.is_ascii_uppercase());
    let whole = |at: usize, part: &str| {
        let at = at + part.len() - part.trim_start().len();
        at..at + part.trim().len()
    };
    let (names, range) = match axes {
        Some((at, axes)) => (axes.trim(), whole(at, axes)),
        None => (outer, start..start + outer.len()),
    };
    if names.is_empty() || !names.bytes().all(|c| c.is_ascii_uppercase()) {
        let problem = Problem::Expected("axes in upper case, `NCHW`");
        return Err(TextError::new(problem, text, range));
    }
    if names.len() != dims.len() || names.len() > MAX_RANK {
        let problem = Problem::Count("axes", names.len(), dims.len());
        return Err(TextError::new(problem, text, range));
    }
    if outer.len() != names.len() || !names.chars().all(|name| outer.contains(name)) {
        let problem = "the layout does not name each axis once";
        return Err(TextError::new(problem, text, start..start + outer.len()));
    }
    format_tag::parse(scanner, start, outer, names, false)?.layout(text, element, dims)
}

/// Writes a layout, with the axes of the array after `of`.
pub(crate) fn print(layout: &Layout) -> Result<String, TextError> {
    check_sections(layout, NOTATION, &[SectionKind::Pad])?;
    let blocks = Blocks::of(layout).ok_or(unwritable(NOTATION, NOT_BLOCKED))?;
    // Weights have blocks of both channels, images of one.
    let weights = blocks.blocks.iter().any(|block| block.0 == 0);
    let names = match (layout.rank(), weights) {
        (0, _) => return Err(unwritable(NOTATION, "a scalar has no axes")),
        (2, false) => "NC",
        (3, false) => "NCW",
        (4, false) => "NCHW",
        (5, false) => "NCDHW",
        (2, true) => "OI",
        (3, true) => "OIW",
        (4, true) => "OIHW",
        (5, true) => "OIDHW",
        (rank, _) => &"ABCDEFGHIJKL"[..rank],
    };
    let tag = format_tag::print(&blocks, names, |_| true);
    Ok(format!("{tag} of {names}"))
}
