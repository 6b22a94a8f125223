//! What to write instead of a text with an error.
//!
//! Four rules, in this order:
//!
//! 1. `token`: a token of the grammar is wrong. The correction is offered if it is the only reading.
//! 2. `contained`: the text contains a complete layout, such as a line of HLO. The first one is offered.
//! 3. `element`: the name of an element type in another system, or a misspelling.
//! 4. `systems`: another system's notation is named, with the command that converts it.
//!
//! What a help says to write, a user pastes, and it compiles: a whole layout is offered only if the grammar
//! accepts it. A token with information, such as a number, is never dropped silently, because the rest
//! is a layout of other data.
//!
//! Depend on `tiled-layout` instead, whose feature `suggestions` has `suggestion`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
#[macro_use]
extern crate std;

mod arithmetic;
mod contained;
mod edits;
mod element;
mod entry;
mod order;
mod section_name;
mod systems;
mod text;
mod token;

use alloc::format;
use alloc::string::{String, ToString};

use layout_core::parse::Parsed;
use layout_core::parse::error::ParseError;
use layout_core::spec::default_order;
use layout_core::spec::error_kind::{ErrorKind, Expected, NotAnArray, What};
use layout_core::spec::message::Explanation;
use layout_core::spec::section::Section;
pub use systems::system;
use text::list;

/// What to write instead of a text that is not a layout; `None` for a layout, and if nothing
/// is certain.
///
/// [`Layout::parse`](https://docs.rs/tiled-layout) names the token in error and what is expected
/// there. This function reads the whole text, and knows the names of other systems.
///
/// # Examples
///
/// ```
/// use tiled_layout::suggestion;
///
/// let help = |text| suggestion(text).unwrap_or_default();
/// assert_eq!(help("f32[3,5]<1,0>:T(2,2)"), "write `f32[3,5]<1,0:T(2,2)>`");
/// assert_eq!(help("tensor<8x128xbf16>"), "write `bf16[8,128]`");
/// assert_eq!(suggestion("f32[3,5]{1,0:T(2,2)}"), None);
/// ```
#[must_use]
pub fn suggestion(text: &str) -> Option<String> {
    Some(first_explanation(text)?.help()?.to_string())
}

/// Returns the message of the first error in `text`, with what to write instead; `None` for a
/// layout.
#[doc(hidden)]
#[must_use]
pub fn first_explanation(text: &str) -> Option<Explanation> {
    let parsed = Parsed::of(text);
    (parsed.mistakes() > 0).then(|| explanation(&parsed, text, 0))
}

/// Returns the error of `text` as it displays, with the help that depends on the whole text.
#[doc(hidden)]
#[must_use]
pub fn shown(text: &str, error: &ParseError) -> String {
    match first_explanation(text) {
        Some(explanation) => error.shown_with(&explanation).to_string(),
        None => error.to_string(),
    }
}

/// Returns the message of one of the errors in `text`, which is the parsed text, with what to
/// write instead.
#[doc(hidden)]
#[must_use]
pub fn explanation(parsed: &Parsed, text: &str, number: usize) -> Explanation {
    let error = parsed.mistake(text, number);
    let (kind, span) = (*error.kind(), error.range());
    let parts = [&text[..span.start], &text[span.clone()], &text[span.end..]];
    let mut explanation = Explanation::new(kind, parts[1].as_bytes());
    let Some(help) = help(parsed, text, kind, parts) else {
        return explanation;
    };
    explanation.say(&help);
    // The note lists the element types.
    let unknown = matches!(kind, ErrorKind::UnknownElement | ErrorKind::NoElement);
    if unknown && !help.contains("that you mean") {
        explanation.without_note()
    } else {
        explanation
    }
}

