//! What writes packed elements.

use core::fmt;

use super::bit_place::{self, Packing, Place};
use super::{PackedElement, PackedViewMut};
use crate::spec::element_type::ElementType;
use crate::view::LengthError;
use crate::view::iter::LogicalOrder;
use crate::view::mapping::Mapping;
use crate::view::nd_index::NdIndex;

impl<T: PackedElement, M: Mapping> PackedViewMut<'_, T, M> {
    /// Writes an element. The elements and the padding beside it stay as they
    /// are.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds, or the value is not one of the element
    /// type: 8 in S4, 4 in U2.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// // Elements of 6 bits: place 17 is bits 102 to 107, in bytes 12 and 13.
    /// let layout = Layout::parse("f6e3m2fn[3,5]{1,0:T(2,2)E(6)}")?;
    /// let mut bytes = [0; 18]; // 24 places
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
        put(self.bytes, Packing::of(&self.mapping), position, value);
    }

    /// Writes all elements, in row-major order and without padding, which
    /// stays as it is.
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly `num_elements` elements.
    ///
    /// # Panics
    ///
    /// When a value is not one of the element type.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12];
    /// let data: Vec<u8> = (0..15).collect();
    /// layout.packed_view_mut(&mut bytes)?.copy_from_row_major(&data)?;
    /// assert_eq!(bytes[..3], [0x10, 0x65, 0x32]); // a tile of 0 1 5 6, then 2 3
    /// assert_eq!(bytes[8], 0xDC); // 12, and 13 at (2,3)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn copy_from_row_major(&mut self, data: &[T]) -> Result<(), LengthError> {
        LengthError::check_row_major(data.len(), &self.mapping.layout())?;
        let packing = Packing::of(&self.mapping);
        for ((_, position), &value) in LogicalOrder::new(&self.mapping).zip(data) {
            put(self.bytes, packing, position, value);
        }
        Ok(())
    }

    /// Writes a value to all padding, and to no element.
    ///
    /// # Panics
    ///
    /// When the value is not one of the element type.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0x11; 12];
    /// layout.packed_view_mut::<u8>(&mut bytes)?.fill_padding(0);
    /// assert_eq!(bytes.iter().map(|byte| byte.count_ones()).sum::<u32>(), 15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn fill_padding(&mut self, value: T) {
        let packing = Packing::of(&self.mapping);
        self.mapping.layout().each_padding(|range| {
            range.for_each(|position| put(self.bytes, packing, position, value));
        });
    }
}

/// Writes the element at a position.
#[inline]
#[track_caller]
fn put<T: PackedElement>(bytes: &mut [u8], packing: Packing, position: usize, value: T) {
    let width = packing.element.bits() as u32;
    let bits = value.to_bits();
    if T::from_bits(bits & bit_place::ones(width), width).to_bits() != bits {
        does_not_fit(&value, packing.element);
    }
    Place::new(position, packing).write(bytes, bits);
}

#[cold]
#[inline(never)]
#[track_caller]
fn does_not_fit(value: &dyn fmt::Debug, element: ElementType) -> ! {
    let width = element.bits();
    panic!("{value:?} does not fit an element of type {element}, which has {width} bits")
}
