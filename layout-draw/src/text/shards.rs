//! An array cut over devices, and the tiles of a shard.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::canvas::{Canvas, Style};
use super::grid::{Grid, Square, squares};
use super::{cells, tiles};
use crate::model::scene::{Scale, Scene};
use crate::model::shards::{ShardPlane, Shards};
use crate::model::shown::{Shown, elide, elide_to, ranges};
use layout_core::util::words;

/// The least number of columns for the tiles of a shard beside the array.
const MIN_SHARD_COLUMNS: usize = 56;

pub(super) fn draw(shards: &Shards, scene: &Scene<'_>, width: usize) -> Canvas {
    let mut picture = Canvas::new();
    let mut title = shards.title();
    if shards.is_uneven() {
        title += "; ░ is beyond the array";
    }
    picture.heading(&title, width);
    if scene.scale == Scale::Empty {
        picture.line("Nothing to draw: a dimension has size 0.", Style::PLAIN);
        return picture;
    }
    let plane = ShardPlane::new(shards);
    let slices = elide(plane.slices(), 2, 1)
        .into_iter()
        .map(|slice| match slice {
            Shown::At(slice) => {
                let mut canvas = Canvas::new();
                let label = plane.slice_label(slice);
                if !label.is_empty() {
                    words::wrapped(&label, width).for_each(|line| canvas.line(line, Style::PLAIN));
                }
                let y = canvas.height();
                canvas.paste(0, y, &grid(&plane, slice, width).draw());
                canvas
            }
            Shown::Gap(count) => {
                let text = alloc::format!("… {}", words::count(count, "slice"));
                Canvas::of_line(&text, Style::DIM)
            }
        });
    let mut array = Canvas::new();
    array.flow(&slices.collect::<Vec<_>>(), width);

    let beside = width.saturating_sub(array.width() + 4);
    let room = if beside < MIN_SHARD_COLUMNS {
        width
    } else {
        beside
    };
    let mut shard = Canvas::new();
    match scene.scale {
        Scale::Tiles => tiles::array_and_tile(scene, room, &mut shard),
        _ => cells::array(scene, room, &mut shard),
    }
    if beside < MIN_SHARD_COLUMNS {
        array.blank(); // a line between them
    }
    picture.flow(&[array, shard], width);
    picture.blank();
    let location = shards.location_within(scene.layout, 3);
    for line in words::wrapped(&location, width) {
        picture.line(line, Style::PLAIN);
    }
    picture
}

/// A row of a picture of shards: a row of shards, or what of it is beyond the array.
enum ShardLine {
    Shards(usize),
    Beyond(usize),
    /// The numbers of the omitted rows.
    Gap(Range<usize>),
}

fn range_text(range: &Range<usize>) -> String {
    words::range(range.start, range.end).to_string()
}

/// A slice, drawn shard by shard.
fn grid(plane: &ShardPlane<'_>, slice: usize, width: usize) -> Grid {
    let (_, across) = plane.size();
    let shown_rows = plane.shown_rows();
    let mut lines = Vec::new();
    for (row, range) in shown_rows.iter().zip(ranges(&shown_rows)) {
        match *row {
            Shown::Gap(_) => lines.push(ShardLine::Gap(range)),
            Shown::At(row) => {
                let [elements, beyond] = plane.row(row);
                lines.extend((!elements.is_empty()).then_some(ShardLine::Shards(row)));
                lines.extend((!beyond.is_empty()).then_some(ShardLine::Beyond(row)));
            }
        }
    }
    let row_label = |line: &ShardLine| match line {
        ShardLine::Shards(row) => range_text(&plane.row(*row)[0]),
        ShardLine::Beyond(row) => range_text(&plane.row(*row)[1]),
        ShardLine::Gap(rows) => plane.rows_label(rows),
    };
    let corner = plane.corner();
    let row_labels: Vec<String> = match corner.is_empty() {
        true => Vec::new(),
        false => lines.iter().map(row_label).collect(),
    };
    // On hatching, texts have a space more on both sides.
    let around = if plane.is_uneven() { 4 } else { 2 };
    let text_len = |column: usize| {
        let rows = shown_rows.iter().filter_map(|row| row.number());
        let texts = rows.map(|row| plane.shard(slice, row, column).devices.chars().count());
        texts.max().unwrap_or(0) + around
    };
    let samples = [0, across / 2, across - 1];
    let labels = row_labels.iter().chain([&corner]);
    let margin = labels.map(|label| label.chars().count() + 1).max();
    let room = width.saturating_sub(margin.unwrap_or(0) + 1);
    // The number of columns for which there is room with these labels.
    let most = |label: &dyn Fn(usize) -> String| {
        let len = |column: usize| label(column).chars().count().max(text_len(column));
        room / (samples.map(len).into_iter().max().unwrap_or(0) + 1)
    };
    let range_label = |column: usize| plane.columns_label(&(column..column + 1));
    let start_label = |column: usize| plane.column_start(column);
    // The first indices alone where this is enough for all columns, or for many more.
    let (with_ranges, with_starts) = (most(&range_label), most(&start_label));
    let has_starts = with_ranges < across && (with_starts >= across || with_ranges < 6);
    let shown_columns = elide_to(across, if has_starts { with_starts } else { with_ranges });
    let column_label = |(shown, range): (&Shown, Range<usize>)| match *shown {
        Shown::At(column) if has_starts => start_label(column),
        Shown::Gap(_) if has_starts => String::new(),
        _ => plane.columns_label(&range),
    };
    let columns = shown_columns.iter().zip(ranges(&shown_columns));
    let column_labels = columns.map(column_label).collect();
    let square_at = |line: &ShardLine, column: &Shown| {
        let (row, is_beyond) = match *line {
            ShardLine::Shards(row) => (row, false),
            ShardLine::Beyond(row) => (row, true),
            ShardLine::Gap(_) => return None,
        };
        let column = column.number()?;
        let shard = plane.shard(slice, row, column);
        let [elements, beyond] = plane.column(column);
        let padded =
            (beyond.len() as u128 * 1000).div_ceil((elements.len() + beyond.len()) as u128);
        // The numbers of the devices are in the first line of a shard.
        let has_text = !is_beyond || plane.row(row)[0].is_empty();
        Some(Square {
            text: shard.devices,
            padding: !has_text,
            padded: if is_beyond { 1000 } else { padded as usize },
            bar: Vec::new(),
            tile: Some(shard.number),
            group: shard.number,
            color: Some(plane.color(shard.number)),
            marked: shard.marked && !is_beyond,
        })
    };
    Grid {
        room: Some(width),
        squares: squares(lines, &shown_columns, square_at),
        row_labels,
        column_labels,
        corner,
        ..Grid::default()
    }
    .within(width)
}
