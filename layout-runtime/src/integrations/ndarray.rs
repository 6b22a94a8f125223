//! Feature `ndarray`: views as `ndarray`'s views without copying, and conversions from and
//! to its arrays.

use alloc::vec::Vec;
use core::ops::Range;

use ndarray::{
    Array, ArrayBase, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, Axis, Data, DataMut,
    Dimension, IntoDimension, IxDyn, ShapeBuilder,
};

use layout_core::spec::Dims;

use crate::array::aliases::{Buffer, View};
use crate::array::stores::Stores;
use crate::array::{self, ViewError};
use crate::copy::{Strided, StridedMut};
use crate::layout::Index;
use crate::layout::error::dims_text;
use crate::layout::strides::LogicalStrides;
use crate::map::{Mapping, StaticMapping, WholeBuffer, span};
use crate::storage::no_uninit::NoUninit;
use crate::storage::{Slice, Storage, StorageMut};

/// The index of a run-time layout is a dynamic dimension; the index of a static layout,
/// `[usize; RANK]`, is `Ix0` to `Ix6`.
#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl IntoDimension for Index {
    type Dim = IxDyn;

    fn into_dimension(self) -> IxDyn {
        IxDyn(&self)
    }
}

/// `ndarray`'s type of the dimensions of an array of mapping `M`.
type Dim<M> = <<M as Mapping>::Index as IntoDimension>::Dim;

