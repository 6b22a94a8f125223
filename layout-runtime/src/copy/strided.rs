//! `Strided` and `StridedMut`: arrays of fixed strides in a slice, and copies from and to them.

use core::any;
use core::fmt;
use core::ops::Range;

use layout_core::spec::{Dims, MAX_RANK};

use super::copy_from::{ArrayRegion, destination, source};
use super::error::{self, CopyError, CopySide};
use super::strategies::choose::{RegionCopy, advance};
use super::strategies::layout_pair::{LayoutPair, unpadded};
use super::strategies::{Destination, Source};
use crate::array::aliases::View;
use crate::array::{Array, InvalidStrides, ViewError};
use crate::layout::Layout;
use crate::layout::position::contains;
use crate::layout::strides::LogicalStrides;
use crate::map::{Mapping, WholeBuffer, first_position, lacks_dimensions, layout_of};
use crate::storage::bytes::{self as storage_bytes, Pod};
use crate::storage::no_uninit::{NoUninit, bytes, bytes_mut};
use crate::storage::{Slice, StorageMut};

/// An array of fixed strides in a slice, as the source of a copy: what a pointer, dimensions and
/// strides describe.
///
/// The element at an index has the position `first + index[0] * strides[0] + ...` in the slice,
/// in elements. A stride can be negative, or 0, which repeats elements. All positions have been
/// checked to be within the slice.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, Strided};
///
/// let data: Vec<i32> = (0..15).collect();
/// // Every second column of 3 rows of 5, from the last row up.
/// let array = Strided::new(&data, &[3, 3], &[-5, 2], 10)?;
/// let layout = Layout::parse("s32[3,3]{1,0:T(2,2)}")?;
/// let mut buffer = [-1; 16];
/// layout.view_mut(&mut buffer)?.copy_from_strided(&array)?;
/// assert_eq!(buffer[..8], [10, 12, 5, 7, 14, -1, 9, -1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Strided<'a, T> {
    slice: &'a [T],
    shape: Shape,
}

/// An array of fixed strides in a mutable slice, as the destination of a copy. No two elements
/// have the same position.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, StridedMut};
///
/// let layout = Layout::parse("s32[2,3]{1,0:T(2,2)}")?;
/// let buffer = [1, 2, 4, 5, 3, 0, 6, 0]; // two positions of padding
/// let mut pitched = [0; 7];
/// let mut rows = StridedMut::new(&mut pitched, &[2, 3], &[4, 1], 0)?; // a gap after each row
/// layout.view(&buffer)?.copy_to_strided(&mut rows)?;
/// assert_eq!(pitched, [1, 2, 3, 0, 4, 5, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StridedMut<'a, T> {
    slice: &'a mut [T],
    shape: Shape,
}

/// Dimensions and strides, whose positions are all within a slice.
#[derive(Clone, Copy)]
struct Shape {
    dims: Dims,
    strides: LogicalStrides,
    /// The position of the element at index 0 in all dimensions; 0 without elements.
    first: usize,
}

impl Shape {
    fn new(
        len: usize,
        dims: &[usize],
        strides: &[isize],
        first: usize,
    ) -> Result<Shape, InvalidStrides> {
        if dims.len() > MAX_RANK || dims.len() != strides.len() {
            return Err(InvalidStrides::Rank {
                dims: dims.len(),
                strides: strides.len(),
            });
        }
        let mut shape = Shape {
            dims: Dims::from_slice(dims),
            strides: LogicalStrides::from_slice(strides),
            first,
        };
        if dims.contains(&0) {
            shape.first = 0;
            return Ok(shape);
        }
        let (mut lowest, mut highest) = (first as i128, first as i128);
        for (&extent, &stride) in dims.iter().zip(strides) {
            // A product of two 64-bit numbers; the sum of a few of them saturates.
            let span = (extent - 1) as i128 * stride as i128;
            lowest = lowest.saturating_add(span.min(0));
            highest = highest.saturating_add(span.max(0));
        }
        if lowest < 0 || highest >= len as i128 {
            return Err(InvalidStrides::OutOfBounds {
                lowest: isize::try_from(lowest).unwrap_or(isize::MIN),
                highest: usize::try_from(highest).unwrap_or(usize::MAX),
                len,
            });
        }
        Ok(shape)
    }

