//! The parts of a layout's type, as rustc prints them in its errors.
//!
//! There is one type per rank, so that a mismatch shows which number differs:
//! [`Dims2<3, 5>`](Dims2) are the logical dimensions of an array of
//! rank 2, [`Order2<1, 0>`](Order2) is its minor_to_major,
//! [`Tile2<2, 2>`](Tile2) a tile of two entries, of which one that is
//! `usize::MAX`, [`COMBINE`](crate::COMBINE), is `*`. All numbers are elements. A section other
//! than `T` is a type such as [`Space<1>`](Space).
//!
//! The element types are types too: [`F32`], [`BF16`]. Each is an
//! [`ElementMarker`].
//!
//! `layout!` writes them; code that is generic over layouts takes a
//! [`Mapping`](crate::Mapping) instead.
//!
//! # Examples
//!
//! ```
//! use layout_runtime::StaticLayout;
//! use layout_runtime::types::{Dims2, F32, NoSections, Order2, Tile2};
//!
//! // layout!(F32[3,5]<1,0:T(2,2)>)
//! type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), NoSections>;
//! assert_eq!(Fig1::PADDED_LEN, 24); // 15 elements, and padding
//! ```

pub use crate::layout::static_layout::params::{
    Align, Bits, Dims0, Dims1, Dims2, Dims3, Dims4, Dims5, Dims6, Dims7, Dims8, Dims9, Dims10,
    Dims11, Dims12, Dynamic, Highest, Lowest, NoSections, NoTiles, One, Order0, Order1, Order2,
    Order3, Order4, Order5, Order6, Order7, Order8, Order9, Order10, Order11, Order12, Padded,
    Prefix, Space, SplitAt, Tile0, Tile1, Tile2, Tile3, Tile4, Tile5, Tile6, Tile7, Tile8, Tile9,
    Tile10, Tile11, Tile12, Unknown, UnknownDims, Zero,
};
pub use crate::map::element::AnyElement;
pub use layout_core::spec::element_type::{ElementMarker, markers::*};
