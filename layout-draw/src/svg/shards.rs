//! An array cut over devices.

use core::ops::Range;

use super::page::{Anchor, Page, measured};
use super::style::TILE_LABELS;
use crate::model::shards::{ShardPlane, Shards};
use crate::model::shown::{Shown, elide, elide_to, gaps, ranges};

/// The space between shards.
const APART: f64 = 5.0;
/// The room of omitted columns.
const GAP: f64 = 34.0;

/// Draws the devices of each shard. Returns the y coordinate of the lower end.
pub(super) fn draw(page: &mut Page, shards: &Shards, y: f64) -> f64 {
    let plane = ShardPlane::new(shards);
    let mut bottom = y;
    for slice in elide(plane.slices(), 2, 1) {
        let Shown::At(slice) = slice else {
            page.dots(page.margin() + 90.0, bottom + 14.0, true);
            bottom += 28.0;
            continue;
        };
        let label = plane.slice_label(slice);
        if !label.is_empty() {
            page.text("no b", page.margin(), bottom + 14.0, Anchor::Start, &label);
            bottom += 20.0;
        }
        bottom = draw_slice(page, &plane, slice, bottom) + 14.0;
    }
    bottom - 14.0
}

fn draw_slice(page: &mut Page, plane: &ShardPlane<'_>, slice: usize, y: f64) -> f64 {
    let (down, across) = plane.size();
    let rows = if down > 16 {
        elide(down, 5, 2)
    } else {
        elide(down, down, 0)
    };
    let high = if rows.len() > 8 { 26.0 } else { 38.0 };
    let indent = row_indent(plane, &rows);
    let room = page.right() - page.margin() - indent;
    let least = shard_width(plane, slice, across);
    let mut columns = elide_to(across, (room / (least + APART)) as usize);
    if gaps(&columns) > 0 {
        columns = elide_to(across, ((room - GAP) / (least + APART)) as usize + 1);
    }
    let gaps = gaps(&columns) as f64;
    let wide = (room - gaps * GAP) / (columns.len() as f64 - gaps) - APART;
    let left = page.margin() + indent;
    let mut top = y + TILE_LABELS;
    page.corner(left, top, &plane.corner());
    for (row, range) in rows.iter().zip(ranges(&rows)) {
        let middle = top + high / 2.0;
        if indent > 0.0 {
            let label = plane.rows_label(&range);
            page.text("la", left - 10.0, middle + 4.0, Anchor::End, &label);
        }
        let mut x = left;
        for column in &columns {
            match (row, column) {
                (&Shown::At(row), &Shown::At(column)) => {
                    draw_shard(page, plane, [slice, row, column], (x, top), (wide, high));
                }
                (Shown::At(_), Shown::Gap(_)) => page.dots(x + 14.0, middle, false),
                (Shown::Gap(_), Shown::At(_)) => page.dots(x + wide / 2.0, middle, true),
                _ => {}
            }
            x += column.room(wide + APART, GAP);
        }
        top += high + APART;
    }
    let mut x = left;
    for column in &columns {
        if let &Shown::At(column) = column {
            let middle = x + wide / 2.0;
            let label = plane.columns_label(&(column..column + 1));
            page.text("la", middle, y + TILE_LABELS - 8.0, Anchor::Middle, &label);
        }
        x += column.room(wide + APART, GAP);
    }
    top - APART
}

/// The room of the labels of rows.
fn row_indent(plane: &ShardPlane<'_>, rows: &[Shown]) -> f64 {
    if plane.corner().is_empty() {
        return 0.0;
    }
    let labels = ranges(rows).into_iter().map(|rows| plane.rows_label(&rows));
    let widths = labels.map(|label| measured(&label, 12.0));
    widths.fold(32.0, f64::max) + 12.0
}

/// The least width of a shard: its label and its devices fit.
fn shard_width(plane: &ShardPlane<'_>, slice: usize, across: usize) -> f64 {
    let width = |column: usize| {
        let devices = plane.shard(slice, 0, column).devices;
        let label = measured(&plane.columns_label(&(column..column + 1)), 12.0);
        measured(&devices, 13.0).max(label) + 12.0
    };
    let columns = [0, across / 2, across - 1];
    columns.into_iter().map(width).fold(38.0, f64::max)
}

/// One shard with its devices; what is beyond the array is hatched.
fn draw_shard(
    page: &mut Page,
    plane: &ShardPlane<'_>,
    [slice, row, column]: [usize; 3],
    (x, y): (f64, f64),
    (wide, high): (f64, f64),
) {
    let shard = plane.shard(slice, row, column);
    let color = plane.color(shard.number);
    let held = |[elements, beyond]: [Range<usize>; 2], size: f64, least: f64| match (
        elements.len() as f64,
        beyond.len() as f64,
    ) {
        (_, 0.0) => size,
        (0.0, _) => 0.0,
        (elements, beyond) => {
            f64::clamp(elements / (elements + beyond) * size, least, size - least)
        }
    };
    let w = held(plane.column(column), wide, 8.0);
    let h = held(plane.row(row), high, 7.0);
    page.open_shard(&shard);
    let pale = alloc::format!("p{color}");
    if w < wide || h < high {
        page.rect(&pale, x, y, wide, high, 3.0);
        page.hatch(x, y, wide, high, 3.0);
    }
    if w > 0.0 && h > 0.0 {
        page.rect("cb", x, y, w, h, 3.0);
        page.rect(&alloc::format!("c{color}"), x, y, w, h, 3.0);
    }
    let (centre, middle) = (x + wide / 2.0, y + high / 2.0);
    let mut devices = shard.words();
    if measured(&devices, 13.0) + 8.0 > wide {
        devices = shard.devices;
    }
    let text = measured(&devices, 13.0) + 8.0;
    if w < wide / 2.0 + text / 2.0 || h < high / 2.0 + 8.0 {
        page.rect(&pale, centre - text / 2.0, middle - 9.0, text, 18.0, 3.0);
    }
    page.text("no", centre, middle + 4.6, Anchor::Middle, &devices);
    if shard.marked {
        page.rect("ln", x + 1.0, y + 1.0, wide - 2.0, high - 2.0, 3.0);
    }
    page.raw("</g>\n");
}
