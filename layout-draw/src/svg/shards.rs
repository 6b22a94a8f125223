//! An array cut over devices.

use alloc::string::String;

use super::boxes::{self, Boxes, GAP};
use super::page::{Anchor, Page, measured};
use crate::model::shards::{ShardPlane, Shards};
use crate::model::shown::{Shown, elide, elide_to, gaps, ranges};
use crate::model::side::Side;

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
        let boxes = boxes(&plane, slice, page.room());
        let drawn = boxes.draw(page, page.margin(), bottom, |page, (row, column), at| {
            draw_shard(page, &plane, [slice, row, column], at, boxes.size);
        });
        bottom = drawn + 14.0;
    }
    bottom - 14.0
}

/// Returns the places of the shards of a slice.
fn boxes(plane: &ShardPlane<'_>, slice: usize, room: f64) -> Boxes {
    let (down, across) = plane.sides();
    let rows = plane.shown_rows();
    let corner = plane.corner();
    let labels = ranges(&rows).into_iter().map(|rows| down.label(&rows));
    let labels = labels.filter(|_| !corner.is_empty());
    let row_labels: alloc::vec::Vec<String> = labels.collect();
    let indent = Boxes::indent_of(&row_labels, 32.0);
    let least = shard_width(plane, slice, &across);
    let fitting = |room| Boxes::fitting(least, room - indent);
    let mut columns = elide_to(across.count, fitting(room));
    if gaps(&columns) > 0 {
        columns = elide_to(across.count, fitting(room - GAP) + 1);
    }
    let ranges = ranges(&columns).into_iter();
    Boxes {
        size: (
            Boxes::fill(&columns, room - indent),
            if down.count > 8 { 26.0 } else { 38.0 },
        ),
        column_labels: ranges.map(|range| across.label(&range)).collect(),
        rows,
        columns,
        row_labels,
        corner,
        indent,
    }
}

/// Returns the least width of a shard: its label and its devices fit.
fn shard_width(plane: &ShardPlane<'_>, slice: usize, across: &Side) -> f64 {
    let width = |column: usize| {
        let devices = plane.shard(slice, 0, column).devices;
        let label = measured(&across.label(&(column..column + 1)), 12.0);
        measured(&devices, 13.0).max(label) + 12.0
    };
    let columns = [0, across.count / 2, across.count - 1];
    columns.into_iter().map(width).fold(38.0, f64::max)
}

/// One shard with its devices; what is beyond the array is hatched.
fn draw_shard(
    page: &mut Page,
    plane: &ShardPlane<'_>,
    [slice, row, column]: [usize; 3],
    at: (f64, f64),
    size: (f64, f64),
) {
    let shard = plane.shard(slice, row, column);
    page.open_shard(&shard);
    let color = alloc::format!("{}", plane.color(shard.number));
    let (down, across) = plane.sides();
    let past = (across.past(column), down.past(row));
    let texts = [&*shard.words(), &*shard.devices];
    boxes::part(page, &color, at, size, past, texts);
    if shard.marked {
        let (w, h) = (size.0 - 2.0, size.1 - 2.0);
        page.rect("ln", at.0 + 1.0, at.1 + 1.0, w, h, 3.0);
    }
    page.raw("</g>\n");
}
