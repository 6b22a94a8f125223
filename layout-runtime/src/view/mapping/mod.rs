//! `Mapping`: what static and run-time layouts have in common.

pub(crate) mod element_bits;
mod implementors;
pub(crate) mod nd_index;
pub(crate) mod position_map;
pub(crate) mod ranked;
pub(crate) mod storage_type;
pub(crate) mod subarray;

use layout_core::spec::element_type::{ElementMarker, ElementType};

use crate::layout::Layout;
use crate::layout::static_layout::Offset;
pub use position_map::PositionMap;
use position_map::WholeBuffer;

/// A map from the indices of an array to the positions of its buffer.
///
/// [`StaticLayout`](crate::StaticLayout) (the type that `layout!` makes),
/// [`PartialLayout`](crate::PartialLayout) and [`Layout`] implement it, and so do
/// references to them; buffers are generic over it. [`PositionMap`] is its supertrait,
/// which regions implement too. It is sealed.
///
/// ```
/// use tiled_layout::{Layout, Mapping};
///
/// fn padding<M: Mapping>(mapping: &M) -> usize {
///     mapping.padded_len() - mapping.num_elements()
/// }
/// assert_eq!(padding(&Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap()), 9);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    label = "not a layout",
    note = "the elements' type comes first, then the layout: `Buffer<f32, Fig1>`, `View<'_, f32, Fig1>`"
)]
pub trait Mapping: PositionMap<Coverage = WholeBuffer> {
    /// The layout as a value. A mapping that does not store it computes it; prefer
    /// [`dims`](Mapping::dims) or [`padded_len`](Mapping::padded_len) if they suffice.
    #[inline]
    fn layout(&self) -> Self::LayoutRef<'_> {
        self.buffer_layout()
    }

    /// The position of an element, in elements; `None` out of bounds.
    #[inline]
    fn checked_offset(&self, index: Self::Index) -> Option<usize> {
        self.position(index)
    }

    /// The position of an element whose index is in bounds, in elements. For an index out
    /// of bounds, the result is unspecified.
    #[inline]
    fn offset_unchecked(&self, index: Self::Index) -> usize {
        self.position_unchecked(index)
    }

    /// The position of an element, in elements.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    #[inline]
    #[track_caller]
    fn offset(&self, index: Self::Index) -> usize {
        match self.position(index) {
            Some(position) => position,
            None => self.out_of_bounds(index.as_ref()),
        }
    }

    /// The position of an element of a static layout, checked at compile time:
    /// indexing a view by it needs no check. See
    /// [`StaticLayout::at`](crate::StaticLayout::at).
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

    /// The index of the element at a position; `None` on padding and past the
    /// buffer.
    #[inline]
    fn index(&self, position: usize) -> Option<Self::Index> {
        self.index_at(position)
    }

    /// The index with the numbers of a slice; `None` if their count is not the
    /// rank. The index may be out of bounds.
    #[inline]
    fn index_from_slice(&self, index: &[usize]) -> Option<Self::Index> {
        self.index_of(index)
    }

    /// The logical dimensions, in elements.
    #[inline]
    fn dims(&self) -> &[usize] {
        self.extents()
    }

    /// The number of logical dimensions.
    #[inline]
    fn rank(&self) -> usize {
        self.extents().len()
    }

    /// The type of the elements.
    #[inline]
    fn element_type(&self) -> ElementType {
        self.type_of_elements()
    }

    /// The width of one element in the buffer, in bits.
    #[inline]
    fn element_bits(&self) -> usize {
        self.bits_of_element()
    }

    /// The elements of the array; padding does not count.
    #[inline]
    fn num_elements(&self) -> usize {
        self.count()
    }

    /// The elements of the buffer, padding included.
    #[inline]
    fn padded_len(&self) -> usize {
        self.buffer_len()
    }

    /// The positions of the buffer that hold padding, in elements.
    fn padding_len(&self) -> usize {
        self.buffer_layout().padding_len()
    }

    /// Whether a position of the buffer holds padding; false past the buffer.
    fn is_padding(&self, position: usize) -> bool {
        self.buffer_layout().is_padding(position)
    }
}

#[diagnostic::do_not_recommend]
impl<M: PositionMap<Coverage = WholeBuffer>> Mapping for M {}

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
    note = "a layout known at run time is passed: `Buffer::zeroed_with_layout(layout)`, `Buffer::from_fn_with_layout(layout, f)`",
    note = "one with `?` gets its sizes first: `Buffer::zeroed_with_layout(P::with_dims([..])?)`",
    note = "the elements' type comes first, then the layout: `Buffer<f32, Fig1>`"
)]
pub trait StaticMapping: Mapping + Copy + Default {
    /// The element type, as [`Element`](crate::Element) takes it.
    type Element: ElementMarker;

    /// The layout as a value.
    const LAYOUT: Layout;
}
