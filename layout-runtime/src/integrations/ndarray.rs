//! Feature `ndarray`: views as `ndarray`'s views without copying, and conversions from and
//! to its arrays.

use core::ops::Range;
use core::ptr::NonNull;

use ndarray::{
    Array, ArrayBase, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, Axis, Data, DataMut,
    Dimension, IntoDimension, IxDyn, ShapeBuilder,
};

use layout_core::spec::{Dims, MAX_RANK};

use crate::array::aliases::{Buffer, View, ViewMut};
use crate::array::into_array::IntoArray;
use crate::array::stores::Stores;
use crate::array::{self, ViewError};
use crate::layout::Index;
use crate::layout::error::dims_text;
use crate::layout::strides::LogicalStrides;
use crate::map::{
    InvalidStrides, Mapping, OwnIndex, StaticMapping, Strides, WholeBuffer, affine_strides, span,
};
use crate::storage::no_uninit::NoUninit;
use crate::storage::{Mut, Ref, Slice, Storage, StorageMut, sealed};

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

/// Views of the arrays of `ndarray` of any rank that is known when the program compiles. `copy_from`
/// takes such an array itself: `buffer.copy_from(&array)?`.
///
/// # Panics
///
/// When the elements have no bytes, or more than `isize::MAX` together, which only a broadcast view has.
///
/// # Examples
///
/// ```
/// use ndarray::{array, s};
/// use tiled_layout::{Buffer, View, layout};
///
/// let numbers = array![[1, 2, 3], [4, 5, 6]];
/// let backward = View::from(numbers.slice(s![.., ..;-2]));
/// assert_eq!(backward[[1, 0]], 6);
///
/// let mut buffer = Buffer::<i32, layout!(S32[2,3]<1,0:T(2,2)>)>::zeroed();
/// buffer.copy_from(&numbers)?;
/// assert_eq!(buffer.as_slice(), [1, 2, 4, 5, 3, 0, 6, 0]);
/// # Ok::<(), tiled_layout::CopyError>(())
/// ```
#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<'a, S: Data, const RANK: usize> From<&'a ArrayBase<S, ndarray::Dim<[usize; RANK]>>>
    for View<'a, S::Elem, Strides<[usize; RANK]>>
where
    ndarray::Dim<[usize; RANK]>: Dimension,
    [usize; RANK]: OwnIndex,
{
    #[track_caller]
    fn from(array: &'a ArrayBase<S, ndarray::Dim<[usize; RANK]>>) -> Self {
        View::from(array.view())
    }
}

/// As of a reference, for as long as the view lives.
#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<'a, T, const RANK: usize> From<ArrayView<'a, T, ndarray::Dim<[usize; RANK]>>>
    for View<'a, T, Strides<[usize; RANK]>>
where
    ndarray::Dim<[usize; RANK]>: Dimension,
    [usize; RANK]: OwnIndex,
{
    #[track_caller]
    fn from(array: ArrayView<'a, T, ndarray::Dim<[usize; RANK]>>) -> Self {
        match view(array) {
            Ok(view) => view,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Views of the arrays of `ndarray` of a rank that is known at run time.
///
/// # Errors
///
/// When there are more than 12 dimensions, or the elements have no bytes, or more than `isize::MAX`
/// together.
#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<'a, S: Data> TryFrom<&'a ArrayBase<S, IxDyn>> for View<'a, S::Elem, Strides<Index>> {
    type Error = ViewError;

    fn try_from(array: &'a ArrayBase<S, IxDyn>) -> Result<Self, ViewError> {
        view(array.view())
    }
}

/// As of [`View`], mutable: `copy_from` writes to it.
///
/// # Examples
///
/// ```
/// use ndarray::{Array2, array};
/// use tiled_layout::{ViewMut, layout};
///
/// let tiles = [1, 2, 4, 5, 3, 0, 6, 0]; // two positions of padding
/// let mut columns = Array2::zeros((3, 2));
/// let view = <layout!(S32[2,3]<1,0:T(2,2)>)>::view(&tiles)?;
/// ViewMut::from(&mut columns.view_mut().reversed_axes()).copy_from(&view)?;
/// assert_eq!(columns, array![[1, 4], [2, 5], [3, 6]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<'a, S: DataMut, const RANK: usize> From<&'a mut ArrayBase<S, ndarray::Dim<[usize; RANK]>>>
    for ViewMut<'a, S::Elem, Strides<[usize; RANK]>>
where
    ndarray::Dim<[usize; RANK]>: Dimension,
    [usize; RANK]: OwnIndex,
{
    #[track_caller]
    fn from(array: &'a mut ArrayBase<S, ndarray::Dim<[usize; RANK]>>) -> Self {
        ViewMut::from(array.view_mut())
    }
}

/// As of a reference, for as long as the view lives.
#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<'a, T, const RANK: usize> From<ArrayViewMut<'a, T, ndarray::Dim<[usize; RANK]>>>
    for ViewMut<'a, T, Strides<[usize; RANK]>>
where
    ndarray::Dim<[usize; RANK]>: Dimension,
    [usize; RANK]: OwnIndex,
{
    #[track_caller]
    fn from(array: ArrayViewMut<'a, T, ndarray::Dim<[usize; RANK]>>) -> Self {
        match view_mut(array) {
            Ok(view) => view,
            Err(error) => panic!("{error}"),
        }
    }
}

/// As of [`View`], mutable.
#[cfg_attr(docsrs, doc(cfg(feature = "ndarray")))]
impl<'a, S: DataMut> TryFrom<&'a mut ArrayBase<S, IxDyn>> for ViewMut<'a, S::Elem, Strides<Index>> {
    type Error = ViewError;

    fn try_from(array: &'a mut ArrayBase<S, IxDyn>) -> Result<Self, ViewError> {
        view_mut(array.view_mut())
    }
}

impl<S: Data, D> sealed::Sealed for &ArrayBase<S, D> {}

#[diagnostic::do_not_recommend]
impl<'a, S: Data, const RANK: usize> IntoArray for &'a ArrayBase<S, ndarray::Dim<[usize; RANK]>>
where
    ndarray::Dim<[usize; RANK]>: Dimension,
    [usize; RANK]: OwnIndex,
{
    type Storage = Ref<'a, S::Elem>;
    type Mapping = Strides<[usize; RANK]>;

    #[track_caller]
    fn into_array(self) -> View<'a, S::Elem, Strides<[usize; RANK]>> {
        View::from(self)
    }
}

