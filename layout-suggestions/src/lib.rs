//! What to write instead of a text with an error: an entry, an element type, or
//! the layout that a text in another notation means.
//!
//! The rule: a layout is suggested only if each token of the text is read in a way that is known,
//! and has no second meaning that is in use. What a help says to write, a user pastes, and it compiles;
//! a token that it drops is a layout of other data.
//!
//! - `Reader::take` is called for each token that is read. `Reader::read` refuses a text with a token
//!   that is not taken, so that a token which no function knows cannot get lost.
//! - Text after the layout is dropped only if `tail` knows it: a comment, an instruction of HLO, another
//!   array.
//! - Names with two meanings are not read: `f8`, or `float` of Python outside of its libraries.
//! - A `Whole` is the only layout that can be suggested, and the grammar accepts it.
//!
//! Depend on `tiled-layout` instead, whose feature `suggestions` has `suggestion`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
#[macro_use]
extern crate std;

mod arithmetic;
mod call;
mod contained;
mod element;
mod entry;
mod escapes;
mod expression;
mod fortran;
mod groups;
mod label;
mod labelled;
mod lists;
mod marks;
mod names;
mod node;
mod order;
mod reader;
mod section_name;
mod systems;
mod tail;
mod whole;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use label::Format;
use layout_core::parse::element_alias::{self, Guess};
use layout_core::parse::error::ParseError;
use layout_core::parse::{HOLE, Parsed};
use layout_core::spec::default_order;
use layout_core::spec::error_kind::{ErrorKind, Expected, NotAnArray, What};
use layout_core::spec::message::Explanation;
use layout_core::spec::section::Section;
use layout_core::util::array_string::ArrayString;
use reader::Reader;
pub use systems::system;
use whole::Whole;

/// What to write instead of a text that is not a layout; `None` for a layout, and if nothing
/// is certain.
///
/// [`Layout::parse`](https://docs.rs/tiled-layout) names the token in error and what is expected
/// there. This function reads the whole text, and knows the notations of other systems.
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

/// The message of the first error in `text`, with what to write instead; `None` for a layout.
#[doc(hidden)]
#[must_use]
pub fn first_explanation(text: &str) -> Option<Explanation> {
    let parsed = Parsed::of(text);
    (parsed.mistakes() > 0).then(|| explanation(&parsed, text, 0, &[]))
}

/// The error of `text` as it displays, with the help that depends on the whole text.
#[doc(hidden)]
#[must_use]
pub fn shown(text: &str, error: &ParseError) -> String {
    match first_explanation(text) {
        Some(explanation) => error.shown_with(&explanation).to_string(),
        None => error.to_string(),
    }
}

/// Calls of other systems whose arguments are not sizes: dimensions of MLIR's
/// `(d0, d1) -> (d1, d0)`, and element types.
const CALLS: [&str; 3] = ["affine_map", "MakeShape", "memory::desc"];

/// A text with holes, without those whose names another system has for an element type, as in
/// `zeros((3, 5), float32)`. The holes of a layout may have such names.
fn with_names(text: &str, names: &[&str]) -> String {
    let mut named = text.to_string();
    let call = CALLS.iter().any(|call| text.contains(call));
    for (number, name) in names.iter().enumerate().rev() {
        let digits = name.ends_with(|c: char| c.is_ascii_digit());
        let other = digits && element::exact(name).is_none();
        if call || other && element_alias::of_path(name, "").is_some() {
            named = named.replace(&format!("{}{number}", char::from(HOLE)), name);
        }
    }
    named
}

