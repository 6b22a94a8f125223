//! Iterators over tiles.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::{TileAt, TileView, TileViewMut};
use crate::layout::tile_grid::TileGrid;
use crate::map::WholeBuffer;
use crate::view::iter::lend::DisjointSlice;
use crate::view::{View, ViewMut};

/// The tiles of a buffer: [`View::tiles`].
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// assert_eq!(view.tiles().len(), 6); // 2x3 tiles of 2x2
/// assert_eq!(view.tiles().next_back().unwrap().index(), [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Tiles<'a, T, M> {
    buffer: &'a [T], // exactly `padded_len` elements
    left: TilesLeft<M>,
}

/// The tiles of a buffer, mutably: [`ViewMut::tiles_mut`].
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0; 24];
/// let mut view = layout.view_mut(&mut buffer)?;
/// for mut tile in view.tiles_mut().rev().take(2) {
///     tile.as_mut_slice().unwrap().fill(7); // their padding too
/// }
/// assert_eq!(buffer.iter().sum::<i32>(), 8 * 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct TilesMut<'a, T, M> {
    buffer: DisjointSlice<'a, T>, // exactly `padded_len` elements
    left: TilesLeft<M>,
}

/// The remaining tiles, in row-major order of their indices.
#[derive(Clone)]
pub(crate) struct TilesLeft<M> {
    mapping: M,
    grid: TileGrid,
    pub(crate) numbers: Range<usize>,
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

    /// Returns the number of elements of the remaining tiles, padding included.
    #[cfg(feature = "rayon")]
    pub(crate) fn num_elements(&self) -> usize {
        self.numbers.len() * (self.mapping.padded_len() / self.grid.len().max(1))
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

    #[inline]
    pub(crate) fn tile(&self, number: usize) -> TileAt<M> {
        TileAt {
            mapping: self.mapping.clone(),
            number,
            positions: self.grid.positions(number),
            prefix: None,
        }
    }
}

/// The iterators over tiles.
macro_rules! tiles {
    ($($name:ident of $view:ident, $buffer_of:expr, $item:ident: $buffer:ident => $part:expr;)*) => {$(
        impl<'a, T, M: WholeBuffer> $name<'a, T, M> {
            pub(crate) fn new(view: $view<'a, T, M>) -> Self {
                let (buffer, mapping) = view.into_parts();
                $name {
                    buffer: $buffer_of(buffer),
                    left: TilesLeft::new(mapping),
                }
            }

            #[inline]
            fn item(&self, tile: TileAt<M>) -> $item<'a, T, M> {
                let $buffer = &self.buffer;
                $item { buffer: $part, tile }
            }
        }

        impl<'a, T, M: WholeBuffer> Iterator for $name<'a, T, M> {
            type Item = $item<'a, T, M>;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let tile = self.left.next()?;
                Some(self.item(tile))
            }

            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                let number = self.left.numbers.nth(n)?;
                Some(self.item(self.left.tile(number)))
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.left.numbers.size_hint()
            }
        }

        impl<T, M: WholeBuffer> DoubleEndedIterator for $name<'_, T, M> {
            fn next_back(&mut self) -> Option<Self::Item> {
                let number = self.left.numbers.next_back()?;
                Some(self.item(self.left.tile(number)))
            }
        }

        impl<T, M: WholeBuffer> ExactSizeIterator for $name<'_, T, M> {}
        impl<T, M: WholeBuffer> FusedIterator for $name<'_, T, M> {}

        #[cfg(feature = "rayon")]
        impl<T, M: WholeBuffer> crate::view::iter::lend::SplitInTwo for $name<'_, T, M> {
            fn num_elements(&self) -> usize {
                self.left.num_elements()
            }

            fn split(mut self) -> (Self, Option<Self>) {
                let Range { start, end } = self.left.numbers;
                let middle = start + (end - start) / 2;
                if middle == start {
                    return (self, None);
                }
                let mut left = self.left.clone();
                left.numbers.start = middle;
                self.left.numbers.end = middle;
                let $buffer = &self.buffer;
                let rest = $name { buffer: $part, left };
                (self, Some(rest))
            }
        }

        impl<T, M: WholeBuffer> fmt::Debug for $name<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("layout", &*self.left.mapping().layout())
                    .field("tiles", &self.left.numbers)
                    .finish_non_exhaustive()
            }
        }
    )*};
}

tiles! {
    Tiles of View, core::convert::identity, TileView: buffer => buffer;
    TilesMut of ViewMut, DisjointSlice::new, TileViewMut: buffer => {
        // SAFETY: each tile is given once, and tiles have no position in
        // common.
        unsafe { buffer.share() }
    };
}
