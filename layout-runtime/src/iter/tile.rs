//! `Tile`: a tile of the first level.

use core::fmt;
use core::ops;

use layout_core::spec::Dims;

use super::lent::Lent;
use super::order::tile::TileAt;
use crate::array::Array;
use crate::array::aliases::{View, ViewMut};
use crate::layout::ranges::Ranges;
use crate::map::{NdIndex, Region, WholeBuffer};
use crate::storage::{Mut, Ref, Slice, Storage, StorageMut};

/// A tile of the first level, whose elements a storage `S` holds: [`tile`](Array::tile),
/// [`tiles`](Array::tiles), and their mutable forms.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let tile = view.tile([1, 2]).unwrap(); // at the lower right corner
/// assert_eq!(tile.origin(), [2, 4]);
/// assert_eq!(tile.extents(), [1, 1]); // the rest of 2x2 is padding
///
/// let mut view = layout.view_mut(&mut buffer)?;
/// let mut tile = view.tile_mut([1, 2]).unwrap();
/// tile.as_mut_slice().unwrap().fill(7); // its padding too
/// assert_eq!(buffer[19..], [19, 7, 7, 7, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Tile<S, M> {
    /// The storage of the array. No other part of it that is in use has a position of this tile, if
    /// elements can be written.
    pub(super) storage: S,
    pub(super) at: TileAt<M>,
}

/// A tile whose elements are read: a [`Tile`], on whose page its methods are.
pub type TileView<'a, T, M> = Tile<Ref<'a, T>, M>;

/// A tile whose elements are read and written: a [`Tile`], on whose page its methods are.
pub type TileViewMut<'a, T, M> = Tile<Mut<'a, T>, M>;

/// Tiles of any storage.
impl<S: Storage, M: WholeBuffer> Tile<S, M> {
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
        self.at.index()
    }

    /// Returns the index of the tile's first element in logical order, as elements are
    /// indexed. With `PAD` it can be out of bounds.
    #[must_use]
    pub fn origin(&self) -> M::Index {
        self.at.origin()
    }

    /// Returns the extents of the tile in physical order, without padding: one number for
    /// each of the layout's `tile_counts`, major to minor; 1 if the tile has no entry for
    /// the dimension. [`ranges`](Self::ranges) has the logical order.
    ///
    /// If `*` entries merge dimensions that `PAD` widens, the extents include their
    /// padding.
    #[must_use]
    pub fn extents(&self) -> Dims {
        self.at.extents()
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
        self.at.bounds().0
    }

    #[inline]
    pub(super) fn at(array: Array<S, M>, index: &[usize]) -> Option<Self> {
        let (storage, mapping) = array.into_parts();
        let at = TileAt::at(mapping, index)?;
        Some(Tile { storage, at })
    }

    pub(super) fn of_element(array: Array<S, M>, index: impl NdIndex<M>) -> Option<Self> {
        let (storage, mapping) = array.into_parts();
        let at = TileAt::of_element(mapping, index)?;
        Some(Tile { storage, at })
    }
}

/// Tiles of elements with addresses.
impl<S: Slice, M: WholeBuffer> Tile<S, M> {
    /// Returns the element at an index within the tile, in physical order: one number for each of
    /// the tile's [`extents`](Self::extents); `None` past them. Indexing the tile's
    /// [`view`](Self::view), which has its own layout, is faster.
    #[must_use]
    pub fn get(&self, index: impl AsRef<[usize]>) -> Option<<S::Shared<'_> as Storage>::Item> {
        let position = self.at.position(index.as_ref())?;
        // SAFETY: it is the position of an element of the tile.
        Some(unsafe { self.storage.shared().item(self.at.mapping(), position) })
    }

    /// Returns a pointer to the tile's first element; as [`as_ptr`](Array::as_ptr) of an array.
    #[must_use]
    pub fn as_ptr(&self) -> *const S::Elem {
        let first = self.at.first_position();
        self.storage.units().as_ptr().wrapping_add(first)
    }

    /// Returns the elements of the tile in physical order, row by row, without padding.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = <S::Shared<'_> as Storage>::Item> {
        // SAFETY: the walk is of this tile, whose elements are shared while it is borrowed.
        unsafe { Lent::of_storage(self.storage.shared(), self.at.element_positions()) }
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
    /// [`view`](Self::view). Its slice needs no `unwrap`:
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
    pub fn as_slice(&self) -> Option<<S::Shared<'_> as Storage>::Run> {
        let positions = self.at.positions()?;
        // SAFETY: they are the positions of this tile, which is shared while it is borrowed.
        Some(unsafe { self.storage.shared().run(positions.start, positions.len()) })
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
    pub fn indexed_iter(
        &self,
    ) -> impl Iterator<Item = (M::Index, <S::Shared<'_> as Storage>::Item)> {
        // SAFETY: the walk is of this tile, whose elements are shared while it is borrowed.
        unsafe { Lent::of_storage(self.storage.shared(), self.at.elements()) }
    }
}

