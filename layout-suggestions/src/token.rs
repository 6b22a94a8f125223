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
const ESCAPES: [(&str, &str); 13] = [
    ("&times;", ","),
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
    if holes {
        Parsed::from_macro(text)
    } else {
        Parsed::of(text)
    }
}

/// Returns true if a text has escapes.
pub(super) fn is_escaped(text: &str) -> bool {
    ESCAPES.iter().any(|(escape, _)| text.contains(escape))
}

/// Returns the text with ASCII characters in place of escapes and of those that look like them,
/// without the quotes around it.
fn plain(text: &str) -> String {
    let ascii = |c: char| match look_alike::ascii(c.into()) {
        _ if c == '×' => Some('x'),
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

/// Returns the only layout that fewest edits make of a text.
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

#[cfg(test)]
mod tests {
    use super::corrected;

    /// Texts in error, and the layout if there is only one that fewest edits reach.
    #[test]
    fn corrections() {
        for (text, layout) in [
            // Brackets.
            ("f32(8,128)", "f32[8,128]"),
            ("f32 8,128", "f32[8,128]"),
            ("f32[8][128]", "f32[8,128]"),
            ("[8,128] f32", "f32[8,128]"),
            ("f32[[8,128]]{1,0}", "f32[8,128]{1,0}"),
            ("f32[8,128]{(1,0)}", "f32[8,128]{1,0}"),
            ("f32[8,128](1,0)", "f32[8,128]{1,0}"),
            ("f32[8,128][1,0:T[8,128]", "f32[8,128]{1,0:T(8,128)}"),
            ("f32[8,128}{1,0:T(8,128", "f32[8,128]{1,0:T(8,128)}"),
            (
                "f32[8,128]{1,0:T((8,128),(2,1))}",
                "f32[8,128]{1,0:T(8,128)(2,1)}",
            ),
            // The colon, and parts that stand after the layout.
            ("f32[8,128]{1,0 T(8,128)}", "f32[8,128]{1,0:T(8,128)}"),
            (
                "f32[8,128]<1,0>:T(8,128)S(1)",
                "f32[8,128]<1,0:T(8,128)S(1)>",
            ),
            ("f32[8,128]T(8,128)", "f32[8,128]{1,0:T(8,128)}"),
            ("f32[8,128]:{1,0}", "f32[8,128]{1,0}"),
            // The order of the sections, and their names.
            (
                "s4[8,128]{1,0:S(1)E(4)T(8,128)}",
                "s4[8,128]{1,0:T(8,128)E(4)S(1)}",
            ),
            (
                "s4[8,128]{1,0:T(8,128)E(4)(2,1)}",
                "s4[8,128]{1,0:T(8,128)(2,1)E(4)}",
            ),
            (
                "f32[8,128]{1,0:T(8,128)T(2,1)}",
                "f32[8,128]{1,0:T(8,128)(2,1)}",
            ),
            (
                "f32[8,128]{1,0:tile=8x128,space=1}",
                "f32[8,128]{1,0:T(8,128)S(1)}",
            ),
            ("f32[8,128]{1,0:T8,128}", "f32[8,128]{1,0:T(8,128)}"),
            ("f32[8,128]{1,0:Y(8,128)}", "f32[8,128]{1,0:T(8,128)}"),
            // minor_to_major.
            ("f32[8,128]{major_to_minor=(1,0)}", "f32[8,128]{0,1}"),
            ("f32[8,128]{order='F'}", "f32[8,128]{0,1}"),
            ("f32[8,128]{2,1}", "f32[8,128]{1,0}"),
            ("f32[8,128]{-1,-2}", "f32[8,128]{1,0}"),
            ("f32[8,128]{1->0}", "f32[8,128]{1,0}"),
            ("col-major f32[8,128]", "f32[8,128]{0,1}"),
            // Escapes, look-alike characters and spellings of numbers.
            ("f32\\[8 \\times 128\\]", "f32[8,128]"),
            ("f32[8,128]&lt;1,0&gt;", "f32[8,128]<1,0>"),
            ("“f32［8，128］”", "f32[8,128]"),
            ("f32(0x8, 1_28)", "f32[8,128]"),
            // A token with information is never dropped, and there are two readings of some.
            ("f32(8 128)", ""),
            ("f32(8-128)", ""),
            ("f32[8,128;1,0]", ""),
            ("f32[8,128](8,128)", ""),
            ("f32[8,128]:(1,8)", ""),
            ("f32[8,128]{1,0:T(8,128)} (2,1)", ""),
            ("f32[8,128]{1,0} {0,1}", ""),
            ("f32[8,128]{1,0:T(8,128)X(3)S(1)}", ""),
            ("f32[4,4,4,4]{nhwc}", ""),
            ("f32[8][0]", ""),
            ("f32(8,1S28)", ""),
            ("f328,128]{0}", ""),
            ("f32[8,128]{1,0 T8(128)}", ""),
            ("f32[max=8,128]", ""),
            ("np.float32((8, 128))", ""),
            ("{1,0} f32[8,128]", ""),
        ] {
            assert_eq!(
                corrected(text, false).as_deref().unwrap_or_default(),
                layout,
                "{text}"
            );
        }
    }

    /// A long text is not searched.
    #[test]
    fn long_texts() {
        for text in [
            "(".repeat(1 << 20),
            "f32(8, 8)".repeat(1 << 16),
            "8 8 ".repeat(70),
        ] {
            assert_eq!(corrected(&text, false), None);
        }
    }
}
