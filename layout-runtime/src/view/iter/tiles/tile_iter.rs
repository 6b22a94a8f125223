//! Iterators over tiles.

use core::fmt;
use core::iter::FusedIterator;

use super::{TileView, TileViewMut};
use crate::map::WholeBuffer;
use crate::view::iter::lend::{DisjointSlice, Lent};
use crate::view::iter::order::tile::TilesLeft;
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
    lent: Lent<&'a [T], TilesLeft<M>>,
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
    lent: Lent<DisjointSlice<'a, T>, TilesLeft<M>>,
}

/// The iterators over tiles.
macro_rules! tiles {
    ($($name:ident of $view:ident, $item:ident;)*) => {$(
        impl<'a, T, M: WholeBuffer> $name<'a, T, M> {
            pub(crate) fn new(view: $view<'a, T, M>) -> Self {
                $name {
                    // SAFETY: the walk is of the mapping that it is given.
                    lent: unsafe { Lent::new(view, TilesLeft::new) },
                }
            }
        }

        impl<'a, T, M: WholeBuffer> Iterator for $name<'a, T, M> {
            type Item = $item<'a, T, M>;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let lent = self.lent.next()?;
                Some($item { lent })
            }

            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                let lent = self.lent.nth(n)?;
                Some($item { lent })
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.lent.walk().numbers().size_hint()
            }
        }

        impl<T, M: WholeBuffer> DoubleEndedIterator for $name<'_, T, M> {
            fn next_back(&mut self) -> Option<Self::Item> {
                let lent = self.lent.next_back()?;
                Some($item { lent })
            }
        }

        impl<T, M: WholeBuffer> ExactSizeIterator for $name<'_, T, M> {}
        impl<T, M: WholeBuffer> FusedIterator for $name<'_, T, M> {}

        #[cfg(feature = "rayon")]
        impl<T, M: WholeBuffer> crate::view::iter::order::SplitInTwo for $name<'_, T, M> {
            fn num_elements(&self) -> usize {
                self.lent.num_elements()
            }

            fn split(self) -> (Self, Option<Self>) {
                let (lent, rest) = self.lent.split();
                ($name { lent }, rest.map(|lent| $name { lent }))
            }
        }

        impl<T, M: WholeBuffer> fmt::Debug for $name<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let walk = self.lent.walk();
                f.debug_struct(stringify!($name))
                    .field("layout", &*walk.mapping().layout())
                    .field("tiles", &walk.numbers())
                    .finish_non_exhaustive()
            }
        }
    )*};
}

tiles! {
    Tiles of View, TileView;
    TilesMut of ViewMut, TileViewMut;
}
