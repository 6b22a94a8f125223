//! Access to single elements, and to the memory of whole buffers.

use core::{hint, ops};

use super::{Array, ViewError};
use crate::map::{Mapping, NdIndex, WholeBuffer, first_position};
use crate::storage::bytes::{Pod, bytes_of_mut};
use crate::storage::{Mut, Slice, Storage, StorageMut};

/// Arrays of any storage: single elements.
impl<S: Storage, M: Mapping> Array<S, M> {
    /// Returns the element at an index: a reference, or the value of a packed element; `None` out of
    /// bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let view = buffer.view();
    /// assert_eq!(view.get([2, 3]), Some(&23.0));
    /// assert_eq!(view.get([2, 5]), None); // padding
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, index: impl NdIndex<M>) -> Option<<S::Shared<'_> as Storage>::Item> {
        let position = index.position_in(&self.mapping)?;
        // SAFETY: `NdIndex` returns the position of an element, or none.
        Some(unsafe { self.storage.shared().item(&self.mapping, position) })
    }
}

/// Arrays of elements with addresses: single elements.
impl<S: Slice, M: Mapping> Array<S, M> {
    /// Returns the element at an index, without a bounds check.
    ///
    /// # Safety
    ///
    /// The index is in bounds: each number is less than its dimension.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let buffer = [1.0f32; 24];
    /// let view = layout.view(&buffer)?;
    /// // SAFETY: 2 < 3 and 4 < 5.
    /// assert_eq!(*unsafe { view.get_unchecked([2, 4]) }, 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked(&self, index: impl NdIndex<M>) -> <S::Shared<'_> as Storage>::Item {
        let position = index.position_in_unspecified(&self.mapping);
        // SAFETY: the caller promises that the index is in bounds, so that `NdIndex` returns the
        // position of an element. To know that it is in the memory saves instructions.
        unsafe { hint::assert_unchecked(position < self.storage.units().len()) };
        // SAFETY: it is the position of an element.
        unsafe { self.storage.shared().item(&self.mapping, position) }
    }

    /// Returns a pointer to the first element, whose index is 0 in each dimension; with
    /// [`logical_strides`](Self::logical_strides), what routines such as `gemm` expect of a matrix.
    /// It may read the positions of this array's elements while the array borrows or owns them; of a
    /// whole buffer, all positions. If the array has no elements, it points to the start of the buffer.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[16,256]{1,0:T(8,128)}")?;
    /// let buffer: Vec<f32> = (0..4096u16).map(f32::from).collect();
    /// let view = layout.view(&buffer)?;
    /// assert_eq!(view.logical_strides(), None); // tiles split both dimensions
    ///
    /// let part = view.region((2..7, 100..120))?; // within one tile
    /// let strides = part.logical_strides().unwrap();
    /// assert_eq!(strides, [128, 1]);
    /// // SAFETY: element (4,19) of the region.
    /// let last = unsafe { *part.as_ptr().offset(4 * strides[0] + 19 * strides[1]) };
    /// assert_eq!(last, part[[4, 19]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn as_ptr(&self) -> *const S::Elem {
        let first = first_position(&self.mapping);
        self.storage.units().as_ptr().wrapping_add(first)
    }
}

