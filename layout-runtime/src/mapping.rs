//! `Mapping`: what static and run-time layouts have in common.

mod implementors;

use core::fmt::Debug;

use crate::bytes::{self, AnyBits};
use crate::held_by::HeldBy;
use crate::holds::Holds;
use crate::index_of::{IndexOf, out_of_bounds};
use crate::layout::Layout;
use crate::packed::{PackedElement, PackedView, PackedViewMut};
use crate::static_layout::Offset;
use crate::view::{View, ViewError, ViewMut};

/// A map from the indices of an array to the positions of a buffer.
///
/// [`StaticLayout`](crate::StaticLayout), what `layout!` gives, and [`Layout`], which is known at
/// run time, both implement it, and so do references to them; views and
/// buffers are generic over it. It is sealed: views rely on each position of
/// an index in bounds being below `padded_len`.
///
/// ```
/// use layout_runtime::{Layout, Mapping};
///
/// fn padding<M: Mapping>(mapping: &M) -> usize {
///     mapping.padded_len() - mapping.num_elements()
/// }
/// assert_eq!(padding(&Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap()), 9);
/// ```
pub trait Mapping: Clone + Send + Sync + sealed::Sealed {
    /// The index of an element: `[usize; RANK]`, or [`Index`](crate::Index) at run time.
    type Index: IndexOf<Self> + AsRef<[usize]> + AsMut<[usize]> + Debug + PartialEq + Send + Sync;

    /// The layout, when it is known while the program compiles.
    const STATIC: Option<&'static Layout>;

    /// The layout as a value.
    fn layout(&self) -> &Layout;

    /// The position of an element, in elements; `None` out of bounds.
    fn checked_offset(&self, index: Self::Index) -> Option<usize>;

    /// The position of an element whose index is in bounds, in elements; for
    /// another index any number.
    fn offset_unchecked(&self, index: Self::Index) -> usize;

    /// The index of the element at a position; `None` on padding and past the
    /// buffer.
    fn index(&self, position: usize) -> Option<Self::Index>;

    /// The index whose numbers are those of a slice; `None` when there is not
    /// one a dimension.
    fn index_from_slice(&self, index: &[usize]) -> Option<Self::Index>;

    /// The position of an element, in elements.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    #[inline]
    #[track_caller]
    fn offset(&self, index: Self::Index) -> usize {
        match self.checked_offset(index) {
            Some(position) => position,
            None => out_of_bounds(index.as_ref(), self.layout().spec()),
        }
    }

    /// The proven position of an element of a static layout: indexing a view
    /// by it checks nothing. [`StaticLayout::at`](crate::StaticLayout::at) says more.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// use layout_runtime::Mapping;
    ///
    /// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
    /// let fig1 = Fig1::new(); // let fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// assert_eq!(fig1.view(&[1.0f32; 24])?[fig1.at([2, 3])], 1.0);
    /// # Ok::<(), layout_runtime::LengthError>(())
    /// ```
    #[inline]
    #[track_caller]
    fn at(&self, index: Self::Index) -> Offset<Self>
    where
        Self: StaticMapping,
    {
        Offset::proven(self.offset(index))
    }

