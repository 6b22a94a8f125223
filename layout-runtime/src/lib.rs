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

// In this order, because rustdoc lists the methods of a type in the order of the modules: each uses
// only the ones before it.
mod layout;

mod map;

mod storage;

mod array;

pub mod iter;

mod copy;

mod integrations;

#[doc(hidden)]
pub mod __private;
pub mod error;
pub mod types;

pub use array::Array;
#[cfg(feature = "alloc")]
pub use array::aliases::{Buffer, PackedBuffer};
pub use array::aliases::{PackedView, PackedViewMut, View, ViewMut};
pub use array::into_array::IntoArray;
pub use array::stores::Stores;
pub use array::{LengthError, ViewError};
pub use copy::{CopyError, CopyPlan, PlanSide};
pub use iter::Zip;
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
pub use map::{
    Element, Mapping, NdIndex, OwnIndex, Ranked, Region, StaticMapping, Strides, WholeBuffer,
};
#[cfg(feature = "alloc")]
pub use storage::Aligned;
pub use storage::bytes::{Pod, Zeroable};
pub use storage::no_uninit::NoUninit;
pub use storage::packed::PackedElement;
pub use storage::{IntoStorage, Mut, Packed, Ref, Slice, Storage, StorageMut};
