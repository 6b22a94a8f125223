//! `TilingStep`: what one tile does to the dimensions.

use alloc::vec::Vec;
use core::fmt;

use layout_core::spec::tiling::{self, Stage};
use layout_core::spec::{PhysicalDims, Tile};
use layout_core::util::words::sizes;

use layout_runtime::Layout;

/// One tile: pad to whole tiles, cut each dimension in two, string the tiles out, with the
/// indices within a tile last. All lists are major to minor, in elements. `Display` writes it
/// in the words of the pictures.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::explain;
///
/// let layout = Layout::parse("f32[2,3,5]{2,1,0:T(*,2,2)}").unwrap();
/// let step = &explain(&layout).tiling_steps()[0];
/// assert_eq!(step.before, [2, 3, 5]);
/// assert_eq!(step.merged, [6, 5]); // by `*`
/// assert_eq!(step.padded, [6, 6]);
/// assert_eq!(step.split, [3, 2, 3, 2]);
/// assert_eq!(step.moved, [3, 3, 2, 2]);
/// assert_eq!(
///     step.to_string(),
///     "join 2 × 3 × 5 to 6 × 5, pad 6 × 5 to 6 × 6, cut into 3 × 2 × 3 × 2, \
///      string out as 3 × 3 × 2 × 2",
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TilingStep {
    /// The tile.
    pub tile: Tile,
    /// The dimensions before the tile, with leading 1s if the tile has more entries.
    pub before: PhysicalDims,
    /// `before`, with dimensions merged by `*`.
    pub merged: PhysicalDims,
    /// `merged`, rounded up to whole tiles.
    pub padded: PhysicalDims,
    /// `padded`, with each dimension that the tile has an entry for as two: number of
    /// tiles, tile.
    pub split: PhysicalDims,
    /// `split`, with the sizes of the tile at the end: the dimensions after the tile.
    pub moved: PhysicalDims,
}

impl TilingStep {
    /// Returns true if dimensions are rounded up.
    #[must_use]
    pub fn pads(&self) -> bool {
        self.padded != self.merged
    }

    fn new(tile: Tile, stage: &Stage) -> TilingStep {
        let mut padded = stage.merged;
        let mut split = PhysicalDims::new(0);
        for (i, &size) in stage.merged.iter().enumerate() {
            match stage.entry(i) {
                None => split.push(size),
                Some(entry) => {
                    padded.set(i, size.next_multiple_of(entry));
                    split.push(size.div_ceil(entry));
                    split.push(entry);
                }
            }
        }
        TilingStep {
            tile,
            before: stage.before,
            merged: stage.merged,
            padded,
            split,
            moved: stage.after(),
        }
    }
}

impl fmt::Display for TilingStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes = [
            ("join", &self.before, &self.merged),
            ("pad", &self.merged, &self.padded),
        ];
        for (verb, from, to) in changes.iter().filter(|(_, from, to)| from != to) {
            write!(f, "{verb} {} to {}, ", sizes(from), sizes(to))?;
        }
        write!(f, "cut into {}, ", sizes(&self.split))?;
        write!(f, "string out as {}", sizes(&self.moved))
    }
}

/// Returns the steps of all tiles.
pub(super) fn steps(layout: &Layout) -> Vec<TilingStep> {
    let mut dims = layout.spec().untiled_dims();
    let mut steps = Vec::new();
    for tile in &layout.tiles() {
        // A checked layout's dimensions can be counted.
        let Some(stage) = tiling::stage(&dims, tile) else {
            break;
        };
        let step = TilingStep::new(*tile, &stage);
        dims = step.moved;
        steps.push(step);
    }
    steps
}
