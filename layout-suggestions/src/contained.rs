//! Rule 2: the text contains a complete layout: the first array in it, and what surrounds it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::element;
use super::systems;
use super::text::{group, has_word, is_number, list, word};
use super::token::parsed;

/// What a text is that begins with one of these words or signs.
const SURROUNDINGS: [(&str, &str); 10] = [
    ("HLO module", "HloModule"),
    ("HLO computation", "ENTRY"),
    ("HLO instruction", "ROOT"),
    ("MLIR function", "func"),
    ("MLIR module", "module"),
    ("MLIR operation", "stablehlo"),
    ("reference of Pallas", "MemRef Ref"),
    ("quotation", ">"),
    ("row of a table", "|"),
    ("heading, comment or item", "- # // * _"),
];

/// What to write instead of a text that contains an array.
pub(super) fn help(text: &str, holes: bool) -> Option<String> {
    // `8x128xf32`
    let alone = |c: char| c.is_ascii_alphanumeric() || c == '?';
    let bare = text.contains('x')
        && text.starts_with(|c: char| c.is_ascii_digit() || c == '?')
        && text.chars().all(alone);
    let wrapped = bare.then(|| format!("tensor<{text}>"));
    let text = wrapped.as_deref().unwrap_or(text);
    let found = array(text, holes);
    let mlir = found.is_none();
    let found = found.or_else(|| self::mlir(text, holes))?;
    let (layout, dropped) = (found.layout, found.dropped);
    if layout.contains('?') && !holes {
        return Some(format!(
            "write each `?` of `{layout}` as a number, or as its bound: `<=8`"
        ));
    }
    let before = text[..found.start].trim();
    let separate = |c: char| c.is_whitespace() || c.is_ascii_punctuation();
    let alone = before.chars().all(separate) && text[found.end..].chars().all(separate);
    if let Some(attributes) = dropped.filter(|_| alone) {
        return Some(format!(
            "write `{layout}`, without the attribute `{attributes}`"
        ));
    }
    if alone || before.ends_with("->") && before.len() == 2 {
        return Some(format!("write `{layout}`"));
    }
    if before.ends_with("= (") {
        return Some(format!("write one of its arrays: `{layout}`"));
    }
    // `transposed f32[3,5]`, `{1,0} f32[3,5]`
    let phrase = before
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || " -_".contains(c));
    let mut words = before.split(' ');
    if phrase && (names_a_part(before) || words.any(systems::is_format)) || before.ends_with('}') {
        return None;
    }
    let begins = |(_, starts): &&(_, &str)| starts.split(' ').any(|it| before.starts_with(it));
    let surrounding = match SURROUNDINGS.iter().find(begins) {
        Some((name, _)) => name,
        None if before.ends_with('=') && before.matches(' ').count() < 2 && !mlir => {
            "HLO instruction"
        }
        None if before.starts_with('%') && mlir => "MLIR operation",
        None => "text",
    };
    Some(format!(
        "write `{layout}`, the first array of this {surrounding}"
    ))
}

/// Returns the first array of a text, with its layout.
pub(super) fn first(text: &str, holes: bool) -> Option<String> {
    Some(array(text, holes)?.layout)
}

/// An array in a text.
struct Found<'a> {
    layout: String,
    start: usize,
    end: usize,
    /// Attributes of MLIR that XLA's notation does not have.
    dropped: Option<&'a str>,
}

/// Returns the first `element[dims]` with its layout. The element type may have another
/// system's name for a number of bits, such as `float32`.
fn array(text: &str, holes: bool) -> Option<Found<'_>> {
    for (open, _) in text.match_indices('[') {
        let before = text[..open].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let name = &text[before.len()..open];
        let alias = element::known(name).filter(|_| name.ends_with(|c: char| c.is_ascii_digit()));
        let written = match (element::exact(name), alias) {
            (Some(_), _) => name,
            (None, Some(element)) => element::in_case_of(name, element),
            (None, None) => continue,
        };
        let mut end = open + group(&text[open..])?;
        if text[end..].starts_with(['{', '<']) && !text[end..].starts_with("</") {
            end += group(&text[end..])?;
        }
        let (layout, start) = ([written, &text[open..end]].concat(), before.len());
        let good = !may_go_on(&text[end..]) && parsed(&layout, holes).mistakes() == 0;
        return good.then_some(Found {
            layout,
            start,
            end,
            dropped: None,
        });
    }
    None
}

/// Returns true if the text after an array may be another part of its layout.
fn may_go_on(after: &str) -> bool {
    let rest = after.trim_start();
    let sign = rest.starts_with([':', '(', '[', '{', '<', '.', '@']);
    sign && !rest.starts_with("</") && !rest.starts_with(". ")
}

