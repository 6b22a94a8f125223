//! `Mapping`: what maps the indices of an array to the positions of a buffer.

/// Forwards methods to another value, in an implementation or a trait.
macro_rules! forward {
    ($this:ident => $to:expr; $(
        $(#[$attribute:meta])* $name:ident($($arg:ident: $type:ty)?) -> $result:ty;
    )*) => {$(
        $(#[$attribute])*
        #[inline]
        fn $name(&$this $(, $arg: $type)?) -> $result {
            $to.$name($($arg)?)
        }
    )*};
}

pub(crate) mod element;
mod invalid_strides;
mod layouts;
pub(crate) mod nd_index;
mod positioned;
pub(crate) mod ranked;
pub(crate) mod region;
pub(crate) mod run_pattern;
mod strides;

use core::ops::Deref;
#[cfg(feature = "ndarray")]
use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::element_type::{ElementMarker, ElementType};
use layout_core::spec::{Dims, PhysicalDims};
use layout_core::util::arithmetic::product;

use crate::layout::Layout;
use crate::layout::error::LayoutError;
pub use crate::layout::own_index::OwnIndex;
pub(crate) use crate::layout::own_index::Possible;
use crate::layout::position::{self, contains};
use crate::layout::static_layout::Offset;
use crate::layout::strides::{LogicalStrides, of_region};
use crate::layout::tile_grid::Tiling;
pub use element::Element;
pub use invalid_strides::InvalidStrides;
pub use nd_index::NdIndex;
pub(crate) use positioned::Positioned;
pub(crate) use ranked::IndexedAtRunTime;
pub use ranked::Ranked;
pub(crate) use region::Corner;
pub use region::Region;
pub(crate) use region::dim_of_whole;
pub(crate) use run_pattern::{known_run_pattern, pattern_of_rows, run_pattern};
pub use strides::Strides;

/// A map from the indices of an array to the positions of a buffer.
///
/// [`StaticLayout`](crate::StaticLayout) (the type that `layout!` makes),
/// [`PartialLayout`](crate::PartialLayout), [`Layout`], references to them, [`Strides`] and
/// [regions](crate::Region) implement it. Views are generic over it. [`WholeBuffer`] is its
/// sub-trait for mappings whose array is all that the buffer holds. It is sealed.
///
/// # Safety
///
/// All its constants and methods describe one map that never changes, in which the position of
/// every index in bounds is below [`buffer_len`](Self::buffer_len).
///
/// # Examples
///
/// ![A 3x5 array in tiles of 2x2, and its 24 positions in memory][figure1]
///
/// ```
/// use tiled_layout::{Layout, Mapping, View};
///
/// fn sum<M: Mapping>(array: View<'_, i32, M>) -> i32 {
///     array.iter().sum()
/// }
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer = [1; 24];
/// let view = layout.view(&buffer)?;
/// assert_eq!(sum(view), 15); // 9 positions are padding
/// assert_eq!(sum(view.region((1.., 2..))?), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg_attr(doc, doc = "", doc = include_str!("../figure1_link.md"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    label = "not a layout",
    note = "the elements' type comes first, then the layout: `Buffer<f32, Fig1>`, `View<'_, f32, Fig1>`"
)]
pub unsafe trait Mapping: Clone + Send + Sync + sealed::Sealed {
    /// The index of an element: `[usize; RANK]`, or [`Index`](crate::Index) at run time.
    type Index: OwnIndex;

    /// The form of this mapping that views hold: a static layout itself, or a reference to
    /// a run-time layout.
    type Borrowed<'a>: Mapping<Index = Self::Index, WholeIndex = Self::WholeIndex> + Copy;

    /// The mapping of the whole array, borrowed: for a region, the mapping of its array.
    #[doc(hidden)]
    type Whole<'a>: Mapping<Index = Self::WholeIndex, WholeIndex = Self::WholeIndex> + Copy;

    /// The index type of [`Whole`](Self::Whole), which a region may have fewer dimensions than.
    #[doc(hidden)]
    type WholeIndex: OwnIndex;

    /// What shows that the array has one dimension: without a value where it never does, so that the
    /// compiler leaves out the code for one. A whole run-time layout is walked as one of any rank.
    #[doc(hidden)]
    type One: Possible;

    /// What shows that the array is walked as one of any rank; without a value where the type has rank
    /// 1.
    #[doc(hidden)]
    type Other: Possible;

