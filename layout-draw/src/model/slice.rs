//! `Slice`: rows and columns of cells, with their labels.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cell::Cell;
use super::scene::Scene;
use super::shown::Shown;
use layout_core::util::words;

/// Rows and columns of cells, with their labels; some are omitted.
#[derive(Debug)]
pub(crate) struct Slice {
    /// Its name, such as `z = 1`; may be empty.
    pub(crate) title: String,
    /// The letters of the vertical and the horizontal axis, such as `y\x`.
    pub(crate) corner: String,
    pub(crate) rows: Vec<Shown>,
    pub(crate) columns: Vec<Shown>,
    /// The label of each row and column; empty for omitted ones. Without labels, the list is empty.
    pub(crate) row_labels: Vec<String>,
    pub(crate) column_labels: Vec<String>,
    /// The cells of each row; `None` for omitted ones.
    pub(crate) cells: Vec<Vec<Option<Cell>>>,
}

impl Slice {
    /// Rows and columns without labels.
    pub(crate) fn new(
        (rows, columns): (Vec<Shown>, Vec<Shown>),
        cell: impl Fn(usize, usize) -> Cell,
    ) -> Slice {
        let row = |row: &Shown| {
            let at = |column: &Shown| Some(cell(row.number()?, column.number()?));
            columns.iter().map(at).collect()
        };
        Slice {
            cells: rows.iter().map(row).collect(),
            rows,
            columns,
            title: String::new(),
            corner: String::new(),
            row_labels: Vec::new(),
            column_labels: Vec::new(),
        }
    }

    /// Returns a slice of the array as the first tile sees it.
    pub(crate) fn of_plane(
        scene: &Scene<'_>,
        slice: usize,
        shown: (Vec<Shown>, Vec<Shown>),
    ) -> Slice {
        let plane = &scene.plane;
        let cells = Slice::new(shown, |row, column| plane.cell(slice, row, column));
        Slice {
            title: plane.slice_label(slice),
            corner: plane.corner(),
            row_labels: labels(&cells.rows, |row| plane.label(plane.down, row)),
            column_labels: labels(&cells.columns, |column| plane.label(plane.across, column)),
            ..cells
        }
    }

    /// Rows and columns of a tile, which is given by its slice, row and column.
    pub(crate) fn of_tile(
        scene: &Scene<'_>,
        (slice, down, across): (usize, usize, usize),
        shown: (Vec<Shown>, Vec<Shown>),
    ) -> Slice {
        let (rows, columns) = scene.plane.tile();
        let (first_row, first_column) = (down * rows, across * columns);
        let numbers = |shown: &[Shown]| match shown {
            [_] => Vec::new(),
            _ => labels(shown, words::grouped),
        };
        let cells = Slice::new(shown, |row, column| {
            (scene.plane).cell(slice, first_row + row, first_column + column)
        });
        Slice {
            row_labels: numbers(&cells.rows),
            column_labels: numbers(&cells.columns),
            ..cells
        }
    }
}

/// Returns the labels of entries; gaps have none.
pub(crate) fn labels<T: ToString>(shown: &[Shown], text: impl Fn(usize) -> T) -> Vec<String> {
    shown.iter().map(|entry| entry.text(&text)).collect()
}