    /// Returns the shape for strides and a first position in bytes.
    fn of_bytes(
        len: usize,
        dims: &[usize],
        strides: &[isize],
        first: usize,
        size: usize,
    ) -> Result<Shape, InvalidStrides> {
        let whole = |dim, bytes: isize| match bytes % size as isize {
            0 => Ok(bytes / size as isize),
            _ => Err(InvalidStrides::Bytes { dim, bytes, size }),
        };
        if strides.len() > MAX_RANK {
            return Err(InvalidStrides::Rank {
                dims: dims.len(),
                strides: strides.len(),
            });
        }
        let mut elements = LogicalStrides::EMPTY;
        for (dim, &stride) in strides.iter().enumerate() {
            elements.push(whole(Some(dim), stride)?);
        }
        if !first.is_multiple_of(size) {
            let bytes = first as isize; // at most the length of a slice, or it is out of bounds
            return Err(InvalidStrides::Bytes {
                dim: None,
                bytes,
                size,
            });
        }
        Shape::new(len, dims, &elements, first / size)
    }

    /// Checks that no two elements have the same position: the stride of each dimension is more
    /// than the dimensions of smaller strides span.
    fn check_overlap(self) -> Result<Shape, InvalidStrides> {
        if self.dims.contains(&0) {
            return Ok(self);
        }
        let mut order = Dims::EMPTY;
        for dim in 0..self.dims.len() {
            if self.dims[dim] > 1 {
                order.push(dim);
            }
        }
        order
            .as_mut()
            .sort_unstable_by_key(|&dim| self.strides[dim].unsigned_abs());
        let mut least = 1_u128;
        for &dim in &order {
            let stride = self.strides[dim];
            if (stride.unsigned_abs() as u128) < least {
                let least = usize::try_from(least).unwrap_or(usize::MAX);
                return Err(InvalidStrides::Overlap { dim, stride, least });
            }
            least += (self.dims[dim] - 1) as u128 * stride.unsigned_abs() as u128;
        }
        Ok(self)
    }

    fn permuted(mut self, order: &[usize]) -> Shape {
        let mut seen = [false; MAX_RANK];
        assert!(
            order.len() == self.dims.len()
                && order
                    .iter()
                    .all(|&dim| dim < order.len() && !core::mem::replace(&mut seen[dim], true)),
            "{order:?} does not have each of {} dimensions once",
            self.dims.len()
        );
        let before = self;
        for (to, &from) in order.iter().enumerate() {
            self.dims.set(to, before.dims[from]);
            self.strides.set(to, before.strides[from]);
        }
        self
    }

    fn narrowed(mut self, dim: usize, range: Range<usize>, step: isize) -> Shape {
        let extent = self.dims[dim];
        assert!(
            range.start <= range.end && range.end <= extent && step != 0,
            "{range:?} by {step} is not a range of dimension {dim}, which has {extent} indices"
        );
        let steps = range.len().div_ceil(step.unsigned_abs());
        let start = if step > 0 {
            range.start
        } else {
            range.end.saturating_sub(1)
        };
        self.dims.set(dim, steps);
        if self.dims.contains(&0) {
            self.first = 0;
            return self;
        }
        // In bounds, as all positions are; a stride of one index is not used.
        self.first = self
            .first
            .wrapping_add_signed(self.strides[dim].wrapping_mul(start as isize));
        self.strides.set(dim, self.strides[dim].wrapping_mul(step));
        self
    }

    /// Returns the position at an index.
    fn position(&self, index: &Dims) -> usize {
        let along = index.iter().zip(&self.strides);
        along.fold(self.first, |position, (&i, &stride)| {
            position.wrapping_add_signed(stride.wrapping_mul(i as isize))
        })
    }

    /// Returns the dimensions whose positions go backwards.
    fn backward(&self) -> Dims {
        let mut dims = Dims::EMPTY;
        for dim in 0..self.dims.len() {
            if self.strides[dim] < 0 && self.dims[dim] > 1 {
                dims.push(dim);
            }
        }
        dims
    }

