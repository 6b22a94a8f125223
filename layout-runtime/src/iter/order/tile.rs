//! `TileAt` and `TilesLeft`: a tile, and the remaining tiles, as numbers of a grid.

use core::ops::Range;

use layout_core::spec::Dims;

#[cfg(feature = "rayon")]
use super::SplitInTwo;
use super::tile_rows::{ElementPositions, Elements, TileRows, logical};
use crate::layout::ranges::Ranges;
use crate::layout::tile_grid::TileGrid;
use crate::map::{NdIndex, WholeBuffer, slice_offset};

/// The mapping, and the number of the tile. The tile's coordinates are computed when they are
/// needed: a loop over small tiles takes less time than copies of them.
#[derive(Clone)]
pub(crate) struct TileAt<M> {
    mapping: M,
    number: usize,
    /// The tile's positions, if they are contiguous.
    positions: Option<Range<usize>>,
    /// The number of elements, if known, where these are the first positions, in order;
    /// otherwise 0.
    prefix: Option<usize>,
}

impl<M: WholeBuffer> TileAt<M> {
    /// Returns the tile at an index; `None` out of bounds.
    #[inline]
    pub(crate) fn at(mapping: M, index: &[usize]) -> Option<Self> {
        let (number, positions) = mapping.grid().at(index)?;
        Some(TileAt {
            mapping,
            number,
            positions,
            prefix: None,
        })
    }

    /// Returns the tile of the element at an index; `None` out of bounds.
    pub(crate) fn of_element(mapping: M, index: impl NdIndex<M>) -> Option<Self> {
        let position = index.position_in(&mapping)?;
        let grid = mapping.grid().made();
        let number = match grid.number_at(position) {
            Some(number) => number,
            None => {
                let index = mapping.index(position)?;
                grid.number_of(&mapping.layout(), index.as_ref())?
            }
        };
        Some(TileAt {
            positions: grid.positions(number),
            mapping,
            number,
            prefix: None,
        })
    }

    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        &self.mapping
    }

    /// Returns the tile's positions, if they are contiguous.
    #[inline]
    pub(crate) fn positions(&self) -> Option<Range<usize>> {
        self.positions.clone()
    }

    pub(crate) fn index(&self) -> Dims {
        self.mapping.grid().made().index(self.number)
    }

    pub(crate) fn extents(&self) -> Dims {
        let grid = self.mapping.grid().made();
        grid.extents(&grid.index(self.number))
    }

    pub(crate) fn origin(&self) -> M::Index {
        let grid = self.mapping.grid().made();
        let tile = grid.index(self.number);
        let index = logical(&self.mapping, &grid, &tile, &Dims::filled(0, tile.len()));
        match index.and_then(|index| self.mapping.index_from_slice(&index)) {
            Some(origin) => origin,
            None => unreachable!("a tile's corner is not padding of the tile"),
        }
    }

    /// Returns the smallest box of indices that has all elements of the tile, and true if it has no
    /// others.
    pub(crate) fn bounds(&self) -> (Ranges, bool) {
        let grid = self.mapping.grid().made();
        let tile = grid.index(self.number);
        if let Some(ranges) = grid.ranges(&tile, self.mapping.dims()) {
            return (ranges, true);
        }
        let mut bounds = Dims::filled(0, self.mapping.rank());
        let (mut low, mut count) = (bounds, 0usize);
        for (index, _) in self.elements() {
            for (dim, &at) in index.as_ref().iter().enumerate() {
                let first = if count == 0 { at } else { low.at(dim).min(at) };
                low.set(dim, first);
                bounds.set(dim, bounds.at(dim).max(at + 1));
            }
            count += 1;
        }
        let ranges = Ranges::new(low.iter().zip(&bounds).map(|(&low, &high)| low..high));
        let is_box = count == ranges.iter().map(Range::len).product::<usize>();
        (ranges, is_box)
    }

    /// Returns the position of the tile's first element; 0 if it has none.
    pub(crate) fn first_position(&self) -> usize {
        let first = self.elements().next();
        first.map_or(0, |(_, position)| position)
    }

    /// Returns the position of the element at an index in the tile.
    pub(crate) fn position(&self, index: &[usize]) -> Option<usize> {
        let grid = self.mapping.grid().made();
        let tile = grid.index(self.number);
        let extents = grid.extents(&tile);
        let within = index.iter().zip(&extents).all(|(&i, &extent)| i < extent);
        if index.len() != extents.len() || !within {
            return None;
        }
        let index = logical(&self.mapping, &grid, &tile, &Dims::from_slice(index))?;
        slice_offset(&self.mapping, &index)
    }

    /// Returns the positions of the elements, row by row.
    #[inline]
    pub(crate) fn element_positions(&self) -> ElementPositions<M> {
        let (mapping, number) = (self.mapping.clone(), self.number);
        let (rows, position, left) = match (&self.positions, self.prefix) {
            (Some(positions), Some(left)) if left > 0 => {
                (TileRows::none(mapping, number), positions.start, left)
            }
            _ => (TileRows::all(mapping, number), 0, 0),
        };
        ElementPositions {
            rows,
            position,
            left,
            step: 1,
        }
    }

    pub(crate) fn elements(&self) -> Elements<M> {
        Elements {
            rows: TileRows::all(self.mapping.clone(), self.number),
            run: None,
            left: 0,
        }
    }
}

/// The remaining tiles, in row-major order of their indices.
#[derive(Clone)]
pub(crate) struct TilesLeft<M> {
    mapping: M,
    grid: TileGrid,
    numbers: Range<usize>,
    /// The tiles before this number, from the last one given on, have `prefix` in common.
    alike_to: usize,
    prefix: usize,
}

impl<M: WholeBuffer> TilesLeft<M> {
    pub(crate) fn new(mapping: M) -> Self {
        let grid = mapping.grid().made();
        TilesLeft {
            mapping,
            numbers: 0..grid.len(),
            grid,
            alike_to: 0,
            prefix: 0,
        }
    }

    pub(crate) fn mapping(&self) -> &M {
        &self.mapping
    }

    /// Returns the numbers of the remaining tiles.
    pub(crate) fn numbers(&self) -> Range<usize> {
        self.numbers.clone()
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Option<TileAt<M>> {
        let number = self.numbers.next()?;
        if number >= self.alike_to {
            (self.prefix, self.alike_to) = self.grid.prefix(number);
        }
        Some(TileAt {
            prefix: Some(self.prefix),
            ..self.tile(number)
        })
    }

    pub(crate) fn nth(&mut self, n: usize) -> Option<TileAt<M>> {
        let number = self.numbers.nth(n)?;
        Some(self.tile(number))
    }

    pub(crate) fn next_back(&mut self) -> Option<TileAt<M>> {
        let number = self.numbers.next_back()?;
        Some(self.tile(number))
    }

    #[inline]
    fn tile(&self, number: usize) -> TileAt<M> {
        TileAt {
            mapping: self.mapping.clone(),
            number,
            positions: self.grid.positions(number),
            prefix: None,
        }
    }
}

#[cfg(feature = "rayon")]
impl<M: WholeBuffer> SplitInTwo for TilesLeft<M> {
    fn num_elements(&self) -> usize {
        self.numbers.len() * (self.mapping.padded_len() / self.grid.len().max(1))
    }

    fn split(mut self) -> (Self, Option<Self>) {
        let middle = self.numbers.start + self.numbers.len() / 2;
        if middle == self.numbers.start {
            return (self, None);
        }
        let mut rest = self.clone();
        rest.numbers.start = middle;
        self.numbers.end = middle;
        (self, Some(rest))
    }
}
