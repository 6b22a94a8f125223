//! `PositionMap`: what mappings and regions have in common.

use core::fmt::{self, Debug};
use core::ops::{Deref, Range};

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::element_type::ElementType;

use crate::layout::Layout;
use crate::layout::region::RegionBounds;
use crate::layout::tile_grid::{TileGrid, TileNumber};
use crate::view::mapping::nd_index::OwnIndex;

/// A map from the indices of an array to positions of a buffer: a
/// [`Mapping`](crate::Mapping), whose array is all that the buffer holds, or a
/// [`Region`](crate::Region) of one.
///
/// Views are generic over it. It is sealed: views rely on the position of every index in
/// bounds being within the buffer.
///
/// ```
/// use tiled_layout::{Layout, PositionMap, View};
///
/// fn sum<M: PositionMap>(array: View<'_, i32, M>) -> i32 {
///     array.iter().sum()
/// }
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer = [1; 24];
/// let view = layout.view(&buffer)?;
/// assert_eq!(sum(view), 15); // 9 positions are padding
/// assert_eq!(sum(view.region((1.., 2..))?), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    label = "not a layout",
    note = "the elements' type comes first, then the layout: `Buffer<f32, Fig1>`, `View<'_, f32, Fig1>`"
)]
pub trait PositionMap: Clone + Send + Sync + sealed::Sealed {
    /// The index of an element: `[usize; RANK]`, or [`Index`](crate::Index) at run time.
    type Index: OwnIndex + AsRef<[usize]> + AsMut<[usize]> + Debug + PartialEq + Send + Sync;

    /// [`WholeBuffer`], or [`PartOfBuffer`] for a region.
    #[doc(hidden)]
    type Coverage;

    /// The form of this map that views hold: a static layout itself, or a
    /// reference to a run-time layout.
    type Borrowed<'a>: PositionMap<Index = Self::Index, Coverage = Self::Coverage> + Copy
    where
        Self: 'a;

    /// The owned form of this map, which buffers hold: for a reference, the type it refers
    /// to.
    type Owned: PositionMap<Index = Self::Index, Coverage = Self::Coverage>;

    /// The mapping of the whole buffer, borrowed: for a region, the mapping of its array.
    type Whole<'a>: PositionMap<Index = Self::Index, Coverage = WholeBuffer> + Copy
    where
        Self: 'a;

    /// The result of [`layout`](crate::Mapping::layout): a reference, or a computed layout.
    type LayoutRef<'a>: Deref<Target = Layout>
    where
        Self: 'a;

    /// The layout, if it is known at compile time and describes the whole array, not a
    /// region.
    const STATIC: Option<&'static Layout>;

    /// This map, borrowed.
    fn borrowed(&self) -> Self::Borrowed<'_>;

    /// This map, owned.
    fn to_owned_mapping(&self) -> Self::Owned;

    /// The mapping of the whole buffer.
    #[doc(hidden)]
    fn whole(&self) -> Self::Whole<'_>;

    /// The layout of the whole buffer.
    #[doc(hidden)]
    fn buffer_layout(&self) -> Self::LayoutRef<'_>;

    /// The elements of the whole buffer, padding included.
    #[doc(hidden)]
    fn buffer_len(&self) -> usize {
        self.buffer_layout().padded_len()
    }

    /// The dimensions, in elements.
    #[doc(hidden)]
    fn extents(&self) -> &[usize];

    /// The number of elements: the product of the extents.
    #[doc(hidden)]
    fn count(&self) -> usize {
        self.buffer_layout().num_elements()
    }

    /// The first index of the array within the array of the whole buffer; `None` if it is
    /// not a region.
    #[doc(hidden)]
    #[inline]
    fn origin(&self) -> Option<&[usize]> {
        None
    }

    /// The type of the elements.
    #[doc(hidden)]
    #[inline]
    fn type_of_elements(&self) -> ElementType {
        self.buffer_layout().element_type()
    }

    /// The width of one element in the buffer, in bits.
    #[doc(hidden)]
    #[inline]
    fn bits_of_element(&self) -> usize {
        self.buffer_layout().element_bits()
    }

    /// The position of an element; `None` out of bounds.
    #[doc(hidden)]
    fn position(&self, index: Self::Index) -> Option<usize>;

    /// The position of an element whose index is in bounds; otherwise unspecified.
    #[doc(hidden)]
    fn position_unchecked(&self, index: Self::Index) -> usize;

    /// [`position`](Self::position) of an index that is a slice.
    #[doc(hidden)]
    #[inline]
    fn slice_position(&self, index: &[usize]) -> Option<usize> {
        self.position(self.index_of(index)?)
    }

    /// [`position_unchecked`](Self::position_unchecked) of an index that is a slice.
    #[doc(hidden)]
    #[inline]
    fn slice_position_unchecked(&self, index: &[usize]) -> usize {
        let index = self.index_of(index);
        index.map_or(0, |index| self.position_unchecked(index))
    }

