//! oneDNN's format tags: `ABcd4b16a4b`, `nChw16c`.
//!
//! Letters are dimensions, major to minor; an upper-case one is blocked. The
//! blocks follow, `16c`, major to minor.

use alloc::string::String;
use layout_xla::text::{Helped, Problem, Scanner, TextError};

use layout_core::spec::MAX_RANK;
use layout_core::spec::element_type::ElementType;

use crate::blocks::{Blocks, NOT_BLOCKED};
use crate::format_tag;
use crate::sections::{SectionKind, check_sections, unwritable};
use layout_runtime::Layout;

const NOTATION: &str = "a oneDNN tag";

/// The letters of dimensions by number.
const NUMBERED: &str = "abcdefghijkl";

/// Reads a tag: by dimension number (`aBcd16b`), or by the letters that oneDNN has for
/// activations, weights and recurrent networks (`nChw16c`, `OIhw4i16o4i`, `ldigo`).
pub(crate) fn parse(text: &str, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
    let mut scanner = Scanner::new(text);
    for prefix in ["dnnl::memory::", "memory::", "format_tag::", "dnnl_"] {
        scanner.eat(prefix);
    }
    let start = scanner.here();
    if matches!(scanner.rest().trim_end(), "any" | "undef") {
        let problem = &Helped {
            what: "oneDNN chooses this format",
            help: "write the tag that it chose",
        };
        return Err(scanner.error(problem, start..text.trim_end().len()));
    }
    let outer = scanner.take(|c| c.is_ascii_alphabetic());
    let range = start..start + outer.len();
    if outer.is_empty() {
        return Err(scanner.expected("the letters of the dimensions"));
    }
    if outer.len() != dims.len() || outer.len() > MAX_RANK {
        let problem = Problem::Count("letters", outer.len(), dims.len());
        return Err(scanner.error(problem, range));
    }
    let named = names(outer).ok_or(&Helped {
        what: "not the letters of a format tag",
        help: "write `abcd`, a letter a dimension, or `nchw`, `oihw`, `goihw`, `ldigo`",
    });
    let named = scanner.check(named, range)?;
    let whole = scanner.whole();
    let blocks = format_tag::parse(scanner, start, outer, named, true)?;
    let mut spec = blocks.layout(text, element, dims)?.spec();
    if is_packed(element) {
        spec.bits = Some(element.bits());
    }
    Layout::from_spec(spec).map_err(|kind| TextError::new(kind, text, whole))
}

/// Returns true for the types of 4 bits, `s4`, `u4` and `f4_e2m1`: oneDNN packs two in a byte.
fn is_packed(element: ElementType) -> bool {
    element.bits() == 4
}

/// Writes the tag of a layout, by dimension number.
pub(crate) fn print(layout: &Layout) -> Result<String, TextError> {
    let is_packed = is_packed(layout.element_type());
    let sections = [SectionKind::Pad, SectionKind::Bits];
    let says = if is_packed {
        &sections[..]
    } else {
        &sections[..1]
    };
    check_sections(layout, NOTATION, says)?;
    if is_packed && layout.element_bits() != layout.element_type().bits() {
        let reason = "without `E(4)`, an element of 4 bits has a byte, and oneDNN packs two in one";
        return Err(unwritable(NOTATION, reason));
    }
    if layout.rank() == 0 {
        return Err(unwritable(NOTATION, "a scalar has no dimensions to name"));
    }
    let blocks = Blocks::of(layout).ok_or(unwritable(NOTATION, NOT_BLOCKED))?;
    Ok(format_tag::print(&blocks, NUMBERED, |blocked| blocked))
}

/// Returns the letters of the dimensions in their order, for a tag with these letters.
fn names(tag: &str) -> Option<&'static str> {
    let has = |letter: char| tag.chars().any(|c| c.eq_ignore_ascii_case(&letter));
    let all = |names: &str| tag.chars().all(|c| names.contains(c.to_ascii_lowercase()));
    let named = if has('a') {
        let names = &NUMBERED[..tag.len()];
        return all(names).then_some(names);
    } else if has('x') {
        "x"
    } else if has('l') {
        "ldigo"
    } else if has('t') {
        if has('c') { "tnc" } else { "nt" }
    } else if has('n') || has('c') {
        "ncdhw"
    } else {
        "goidhw"
    };
    all(named).then_some(named)
}
