//! An array cut over devices, and the tiles of a shard.

use super::canvas::{Canvas, Style};
use super::grid::{Grid, Square};
use super::{cells, parts, tiles};
use crate::model::scene::{Scale, Scene};
use crate::model::shards::{ShardPlane, Shards};
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
    let slices = parts::slices(plane.slices(), width, |slice| {
        (plane.slice_label(slice), grid(&plane, slice, width))
    });
    let mut array = Canvas::new();
    array.flow(&slices, width);

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

/// Returns the shards of a slice.
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
