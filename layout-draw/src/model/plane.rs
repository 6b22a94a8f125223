//! `Plane`: the two dimensions of an array that a picture spreads out, and the slices along the
//! other dimensions.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cell::{Cell, coordinates, merged_dims};
use super::side::Side;
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::spec::{COMBINE, Dims, Tile};
use layout_core::util::words::{self, dim_letters};

/// One dimension of the array as the first tile sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    /// The logical dimensions of this axis, major to minor: several if `*` merges them, none if
    /// the tile adds a dimension of size 1.
    pub(crate) dims: Dims,
    /// Its size before padding to whole tiles, `PAD` included.
    pub(crate) extent: usize,
    /// Its size without any padding.
    pub(crate) size: usize,
    /// Its size in whole tiles.
    pub(crate) padded: usize,
    /// The tile's entry.
    pub(crate) tile: usize,
}

impl Axis {
    /// Returns the letters of its dimensions, such as `y`, or `zy` for merged dimensions.
    pub(crate) fn letters(&self, layout: &CheckedSpec) -> String {
        let letters = dim_letters(layout.rank());
        self.dims.iter().map(|&dim| letters[dim]).collect()
    }

    /// Returns the label of a coordinate on this axis: the index, or several indices with commas
    /// for merged dimensions; empty in padding.
    pub(crate) fn label(&self, layout: &CheckedSpec, number: usize) -> String {
        if number >= self.extent || self.dims.is_empty() {
            return String::new();
        }
        let mut rest = number;
        let mut numbers = Vec::new();
        for &dim in self.dims.iter().rev() {
            let size = match layout.pad() {
                Some(pad) => pad.widths[dim],
                None => layout.dims()[dim],
            };
            numbers.insert(0, rest % size);
            rest /= size;
        }
        let in_array = |(&number, &dim)| number < layout.dims()[dim];
        if !numbers.iter().zip(&self.dims).all(in_array) {
            return String::new();
        }
        match numbers[..] {
            [only] => words::grouped(only).to_string(),
            _ => words::joined(&numbers, ",").to_string(),
        }
    }

    /// Returns the number of tiles along it.
    pub(crate) fn tiles(&self) -> usize {
        self.padded / self.tile
    }
}

/// How a picture arranges the dimensions of an array.
#[derive(Debug)]
pub(crate) struct Plane<'a> {
    pub(crate) layout: &'a CheckedSpec,
    /// All axes, major to minor, as the first tile sees them.
    pub(crate) axes: Vec<Axis>,
    /// The number of the vertical axis; `None` for a single row.
    pub(crate) down: Option<usize>,
    /// The number of the horizontal axis; `None` for a scalar.
    pub(crate) across: Option<usize>,
    /// All other axes, in the order of the text.
    pub(crate) others: Vec<usize>,
    /// The slice that counts as the first one.
    pub(crate) first: usize,
}

