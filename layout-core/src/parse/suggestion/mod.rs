//! `suggestion`: the layout that a text with a syntax error probably means, in
//! the right notation.
//!
//! The text is read without regard to brackets and separators, and with the
//! names that other systems have for the parts. What comes out counts only if
//! the grammar accepts it.

mod label;
mod lenient;
mod lists;
mod names;

use super::{Parser, Span};
use crate::util::array_string::ArrayString;
use label::SECTIONS;
pub(super) use label::names_section;
use lenient::{Entries, Lenient, Order};

/// The longest text that is suggested is a byte shorter.
pub(crate) const LONGEST: usize = 192;

/// A layout, written as it should be.
#[derive(Clone, Copy)]
pub(crate) struct Suggestion {
    pub(crate) text: ArrayString<LONGEST>,
    /// Whether the text says which element type it is; else it is `f32`, as an
    /// example.
    pub(crate) has_element: bool,
    /// Whether the text goes on after the layout.
    pub(crate) has_end: bool,
}

/// The layout that `text` probably means; with `holes`, [`HOLE`](super::HOLE) and a number stand for one.
pub(super) const fn suggestion(text: &str, holes: bool) -> Option<Suggestion> {
    let Some(read) = Lenient::read(text.as_bytes()) else {
        return None;
    };
    let mut written = ArrayString::new();
    if !write(&read, &mut written) || written.len() == LONGEST {
        return None;
    }
    if !Parser::run(written.as_str(), holes).mistakes.is_empty() {
        return None;
    }
    Some(Suggestion {
        text: written,
        has_element: read.element.is_some(),
        has_end: read.has_end,
    })
}

/// Writes what was read; `false` when too little was.
const fn write(read: &Lenient<'_>, out: &mut ArrayString<LONGEST>) -> bool {
    let Some(dims) = &read.dims else {
        return false;
    };
    match read.element {
        Some((_, true)) => out.bytes(read.bytes(read.element_name)),
        Some((element, false)) if read.text[read.element_name.start].is_ascii_uppercase() => {
            out.str(element.marker_name())
        }
        Some((element, false)) => out.str(element.name()),
        None => out.str("f32"),
    };
    out.str("[");
    entries(read, dims, read.backwards, out);
    out.str("]");
    let sections = has_sections(read);
    if !sections && matches!(read.order, Order::Default) && !read.has_layout {
        return true;
    }
    out.str(if read.angles { "<" } else { "{" });
    order(read, dims.len(), out);
    if sections {
        out.str(":");
        write_sections(read, out);
    }
    out.str(if read.angles { ">" } else { "}" });
    true
}

const fn has_sections(read: &Lenient<'_>) -> bool {
    let mut i = 0;
    while i < SECTIONS.len() {
        if read.sections[i].is_some() {
            return true;
        }
        i += 1;
    }
    !read.tiles.is_empty()
}

/// Entries as the user wrote them.
const fn entries(
    read: &Lenient<'_>,
    list: &Entries,
    backwards: bool,
    out: &mut ArrayString<LONGEST>,
) {
    let mut i = 0;
    while i < list.len() {
        if i > 0 {
            out.str(",");
        }
        let at = if backwards { list.len() - 1 - i } else { i };
        out.bytes(read.bytes(list.at(at)));
        i += 1;
    }
}

const fn order(read: &Lenient<'_>, rank: usize, out: &mut ArrayString<LONGEST>) {
    match &read.order {
        Order::MinorToMajor(list) => order_entries(read, list, false, out),
        Order::MajorToMinor(list) => order_entries(read, list, true, out),
        Order::Strides(list) => ascending(read, list, out),
        Order::Default | Order::RowMajor | Order::ColumnMajor => {
            let mut i = 0;
            while i < rank {
                let column_major = matches!(read.order, Order::ColumnMajor);
                let dim = if column_major { i } else { rank - 1 - i };
                out.str(if i > 0 { "," } else { "" }).num(dim as u128);
                i += 1;
            }
        }
    }
}

/// The dimensions of an order, counted from 0.
const fn order_entries(
    read: &Lenient<'_>,
    list: &Entries,
    backwards: bool,
    out: &mut ArrayString<LONGEST>,
) {
    let first = read.first_dimension(list);
    let mut i = 0;
    while i < list.len() {
        let at = if backwards { list.len() - 1 - i } else { i };
        let dim = read.dimension(list.at(at), list.len()) - first;
        out.str(if i > 0 { "," } else { "" }).num(dim);
        i += 1;
    }
}

/// The dimensions in the order of their strides, the smallest first; of equal
/// ones, the last dimension first.
const fn ascending(read: &Lenient<'_>, strides: &Entries, out: &mut ArrayString<LONGEST>) {
    let mut done = 0;
    while done < strides.len() {
        let mut dim = strides.len();
        let mut at = dim;
        while at > 0 {
            at -= 1;
            // Those written already are the `done` smallest ones.
            if rank_of(read, strides, at) == done {
                dim = at;
            }
        }
        out.str(if done > 0 { "," } else { "" }).num(dim as u128);
        done += 1;
    }
}

/// How many strides come before the one at `at`.
const fn rank_of(read: &Lenient<'_>, strides: &Entries, at: usize) -> usize {
    let stride = read.value(strides.at(at));
    let mut before = 0;
    let mut i = 0;
    while i < strides.len() {
        let other = read.value(strides.at(i));
        before += (other < stride || other == stride && i > at) as usize;
        i += 1;
    }
    before
}

const fn write_sections(read: &Lenient<'_>, out: &mut ArrayString<LONGEST>) {
    if !read.tiles.is_empty() {
        out.str("T");
    }
    let mut t = 0;
    while t < read.tiles.len() {
        out.str("(");
        entries(read, &read.tiles.at(t), false, out);
        out.str(")");
        t += 1;
    }
    let mut i = 0;
    while i < SECTIONS.len() {
        if let Some(Span { start, end }) = read.sections[i] {
            out.str(SECTIONS[i]).str("(");
            out.bytes(read.bytes(Span { start, end })).str(")");
        }
        i += 1;
    }
}
