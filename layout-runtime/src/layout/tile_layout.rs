//! The layout of one tile of the first level.

use layout_core::spec::{COMBINE, Dims, Spec, Tile, Tiles};

use crate::layout::Layout;
use crate::layout::error::RegionError;
use crate::layout::tile_grid::later_tiles_stay_within;

impl Layout {
    /// The layout of one tile of the first level, padding included: a row-major array of
    /// the tile's entries, with the later tiles. Entries `*` are left out. Without a tile,
    /// it is the layout of one element.
    ///
    /// [`TileView::view`](crate::TileView::view) gives a tile as an array of
    /// this layout.
    ///
    /// # Errors
    ///
    /// When a later tile splits across those of the first level, so that these
    /// are not contiguous.
    ///
    /// ```
    /// use tiled_layout::{Layout, RegionError};
    ///
    /// let layout = Layout::parse("bf16[300,500]{1,0:T(8,128)(2,1)}")?; // with padding
    /// let tile = layout.tile_layout().unwrap();
    /// assert_eq!(tile.to_string(), "bf16[8,128]{1,0:T(2,1)}");
    ///
    /// let columns = Layout::parse("f32[4,4]{1,0:T(2,2)(2,1,1,1)}")?;
    /// assert_eq!(columns.tile_layout(), Err(RegionError::SplitTiles));
    /// # Ok::<(), tiled_layout::ParseError>(())
    /// ```
    pub const fn tile_layout(&self) -> Result<Layout, RegionError> {
        tile_layout(&self.spec())
    }
}

/// The layout of one tile; unknown extents count as large.
pub(crate) const fn tile_layout(whole: &Spec) -> Result<Layout, RegionError> {
    if !later_tiles_stay_within(whole) {
        return Err(RegionError::SplitTiles);
    }
    let mut dims = Dims::EMPTY;
    let mut later = Tiles::new(Tile::EMPTY);
    if !whole.tiles.is_empty() {
        let first = whole.tiles.at(0);
        let mut k = 0;
        while k < first.len() {
            if first.at(k) != COMBINE {
                dims.push(first.at(k));
            }
            k += 1;
        }
        let mut t = 1;
        while t < whole.tiles.len() {
            later.push(whole.tiles.at(t));
            t += 1;
        }
    }
    let own = Spec {
        tiles: later,
        bits: whole.bits,
        space: whole.space,
        ..Spec::new(whole.element, dims)
    };
    match Layout::checked(own) {
        Ok(layout) => Ok(layout),
        Err(_) => panic!("a tile is no larger than the array that it holds a part of"),
    }
}
