//! `Mapping`: what static and run-time layouts have in common.

pub(crate) mod element_bits;
mod implementors;
pub(crate) mod nd_index;
pub(crate) mod sealed;
mod static_mapping;
pub(crate) mod storage_type;

use core::fmt::Debug;
use core::ops::Deref;

use layout_core::spec::element_type::ElementType;

use crate::layout::Layout;
use crate::layout::static_layout::Offset;
use crate::view::mapping::nd_index::sealed::OwnIndex;
pub use static_mapping::StaticMapping;

/// A map from the indices of an array to the positions of a buffer.
///
/// [`StaticLayout`](crate::StaticLayout), what `layout!` gives, and [`Layout`], which is known at
/// run time, both implement it, and so do references to them; views and
/// buffers are generic over it. It is sealed: views rely on each position of
/// an index in bounds being below `padded_len`.
///
/// ```
/// use tiled_layout::{Layout, Mapping};
///
/// fn padding<M: Mapping>(mapping: &M) -> usize {
///     mapping.padded_len() - mapping.num_elements()
/// }
/// assert_eq!(padding(&Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap()), 9);
/// ```
pub trait Mapping: Clone + Send + Sync + sealed::Sealed {
    /// The index of an element: `[usize; RANK]`, or [`Index`](crate::Index) at run time.
    type Index: OwnIndex + AsRef<[usize]> + AsMut<[usize]> + Debug + PartialEq + Send + Sync;

    /// The form of this mapping that views hold: a static layout itself, or a
    /// reference to a run-time layout.
    type Borrowed<'a>: Mapping<Index = Self::Index> + Copy
    where
        Self: 'a;

    /// This mapping, owned: what buffers hold; of a reference what it refers to.
    type Owned: Mapping<Index = Self::Index>;

    /// What [`layout`](Mapping::layout) gives: a reference, or a layout made on
    /// demand.
    type LayoutRef<'a>: Deref<Target = Layout>
    where
        Self: 'a;

    /// The layout, when it is known while the program compiles.
    const STATIC: Option<&'static Layout>;

    /// This mapping, borrowed.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let borrowed: &Layout = layout.borrowed();
    /// assert_eq!(borrowed.padded_len(), 24);
    /// ```
    fn borrowed(&self) -> Self::Borrowed<'_>;

    /// This mapping, owned.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!((&&layout).to_owned_mapping(), layout);
    /// ```
    fn to_owned_mapping(&self) -> Self::Owned;

    /// The layout as a value. A mapping that stores none computes it; prefer
    /// [`dims`](Mapping::dims) or [`padded_len`](Mapping::padded_len) where
    /// they suffice.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(Mapping::layout(&layout).padded_len(), 24);
    /// ```
    fn layout(&self) -> Self::LayoutRef<'_>;

    /// The position of an element, in elements; `None` out of bounds.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let index = |numbers: &[usize]| layout.index_from_slice(numbers).unwrap();
    /// assert_eq!(Mapping::checked_offset(&layout, index(&[2, 3])), Some(17));
    /// assert_eq!(Mapping::checked_offset(&layout, index(&[2, 5])), None); // padding, not an element
    /// ```
    fn checked_offset(&self, index: Self::Index) -> Option<usize>;

    /// The position of an element whose index is in bounds, in elements; for
    /// another index any number.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let index = layout.index_from_slice(&[2, 3]).unwrap();
    /// assert_eq!(layout.offset_unchecked(index), 17); // of 24 places
    /// ```
    fn offset_unchecked(&self, index: Self::Index) -> usize;

    /// The index of the element at a position; `None` on padding and past the
    /// buffer.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(Mapping::index(&layout, 17).unwrap(), [2, 3]);
    /// assert!(Mapping::index(&layout, 18).is_none()); // padding
    /// ```
    fn index(&self, position: usize) -> Option<Self::Index>;

    /// The index with the numbers of a slice; `None` if their count is not the
    /// rank.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.index_from_slice(&[2, 5]).unwrap(), [2, 5]); // out of bounds, in padding
    /// assert!(layout.index_from_slice(&[2]).is_none());
    /// ```
    fn index_from_slice(&self, index: &[usize]) -> Option<Self::Index>;

    /// The position of an element, in elements.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let index = layout.index_from_slice(&[2, 3]).unwrap();
    /// assert_eq!(Mapping::offset(&layout, index), 17); // of 24 places
    /// ```
    #[inline]
    #[track_caller]
    fn offset(&self, index: Self::Index) -> usize {
        match self.checked_offset(index) {
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
    ///
    /// ```
    /// use tiled_layout::{Mapping, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// assert_eq!(Fig1::view(&[1.0f32; 24])?[Fig1::new().at([2, 3])], 1.0);
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    #[inline]
    #[track_caller]
    fn at(&self, index: Self::Index) -> Offset<Self>
    where
        Self: StaticMapping,
    {
        Offset::proven(self.offset(index))
    }

    /// The number of logical dimensions.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(Mapping::rank(&layout), 2);
    /// ```
    fn rank(&self) -> usize {
        self.dims().len()
    }

    /// The type of the elements.
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout, Mapping};
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}").unwrap();
    /// assert_eq!(Mapping::element_type(&layout), ElementType::S4);
    /// ```
    #[inline]
    fn element_type(&self) -> ElementType {
        self.layout().element_type()
    }

    /// The width of one element in the buffer, in bits.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}").unwrap();
    /// assert_eq!(Mapping::element_bits(&layout), 4); // 12 bytes for 24 places
    /// ```
    #[inline]
    fn element_bits(&self) -> usize {
        self.layout().element_bits()
    }

    /// The logical dimensions, in elements.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(Mapping::dims(&layout), [3, 5]);
    /// ```
    fn dims(&self) -> &[usize];

    /// The elements of the array; padding does not count.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(Mapping::num_elements(&layout), 15);
    /// ```
    fn num_elements(&self) -> usize {
        self.layout().num_elements()
    }

    /// The elements of the buffer, padding included.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(Mapping::padded_len(&layout), 24);
    /// ```
    fn padded_len(&self) -> usize {
        self.layout().padded_len()
    }

    /// The positions of the buffer that hold padding, in elements.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(Mapping::padding_len(&layout), 24 - 15);
    /// ```
    fn padding_len(&self) -> usize {
        self.layout().padding_len()
    }

    /// Whether a position of the buffer holds padding; false past the buffer.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!([17, 18].map(|at| Mapping::is_padding(&layout, at)), [false, true]);
    /// ```
    fn is_padding(&self, position: usize) -> bool {
        self.layout().is_padding(position)
    }
}