    /// Returns an array of these extents of which the positions count from the first element's,
    /// with the elements of `like`.
    fn layout(&self, like: &Layout, extents: Dims) -> Layout {
        let mut spec = unpadded(like, extents);
        let strides = |dim: usize| self.strides[dim].unsigned_abs();
        spec.minor_to_major
            .as_mut()
            .sort_unstable_by_key(|&dim| strides(dim));
        let mut all = [0; MAX_RANK];
        for dim in 0..extents.len() {
            all[dim] = if extents[dim] > 1 { strides(dim) } else { 0 };
        }
        Layout::with_strides(spec, all)
    }
}

/// The methods that both kinds share.
macro_rules! strided {
    ($($name:ident)*) => {$(
        impl<T> $name<'_, T> {
            /// Returns the array's dimensions, in elements.
            #[doc(alias("shape", "sizes"))]
            #[must_use]
            pub fn dims(&self) -> &[usize] {
                &self.shape.dims
            }

            /// Returns the strides, in elements.
            #[must_use]
            pub fn strides(&self) -> &[isize] {
                &self.shape.strides
            }

            /// Returns the same elements with the dimensions in another order: dimension `i` is
            /// dimension `order[i]` of this array, as in NumPy's `transpose`.
            ///
            /// # Panics
            ///
            /// When `order` does not have each dimension once.
            #[must_use]
            #[track_caller]
            #[doc(alias("t", "transpose", "swap_axes"))]
            pub fn permuted(self, order: &[usize]) -> Self {
                let shape = self.shape.permuted(order);
                $name { shape, ..self }
            }

            /// Returns every `step`-th index of `range` along dimension `dim`: from its start for a
            /// positive step, from its end for a negative step.
            ///
            /// # Panics
            ///
            /// When there is no dimension `dim`, the range is not within it, or the step is 0.
            #[must_use]
            #[track_caller]
            pub fn sliced(self, dim: usize, range: Range<usize>, step: isize) -> Self {
                let shape = self.shape.narrowed(dim, range, step);
                $name { shape, ..self }
            }
        }

        impl<T> fmt::Debug for $name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("dims", &self.shape.dims)
                    .field("strides", &self.shape.strides)
                    .field("first", &self.shape.first)
                    .finish_non_exhaustive()
            }
        }
    )*};
}

strided! { Strided StridedMut }

impl<'a, T> Strided<'a, T> {
    /// Creates an array of these dimensions and strides, in elements. `first` is the position of
    /// the element at index 0 in all dimensions.
    ///
    /// # Errors
    ///
    /// When there are more than 12 dimensions, not one stride for each, or an element is not
    /// within the slice. The slice may end at the last element.
    pub fn new(
        slice: &'a [T],
        dims: &[usize],
        strides: &[isize],
        first: usize,
    ) -> Result<Self, ViewError> {
        let shape = Shape::new(slice.len(), dims, strides, first)?;
        Ok(Strided { slice, shape })
    }

    /// Creates an array in a slice of bytes, with strides and the first position in bytes, as NumPy
    /// and `DLPack` have them.
    ///
    /// # Errors
    ///
    /// When [`new`](Strided::new) returns an error, a stride is not a multiple of the element's
    /// size, or the bytes are not aligned as elements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Strided;
    ///
    /// let bytes = [0u8; 24]; // u8 has no alignment
    /// let array = Strided::<u8>::from_bytes(&bytes, &[3, 4], &[8, 2], 0)?;
    /// assert_eq!(array.strides(), [8, 2]);
    /// # Ok::<(), tiled_layout::ViewError>(())
    /// ```
    pub fn from_bytes(
        bytes: &'a [u8],
        dims: &[usize],
        strides: &[isize],
        first: usize,
    ) -> Result<Self, ViewError>
    where
        T: Pod,
    {
        let size = size_of::<T>().max(1); // the strides of values without bytes are not used
        let Some(slice) = storage_bytes::elements(bytes) else {
            return Err(ViewError::Alignment {
                excess: bytes.as_ptr().addr() % align_of::<T>(),
                align: align_of::<T>(),
                rust: any::type_name::<T>(),
                prefix: 0,
            });
        };
        let shape = Shape::of_bytes(slice.len(), dims, strides, first, size)?;
        Ok(Strided { slice, shape })
    }

