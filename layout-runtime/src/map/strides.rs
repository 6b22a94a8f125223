//! `Strides`: the map of an array of signed strides.

use core::fmt;
use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::Dims;

use super::invalid_strides::InvalidStrides;
use super::region::Corner;
use super::{Mapping, OwnIndex, sealed};
use crate::layout::error::LayoutError;
use crate::layout::strides::LogicalStrides;
use crate::layout::{Index, Layout, assert_dimension};

/// The map of an array of fixed, signed strides, as NumPy, DLPack, PJRT and `ndarray` describe one. It
/// is not a layout: it has no element type, no tiles and no padding.
///
/// [`Array::strided`](crate::Array::strided), [`Array::strided_mut`](crate::Array::strided_mut) and
/// [`Array::strided_bytes`](crate::Array::strided_bytes) make it, and check that each position lies
/// within the container. `I` is `[usize; RANK]`, or [`Index`] of a rank that is known at run time.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Array, Strides, View};
///
/// fn trace(square: View<'_, i32, Strides<[usize; 2]>>) -> i32 {
///     (0..square.dims()[0]).map(|i| square[[i, i]]).sum()
/// }
/// let numbers = [1, 2, 0, 3, 4]; // two rows of two, three apart
/// let square = Array::strided(&numbers, [2, 2], &[3, 1], 0)?;
/// assert_eq!(trace(square), 1 + 4);
/// # Ok::<(), tiled_layout::ViewError>(())
/// ```
///
/// Nothing else joins strides with a container, because their positions were compared with one:
///
/// ```compile_fail,E0277
/// use tiled_layout::Array;
///
/// let strides = *Array::strided(&[1, 2, 0, 3, 4], [2, 2], &[3, 1], 0).unwrap().mapping();
/// let array = Array::new(strides, vec![0; 4]);
/// ```
#[derive(Clone, Copy)]
pub struct Strides<I> {
    dims: I,
    /// Those of dimensions that go backward wrap; 0 of one index, and without elements.
    strides: I,
    first: usize,
    /// The elements of the container.
    len: usize,
    /// True if nothing else uses what lies between the elements.
    owns_gaps: bool,
}

impl<I: OwnIndex> Strides<I> {
    /// Returns the strides of an array of values of `T` in a container of `len` of them, which is all
    /// its own.
    pub(crate) fn checked<T>(
        len: usize,
        dims: I,
        strides: &[isize],
        first: usize,
    ) -> Result<Self, InvalidStrides> {
        let extents = dims.as_ref();
        let none = I::from_dims(&Dims::filled(0, extents.len()));
        let mut checked = Strides {
            dims,
            strides: none,
            first: 0,
            len,
            owns_gaps: true,
        };
        if extents.len() != strides.len() {
            return Err(InvalidStrides::Rank {
                dims: extents.len(),
                strides: strides.len(),
            });
        }
        if extents.contains(&0) {
            return Ok(checked);
        }
        let (mut lowest, mut highest) = (first as i128, first as i128);
        let mut bytes = size_of::<T>();
        for (dim, (&extent, &stride)) in extents.iter().zip(strides).enumerate() {
            // A product of two 64-bit numbers; the sum of a few of them saturates.
            let span = (extent - 1) as i128 * stride as i128;
            lowest = lowest.saturating_add(span.min(0));
            highest = highest.saturating_add(span.max(0));
            bytes = bytes.saturating_mul(extent);
            checked.strides.as_mut()[dim] = if extent > 1 { stride as usize } else { 0 };
        }
        if bytes == 0 || isize::try_from(bytes).is_err() {
            return Err(InvalidStrides::Size { bytes });
        }
        if lowest < 0 || highest >= len as i128 {
            return Err(InvalidStrides::OutOfBounds {
                lowest: isize::try_from(lowest).unwrap_or(isize::MIN),
                highest: usize::try_from(highest).unwrap_or(usize::MAX),
                len,
            });
        }
        checked.first = first;
        Ok(checked)
    }

