//! Large vectors whose tiles are folded into rows.

use alloc::string::ToString;

use super::memory_lens::{self, Strip};
use super::page::{Anchor, BOLD, Page, measured};
use super::{block, memory_bars};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::{Shown, elide, gaps};
use layout_core::util::words;

/// The row length into which each tile of a vector is folded, such as 128 for
/// `T(1024)(128)(2,1)`; `None` for other layouts.
fn row_len(scene: &Scene<'_>) -> Option<usize> {
    let [tile, row, ..] = &scene.layout.tiles()[..] else {
        return None;
    };
    match (&tile[..], &row[..], scene.plane.down) {
        (&[tile], &[row], None) if row < tile && tile.is_multiple_of(row) => Some(row),
        _ => None,
    }
}

/// The height of the bar of a tile or row.
const BAR_HEIGHT: f64 = 28.0;
/// The most width of a row.
const ROW_WIDTH: f64 = 384.0;

/// Draws the vector, the rows of a tile, and memory. Returns the y coordinate of the lower end,
/// or `None` for other layouts.
pub(super) fn draw(page: &mut Page, scene: &Scene<'_>, y: f64) -> Option<f64> {
    let elements = scene.layout.num_elements();
    let row = row_len(scene).filter(|_| elements > 0)?;
    let tile = scene.layout.tiles()[0][0];
    let count = elements.div_ceil(tile);
    let tiles_text = match count {
        1 => "one tile".into(),
        _ => words::count(count, "tile").to_string(),
    };
    let whole = alloc::format!(
        "the vector is padded to {tiles_text} of {}",
        words::grouped(tile)
    );
    let y = heading(page, &alloc::format!("T({tile})"), &whole, y);
    tiles(page, scene, tile, y + 16.0);
    let mut y = y + 16.0 + BAR_HEIGHT + 34.0;

    // The last tile, which contains the padding.
    let start = (count - 1) * tile;
    let rows = tile / row;
    let which = match count {
        1 => "the tile is folded".into(),
        _ => {
            let last = words::grouped(count - 1);
            alloc::format!("each tile is folded, here tile {last},")
        }
    };
    let folded = alloc::format!("{which} into {rows} rows of {row}");
    y = heading(page, &alloc::format!("({row})"), &folded, y) + 16.0;
    let margin = page.margin();
    let row_width = ROW_WIDTH.min(vector_width(page));
    for shown in elide(rows, 2, 1) {
        let Shown::At(number) = shown else {
            page.dots(margin + row_width / 2.0, y + 13.0, true);
            y += 28.0;
            continue;
        };
        let first = start + number * row;
        let held = elements.saturating_sub(first).min(row);
        let cell = Cell::at_coordinates(scene.layout, &[first]);
        let text = match held {
            0 => alloc::format!("row {number}: padding"),
            _ => {
                let range = words::range(first, first + held);
                alloc::format!("row {number}: elements {range}")
            }
        };
        let (color, share) = (block::color(scene, &cell), held as f64 / row as f64);
        bar(page, &color, (margin, y), row_width, share, &text);
        y += BAR_HEIGHT + 3.0;
    }
    let (x, sizes) = (
        margin + row_width + 12.0,
        words::sizes(&[rows, row]).to_string(),
    );
    page.text("la", x, y - BAR_HEIGHT / 2.0, Anchor::Start, &sizes);
    y += 30.0;

    for later in &scene.layout.tiles()[2..] {
        let entries = words::joined(later, ",");
        let says = match later[..] {
            [2, 1] if elements - start <= row => {
                "columns of 2: the rows alternate in memory, so every second position is padding"
                    .into()
            }
            [packed, 1] if rows.is_multiple_of(packed) => {
                alloc::format!("columns of {packed}: {packed} rows alternate in memory")
            }
            _ => "cuts them again".into(),
        };
        y = heading(page, &alloc::format!("({entries})"), &says, y) + 30.0;
    }
    if count > 1 || scene.run != Some(tile) {
        let last = if scene.run == Some(tile) {
            count - 1
        } else {
            0
        };
        return Some(memory_bars::draw(page, scene, last, margin, y));
    }
    // The tile is all of memory.
    if scene.layout.tiles().len() == 2 {
        y = heading(page, "Memory", "the rows, one after another", y) + 30.0;
    }
    let top = y - 14.0;
    let width = vector_width(page);
    memory_bars::bar(page, scene, 0..tile, margin, top, width);
    let end = words::grouped(tile);
    page.text("la", margin + width + 6.0, top + 21.0, Anchor::Start, &end);
    let strip = Strip {
        range: 0..tile,
        left: margin,
        width,
        bottom: top + 38.0,
    };
    let ranges = memory_lens::seen(scene, 0..tile, page.room());
    let bottom = memory_lens::draw(page, scene, &strip, &ranges, margin, top + 82.0);
    Some(bottom)
}

