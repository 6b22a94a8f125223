//! Copies from and to row-major data.

use layout_core::spec::{Dims, Spec};

use super::NoUninit;
#[cfg(feature = "alloc")]
use super::layout_pair::LayoutPair;
#[cfg(feature = "alloc")]
use super::region_copy::RegionCopy;
use crate::layout::Layout;
use crate::map::{Mapping, WholeBuffer, whole};
use crate::view::{LengthError, View, ViewMut};

/// So few elements are copied one by one in less time than a plan takes.
const FEW: usize = 128;

/// The row-major layout of an array of these dimensions and the elements of `layout`, without
/// tiles and padding. The array must have elements, and be no larger than that of `layout`: if
/// `*` merges large dimensions with one of size 0, strides can overflow `usize`.
pub(super) fn rows_of(layout: &Layout, dims: &[usize]) -> Layout {
    let mut spec = Spec::new(layout.element_type(), Dims::from_slice(dims));
    spec.bits = layout.spec().bits;
    Layout::from_spec(spec).expect("an array without padding is no larger than with it")
}

/// The row-major layout of the array of a mapping, which has elements.
fn rows_of_array(mapping: &impl Mapping) -> Layout {
    rows_of(&whole(mapping).layout(), mapping.dims())
}

/// Copies out of views.
macro_rules! to_row_major {
    ($($view:ident $by_ref:ident)*) => {$(
        impl<T, M: Mapping> $view<'_, T, M> {
            /// The elements without padding, in row-major order.
            ///
            /// For a `T` that is `Copy` but not `NoUninit`, call
            /// [`to_row_major_copied`](Self::to_row_major_copied); for one that is only `Clone`,
            /// `iter().cloned().collect()`. Copying into existing memory with
            /// [`copy_to_row_major`](Self::copy_to_row_major) takes less time.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let mut buffer: Vec<i32> = (0..24).collect();
            #[doc = concat!("let view = layout.", to_row_major!(@example $view))]
            /// assert_eq!(view.to_row_major()[..6], [0, 1, 4, 5, 8, 2]); // next to 8 is padding
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[cfg(feature = "alloc")]
            #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
            #[must_use]
            #[doc(alias = "untile")]
            pub fn to_row_major(&self) -> alloc::vec::Vec<T>
            where
                T: NoUninit,
            {
                let view = self.$by_ref();
                let mut data = rows_to_write(&view);
                write_rows(&view, &mut data);
                data
            }

            /// [`to_row_major`](Self::to_row_major) of elements of any `Copy` type, which may
            /// have uninitialised bytes. It copies values instead of bytes, without kernels.
            ///
            /// ```
            /// use tiled_layout::{Element, layout, markers::U32};
            ///
            /// #[derive(Clone, Copy, Debug, PartialEq)]
            /// struct Pixel(u8, u16); // one byte is not initialised
            ///
            /// impl Element<U32> for Pixel {}
            ///
            /// type Tiled = layout!(U32[1,3]<1,0:T(2,2)>);
            /// let mut buffer: [Pixel; 8] = std::array::from_fn(|at| Pixel(1, at as u16));
            #[doc = concat!("let view = Tiled::", to_row_major!(@example $view))]
            /// assert_eq!(view.to_row_major_copied(), [Pixel(1, 0), Pixel(1, 1), Pixel(1, 4)]);
            /// # Ok::<(), tiled_layout::LengthError>(())
            /// ```
            #[cfg(feature = "alloc")]
            #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
            #[must_use]
            pub fn to_row_major_copied(&self) -> alloc::vec::Vec<T>
            where
                T: Copy,
            {
                let view = self.$by_ref();
                let mut data = rows_to_write(&view);
                if !data.is_empty() && !copy_values(&view, &mut data) {
                    copy_elements(&view, &mut data);
                }
                data
            }

            /// Copies the elements, without padding and in row-major order, to `data`.
            ///
            /// # Errors
            ///
            /// When `data` does not have exactly as many elements as the array. Nothing is
            /// written then.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let mut buffer: Vec<i32> = (0..24).collect();
            #[doc = concat!("let view = layout.", to_row_major!(@example $view))]
            /// let mut rows = [0; 15];
            /// view.copy_to_row_major(&mut rows)?;
            /// assert_eq!(rows[..6], [0, 1, 4, 5, 8, 2]); // next to 8 is padding
            ///
            /// let error = view.copy_to_row_major(&mut rows[..14]).unwrap_err();
            /// assert_eq!(error.to_string(), "the data has 14 elements, but the array has 15");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn copy_to_row_major(&self, data: &mut [T]) -> Result<(), LengthError>
            where
                T: NoUninit,
            {
                LengthError::check_row_major(data.len(), self.mapping())?;
                write_rows(&self.$by_ref(), data);
                Ok(())
            }
        }
    )*};
    (@example View) => { "view(&buffer)?;" };
    (@example ViewMut) => { "view_mut(&mut buffer)?;" };
}

