//! Pictures of layouts: [`Svg`] for pages, [`Text`] for terminals and
//! documentation.
//!
//! They show the array, then memory. A tile of the
//! first level has one colour in both, padding is hatched. Small arrays show
//! each cell; large ones show tiles, what is inside one of them, and memory by
//! tiles, with the middle left out. What is drawn is bounded, however large
//! the array.

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