/// What to write instead of `found`, between `before` and `after`; `None` if the grammar's own
/// help is the best one.
fn help(
    parsed: &Parsed,
    text: &str,
    kind: ErrorKind,
    [before, found, after]: [&str; 3],
) -> Option<String> {
    let (holes, rank) = (parsed.holes, parsed.spec.dims.len());
    if let Some(help) = entry::help(kind, [before, found, after], rank) {
        return Some(help);
    }
    let rest = &text[before.len()..];
    let unknown = matches!(kind, ErrorKind::UnknownElement | ErrorKind::NoElement);
    let element = unknown.then(|| element::help(rest, found)).flatten();
    if (token::is_escaped(text) || is_for_whole(parsed, kind, after, element.is_some()))
        && let Some(layout) = token::corrected(text, holes)
    {
        return Some(if before.trim() == layout {
            "remove all text after the layout".into()
        } else {
            format!("write `{layout}`")
        });
    }
    if element.is_some() {
        // Other errors may mean that the text is a call or a declaration.
        let jaxtyping = after.starts_with("[Array") || after.starts_with("[Tensor");
        let system = (parsed.lost() || jaxtyping)
            .then(|| systems::help(text))
            .flatten();
        return system.or(element);
    }
    match kind {
        ErrorKind::TrailingText => contained::after(rest).or_else(|| systems::help(rest)),
        ErrorKind::NotAnArray(NotAnArray::Tuple) => contained::first(text, holes)
            .map(|layout| format!("write one of its arrays: `{layout}`"))
            .or_else(|| systems::help(text))
            .or_else(|| example(text, found, after, holes).filter(|_| found.starts_with('('))),
        ErrorKind::NotAnArray(NotAnArray::BufferShape) => {
            contained::first(text, holes).map(|layout| format!("write `{layout}`"))
        }
        ErrorKind::Expected(Expected::Layout) => systems::help(rest),
        ErrorKind::NoDimensions | ErrorKind::WrongBracket { expected: '[' } => systems::help(text),
        _ if unknown => contained::help(text, holes)
            .or_else(|| systems::help(text))
            .or_else(|| example(text, found, after, holes))
            .or_else(|| element::first_in(after)),
        ErrorKind::OrderName
        | ErrorKind::Name(What::Order)
        | ErrorKind::NotLiteral(What::Order)
        | ErrorKind::Expected(Expected::SectionsColon)
        | ErrorKind::NotANumber(What::Order) => order::unclear(before, found)
            .or_else(|| systems::help(found))
            .or_else(|| systems::converted(rest))
            .or_else(|| any_order(kind, rank)),
        _ => None,
    }
}

/// Returns an order to write in place of a word that names none.
fn any_order(kind: ErrorKind, rank: usize) -> Option<String> {
    let by_name = matches!(kind, ErrorKind::OrderName | ErrorKind::Expected(_));
    let order = list(default_order(rank).as_slice());
    (!by_name && rank > 0).then(|| {
        format!("write a number for each dimension, the most minor first; row-major is `{order}`")
    })
}

/// Returns the layout with an example of an element type, if only that is not known.
fn example(text: &str, found: &str, after: &str, holes: bool) -> Option<String> {
    if found.starts_with(|c: char| c.is_ascii_digit()) || element::first_in(after).is_some() {
        return None;
    }
    let bare = text.trim().trim_start_matches('(').trim_end_matches(')');
    let layout = match after.trim_start() {
        dims if dims.starts_with('[') => format!("f32{dims}"),
        _ if bare.starts_with('[') => format!("f32{bare}"),
        _ => format!("f32[{bare}]"),
    };
    let layout = token::corrected(&layout, holes)?;
    Some(format!(
        "write the element type that you mean, such as in `{layout}`"
    ))
}

/// Returns true if the help for an error is the whole corrected layout, rather than the correction
/// of the token.
fn is_for_whole(parsed: &Parsed, kind: ErrorKind, after: &str, has_element: bool) -> bool {
    match kind {
        // The help names the missing part, unless there are other errors.
        ErrorKind::Unclosed { .. } | ErrorKind::Expected(Expected::SectionsColon) => parsed.hidden,
        ErrorKind::UnknownElement => parsed.lost() || !has_element,
        ErrorKind::RepeatedSection { section } => section == Section::Tiles,
        ErrorKind::Quoted(what) => matches!(what, What::Dimension | What::Order | What::Tile),
        // `pad=(8,128)`: the case is not the only mistake.
        ErrorKind::SectionCase { .. } => !after.starts_with('('),
        // `rows=3`
        ErrorKind::Name(What::Dimension) => after.trim_start().starts_with(['=', ':']),
        ErrorKind::OrderRange { .. }
        | ErrorKind::Negative(What::Order)
        | ErrorKind::Name(What::Order)
        | ErrorKind::NotLiteral(What::Order)
        | ErrorKind::Suffix(What::Order)
        | ErrorKind::Fraction(What::Order)
        | ErrorKind::LookAlike
        | ErrorKind::SectionOrder { .. }
        | ErrorKind::SectionSeparator => true,
        kind => kind.hides_rest(),
    }
}