    /// Returns which of the two this array is.
    #[doc(hidden)]
    fn one_dimension(&self) -> Result<Self::One, Self::Other>;

    /// This mapping with its dimensions in another order.
    #[doc(hidden)]
    type Permuted: Mapping<Index = Self::Index, WholeIndex = Self::WholeIndex>;

    /// The layout, if it is known at compile time and describes the whole array, not a
    /// region.
    #[doc(hidden)]
    const STATIC: Option<&'static Layout> = None;

    /// True if a position takes a few instructions: in an array of a static layout, and in its parts.
    #[doc(hidden)]
    const IS_CHEAP: bool = false;

    /// The [`pattern`](Self::pattern) along the last dimension, if it is known at compile
    /// time. If it does not begin at an edge, its first run is known only at run time.
    #[doc(hidden)]
    const RUN_PATTERN: Option<RunPattern> = None;

    /// This mapping, borrowed.
    fn borrowed(&self) -> Self::Borrowed<'_>;

    /// Returns the mapping of the whole array, and for a region where it lies in it.
    #[doc(hidden)]
    fn whole<'a>(
        borrowed: Self::Borrowed<'a>,
    ) -> (Self::Whole<'a>, Option<Corner<Self::WholeIndex>>);

    /// Returns the mapping whose dimension `i` is dimension `permutation[i]` of this one.
    #[doc(hidden)]
    fn permuted(&self, permutation: &[usize]) -> Result<Self::Permuted, LayoutError>;

    /// Returns the logical dimensions, in elements.
    fn dims(&self) -> &[usize];

    /// Returns the position of an element whose index is in bounds, in elements. For an index out
    /// of bounds, the result is unspecified.
    fn offset_unspecified(&self, index: Self::Index) -> usize;

    /// [`offset_unspecified`](Self::offset_unspecified) of an index that is a slice.
    #[doc(hidden)]
    #[inline]
    fn slice_offset_unspecified(&self, index: &[usize]) -> usize {
        let index = self.index_from_slice(index);
        index.map_or(0, |index| self.offset_unspecified(index))
    }

    /// How positions change along a dimension.
    #[doc(hidden)]
    fn pattern(&self, dim: usize) -> RunPattern;

    /// Returns true if the elements in row-major order have positions 0, 1, 2 and so on; false
    /// where that is not known.
    #[doc(hidden)]
    #[inline]
    fn is_row_major(&self) -> bool {
        false
    }

    /// Returns the position of an element, in elements; `None` out of bounds.
    #[inline]
    fn checked_offset(&self, index: Self::Index) -> Option<usize> {
        contains(self.dims(), index.as_ref()).then(|| self.offset_unspecified(index))
    }

    /// Returns the position of an element, in elements.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    #[inline]
    #[track_caller]
    fn offset(&self, index: Self::Index) -> usize {
        match self.checked_offset(index) {
            Some(position) => position,
            None => out_of_bounds(self, index.as_ref()),
        }
    }

    /// Returns the position of an element of a static layout, checked at compile time: indexing a
    /// view by it needs no check. See [`StaticLayout::at`](crate::StaticLayout::at).
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    #[inline]
    #[track_caller]
    fn at(&self, index: Self::Index) -> Offset<Self>
    where
        Self: StaticMapping,
    {
        Offset::proven(self.offset(index))
    }

    /// Returns the index with the numbers of a slice; `None` if their count is not the rank. The
    /// index may be out of bounds.
    #[inline]
    fn index_from_slice(&self, index: &[usize]) -> Option<Self::Index> {
        Self::Index::of_rank(index, self.rank())
    }

    /// Returns the number of logical dimensions.
    #[inline]
    fn rank(&self) -> usize {
        self.dims().len()
    }

    /// Returns the number of elements of the array; padding does not count.
    #[inline]
    fn num_elements(&self) -> usize {
        product(self.dims())
    }

    /// Returns the number of positions of the buffer, in elements: those of the array's elements
    /// are below it. For a region, the buffer is its array's.
    fn buffer_len(&self) -> usize;

    /// Calls a function with the layout of the whole buffer; `None` if there is none.
    #[doc(hidden)]
    fn with_layout<R>(&self, f: impl FnOnce(&Layout) -> R) -> Option<R>;

    /// Returns the type of an element and its bits in the buffer; `None` if there is no layout.
    #[doc(hidden)]
    #[inline]
    fn element(&self) -> Option<(ElementType, usize)> {
        self.with_layout(|layout| (layout.element_type(), layout.element_bits()))
    }

    /// Returns true if nothing else uses the positions between the elements: in a whole buffer, and in
    /// the container of an array of strides.
    #[doc(hidden)]
    #[inline]
    fn owns_gaps(&self) -> bool {
        true
    }

    /// Returns the strides of the part from an index on, of a whole array, if positions are affine in
    /// the index.
    #[doc(hidden)]
    fn strides_within(&self, low: &[usize], extents: &[usize]) -> Option<LogicalStrides> {
        self.with_layout(|layout| of_region(layout, low, extents))?
    }
}

