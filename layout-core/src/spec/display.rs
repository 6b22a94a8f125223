//! The canonical text of a layout: what XLA prints.

use crate::spec::{COMBINE, PaddingValue, Spec, UNKNOWN};
use crate::util::array_string::ArrayString;

/// An upper bound on the length of a text: every list full of the longest numbers.
pub const LONGEST: usize = 4096;

/// Writes the text of a layout, in the order of XLA's `Layout::Print`. Parts with default
/// values are left out, and so is the `{}` of a scalar.
pub const fn print(spec: &Spec) -> ArrayString<LONGEST> {
    let mut text = ArrayString::new();
    text.str(spec.element.name()).str("[");
    let mut i = 0;
    while i < spec.dims.len() {
        if i > 0 {
            text.str(",");
        }
        if spec.dynamic & 1 << i != 0 {
            text.str("<=");
        }
        match spec.dims.at(i) {
            UNKNOWN => text.str("?"),
            extent => text.num(extent as u128),
        };
        i += 1;
    }
    text.str("]");
    if spec.dims.is_empty() && !has_sections(spec) {
        return text;
    }
    text.str("{").list(spec.minor_to_major.as_slice());
    if has_sections(spec) {
        text.str(":");
        sections(spec, &mut text);
    }
    text.str("}");
    text
}

const fn has_sections(spec: &Spec) -> bool {
    !spec.tiles.is_empty()
        || spec.align != 1
        || spec.bits.is_some()
        || spec.space != 0
        || !spec.splits.is_empty()
        || spec.prefix != 0
        || spec.pad.is_some()
}

const fn sections(spec: &Spec, text: &mut ArrayString<LONGEST>) {
    if !spec.tiles.is_empty() {
        text.str("T");
    }
    let mut t = 0;
    while t < spec.tiles.len() {
        tile(spec.tiles.at(t).as_slice(), text);
        t += 1;
    }
    if spec.align != 1 {
        single("L", spec.align, text);
    }
    if let Some(bits) = spec.bits {
        single("E", bits, text);
    }
    if spec.space != 0 {
        single("S", spec.space, text);
    }
    if !spec.splits.is_empty() {
        text.str("SC");
    }
    let mut i = 0;
    while i < spec.splits.len() {
        let split = spec.splits.at(i);
        text.str("(").num(split.dimension as u128).str(":");
        text.list(split.indices.as_slice()).str(")");
        i += 1;
    }
    if spec.prefix != 0 {
        single("M", spec.prefix, text);
    }
    if let Some(pad) = spec.pad {
        text.str("PAD(").list(pad.widths.as_slice());
        if !matches!(pad.value, PaddingValue::Unknown) {
            text.str("=").str(pad.value.name());
        }
        text.str(")");
    }
}

const fn single(name: &str, number: usize, text: &mut ArrayString<LONGEST>) {
    text.str(name).str("(").num(number as u128).str(")");
}

const fn tile(entries: &[usize], text: &mut ArrayString<LONGEST>) {
    text.str("(");
    let mut i = 0;
    while i < entries.len() {
        if i > 0 {
            text.str(",");
        }
        if entries[i] == COMBINE {
            text.str("*");
        } else {
            text.num(entries[i] as u128);
        }
        i += 1;
    }
    text.str(")");
}
