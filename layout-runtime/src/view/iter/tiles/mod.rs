//! `Tiles`: iteration over the tiles of a buffer.

mod rows;
mod tile_iter;
mod tile_layout;

use core::convert::identity;
use core::fmt;
use core::ops::{self, Range};

use layout_core::spec::Dims;

use crate::layout::ranges::Ranges;
use crate::layout::tile_grid::TileGrid;
use crate::map::{NdIndex, Region, WholeBuffer, slice_offset};
use crate::view::iter::lend::{DisjointSlice, element};
use crate::view::{View, ViewMut};
use rows::{ElementPositions, Elements, TileRows};

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
    buffer: &'a [T], // exactly `padded_len` elements
    tile: TileAt<M>,
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
    /// The whole buffer; the tile accesses only its own positions.
    buffer: DisjointSlice<'a, T>,
    tile: TileAt<M>,
}

/// The mapping, and the number of the tile. The tile's coordinates are computed when they are
/// needed: a loop over small tiles takes less time than copies of them.
#[derive(Clone)]
struct TileAt<M> {
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
            None => unreachable!("a tile's corner is no padding of the tile"),
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
    fn first_position(&self) -> usize {
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

/// Returns the index in the array of an index within the extents of the tile of this index;
/// `None` for padding.
#[inline]
fn logical<M: WholeBuffer>(
    mapping: &M,
    grid: &TileGrid,
    tile: &Dims,
    within: &Dims,
) -> Option<Dims> {
    let index = grid.unmerged(tile, within);
    index.or_else(|| grid.logical(&mapping.layout(), tile, within))
}

/// The methods that all views of tiles share.
macro_rules! tile_views {
    ($($name:ident of $view:ident, $buffer_of:expr;)*) => {$(
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
                self.tile.index()
            }

            /// Returns the index of the tile's first element in logical order, as elements are
            /// indexed. With `PAD` it can be out of bounds.
            #[must_use]
            pub fn origin(&self) -> M::Index {
                self.tile.origin()
            }

            /// Returns the extents of the tile in physical order, without padding: one number for
            /// each of the layout's `tile_counts`, major to minor; 1 if the tile has no entry for
            /// the dimension. [`ranges`](Self::ranges) has the logical order.
            ///
            /// If `*` entries merge dimensions that `PAD` widens, the extents include their
            /// padding.
            #[must_use]
            pub fn extents(&self) -> Dims {
                self.tile.extents()
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
                self.tile.bounds().0
            }

            #[inline]
            pub(crate) fn at(view: $view<'a, T, M>, index: &[usize]) -> Option<Self> {
                let (buffer, mapping) = view.into_parts();
                let tile = TileAt::at(mapping, index)?;
                Some($name { buffer: $buffer_of(buffer), tile })
            }

            pub(crate) fn of_element(
                view: $view<'a, T, M>,
                index: impl NdIndex<M>,
            ) -> Option<Self> {
                let (buffer, mapping) = view.into_parts();
                let tile = TileAt::of_element(mapping, index)?;
                Some($name { buffer: $buffer_of(buffer), tile })
            }
        }

        impl<T, M: WholeBuffer> fmt::Debug for $name<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("layout", &*self.tile.mapping().layout())
                    .field("index", &self.tile.index())
                    .finish_non_exhaustive()
            }
        }
    )*};
}