    /// [`checked`](Self::checked) of strides and a first position in bytes.
    pub(crate) fn of_bytes<T>(
        len: usize,
        dims: I,
        strides: &[isize],
        first: usize,
    ) -> Result<Self, InvalidStrides> {
        let rank = dims.as_ref().len();
        if strides.len() != rank {
            let (dims, strides) = (rank, strides.len());
            return Err(InvalidStrides::Rank { dims, strides });
        }
        let size = size_of::<T>().max(1); // without bytes there is another error
        let is_empty = dims.as_ref().contains(&0);
        let mut elements = LogicalStrides::filled(0, rank);
        for (dim, &bytes) in strides.iter().enumerate() {
            if is_empty || dims.as_ref()[dim] == 1 {
                continue; // its stride is not used
            }
            if bytes % size as isize != 0 {
                let dim = Some(dim);
                return Err(InvalidStrides::Bytes { dim, bytes, size });
            }
            elements.set(dim, bytes / size as isize);
        }
        if !is_empty && !first.is_multiple_of(size) {
            let bytes = isize::try_from(first).unwrap_or(isize::MAX);
            return Err(InvalidStrides::Bytes {
                dim: None,
                bytes,
                size,
            });
        }
        Self::checked::<T>(len, dims, &elements, first / size)
    }

    /// Fails if two elements may have the same position: each stride must be more than the dimensions
    /// of smaller strides span.
    pub(crate) fn check_overlap(&self) -> Result<(), InvalidStrides> {
        let (dims, strides) = (self.dims.as_ref(), self.strides());
        if dims.contains(&0) {
            return Ok(());
        }
        let mut order = Dims::EMPTY;
        for dim in (0..dims.len()).filter(|&dim| dims[dim] > 1) {
            order.push(dim);
        }
        order
            .as_mut()
            .sort_unstable_by_key(|&dim| strides[dim].unsigned_abs());
        let mut least = 1; // no overflow: all of it lies within the container
        for &dim in &order {
            let stride = strides[dim];
            if stride.unsigned_abs() < least {
                return Err(InvalidStrides::Overlap { dim, stride, least });
            }
            least += (dims[dim] - 1) * stride.unsigned_abs();
        }
        Ok(())
    }

    /// Returns the map of an array that has strides: these, and this position of its first element.
    pub(crate) fn of<M: Mapping<Index = I>>(map: &M, strides: &[isize], first: usize) -> Self {
        let mut wrapping = Dims::EMPTY;
        for &stride in strides {
            wrapping.push(stride as usize);
        }
        Strides {
            dims: I::from_dims(&Dims::from_slice(map.dims())),
            strides: I::from_dims(&wrapping),
            first,
            len: map.buffer_len(),
            owns_gaps: map.owns_gaps(),
        }
    }

    /// Returns the same strides of an array between whose elements others may have theirs.
    #[cfg(feature = "ndarray")]
    pub(crate) fn sharing_gaps(self) -> Self {
        Strides {
            owns_gaps: false,
            ..self
        }
    }

    /// Returns every `step`-th index of a range of a dimension, from its end if `step` is negative.
    #[track_caller]
    pub(crate) fn sliced(mut self, dim: usize, range: Range<usize>, step: isize) -> Self {
        assert_dimension(dim, self.dims.as_ref().len());
        let extent = self.dims.as_ref()[dim];
        assert!(
            range.start <= range.end && range.end <= extent && step != 0,
            "{range:?} by {step} is not a range of dimension {dim}, which has {extent} indices"
        );
        let steps = (range.end - range.start).div_ceil(step.unsigned_abs());
        let start = if step > 0 {
            range.start
        } else {
            range.end.saturating_sub(1)
        };
        self.dims.as_mut()[dim] = steps;
        if steps == 0 {
            (self.first, self.strides) =
                (0, I::from_dims(&Dims::filled(0, self.dims.as_ref().len())));
            return self;
        }
        // Within bounds, as all positions are; the stride of one index is not used.
        let stride = &mut self.strides.as_mut()[dim];
        self.first = self.first.wrapping_add(stride.wrapping_mul(start));
        *stride = if steps > 1 {
            stride.wrapping_mul(step as usize)
        } else {
            0
        };
        self
    }

    /// Returns the strides, in elements: 0 in a dimension of one index, and without elements.
    #[must_use]
    pub fn strides(&self) -> LogicalStrides {
        let mut strides = LogicalStrides::EMPTY;
        for &stride in self.strides.as_ref() {
            strides.push(stride as isize);
        }
        strides
    }