/// The width of a whole vector; its end stands to the right of it.
fn vector_width(page: &Page) -> f64 {
    page.room() - 68.0
}

fn heading(page: &mut Page, tile: &str, says: &str, y: f64) -> f64 {
    page.heading(
        tile,
        says,
        (BOLD * measured(tile, 14.0) + 12.0).max(78.0),
        y,
    )
}

/// The vector, drawn tile by tile.
fn tiles(page: &mut Page, scene: &Scene<'_>, tile: usize, y: f64) {
    let width = vector_width(page);
    let elements = scene.layout.num_elements();
    let count = elements.div_ceil(tile);
    let last = words::range((count - 1) * tile, count * tile);
    let fit = ((width - 40.0) / (measured(&last, 13.0) + 24.0)) as usize;
    let shown = match count {
        _ if count <= fit => elide(count, count, 0),
        _ => elide(count, (fit / 2).max(1), (fit / 2).max(1)),
    };
    let gaps = gaps(&shown) as f64;
    let each = (width - gaps * 40.0) / (shown.len() as f64 - gaps);
    let mut x = page.margin();
    for entry in shown {
        let Shown::At(number) = entry else {
            page.dots(x + 19.0, y + BAR_HEIGHT / 2.0, false);
            x += 40.0;
            continue;
        };
        let start = number * tile;
        let held = (elements - start).min(tile);
        let cell = Cell::at_coordinates(scene.layout, &[start]);
        let range = words::range(start, start + held).to_string();
        let long = alloc::format!("elements {range}");
        let (color, share) = (block::color(scene, &cell), held as f64 / tile as f64);
        let text = match measured(&long, 13.0) + 12.0 < (each - 4.0) * share {
            true => long,
            false => range,
        };
        bar(page, &color, (x, y), each - 4.0, share, &text);
        x += each;
    }
    let end = words::grouped(count * tile);
    page.text("la", x + 6.0, y + 18.0, Anchor::Start, &end);
}

/// A bar with a share of elements, and its text in the larger part.
fn bar(page: &mut Page, color: &str, (x, y): (f64, f64), width: f64, share: f64, text: &str) {
    let held = share * width;
    let pale = alloc::format!("p{color}");
    if share < 1.0 {
        page.rect(&pale, x, y, width, BAR_HEIGHT, 3.0);
        page.hatch(x, y, width, BAR_HEIGHT, 3.0);
    }
    if held > 0.0 {
        page.rect(&alloc::format!("c{color}"), x, y, held, BAR_HEIGHT, 3.0);
    }
    let room = measured(text, 13.0) + 12.0;
    let middle = match room < held {
        true => x + held / 2.0,
        false => {
            let middle = x + (held + width) / 2.0;
            page.rect(
                &pale,
                middle - room / 2.0,
                y + 4.0,
                room,
                BAR_HEIGHT - 8.0,
                3.0,
            );
            middle
        }
    };
    page.text("no", middle, y + 18.6, Anchor::Middle, text);
}
