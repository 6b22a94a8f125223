//! Most of [`tiled-layout`](https://docs.rs/tiled-layout): layouts as values and as types,
//! views, buffers and copies. It is `no_std`, and most of
//! it is `const fn` and does not allocate. The grammar and the formulas are in
//! `layout-core`.
//!
//! Depend on `tiled-layout`, which re-exports all of this and adds `layout!`.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// First, because rustdoc lists the methods of a type in the order of the modules.
mod layout;
mod map;
mod view;

#[cfg(feature = "alloc")]
mod buffer;
mod copy;
mod integrations;

#[cfg(feature = "alloc")]
pub use buffer::Buffer;
#[cfg(feature = "alloc")]
pub use buffer::packed::PackedBuffer;
pub use copy::{CopyError, CopyPlan, Strided, StridedMut};
#[cfg(feature = "alloc")]
pub use copy::{LoopNest, StridedLoop};
pub use layout::dimension_padding::DimensionPadding;
pub use layout::error::{LayoutError, RegionError};
pub use layout::index_ranges::IndexRanges;
#[doc(hidden)]
pub use layout::partial_layout::LayoutOnDemand;
pub use layout::partial_layout::PartialLayout;
pub use layout::static_layout::{Offset, StaticLayout};
pub use layout::strides::LogicalStrides;
pub use layout::{Index, Layout};
pub use layout_core::formula::term::{Term, Terms};
pub use layout_core::parse::error::ParseError;
#[doc(hidden)]
pub use layout_core::spec::Split;
pub use layout_core::spec::element_type::ElementType;
pub use layout_core::spec::{COMBINE, Dims, Pad, PaddingValue, PhysicalDims, Tile, TileList};
pub use map::{Element, Mapping, NdIndex, OwnIndex, Ranked, Region, StaticMapping, WholeBuffer};
pub use view::bytes::{Pod, Zeroable};
pub use view::convert::AsView;
pub use view::iter::lend::Zip;
pub use view::no_uninit::NoUninit;
pub use view::packed::{PackedCopySource, PackedElement, PackedView, PackedViewMut};
pub use view::stores::Stores;
pub use view::{LengthError, View, ViewError, ViewMut};

/// Iterators, what they return, and what [`Zip`] and
/// [`axis_chunks_iter`](View::axis_chunks_iter) accept.
///
/// Programs seldom name them: methods of views, buffers and layouts return them.
///
/// # Examples
///
/// ```
/// use tiled_layout::iter::TileView;
/// use tiled_layout::{Layout, layout};
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
/// let buffer: [f32; 24] = core::array::from_fn(|i| i as f32);
///
/// let sum = |tile: TileView<'_, f32, Fig1>| tile.iter().sum::<f32>();
/// let sums: Vec<f32> = Fig1::view(&buffer)?.tiles().map(sum).collect();
/// assert_eq!(sums, [6.0, 22.0, 18.0, 25.0, 33.0, 20.0]); // without padding
/// # Ok::<(), tiled_layout::LengthError>(())
/// ```
pub mod iter {
    #[cfg(feature = "alloc")]
    pub use crate::buffer::IntoElements;
    pub use crate::layout::byte_ranges::ByteRanges;
    pub use crate::layout::index_ranges::AxisIndices;
    pub use crate::layout::ranges::Ranges;
    pub use crate::map::Subarray;
    pub use crate::view::iter::axes::{AxisIter, AxisIterMut};
    pub use crate::view::iter::lend::IntoZip;
    pub use crate::view::iter::runs::{Runs, RunsMut};
    pub use crate::view::iter::tiles::{StaticTiles, TileView, TileViewMut, Tiles, TilesMut};
    pub use crate::view::iter::{IndexedIter, IndexedIterMut, Iter, IterMut};
    pub use crate::view::packed::{PackedIndexedIter, PackedIter};
}

/// The errors, and what their fields contain.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::error::{ErrorKind, NotAnArray};
///
/// let error = Layout::parse("token[]").unwrap_err();
/// assert_eq!(error.kind(), &ErrorKind::NotAnArray(NotAnArray::Token));
/// ```
pub mod error {
    pub use crate::copy::{CopyError, CopySide};
    pub use crate::layout::error::{LayoutDifference, LayoutError, RegionError};
    pub use crate::layout::padding_waste::PaddingWaste;

    pub use crate::view::{InvalidStrides, LengthError, ViewError};
    pub use layout_core::parse::error::ParseError;
    #[doc(hidden)]
    pub use layout_core::spec::error_kind::LargeCount;
    pub use layout_core::spec::error_kind::{ErrorKind, Expected, NotAnArray, What};
    pub use layout_core::spec::section::Section;
    #[doc(hidden)]
    pub use layout_core::util::array_string::ArrayString;
    pub use layout_core::util::error_text::ErrorText;
}

/// The parts of a layout's type, as rustc prints them in its errors.
///
/// There is one type per rank, so that a mismatch shows which number differs:
/// [`Dims2<3, 5>`](types::Dims2) are the logical dimensions of an array of
/// rank 2, [`Order2<1, 0>`](types::Order2) is its minor_to_major,
/// [`Tile2<2, 2>`](types::Tile2) a tile of two entries, of which one that is
/// `usize::MAX`, [`COMBINE`], is `*`. All numbers are elements. A section other
/// than `T` is a type such as [`Space<1>`](types::Space).
///
/// The element types are types too: [`F32`](types::F32), [`BF16`](types::BF16). Each is an
/// [`ElementMarker`](types::ElementMarker).
///
/// `layout!` writes them; code that is generic over layouts takes a
/// [`Mapping`] instead.
///
/// # Examples
///
/// ```
/// use layout_runtime::StaticLayout;
/// use layout_runtime::types::{Dims2, F32, NoSections, Order2, Tile2};
///
/// // layout!(F32[3,5]<1,0:T(2,2)>)
/// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), NoSections>;
/// assert_eq!(Fig1::PADDED_LEN, 24); // 15 elements, and padding
/// ```
pub mod types {
    pub use crate::layout::static_layout::params::{
        Align, Bits, Dims0, Dims1, Dims2, Dims3, Dims4, Dims5, Dims6, Dims7, Dims8, Dims9, Dims10,
        Dims11, Dims12, Dynamic, Highest, Lowest, NoSections, NoTiles, One, Order0, Order1, Order2,
        Order3, Order4, Order5, Order6, Order7, Order8, Order9, Order10, Order11, Order12, Padded,
        Prefix, Space, SplitAt, Tile0, Tile1, Tile2, Tile3, Tile4, Tile5, Tile6, Tile7, Tile8,
        Tile9, Tile10, Tile11, Tile12, Unknown, UnknownDims, Zero,
    };
    pub use crate::map::element::AnyElement;
    pub use layout_core::spec::element_type::{ElementMarker, markers::*};
}

/// What `layout!` expands to; not for use by hand.
#[doc(hidden)]
pub mod __private {
    /// True if copies use `layout-kernels`: tests without it make sure that they run without it.
    pub const HAS_KERNELS: bool = cfg!(feature = "kernels");

    pub use crate::layout::partial_layout::PartialLayout;
    pub use crate::layout::sections;
    pub use crate::layout::static_layout::value::*;
    pub use crate::layout::static_layout::{StaticLayout, params::*};
    pub use layout_core::parse::{Value, checked_hole};
    pub use layout_core::spec::UNKNOWN;
    pub use layout_core::spec::element_type::{Mistake, markers::*};
}