impl<T, D> sealed::Sealed for ArrayView<'_, T, D> {}

#[diagnostic::do_not_recommend]
impl<'a, T, const RANK: usize> IntoArray for ArrayView<'a, T, ndarray::Dim<[usize; RANK]>>
where
    ndarray::Dim<[usize; RANK]>: Dimension,
    [usize; RANK]: OwnIndex,
{
    type Storage = Ref<'a, T>;
    type Mapping = Strides<[usize; RANK]>;

    #[track_caller]
    fn into_array(self) -> View<'a, T, Strides<[usize; RANK]>> {
        View::from(self)
    }
}

/// Returns the strides of an array of `ndarray` in the memory from its lowest element to its highest
/// one, between which others may have theirs.
fn strides<S: Data, D: Dimension, I: OwnIndex>(
    array: &ArrayBase<S, D>,
) -> Result<Strides<I>, InvalidStrides> {
    let (dims, strides) = (array.shape(), array.strides());
    let rank = dims.len();
    let index = if rank > MAX_RANK {
        None
    } else {
        I::of_rank(dims, rank)
    };
    let Some(index) = index else {
        let (dims, strides) = (rank, strides.len());
        return Err(InvalidStrides::Rank { dims, strides });
    };
    let (mut first, mut len) = (0, usize::from(!array.is_empty()));
    for (&extent, &stride) in dims.iter().zip(strides) {
        if array.is_empty() {
            break;
        }
        let span = (extent - 1) * stride.unsigned_abs(); // all are in one allocation
        first += if stride < 0 { span } else { 0 };
        len += span;
    }
    Ok(Strides::checked::<S::Elem>(len, index, strides, first)?.sharing_gaps())
}

/// Returns the lowest element of an array of these strides.
fn lowest<T>(first: *mut T, mapping: &Strides<impl OwnIndex>) -> NonNull<T> {
    let lowest = NonNull::new(first.wrapping_sub(mapping.first()));
    lowest.expect("`ndarray` has no null pointers")
}

/// Returns an array of `ndarray` as a view.
fn view<'a, T, D: Dimension, I: OwnIndex>(
    array: ArrayView<'a, T, D>,
) -> Result<View<'a, T, Strides<I>>, ViewError> {
    let mapping = strides::<_, _, I>(&array)?;
    let lowest = lowest(array.as_ptr().cast_mut(), &mapping);
    // SAFETY: the elements lie from the lowest one on, and are shared for `'a`. No slice is made: others
    // may write the positions between them.
    let storage = unsafe { Ref::from_raw(lowest, mapping.buffer_len()) };
    // SAFETY: the memory has the length of the strides, and is read only.
    Ok(unsafe { array::Array::new_unchecked(storage, mapping) })
}

/// Returns an array of `ndarray` as a mutable view.
fn view_mut<'a, T, D: Dimension, I: OwnIndex>(
    mut array: ArrayViewMut<'a, T, D>,
) -> Result<ViewMut<'a, T, Strides<I>>, ViewError> {
    let mapping = strides::<_, _, I>(&array)?;
    let lowest = lowest(array.as_mut_ptr(), &mapping);
    // SAFETY: the elements lie from the lowest one on, and are borrowed mutably for `'a`.
    let storage = unsafe { Mut::from_raw(lowest, mapping.buffer_len()) };
    // SAFETY: the memory has the length of the strides. No two elements of an array of `ndarray` that can
    // be written have the same position, and no other part of the memory has one of theirs.
    Ok(unsafe { array::Array::new_unchecked(storage, mapping) })
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
        let array = view::<_, _, Index>(array.view())?;
        match buffer.copy_from(array) {
            Ok(()) => Ok(buffer),
            Err(_) => Err(ViewError::Dims {
                found: dims_text(array.dims()),
                expected: dims_text(buffer.dims()),
            }),
        }
    }
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
        let signed = affine_strides(map)?;
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
