//! `PackedBuffer`: an owned buffer of packed elements with its layout.

mod construct;

use core::fmt;
use core::marker::PhantomData;

use crate::buffer::aligned::AlignedSlice;
use crate::copy::CopyError;
use crate::copy::copy_from::Pair;
use crate::map::{Mapping, WholeBuffer};
use crate::view::convert::{AsView, read_as_views};
use crate::view::getters::getters;
use crate::view::iter::equality::equalities;
use crate::view::packed::{
    PackedCopySource, PackedElement, PackedView, PackedViewMut, equal, reads, writes,
};
use crate::view::part::regions;

/// An owned buffer of packed elements with its layout: `padded_bytes` bytes, at
/// a multiple of 64.
///
/// `T` is the Rust type of an element's value, and `M` the mapping: a
/// static layout, a [`PartialLayout`](crate::PartialLayout) or a [`Layout`](crate::Layout). Elements are values, as in
/// [`PackedView`].
///
/// ```
/// use tiled_layout::{Layout, PackedBuffer, layout};
///
/// type Small = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
///
/// let mut weights = PackedBuffer::<i8, Small>::from_fn(|[i, j]| i as i8 - j as i8);
/// assert_eq!(weights.get([2, 4]), Some(-2));
/// weights.set([2, 4], 7);
/// assert!(weights.try_set([2, 4], 8).is_err()); // an S4 is -8 to 7
/// assert_eq!(weights.as_bytes().len(), 12); // 24 positions of 4 bits, of which 9 are padding
///
/// // The same for a layout that is known at run time:
/// let rows = Layout::parse("s4[3,5]{1,0:E(4)}")?;
/// let mut other = PackedBuffer::<i8, Layout>::zeroed_with(rows)?;
/// other.copy_from(&weights)?;
/// assert_eq!(other, weights);
/// assert_eq!(other.to_row_major()[10..], [2, 1, 0, -1, 7]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Making one
///
/// | what | static layout | run-time layout |
/// |---|---|---|
/// | zeros | `PackedBuffer::zeroed()` | `PackedBuffer::zeroed_with(layout)?` |
/// | one value | `PackedBuffer::from_elem(value)` | `PackedBuffer::from_elem_with(layout, value)?` |
/// | a function of the index | `PackedBuffer::<i8, Small>::from_fn(f)` | `PackedBuffer::from_fn_with(layout, f)?` |
/// | row-major data, without padding | `PackedBuffer::from_row_major(&data)?` | `PackedBuffer::from_row_major_with(layout, &data)?` |
/// | packed bytes, padding included | `PackedBuffer::from_bytes(&bytes)?` | `PackedBuffer::from_bytes_with(layout, &bytes)?` |
///
/// All constructors except `from_bytes` fill padding with the value of the layout's
/// `PAD(...=value)`, or with zero bits if there is none.
#[derive(Clone)]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
pub struct PackedBuffer<T, M> {
    pub(super) bytes: AlignedSlice<u8>, // exactly `padded_bytes`
    pub(super) mapping: M,
    pub(super) element: PhantomData<T>,
}

getters! {
    [T, M] PackedBuffer<T, M>;
}

reads! { [T: PackedElement, M: WholeBuffer] PackedBuffer<T, M>, '_ view 'v }
writes! { [T: PackedElement, M: WholeBuffer] PackedBuffer<T, M> }

impl<T, M: WholeBuffer> PackedBuffer<T, M> {
    /// Returns a view of the array.
    #[inline]
    #[must_use]
    pub fn view(&self) -> PackedView<'_, T, M::Borrowed<'_>> {
        // SAFETY: these are the bytes and the mapping of this array.
        unsafe { PackedView::new_unchecked(self.bytes.as_slice(), self.mapping.borrowed()) }
    }

    /// Returns a mutable view of the array.
    #[inline]
    #[must_use]
    pub fn view_mut(&mut self) -> PackedViewMut<'_, T, M::Borrowed<'_>> {
        // SAFETY: these are the bytes and the mapping of this array.
        unsafe { PackedViewMut::new_unchecked(self.bytes.as_mut_slice(), self.mapping.borrowed()) }
    }

    /// Returns the bytes and the mapping.
    #[inline]
    fn parts(&mut self) -> (&mut [u8], &M) {
        (self.bytes.as_mut_slice(), &self.mapping)
    }

    /// Copies each element of `src`, a packed view, buffer or region, to its
    /// position in this array, as [`PackedViewMut::copy_from`].
    ///
    /// # Errors
    ///
    /// When the arrays differ in their dimensions, their element type or the
    /// bits of an element; never between static layouts.
    #[doc(alias = "assign")]
    pub fn copy_from<V>(&mut self, src: V) -> Result<(), CopyError>
    where
        V: PackedCopySource<Elem = T>,
    {
        let () = Pair::<V::Mapping<'_>, M>::FITS;
        self.view_mut().copy_from(src)
    }

    /// Copies each element of another array, of a byte or more, to its position in this one,
    /// if its type has the value: [`PackedViewMut::try_copy_from`].
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions, when the element types are not both integers
    /// nor the same, or when a value does not fit: the first such one, and its index.
    /// Nothing is written then.
    pub fn try_copy_from<V>(&mut self, src: V) -> Result<(), CopyError>
    where
        V: AsView<Elem: Copy + fmt::Debug + TryInto<T>>,
        T: PackedElement,
    {
        self.view_mut().try_copy_from(src)
    }

    /// Copies each element of another array of integers to its position in this one; a value
    /// past those of the element type becomes the nearest one:
    /// [`PackedViewMut::copy_from_saturating`].
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions, or the element types are not both integers.
    pub fn copy_from_saturating<V>(&mut self, src: V) -> Result<(), CopyError>
    where
        V: AsView<Elem: Copy + PartialOrd + From<T> + TryInto<T>>,
        T: PackedElement,
    {
        self.view_mut().copy_from_saturating(src)
    }

    regions! {
        [&self] region region_at row -> PackedView<'_>: (self.bytes.as_slice(), &self.mapping);
        [&mut self] region_mut region_at_mut row_mut -> PackedViewMut<'_>:
            (self.bytes.as_mut_slice(), &self.mapping);
    }
}

read_as_views! {
    PackedCopySource::packed_source -> PackedView;
    [T, M: WholeBuffer] PackedBuffer<T, M>: view;
}

impl<'a, T, M: WholeBuffer> From<&'a PackedBuffer<T, M>> for PackedView<'a, T, M::Borrowed<'a>> {
    #[inline]
    fn from(buffer: &'a PackedBuffer<T, M>) -> Self {
        buffer.view()
    }
}

equalities! { equal:
    [PackedElement +] PackedBuffer<T, M>: WholeBuffer, view => {
        PackedBuffer<U, N>: WholeBuffer, view;
        PackedView<'_, U, N>: Mapping, by_ref;
    }
    [PackedElement +] PackedView<'_, T, M>: Mapping, by_ref => {
        PackedBuffer<U, N>: WholeBuffer, view;
    }
}

impl<T: PackedElement + Eq, M: WholeBuffer> Eq for PackedBuffer<T, M> {}
