//! Pictures of layouts: what they show, and `Text`, which the macro puts into the
//! documentation of types. SVG is in `layout-draw`.

// All functions here, in `layout-draw`, and in `explain` and `hlo` of `layout-runtime`,
// are `#[inline]`, so that they are compiled in crates that call them and in no other:
// otherwise they would be much of the time that a debug build takes.

pub mod cell;
pub mod memory;
pub mod plane;
pub mod scene;
pub mod shown;
mod text;
pub mod words;

pub use text::Text;