/// A mapping whose array is all that the buffer holds: a layout of any kind, or a reference to
/// one.
///
/// Functions that need the layout or the buffer with its padding ask for it; a part of an
/// array implements only [`Mapping`]. It is sealed.
///
/// # Safety
///
/// [`padded_len`](Self::padded_len) never changes, and the tiles have positions below it, no two of
/// them the same one.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, WholeBuffer};
///
/// fn padding<M: WholeBuffer>(mapping: &M) -> usize {
///     mapping.padded_len() - mapping.num_elements()
/// }
/// assert_eq!(padding(&Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap()), 9);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the layout of a whole buffer",
    label = "not the layout of a whole buffer",
    note = "a region is part of a buffer: `to_row_major` and `to_layout` copy it; `as_slice` is its memory where that is contiguous, and `into_whole` gives it a layout of its own",
    note = "strides have no layout: `copy_from` copies them to an array that has one",
    note = "generic code asks for `M: WholeBuffer`"
)]
pub unsafe trait WholeBuffer:
    for<'a> Mapping<
        WholeIndex = <Self as Mapping>::Index,
        Borrowed<'a> = <Self as WholeBuffer>::BorrowedWhole<'a>,
        Whole<'a> = <Self as WholeBuffer>::BorrowedWhole<'a>,
        Permuted = <Self as WholeBuffer>::PermutedWhole,
    >
{
    /// [`Borrowed`](Mapping::Borrowed), known to be of a whole buffer: a bound on that itself is a
    /// cycle.
    #[doc(hidden)]
    type BorrowedWhole<'a>: WholeBuffer<Index = <Self as Mapping>::Index> + Copy;

    /// [`Permuted`](Mapping::Permuted), likewise.
    #[doc(hidden)]
    type PermutedWhole: WholeBuffer<Index = <Self as Mapping>::Index>;

    /// The result of [`layout`](Self::layout): a reference, or a computed layout.
    type LayoutRef<'a>: Deref<Target = Layout>
    where
        Self: 'a;

    /// The owned form of this mapping, which buffers hold: for a reference, the type it
    /// refers to.
    type Owned: WholeBuffer<Index = Self::Index>;

    /// Returns the layout as a value. A mapping that does not store it computes it; prefer
    /// [`dims`](Mapping::dims) or [`padded_len`](Self::padded_len) if they suffice.
    fn layout(&self) -> Self::LayoutRef<'_>;

    /// This mapping, owned.
    fn to_owned_mapping(&self) -> Self::Owned;

    /// Returns the index of the element at a position; `None` on padding and past the buffer.
    #[inline]
    fn index(&self, position: usize) -> Option<Self::Index> {
        self.index_from_slice(&self.layout().index(position)?)
    }

    /// Returns the tiles of the first level.
    #[doc(hidden)]
    fn grid(&self) -> Tiling<'_>;

    forward! { self => self.layout();
        /// Returns the type of the elements.
        element_type() -> ElementType;
        /// Returns the width of one element in the buffer, in bits.
        element_bits() -> usize;
        /// Returns the extents of the buffer after all tiles, major to minor, in elements.
        physical_dims() -> PhysicalDims;
        /// Returns the row-major strides of [`physical_dims`](Self::physical_dims), in elements.
        strides() -> PhysicalDims;
        /// Returns the extents of the array counted in tiles of the first level; without a tile,
        /// all physical dimensions.
        tile_counts() -> PhysicalDims;
        /// Returns the elements of the buffer, padding included.
        padded_len() -> usize;
        /// Returns the positions of the buffer that hold padding, in elements.
        padding_len() -> usize;
        /// Returns true if a position of the buffer holds padding; false past the buffer.
        is_padding(position: usize) -> bool;
    }
}

