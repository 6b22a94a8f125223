//! An array cut over devices, and the tiles of a shard.

use alloc::vec::Vec;

use super::canvas::{Canvas, Style};
use super::grid::{Grid, Square};
use super::{cells, parts, tiles};
use crate::model::scene::{Scale, Scene};
use crate::model::shards::{ShardPlane, Shards};
use crate::model::shown::{Shown, elide};
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

/// The shards of a slice.
fn grid(plane: &ShardPlane<'_>, slice: usize, width: usize) -> Grid {
    let rows = plane.shown_rows();
    let (corner, (mut down, across)) = (plane.corner(), plane.sides());
    down.is_labelled = !corner.is_empty();
    parts::grid(
        (down, across),
        corner,
        &rows,
        usize::MAX,
        width,
        |row, column| {
            let shard = plane.shard(slice, row, column);
            Square::of_part(
                shard.devices,
                shard.number,
                plane.color(shard.number),
                shard.marked,
            )
        },
    )
}
