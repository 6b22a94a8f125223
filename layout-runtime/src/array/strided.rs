//! Arrays of fixed, signed strides.

use core::ops::Range;

use layout_core::spec::MAX_RANK;

use super::aliases::{View, ViewMut};
use super::bytes::check_alignment;
use super::{Array, ViewError};
use crate::layout::Index;
use crate::map::{InvalidStrides, Mapping, OwnIndex, Strides, affine_strides, first_position};
use crate::storage::bytes::{Pod, elements, elements_mut};
use crate::storage::{IntoStorage, Mut, Ref, Slice, Storage, StorageMut};

/// Arrays of strides that are read.
impl<'a, T, I: OwnIndex> View<'a, T, Strides<I>> {
    /// Returns an array of these dimensions and strides, in elements: what a pointer, dimensions and
    /// strides describe. The element at an index has the position
    /// `first + index[0] * strides[0] + ...` in the container.
    ///
    /// A stride can be negative, or 0, which repeats elements. `dims` is `[usize; RANK]`, or an
    /// [`Index`] of a rank that is known at run time: `Index::try_from(dims)?` of a slice.
    ///
    /// # Errors
    ///
    /// When there is not one stride for each dimension, an element is not within the container, the
    /// elements have no bytes, or more than `isize::MAX` together. Without elements, `first` and the
    /// strides count as 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Array, Layout};
    ///
    /// let data: Vec<i32> = (0..15).collect();
    /// // Every second column of 3 rows of 5, from the last row up.
    /// let array = Array::strided(&data, [3, 3], &[-5, 2], 10)?;
    /// assert_eq!(array[[1, 2]], 9);
    ///
    /// let layout = Layout::parse("s32[3,3]{1,0:T(2,2)}")?;
    /// let mut buffer = [-1; 16];
    /// layout.view_mut(&mut buffer)?.copy_from(&array)?;
    /// assert_eq!(buffer[..8], [10, 12, 5, 7, 14, -1, 9, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Elements that may overlap are not written:
    ///
    /// ```compile_fail,E0594
    /// use tiled_layout::Array;
    ///
    /// let mut data = [0; 15];
    /// let array = Array::strided(&mut data, [3, 5], &[0, 1], 0).unwrap();
    /// array[[0, 0]] = 1;
    /// ```
    ///
    /// Strides have no layout, and what needs one does not compile:
    ///
    /// ```compile_fail,E0599
    /// use tiled_layout::Array;
    ///
    /// let array = Array::strided(&[0; 15], [3, 5], &[5, 1], 0).unwrap();
    /// let layout = array.layout();
    /// ```
    pub fn strided(
        container: &'a [T],
        dims: I,
        strides: &[isize],
        first: usize,
    ) -> Result<Self, ViewError> {
        let storage = Ref::new(container);
        let mapping = Strides::checked::<T>(storage.len(), dims, strides, first)?;
        Ok(Array { storage, mapping })
    }

    /// [`strided`](Self::strided) in a slice of bytes, with strides and the first position in bytes, as
    /// NumPy, `DLPack` and PJRT have them.
    ///
    /// # Errors
    ///
    /// When [`strided`](Self::strided) returns an error, a stride of more than one index or the first
    /// position is not a multiple of the element's size, so that an element would lie between two, or
    /// the bytes are not aligned as elements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::View;
    ///
    /// let bytes = [0u8; 24]; // u8 has no alignment
    /// let array = View::<u8, _>::strided_bytes(&bytes, [3, 4], &[8, 2], 0)?;
    /// assert_eq!(*array.mapping().strides(), [8, 2]);
    /// # Ok::<(), tiled_layout::ViewError>(())
    /// ```
    pub fn strided_bytes(
        bytes: &'a [u8],
        dims: I,
        strides: &[isize],
        first_byte: usize,
    ) -> Result<Self, ViewError>
    where
        T: Pod,
    {
        check_alignment::<T>(bytes, 0)?;
        let storage = Ref::new(elements(bytes).unwrap_or(&[]));
        let mapping = Strides::of_bytes::<T>(storage.len(), dims, strides, first_byte)?;
        Ok(Array { storage, mapping })
    }
}

/// Mutable views of strides in bytes.
impl<'a, T: Pod, I: OwnIndex> ViewMut<'a, T, Strides<I>> {
    /// [`strided_mut`](Array::strided_mut) in a slice of bytes, as [`View::strided_bytes`].
    ///
    /// # Errors
    ///
    /// When [`View::strided_bytes`] returns an error, or elements may overlap.
    pub fn strided_bytes_mut(
        bytes: &'a mut [u8],
        dims: I,
        strides: &[isize],
        first_byte: usize,
    ) -> Result<Self, ViewError> {
        check_alignment::<T>(bytes, 0)?;
        let storage = Mut::new(elements_mut(bytes).unwrap_or(&mut []));
        let mapping = Strides::of_bytes::<T>(storage.len(), dims, strides, first_byte)?;
        mapping.check_overlap()?;
        Ok(Array { storage, mapping })
    }
}

