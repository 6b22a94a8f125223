//! Pictures of layouts: [`Svg`] for pages, [`Text`] for terminals and
//! documentation.
//!
//! They show the array, then its memory. Each first-level tile has the same colour in both;
//! padding is hatched. Small arrays show each cell. Large arrays show tiles, the inside of one
//! tile, and memory tile by tile, with the middle omitted. The size of a picture is bounded for
//! arrays of any size.
//!
//! One attribute makes a picture part of a type's documentation:
//! `#[doc = include_str!("layout.svg")]`.
//!
//! `tiled_layout::draw` re-exports this package. It depends on `layout-core` alone, so that the
//! macro can draw, too, and builds compile it beside `layout-runtime`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod model;
mod svg;
mod text;

/// # Examples
///
/// ```
/// use tiled_layout::{Layout, draw};
///
/// fn pictures(layout: impl Into<draw::CheckedSpec>) -> [String; 2] {
///     let layout: draw::CheckedSpec = layout.into();
///     [draw::Svg::new(layout).to_string(), draw::Text::new(layout).to_string()]
/// }
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let [svg, text] = pictures(&layout);
/// assert!(svg.starts_with("<svg ") && text.contains("position 17"));
/// ```
#[doc(inline)]
pub use layout_core::spec::checked_spec::CheckedSpec;
pub use model::shards::Shards;
pub use svg::{Svg, Theme};
pub use text::Text;