#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<'a, T, M: Mapping> View<'a, T, M> {
    /// Returns the logical array, or a region of one, as a view of `ndarray`, without copying;
    /// `None` if it has no [`logical_strides`](Self::logical_strides), because a tile cuts a
    /// dimension, or if `ndarray` does not accept them.
    ///
    /// For a static layout of at most 6 dimensions, the view's type has the rank; for a
    /// run-time layout, it is an `ArrayViewD`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, layout};
    /// use ndarray::{ArrayView2, array};
    ///
    /// type Columns = layout!(S32[2,3]<0,1>);
    ///
    /// let buffer = [1, 4, 2, 5, 3, 6];
    /// let array: ArrayView2<'_, i32> = Columns::view(&buffer)?.as_ndarray().unwrap();
    /// assert_eq!(array, array![[1, 2, 3], [4, 5, 6]]);
    ///
    /// let tiled = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// assert_eq!(tiled.view(&[0i32; 24])?.as_ndarray(), None);
    /// let tile = tiled.view(&[7i32; 24])?.region((..2, 2..4))?.as_ndarray().unwrap();
    /// assert_eq!(tile, array![[7, 7], [7, 7]].into_dyn());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn as_ndarray(&self) -> Option<ArrayView<'a, T, Dim<M>>>
    where
        M::Index: IntoDimension,
    {
        let strided = SignedStrides::of(self.mapping())?;
        if strided.span.is_empty() {
            return ArrayView::from_shape(strided.dims, &[]).ok();
        }
        let lowest = self.storage_ref().units().as_ptr();
        let lowest = lowest.wrapping_add(strided.span.start);
        let shape = strided.dims.strides(strided.strides);
        // SAFETY: each index has the position of an element, within the memory, which is shared for
        // `'a`. No slice is made: other parts may write the positions between the elements.
        let mut array = unsafe { ArrayView::from_shape_ptr(shape, lowest) };
        backwards(&strided.signed).for_each(|dim| array.invert_axis(Axis(dim)));
        Some(array)
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<'a, T, M: WholeBuffer> View<'a, T, M> {
    /// Returns the whole buffer, padding included, as the array of its physical dimensions, without
    /// copying. It leaves out the tail of `L(n)`.
    #[must_use]
    pub fn as_physical_ndarray(&self) -> ArrayViewD<'a, T> {
        let dims = IxDyn(&self.layout().physical_dims());
        match ArrayView::from_shape(dims.clone(), &self.as_slice()[..dims.size()]) {
            Ok(array) => array,
            Err(_) => unreachable!("the buffer has `padded_len` elements"),
        }
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<S: Storage<Elem: Copy, Unit: NoUninit>, M: Mapping> array::Array<S, M> {
    /// Returns the elements, without padding, as an array of `ndarray`, row-major.
    ///
    /// # Panics
    ///
    /// When `ndarray` has no array of these dimensions: one of them is 0, and
    /// the product of the others is past `isize::MAX`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::layout;
    /// use ndarray::{Array2, array};
    ///
    /// type Tiled = layout!(S32[2,3]<1,0:T(2,2)>);
    ///
    /// let buffer = [1, 2, 4, 5, 3, 0, 6, 0]; // two positions of padding
    /// let array: Array2<i32> = Tiled::view(&buffer)?.to_ndarray();
    /// assert_eq!(array, array![[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn to_ndarray(&self) -> Array<S::Elem, Dim<M>>
    where
        M::Index: IntoDimension,
    {
        let array = dimension(self.mapping(), self.dims())
            .map(|dims| Array::from_shape_vec(dims, self.to_row_major()));
        match array {
            Some(Ok(array)) => array,
            _ => panic!("`ndarray` has no array of dimensions {:?}", self.dims()),
        }
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<S: Slice + StorageMut, M: Mapping> array::Array<S, M> {
    /// Returns the logical array, or a region of one, as a mutable view of `ndarray`; `None` if
    /// [`View::as_ndarray`] is.
    #[must_use]
    pub fn as_ndarray_mut(&mut self) -> Option<ArrayViewMut<'_, S::Elem, Dim<M>>>
    where
        M::Index: IntoDimension,
    {
        let (storage, map) = self.parts_mut();
        let strided = SignedStrides::of(map)?;
        if strided.span.is_empty() {
            return ArrayViewMut::from_shape(strided.dims, &mut []).ok();
        }
        let lowest = storage.units_mut().as_mut_ptr();
        let lowest = lowest.wrapping_add(strided.span.start);
        let shape = strided.dims.strides(strided.strides);
        // SAFETY: each index has the position of an element, within the memory, and no two have the
        // same one; the array is borrowed as long.
        let mut array = unsafe { ArrayViewMut::from_shape_ptr(shape, lowest) };
        backwards(&strided.signed).for_each(|dim| array.invert_axis(Axis(dim)));
        Some(array)
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<S: Slice + StorageMut, M: WholeBuffer> array::Array<S, M> {
    /// Returns the whole buffer, padding included, as a mutable array of its physical dimensions;
    /// see [`View::as_physical_ndarray`].
    #[must_use]
    pub fn as_physical_ndarray_mut(&mut self) -> ArrayViewMutD<'_, S::Elem> {
        let dims = IxDyn(&self.layout().physical_dims());
        match ArrayViewMut::from_shape(dims.clone(), &mut self.as_mut_slice()[..dims.size()]) {
            Ok(array) => array,
            Err(_) => unreachable!("the buffer has `padded_len` elements"),
        }
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<R: Slice<Elem: NoUninit>, M: Mapping> array::Array<R, M> {
    /// Copies each element to its index in an array of `ndarray`, with any strides.
    ///
    /// # Errors
    ///
    /// When the array's dimensions differ from the layout's.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use ndarray::{Array2, array};
    ///
    /// let layout = Layout::parse("s32[2,3]{1,0:T(2,2)}")?;
    /// let buffer = [1, 2, 4, 5, 3, 0, 6, 0]; // two positions of padding
    /// let mut columns = Array2::zeros((3, 2));
    /// layout.view(&buffer)?.copy_to_ndarray(&mut columns.view_mut().reversed_axes())?;
    /// assert_eq!(columns, array![[1, 4], [2, 5], [3, 6]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_to_ndarray<S, D>(&self, array: &mut ArrayBase<S, D>) -> Result<(), ViewError>
    where
        S: DataMut<Elem = R::Elem>,
        D: Dimension,
    {
        check_shape(array.shape(), self.dims())?;
        let shape = ArrayShape::of(array);
        if let Some(slice) = array.as_slice_memory_order_mut() {
            let (dims, strides, first) = shape.parts();
            if let Ok(mut array) = StridedMut::new(slice, dims, strides, first)
                && self.copy_to_strided(&mut array).is_ok()
            {
                return Ok(());
            }
        }
        // What lies between the elements can belong to another array, so that the elements are
        // not one slice.
        let rows = self.units_view();
        let mut rows = rows.iter();
        array.iter_mut().for_each(|to| {
            if let Some(&element) = rows.next() {
                *to = element;
            }
        });
        Ok(())
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<R: Slice<Elem: NoUninit> + StorageMut, M: Mapping> array::Array<R, M> {
    /// Copies each element of an array of `ndarray`, with any strides, to its position in
    /// this array. Padding is not touched.
    ///
    /// An array whose elements are contiguous, with its axes in any order and direction, is copied
    /// at the speed of [`copy_from`](Self::copy_from), and so are long contiguous rows. The
    /// elements of other arrays are collected to rows first.
    ///
    /// # Errors
    ///
    /// When the array's dimensions differ from the layout's.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use ndarray::array;
    ///
    /// let layout = Layout::parse("s32[2,3]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 8];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// view.copy_from_ndarray(&array![[1, 2, 3], [4, 5, 6]])?;
    /// assert_eq!(buffer, [1, 2, 4, 5, 3, 0, 6, 0]);
    ///
    /// let error = layout.view_mut(&mut buffer)?.copy_from_ndarray(&array![1, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "the array has dimensions [2], but the layout [2,3]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_from_ndarray<S, D>(&mut self, array: &ArrayBase<S, D>) -> Result<(), ViewError>
    where
        S: Data<Elem = R::Elem>,
        D: Dimension,
    {
        check_shape(array.shape(), self.dims())?;
        // Kernels go forward along rows.
        let reverses = array.axes().min_by_key(|axis| axis.stride.unsigned_abs());
        let reverses = reverses.is_some_and(|axis| axis.stride < 0 && axis.len > 1);
        if reverses {
            return self.copy_contiguous(&array.as_standard_layout());
        }
        if array.as_slice_memory_order().is_some() {
            return self.copy_contiguous(array);
        }
        // What lies between the elements can belong to another array, so that the elements are
        // not one slice.
        let shape = ArrayShape::of(array);
        let (dims, strides, _) = shape.parts();
        let (outer, len) = outer_dimensions(dims, strides);
        if len > 1 {
            let row = |index: &[usize]| {
                let mut row = array.view().into_dyn();
                for &dim in outer.iter().rev() {
                    row = row.index_axis_move(Axis(dim), index[dim]);
                }
                row.to_slice_memory_order().unwrap_or(&[])
            };
            if self.copy_from_slices((dims, strides), &outer, row).is_ok() {
                return Ok(());
            }
        }
        self.copy_contiguous(&array.as_standard_layout())
    }

    /// Copies the elements of an array of the same dimensions, which are contiguous.
    fn copy_contiguous<S, D>(&mut self, array: &ArrayBase<S, D>) -> Result<(), ViewError>
    where
        S: Data<Elem = R::Elem>,
        D: Dimension,
    {
        let slice = array.as_slice_memory_order().unwrap_or(&[]);
        let shape = ArrayShape::of(array);
        let (dims, strides, first) = shape.parts();
        let copied = match Strided::new(slice, dims, strides, first) {
            Ok(source) => self.copy_from_strided(&source).is_ok(),
            Err(_) => false,
        };
        if !copied {
            // `ndarray`'s iterators go in logical order, too.
            let elements = self.iter_mut().zip(array);
            elements.for_each(|(to, &element)| *to = element);
        }
        Ok(())
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<T: NoUninit + Default, M: Stores<T>> Buffer<T, M>
where
    ViewError: From<M::Error>,
{
    /// Returns a buffer of a static layout with the elements of an array of `ndarray`.
    ///
    /// # Errors
    ///
    /// When the array's dimensions differ from the layout's.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    /// use ndarray::array;
    ///
    /// type Tiled = layout!(S32[2,3]<1,0:T(2,2)>);
    ///
    /// let array = array![[1, 2, 3], [4, 5, 6]];
    /// let buffer: Buffer<i32, Tiled> = Buffer::from_ndarray(&array)?;
    /// assert_eq!(buffer.as_slice(), [1, 2, 4, 5, 3, 0, 6, 0]); // with two positions of padding
    /// assert_eq!(buffer.view().to_ndarray(), array);
    /// # Ok::<(), tiled_layout::ViewError>(())
    /// ```
    pub fn from_ndarray<S, D>(array: &ArrayBase<S, D>) -> Result<Self, ViewError>
    where
        M: StaticMapping,
        S: Data<Elem = T>,
        D: Dimension,
    {
        Self::from_ndarray_with(M::default(), array)
    }

    /// Returns a buffer of any layout with the elements of an array of `ndarray`.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or the array does not have the
    /// layout's dimensions.
    pub fn from_ndarray_with<S, D>(mapping: M, array: &ArrayBase<S, D>) -> Result<Self, ViewError>
    where
        S: Data<Elem = T>,
        D: Dimension,
    {
        let mut buffer = Self::from_elem_with(mapping, T::default())?;
        buffer.copy_from_ndarray(array)?;
        Ok(buffer)
    }
}

/// Returns the dimensions that are not part of the longest contiguous pieces, in ascending
/// order, and the elements of a piece.
fn outer_dimensions(dims: &[usize], strides: &[isize]) -> (Dims, usize) {
    let (mut outer, mut len) = (Dims::EMPTY, 1);
    let is_inner = |dim: usize, len: usize| strides[dim] == len as isize;
    let mut rest: Vec<_> = (0..dims.len()).filter(|&dim| dims[dim] > 1).collect();
    while let Some(at) = rest.iter().position(|&dim| is_inner(dim, len)) {
        len *= dims[rest.swap_remove(at)];
    }
    rest.sort_unstable();
    rest.iter().for_each(|&dim| outer.push(dim));
    (outer, len)
}

/// The dimensions and strides of an array of `ndarray`, and the place of its first element in
/// [`ArrayBase::as_slice_memory_order`].
struct ArrayShape<D> {
    dims: D,
    strides: Vec<isize>,
}

impl<D: Dimension> ArrayShape<D> {
    fn of<S: Data>(array: &ArrayBase<S, D>) -> Self {
        ArrayShape {
            dims: array.raw_dim(),
            strides: array.strides().to_vec(),
        }
    }

    fn parts(&self) -> (&[usize], &[isize], usize) {
        let dims = self.dims.slice();
        let backwards = dims
            .iter()
            .zip(&self.strides)
            .filter(|&(_, &stride)| stride < 0);
        let first = backwards
            .map(|(&extent, stride)| (extent - 1) * stride.unsigned_abs())
            .sum();
        (dims, &self.strides, first)
    }
}

fn check_shape(shape: &[usize], dims: &[usize]) -> Result<(), ViewError> {
    if shape == dims {
        return Ok(());
    }
    Err(ViewError::Dims {
        found: dims_text(shape),
        expected: dims_text(dims),
    })
}

/// One number per dimension, as `ndarray` has them.
fn dimension<M: Mapping>(mapping: &M, numbers: &[usize]) -> Option<Dim<M>>
where
    M::Index: IntoDimension,
{
    Some(mapping.index_from_slice(numbers)?.into_dimension())
}

/// An array as `ndarray` sees it, before dimensions with a negative stride are inverted.
struct SignedStrides<D> {
    dims: D,
    /// The strides without their signs.
    strides: D,
    /// The positions from the lowest one to the highest one.
    span: Range<usize>,
    signed: LogicalStrides,
}

impl<D> SignedStrides<D> {
    /// `None` if the array has no strides.
    fn of<M: Mapping>(map: &M) -> Option<Self>
    where
        M::Index: IntoDimension<Dim = D>,
    {
        let signed = map.affine_strides()?;
        let mut others = map.dims().iter().filter(|&&extent| extent != 0);
        let len = others.try_fold(1usize, |len, &extent| len.checked_mul(extent))?;
        isize::try_from(len).ok()?; // as `ndarray` asks, of an array without elements too
        let mut strides = Dims::EMPTY;
        for &stride in &signed {
            strides.push(stride.unsigned_abs());
        }
        Some(SignedStrides {
            dims: dimension(map, map.dims())?,
            strides: dimension(map, &strides)?,
            span: span(map, &signed),
            signed,
        })
    }
}

/// Returns the dimensions with a negative stride.
fn backwards(strides: &LogicalStrides) -> impl Iterator<Item = usize> {
    let dims = strides.iter().enumerate();
    dims.filter_map(|(dim, &stride)| (stride < 0).then_some(dim))
}
