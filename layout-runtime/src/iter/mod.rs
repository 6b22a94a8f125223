//! Iterators, and what they return.
//!
//! Programs seldom name them: methods of views, buffers and layouts return them.
//!
//! # Examples
//!
//! ```
//! use tiled_layout::iter::TileView;
//! use tiled_layout::{Layout, layout};
//!
//! type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
//! let buffer: [f32; 24] = core::array::from_fn(|i| i as f32);
//!
//! let sum = |tile: TileView<'_, f32, Fig1>| tile.iter().sum::<f32>();
//! let sums: Vec<f32> = Fig1::view(&buffer)?.tiles().map(sum).collect();
//! assert_eq!(sums, [6.0, 22.0, 18.0, 25.0, 33.0, 20.0]); // without padding
//! # Ok::<(), tiled_layout::LengthError>(())
//! ```

mod array;
mod axes;
mod blocks;
#[cfg(feature = "alloc")]
mod buffer;
mod elements;
mod equality;
pub(crate) mod in_place;
mod indexed;
mod lent;
#[cfg(feature = "alloc")]
mod map;
mod operand;
pub(crate) mod order;
mod runs;
mod tile;
mod tile_layout;
mod tiles;
mod walk;
mod zip;

pub use crate::layout::byte_ranges::ByteRanges;
pub use crate::layout::ranges::Ranges;
pub use axes::AxisIter;
pub use blocks::Blocks;
pub use elements::Iter;
pub use indexed::IndexedIter;
pub use runs::Runs;
pub use tile::{Tile, TileView, TileViewMut};
pub use tile_layout::StaticTiles;
pub use tiles::Tiles;
#[doc(no_inline)]
pub use zip::Zip;
