//! The methods of a mapping that only this crate calls.

use layout_core::formula::run_pattern::RunPattern;

use crate::layout::memory_scan::MemoryScan;
use crate::layout::tile_grid::TileGrid;

pub trait Sealed {
    /// How positions change along the last dimension.
    fn steps(&self) -> RunPattern;

    /// The same: the constants of a type that knows them, else `held`, which
    /// `steps` gave.
    #[inline]
    fn known_steps(&self, held: RunPattern) -> RunPattern {
        held
    }

    /// How positions change along a dimension.
    fn steps_along(&self, dim: usize) -> RunPattern;

    /// The position of an element whose index is a slice; `None` out of
    /// bounds.
    fn checked_position(&self, index: &[usize]) -> Option<usize>;

    /// The same of an index that is in bounds.
    fn position_unchecked(&self, index: &[usize]) -> usize;

    /// Says which index was out of bounds.
    #[track_caller]
    fn out_of_bounds(&self, index: &[usize]) -> !;

    /// The index at which this array begins in that of its layout; `None` at
    /// the start.
    fn origin(&self) -> Option<&[usize]> {
        None
    }

    /// The tiles of the first level, of the whole array.
    fn tile_grid(&self) -> TileGrid;

    /// The buffer in memory order, and where in it the elements are.
    fn sweep(&self) -> MemoryScan;
}