/// Returns the first type of MLIR, in XLA's notation.
fn mlir(text: &str, holes: bool) -> Option<Found<'_>> {
    let starts = ["tensor<", "memref<", "vector<", "tensor("].map(|name| text.find(name));
    let start = starts.into_iter().flatten().min()?;
    let open = start + "tensor".len();
    let end = open + group(&text[open..])?;
    let inside = text.get(open + 1..end - 1)?;
    let (kind, attributes) = inside.split_once(',').unwrap_or((inside, ""));
    let mut rest = kind.trim();
    let mut dims: Vec<&str> = Vec::new();
    while let Some((size, after)) = rest.split_once('x')
        && let size = size.trim()
        && (size == "?" || is_number(size))
    {
        dims.push(size);
        rest = after.trim_start();
    }
    // `tensor(float)` is a type of ONNX.
    if dims.is_empty() && text[open..].starts_with('(') {
        return None;
    }
    let complex = rest
        .strip_prefix("complex<")
        .and_then(|part| part.strip_suffix('>'));
    let element = match complex {
        Some("f32") => "c64",
        Some("f64") => "c128",
        _ => element::known(rest)?.name(),
    };
    let mut layout = format!("{element}[{}]", dims.join(","));
    let attributes = attributes.trim();
    let attributes = match attributes.strip_suffix("i32") {
        Some(space) => space.trim_end_matches([' ', ':']),
        None => attributes,
    };
    // These may name the order or the tiles.
    let known = "map #tpu #stablehlo layout order blocked bounds";
    let dropped = match attributes {
        "" => None,
        space if is_number(space) => {
            let order: Vec<usize> = (0..dims.len()).rev().collect();
            layout += &format!("{{{}:S({space})}}", list(&order));
            None
        }
        it if it.starts_with('#')
            && !it.contains('{')
            && !known.split(' ').any(|part| it.contains(part)) =>
        {
            Some(it)
        }
        _ => return None,
    };
    let unknown = layout.contains('?');
    let good = !may_go_on(&text[end..]) && (unknown || parsed(&layout, holes).mistakes() == 0);
    good.then_some(Found {
        layout,
        start,
        end,
        dropped,
    })
}

/// Attributes of an instruction of HLO, and arguments that do not affect a layout.
const ATTRIBUTES: &str = "backend_config calls channel_id control-predecessors device dimensions \
    frontend_attributes index kind metadata origin replica_groups requires_grad sharding to_apply \
    weak_type";
/// Methods that leave the order of the elements as it is.
const METHODS: &str = "at clone len offset parse unwrap";
/// Methods that change the order of the elements.
const REARRANGING: &str = "T mT t transpose permute reshape swapaxes swapdims view movedim";
/// Words of a comment about the order, the tiles or another part of a layout.
const OF_LAYOUTS: &str = "major minor order til layout stride space pad align fortran was column \
    row transposed packed blocked swizzled";

/// What to write instead of the text after a layout, if that is known not to be a part of it.
pub(super) fn after(rest: &str) -> Option<String> {
    let help = if is_array(rest) {
        "remove one of the arrays: each has a layout of its own"
    } else if rest
        .trim_start()
        .strip_prefix('.')
        .is_some_and(is_rearranged)
    {
        "write the layout of the result"
    } else if is_separate(rest) {
        "remove all text after the layout"
    } else {
        return None;
    };
    Some(help.into())
}

fn is_rearranged(method: &str) -> bool {
    let end = method.find(|c: char| !c.is_ascii_alphanumeric());
    let (name, after) = method.split_at(end.unwrap_or(method.len()));
    // `.T(8,128)` is a section.
    has_word(REARRANGING, name) && !(name == "T" && after.starts_with('('))
}

/// Returns true if another array follows.
fn is_array(text: &str) -> bool {
    let text = text.trim_start_matches([' ', ',', ';', '-', '>']);
    let name = word(text);
    element::exact(name).is_some() && text[name.len()..].starts_with('[')
}

/// Returns true if the text after a layout is an instruction of HLO or the rest of one, a
/// comment, or a path or a method of Rust.
fn is_separate(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || ",;)]}>\"'`".contains(c));
    if text.chars().all(|c| c.is_ascii_punctuation()) || text.starts_with('%') {
        return true;
    }
    if let Some(path) = text.strip_prefix("::") {
        return path.starts_with(|c: char| c.is_ascii_uppercase()); // `::PADDED_LEN`
    }
    if text.starts_with("//") || text.starts_with("/*") {
        return !text.contains('{') && !names_a_part(text);
    }
    let name = word(text);
    let after = text[name.len()..].trim_start();
    if let Some(method) = name.strip_prefix('.') {
        return has_word(METHODS, method) && after.starts_with('(');
    }
    match name {
        "as" => return after.starts_with(|c: char| c.is_ascii_uppercase()), // a type of Rust
        "where" => return after.contains(':'),
        _ if has_word(ATTRIBUTES, name) => return after.starts_with('='),
        _ => {}
    }
    // Opcodes are in lower case: `copy(%x)`, `get-tuple-element(f32[3] %x)`, `parameter(0)`.
    let opcode = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let opcode = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(opcode);
    after.strip_prefix('(').is_some_and(|operands| {
        let operands = operands.trim_start();
        let first = word(operands);
        let operand = operands.starts_with(['%', ')', '(']) || is_array(operands);
        let of_number = ["constant", "loc", "parameter"].contains(&name);
        opcode
            && (operand
                || of_number
                || first.contains('.') && !first.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// Returns true if a text mentions a part of a layout.
fn names_a_part(text: &str) -> bool {
    OF_LAYOUTS.split(' ').any(|part| text.contains(part))
}

#[cfg(test)]
mod tests {
    use super::help;

    #[test]
    fn attributes_that_are_dropped() {
        for (text, expected) in [
            (
                "tensor<8x128xf32, #sparse>",
                Some("write `f32[8,128]`, without the attribute `#sparse`"),
            ),
            ("memref<8x128xf32, 1>", Some("write `f32[8,128]{1,0:S(1)}`")),
            ("memref<8x128xf32, #map0>", None),
            ("tensor<8x128xf32, #xla.layout<{0,1}>>", None),
            ("tensor<8x128xf32>", Some("write `f32[8,128]`")),
            (
                "tensor<8x?xf32>",
                Some("write each `?` of `f32[8,?]` as a number, or as its bound: `<=8`"),
            ),
        ] {
            assert_eq!(help(text, false).as_deref(), expected, "{text}");
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
            ("<b>f32[8,128]{1,0}</b>", "f32[8,128]{1,0}", "text"),
            ("ShapedArray(float32[8,128])", "f32[8,128]", "text"),
            ("{ lambda ; a:f32[8]. let b = a }", "f32[8]", "text"),
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
