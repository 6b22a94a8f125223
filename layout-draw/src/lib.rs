//! Pictures of layouts: [`Svg`] for pages, [`Text`] for terminals and
//! documentation.
//!
//! They show the array, then memory. A tile of the first level has one colour in
//! both, padding is hatched. Small arrays show each cell; large ones show tiles,
//! the inside of one tile, and memory by tiles, with the middle omitted. The
//! size of a picture is bounded for arrays of any size.
//!
//! A picture becomes part of the documentation of a type by one attribute:
//! `#[doc = include_str!("layout.svg")]`.
//!
//! They are `tiled_layout::draw`. This package depends on `layout-core` alone, so that
//! the macro draws with it, and builds compile it beside the rest.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod model;
mod svg;
mod text;

pub use svg::{Svg, Theme};
pub use text::Text;
