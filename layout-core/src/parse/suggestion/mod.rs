//! What to write instead of a text with an error: an entry, an element type, or
//! the layout that a text in another notation means.
//!
//! A whole layout is suggested only if every part of the text is understood, and
//! the grammar accepts it.

mod call;
mod element;
mod entry;
mod expression;
mod label;
mod lists;
mod names;
mod node;
mod order;
mod reader;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::section_name::{SECTION_NAMES, same};
use super::{Parsed, Parser};
use crate::spec::default_order;
use crate::spec::error_kind::{ErrorKind, Expected, NotAnArray, What};
use crate::spec::message::Explanation;
use crate::util::array_string::ArrayString;
use crate::util::look_alike;
use reader::Reader;

/// The longest text that is suggested, in bytes.
const MAX_LEN: usize = 191;

impl Parsed {
    /// Whether the help for an error is the whole corrected layout.
    fn takes_suggestion(&self, kind: ErrorKind, nearest: bool) -> bool {
        match kind {
            // The help names the missing part, unless there are other errors.
            ErrorKind::Unclosed { .. } | ErrorKind::Expected(Expected::SectionsColon) => {
                self.hidden
            }
            ErrorKind::UnknownElement => self.lost() || !nearest,
            ErrorKind::RepeatedSection { section } => same(section.as_bytes(), b"T"),
            ErrorKind::OrderRange { .. }
            | ErrorKind::Negative(What::Order)
            | ErrorKind::Name(What::Order)
            | ErrorKind::NotLiteral(What::Order)
            | ErrorKind::Suffix(What::Order)
            | ErrorKind::Fraction(What::Order)
            | ErrorKind::SectionOrder { .. }
            | ErrorKind::SectionSeparator => true,
            kind => kind.hides_rest(),
        }
    }