tile_views! {
    TileView of View, identity;
    TileViewMut of ViewMut, DisjointSlice::new;
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
        let (ranges, true) = self.tile.bounds() else {
            return None;
        };
        let region = Region::of(self.tile.mapping(), &ranges[..]).ok()?;
        Some(View::from_checked(self.buffer, region))
    }

    /// Returns the element at an index within the tile, in physical order: one number for each of
    /// the tile's [`extents`](TileView::extents); `None` past them. Indexing the tile's
    /// [`view`](TileView::view), which has its own layout, is faster.
    #[must_use]
    pub fn get(&self, index: impl AsRef<[usize]>) -> Option<&'a T> {
        Some(&self.buffer[self.tile.position(index.as_ref())?])
    }

    /// Returns a pointer to the tile's first element; as [`View::as_ptr`](crate::View::as_ptr).
    #[must_use]
    pub fn as_ptr(&self) -> *const T {
        self.buffer
            .as_ptr()
            .wrapping_add(self.tile.first_position())
    }

    /// Returns the elements of the tile in physical order, row by row, without padding.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &'a T> {
        let buffer = self.buffer;
        self.tile
            .element_positions()
            .map(move |position| element(buffer, position))
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
        Some(&self.buffer[self.tile.positions.clone()?])
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
        let elements = self.tile.elements();
        elements.map(|(index, position)| (index, &self.buffer[position]))
    }
}

impl<'a, T, M: WholeBuffer> TileViewMut<'a, T, M> {
    /// Returns a mutable reference to the element at an index within the tile, in physical order;
    /// as [`TileView::get`].
    #[must_use]
    pub fn get_mut(&mut self, index: impl AsRef<[usize]>) -> Option<&mut T> {
        let position = self.tile.position(index.as_ref())?;
        // SAFETY:
        // - a position of an index in bounds is below `padded_len`, the
        //   buffer's length;
        // - the index is in this tile, which has one `TileViewMut`; that is
        //   borrowed mutably while the element is.
        Some(unsafe { self.buffer.element(position) })
    }

    /// Returns a pointer to the tile's first element; as [`View::as_ptr`](crate::View::as_ptr).
    #[must_use]
    pub fn as_ptr(&self) -> *const T {
        self.buffer
            .as_ptr()
            .wrapping_add(self.tile.first_position())
    }

    /// Mutable references to the elements of the tile in physical order, row by row, without
    /// padding.
    #[inline]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let TileViewMut { buffer, tile } = self;
        tile.element_positions().map(move |position| {
            // SAFETY:
            // - a position of an index in bounds is below `padded_len`, the
            //   buffer's length;
            // - each element is given once, and only by its tile, which is
            //   borrowed mutably while the elements are.
            unsafe { buffer.element(position) }
        })
    }

    /// Returns the tile's memory, padding included; `None` if it is not contiguous, because a later
    /// tile splits across tiles of the first level.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        let positions = self.tile.positions.clone()?;
        // SAFETY:
        // - the tiles' ranges are within `padded_len`, the buffer's length;
        // - they are disjoint, and each tile has one `TileViewMut`, which is
        //   borrowed mutably while the slice is.
        Some(unsafe { self.buffer.slice(positions.start, positions.len()) })
    }

    /// Returns a mutable pointer to the tile's first element; as
    /// [`View::as_ptr`](crate::View::as_ptr). It may access the positions of this tile only.
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.buffer
            .as_mut_ptr()
            .wrapping_add(self.tile.first_position())
    }

    /// Returns the tile's memory for as long as the buffer is borrowed; as
    /// [`as_mut_slice`](TileViewMut::as_mut_slice).
    #[inline]
    #[must_use]
    pub fn into_mut_slice(mut self) -> Option<&'a mut [T]> {
        let positions = self.tile.positions.clone()?;
        // SAFETY:
        // - the tiles' ranges are within `padded_len`, the buffer's length;
        // - they are disjoint, and each tile has one `TileViewMut`, which ends
        //   here.
        Some(unsafe { self.buffer.slice(positions.start, positions.len()) })
    }

    /// Mutable references to the elements of the tile in physical order, row by row and
    /// without padding, each with its index in the array, which is in logical order.
    pub fn indexed_iter_mut(&mut self) -> impl Iterator<Item = (M::Index, &mut T)> {
        let TileViewMut { buffer, tile } = self;
        tile.elements().map(move |(index, position)| {
            // SAFETY:
            // - a position of an index in bounds is below `padded_len`, the
            //   buffer's length;
            // - each index is given once, and only by its tile, which is
            //   borrowed mutably while the elements are.
            (index, unsafe { buffer.element(position) })
        })
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
