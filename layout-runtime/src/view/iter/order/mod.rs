//! The elements of an array in logical order: by element, and by segments of constant stride.

mod fold;
mod logical_order;
pub(crate) mod pieces;
pub(crate) mod segment;
pub(crate) mod segments;
pub(crate) mod stretches;
pub(crate) mod tile;
mod tile_rows;

pub(crate) use logical_order::{LogicalOrder, LogicalPositions};
pub(crate) use tile_rows::{ElementPositions, Elements};