/// The message of one of the errors in `text`, which is the parsed text, with what to write
/// instead. `names` has the user's text of each hole.
#[doc(hidden)]
#[must_use]
pub fn explanation(parsed: &Parsed, text: &str, number: usize, names: &[&str]) -> Explanation {
    let error = parsed.mistake(text, number);
    let (kind, span) = (*error.kind(), error.range());
    let (before, rest) = text.split_at(span.start);
    let (found, after) = rest.split_at(span.end - span.start);
    let mut explanation = Explanation::new(kind, found.as_bytes());
    let rank = parsed.spec.dims.len();
    if let Some(help) = entry::help(kind, [before, found, after], rank) {
        explanation.say(&help);
        return explanation;
    }
    if let Some(plain) = escapes::unescaped(text)
        && let Some(whole) = Whole::in_ascii(&plain, parsed.holes)
    {
        whole.suggest(&mut explanation);
        return explanation.without_note();
    }
    if matches!(kind, ErrorKind::LookAlike) {
        if let Some(whole) = Whole::in_ascii(text, parsed.holes) {
            whole.suggest(&mut explanation);
        }
        return explanation;
    }
    let mut guess = None;
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
        let second = &word[..end.unwrap_or(word.len())];
        guess = match element::in_two_words(found, second) {
            Some(element) => Some(Guess::One(element)),
            None if after.starts_with(' ') && element::changes_type(second) => None,
            None => element_alias::guess(found),
        };
    } else if matches!(kind, ErrorKind::NoElement) {
        let end = rest.find('[').unwrap_or(rest.len());
        let name = rest[..end].trim();
        let quoted = name.strip_prefix(['"', '\'']);
        let quoted = quoted.and_then(|name| name.strip_suffix(['"', '\'']));
        guess = element::of_numpy(name)
            .or_else(|| element::backwards(name))
            .or_else(|| {
                quoted
                    .filter(|name| name.len() > 2)
                    .and_then(element::known)
            })
            .map(Guess::One);
    }
    if matches!(found, "tensor" | "memref" | "vector") {
        let help = "write the element type, then each dimension: `f32[3,5]`, `f32[]` for a scalar";
        explanation.say(help);
        explanation = explanation.without_note();
    }
    if let Some(guess) = guess {
        explanation.say(&guess.help(found));
        explanation = explanation.without_note();
    }
    if guess.is_none()
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
    // `rows=3`
    let named = matches!(kind, ErrorKind::Name(What::Dimension))
        && after.trim_start().starts_with(['=', ':']);
    if !another && !named && !takes_suggestion(parsed, kind, guess.is_some()) {
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
    if trailing && label::is_rearranged(rest) {
        explanation.say("write the layout of the result");
        return explanation;
    }
    if let Some(help) = instead_of_rest(rest).filter(|_| trailing) {
        explanation.say(help);
    }
    let named = with_names(text, names);
    let mut reader = Reader::new(&named, parsed.holes);
    let whole = Whole::of(&mut reader);
    match whole {
        Some(whole) => {
            let tuple = matches!(kind, ErrorKind::NotAnArray(NotAnArray::Tuple));
            let has_element = whole.has_element;
            if tuple && reader.has_end() || reader.in_tuple {
                explanation.say(&format!("write one of its arrays: `{}`", whole.layout()));
            } else if trailing && before.trim() == whole.layout() {
                if !tail::is_array(rest) {
                    explanation.say("remove all text after the layout");
                }
            } else if has_element || guess.is_none() {
                whole.suggest(&mut explanation);
            }
            if no_element && has_element {
                explanation = explanation.without_note(); // the note lists the element types
            }
        }
        _ if reader.has_gaps => {
            explanation.say("strides with gaps have no layout: pad the dimension");
        }
        _ if reader.either.is_some() => {
            explanation.say(&reader.either.map(either).unwrap_or_default());
            explanation = explanation.without_note();
        }
        _ if in_order && label::is_blocked(found) && systems::help(found).is_some() => {
            explanation.say(&systems::help(found).unwrap_or_default());
        }
        _ if in_order && label::is_blocked(found) => {
            explanation.say("the chapter on formats, `docs/formats.md`, has blocked formats");
        }
        None if matches!(kind, ErrorKind::NotAnArray(NotAnArray::Tuple)) => {
            if let Some(help) = systems::help(text) {
                explanation.say(&help);
                explanation = explanation.without_note();
            }
        }
        _ if in_order => {
            let mut order = ArrayString::<64>::new();
            let order = order.list(default_order(rank).as_slice()).as_str();
            explanation.say(&format!(
                "write a number for each dimension, the most minor first; row-major is `{order}`"
            ));
        }
        None if no_element && guess.is_none() => {
            let help = contained::help(text, parsed.holes)
                .or_else(|| contained::without_attribute(text, parsed.holes));
            if let Some(help) = help.or_else(|| systems::help(text)) {
                explanation.say(&help);
                return explanation.without_note();
            }
            if let Some(element) = element::first_in(after) {
                let name = element.name();
                explanation.say(&format!(
                    "write the element type `{name}`, then the dimensions, such as `{name}[3,5]`"
                ));
                explanation = explanation.without_note();
            }
            if let Some(whole) = Whole::of(&mut Reader::new(&named, true))
                && whole.layout().contains('?')
                && !parsed.holes
            {
                explanation.say(&format!(
                    "write each `?` of `{}` as a number, or as its bound: `<=8`",
                    whole.layout()
                ));
                explanation = explanation.without_note();
            }
        }
        _ => {}
    }
    explanation
}
/// Whether the help for an error is the whole corrected layout.
fn takes_suggestion(parsed: &Parsed, kind: ErrorKind, nearest: bool) -> bool {
    match kind {
        // The help names the missing part, unless there are other errors.
        ErrorKind::Unclosed { .. } | ErrorKind::Expected(Expected::SectionsColon) => parsed.hidden,
        ErrorKind::UnknownElement => parsed.lost() || !nearest,
        ErrorKind::RepeatedSection { section } => section == Section::Tiles,
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

/// The two orders that a memory format such as `nhwc` may mean.
fn either(format: Format) -> String {
    let mut lists = [ArrayString::<64>::new(), ArrayString::new()];
    let order: Vec<usize> = format.major_to_minor.iter().rev().copied().collect();
    lists[0].list(&order);
    lists[1].list(default_order(order.len()).as_slice());
    format!(
        "if the dimensions are {}, write `{{{}}}`; if they are in the order of the name, `{{{}}}`",
        format.logical, lists[0], lists[1]
    )
}

/// What to write instead of the text after a layout, if that is no part of a layout.
fn instead_of_rest(rest: &str) -> Option<&'static str> {
    if tail::is_array(rest) {
        return Some("remove one of the arrays: each has a layout of its own");
    }
    tail::is_separate(rest).then_some("remove all text after the layout")
}
