//! A text that contains a complete layout: the first array in it, and what surrounds it.

use alloc::format;
use alloc::string::String;

use super::element;
use super::reader::Reader;
use super::whole::{Whole, parsed};

/// What a text is that begins like this.
const SURROUNDINGS: [(&str, &str); 15] = [
    ("HloModule", "HLO module"),
    ("ENTRY", "HLO computation"),
    ("ROOT", "HLO instruction"),
    ("func", "MLIR function"),
    ("module", "MLIR module"),
    ("stablehlo", "MLIR operation"),
    ("MemRef", "reference of Pallas"),
    ("Ref", "reference of Pallas"),
    (">", "quotation"),
    ("|", "row of a table"),
    ("*", "emphasised text"),
    ("_", "emphasised text"),
    ("-", "item of a list"),
    ("#", "heading or comment"),
    ("//", "comment"),
];

/// What to write instead of a text that contains an array.
pub(super) fn help(text: &str, holes: bool) -> Option<String> {
    let (layout, at) = array(text, holes).or_else(|| mlir(text, holes))?;
    let before = text[..at].trim();
    let mlir = text[at..].starts_with(['t', 'm', 'v']);
    let start = |(start, _): &&(&str, &str)| before.starts_with(start);
    let surrounding = match SURROUNDINGS.iter().find(start) {
        Some((_, name)) => name,
        None if before.ends_with('=') && !mlir => "HLO instruction",
        None if before.starts_with('%') && mlir => "MLIR operation",
        None => "text",
    };
    let separate = |c: char| c.is_whitespace() || c.is_ascii_punctuation();
    let end = text[at..].rfind(|c| !separate(c)).unwrap_or_default();
    let alone = before.chars().all(separate) && text[at..].len() - end <= layout.len();
    Some(
        match alone && at + layout.len() >= text.trim_end_matches(separate).len() {
            true => format!("write `{layout}`"),
            false => format!("write `{layout}`, the first array of this {surrounding}"),
        },
    )
}

/// The first `element[dims]` with its layout, and where it begins.
fn array(text: &str, holes: bool) -> Option<(String, usize)> {
    for (open, _) in text.match_indices('[') {
        let before = &text[..open];
        let name = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        if element::exact(&before[name.len()..]).is_none() {
            continue;
        }
        let mut end = open + group(&text[open..])?;
        if text[end..].starts_with(['{', '<']) {
            end += group(&text[end..])?;
        }
        if may_go_on(&text[end..]) {
            return None;
        }
        let layout = &text[name.len()..end];
        let good = parsed(layout, holes).mistakes() == 0;
        return good.then(|| (layout.into(), name.len()));
    }
    None
}

/// Returns true if the text after an array may be another part of its layout.
fn may_go_on(after: &str) -> bool {
    after
        .trim_start()
        .starts_with([':', '(', '[', '{', '<', '.', '@'])
}

/// What to write instead of a type of MLIR with an attribute that is not known, such as
/// `tensor<8x128xf32, #sparse>`.
pub(super) fn without_attribute(text: &str, holes: bool) -> Option<String> {
    let text = text.trim();
    let (kind, attributes) = text.strip_suffix('>')?.split_once(',')?;
    let attributes = attributes.trim();
    // These may say the order or the tiles.
    let known = ["map", "#tpu", "#stablehlo", "layout"];
    let unknown = attributes.starts_with('#') && !known.iter().any(|it| attributes.contains(it));
    let start = kind.starts_with("tensor<") || kind.starts_with("memref<");
    (unknown && start).then_some(())?;
    let kind = format!("{kind}>");
    let whole = Whole::of(&mut Reader::new(&kind, holes))?;
    Some(format!(
        "write `{}`, without the attribute `{attributes}`",
        whole.layout()
    ))
}

/// The first type of MLIR, in XLA's notation, and where it begins.
fn mlir(text: &str, holes: bool) -> Option<(String, usize)> {
    let starts = ["tensor<", "memref<"].map(|name| text.find(name));
    let start = starts.into_iter().flatten().min()?;
    let open = start + "tensor".len();
    let end = open + group(&text[open..])?;
    if may_go_on(&text[end..]) {
        return None;
    }
    let whole = Whole::of(&mut Reader::new(&text[start..end], holes))?;
    Some((whole.layout().into(), start))
}

/// The length of the group at the start of a text.
fn group(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            '<' if !text[at..].starts_with("<=") => depth += 1,
            '>' if text[..at].ends_with('-') => {}
            ')' | ']' | '}' | '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + c.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::help;

    #[test]
    fn attributes_that_are_dropped() {
        for (text, help) in [
            (
                "tensor<8x128xf32, #sparse>",
                Some("write `f32[8,128]`, without the attribute `#sparse`"),
            ),
            ("memref<8x128xf32, #map0>", None),
            ("tensor<8x128xf32, #xla.layout<{0,1}>>", None),
            ("tensor<8x128xf32>", None),
        ] {
            assert_eq!(
                super::without_attribute(text, false).as_deref(),
                help,
                "{text}"
            );
        }
    }

    #[test]
    fn first_array_and_what_surrounds_it() {
        for (text, layout, surrounding) in [
            (
                "ENTRY %main (x: f32[8,128]) -> f32[8] {",
                "f32[8,128]",
                "HLO computation",
            ),
            (
                "HloModule jit_f, entry_computation_layout={(f32[8,128]{1,0:T(8,128)})->f32[]}",
                "f32[8,128]{1,0:T(8,128)}",
                "HLO module",
            ),
            (
                "ROOT add.1 = f32[8,128]{1,0} add(a, b)",
                "f32[8,128]{1,0}",
                "HLO instruction",
            ),
            (
                "add.1 = f32[8,128] add(a, b)",
                "f32[8,128]",
                "HLO instruction",
            ),
            (
                "MemRef<vmem>{f32[8,128]}",
                "f32[8,128]",
                "reference of Pallas",
            ),
            ("> f32[8,128]{1,0}", "f32[8,128]{1,0}", ""),
            ("| f32[8,128]{1,0} |", "f32[8,128]{1,0}", ""),
            ("**f32[8,128]{1,0}**", "f32[8,128]{1,0}", ""),
            (
                "| f32[8,128]{1,0} | 4 KiB |",
                "f32[8,128]{1,0}",
                "row of a table",
            ),
            (
                "%0 = stablehlo.constant dense<0.0> : tensor<8x128xf32>",
                "f32[8,128]",
                "MLIR operation",
            ),
            (
                "func.func @main(%arg0: tensor<4xf32>)",
                "f32[4]",
                "MLIR function",
            ),
            ("the array f32[8,128]", "f32[8,128]", "text"),
        ] {
            let expected = match surrounding {
                "" => format!("write `{layout}`"),
                surrounding => format!("write `{layout}`, the first array of this {surrounding}"),
            };
            assert_eq!(help(text, false), Some(expected), "{text}");
        }
        for text in [
            "",
            "x f32[",
            "x f32[3,5]{1,0}:T(8,128)",
            "x f32[3,5]{nhwc}",
            "x f32[3,5](8,128)",
            "x Ref[8]",
            "x = tensor<8x128xf32> {mhlo.layout_mode = \"{0,1}\"}",
        ] {
            assert_eq!(help(text, false), None, "{text}");
        }
    }
}
