//! `Tiles`: the tiles of a buffer.

use core::fmt;
use core::iter::FusedIterator;

#[cfg(feature = "rayon")]
use super::order::SplitInTwo;
use super::order::tile::{TileAt, TilesLeft};
use super::tile::Tile;
use crate::array::Array;
use crate::map::WholeBuffer;
use crate::storage::{Parts, Storage};

/// The tiles of a buffer: [`tiles`](Array::tiles) and [`tiles_mut`](Array::tiles_mut).
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0; 24];
/// let mut view = layout.view_mut(&mut buffer)?;
/// assert_eq!(view.tiles().len(), 6); // 2x3 tiles of 2x2
/// assert_eq!(view.tiles().next_back().unwrap().index(), [1, 2]);
/// for mut tile in view.tiles_mut().rev().take(2) {
///     tile.as_mut_slice().unwrap().fill(7); // their padding too
/// }
/// assert_eq!(buffer.iter().sum::<i32>(), 8 * 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Tiles<S, M> {
    /// The storage of the array. No other part of it that is in use has a position of the remaining
    /// tiles, if elements can be written.
    storage: S,
    left: TilesLeft<M>,
}

impl<S: Storage, M: WholeBuffer> Tiles<S, M> {
    pub(crate) fn new(array: Array<S, M>) -> Self {
        let (storage, mapping) = array.into_parts();
        let left = TilesLeft::new(mapping);
        Tiles { storage, left }
    }
}

impl<S: Parts, M: WholeBuffer> Tiles<S, M> {
    /// Returns a tile.
    ///
    /// # Safety
    ///
    /// It is no longer one of those left, and is passed once.
    #[inline]
    unsafe fn tile(&self, at: TileAt<M>) -> Tile<S, M> {
        // SAFETY: no two tiles have a position in common.
        let storage = unsafe { self.storage.part() };
        Tile { storage, at }
    }
}

impl<S: Parts, M: WholeBuffer> Iterator for Tiles<S, M> {
    type Item = Tile<S, M>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let tile = self.left.next()?;
        // SAFETY: it is no longer left.
        Some(unsafe { self.tile(tile) })
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let tile = self.left.nth(n)?;
        // SAFETY: it is no longer left.
        Some(unsafe { self.tile(tile) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.numbers().size_hint()
    }
}

impl<S: Parts, M: WholeBuffer> DoubleEndedIterator for Tiles<S, M> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let tile = self.left.next_back()?;
        // SAFETY: it is no longer left.
        Some(unsafe { self.tile(tile) })
    }
}

impl<S: Parts, M: WholeBuffer> ExactSizeIterator for Tiles<S, M> {}

impl<S: Parts, M: WholeBuffer> FusedIterator for Tiles<S, M> {}

#[cfg(feature = "rayon")]
impl<S: Parts, M: WholeBuffer> SplitInTwo for Tiles<S, M> {
    fn num_elements(&self) -> usize {
        self.left.num_elements()
    }

    fn split(self) -> (Self, Option<Self>) {
        let Tiles { storage, left } = self;
        let (left, rest) = left.split();
        let rest = rest.map(|left| Tiles {
            // SAFETY: each tile is in one of the two halves.
            storage: unsafe { storage.part() },
            left,
        });
        (Tiles { storage, left }, rest)
    }
}

impl<S, M: WholeBuffer> fmt::Debug for Tiles<S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tiles")
            .field("layout", &*self.left.mapping().layout())
            .field("tiles", &self.left.numbers())
            .finish_non_exhaustive()
    }
}