/// Arrays of strides in a container that can be written.
impl<S: Slice + StorageMut, I: OwnIndex> Array<S, Strides<I>> {
    /// Returns an array of these dimensions and strides, in elements, of which no two elements have
    /// the same position: of a `&mut [T]`, or of a `Vec` that it then owns. What lies between the
    /// elements is not touched.
    ///
    /// # Errors
    ///
    /// When [`strided`](Array::strided) returns an error, or elements may overlap: each stride must be
    /// more than the dimensions of smaller strides span. This refuses a few strides of which no two
    /// elements overlap.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Array, Layout};
    ///
    /// let layout = Layout::parse("s32[2,3]{1,0:T(2,2)}")?;
    /// let buffer = [1, 2, 4, 5, 3, 0, 6, 0]; // two positions of padding
    /// let mut pitched = [0; 7];
    /// let mut rows = Array::strided_mut(&mut pitched, [2, 3], &[4, 1], 0)?; // a gap after each row
    /// rows.copy_from(&layout.view(&buffer)?)?;
    /// assert_eq!(pitched, [1, 2, 3, 0, 4, 5, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn strided_mut<C: IntoStorage<Storage = S>>(
        container: C,
        dims: I,
        strides: &[isize],
        first: usize,
    ) -> Result<Self, ViewError> {
        let storage = container.into_storage();
        let len = storage.units().len();
        let mapping = Strides::checked::<S::Elem>(len, dims, strides, first)?;
        mapping.check_overlap()?;
        Ok(Array { storage, mapping })
    }
}

/// Arrays of strides.
impl<S: Storage, I: OwnIndex> Array<S, Strides<I>> {
    /// Returns every `step`-th index of `range` along dimension `dim`: from its start for a positive
    /// step, from its end for a negative one.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, the range is not within it, or the step is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Array;
    ///
    /// let data: Vec<i32> = (0..15).collect();
    /// let rows = Array::strided(&data, [3, 5], &[5, 1], 0)?;
    /// let odd_columns_from_the_right = rows.sliced(1, 0..4, -2);
    /// assert_eq!(odd_columns_from_the_right.to_row_major(), [3, 1, 8, 6, 13, 11]);
    /// # Ok::<(), tiled_layout::ViewError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn sliced(self, dim: usize, range: Range<usize>, step: isize) -> Self {
        let mapping = self.mapping.sliced(dim, range, step);
        Array { mapping, ..self }
    }
}

impl<S: Slice> Array<S, Strides<Index>> {
    /// Returns row-major data, which has as many elements as these strides.
    pub(crate) fn rows_of(storage: S, mapping: Strides<Index>) -> Self {
        Array::try_new(storage, mapping).expect("the data has the elements of the array")
    }
}

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// Returns the array, or a part of one, as an array of strides; `None` if it has no
    /// [`logical_strides`](Self::logical_strides), because a tile cuts a dimension.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::layout;
    ///
    /// let buffer: Vec<i32> = (0..24).collect(); // 15 elements, and padding
    /// let view = <layout!(S32[3,5]<1,0:T(2,2)>)>::view(&buffer)?;
    /// assert!(view.as_strided().is_none());
    /// let tile = view.region((..2, 2..4))?.as_strided().unwrap();
    /// assert_eq!(tile.sliced(0, 0..2, -1).to_row_major(), [6, 7, 4, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn as_strided(&self) -> Option<View<'a, T, Strides<M::Index>>> {
        let strides = affine_strides(&self.mapping)?;
        let mapping = Strides::of(&self.mapping, &strides, first_position(&self.mapping));
        Some(Array {
            storage: self.storage,
            mapping,
        })
    }
}

/// The numbers of a slice, such as dimensions that are known at run time.
///
/// # Errors
///
/// When there are more than 12.
impl TryFrom<&[usize]> for Index {
    type Error = ViewError;

    fn try_from(numbers: &[usize]) -> Result<Self, ViewError> {
        let len = numbers.len();
        if len <= MAX_RANK {
            return Ok(Index::from_slice(numbers));
        }
        let (dims, strides) = (len, len);
        Err(InvalidStrides::Rank { dims, strides }.into())
    }
}