    /// Returns the element at an index; `None` out of bounds.
    #[must_use]
    pub fn get(&self, index: impl AsRef<[usize]>) -> Option<&'a T> {
        let index = index.as_ref();
        contains(&self.shape.dims, index)
            .then(|| &self.slice[self.shape.position(&Dims::from_slice(index))])
    }
}

impl<'a, T> StridedMut<'a, T> {
    /// Creates an array of these dimensions and strides, in elements. `first` is the position of
    /// the element at index 0 in all dimensions.
    ///
    /// # Errors
    ///
    /// When [`Strided::new`] returns an error, or elements may overlap: each stride must be more
    /// than the dimensions of smaller strides span.
    pub fn new(
        slice: &'a mut [T],
        dims: &[usize],
        strides: &[isize],
        first: usize,
    ) -> Result<Self, ViewError> {
        let shape = Shape::new(slice.len(), dims, strides, first)?.check_overlap()?;
        Ok(StridedMut { slice, shape })
    }
}

impl<'a, T, M: WholeBuffer> View<'a, T, M> {
    /// Returns the whole array as an array of fixed strides; `None` if it has no
    /// [`logical_strides`](Self::logical_strides), because a tile cuts a dimension.
    #[must_use]
    pub fn as_strided(&self) -> Option<Strided<'a, T>> {
        let map = self.mapping();
        let (strides, first) = (map.affine_strides()?, first_position(map));
        Strided::new(self.as_slice(), map.dims(), &strides, first).ok()
    }
}

impl<S: Slice<Elem: NoUninit>, M: Mapping> Array<S, M> {
    /// Copies each element to an array of fixed strides. What lies between its elements is not
    /// touched.
    ///
    /// # Errors
    ///
    /// When the arrays differ in their dimensions.
    pub fn copy_to_strided(&self, dst: &mut StridedMut<'_, S::Elem>) -> Result<(), CopyError> {
        let map = self.mapping();
        error::check_dims(map.dims(), dst.dims())?;
        let shape = dst.shape;
        let to = &mut *dst.slice;
        if lacks_dimensions(map) {
            shape.each_index(|index| {
                let at = map.slice_offset_unspecified(index);
                // SAFETY: the dimensions are equal, so that it is the position of an element.
                to[shape.position(index)] =
                    unsafe { self.storage_ref().with(map, at, |value| *value) };
            });
            return Ok(());
        }
        // SAFETY: the elements are `NoUninit`.
        let from = unsafe { source(self) };
        let to = bytes_mut(to);
        let run = |copy: &RegionCopy, layouts: LayoutPair<'_>, index: &Dims, shift: usize| {
            let start = shape.position(index) * size_of::<S::Elem>();
            let from = from.tail(shift * size_of::<S::Elem>());
            copy.run(layouts, from, Destination::new(&mut to[start..]));
        };
        each_copy::<S::Elem, _>(&shape, &shape.backward(), map, CopySide::Destination, run)
    }
}

impl<S: Slice<Elem: NoUninit> + StorageMut, M: Mapping> Array<S, M> {
    /// Copies each element of an array of fixed strides to its position in this array. Padding is
    /// not touched.
    ///
    /// # Errors
    ///
    /// When the arrays differ in their dimensions.
    pub fn copy_from_strided(&mut self, src: &Strided<'_, S::Elem>) -> Result<(), CopyError> {
        let Strided { slice, shape } = src;
        self.copy_from_rows(shape, &shape.backward(), |index| {
            &slice[shape.position(index)..]
        })
    }

