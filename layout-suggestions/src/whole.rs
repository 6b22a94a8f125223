//! `Whole`: a layout to write in place of a whole text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::element;
use super::reader::Reader;
use crate::section_name::SECTION_NAMES;
use layout_core::parse::Parsed;
use layout_core::spec::message::Explanation;
use layout_core::util::look_alike;

/// The longest text that is suggested, in bytes.
const MAX_LEN: usize = 191;

/// A layout to write in place of a text all of whose tokens are understood.
pub(super) struct Whole {
    layout: String,
    /// Whether the element type is that of the text; otherwise it is an example.
    pub(super) has_element: bool,
}

impl Whole {
    /// The layout that the reader's text means, in XLA's notation.
    pub(super) fn of(reader: &mut Reader<'_>) -> Option<Self> {
        reader.read()?;
        let layout = written(reader)?;
        Whole::checked(layout, reader.unknowns, reader.element.is_some())
    }

    /// The layout that a text is with ASCII characters in place of those that look like them.
    pub(super) fn in_ascii(text: &str, holes: bool) -> Option<Self> {
        let text = in_ascii(text);
        Whole::checked(text.trim().into(), holes, true)
            .or_else(|| Whole::of(&mut Reader::new(&text, holes)))
    }

    /// A layout that the grammar accepts.
    fn checked(layout: String, holes: bool, has_element: bool) -> Option<Self> {
        let accepted = layout.len() <= MAX_LEN && parsed(&layout, holes).mistakes() == 0;
        accepted.then_some(Whole {
            layout,
            has_element,
        })
    }

    pub(super) fn layout(&self) -> &str {
        &self.layout
    }

    /// Suggests the layout. If the text has no element type, the one in the layout is an example.
    pub(super) fn suggest(&self, explanation: &mut Explanation) {
        let example = match self.has_element {
            true => "",
            false => ", with the element type that you mean",
        };
        explanation.say(&format!("write `{}`{example}", self.layout));
    }
}

/// Reads a text, perhaps with holes.
pub(super) const fn parsed(text: &str, holes: bool) -> Parsed {
    match holes {
        true => Parsed::from_macro(text),
        false => Parsed::of(text),
    }
}

/// The text with ASCII characters in place of those that look like them.
fn in_ascii(text: &str) -> String {
    let characters = text
        .chars()
        .filter_map(|c| match look_alike::ascii(c.into()) {
            Some(0) => None,
            Some(found) => Some(found.into()),
            None => Some(c),
        });
    characters.collect()
}

/// Writes the layout that was read.
fn written(read: &Reader<'_>) -> Option<String> {
    let dims = read.dims.as_ref()?;
    let element = match read.element {
        Some(element) if element.exact => element.name,
        Some(element) => element::in_case_of(element.name, element.kind),
        None => "f32",
    };
    let dims = dims
        .iter()
        .enumerate()
        .map(|(dim, size)| match read.bounded.contains(&dim) {
            true => format!("<={size}"),
            false => size.to_string(),
        });
    let dims: Vec<String> = dims.collect();
    let mut out = format!("{element}[{}]", dims.join(","));
    let mut tiles: Vec<String> = Vec::new();
    if !read.block.is_empty() {
        let block: Vec<String> = read.block.iter().map(usize::to_string).collect();
        tiles.push(block.join(","));
    }
    tiles.extend(read.tiles.iter().map(|tile| tile.join(",")));
    let mut sections = String::new();
    if !tiles.is_empty() {
        sections = format!("T({})", tiles.join(")("));
    }
    for ((name, _), text) in SECTION_NAMES.iter().zip(read.sections) {
        if let Some(text) = text {
            sections += &format!("{name}({text})");
        }
    }
    let columns = read.column_major && dims.len() > 1;
    let order = read
        .order
        .clone()
        .or(columns.then(|| (0..dims.len()).collect()));
    if !read.has_layout && order.is_none() && sections.is_empty() {
        return Some(out);
    }
    let order = order.unwrap_or_else(|| (0..dims.len()).rev().collect());
    let order: Vec<String> = order.iter().map(usize::to_string).collect();
    let [open, close] = if read.angles { ["<", ">"] } else { ["{", "}"] };
    let colon = if sections.is_empty() { "" } else { ":" };
    out += &format!("{open}{}{colon}{sections}{close}", order.join(","));
    Some(out)
}
