//! `Followed`: the element whose path an anatomy shows, from its index to its position.

use alloc::format;
use alloc::string::{String, ToString};

use layout_core::spec::COMBINE;
use layout_core::util::words::joined;

use super::cell::Cell;
use super::scene::Scene;
use super::summary;

/// The element followed, in the first slice.
#[derive(Debug)]
pub(crate) struct Followed {
    pub(crate) cell: Cell,
    /// Its letter or index.
    pub(crate) name: String,
    pub(crate) index: String,
    /// Its row and column in the padded array.
    pub(crate) row: usize,
    pub(crate) column: usize,
    /// The row and column of its tile.
    pub(crate) tile: (usize, usize),
    /// Its row and column in its tile.
    pub(crate) within: (usize, usize),
    /// The position where its tile starts; `None` if later tiles split the tile.
    pub(crate) start: Option<usize>,
}

impl Followed {
    /// Returns the marked element, or one of tile (1,1) or of the last tile for which each term of
    /// the position is visible.
    pub(crate) fn new(scene: &Scene<'_>) -> Option<Followed> {
        let (layout, plane) = (scene.layout, &scene.plane);
        if layout.num_elements() == 0 || layout.rank() == 0 {
            return None;
        }
        let along = |axis: Option<usize>| match axis.map(|axis| &plane.axes[axis]) {
            Some(axis) => (((axis.size - 1) / axis.tile).min(1), axis.tile),
            None => (0, 1),
        };
        let ((mut tile_row, rows), (mut tile_column, columns)) =
            (along(plane.down), along(plane.across));
        let marked = scene.marked_at().map(|(_, row, column)| (row, column));
        if let Some((row, column)) = marked {
            (tile_row, tile_column) = (row / rows, column / columns);
        }
        let corner = (tile_row * rows, tile_column * columns);
        let at = |(row, column): (usize, usize)| {
            let inside = row < rows && column < columns;
            let cell = inside.then(|| plane.cell(0, corner.0 + row, corner.1 + column))?;
            cell.index.is_some().then_some(((row, column), cell))
        };
        let interleaved = interleaved(scene).and_then(|_| at((1, 2)));
        let next = match (at((0, 1)), at((1, 0))) {
            (Some(a), Some(b)) if b.1.position < a.1.position => Some(b),
            (a, b) => a.or(b),
        };
        let marked = marked.and_then(|(row, column)| at((row % rows, column % columns)));
        let (within, cell) = (marked.or(interleaved).or(next)).or_else(|| at((0, 0)))?;
        let index = cell.index?;
        let index_text = format!("({})", joined(&index, ","));
        let name = match summary::name(layout, &index) {
            Some(name) if scene.has_names() => name.to_string(),
            _ => index_text.clone(),
        };
        let start = plane.cell(0, corner.0, corner.1).position;
        let start = match scene.run {
            Some(run) if cell.position / run == start / run => Some(start / run * run),
            _ => None,
        };
        Some(Followed {
            cell,
            name,
            index: index_text,
            row: corner.0 + within.0,
            column: corner.1 + within.1,
            tile: (tile_row, tile_column),
            within,
            start,
        })
    }
}

/// Returns the rows of the innermost tile, if it is the second tile and has one column.
pub(crate) fn interleaved(scene: &Scene<'_>) -> Option<usize> {
    let [first, .., last] = scene.layout.tiles().as_slice() else {
        return None;
    };
    match (&first[..], &last[..]) {
        (&[rows, _], &[inner, 1])
            if inner > 1
                && rows != COMBINE
                && rows.is_multiple_of(inner)
                && scene.layout.tiles().len() == 2 =>
        {
            Some(inner)
        }
        _ => None,
    }
}
