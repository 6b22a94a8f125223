//! `ByteRanges`: the memory that a region takes.

use core::ops::Range;

use crate::layout::Layout;
use crate::layout::memory_scan::MemoryScan;
use crate::layout::region::RegionBounds;

/// The bytes that hold a region, in memory order: [`Layout::byte_ranges`].
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let mut ranges = layout.byte_ranges((2.., ..)).unwrap(); // the last row
/// assert_eq!(ranges.next(), Some(48..56)); // then 8 bytes of padding
/// assert_eq!(ranges.collect::<Vec<_>>(), [64..72, 80..84]);
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct ByteRanges {
    scan: MemoryScan,
    layout: Layout,
    /// The position up to which the buffer has been searched, in elements.
    position: usize,
    /// The current range, which the next one may continue.
    next: Option<Range<usize>>,
}

impl ByteRanges {
    pub(super) fn new(layout: &Layout, region: RegionBounds) -> Self {
        let mut ranges = ByteRanges {
            scan: MemoryScan::within(layout, region),
            layout: *layout,
            position: 0,
            next: None,
        };
        if layout.num_elements() == layout.padded_len()
            && region == RegionBounds::whole(layout.dims())
        {
            ranges.position = layout.padded_len();
            ranges.next = Some(layout.bytes(0..layout.padded_len())).filter(|all| !all.is_empty());
        }
        ranges
    }
}

impl Iterator for ByteRanges {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        while self.position < self.layout.padded_len() {
            let (len, is_inside) = self.scan.range(&self.layout, self.position);
            let start = self.position;
            self.position += len;
            if !is_inside {
                continue;
            }
            let bytes = self.layout.bytes(start..self.position);
            match &mut self.next {
                Some(last) if last.end >= bytes.start => last.end = bytes.end,
                next => {
                    if let Some(last) = next.replace(bytes) {
                        return Some(last);
                    }
                }
            }
        }
        self.next.take()
    }
}

impl core::iter::FusedIterator for ByteRanges {}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::vec::Vec;
    use core::ops::Range;

    use layout_oracle::random::{self, Random};

    use crate::layout::Index;
    use crate::layout::Layout;
    use crate::layout::index_ranges::bounds;
    use crate::layout::memory_scan::MemoryScan;

    /// Returns the number of ranges of positions within a region and outside of it that the
    /// scan visits, and the number of times that it enters the region.
    fn steps(layout: &Layout, region: &[Range<usize>], most: usize) -> (usize, usize) {
        let scan = MemoryScan::within(layout, bounds::<Index>(layout.dims(), &region).unwrap());
        let (mut position, mut steps, mut ranges, mut inside) = (0, 0, 0, false);
        while position < layout.padded_len() && ranges < most {
            let (len, is_inside) = scan.range(layout, position);
            ranges += usize::from(is_inside && !inside);
            inside = is_inside;
            position += len;
            steps += 1;
        }
        (steps, ranges)
    }

    /// Each range takes at most two steps per digit, and so does each gap, whatever their length.
    #[test]
    #[cfg_attr(miri, ignore = "many layouts")]
    #[cfg(target_pointer_width = "64")]
    fn steps_per_range() {
        let large = [
            "bf16[1048576,1048576]{1,0:T(8,128)(2,1)}",
            "bf16[1048576,1048575]{0,1:T(8,128)(2,1)}",
            "f32[99,1048576,4096]{1,2,0}",
            "f32[1048577,31,1048577]{2,1,0:T(4,8,16)(4,8)}",
            "u8[2199023255552]{0:T(1099511627776)(549755813888)(2,1)}",
        ];
        let mut random = Random::new(12);
        for text in random::texts(&large, 200, "u8") {
            let layout = Layout::parse(&text).unwrap();
            let Some(terms) = layout.terms() else {
                continue;
            };
            for _ in 0..8 {
                let sides = layout.dims().iter().map(|&extent| {
                    let low = [0, extent / 2, random.below(extent + 1)][random.below(3)];
                    low..[extent, low + (extent - low) / 2, extent - extent.min(1)][random.below(3)]
                        .max(low)
                });
                let region: Vec<_> = sides.collect();
                let (steps, ranges) = steps(&layout, &region, 1000);
                let most = 2 * terms.len() + 1;
                assert!(
                    steps <= most * (2 * ranges + 1),
                    "{text} {region:?}: {steps} steps, {ranges} ranges"
                );
            }
        }
    }
}
