//! Pictures of layouts: the array, then memory.

// All functions here, and in `explain` and `hlo` of `layout-runtime`, are `#[inline]`, so
// that they are compiled in crates that call them and in no other: otherwise they would
// be much of the time that a debug build takes.

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

pub use memory::tile_run;
pub use words::{count, dim_letters, grouped, joined, percent};
