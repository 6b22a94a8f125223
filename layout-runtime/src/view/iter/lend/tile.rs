//! The elements of tiles.

use super::{DisjointSlice, Lend, Lent, ReadAt, ReadRun, Share, item, run};
use crate::map::{NdIndex, WholeBuffer};
use crate::view::iter::order::tile::{TileAt, TilesLeft};
use crate::view::iter::order::{ElementPositions, Elements};

impl<B, M: WholeBuffer> Lent<B, TileAt<M>> {
    /// Returns the tile at an index; `None` out of bounds.
    #[inline]
    pub(crate) fn tile(view: impl Lend<Buffer = B, Mapping = M>, index: &[usize]) -> Option<Self> {
        let (buffer, mapping) = view.into_lent();
        let walk = TileAt::at(mapping, index)?;
        Some(Lent { buffer, walk })
    }

    /// Returns the tile of the element at an index; `None` out of bounds.
    pub(crate) fn tile_of(
        view: impl Lend<Buffer = B, Mapping = M>,
        index: impl NdIndex<M>,
    ) -> Option<Self> {
        let (buffer, mapping) = view.into_lent();
        let walk = TileAt::of_element(mapping, index)?;
        Some(Lent { buffer, walk })
    }

    /// Returns the memory of the tile; `None` if it is not contiguous.
    #[inline]
    pub(crate) fn into_slice(self) -> Option<B::Run>
    where
        B: ReadRun,
    {
        let Lent { buffer, walk } = self;
        Lent {
            buffer,
            walk: &walk,
        }
        .slice()
    }
}

// Each method consumes the tile, so that it lends an element once.
impl<B: ReadAt, M: WholeBuffer> Lent<B, &TileAt<M>> {
    /// Returns the element at an index in the tile; `None` out of bounds.
    pub(crate) fn element(mut self, index: &[usize]) -> Option<B::Item> {
        let position = self.walk.position(index)?;
        // SAFETY: the position of an element of the tile; the call consumes the tile.
        Some(unsafe { item(&mut self.buffer, position) })
    }

    /// Returns the elements, row by row.
    #[inline]
    pub(crate) fn iter(self) -> Lent<B, ElementPositions<M>> {
        let (buffer, walk) = (self.buffer, self.walk.element_positions());
        Lent { buffer, walk }
    }

    /// Returns the elements, row by row, each with its index in the array.
    pub(crate) fn indexed_iter(self) -> Lent<B, Elements<M>> {
        let (buffer, walk) = (self.buffer, self.walk.elements());
        Lent { buffer, walk }
    }
}

impl<B: ReadRun, M: WholeBuffer> Lent<B, &TileAt<M>> {
    /// Returns the memory of the tile, padding included; `None` if it is not contiguous.
    #[inline]
    pub(crate) fn slice(mut self) -> Option<B::Run> {
        let positions = self.walk.positions()?;
        // SAFETY: the positions of the tile; the call consumes the tile.
        Some(unsafe { run(&mut self.buffer, positions.start, positions.len()) })
    }
}

impl<B: Copy, M> Lent<B, TileAt<M>> {
    /// Returns the tile by reference.
    #[inline]
    pub(crate) fn by_ref(&self) -> Lent<B, &TileAt<M>> {
        let Lent { buffer, walk } = self;
        Lent {
            buffer: *buffer,
            walk,
        }
    }
}

impl<T, M> Lent<DisjointSlice<'_, T>, TileAt<M>> {
    /// Returns the tile by reference, for as long as it is borrowed.
    #[inline]
    pub(crate) fn reborrow(&mut self) -> Lent<DisjointSlice<'_, T>, &TileAt<M>> {
        let Lent { buffer, walk } = self;
        Lent {
            buffer: buffer.reborrow(),
            walk,
        }
    }
}

impl<T, M: WholeBuffer> Lent<DisjointSlice<'_, T>, TileAt<M>> {
    /// Returns a pointer to the first element.
    pub(crate) fn as_ptr(&self) -> *mut T {
        self.buffer
            .start
            .as_ptr()
            .wrapping_add(self.walk.first_position())
    }
}

impl<B: Share, M: WholeBuffer> Lent<B, TilesLeft<M>> {
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Lent<B, TileAt<M>>> {
        let tile = self.walk.next()?;
        // SAFETY: the walk has just yielded the tile.
        Some(unsafe { self.lend(tile) })
    }

    pub(crate) fn nth(&mut self, n: usize) -> Option<Lent<B, TileAt<M>>> {
        let tile = self.walk.nth(n)?;
        // SAFETY: the walk has just yielded the tile.
        Some(unsafe { self.lend(tile) })
    }

    pub(crate) fn next_back(&mut self) -> Option<Lent<B, TileAt<M>>> {
        let tile = self.walk.next_back()?;
        // SAFETY: the walk has just yielded the tile.
        Some(unsafe { self.lend(tile) })
    }

    /// Returns a tile that the walk yields.
    ///
    /// # Safety
    ///
    /// The walk has yielded the tile, and each one is passed once.
    #[inline]
    unsafe fn lend(&self, walk: TileAt<M>) -> Lent<B, TileAt<M>> {
        // SAFETY: the walk yields no position twice, and the caller passes the tile once.
        let buffer = unsafe { self.buffer.share() };
        Lent { buffer, walk }
    }
}