    /// The index with the numbers of a slice; `None` if their count is not the
    /// rank.
    #[doc(hidden)]
    fn index_of(&self, index: &[usize]) -> Option<Self::Index>;

    /// The index of the element at a position of the buffer; `None` if the position holds
    /// no element of this array.
    #[doc(hidden)]
    fn index_at(&self, position: usize) -> Option<Self::Index>;

    /// How positions change along the last dimension.
    #[doc(hidden)]
    fn run_pattern(&self) -> RunPattern;

    /// The run pattern along the last dimension: constants if the type knows them,
    /// otherwise `held`, the result of `run_pattern`.
    #[doc(hidden)]
    #[inline]
    fn known_run_pattern(&self, held: RunPattern) -> RunPattern {
        held
    }

    /// How positions change along a dimension.
    #[doc(hidden)]
    fn run_pattern_along(&self, dim: usize) -> RunPattern;

    /// How positions change along the dimension before the last one, of which there are two
    /// or more.
    #[doc(hidden)]
    #[inline(never)] // once for all loops
    fn pattern_of_rows(&self) -> RunPattern {
        self.run_pattern_along(self.extents().len().saturating_sub(2))
    }

    /// Whether the elements in row-major order have positions 0, 1, 2 and so on; false where
    /// that is not known.
    #[doc(hidden)]
    #[inline]
    fn is_row_major(&self) -> bool {
        false
    }

    /// The tiles of the first level, of the whole buffer.
    #[doc(hidden)]
    fn tile_grid(&self) -> TileGrid;

    /// The tile at an index; `None` out of bounds.
    #[doc(hidden)]
    #[inline]
    fn tile_at(&self, index: &[usize]) -> Option<TileNumber> {
        self.tile_grid().at(index)
    }

    /// The positions of a region, where it is seen at once that they follow one another.
    #[doc(hidden)]
    #[inline]
    fn contiguous(&self, region: &RegionBounds) -> Option<Range<usize>> {
        self.tile_grid().contiguous(region)
    }

    /// The positions at indices of dimension `dim` and of those that follow it, where it is
    /// seen at once that these follow one another.
    #[doc(hidden)]
    #[inline]
    fn contiguous_at(&self, dim: usize, indices: &[usize]) -> Option<Range<usize>> {
        self.tile_grid().contiguous_at(dim, indices)
    }

    /// Panics with the index that is out of bounds.
    #[doc(hidden)]
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> !;

    /// Writes the text that `Debug` of an array prints after the elements.
    #[doc(hidden)]
    fn fmt_source(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "layout={}", *self.buffer_layout())
    }
}

/// The array is all that the buffer holds.
#[doc(hidden)]
#[derive(Debug)]
pub enum WholeBuffer {}

/// The array is a region of what the buffer holds.
#[doc(hidden)]
#[derive(Debug)]
pub enum PartOfBuffer {}

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// In `PositionMap`: methods that call those of another map, `$to`.
macro_rules! forward {
    ($map:ident => $to:expr; $(
        $(#[$attribute:meta])*
        fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $output:ty;
    )*) => {$(
        $(#[$attribute])*
        fn $name(&self $(, $argument: $type)*) -> $output {
            let $map = self;
            ($to).$name($($argument),*)
        }
    )*};
}
pub(crate) use forward;

/// As [`forward`], the methods that do not depend on the type of an index.
macro_rules! forward_without_index {
    ($map:ident => $to:expr) => {
        forward! {
            $map => $to;
            #[inline]
            fn buffer_len(&self) -> usize;
            #[inline]
            fn count(&self) -> usize;
            fn origin(&self) -> Option<&[usize]>;
            #[inline]
            fn type_of_elements(&self) -> ElementType;
            #[inline]
            fn bits_of_element(&self) -> usize;
            #[inline]
            fn slice_position(&self, index: &[usize]) -> Option<usize>;
            #[inline]
            fn slice_position_unchecked(&self, index: &[usize]) -> usize;
            #[inline]
            fn run_pattern(&self) -> RunPattern;
            #[inline]
            fn known_run_pattern(&self, held: RunPattern) -> RunPattern;
            fn run_pattern_along(&self, dim: usize) -> RunPattern;
            #[inline]
            fn pattern_of_rows(&self) -> RunPattern;
            #[inline]
            fn is_row_major(&self) -> bool;
            #[inline]
            fn tile_grid(&self) -> TileGrid;
            #[inline]
            fn tile_at(&self, index: &[usize]) -> Option<TileNumber>;
            #[inline]
            fn contiguous(&self, region: &RegionBounds) -> Option<Range<usize>>;
            #[inline]
            fn contiguous_at(&self, dim: usize, indices: &[usize]) -> Option<Range<usize>>;
            #[inline(always)] // as in the map itself
            #[track_caller]
            fn out_of_bounds(&self, index: &[usize]) -> !;
            fn fmt_source(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
        }
    };
}
pub(crate) use forward_without_index;