    /// The message of one of the errors in `text`, which is the parsed text, or the start
    /// of a longer text, with what to write instead.
    pub(super) fn explanation(&self, text: &str, number: usize, goes_on: bool) -> Explanation {
        let (kind, span) = self.mistakes.at(number);
        let (before, rest) = text.split_at(span.start);
        let (found, after) = rest.split_at(span.end - span.start);
        let mut explanation = Explanation::new(kind, found.as_bytes());
        let rank = self.spec.dims.len();
        if let Some(help) = entry::help(kind, [before, found, after], rank) {
            explanation.say(&help);
            return explanation;
        }
        if matches!(kind, ErrorKind::LookAlike) {
            let layout = in_ascii(text, self.holes).filter(|_| !goes_on);
            if let Some((layout, has_element)) = layout {
                explanation.suggest(&layout, has_element);
            }
            return explanation;
        }
        let mut nearest = None;
        if matches!(kind, ErrorKind::NoElement)
            && let Some(element) = element::big_endian(rest)
        {
            explanation.say(&format!(
                "these elements are big-endian: swap their bytes, and write `{}`",
                element.name()
            ));
            return explanation.without_note();
        }
        if matches!(kind, ErrorKind::UnknownElement) {
            let word = after.trim_start_matches([' ', '<']);
            let end = word.find(|c: char| !c.is_alphanumeric() && c != '_');
            nearest = element::in_two_words(found, &word[..end.unwrap_or(word.len())])
                .or_else(|| element::nearest(found));
        } else if matches!(kind, ErrorKind::NoElement) {
            let end = rest.find('[').unwrap_or(rest.len());
            nearest = element::of_numpy(rest[..end].trim());
        }
        if let Some(element) = nearest {
            explanation.say(&format!("write `{}`", element::in_case_of(found, element)));
            explanation = explanation.without_note();
        }
        if nearest.is_none()
            && matches!(kind, ErrorKind::UnknownElement)
            && label::is_section(found)
            && after.starts_with('(')
        {
            explanation
                .say("write the element type and the dimensions first: `f32[3,5]{1,0:T(8,128)}`");
            return explanation.without_note();
        }
        let no_element = matches!(kind, ErrorKind::UnknownElement | ErrorKind::NoElement);
        // `pad=(8,128)`: the case is not the only mistake.
        let another = matches!(kind, ErrorKind::SectionCase { .. }) && !after.starts_with('(');
        if !another && !self.takes_suggestion(kind, nearest.is_some()) {
            return explanation;
        }
        let in_order = rank > 0
            && matches!(
                kind,
                ErrorKind::Name(What::Order)
                    | ErrorKind::NotLiteral(What::Order)
                    | ErrorKind::NotANumber(What::Order)
            );
        let trailing = matches!(kind, ErrorKind::TrailingText);
        // One of MLIR's, such as `#layout`.
        let attribute = rest.trim_start_matches([',', ' ']).starts_with('#');
        if trailing && label::is_rearranged(rest) {
            explanation.say("write the layout of the result");
            return explanation;
        }
        let mut reader = Reader::default();
        match suggestion(text, self.holes, &mut reader) {
            None if trailing
                && !reader.has_gaps
                && (label::begins_with_label(rest) || attribute && !reader.has_layout) =>
            {
                explanation.say(
                    "write the order and the tiles in brackets after the dimensions: `{1,0:T(8,128)}`",
                );
            }

            Some(layout) if reader.has_end || !goes_on => {
                // If the rest is not part of the layout, the help is to remove it.
                let has_element = reader.element.is_some();
                let tuple = matches!(kind, ErrorKind::NotAnArray(NotAnArray::Tuple));
                if tuple && reader.has_end || reader.in_tuple {
                    explanation.say(&format!("write one of its arrays: `{layout}`"));
                } else if trailing
                    && before.trim() == layout
                    && (label::begins_with_label(rest) || attribute && !reader.has_layout)
                {
                    explanation.say(
                        "write the order and the tiles in brackets after the dimensions: `{1,0:T(8,128)}`",
                    );
                } else if !(trailing && before.trim() == layout) {
                    explanation.suggest(&layout, has_element);
                }
                if no_element && has_element {
                    explanation = explanation.without_note(); // the note lists the element types
                }
            }
            _ if reader.has_gaps => {
                explanation.say("strides with gaps have no layout: pad the dimension");
            }
            _ if in_order && label::is_blocked(found) => {
                explanation.say("the chapter on formats, `docs/formats.md`, has blocked formats");
            }
            None if matches!(kind, ErrorKind::NotAnArray(NotAnArray::Tuple))
                && rest.contains("):(") =>
            {
                explanation.say("the chapter on formats, `docs/formats.md`, has CuTe's modes");
                explanation = explanation.without_note();
            }
            _ if in_order => {
                let mut order = ArrayString::<64>::new();
                let order = order.list(default_order(rank).as_slice()).as_str();
                explanation.say(&format!(
                    "write a number for each dimension, the most minor first; row-major is `{order}`"
                ));
            }
            None if no_element => {
                if let Some(layout) = suggestion(text, true, &mut Reader::default())
                    && layout.contains('?')
                    && !self.holes
                {
                    explanation.say(&format!(
                        "write each `?` of `{layout}` as a number, or as its bound: `<=8`"
                    ));
                    explanation = explanation.without_note();
                }
            }
            _ => {}
        }
        explanation
    }
}

/// The layout that a text is with ASCII characters in place of those that look like them, and
/// whether it has an element type.
fn in_ascii(text: &str, holes: bool) -> Option<(String, bool)> {
    let text = look_alike::in_ascii(text);
    let layout = text.trim();
    if layout.len() <= MAX_LEN && Parser::run(layout, holes).mistakes.is_empty() {
        return Some((layout.into(), true));
    }
    let mut reader = Reader::default();
    let layout = suggestion(&text, holes, &mut reader)?;
    Some((layout, reader.element.is_some()))
}

/// The layout that `text` means, in XLA's notation. With `holes`, [`HOLE`](super::HOLE) and
/// a number stand for a hole.
fn suggestion<'a>(text: &'a str, holes: bool, reader: &mut Reader<'a>) -> Option<String> {
    reader.unknowns = holes;
    reader.read(&node::nodes(text)?)?;
    let written = written(reader)?;
    let accepted = Parser::run(&written, holes).mistakes.is_empty();
    (accepted && written.len() <= MAX_LEN).then_some(written)
}

/// Writes the layout that was read.
fn written(read: &Reader<'_>) -> Option<String> {
    let dims = read.dims.as_ref()?;
    let element: Cow<'_, str> = match read.element {
        Some(element) if element.exact => element.name.into(),
        Some(element) => element::in_case_of(element.name, element.kind),
        None => "f32".into(),
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
