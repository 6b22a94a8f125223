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
mod integrations;
mod relayout;

#[cfg(feature = "alloc")]
pub use buffer::packed::PackedBuffer;
#[cfg(feature = "alloc")]
pub use buffer::{Buffer, IntoElements};
pub use layout::as_index::AsIndex;
pub use layout::byte_ranges::ByteRanges;
pub use layout::dimension_padding::DimensionPadding;
pub use layout::error::{LayoutDifference, LayoutError, RegionError};
pub use layout::index_ranges::{AxisIndices, IndexRanges};
pub use layout::padding_waste::PaddingWaste;
pub use layout::partial_layout::{LayoutOnDemand, PartialLayout};
pub use layout::ranges::Ranges;
pub use layout::static_layout::{Offset, StaticLayout};
pub use layout::strides::LogicalStrides;
pub use layout::{Index, Layout};
pub use layout_core::formula::term::{NO_MODULUS, Term, Terms};
pub use layout_core::parse::error::ParseError;
pub use layout_core::spec::element_type::{ElementMarker, ElementType, markers};
pub use layout_core::spec::error_kind::LargeCount;
pub use layout_core::spec::error_kind::{ErrorKind, Expected, NotAnArray, What};
pub use layout_core::spec::section::Section;
pub use layout_core::spec::{
    COMBINE, Dims, MAX_PHYSICAL_RANK, MAX_RANK, MAX_TILE_RANK, MAX_TILES, Pad, PaddingValue,
    PhysicalDims, Split, Tile, TileList,
};
pub use layout_core::util::array_string::ArrayString;
pub use map::{Element, Mapping, NdIndex, Ranked, Region, StaticMapping, Subarray, WholeBuffer};
pub use relayout::{CopyError, CopyPlan, CopySide, NoUninit};
#[cfg(feature = "alloc")]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
pub use relayout::{LoopNest, StridedLoop};
pub use view::bytes::{AnyBitPattern, Zeroable};
pub use view::convert::AsView;
pub use view::iter::axes::{AxisIter, AxisIterMut};
pub use view::iter::runs::{Runs, RunsMut};
pub use view::iter::tiles::{StaticTiles, TileView, TileViewMut, Tiles, TilesMut};
pub use view::iter::zip::{IntoZip, Zip};
pub use view::iter::{IndexedIter, IndexedIterMut, Iter, IterMut};
pub use view::packed::{
    PackedCopySource, PackedElement, PackedIndexedIter, PackedIter, PackedRegionView,
    PackedRegionViewMut, PackedTileView, PackedTiles, PackedView, PackedViewMut,
};
pub use view::part::{RegionView, RegionViewMut};
pub use view::part::{SubarrayView, SubarrayViewMut};
pub use view::stores::Stores;
pub use view::{LengthError, View, ViewError, ViewMut};

/// The parts of a layout's type, as rustc prints them in its errors.
///
/// There is one type a rank, so that a mismatch shows which number differs:
/// [`Dims2<3, 5>`](types::Dims2) are the logical dimensions of an array of
/// rank 2, [`Order2<1, 0>`](types::Order2) is its minor_to_major,
/// [`Tile2<2, 2>`](types::Tile2) a tile of two entries, of which one that is
/// `usize::MAX`, [`COMBINE`], is `*`. All numbers are elements. A section other
/// than `T` is a type such as [`Space<1>`](types::Space).
///
/// `layout!` writes them; code that is generic over layouts takes a
/// [`Mapping`] instead.
///
/// ```
/// use layout_runtime::StaticLayout;
/// use layout_runtime::markers::F32;
/// use layout_runtime::types::{Dims2, Order2, Tile2};
///
/// // layout!(F32[3,5]<1,0:T(2,2)>)
/// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
/// assert_eq!(Fig1::PADDED_LEN, 24); // 15 elements, and padding
/// ```
pub mod types {
    pub use crate::layout::static_layout::params::{
        Align, Bits, Dims0, Dims1, Dims2, Dims3, Dims4, Dims5, Dims6, Dims7, Dims8, Dims9, Dims10,
        Dims11, Dims12, Dynamic, Highest, Lowest, One, Order0, Order1, Order2, Order3, Order4,
        Order5, Order6, Order7, Order8, Order9, Order10, Order11, Order12, Padded, Prefix, Space,
        SplitAt, Tile0, Tile1, Tile2, Tile3, Tile4, Tile5, Tile6, Tile7, Tile8, Tile9, Tile10,
        Tile11, Tile12, Unknown, UnknownDims, Zero,
    };
    pub use crate::map::element::AnyElement;
}

/// What `layout!` expands to; not for use by hand.
#[doc(hidden)]
pub mod __private {
    /// True if copies use `layout-kernels`: tests without it make sure that they run without it.
    pub const HAS_KERNELS: bool = cfg!(feature = "kernels");

    pub use crate::layout::partial_layout::PartialLayout;
    pub use crate::layout::partial_layout::value::*;
    pub use crate::layout::sections;
    pub use crate::layout::static_layout::value::*;
    pub use crate::layout::static_layout::{StaticLayout, params::*};
    pub use crate::map::element::Mistake;
    pub use layout_core::parse::{Value, checked_hole};
    pub use layout_core::spec::UNKNOWN;
    pub use layout_core::spec::element_type::markers::*;
}