/// Tiles of elements with addresses that can be written.
impl<S: Slice + StorageMut, M: WholeBuffer> Tile<S, M> {
    /// Returns a mutable reference to the element at an index within the tile, in physical order;
    /// as [`get`](Self::get).
    #[must_use]
    pub fn get_mut(&mut self, index: impl AsRef<[usize]>) -> Option<&mut S::Elem> {
        let position = self.at.position(index.as_ref())?;
        // SAFETY: it is the position of an element of the tile, which is borrowed as long.
        Some(unsafe { self.storage.units_mut().item(self.at.mapping(), position) })
    }

    /// Mutable references to the elements of the tile in physical order, row by row, without
    /// padding.
    #[inline]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut S::Elem> {
        // SAFETY: the walk is of this tile, which is borrowed as long.
        unsafe { Lent::of_storage(self.storage.units_mut(), self.at.element_positions()) }
    }

    /// Returns the tile's memory, padding included; `None` if it is not contiguous, because a later
    /// tile splits across tiles of the first level.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> Option<&mut [S::Elem]> {
        let positions = self.at.positions()?;
        // SAFETY: they are the positions of this tile, which is borrowed as long.
        Some(unsafe {
            self.storage
                .units_mut()
                .run(positions.start, positions.len())
        })
    }

    /// Returns a mutable pointer to the tile's first element; as
    /// [`as_ptr`](Array::as_ptr) of an array. It may access the positions of this tile only.
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut S::Elem {
        let first = self.at.first_position();
        self.storage.units_mut().as_mut_ptr().wrapping_add(first)
    }

    /// Mutable references to the elements of the tile in physical order, row by row and
    /// without padding, each with its index in the array, which is in logical order.
    pub fn indexed_iter_mut(&mut self) -> impl Iterator<Item = (M::Index, &mut S::Elem)> {
        // SAFETY: the walk is of this tile, which is borrowed as long.
        unsafe { Lent::of_storage(self.storage.units_mut(), self.at.elements()) }
    }
}

/// Tiles of views.
impl<'a, T, M: WholeBuffer> TileView<'a, T, M> {
    /// Returns the tile's elements as a region of the array, in logical order; `None` if they are
    /// not all elements of [`ranges`](Self::ranges), because `*` entries merge dimensions.
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
        let (ranges, true) = self.at.bounds() else {
            return None;
        };
        let region = Region::of(self.at.mapping(), &ranges).ok()?;
        // SAFETY: a region's storage is the storage of its array, which the tile has.
        Some(unsafe { Array::new_unchecked(self.storage, region) })
    }
}

/// Tiles of elements with addresses that can be written: regions.
impl<S: Slice + StorageMut, M: WholeBuffer> Tile<S, M> {
    /// Returns the tile's elements as a region of the array, mutably; `None` if they are not all
    /// elements of [`ranges`](Self::ranges), because `*` entries merge dimensions, and if the tile is
    /// not contiguous, so that elements of other tiles lie between its elements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// let mut tiles: Vec<_> = view.tiles_mut().collect(); // all at once
    /// let [first, .., last] = &mut tiles[..] else { unreachable!() };
    /// first.region_mut().unwrap().copy_from_row_major(&[1, 2, 3, 4])?;
    /// last.region_mut().unwrap().fill(5);
    /// assert_eq!((&buffer[..4], &buffer[20..]), (&[1, 2, 3, 4][..], &[5, 0, 0, 0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[expect(clippy::type_complexity, reason = "an alias would hide what it is")]
    pub fn region_mut(&mut self) -> Option<ViewMut<'_, S::Elem, Region<M::Whole<'_>, M::Index>>> {
        self.at.positions()?;
        let (ranges, true) = self.at.bounds() else {
            return None;
        };
        let region = Region::of(self.at.mapping(), &ranges).ok()?;
        // SAFETY: a region's storage is the storage of its array, which the tile has; no other part has
        // the tile's positions.
        Some(unsafe { Array::new_unchecked(self.storage.units_mut(), region) })
    }
}

/// Tiles of mutable views.
impl<'a, T, M: WholeBuffer> TileViewMut<'a, T, M> {
    /// Returns the tile's memory for as long as the buffer is borrowed; as
    /// [`as_mut_slice`](Self::as_mut_slice).
    #[inline]
    #[must_use]
    pub fn into_mut_slice(mut self) -> Option<&'a mut [T]> {
        let positions = self.at.positions()?;
        // SAFETY: they are the positions of this tile, which is no longer used.
        Some(unsafe { self.storage.run(positions.start, positions.len()) })
    }
}

impl<S: Slice, M: WholeBuffer, I: AsRef<[usize]>> ops::Index<I> for Tile<S, M> {
    type Output = S::Elem;

    #[track_caller]
    fn index(&self, index: I) -> &S::Elem {
        let index = index.as_ref();
        match self.at.position(index) {
            // SAFETY: it is the position of an element of the tile.
            Some(position) => unsafe { self.storage.units().item(self.at.mapping(), position) },
            None => panic!(
                "index {index:?} is out of bounds of a tile of extents {:?}",
                self.extents()
            ),
        }
    }
}

impl<S, M: WholeBuffer> fmt::Debug for Tile<S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tile")
            .field("layout", &*self.at.mapping().layout())
            .field("index", &self.at.index())
            .finish_non_exhaustive()
    }
}
