//! Large vectors whose tiles are folded into rows.

use super::page::{BOLD, Page, measured};
use super::{block, boxes};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::{Shown, elide, including};
use layout_core::util::words;

/// Returns the row length into which each tile of a vector is folded, such as 128 for
/// `T(1024)(128)(2,1)`; `None` for other layouts.
pub(super) fn row_len(scene: &Scene<'_>) -> Option<usize> {
    let [tile, row, ..] = &scene.layout.tiles()[..] else {
        return None;
    };
    let has_elements = scene.layout.num_elements() > 0;
    match (&tile[..], &row[..], scene.plane.down) {
        (&[tile], &[row], None) if has_elements && row < tile && tile.is_multiple_of(row) => {
            Some(row)
        }
        _ => None,
    }
}

/// Draws the rows of the marked tile, or of the last one, which contains the padding, and the
/// meaning of later tiles.
/// Returns the y coordinate of the lower end.
pub(super) fn draw(page: &mut Page, scene: &Scene<'_>, row: usize, y: f64) -> f64 {
    let elements = scene.layout.num_elements();
    let tile = scene.layout.tiles()[0][0];
    let (rows, last) = (tile / row, (elements - 1) / tile);
    let drawn = scene.marked_tile().unwrap_or(last);
    let which = match last {
        0 => "the tile is folded".into(),
        _ => alloc::format!("each tile is folded, here tile {},", words::grouped(drawn)),
    };
    let folded = alloc::format!("{which} into {rows} rows of {row}");
    let mut y = heading(page, &alloc::format!("({row})"), &folded, y) + 16.0;
    let size = (page.room().min(384.0), 28.0);
    let marked = scene.marked_at().map(|(.., column)| column % tile / row);
    for shown in including(elide(rows, 2, 1), rows, marked.unwrap_or(0)) {
        let Shown::At(number) = shown else {
            page.dots(page.margin() + size.0 / 2.0, y + 13.0, true);
            y += 28.0;
            continue;
        };
        let first = drawn * tile + number * row;
        let held = elements.saturating_sub(first).min(row);
        let cell = Cell::at_coordinates(scene.layout, &[first]);
        let text = match held {
            0 => alloc::format!("row {number}: padding"),
            _ => {
                let range = words::range(first, first + held);
                alloc::format!("row {number}: elements {range}")
            }
        };
        let past = ((row - held) as f64 / row as f64, 0.0);
        let color = block::color(scene, &cell);
        boxes::part(page, &color, (page.margin(), y), size, past, [&text; 2]);
        if marked == Some(number) {
            page.rect("ln", page.margin(), y, size.0, size.1, 3.0);
        }
        y += size.1 + 3.0;
    }
    for later in &scene.layout.tiles()[2..] {
        let says = match later[..] {
            [2, 1] if elements - drawn * tile <= row => {
                "columns of 2: the rows alternate in memory, so every second position is padding"
                    .into()
            }
            [packed, 1] if rows.is_multiple_of(packed) => {
                alloc::format!("columns of {packed}: {packed} rows alternate in memory")
            }
            _ => "cuts them again".into(),
        };
        let tile = alloc::format!("({})", words::joined(later, ","));
        y = heading(page, &tile, &says, y + 30.0);
    }
    y
}

fn heading(page: &mut Page, tile: &str, says: &str, y: f64) -> f64 {
    let indent = (BOLD * measured(tile, 14.0) + 12.0).max(78.0);
    page.heading(tile, says, indent, y)
}