to_row_major! { View by_ref ViewMut as_view }

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// Writes all elements from row-major data without padding. Padding of the array is not
    /// changed.
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly as many elements as the array. Nothing is written
    /// then.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [-1; 24];
    /// let rows: Vec<i32> = (0..15).collect();
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// view.copy_from_row_major(&rows)?;
    /// view.region_mut((1.., 3..))?.copy_from_row_major(&[80, 90, 130, 140])?;
    /// assert_eq!(buffer[16..], [12, 130, -1, -1, 140, -1, -1, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_from_row_major(&mut self, data: &[T]) -> Result<(), LengthError>
    where
        T: NoUninit,
    {
        LengthError::check_row_major(data.len(), self.mapping())?;
        read_rows(self, data);
        Ok(())
    }
}

/// Copies the elements to `data`, which has their number.
fn write_rows<T: NoUninit, M: Mapping>(from: &View<'_, T, M>, data: &mut [T]) {
    if data.len() <= FEW {
        return copy_elements(from, data);
    }
    let rows = rows_of_array(from.mapping());
    ViewMut::from_checked(data, &rows)
        .copy_from(from)
        .expect("the layout is of the same array");
}

/// Copies the elements one by one to `data`, which has their number.
fn copy_elements<T: Copy, M: Mapping>(from: &View<'_, T, M>, data: &mut [T]) {
    let mut elements = data.iter_mut();
    from.iter().for_each(|value| {
        if let Some(element) = elements.next() {
            *element = *value;
        }
    });
}

/// Writes all elements from `data`, which has their number.
fn read_rows<T: NoUninit, M: Mapping>(to: &mut ViewMut<'_, T, M>, data: &[T]) {
    if data.len() <= FEW {
        to.iter_mut().zip(data).for_each(|(to, from)| *to = *from);
        return;
    }
    let rows = rows_of_array(to.mapping());
    to.copy_from(View::from_checked(data, &rows))
        .expect("the layout is of the same array");
}

/// A vector of the length of the row-major data, to be overwritten.
#[cfg(feature = "alloc")]
fn rows_to_write<T: Copy, M: Mapping>(from: &View<'_, T, M>) -> alloc::vec::Vec<T> {
    match from.mapping().num_elements() {
        0 => alloc::vec::Vec::new(),
        count => alloc::vec![from.buffer()[0]; count],
    }
}

/// Copies the elements to `data`, which has their number and is not empty, by the plan of the
/// kernels. Returns false if the plan visits single elements; it can have copied some then.
#[cfg(feature = "alloc")]
fn copy_values<T: Copy, M: Mapping>(from: &View<'_, T, M>, data: &mut [T]) -> bool {
    let (whole, origin) = M::whole(from.mapping().borrowed());
    let layout = whole.layout();
    let extents = from.mapping().dims();
    let layouts = LayoutPair {
        src: &layout,
        dst: &rows_of(&layout, extents),
    };
    let zero = Dims::filled(0, extents.len());
    let origin = origin.map_or(zero, |origin| Dims::from_slice(origin.as_ref()));
    let copy = RegionCopy::new(layouts, origin, zero, Dims::from_slice(extents));
    copy.run_values(layouts, from.buffer(), data)
}
