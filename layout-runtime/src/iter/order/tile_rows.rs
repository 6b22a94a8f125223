//! The elements of a tile, row by row.

use core::ops::Range;

use layout_core::spec::Dims;
use layout_core::util::arithmetic::product;

use crate::layout::strides;
use crate::layout::tile_grid::TileGrid;
use crate::map::WholeBuffer;

/// The remaining rows of a tile, from edge to edge of later tiles. It is small: all else is
/// computed for each row, so that the iterators of a tile of one row stay in registers.
#[derive(Clone)]
pub(super) struct TileRows<M: WholeBuffer> {
    /// Not a reference to the tile, which would keep the caller's [`TileAt`] in memory.
    mapping: M,
    number: usize,
    /// The numbers of the remaining elements.
    numbers: Range<usize>,
}

/// Elements of a tile that have a constant stride.
#[derive(Clone, Copy)]
pub(super) struct TileRow<I> {
    /// The index of the first element, and the dimension of the row.
    index: I,
    dim: usize,
    /// The position of the first element.
    position: usize,
    len: usize,
    step: usize,
}

impl<M: WholeBuffer> TileRows<M> {
    #[inline]
    pub(super) fn none(mapping: M, number: usize) -> Self {
        TileRows {
            mapping,
            number,
            numbers: 0..0,
        }
    }

    #[inline(never)] // the tiles of most loops have one row
    pub(super) fn all(mapping: M, number: usize) -> Self {
        let grid = mapping.grid().made();
        let numbers = 0..product(&grid.extents(&grid.index(number)));
        TileRows {
            mapping,
            number,
            numbers,
        }
    }

    #[inline] // most tiles have no row but the first
    fn next(&mut self) -> Option<TileRow<M::Index>> {
        if self.numbers.is_empty() {
            None
        } else {
            self.begin()
        }
    }

    #[inline(never)] // once for several elements
    fn begin(&mut self) -> Option<TileRow<M::Index>> {
        let mapping = &self.mapping;
        let grid = mapping.grid().made();
        let tile = grid.index(self.number);
        let extents = grid.extents(&tile);
        for number in self.numbers.by_ref() {
            let within = strides::split(number, &extents);
            let index = logical(mapping, &grid, &tile, &within);
            let index = index.and_then(|index| mapping.index_from_slice(&index));
            // If `*` merges dimensions, indices in the padding of `PAD` have no position.
            let Some((index, position)) = index.and_then(|i| Some((i, mapping.checked_offset(i)?)))
            else {
                continue;
            };
            let mut row = TileRow {
                index,
                dim: 0,
                position,
                len: 1,
                step: 0,
            };
            // The tile's last dimension, or one before it if the others have one element.
            let along = extents.iter().rposition(|&extent| extent != 1);
            if let Some(at) = along
                && let Some(dim) = grid.dim(at)
            {
                let steps = mapping.pattern(dim);
                let to_edge = steps.until_edge(index.as_ref()[dim]);
                (row.dim, row.step) = (dim, steps.step());
                row.len = to_edge.min(extents[at] - within[at]);
                self.numbers.start += row.len - 1;
            }
            return Some(row);
        }
        None
    }
}

/// Returns the index in the array of an index within the extents of the tile of this index;
/// `None` for padding.
#[inline]
pub(super) fn logical<M: WholeBuffer>(
    mapping: &M,
    grid: &TileGrid,
    tile: &Dims,
    within: &Dims,
) -> Option<Dims> {
    let index = grid.unmerged(tile, within);
    index.or_else(|| grid.logical(&mapping.layout(), tile, within))
}

/// The positions of a tile's elements, row by row.
pub(crate) struct ElementPositions<M: WholeBuffer> {
    /// The rows after this one.
    pub(super) rows: TileRows<M>,
    pub(super) position: usize,
    pub(super) left: usize,
    pub(super) step: usize,
}

impl<M: WholeBuffer> ElementPositions<M> {
    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        &self.rows.mapping
    }
}

impl<M: WholeBuffer> Iterator for ElementPositions<M> {
    type Item = usize;

    #[inline(always)] // a call would keep the position in memory
    fn next(&mut self) -> Option<usize> {
        if self.left == 0 {
            // A copy: the address of a field would keep all of them in memory.
            let mut rows = self.rows.clone();
            let row = rows.next();
            self.rows = rows;
            let row = row?;
            (self.position, self.left, self.step) = (row.position, row.len, row.step);
        }
        let position = self.position;
        self.left -= 1;
        self.position = position.wrapping_add(self.step);
        Some(position)
    }

    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, init: B, mut f: F) -> B {
        let ElementPositions {
            mut rows,
            mut position,
            mut left,
            mut step,
        } = self;
        let mut value = init;
        loop {
            value = match step {
                1 => (position..position + left).fold(value, &mut f),
                _ => (0..left).fold(value, |value, k| {
                    f(value, position.wrapping_add(k.wrapping_mul(step)))
                }),
            };
            let Some(row) = rows.next() else {
                return value;
            };
            (position, left, step) = (row.position, row.len, row.step);
        }
    }
}

/// The elements of a tile, row by row: index and position of each.
pub(crate) struct Elements<M: WholeBuffer> {
    pub(super) rows: TileRows<M>,
    /// The row, beginning at the next of its last `left` elements.
    pub(super) run: Option<TileRow<M::Index>>,
    pub(super) left: usize,
}

impl<M: WholeBuffer> Elements<M> {
    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        &self.rows.mapping
    }
}

impl<M: WholeBuffer> Iterator for Elements<M> {
    type Item = (M::Index, usize);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            self.run = self.rows.next();
            self.left = self.run.as_ref()?.len;
        }
        let run = self.run.as_mut()?;
        let item = (run.index, run.position);
        self.left -= 1;
        if let Some(number) = run.index.as_mut().get_mut(run.dim) {
            *number += 1;
        }
        run.position = run.position.wrapping_add(run.step);
        Some(item)
    }
}