/// A mapping known at compile time: every [`StaticLayout`](crate::StaticLayout). Functions
/// of two such mappings can compare them in const evaluation.
///
/// ```
/// use tiled_layout::{StaticMapping, layout};
///
/// fn padding<M: StaticMapping>() -> usize {
///     const { M::LAYOUT.padded_len() - M::LAYOUT.num_elements() }
/// }
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
/// assert_eq!(padding::<Fig1>(), 9);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout known when the program compiles",
    label = "not a static layout",
    note = "a layout known at run time is passed: `Buffer::zeroed_with(layout)`, `Buffer::from_fn_with(layout, f)`",
    note = "one with `?` gets its sizes first: `Buffer::zeroed_with(P::with_dims([..])?)`",
    note = "the elements' type comes first, then the layout: `Buffer<f32, Fig1>`"
)]
pub trait StaticMapping: WholeBuffer + Copy + Default {
    /// The element type, as [`Element`](crate::Element) takes it.
    type Element: ElementMarker;

    /// The layout as a value.
    const LAYOUT: Layout;

    /// The mapping, where `default` cannot be called.
    #[doc(hidden)]
    const MAPPING: Self;
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// Where a region lies in its array; `None` if the array is not a region.
#[inline]
pub(crate) fn corner<M: Mapping>(map: &M) -> Option<Corner<M::WholeIndex>> {
    M::whole(map.borrowed()).1
}

/// Returns the position of the element at an index that is a slice; `None` out of bounds.
#[inline]
pub(crate) fn slice_offset<M: Mapping>(map: &M, index: &[usize]) -> Option<usize> {
    contains(map.dims(), index).then(|| map.slice_offset_unspecified(index))
}

/// Returns the position of the first element; 0 if there is none.
#[inline]
pub(crate) fn first_position<M: Mapping>(map: &M) -> usize {
    let first = M::Index::from_dims(&Dims::filled(0, map.rank()));
    map.checked_offset(first).unwrap_or(0)
}

/// Returns the strides of the dimensions, if positions are affine in the index.
pub(crate) fn affine_strides<M: Mapping>(map: &M) -> Option<LogicalStrides> {
    let (whole, corner) = M::whole(map.borrowed());
    let dims = map.dims();
    let Some(corner) = corner else {
        return whole.strides_within(&Dims::filled(0, dims.len()), dims);
    };
    let extents = corner.extents_in_whole(dims);
    let in_whole = whole.strides_within(corner.low.as_ref(), &extents)?;
    let mut strides = LogicalStrides::new(0);
    for dim in corner.kept() {
        strides.push(in_whole[dim]);
    }
    Some(strides)
}

/// Returns the positions from the lowest one of an element to the highest one, of an array whose
/// dimensions have these strides; an empty range if it has no elements.
#[cfg(feature = "ndarray")]
pub(crate) fn span<M: Mapping>(map: &M, strides: &LogicalStrides) -> Range<usize> {
    if map.dims().contains(&0) {
        return 0..0;
    }
    let (mut low, mut high) = (first_position(map), first_position(map));
    for (&stride, &extent) in strides.iter().zip(map.dims()) {
        let along = (extent - 1) * stride.unsigned_abs();
        if stride < 0 {
            low -= along;
        } else {
            high += along;
        }
    }
    low..high + 1
}

/// Returns true if the array is a region without some dimensions of its array.
#[inline]
pub(crate) fn lacks_dimensions<M: Mapping>(map: &M) -> bool {
    corner(map).is_some_and(|corner| corner.removed != 0)
}

/// Calls a function with the layout of the whole buffer of an array that has one.
#[inline]
pub(crate) fn with_layout<M: Mapping, R>(map: &M, f: impl FnOnce(&Layout) -> R) -> R {
    match map.with_layout(f) {
        Some(result) => result,
        None => unreachable!("the array has a layout"),
    }
}

/// Panics with the index that is out of bounds.
#[cold]
#[inline(never)]
#[track_caller]
fn out_of_bounds<M: Mapping>(map: &M, index: &[usize]) -> ! {
    let (dims, rank) = (map.dims(), map.rank());
    let Some(layout) = map.with_layout(|layout| *layout) else {
        panic!("index {index:?} is out of bounds of an array of size {dims:?}");
    };
    if corner(map).is_none() {
        position::out_of_bounds(index, &layout);
    }
    if index.len() != rank {
        let len = index.len();
        panic!(
            "index {index:?} has {len} numbers for the {rank} dimensions of a region of {layout}"
        );
    }
    panic!("index {index:?} is out of bounds of a region of size {dims:?} of {layout}")
}