    /// A view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When the buffer has not exactly `padded_len` elements, or, at run time,
    /// when `T` does not hold the layout's elements.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// use layout_runtime::Mapping;
    ///
    /// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
    /// let fig1 = Fig1::new(); // let fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = [0.0f32; 24];
    /// fig1.view_mut(&mut buffer)?[[2, 3]] = 1.0;
    /// assert_eq!(fig1.view(&buffer)?[[2, 3]], 1.0);
    /// assert!(fig1.view(&buffer[..15]).is_err());
    /// # Ok::<(), layout_runtime::LengthError>(())
    /// ```
    #[inline]
    fn view<'a, T>(&self, buffer: &'a [T]) -> Result<View<'a, T, Self>, Self::Error>
    where
        Self: HeldBy<T>,
    {
        self.check_held()?;
        Ok(View::new(buffer, self.clone())?)
    }

    /// A view through which a buffer that has this layout can be written.
    ///
    /// # Errors
    ///
    /// As those of [`view`](Mapping::view).
    #[inline]
    fn view_mut<'a, T>(&self, buffer: &'a mut [T]) -> Result<ViewMut<'a, T, Self>, Self::Error>
    where
        Self: HeldBy<T>,
    {
        self.check_held()?;
        Ok(ViewMut::new(buffer, self.clone())?)
    }

    /// A view of bytes that are a buffer of this layout, without copying. For
    /// a type of elements that is known when the program compiles,
    /// [`StaticLayout::view_bytes`](crate::StaticLayout::view_bytes) checks it then.
    ///
    /// # Errors
    ///
    /// As those of [`Layout::view_bytes`], which says more.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// use layout_runtime::{Layout, Mapping};
    ///
    /// fn corner<M: Mapping>(mapping: &M, bytes: &[u8]) -> u8 {
    ///     let view = mapping.view_bytes::<u8>(bytes).unwrap();
    ///     view[mapping.index_from_slice(&[2, 4]).unwrap()]
    /// }
    /// type Fig1 = StaticLayout<U8, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
    /// let bytes: Vec<u8> = (0..24).collect(); // 15 elements and padding
    /// assert_eq!(corner(&Fig1::new(), &bytes), 20);
    /// assert_eq!(corner(&Layout::parse("u8[3,5]{1,0:T(2,2)}").unwrap(), &bytes), 20);
    /// ```
    fn view_bytes<'a, T>(&self, bytes: &'a [u8]) -> Result<View<'a, T, Self>, ViewError>
    where
        T: Holds + AnyBits,
    {
        let layout = self.layout();
        layout.check_holds::<T>()?;
        let buffer = bytes::cast(bytes::data(bytes, layout)?, layout)?;
        Ok(View::from_checked(buffer, self.clone()))
    }

    /// A view through which bytes that are a buffer of this layout can be
    /// written.
    ///
    /// # Errors
    ///
    /// As those of [`Layout::view_bytes`].
    fn view_bytes_mut<'a, T>(&self, bytes: &'a mut [u8]) -> Result<ViewMut<'a, T, Self>, ViewError>
    where
        T: Holds + AnyBits,
    {
        let layout = self.layout();
        layout.check_holds::<T>()?;
        let buffer = bytes::cast_mut(bytes::data_mut(bytes, layout)?, layout)?;
        Ok(ViewMut::from_checked(buffer, self.clone()))
    }

    /// A view of bytes that hold packed elements.
    ///
    /// # Errors
    ///
    /// As those of [`Layout::packed_view`], which says more.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// use layout_runtime::Mapping;
    ///
    /// type Fig1 = StaticLayout<S4, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), (Bits<4>,)>;
    /// let fig1 = Fig1::new(); // let fig1 = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// let view = fig1.packed_view::<i8>(&[0xD7; 12])?; // 24 places
    /// assert_eq!(view.get([2, 3]), Some(-3));
    /// # Ok::<(), layout_runtime::ViewError>(())
    /// ```
    fn packed_view<'a, T>(&self, bytes: &'a [u8]) -> Result<PackedView<'a, T, Self>, ViewError>
    where
        T: Holds + PackedElement,
    {
        self.layout().check_packs::<T>()?;
        Ok(PackedView::new(bytes, self.clone())?)
    }

    /// A view through which packed elements can be written.
    ///
    /// # Errors
    ///
    /// As those of [`Layout::packed_view`].
    fn packed_view_mut<'a, T>(
        &self,
        bytes: &'a mut [u8],
    ) -> Result<PackedViewMut<'a, T, Self>, ViewError>
    where
        T: Holds + PackedElement,
    {
        self.layout().check_packs::<T>()?;
        Ok(PackedViewMut::new(bytes, self.clone())?)
    }

    /// The number of logical dimensions.
    fn rank(&self) -> usize {
        self.layout().rank()
    }

    /// The logical dimensions, in elements.
    fn dims(&self) -> &[usize] {
        self.layout().dims()
    }

    /// The elements of the array; padding does not count.
    fn num_elements(&self) -> usize {
        self.layout().num_elements()
    }

    /// The elements of the buffer, padding included.
    fn padded_len(&self) -> usize {
        self.layout().padded_len()
    }

    /// The positions of the buffer that hold padding, in elements.
    fn padding_len(&self) -> usize {
        self.layout().padding_len()
    }

    /// Whether a position of the buffer holds padding; false past the buffer.
    fn is_padding(&self, position: usize) -> bool {
        self.layout().is_padding(position)
    }
}

/// A mapping that is known when the program compiles: every [`StaticLayout`](crate::StaticLayout).
/// What takes two of them can compare them in const evaluation.
///
/// ```
/// # use layout_runtime::__private::*;
/// use layout_runtime::StaticMapping;
///
/// fn padding<M: StaticMapping>() -> usize {
///     const { M::LAYOUT.padded_len() - M::LAYOUT.num_elements() }
/// }
/// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
/// assert_eq!(padding::<Fig1>(), 9);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known when the program compiles",
    label = "not a static layout",
    note = "a run-time layout is passed: `Buffer::zeroed_in(layout)`, `Buffer::from_fn_in(f, layout)`"
)]
pub trait StaticMapping: Mapping + Copy + Default {
    /// The layout as a value.
    const LAYOUT: Layout;
}

pub(crate) mod sealed {
    use crate::steps::Steps;
    use crate::sweep::Sweep;

    pub trait Sealed {
        /// How positions go along the last dimension.
        fn steps(&self) -> Steps;

        /// How positions go along a dimension.
        fn steps_along(&self, dim: usize) -> Steps;

        /// The buffer in memory order, and where in it the elements are.
        fn sweep(&self) -> Sweep;
    }
}
