//! The parts of a layout's text, each with its meaning.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::util::words::{count, grouped, joined, sizes};

use super::scene::Scene;
use super::summary::{Part, letters, named, number_word, order_letters, plural, width_text};

/// A part of the text; `callout` is `None` for punctuation.
#[derive(Debug)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) part: Part,
    pub(crate) callout: Option<Callout>,
}

/// The meaning of a part of the text.
#[derive(Debug)]
pub(crate) struct Callout {
    pub(crate) name: String,
    /// The short name, for narrow callouts.
    pub(crate) short: String,
    /// The meaning, in one or two lines.
    pub(crate) meaning: Vec<String>,
}

/// Returns the parts of a layout's canonical text, in order.
pub(crate) fn tokens(scene: &Scene<'_>) -> Vec<Token> {
    let layout = scene.layout;
    let text = layout.to_string();
    let (element, rest) = text.split_at(text.find('[').unwrap_or(text.len()));
    let (dims, rest) = rest.split_at(rest.find(']').map_or(rest.len(), |end| end + 1));
    let mut tokens = vec![
        token(element, Part::Type, "type", width_meaning(layout)),
        token(dims, Part::Dims, "dimensions", dims_meaning(scene)),
    ];
    let body = rest.strip_prefix('{');
    let Some(body) = body.and_then(|rest| rest.strip_suffix('}')) else {
        return tokens;
    };
    let (order, sections) = body.split_once(':').unwrap_or((body, ""));
    match order {
        "" => tokens.push(mark("{")),
        _ => tokens.push(token(
            &format!("{{{order}"),
            Part::Order,
            "minor to major",
            order_meaning(scene),
        )),
    }
    if body.contains(':') {
        tokens.push(mark(":"));
    }
    // Each section, and each tile, ends with a parenthesis.
    let mut sections = sections.split_inclusive(')');
    for (tile, text) in (0..layout.tiles().len()).zip(&mut sections) {
        tokens.push(tile_token(scene, text, tile));
    }
    for (count, name, meaning) in others(layout) {
        let text: String = sections.by_ref().take(count).collect();
        tokens.push(token(&text, Part::Type, name, meaning));
    }
    tokens.push(mark("}"));
    tokens
}

fn token(text: &str, part: Part, name: &str, meaning: Vec<String>) -> Token {
    Token {
        text: text.into(),
        part,
        callout: Some(Callout {
            name: name.into(),
            short: match name {
                "dimensions" => "sizes".into(),
                "minor to major" => "order".into(),
                "memory space" => "space".into(),
                _ => name.replace("inner tile", "inner"),
            },
            meaning,
        }),
    }
}

fn mark(text: &str) -> Token {
    Token {
        text: text.into(),
        part: Part::Type,
        callout: None,
    }
}

/// Returns the width of an element, and how many share a byte.
fn width_meaning(layout: &CheckedSpec) -> Vec<String> {
    let bits = layout.element_bits();
    match 8 / bits.max(1) {
        0 | 1 => vec![width_text(bits), "each".into()],
        shared => vec![
            format!("{}:", width_text(bits)),
            format!("{} share a byte", number_word(shared)),
        ],
    }
}

fn dims_meaning(scene: &Scene<'_>) -> Vec<String> {
    let dynamic = scene.layout.spec.dynamic;
    let size = |dim: usize, size: usize, noun: &str| {
        let bound = if dynamic & 1 << dim != 0 {
            "up to "
        } else {
            ""
        };
        format!("{bound}{} {}", grouped(size), plural(size, noun))
    };
    match *scene.layout.dims() {
        [] => vec!["none: one".into(), "element".into()],
        [x] => vec![format!("{} x", size(0, x, "element"))],
        [y, x] => vec![
            format!("{} y,", size(0, y, "row")),
            format!("{} x", size(1, x, "column")),
        ],
        ref dims => {
            let letters = letters(dims.len());
            let bounds = (0..dims.len()).filter(|dim| dynamic & 1 << dim != 0);
            let bounds: Vec<&str> = bounds.map(|dim| &*letters[dim]).collect();
            let note = if bounds.is_empty() {
                String::new()
            } else {
                format!("; {} at most", bounds.join(", "))
            };
            vec![
                sizes(dims).to_string(),
                format!("as {}{note}", letters.join(", ")),
            ]
        }
    }
}