    /// Copies the elements of an array whose elements at one index of the dimensions `outer` are
    /// in the slice that `row` returns, from its first element on.
    fn copy_from_rows<'s>(
        &mut self,
        shape: &Shape,
        outer: &Dims,
        row: impl Fn(&Dims) -> &'s [S::Elem],
    ) -> Result<(), CopyError>
    where
        S::Elem: 's,
    {
        error::check_dims(&shape.dims, self.dims())?;
        if lacks_dimensions(self.mapping()) {
            let (storage, map) = self.parts_mut();
            let shape = Shape { first: 0, ..*shape };
            shape.each_index(|index| {
                let mut first = Dims::filled(0, index.len());
                outer.iter().for_each(|&dim| first.set(dim, index[dim]));
                let mut within = *index;
                outer.iter().for_each(|&dim| within.set(dim, 0));
                let (at, value) = (
                    map.slice_offset_unspecified(index),
                    row(&first)[shape.position(&within)],
                );
                // SAFETY: the dimensions are equal, so that it is the position of an element.
                unsafe { storage.write(map, at, value) };
            });
            return Ok(());
        }
        // SAFETY: the elements are `NoUninit`.
        let (mut to, map) = unsafe { destination(self) };
        let run = |copy: &RegionCopy, layouts: LayoutPair<'_>, index: &Dims, shift: usize| {
            let (from, start) = (bytes(row(index)), shift * size_of::<S::Elem>());
            copy.run(layouts, Source::new(from), to.tail(start));
        };
        each_copy::<S::Elem, _>(shape, outer, map, CopySide::Source, run)
    }

    /// Copies the elements of an array of these dimensions and strides, whose dimensions other than
    /// `outer` are contiguous and go forward. `row` returns the slice at an index of `outer`.
    #[cfg(feature = "ndarray")]
    pub(crate) fn copy_from_slices<'s>(
        &mut self,
        (dims, strides): (&[usize], &[isize]),
        outer: &[usize],
        row: impl Fn(&[usize]) -> &'s [S::Elem],
    ) -> Result<(), CopyError>
    where
        S::Elem: 's,
    {
        let shape = Shape {
            dims: Dims::from_slice(dims),
            strides: LogicalStrides::from_slice(strides),
            first: 0,
        };
        self.copy_from_rows(&shape, &Dims::from_slice(outer), |index| row(index))
    }
}

impl Shape {
    /// Calls `f` with each index, in logical order.
    fn each_index(&self, mut f: impl FnMut(&Dims)) {
        if self.dims.contains(&0) {
            return;
        }
        let mut index = Dims::filled(0, self.dims.len());
        loop {
            f(&index);
            if !advance(&mut index, &self.dims, (0..self.dims.len()).rev(), |_| 1) {
                return;
            }
        }
    }
}

/// Calls `run` with each copy between an array of strides, which is the `side`, and an array of a
/// layout. A copy has one index of the dimensions `outer`, which is passed, and all of the others.
/// Also passes the position in the array of the layout at which the slice of the copy begins.
///
/// The copy is planned once if positions are a sum of one function of each index.
///
/// # Errors
///
/// When a `T` does not have the size of an element.
fn each_copy<T, M: Mapping>(
    shape: &Shape,
    outer: &Dims,
    map: &M,
    side: CopySide,
    mut run: impl FnMut(&RegionCopy, LayoutPair<'_>, &Dims, usize),
) -> Result<(), CopyError> {
    let layout = layout_of(map);
    let array = ArrayRegion::new(map, &layout);
    side.check_size::<T>(array.layout.element_bits())?;
    if shape.dims.contains(&0) {
        return Ok(());
    }
    let mut extents = shape.dims;
    outer.iter().for_each(|&dim| extents.set(dim, 1));
    let strided = shape.layout(array.layout, extents);
    let zero = Dims::filled(0, extents.len());
    let layouts = match side {
        CopySide::Source => LayoutPair {
            src: &strided,
            dst: array.layout,
        },
        CopySide::Destination => LayoutPair {
            src: array.layout,
            dst: &strided,
        },
    };
    let formulas = layouts.formulas();
    let is_sum = formulas.is_some_and(|both| both.iter().all(|formula| formula.is_flat()));
    let mut index = zero;
    let mut planned: Option<(RegionCopy, usize)> = None;
    loop {
        let mut origin = array.origin;
        outer
            .iter()
            .for_each(|&dim| origin.set(dim, origin[dim] + index[dim]));
        let first = array.layout.offset_unspecified(&origin);
        let shift = match &planned {
            Some((_, planned)) if is_sum => first.checked_sub(*planned),
            _ => None,
        };
        if shift.is_none() {
            let (src, dst) = match side {
                CopySide::Source => (zero, origin),
                CopySide::Destination => (origin, zero),
            };
            planned = Some((RegionCopy::new(layouts, src, dst, extents), first));
        }
        if let Some((copy, _)) = &planned {
            run(copy, layouts, &index, shift.unwrap_or(0));
        }
        if !advance(&mut index, &shape.dims, outer.iter().rev().copied(), |_| 1) {
            return Ok(());
        }
    }
}