/// Arrays whose elements can be written.
impl<S: StorageMut, M: Mapping> Array<S, M> {
    /// Writes an element. Other elements and padding, also in the same byte, are not changed.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds, or the element type does not have the value: 8 in S4, 4 in
    /// U2.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// // Elements of 6 bits: position 17 is bits 102 to 107, in bytes 12 and 13.
    /// let layout = Layout::parse("f6e3m2fn[3,5]{1,0:T(2,2)E(6)}")?;
    /// let mut bytes = [0; 18]; // 24 positions
    /// layout.packed_view_mut::<u8>(&mut bytes)?.set([2, 3], 0b111111);
    /// assert_eq!((bytes[12], bytes[13]), (0b11000000, 0b1111));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```should_panic
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}").unwrap();
    /// let mut bytes = [0; 12];
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes).unwrap();
    /// view.set([2, 3], 8); // an S4 is -8 to 7
    /// ```
    #[inline]
    #[track_caller]
    pub fn set(&mut self, index: impl NdIndex<M>, value: S::Elem) {
        expect_fit(self.try_set(index, value));
    }

    /// Writes an element, if the element type has the value.
    ///
    /// # Errors
    ///
    /// When the element type does not have the value: 8 in S4, 4 in U2. Nothing is written then.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12]; // 24 positions, with padding
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
    /// view.try_set([2, 3], 7)?;
    /// let error = view.try_set([2, 3], 8).unwrap_err();
    /// assert_eq!(error.to_string(), "8 does not fit an element of type s4, which has 4 bits");
    /// assert_eq!(view.get([2, 3]), Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn try_set(&mut self, index: impl NdIndex<M>, value: S::Elem) -> Result<(), ViewError> {
        let Some(position) = index.position_in(&self.mapping) else {
            index.fail_in(&self.mapping)
        };
        self.check_fits(&value)?;
        // SAFETY: `NdIndex` returns the position of an element; its type has the value.
        unsafe { self.storage.write(&self.mapping, position, value) };
        Ok(())
    }

    /// Fails unless the element type has a value.
    #[inline]
    pub(crate) fn check_fits(&self, value: &S::Elem) -> Result<(), ViewError> {
        match S::misfit(&self.mapping, value) {
            None => Ok(()),
            Some((value, element)) => Err(ViewError::value(value, element)),
        }
    }
}

/// Arrays of elements with addresses that can be written.
impl<S: Slice + StorageMut, M: Mapping> Array<S, M> {
    /// Returns a mutable reference to the element at an index; `None` out of bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// let mut view = buffer.view_mut();
    /// *view.get_mut([2, 3]).unwrap() = 1.5;
    /// assert_eq!(view[[2, 3]], 1.5);
    /// assert!(view.get_mut([3, 0]).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, index: impl NdIndex<M>) -> Option<&mut S::Elem> {
        let position = index.position_in(&self.mapping)?;
        // SAFETY: `NdIndex` returns the position of an element, or none; the array is borrowed for as
        // long as the reference.
        Some(unsafe { self.storage.units_mut().item(&self.mapping, position) })
    }

    /// Returns a mutable reference to the element at an index that is not checked.
    ///
    /// # Safety
    ///
    /// The index is in bounds: each number is less than its dimension.
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked_mut(&mut self, index: impl NdIndex<M>) -> &mut S::Elem {
        let position = index.position_in_unspecified(&self.mapping);
        let mut elements = self.storage.units_mut();
        // SAFETY: the caller promises that the index is in bounds, so that `NdIndex` returns the
        // position of an element. To know that it is in the memory saves instructions.
        unsafe { hint::assert_unchecked(position < elements.len()) };
        // SAFETY: it is the position of an element; the array is borrowed for as long as the reference.
        unsafe { elements.item(&self.mapping, position) }
    }

    /// Returns a mutable pointer to the first element; as [`as_ptr`](Self::as_ptr). It may write the
    /// positions of this array's elements; of a whole buffer, all positions.
    #[inline]
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut S::Elem {
        let first = first_position(&self.mapping);
        self.storage.units_mut().as_mut_ptr().wrapping_add(first)
    }
}

