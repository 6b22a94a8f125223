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

// All functions here, in `explain` and in `hlo` are `#[inline]`, so that they are compiled
// in crates that call them and in no other: otherwise they would be half of the
// time that a debug build of this crate takes.

mod cell;
mod memory;
mod plane;
mod scene;
mod shown;
mod svg;
mod text;
mod words;

pub use svg::{Svg, Theme};
pub use text::Text;

pub(crate) use memory::tile_run;
pub(crate) use words::{count, dim_letters, grouped, joined, percent};