fn order_meaning(scene: &Scene<'_>) -> Vec<String> {
    if scene.layout.rank() == 0 {
        return vec![];
    }
    let (minor, rest) = order_letters(scene.layout);
    if rest.is_empty() {
        vec![format!("{minor} alone")]
    } else {
        vec![format!("{minor} fastest,"), format!("then {rest}")]
    }
}

fn tile_token(scene: &Scene<'_>, text: &str, number: usize) -> Token {
    let tiles = scene.layout.tiles();
    let (rows, columns) = scene.plane.tile();
    let tile = &tiles[number];
    let entries = named(tile);
    if number == 0 {
        let meaning = match (&tile[..], &entries[..]) {
            (_, _) if entries.len() < tile.len() => vec![
                "* joins a dimension with".into(),
                format!("the next; then {}", sizes(&entries)),
            ],
            (_, &[only]) => vec![format!("tiles of {}", grouped(only)), "elements".into()],
            (_, &[_, _]) if scene.plane.down.is_some() => vec![
                format!("tiles of {}", count(rows, "row")),
                format!("by {}", count(columns, "column")),
            ],
            _ => vec!["tiles of".into(), sizes(&entries).to_string()],
        };
        return token(text, Part::Tile, "tile", meaning);
    }
    let meaning = match entries[..] {
        [2, 1] => vec!["pairs of rows".into(), "are interleaved".into()],
        [rows, 1] if entries.len() == tile.len() => vec![
            format!("groups of {} rows", grouped(rows)),
            "are interleaved".into(),
        ],
        [only] => vec!["rows of".into(), grouped(only).to_string()],
        _ => vec![
            "each tile is cut".into(),
            format!("again by {}", sizes(&entries)),
        ],
    };
    let name = match tiles.len() {
        2 => "inner tile".to_string(),
        _ => format!("inner tile {number}"),
    };
    token(text, Part::Inner, &name, meaning)
}

/// Returns the sections without a panel, in the order of the text: the number of parentheses,
/// the name and the meaning.
fn others(layout: &CheckedSpec) -> Vec<(usize, &'static str, Vec<String>)> {
    let spec = &layout.spec;
    let mut others = Vec::new();
    if spec.align != 1 {
        let whole: usize = layout.physical_dims().iter().product();
        let tail = match layout.padded_len().saturating_sub(whole) {
            0 => "none added".into(),
            tail => format!("{} added at the end", grouped(tail)),
        };
        let multiple = format!("a multiple of {}:", grouped(spec.align));
        others.push((1, "length", vec![multiple, tail]));
    }
    if spec.bits.is_some() {
        others.push((1, "width", width_meaning(layout)));
    }
    if spec.space != 0 {
        let number = format!("number {};", spec.space);
        others.push((1, "memory space", vec![number, "0 is the default".into()]));
    }
    if !spec.splits.is_empty() {
        let letters = letters(layout.rank());
        let order = layout.minor_to_major();
        let splits = spec.splits.iter().map(|split| {
            let letter = &letters[order[order.len() - 1 - split.dimension]];
            format!("{letter} at {}", joined(&split.indices, ", "))
        });
        let count = spec.splits.len();
        let splits = format!("{},", splits.collect::<Vec<_>>().join(" and "));
        others.push((count, "split", vec![splits, "between memories".into()]));
    }
    if spec.prefix != 0 {
        let bytes = format!("{} bytes", grouped(spec.prefix));
        others.push((1, "metadata", vec![bytes, "before the data".into()]));
    }
    if spec.pad.is_some() {
        others.push((1, "padding", vec!["widened first".into()]));
    }
    others
}
