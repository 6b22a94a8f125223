//! Writes to packed elements.

use super::bit_position::{self, BitPosition, Packing};
use super::{PackedElement, PackedViewMut};
use crate::map::{Mapping, NdIndex, WholeBuffer};
use crate::view::iter::order::LogicalOrder;
use crate::view::{LengthError, ViewError};

impl<T: PackedElement, M: Mapping> PackedViewMut<'_, T, M> {
    /// Writes an element. Other elements and padding in the same byte are not changed.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds, or the element type does not have the value: 8 in
    /// S4, 4 in U2.
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
    pub fn set(&mut self, index: impl NdIndex<M>, value: T) {
        let Some(position) = index.position_in(&self.mapping) else {
            index.fail_in(&self.mapping)
        };
        self.set_position(position, value);
    }

    /// Writes an element, if the element type has the value.
    ///
    /// # Errors
    ///
    /// When the element type does not have the value: 8 in S4, 4 in U2. Nothing is written
    /// then.
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
    pub fn try_set(&mut self, index: impl NdIndex<M>, value: T) -> Result<(), ViewError> {
        let Some(position) = index.position_in(&self.mapping) else {
            index.fail_in(&self.mapping)
        };
        self.try_set_position(position, value)
    }

    /// Writes one value to all elements; padding is not changed.
    ///
    /// # Panics
    ///
    /// When the element type does not have the value.
    #[track_caller]
    pub fn fill(&mut self, value: T) {
        expect_fit(self.try_fill(value));
    }

    /// As the function above, with an error instead of a panic.
    pub(crate) fn try_fill(&mut self, value: T) -> Result<(), ViewError> {
        let packing = Packing::of(&self.mapping);
        packing.check(value)?;
        let mut walk = LogicalOrder::positions(self.mapping.borrowed());
        while let Some(((), position)) = walk.next_position() {
            put(self.bytes, packing, position, value);
        }
        Ok(())
    }

    /// Sets each element to `f(index)`, in row-major order. Panics when the element type
    /// does not have the value.
    #[cfg(feature = "alloc")]
    #[track_caller]
    pub(crate) fn set_all(&mut self, mut f: impl FnMut(M::Index) -> T) {
        let packing = Packing::of(&self.mapping);
        for (index, position) in LogicalOrder::new(self.mapping.borrowed()) {
            let value = f(index);
            expect_fit(packing.check(value));
            put(self.bytes, packing, position, value);
        }
    }

    /// Writes the element at a position, which must hold an element.
    #[inline]
    #[track_caller]
    pub(crate) fn set_position(&mut self, position: usize, value: T) {
        expect_fit(self.try_set_position(position, value));
    }

    /// As the function above, with an error instead of a panic.
    #[inline]
    pub(crate) fn try_set_position(&mut self, position: usize, value: T) -> Result<(), ViewError> {
        let packing = Packing::of(&self.mapping);
        packing.check(value)?;
        put(self.bytes, packing, position, value);
        Ok(())
    }

    /// Writes all elements from row-major data without padding. Padding of the array is not
    /// changed.
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly `num_elements` elements, or the element type does
    /// not have one of the values. Nothing is written then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12];
    /// let mut data: Vec<u8> = (0..15).collect();
    /// layout.packed_view_mut(&mut bytes)?.copy_from_row_major(&data)?;
    /// assert_eq!(bytes[..3], [0x10, 0x65, 0x32]); // a tile of 0 1 5 6, then 2 3
    /// assert_eq!(bytes[8], 0xDC); // 12, and 13 at (2,3)
    ///
    /// data[13] = 16;
    /// let error = layout.packed_view_mut(&mut bytes)?.copy_from_row_major(&data).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "16 does not fit an element of type u4, which has 4 bits (element 13 of the data)"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_from_row_major(&mut self, data: &[T]) -> Result<(), ViewError> {
        LengthError::check_row_major(data.len(), &self.mapping)?;
        let packing = Packing::of(&self.mapping);
        for (number, &value) in data.iter().enumerate() {
            packing.check(value).map_err(|error| error.at(number))?;
        }
        let mut walk = LogicalOrder::positions(self.mapping.borrowed());
        let mut data = data.iter();
        while let (Some(((), position)), Some(&value)) = (walk.next_position(), data.next()) {
            put(self.bytes, packing, position, value);
        }
        Ok(())
    }
}

impl<T: PackedElement, M: WholeBuffer> PackedViewMut<'_, T, M> {
    /// Writes a value to all padding; elements are not changed.
    ///
    /// # Panics
    ///
    /// When the element type does not have the value.
    #[track_caller]
    pub fn fill_padding(&mut self, value: T) {
        let packing = Packing::of(&self.mapping);
        expect_fit(packing.check(value));
        let layout = self.mapping.layout();
        layout.each_padding(|start, [outer, inner]| {
            for from in outer.positions(start) {
                inner
                    .positions(from)
                    .for_each(|position| put(self.bytes, packing, position, value));
            }
        });
    }
}

impl Packing {
    /// Checks that the element type has a value: making a value from its low bits gives the
    /// same value.
    #[inline]
    fn check<T: PackedElement>(self, value: T) -> Result<(), ViewError> {
        let width = self.element.bits() as u32;
        let bits = value.to_bits();
        if T::from_bits(bits & bit_position::ones(width), width).to_bits() == bits {
            return Ok(());
        }
        Err(ViewError::value(&value, self.element))
    }
}

#[inline]
#[track_caller]
fn expect_fit(checked: Result<(), ViewError>) {
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

/// Writes a checked value to the element at a position.
#[inline]
fn put<T: PackedElement>(bytes: &mut [u8], packing: Packing, position: usize, value: T) {
    BitPosition::new(position, packing).write(bytes, value.to_bits());
}
