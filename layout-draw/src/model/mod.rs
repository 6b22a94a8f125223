//! What pictures show: cells, tiles and memory. How they look is elsewhere.

pub(crate) mod anatomy;
pub(crate) mod cell;
pub(crate) mod followed;
pub(crate) mod memory;
pub(crate) mod plane;
pub(crate) mod scene;
pub(crate) mod shards;
pub(crate) mod shown;
pub(crate) mod side;
pub(crate) mod slice;
pub(crate) mod summary;
pub(crate) mod tokens;
