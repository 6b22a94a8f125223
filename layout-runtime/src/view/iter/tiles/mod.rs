//! `Tiles`: iteration over the tiles of a buffer.

mod tile_iter;
mod tile_layout;

use core::fmt;
use core::ops;

use layout_core::spec::Dims;

use crate::layout::ranges::Ranges;
use crate::map::{NdIndex, Region, WholeBuffer};
use crate::view::iter::lend::{DisjointSlice, Lent};
use crate::view::iter::order::tile::TileAt;
use crate::view::{View, ViewMut};

pub use tile_iter::{Tiles, TilesMut};
pub use tile_layout::StaticTiles;

/// A tile of the first level: [`View::tile`] and [`View::tiles`].
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let tile = view.tile([1, 2]).unwrap(); // at the lower right corner
/// assert_eq!(tile.origin(), [2, 4]);
/// assert_eq!(tile.extents(), [1, 1]); // the rest of 2x2 is padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TileView<'a, T, M> {
    lent: Lent<&'a [T], TileAt<M>>,
}

/// A tile of the first level, mutably: [`ViewMut::tile_mut`] and [`ViewMut::tiles_mut`].
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0; 24];
/// let mut view = layout.view_mut(&mut buffer)?;
/// let mut tile = view.tile_mut([1, 2]).unwrap(); // at the lower right corner
/// tile.as_mut_slice().unwrap().fill(7); // its padding too
/// assert_eq!(buffer[19..], [0, 7, 7, 7, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TileViewMut<'a, T, M> {
    lent: Lent<DisjointSlice<'a, T>, TileAt<M>>,
}

/// The methods that all views of tiles share.
macro_rules! tile_views {
    ($($name:ident of $view:ident;)*) => {$(
        impl<'a, T, M: WholeBuffer> $name<'a, T, M> {
            /// Returns the tile's index in physical order: one number for each of the layout's
            /// `tile_counts`, major to minor.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::{Buffer, layout};
            ///
            /// let buffer = Buffer::<i32, layout!(S32[3,5]<1,0:T(2,2)>)>::zeroed();
            /// for tile in buffer.tiles() {
            ///     let [i, j]: [usize; 2] = tile.index().try_into().unwrap();
            ///     assert_eq!(tile.origin(), [2 * i, 2 * j]);
            /// }
            /// ```
            #[must_use]
            pub fn index(&self) -> Dims {
                self.lent.walk().index()
            }

            /// Returns the index of the tile's first element in logical order, as elements are
            /// indexed. With `PAD` it can be out of bounds.
            #[must_use]
            pub fn origin(&self) -> M::Index {
                self.lent.walk().origin()
            }

            /// Returns the extents of the tile in physical order, without padding: one number for
            /// each of the layout's `tile_counts`, major to minor; 1 if the tile has no entry for
            /// the dimension. [`ranges`](Self::ranges) has the logical order.
            ///
            /// If `*` entries merge dimensions that `PAD` widens, the extents include their
            /// padding.
            #[must_use]
            pub fn extents(&self) -> Dims {
                self.lent.walk().extents()
            }

            /// Returns the indices of the tile's elements in logical order: one range for each of
            /// the array's dimensions, within its size. A range of a tile that is padding only is
            /// empty.
            ///
            /// If `*` entries merge dimensions, it is the smallest box that has all elements
            /// of the tile, and may have elements of other tiles.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::{Buffer, layout};
            ///
            /// let buffer = Buffer::<f32, layout!(F32[512,512]<0,1:T(8,128)>)>::zeroed();
            /// let tile = buffer.tile_at([100, 200]).unwrap();
            /// assert_eq!(tile.ranges(), [0..128, 200..208]); // 128 rows, 8 columns
            /// assert_eq!(tile.index(), [25, 0]); // the physical order has columns first
            /// ```
            #[must_use]
            pub fn ranges(&self) -> Ranges {
                self.lent.walk().bounds().0
            }

            #[inline]
            pub(crate) fn at(view: $view<'a, T, M>, index: &[usize]) -> Option<Self> {
                let lent = Lent::tile(view, index)?;
                Some($name { lent })
            }

            pub(crate) fn of_element(
                view: $view<'a, T, M>,
                index: impl NdIndex<M>,
            ) -> Option<Self> {
                let lent = Lent::tile_of(view, index)?;
                Some($name { lent })
            }
        }

        impl<T, M: WholeBuffer> fmt::Debug for $name<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("layout", &*self.lent.walk().mapping().layout())
                    .field("index", &self.lent.walk().index())
                    .finish_non_exhaustive()
            }
        }
    )*};
}

tile_views! {
    TileView of View;
    TileViewMut of ViewMut;
}