    /// Returns the position of the element at index 0 in all dimensions, in elements; 0 if there is
    /// none.
    #[must_use]
    pub fn first(&self) -> usize {
        self.first
    }
}

impl Strides<Index> {
    /// Returns the strides of row-major data of these dimensions.
    pub(crate) fn row_major(dims: &[usize]) -> Self {
        let mut strides = Dims::filled(0, dims.len());
        let mut len = usize::from(!dims.contains(&0));
        for dim in (0..dims.len()).rev() {
            strides.set(dim, if dims[dim] > 1 { len } else { 0 });
            len *= dims[dim];
        }
        Strides {
            dims: Index::from_slice(dims),
            strides: Index::from_dims(&strides),
            first: 0,
            len,
            owns_gaps: true,
        }
    }
}

impl<I: OwnIndex> fmt::Debug for Strides<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strides")
            .field("dims", &self.dims.as_ref())
            .field("strides", &self.strides())
            .field("first", &self.first)
            .finish_non_exhaustive()
    }
}

impl<I: OwnIndex> sealed::Sealed for Strides<I> {}

#[diagnostic::do_not_recommend]
// SAFETY: all positions were compared with `len` when it was made, and nothing changes them.
unsafe impl<I: OwnIndex> Mapping for Strides<I> {
    type Index = I;
    type Borrowed<'a> = Self;
    type WholeIndex = I;
    type Whole<'a> = Self;
    type One = I::One;
    type Other = I::Other;
    type Permuted = Self;

    const IS_CHEAP: bool = I::RANK.is_some();

    #[inline]
    fn one_dimension(&self) -> Result<I::One, I::Other> {
        I::one_dimension(self.dims.as_ref().len())
    }

    #[inline]
    fn borrowed(&self) -> Self {
        *self
    }

    #[inline]
    fn whole<'a>(borrowed: Self::Borrowed<'a>) -> (Self::Whole<'a>, Option<Corner<I>>) {
        (borrowed, None)
    }

    fn permuted(&self, permutation: &[usize]) -> Result<Self, LayoutError> {
        let rank = self.dims.as_ref().len();
        if permutation.len() != rank || !(0..rank).all(|dim| permutation.contains(&dim)) {
            return Err(LayoutError::permutation(permutation, rank));
        }
        let mut permuted = *self;
        for (to, &from) in permutation.iter().enumerate() {
            permuted.dims.as_mut()[to] = self.dims.as_ref()[from];
            permuted.strides.as_mut()[to] = self.strides.as_ref()[from];
        }
        Ok(permuted)
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        self.dims.as_ref()
    }

    #[inline]
    fn offset_unspecified(&self, index: I) -> usize {
        self.slice_offset_unspecified(index.as_ref())
    }

    #[inline]
    fn slice_offset_unspecified(&self, index: &[usize]) -> usize {
        let along = index.iter().zip(self.strides.as_ref());
        along.fold(self.first, |position, (&i, stride)| {
            position.wrapping_add(stride.wrapping_mul(i))
        })
    }

    #[inline]
    fn pattern(&self, dim: usize) -> RunPattern {
        match self.strides.as_ref().get(dim) {
            Some(&stride) => RunPattern::of_stride(stride),
            None => RunPattern::SINGLE,
        }
    }

    #[inline]
    fn is_row_major(&self) -> bool {
        let mut len = 1usize; // wraps only without elements
        let mut dims = self.dims.as_ref().iter().zip(self.strides.as_ref()).rev();
        self.first == 0
            && dims.all(|(&extent, &stride)| {
                let follows = extent <= 1 || stride == len;
                len = len.wrapping_mul(extent);
                follows
            })
    }

    #[inline]
    fn buffer_len(&self) -> usize {
        self.len
    }

    #[inline]
    fn owns_gaps(&self) -> bool {
        self.owns_gaps
    }

    #[inline]
    fn with_layout<R>(&self, _: impl FnOnce(&Layout) -> R) -> Option<R> {
        None
    }

    fn strides_within(&self, _: &[usize], extents: &[usize]) -> Option<LogicalStrides> {
        let mut strides = self.strides();
        let is_empty = extents.contains(&0);
        for (dim, &extent) in extents.iter().enumerate() {
            if extent == 1 || is_empty {
                strides.set(dim, 0);
            }
        }
        Some(strides)
    }
}
