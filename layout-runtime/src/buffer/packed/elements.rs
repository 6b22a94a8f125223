//! The elements of a `PackedBuffer`: one, all, and iterators.

use alloc::vec::Vec;

use super::PackedBuffer;
use crate::view::ViewError;
use crate::view::mapping::Mapping;
use crate::view::mapping::nd_index::NdIndex;
use crate::view::packed::{PackedElement, PackedIndexedIter, PackedIter};

impl<T: PackedElement, M: Mapping> PackedBuffer<T, M> {
    /// The element at an index; `None` out of bounds.
    ///
    /// ```
    /// use tiled_layout::{Layout, PackedBuffer};
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let buffer = PackedBuffer::<i8, Layout>::from_elem_with_layout(layout, -3)?;
    /// assert_eq!(buffer.get([2, 4]), Some(-3));
    /// assert_eq!(buffer.get([2, 5]), None); // padding, not an element
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, index: impl NdIndex<M>) -> Option<T> {
        let position = index.position_in(&self.mapping)?;
        Some(self.view().at_position(position))
    }

    /// Writes an element; as
    /// [`PackedViewMut::set`](crate::PackedViewMut::set).
    ///
    /// # Panics
    ///
    /// When the index is out of bounds, or the value is not one of the element
    /// type.
    ///
    /// ```
    /// use tiled_layout::{Layout, PackedBuffer};
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut buffer = PackedBuffer::<i8, Layout>::zeroed_with_layout(layout)?;
    /// buffer.set([2, 4], -3);
    /// assert_eq!(buffer.as_bytes()[10], 0x0D); // next to it is padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn set(&mut self, index: impl NdIndex<M>, value: T) {
        match index.position_in(&self.mapping) {
            Some(position) => self.view_mut().set_position(position, value),
            None => index.fail_in(&self.mapping),
        }
    }

    /// Writes an element, if its type has the value; as
    /// [`PackedViewMut::try_set`](crate::PackedViewMut::try_set).
    ///
    /// # Errors
    ///
    /// When it does not: 8 in S4, 4 in U2. Nothing is written then.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    ///
    /// ```
    /// use tiled_layout::{Layout, PackedBuffer};
    ///
    /// let layout = Layout::parse("u2[3,5]{1,0:T(2,2)E(2)}")?; // 24 places, with padding
    /// let mut buffer = PackedBuffer::<u8, Layout>::zeroed_with_layout(layout)?;
    /// buffer.try_set([2, 3], 3)?;
    /// let error = buffer.try_set([2, 3], 4).unwrap_err();
    /// assert_eq!(error.to_string(), "4 does not fit an element of type u2, which has 2 bits");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn try_set(&mut self, index: impl NdIndex<M>, value: T) -> Result<(), ViewError> {
        match index.position_in(&self.mapping) {
            Some(position) => self.view_mut().try_set_position(position, value),
            None => index.fail_in(&self.mapping),
        }
    }

    /// Writes one value to all elements, and to no padding.
    ///
    /// # Panics
    ///
    /// When the value is not one of the element type.
    ///
    /// ```
    /// use tiled_layout::{Layout, PackedBuffer};
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut buffer = PackedBuffer::<i8, Layout>::zeroed_with_layout(layout)?;
    /// buffer.fill(-1);
    /// assert_eq!(buffer.iter().map(i32::from).sum::<i32>(), -15);
    /// assert_eq!(buffer.as_bytes()[4], 0x0F); // (0,4), and padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn fill(&mut self, value: T) {
        self.view_mut().fill(value);
    }

    /// Writes a value to all padding, and to no element.
    ///
    /// # Panics
    ///
    /// When the value is not one of the element type.
    ///
    /// ```
    /// use tiled_layout::{Layout, PackedBuffer};
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut buffer = PackedBuffer::<i8, Layout>::zeroed_with_layout(layout)?;
    /// buffer.fill_padding(-1);
    /// assert!(buffer.iter().all(|element| element == 0));
    /// assert_eq!(buffer.as_bytes()[4], 0xF0); // (0,4), and padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn fill_padding(&mut self, value: T) {
        self.view_mut().fill_padding(value);
    }

    /// Writes all elements, in row-major order and without padding, which
    /// stays as it is; as
    /// [`PackedViewMut::copy_from_row_major`](crate::PackedViewMut::copy_from_row_major).
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly `num_elements` elements, or one of them is
    /// not a value of the element type. Nothing is written then.
    ///
    /// ```
    /// use tiled_layout::{Layout, PackedBuffer};
    ///
    /// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?; // 9 of 24 places are padding
    /// let mut buffer = PackedBuffer::zeroed_with_layout(layout)?;
    /// buffer.copy_from_row_major(&(0..15).collect::<Vec<u8>>())?;
    /// assert_eq!(buffer.get([2, 3]), Some(13));
    /// assert!(buffer.copy_from_row_major(&[16; 15]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_from_row_major(&mut self, data: &[T]) -> Result<(), ViewError> {
        self.view_mut().copy_from_row_major(data)
    }

    /// The elements in logical, row-major order.
    ///
    /// ```
    /// use tiled_layout::{Layout, PackedBuffer};
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let buffer = PackedBuffer::<i8, Layout>::from_elem_with_layout(layout, -3)?;
    /// assert_eq!(buffer.iter().len(), 15); // of 24 places, 9 are padding
    /// assert_eq!(buffer.iter().map(i32::from).sum::<i32>(), -45);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn iter(&self) -> PackedIter<'_, T, M::Borrowed<'_>> {
        self.into_iter()
    }

    /// The elements in logical, row-major order, each with its index.
    ///
    /// ```
    /// use tiled_layout::{Layout, PackedBuffer};
    ///
    /// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?; // 9 of 24 places are padding
    /// let buffer = PackedBuffer::from_row_major_with_layout(layout, &(0..15).collect::<Vec<u8>>())?;
    /// let (index, element) = buffer.indexed_iter().last().unwrap();
    /// assert_eq!((&index[..], element), (&[2, 4][..], 14));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn indexed_iter(&self) -> PackedIndexedIter<'_, T, M::Borrowed<'_>> {
        PackedIndexedIter::new(self.view())
    }

    /// The elements without padding, in row-major order.
    ///
    /// ```
    /// use tiled_layout::{Layout, PackedBuffer};
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?; // 24 places, with padding
    /// let data: Vec<i8> = (-8..7).collect();
    /// let buffer = PackedBuffer::from_row_major_with_layout(layout, &data)?;
    /// assert_eq!(buffer.to_row_major(), data);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_row_major(&self) -> Vec<T> {
        self.iter().collect()
    }
}

impl<'a, T: PackedElement, M: Mapping> IntoIterator for &'a PackedBuffer<T, M> {
    type Item = T;
    type IntoIter = PackedIter<'a, T, M::Borrowed<'a>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.view().into_iter()
    }
}