/// Whole buffers of elements with addresses.
impl<S: Slice, M: WholeBuffer> Array<S, M> {
    /// Returns the whole buffer, padding included; of a view, for as long as it borrows the buffer.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let slice = layout.view(&buffer)?.as_slice();
    /// assert_eq!(slice.len(), 24); // 15 elements, and padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// An array is not `AsRef<[T]>`: a function of slices would read the padding without a word.
    ///
    /// ```compile_fail,E0277
    /// # let layout = tiled_layout::Layout::parse("s32[3,5]{1,0:T(2,2)}").unwrap();
    /// # let buffer: Vec<i32> = (0..24).collect();
    /// fn sum(numbers: impl AsRef<[i32]>) -> i32 {
    ///     numbers.as_ref().iter().sum()
    /// }
    /// sum(layout.view(&buffer).unwrap());
    /// ```
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> S::Slice<'_> {
        // SAFETY: the mapping of a part of a buffer is not a `WholeBuffer`.
        unsafe { self.storage.slice() }
    }
}

/// Whole buffers of elements with addresses that can be written.
impl<S: Slice + StorageMut, M: WholeBuffer> Array<S, M> {
    /// Returns the whole buffer, padding included.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// buffer.view_mut().as_mut_slice()[17] = 1.5;
    /// assert_eq!(buffer[[2, 3]], 1.5);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [S::Elem] {
        // SAFETY: the mapping of a part of a buffer is not a `WholeBuffer`.
        unsafe { self.storage.units_mut().into_slice() }
    }
}

/// Whole buffers, as bytes.
impl<S: Storage<Unit: Pod>, M: WholeBuffer> Array<S, M> {
    /// Returns the bytes of the whole buffer, padding included, in this machine's byte order, without
    /// the metadata of `M(n)`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let buffer = [1.0f32; 24];
    /// let bytes = layout.view(&buffer)?.as_bytes();
    /// assert_eq!(bytes.len(), 96);
    /// assert_eq!(bytes[17 * 4..][..4], 1.0f32.to_ne_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> S::Bytes<'_> {
        // SAFETY: the mapping of a part of a buffer is not a `WholeBuffer`.
        unsafe { self.storage.bytes(0..self.storage.units().len()) }
    }
}

/// Whole buffers that can be written, as bytes.
impl<S: StorageMut<Unit: Pod>, M: WholeBuffer> Array<S, M> {
    /// Returns the bytes of the whole buffer, padding included, mutably.
    #[inline]
    #[must_use]
    pub fn as_bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: the mapping of a part of a buffer is not a `WholeBuffer`.
        bytes_of_mut(unsafe { self.storage.units_mut().into_slice() })
    }
}

/// Whole mutable views.
impl<'a, T, M: WholeBuffer> Array<Mut<'a, T>, M> {
    /// Returns the whole buffer, padding included, for as long as the view borrows it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let slice = layout.view_mut(&mut buffer)?.into_slice();
    /// slice.fill(1); // 15 elements, and padding
    /// assert_eq!(buffer.iter().sum::<i32>(), 24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn into_slice(self) -> &'a mut [T] {
        // SAFETY: the mapping of a part of a buffer is not a `WholeBuffer`.
        unsafe { self.storage.into_slice() }
    }
}

impl<S: Slice, M: Mapping, I: NdIndex<M>> ops::Index<I> for Array<S, M> {
    type Output = S::Elem;

    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &S::Elem {
        match index.position_in(&self.mapping) {
            // SAFETY: `NdIndex` returns the position of an element.
            Some(position) => unsafe { self.storage.units().item(&self.mapping, position) },
            None => index.fail_in(&self.mapping),
        }
    }
}

impl<S: Slice + StorageMut, M: Mapping, I: NdIndex<M>> ops::IndexMut<I> for Array<S, M> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut S::Elem {
        match index.position_in(&self.mapping) {
            // SAFETY: `NdIndex` returns the position of an element; the array is borrowed for as long
            // as the reference.
            Some(position) => unsafe { self.storage.units_mut().item(&self.mapping, position) },
            None => index.fail_in(&self.mapping),
        }
    }
}

/// Panics with the error of a value that does not fit.
#[inline]
#[track_caller]
pub(crate) fn expect_fit(checked: Result<(), ViewError>) {
    if let Err(error) = checked {
        does_not_fit(&error);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn does_not_fit(error: &ViewError) -> ! {
    panic!("{error}")
}
