//! Rule 1: one token of the grammar is wrong, or a few.
//!
//! The corrections of a text are searched, and the grammar is the judge: at the first error, each edit
//! of [`edits`] gives another text, which is parsed again. The layout that fewest edits reach is
//! offered if it is the only one.

use alloc::string::String;
use alloc::vec::Vec;

use super::edits::edits;
use layout_core::parse::Parsed;
use layout_core::util::look_alike;

/// The longest text that is corrected, and the longest correction, in bytes.
const MAX_LEN: usize = 320;
/// The longest layout that fits the message, in bytes.
const MAX_LAYOUT_LEN: usize = 191;
/// The most edits of one text.
const MAX_EDITS: usize = 6;
/// The most texts that are parsed.
const MAX_TEXTS: usize = 192;

/// Escapes of HTML, Markdown and LaTeX.
const ESCAPES: [(&str, &str); 12] = [
    ("\\times", ","),
    ("\\langle", "<"),
    ("\\rangle", ">"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&#91;", "["),
    ("&#93;", "]"),
    ("&#123;", "{"),
    ("&#125;", "}"),
    ("&nbsp;", " "),
    ("&quot;", ""),
    ("\\", ""),
];

/// Reads a text, perhaps with holes.
pub(super) const fn parsed(text: &str, holes: bool) -> Parsed {
    match holes {
        true => Parsed::from_macro(text),
        false => Parsed::of(text),
    }
}

/// Returns true if a text has escapes.
pub(super) fn is_escaped(text: &str) -> bool {
    ESCAPES.iter().any(|(escape, _)| text.contains(escape))
}

/// The text with ASCII characters in place of escapes and of those that look like them, without
/// the quotes around it.
fn plain(text: &str) -> String {
    let ascii = |c: char| match look_alike::ascii(c.into()) {
        Some(0) => None,
        Some(found) => Some(found.into()),
        None => Some(c),
    };
    let replaced = |text: String, (escape, plain): &(&str, &str)| text.replace(escape, plain);
    let text = ESCAPES.iter().fold(text.into(), replaced);
    let text: String = text.chars().filter_map(ascii).collect();
    let mut inside = text.trim();
    while let Some(within) = ['"', '\'', '`', '*', '_']
        .iter()
        .find_map(|&quote| inside.strip_prefix(quote)?.strip_suffix(quote))
    {
        inside = within.trim();
    }
    inside.into()
}

/// The only layout that fewest edits make of a text.
pub(super) fn corrected(text: &str, holes: bool) -> Option<String> {
    (text.len() <= MAX_LEN).then_some(())?;
    let mut texts = alloc::vec![plain(text)];
    let mut tried = 0;
    for _ in 0..=MAX_EDITS {
        let mut layouts: Vec<(Parsed, &str)> = Vec::new();
        let mut next: Vec<String> = Vec::new();
        for text in &texts {
            let parsed = parsed(text, holes);
            if parsed.mistakes() == 0 {
                if !layouts.iter().any(|(other, _)| same(other, &parsed)) {
                    layouts.push((parsed, text));
                }
                continue;
            }
            for edited in edits(text, &parsed).into_iter().flatten() {
                if edited.len() <= MAX_LEN && !next.contains(&edited) && !texts.contains(&edited) {
                    next.push(edited);
                }
            }
        }
        match &layouts[..] {
            [] => {}
            [(_, layout)] => {
                let layout: String = layout.split_whitespace().collect();
                return (layout.len() <= MAX_LAYOUT_LEN).then_some(layout);
            }
            _ => return None,
        }
        tried += texts.len();
        if tried + next.len() > MAX_TEXTS {
            return None;
        }
        texts = next;
    }
    None
}

/// Returns true if two texts without errors are the same layout.
fn same(a: &Parsed, b: &Parsed) -> bool {
    (a.spec, a.dim_holes, a.tile_holes) == (b.spec, b.dim_holes, b.tile_holes)
}