impl<'a, T, M: WholeBuffer> TileView<'a, T, M> {
    /// Returns the tile's elements as a region of the array, in logical order; `None` if they are
    /// not all elements of [`ranges`](TileView::ranges), because `*` entries merge dimensions.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{0,1:T(2,2)}")?; // columns are the major dimension
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let tile = view.tile([0, 1]).unwrap();
    /// let region = tile.region().unwrap();
    /// assert_eq!(region.dims(), [1, 2]); // below it is padding
    /// assert_eq!(region.to_row_major(), [4, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[expect(clippy::type_complexity, reason = "an alias would hide what it is")]
    pub fn region(&self) -> Option<View<'a, T, Region<M::Whole<'_>, M::Index>>> {
        let (ranges, true) = self.lent.walk().bounds() else {
            return None;
        };
        let region = Region::of(self.lent.walk().mapping(), &ranges[..]).ok()?;
        // SAFETY: a region's buffer is the buffer of its array, which the tile refers to.
        Some(unsafe { View::new_unchecked(self.lent.buffer(), region) })
    }

    /// Returns the element at an index within the tile, in physical order: one number for each of
    /// the tile's [`extents`](TileView::extents); `None` past them. Indexing the tile's
    /// [`view`](TileView::view), which has its own layout, is faster.
    #[must_use]
    pub fn get(&self, index: impl AsRef<[usize]>) -> Option<&'a T> {
        self.lent.by_ref().element(index.as_ref())
    }

    /// Returns a pointer to the tile's first element; as [`View::as_ptr`](crate::View::as_ptr).
    #[must_use]
    pub fn as_ptr(&self) -> *const T {
        let first = self.lent.walk().first_position();
        self.lent.buffer().as_ptr().wrapping_add(first)
    }

    /// Returns the elements of the tile in physical order, row by row, without padding.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &'a T> {
        self.lent.by_ref().iter()
    }

    /// Returns the tile's memory, padding included; `None` if it is not contiguous, because a later
    /// tile splits across tiles of the first level.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let tile = view.tile([0, 2]).unwrap();
    /// assert_eq!(tile.as_slice(), Some(&[8, 9, 10, 11][..])); // 9 and 11 are padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The tiles of a static layout have a static layout, and are contiguous if they have a
    /// [`view`](TileView::view). Its slice needs no `unwrap`:
    ///
    /// ```
    /// use tiled_layout::layout;
    ///
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = <layout!(S32[3,5]<1,0:T(2,2)>)>::view(&buffer)?;
    /// let tile = view.tile([0, 2]).unwrap();
    /// assert_eq!(tile.view().as_slice(), [8, 9, 10, 11]);
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        self.lent.by_ref().slice()
    }

    /// Returns the elements of the tile in physical order, row by row and without padding, each
    /// with its index in the array, which is in logical order.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let tile = view.tile([0, 2]).unwrap();
    /// let elements: Vec<_> = tile.indexed_iter().map(|(index, &n)| (index.to_vec(), n)).collect();
    /// assert_eq!(elements, [(vec![0, 4], 8), (vec![1, 4], 10)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn indexed_iter(&self) -> impl Iterator<Item = (M::Index, &'a T)> {
        self.lent.by_ref().indexed_iter()
    }
}

impl<'a, T, M: WholeBuffer> TileViewMut<'a, T, M> {
    /// Returns a mutable reference to the element at an index within the tile, in physical order;
    /// as [`TileView::get`].
    #[must_use]
    pub fn get_mut(&mut self, index: impl AsRef<[usize]>) -> Option<&mut T> {
        self.lent.reborrow().element(index.as_ref())
    }

    /// Returns a pointer to the tile's first element; as [`View::as_ptr`](crate::View::as_ptr).
    #[must_use]
    pub fn as_ptr(&self) -> *const T {
        self.lent.as_ptr()
    }

    /// Mutable references to the elements of the tile in physical order, row by row, without
    /// padding.
    #[inline]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.lent.reborrow().iter()
    }

    /// Returns the tile's memory, padding included; `None` if it is not contiguous, because a later
    /// tile splits across tiles of the first level.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        self.lent.reborrow().slice()
    }

    /// Returns a mutable pointer to the tile's first element; as
    /// [`View::as_ptr`](crate::View::as_ptr). It may access the positions of this tile only.
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.lent.as_ptr()
    }

    /// Returns the tile's memory for as long as the buffer is borrowed; as
    /// [`as_mut_slice`](TileViewMut::as_mut_slice).
    #[inline]
    #[must_use]
    pub fn into_mut_slice(self) -> Option<&'a mut [T]> {
        self.lent.into_slice()
    }

    /// Mutable references to the elements of the tile in physical order, row by row and
    /// without padding, each with its index in the array, which is in logical order.
    pub fn indexed_iter_mut(&mut self) -> impl Iterator<Item = (M::Index, &mut T)> {
        self.lent.reborrow().indexed_iter()
    }
}

impl<T, M: WholeBuffer, I: AsRef<[usize]>> ops::Index<I> for TileView<'_, T, M> {
    type Output = T;

    #[track_caller]
    fn index(&self, index: I) -> &T {
        let index = index.as_ref();
        match self.get(index) {
            Some(element) => element,
            None => panic!(
                "index {index:?} is out of bounds of a tile of extents {:?}",
                self.extents()
            ),
        }
    }
}
