//! `Ranges`: a list of one range of indices per dimension.

use core::fmt;
use core::ops::{Deref, Range};

use layout_core::spec::MAX_RANK;

/// One range of indices per logical dimension: [`TileView::ranges`](crate::iter::TileView::ranges).
/// It derefs to a slice of ranges, and is a region as other lists of ranges are.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{0,1:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let ranges = view.tile_at([2, 3]).unwrap().ranges();
/// assert_eq!(ranges, [2..3, 2..4]); // row 3 is padding
/// assert_eq!(view.region(ranges)?.dims(), [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Ranges {
    /// Past the rank, `0..0`.
    ranges: [Range<usize>; MAX_RANK],
    rank: usize,
}

impl Ranges {
    /// One range per dimension of `ranges`, of which there are at most [`MAX_RANK`].
    pub(crate) fn new(ranges: impl Iterator<Item = Range<usize>>) -> Self {
        let mut list = Ranges {
            ranges: [const { 0..0 }; MAX_RANK],
            rank: 0,
        };
        for range in ranges {
            list.ranges[list.rank] = range;
            list.rank += 1;
        }
        list
    }
}

impl Deref for Ranges {
    type Target = [Range<usize>];

    fn deref(&self) -> &[Range<usize>] {
        &self.ranges[..self.rank]
    }
}

impl fmt::Debug for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].fmt(f)
    }
}

impl<const N: usize> PartialEq<[Range<usize>; N]> for Ranges {
    fn eq(&self, other: &[Range<usize>; N]) -> bool {
        self[..] == other[..]
    }
}
