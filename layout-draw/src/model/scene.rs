//! `Scene`: the contents of a layout's picture, as cells or as tiles.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cell::Cell;
use super::memory::group_len;
use super::plane::Plane;
use super::shown::{Shown, elide, including, only};
use super::summary::{self, Sentence, bold, text};
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::util::words;

/// How an array is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    /// The array has no elements.
    Empty,
    /// Cell by cell.
    Cells,
    /// Tile by tile, with the inside of one tile.
    Tiles,
}

/// A layout and how it is shown.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) layout: &'a CheckedSpec,
    pub(crate) plane: Plane<'a>,
    pub(crate) scale: Scale,
    /// The length of a first-level tile in positions, if its positions are contiguous.
    pub(crate) run: Option<usize>,
    /// The length of the innermost group in positions.
    pub(crate) group: usize,
    /// The marked position.
    pub(crate) marked: Option<usize>,
    /// True if tiles have no colours.
    pub(crate) grey: bool,
    /// The word for the array in headings.
    pub(crate) noun: &'static str,
}

impl<'a> Scene<'a> {
    /// Small arrays follow the order of the text; large arrays follow their tiles.
    pub(crate) fn new(layout: &'a CheckedSpec) -> Scene<'a> {
        let plane = Plane::by_text(layout);
        if is_small(&plane) && !plane.merges() {
            Scene::of(plane)
        } else {
            Scene::by_tiles(layout)
        }
    }

    /// Returns the scene of an array shown tile by tile.
    pub(crate) fn by_tiles(layout: &'a CheckedSpec) -> Scene<'a> {
        Scene::of(Plane::by_tiles(layout))
    }

    fn of(plane: Plane<'a>) -> Scene<'a> {
        let layout = plane.layout;
        let small = is_small(&plane);
        let scale = match layout.tiles().as_slice() {
            _ if layout.padded_len() == 0 => Scale::Empty,
            [_, ..] if !small => Scale::Tiles,
            _ => Scale::Cells,
        };
        Scene {
            layout,
            plane,
            scale,
            run: layout.tile_run(),
            group: group_len(layout),
            marked: None,
            grey: false,
            noun: "Array",
        }
    }

    /// Returns the number of a tile's colour. Neighbours along the two most minor dimensions have
    /// different colours.
    pub(crate) fn color(&self, tile: usize) -> usize {
        let line = self.plane.minor_tiles();
        let colors = if line.is_multiple_of(6) { 5 } else { 6 };
        tile % colors
    }

    /// Returns the tile of the marked position.
    pub(crate) fn marked_tile(&self) -> Option<usize> {
        Cell::at(self.layout, self.marked?).tile
    }

    /// Returns the slice, row and column of the marked position.
    pub(crate) fn marked_at(&self) -> Option<(usize, usize, usize)> {
        self.plane.locate(self.marked?)
    }

    /// Returns the slice, and the row and column of the tile, that the lens shows: those of the
    /// marked position, or the first.
    pub(crate) fn lens_tile(&self) -> (usize, usize, usize) {
        let (rows, columns) = self.plane.tile();
        self.marked_at().map_or((0, 0, 0), |(slice, row, column)| {
            (slice, row / rows, column / columns)
        })
    }

    /// Returns the rows and columns of that tile that show its [inside](Self::inside), with those
    /// of the marked position.
    pub(crate) fn lens_inside(&self, most: usize) -> (Vec<Shown>, Vec<Shown>) {
        let (rows, columns) = self.plane.tile();
        let (_, row, column) = self.marked_at().unwrap_or_default();
        let (down, across) = self.inside(most);
        (
            including(down, rows, row % rows),
            including(across, columns, column % columns),
        )
    }

    /// True if letters name the elements.
    pub(crate) fn has_names(&self) -> bool {
        self.scale == Scale::Cells && self.layout.rank() > 0 && self.layout.num_elements() <= 26
    }

    /// Returns the letter of an element; empty if there are too many elements.
    fn name(&self, index: &[usize]) -> String {
        summary::name(self.layout, index).into_iter().collect()
    }

    /// Returns the index of the last element; zeros if there is none.
    pub(crate) fn last_index(&self) -> Vec<usize> {
        let dims = self.layout.dims().iter();
        dims.map(|dim| dim.saturating_sub(1)).collect()
    }

    /// Returns the label of a cell of the array: the element's letter or its position; empty for
    /// padding.
    pub(crate) fn array_text(&self, cell: &Cell) -> String {
        match &cell.index {
            None => String::new(),
            Some(index) if self.has_names() => self.name(index),
            Some(_) => self.position_text(cell),
        }
    }

    /// Returns the position of an element; empty for padding.
    pub(crate) fn position_text(&self, cell: &Cell) -> String {
        if cell.is_padding() {
            String::new()
        } else {
            words::grouped(cell.position).to_string()
        }
    }

    /// Returns the label of a cell of memory: the element's letter or its index.
    pub(crate) fn memory_text(&self, cell: &Cell) -> String {
        match &cell.index {
            None => String::new(),
            Some(index) if self.has_names() => self.name(index),
            Some(index) if index.is_empty() => "()".into(),
            Some(index) => words::joined(index, ",").to_string(),
        }
    }

    /// Returns the full description of a cell: `n = (2,3), tile 4, position 17`.
    pub(crate) fn full_text(&self, cell: &Cell) -> String {
        let mut text = match &cell.index {
            None => "padding".into(),
            Some(index) => {
                let tuple = alloc::format!("({})", words::joined(index, ","));
                match summary::name(self.layout, index) {
                    Some(name) if self.has_names() => alloc::format!("{name} = {tuple}"),
                    _ => tuple,
                }
            }
        };
        if let (Some(tile), false) = (cell.tile, self.layout.tiles().is_empty()) {
            text += &alloc::format!(", tile {}", words::grouped(tile));
        }
        text + &alloc::format!(", position {}", words::grouped(cell.position))
    }

    /// True if two neighbours belong to the same innermost group of the same tile.
    pub(crate) fn same_group(&self, a: &Cell, b: &Cell) -> bool {
        a.tile == b.tile && a.position / self.group == b.position / self.group
    }

    /// Returns the number of memory cells per line, at most `most` if possible: whole rows of
    /// tiles, whole tiles or whole groups.
    pub(crate) fn line_len(&self, most: usize) -> usize {
        let tiles_across = self.plane.minor_tiles().max(1);
        let run = self.run.unwrap_or(self.group).max(1);
        // Otherwise, equal parts of a tile.
        let divides = |unit: &usize| run.is_multiple_of(*unit) && unit.is_multiple_of(self.group);
        let part = (most / 2 + 1..=most).rev().find(divides).unwrap_or(0);
        for unit in [run.saturating_mul(tiles_across), run, part, self.group] {
            if (2..=most).contains(&unit) {
                return most / unit * unit;
            }
        }
        most.max(1)
    }

    /// Returns the rows and columns of a tile that show its inside: about `most` of each and at
    /// least 5, with the boundary of the first innermost group among them.
    pub(crate) fn inside(&self, most: usize) -> (Vec<Shown>, Vec<Shown>) {
        let (rows, columns) = self.plane.tile();
        let boundary = |down: bool, len: usize| {
            let at = |n: usize| {
                if down {
                    self.plane.cell(0, n, 0)
                } else {
                    self.plane.cell(0, 0, n)
                }
            };
            let tiles = self.layout.tiles();
            let candidates = tiles.iter().skip(1).flat_map(|tile| tile.iter());
            let cuts = |&n: &usize| n > 0 && n < len && !self.same_group(&at(n - 1), &at(n));
            candidates.copied().chain([1]).filter(cuts).min()
        };
        let along = |axis: Option<usize>, len: usize, boundary: Option<usize>, most: usize| {
            let size = axis.map_or(1, |axis| self.plane.axes[axis].size);
            match boundary {
                _ if len <= most => elide(len, len, 0),
                Some(cut) if most < 6 && cut >= most => only(len, &[0, cut - 1, cut, len - 1]),
                Some(cut) if cut >= most - 2 => only(len, &[0, 1, cut - 1, cut, cut + 1, len - 1]),
                // The end of the array.
                _ if most < size && size < len => {
                    let mut numbers: Vec<usize> = (0..most - 4).collect();
                    numbers.extend([size - 1, size, len - 1]);
                    only(len, &numbers)
                }
                Some(cut) => elide(len, (most - 2) / cut * cut, cut.min(2)),
                None => elide(len, most - 2, 1),
            }
        };
        (
            along(self.plane.down, rows, boundary(true, rows), most.min(8)),
            along(self.plane.across, columns, boundary(false, columns), most),
        )
    }

    /// Returns the heading of the array: `Array, y × x = 3 × 5`.
    pub(crate) fn array_title(&self) -> String {
        let title = summary::array_title(self.noun, self.layout.dims());
        if self.plane.merges() {
            let axes = self.plane.axes.iter().map(|axis| axis.extent);
            let merged = axes.collect::<Vec<_>>();
            alloc::format!("{title}, merged to {}", words::sizes(&merged))
        } else {
            title
        }
    }

    /// Returns the number of tiles along rows and columns: `38 × 4 tiles`.
    pub(crate) fn tiles_text(&self) -> String {
        match self.plane.tiles() {
            (1, across) => words::count(across, "tile").to_string(),
            (down, 1) => words::count(down, "tile").to_string(),
            (down, across) => alloc::format!("{} tiles", words::sizes(&[down, across])),
        }
    }

    /// Returns the first position of each line of memory shown, with `per_line` positions a line;
    /// `None` for omitted lines. The last line ends at the end of memory.
    pub(crate) fn memory_lines(&self, per_line: usize, most: usize) -> Vec<Option<usize>> {
        let len = self.layout.padded_len();
        let lines = len.div_ceil(per_line);
        let head = if lines > most { 3 } else { most };
        let shown = elide(lines, head, 1);
        let gap = shown.iter().any(|line| matches!(line, Shown::Gap(_)));
        let start = |line| match line {
            Shown::Gap(_) => None,
            Shown::At(line) if gap && line > head => Some(len - (lines - line) * per_line),
            Shown::At(line) => Some(line * per_line),
        };
        shown.into_iter().map(start).collect()
    }

    /// Returns the worked example in two sentences: the marked element or another one, and its
    /// position as the start of its tile plus an offset. `None` if the sentences would be long.
    pub(crate) fn example(&self) -> Option<(Cell, [Sentence; 2])> {
        let layout = self.layout;
        if !self.has_names() || layout.num_elements() < 4 || layout.tiles().len() != 1 {
            return None;
        }
        let middle = |dim: &usize| (2 * (dim - 1)).div_ceil(3);
        let index: Vec<usize> = match self.marked.and_then(|marked| layout.index(marked)) {
            Some(index) => index.to_vec(),
            None => layout.dims().iter().map(middle).collect(),
        };
        let cell = Cell::at(layout, layout.offset(&index));
        let (run, tile) = (self.run?, cell.tile?);
        let (start, within) = (cell.position / run * run, cell.position % run);
        if start != tile * run {
            return None;
        }
        let name = summary::name(layout, &index)?;
        let index = words::joined(&index, ",");
        let which_one = match summary::ordinal(within) {
            Some(ordinal) => alloc::format!(" is {ordinal} in it"),
            None => alloc::format!(" is {within} further"),
        };
        let which = alloc::format!(
            " = ({index}) is in tile {tile}, which starts at {tile} × {run} = {start}."
        );
        let sum = alloc::format!("{which_one}: {start} + {within} = ");
        let position = bold(alloc::format!("position {}", cell.position));
        let sentences = [
            alloc::vec![bold(name), text(which)],
            alloc::vec![bold(name), text(sum), position, text(".")],
        ];
        Some((cell, sentences))
    }
}

/// True if each cell has room.
fn is_small(plane: &Plane<'_>) -> bool {
    let (rows, columns) = plane.size();
    let cells = plane.slices().saturating_mul(rows).saturating_mul(columns);
    rows <= 16 && columns <= 20 && plane.slices() <= 9 && cells <= 288
}
