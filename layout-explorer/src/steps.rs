//! The steps from an array to its layout.

use layout_core::util::words::sizes;
use layout_draw::Svg;
use layout_notation::explain;
use layout_runtime::{COMBINE, Layout};

use crate::cell::numbers;

/// One step.
pub(crate) struct Step {
    /// The number of tiles so far.
    pub(crate) tiles: usize,
    pub(crate) what: String,
    pub(crate) layout: Layout,
    /// True if the layout's `PAD` is a step, not written by the user.
    is_padding: bool,
}

impl Step {
    /// The picture of the step, drawn by `draw`. Its text has no `PAD` that the user did not
    /// write.
    pub(crate) fn picture(&self, draw: impl Fn(&Layout) -> Svg) -> String {
        let svg = draw(&self.layout).to_string();
        if self.is_padding {
            without_pad(&svg, &self.layout.to_string())
        } else {
            svg
        }
    }
}

/// Returns the array without tiles, with its padding, then with one more tile per step.
pub(crate) fn steps(layout: &Layout) -> Vec<Step> {
    let tiles = layout.tiles();
    let tiles: Vec<&[usize]> = tiles.iter().map(|tile| tile.as_slice()).collect();
    let mut steps = Vec::new();
    for count in 0..=tiles.len() {
        let Ok(with_tiles) = layout.with_tiles(&tiles[..count]) else {
            continue;
        };
        let mut push = |tiles, what, layout, is_padding| {
            steps.push(Step {
                tiles,
                what,
                layout,
                is_padding,
            });
        };
        let step = match count {
            0 => None,
            _ => explain(layout).tiling_steps().into_iter().nth(count - 1),
        };
        let Some(step) = step else {
            let dims = numbers(layout.dims());
            let order = numbers(&layout.minor_to_major());
            let what = format!("the array: [{dims}], most minor dimension first: {{{order}}}");
            push(0, what, with_tiles, false);
            continue;
        };
        if step.pads()
            && count == 1
            && let Some(padded) = padded(layout, &with_tiles)
        {
            let dims = with_tiles.padded_dims();
            let what = format!("pad to whole tiles: {}", sizes(&dims));
            push(0, what, padded, true);
        }
        let what = format!("tile ({}): {step}", tile_text(&step.tile));
        push(count, what, with_tiles, false);
    }
    steps
}

/// The array without tiles, padded as its tiles require.
fn padded(layout: &Layout, tiled: &Layout) -> Option<Layout> {
    let text = layout.with_tiles(&[]).ok()?.to_string();
    let (begin, colon) = match (layout.pad(), text.strip_suffix('}')?) {
        (None, begin) => (begin, if begin.contains(':') { "" } else { ":" }),
        (Some(_), _) => return None,
    };
    Layout::parse(&format!(
        "{begin}{colon}PAD({})}}",
        numbers(&tiled.padded_dims())
    ))
    .ok()
}

/// A picture whose text loses its `PAD`. The text may be in several lines.
fn without_pad(svg: &str, text: &str) -> String {
    const TITLE: &str = "<text class=\"ti\"";
    let escaped = text.replace('<', "&lt;");
    let bare = match escaped.split_once("PAD(") {
        Some((begin, _)) => format!("{}}}", begin.trim_end_matches(':')),
        None => escaped.clone(),
    };
    let mut rest = &*bare;
    let mut lines = Vec::new();
    for line in svg.lines() {
        let part = line
            .strip_prefix(TITLE)
            .and_then(|part| part.split_once('>'));
        let Some((attributes, part)) = part else {
            lines.push(line.replace(&escaped, &bare));
            continue;
        };
        let len = part.len().saturating_sub("</text>".len()).min(rest.len());
        let (part, next) = rest.split_at(len);
        rest = next;
        if len > 0 {
            lines.push(format!("{TITLE}{attributes}>{part}</text>"));
        }
    }
    lines.join("\n")
}

/// `8,128`, or `*,2`
fn tile_text(tile: &[usize]) -> String {
    let entries: Vec<String> = tile
        .iter()
        .map(|&entry| match entry {
            COMBINE => "*".into(),
            _ => entry.to_string(),
        })
        .collect();
    entries.join(",")
}
