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

mod bitcast;
#[cfg(feature = "alloc")]
mod buffer;
#[macro_use]
mod bytes;
mod construct;
mod dimension;
mod element;
mod error;
mod exclusive;
mod format;
mod formula;
mod grid;
mod held_by;
#[macro_use]
mod holds;
#[macro_use]
mod padding;
mod index_of;
mod indices;
mod integrations;
mod iter;
mod jumps;
mod layout;
mod list;
mod mapping;
mod packed;
mod parse;
mod print;
mod queries;
mod region;
mod region_view;
mod relayout;
mod runs;
mod segments;
mod slice;
mod spec;
mod static_layout;
mod steps;
mod strides;
mod sweep;
mod terms;
mod text;
mod tiles;
mod tiling;
mod validate;
mod view;
mod waste;
mod window;

pub use bitcast::BitcastError;
#[cfg(feature = "alloc")]
pub use buffer::Buffer;
pub use bytes::{AnyBits, BytesError};
pub use construct::InvalidLayout;
pub use element::{ElementMarker, ElementType, markers};
pub use error::{ErrorKind, Expected, NotAnArray, ParseError, What};
pub use held_by::HeldBy;
pub use holds::{Element, Holds};
pub use index_of::IndexOf;
#[cfg(feature = "ndarray")]
pub use integrations::NdarrayError;
pub use iter::{IndexedIter, IndexedIterMut, Iter, IterMut, PhysicalIter};
pub use layout::{Index, Layout};
pub use list::List;
pub use mapping::{Mapping, StaticMapping};
pub use packed::{PackedElement, PackedView, PackedViewMut};
pub use region::{ByteRanges, RegionError};
pub use region_view::{RegionView, RegionViewMut};
pub use relayout::{NoUninit, RelayoutError, RelayoutPlan};
pub use runs::{Runs, RunsMut};
pub use slice::SliceError;
pub use spec::{
    COMBINE, Dims, MAX_PHYSICAL_RANK, MAX_RANK, MAX_SPLIT_INDICES, MAX_SPLITS, MAX_TILE_RANK,
    MAX_TILES, Pad, PaddingValue, PhysicalDims, Split, Tile,
};
pub use static_layout::{Offset, StaticLayout};
pub use terms::{NO_MODULUS, Term, Terms};
pub use tiles::{TileView, TileViewMut, Tiles, TilesMut};
pub use view::{LengthError, View, ViewError, ViewMut};
pub use waste::PaddingWaste;
pub use window::Window;

/// What `layout!` expands to and reads its text with; not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::element::markers::*;
    pub use crate::holds::Mistake;
    pub use crate::parse::{IntegerLiteral, NO_HOLE, Parsed, integer_literal};
    pub use crate::static_layout::StaticLayout::*;
    pub use crate::static_layout::{StaticLayout, parts::*};
}