impl<'a> Plane<'a> {
    /// Returns the plane of the two most minor tiled dimensions.
    pub(crate) fn by_tiles(layout: &'a CheckedSpec) -> Plane<'a> {
        Plane::new(layout, !layout.tiles().is_empty())
    }

    /// Returns the plane of the last two dimensions in the order of the text.
    pub(crate) fn by_text(layout: &'a CheckedSpec) -> Plane<'a> {
        Plane::new(layout, false)
    }

    fn new(layout: &'a CheckedSpec, by_tiles: bool) -> Plane<'a> {
        let axes = axes(layout);
        let (down, across) = spread(&axes, by_tiles);
        let other = |axis: &usize| Some(*axis) != down && Some(*axis) != across;
        let mut others: Vec<usize> = (0..axes.len()).filter(other).collect();
        others.sort_by_key(|&axis| first_dim(&axes[axis]));
        Plane {
            layout,
            down,
            across,
            others,
            axes,
            first: 0,
        }
    }

    /// Of rows and columns; 1 without an axis.
    fn both(&self, of: impl Fn(&Axis) -> usize) -> (usize, usize) {
        let one = |axis: Option<usize>| axis.map_or(1, |axis| of(&self.axes[axis]));
        (one(self.down), one(self.across))
    }

    /// Rows and columns with padding.
    pub(crate) fn size(&self) -> (usize, usize) {
        self.both(|axis| axis.padded)
    }

    /// Rows and columns without padding.
    pub(crate) fn elements(&self) -> (usize, usize) {
        self.both(|axis| axis.size)
    }

    /// Rows and columns of one tile.
    pub(crate) fn tile(&self) -> (usize, usize) {
        self.both(|axis| axis.tile)
    }

    /// Rows and columns of tiles.
    pub(crate) fn tiles(&self) -> (usize, usize) {
        self.both(Axis::tiles)
    }

    /// Rows and columns as tiles.
    pub(crate) fn sides(&self) -> (Side, Side) {
        let side = |axis: Option<usize>| {
            axis.map_or(Side::NONE, |axis| Side {
                count: self.axes[axis].tiles(),
                extent: self.axes[axis].tile,
                size: self.axes[axis].size,
                is_labelled: true,
            })
        };
        (side(self.down), side(self.across))
    }

    /// Returns the label of a row or column; empty without an axis.
    pub(crate) fn label(&self, axis: Option<usize>, number: usize) -> String {
        axis.map_or_else(String::new, |axis| {
            self.axes[axis].label(self.layout, number)
        })
    }

    /// Returns the letters of rows and columns, such as `y\x`; empty if rows have none.
    pub(crate) fn corner(&self) -> String {
        let letters = |axis: usize| self.axes[axis].letters(self.layout);
        match (self.down.map(letters), self.across.map(letters)) {
            (Some(down), Some(across)) if !down.is_empty() => alloc::format!("{down}\\{across}"),
            _ => String::new(),
        }
    }

    /// Returns the number of consecutive tiles along the most minor dimension.
    pub(crate) fn minor_tiles(&self) -> usize {
        self.axes.last().map_or(1, Axis::tiles)
    }

    /// Returns the number of slices, padding included.
    pub(crate) fn slices(&self) -> usize {
        let sizes = self.others.iter().map(|&axis| self.axes[axis].padded);
        sizes.fold(1, usize::saturating_mul)
    }

    /// Returns the coordinates of a cell of a slice, over all axes.
    fn coordinates(&self, slice: usize, row: usize, column: usize) -> Vec<usize> {
        let mut coordinates = alloc::vec![0; self.axes.len()];
        let mut rest = self.first + slice;
        for &axis in self.others.iter().rev() {
            coordinates[axis] = rest % self.axes[axis].padded.max(1);
            rest /= self.axes[axis].padded.max(1);
        }
        if let Some(down) = self.down {
            coordinates[down] = row;
        }
        if let Some(across) = self.across {
            coordinates[across] = column;
        }
        coordinates
    }

    /// Returns the slice, row and column of a position; `None` in padding of a later tile or at the
    /// end of the buffer.
    pub(crate) fn locate(&self, position: usize) -> Option<(usize, usize, usize)> {
        let at = coordinates(self.layout, position)?;
        let slice = (self.others.iter()).fold(0, |slice, &axis| {
            slice * self.axes[axis].padded.max(1) + at.at(axis)
        });
        let along = |axis: Option<usize>| axis.map_or(0, |axis| at.at(axis));
        Some((slice, along(self.down), along(self.across)))
    }

    pub(crate) fn cell(&self, slice: usize, row: usize, column: usize) -> Cell {
        Cell::at_coordinates(self.layout, &self.coordinates(slice, row, column))
    }

    /// Returns the name of a slice, such as `z = 1`; empty if there is only one.
    pub(crate) fn slice_label(&self, slice: usize) -> String {
        let coordinates = self.coordinates(slice, 0, 0);
        let mut label = String::new();
        let drawn = |axis: &&usize| self.axes[**axis].padded > 1;
        for &axis in self.others.iter().filter(drawn) {
            let letters = self.axes[axis].letters(self.layout);
            let at = self.axes[axis].label(self.layout, coordinates[axis]);
            let part = match (letters.is_empty(), at.is_empty()) {
                (true, _) if coordinates[axis] == 0 => continue, // a dimension that a tile adds
                (true, _) => "padding".into(),
                (false, true) => alloc::format!("{letters}: padding"),
                (false, false) => alloc::format!("{letters} = {at}"),
            };
            if !label.is_empty() {
                label.push_str(", ");
            }
            label.push_str(&part);
        }
        label
    }

    /// True if `*` merges dimensions larger than 1.
    pub(crate) fn merges(&self) -> bool {
        self.axes.iter().any(|axis| axis.dims.len() > 1)
    }
}

/// Returns the dimensions as the first tile sees them.
fn axes(layout: &CheckedSpec) -> Vec<Axis> {
    let spec = &layout.spec;
    let (extents, entries) = merged_dims(spec);
    let rank = layout.rank();
    let tile = spec.tiles.first().copied().unwrap_or(Tile::EMPTY);
    let ones = tile.len().saturating_sub(rank);
    let untouched = (rank + ones) - tile.len();
    let mut groups = Vec::new();
    let mut group = Dims::new(0);
    for entry in 0..rank + ones {
        if let Some(major) = entry.checked_sub(ones) {
            group.push(layout.minor_to_major()[rank - 1 - major]);
        }
        if entry < untouched || tile.at(entry - untouched) != COMBINE {
            groups.push(core::mem::replace(&mut group, Dims::new(0)));
        }
    }
    let sizes = extents.iter().zip(&entries).zip(groups);
    sizes
        .map(|((&extent, &tile), dims)| Axis {
            dims,
            extent,
            size: match *dims {
                [dim] => layout.dims()[dim],
                _ => extent, // merged elements lie among padding
            },
            padded: extent.next_multiple_of(tile),
            tile,
        })
        .collect()
}

/// Returns the vertical and the horizontal axis: the two most minor tiled dimensions, or the
/// last two dimensions of the array, in the order of the text.
fn spread(axes: &[Axis], by_tiles: bool) -> (Option<usize>, Option<usize>) {
    let kind = |axis: &Axis| match axis {
        Axis { tile, padded, .. } if by_tiles && *tile > 1 && *padded > 1 => 0,
        Axis { padded, .. } if *padded != 1 => 1,
        _ => 2,
    };
    let mut order: Vec<usize> = (0..axes.len()).rev().collect();
    if !by_tiles {
        order.sort_unstable_by_key(|&axis| core::cmp::Reverse(first_dim(&axes[axis])));
    }
    order.sort_by_key(|&axis| kind(&axes[axis]));
    match order[..] {
        [] => (None, None),
        [only] => (None, Some(only)),
        // A second dimension of size 1 has a label only if the array has no other.
        [across, down, ..] => {
            let first = |axis: usize| first_dim(&axes[axis]);
            // Leading dimensions of a tile come before those of the array.
            if first(down) < first(across) {
                (Some(down), Some(across))
            } else {
                (Some(across), Some(down))
            }
        }
    }
}

/// Returns the first logical dimension of an axis; `None` if a tile adds the axis.
fn first_dim(axis: &Axis) -> Option<usize> {
    axis.dims.first().copied()
}
