//! The run-time half of [`tiled-layout`](https://docs.rs/tiled-layout): the
//! grammar, the validator and the formulas of XLA's tiled layouts, each once,
//! as `const fn`, without the standard library and without allocation.
//!
//! Depend on `tiled-layout`, which re-exports all of this and adds `layout!`.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
mod buffer;
#[cfg(feature = "alloc")]
pub mod draw;
#[cfg(feature = "alloc")]
pub mod explain;
pub mod hlo;
mod integrations;
mod layout;
mod parse;
mod relayout;
mod spec;
mod util;
mod view;

#[cfg(feature = "alloc")]
pub use buffer::Buffer;
#[cfg(feature = "ndarray")]
pub use integrations::NdarrayError;
pub use layout::bitcast::BitcastError;
pub use layout::builder::InvalidLayout;
pub use layout::formula::term::{NO_MODULUS, Term, Terms};
pub use layout::index_box::{ByteRanges, RegionError};
pub use layout::index_ranges::IndexRanges;
pub use layout::padding_waste::{DimensionPadding, PaddingWaste};
pub use layout::part::error::SubviewError;
pub use layout::partial_layout::{DimsError, PartialLayout};
pub use layout::static_layout::conversions::LayoutMismatch;
pub use layout::static_layout::{Offset, StaticLayout};
pub use layout::{Index, Layout};
pub use parse::error::ParseError;
pub use relayout::{NoUninit, RelayoutError, RelayoutPlan};
pub use spec::element_type::{ElementMarker, ElementType, markers};
pub use spec::error_kind::{ErrorKind, Expected, NotAnArray, What};
pub use spec::{
    COMBINE, Dims, MAX_PHYSICAL_RANK, MAX_RANK, MAX_SPLIT_INDICES, MAX_SPLITS, MAX_TILE_RANK,
    MAX_TILES, Pad, PaddingValue, PhysicalDims, Split, Tile,
};
pub use util::array_string::ArrayString;
pub use util::array_vec::ArrayVec;
pub use view::bytes::{AnyBits, BytesError, ZeroBytes};
pub use view::iter::{IndexedIter, IndexedIterMut, Iter, IterMut, PhysicalIter};
pub use view::mapping::{Mapping, StaticMapping};
pub use view::nd_index::NdIndex;
pub use view::packed::{PackedElement, PackedView, PackedViewMut};
pub use view::region::window::Window;
pub use view::region::{RegionView, RegionViewMut};
pub use view::runs::{Runs, RunsMut};
pub use view::storage_type::{Element, StorageType};
pub use view::stores::Stores;
pub use view::tiles::{TileView, TileViewMut, Tiles, TilesMut};
pub use view::{LengthError, View, ViewError, ViewMut};

/// What `layout!` expands to and reads its text with; not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::layout::partial_layout::{PartialLayout, is_flat};
    pub use crate::layout::static_layout::StaticLayout::*;
    pub use crate::layout::static_layout::{StaticLayout, params::*};
    pub use crate::parse::{NO_HOLE, Parsed};
    pub use crate::spec::UNKNOWN;
    pub use crate::spec::element_type::markers::*;
    pub use crate::util::integer_literal::{IntegerLiteral, integer_literal};
    pub use crate::view::storage_type::Mistake;
}
