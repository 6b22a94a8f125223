//! `Cell`: one position of a buffer, and its element or padding.

use layout_core::spec::Dims;
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::spec::tiling;
use layout_core::spec::{PhysicalDims, Spec};

/// One position of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    /// The position, in elements.
    pub(crate) position: usize,
    /// The number of its first-level tile; `None` in padding of a later tile or at the end of
    /// the buffer.
    pub(crate) tile: Option<usize>,
    /// The element's index; `None` on padding.
    pub(crate) index: Option<Dims>,
}

impl Cell {
    /// Returns the cell at a position of the buffer.
    pub(crate) fn at(layout: &CheckedSpec, position: usize) -> Cell {
        let spec = &layout.spec;
        let after = tiling::coordinates_at(spec, first(spec), position);
        Cell {
            position,
            tile: after.map(|after| tile_number(spec, &after)),
            index: layout.index(position),
        }
    }

    /// Returns the cell at coordinates in the dimensions that the first tile sees: major to minor,
    /// with leading ones, with merged dimensions (`*`) as one, each padded to whole tiles.
    pub(crate) fn at_coordinates(layout: &CheckedSpec, merged: &[usize]) -> Cell {
        let spec = &layout.spec;
        let after = split(spec, merged);
        let position = tiling::offset_of_coordinates(spec, first(spec), &after);
        Cell {
            position,
            tile: Some(tile_number(spec, &after)),
            index: layout.index(position),
        }
    }

    /// True for padding.
    pub(crate) fn is_padding(&self) -> bool {
        self.index.is_none()
    }
}

/// Returns the coordinates of a position in the dimensions that the first tile sees; `None` in
/// padding of a later tile or at the end of the buffer.
pub(crate) fn coordinates(layout: &CheckedSpec, position: usize) -> Option<PhysicalDims> {
    let spec = &layout.spec;
    let after = tiling::coordinates_at(spec, first(spec), position)?;
    let (mut dims, entries) = merged_dims(spec);
    let rank = dims.len();
    let tiled = after.len() - rank;
    for i in 0..rank {
        let within = (i + tiled).checked_sub(rank);
        dims.set(
            i,
            match within {
                Some(within) => after.at(i) * entries.at(i) + after.at(rank + within),
                None => after.at(i),
            },
        );
    }
    Some(dims)
}

/// Returns the number of first tile levels: 1, or 0 for a layout without tiles.
fn first(spec: &Spec) -> usize {
    spec.tiles.len().min(1)
}

/// Returns the extents after the first tile has merged dimensions, and the tile's entry for
/// each: 1 where the tile has none. Without a tile, each line of the most minor dimension
/// counts as one tile.
pub(crate) fn merged_dims(spec: &Spec) -> (PhysicalDims, PhysicalDims) {
    let dims = spec.untiled_dims();
    let stage = match spec.tiles.first() {
        Some(tile) => tiling::stage(&dims, tile),
        None => None,
    };
    let Some(stage) = stage else {
        let mut entries = PhysicalDims::filled(1, dims.len());
        if let Some(&minor) = dims.last() {
            entries.set(dims.len() - 1, minor.max(1));
        }
        return (dims, entries);
    };
    let mut entries = PhysicalDims::filled(1, stage.merged.len());
    for i in stage.untouched..entries.len() {
        entries.set(i, stage.entries.at(i - stage.untouched));
    }
    (stage.merged, entries)
}

/// Returns the coordinates after the first tile, from those before it.
fn split(spec: &Spec, merged: &[usize]) -> PhysicalDims {
    let mut after = PhysicalDims::from_slice(merged);
    if let Some(tile) = spec.tiles.first() {
        let (_, entries) = merged_dims(spec);
        let named = tile
            .iter()
            .filter(|&&entry| entry != layout_core::spec::COMBINE)
            .count();
        for (i, &number) in merged.iter().enumerate().skip(merged.len() - named) {
            after.set(i, number / entries.at(i));
            after.push(number % entries.at(i));
        }
    }
    after
}

/// Returns the number of a tile in row-major order, from coordinates after the first tile.
fn tile_number(spec: &Spec, after: &PhysicalDims) -> usize {
    let (dims, entries) = merged_dims(spec);
    let mut number = 0;
    for i in 0..dims.len() {
        let count = dims.at(i).div_ceil(entries.at(i));
        let coordinate = if spec.tiles.is_empty() {
            after.at(i) / entries.at(i)
        } else {
            after.at(i)
        };
        number = number * count + coordinate;
    }
    number
}

/// Returns true if an index has one number per dimension, each within it.
pub(crate) fn is_index(index: &[usize], dims: &[usize]) -> bool {
    index.len() == dims.len() && index.iter().zip(dims).all(|(index, dim)| index < dim)
}

/// Returns the position of the element at an index that a user chose.
///
/// # Panics
///
/// If the index is out of bounds.
#[track_caller]
pub(crate) fn position_of(layout: &CheckedSpec, index: &[usize]) -> usize {
    assert!(
        is_index(index, layout.dims()),
        "{index:?} is not an index of `{layout}`"
    );
    layout.offset(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout_core::parse::parse;

    #[test]
    fn coordinates_and_positions_agree() {
        for text in [
            "f32[3,5]{1,0:T(2,2)}",
            "f32[3,5]{0,1}",
            "f32[4,8]{1,0:T(2,4)(2,1)}",
            "f32[2,3,4]{2,1,0:T(*,2,2)}",
            "bf16[9]{0:T(16)(4)(2,1)}",
            "f32[5]{0:T(1)(1,2)}",
            "f32[2,3]{0,1:PAD(3,5=zero)}",
        ] {
            let layout = parse(text).unwrap();
            let (dims, entries) = merged_dims(&layout.spec);
            let rank = dims.len();
            let padded: alloc::vec::Vec<usize> = (0..rank)
                .map(|i| dims.at(i).next_multiple_of(entries.at(i)))
                .collect();
            let mut elements = 0;
            for n in 0..padded.iter().product() {
                let mut coordinates = alloc::vec![0; rank];
                let mut rest = n;
                for i in (0..rank).rev() {
                    coordinates[i] = rest % padded[i];
                    rest /= padded[i];
                }
                let cell = Cell::at_coordinates(&layout, &coordinates);
                assert_eq!(
                    Cell::at(&layout, cell.position),
                    cell,
                    "{text} {coordinates:?}"
                );
                let found = super::coordinates(&layout, cell.position).unwrap();
                assert_eq!(found[..], coordinates[..], "{text}");
                elements += usize::from(!cell.is_padding());
            }
            assert_eq!(elements, layout.num_elements(), "{text}");
        }
    }
}
