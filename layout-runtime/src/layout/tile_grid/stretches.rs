//! The stretches of memory that hold the elements of an array.

use core::ops::Range;

use layout_core::spec::Dims;
use layout_core::util::arithmetic::product;
use layout_core::util::odometer;

use super::TileGrid;

impl TileGrid {
    /// Calls `f` with stretches of positions that hold all elements and no padding, in
    /// ascending order: whole tiles that follow one another in one call, others row by row.
    /// False, without a call, where this is slow: tiles that are not row-major, or mostly
    /// padding.
    ///
    /// ```text
    /// f32[3,5]{1,0:T(2,2)}
    ///
    ///   * * * * * * * * * - * -  * * - - * * - - * - - -
    ///   0..8            8   10   12..14  16..18  20
    /// ```
    #[inline(never)] // once per array
    pub(crate) fn each_stretch(&self, f: &mut dyn FnMut(Range<usize>)) -> bool {
        let mut sizes = self.extents.iter().zip(&self.entries);
        let is_large = sizes.all(|(extent, entry)| extent >= entry);
        let (Some(len), Some(last)) = (self.stretch, self.counts.len().checked_sub(1)) else {
            return false;
        };
        if !self.row_major || !is_large {
            return false;
        }
        let whole = self.extents.at(last) / self.entries.at(last);
        let mut tile = Dims::filled(0, self.counts.len());
        for first in (0..self.len()).step_by(self.counts.at(last)) {
            tile.set(last, 0);
            let outer = self.extents(&tile);
            let mut next = 0;
            if outer[..last] == self.entries[..last] {
                next = whole;
                f(first * len..(first + next) * len);
            }
            for at in next..self.counts.at(last) {
                tile.set(last, at);
                self.each_row(&self.extents(&tile), (first + at) * len, f);
            }
            odometer::advance(tile.as_mut(), &self.counts, last);
        }
        true
    }

    /// Calls `f` with the rows of a tile of these extents, whose first position is `start`.
    fn each_row(&self, extents: &Dims, start: usize, f: &mut dyn FnMut(Range<usize>)) {
        let last = extents.len() - 1;
        let rows = product(extents).checked_div(extents.at(last)).unwrap_or(0);
        let mut row = Dims::filled(0, extents.len());
        for _ in 0..rows {
            let places = row.iter().zip(&self.entries);
            let place = places.fold(0, |place, (at, entry)| place * entry + at);
            f(start + place..start + place + extents.at(last));
            odometer::advance(row.as_mut(), extents, last);
        }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use layout_oracle::random;

    use crate::layout::Layout;
    use crate::layout::tile_grid::TileGrid;

    /// The stretches hold the positions of all elements, and no others.
    #[test]
    #[cfg_attr(miri, ignore = "many layouts")]
    fn stretches_hold_the_elements() {
        let given = [
            "u8[3,5]{1,0:T(2,2)}",
            "u8[7,9,11]{1,0,2:T(4,3)}",
            "u8[5,6]{1,0:T(2,2)PAD(8,8)}",
            "u8[2,3,4,5]{3,2,1,0:T(*,2,2)}",
            "u8[33,3]{0,1:T(16,1)}",
        ];
        let mut seen = 0;
        for text in random::texts(&given, 41, "u8") {
            let layout = Layout::parse(&text).unwrap();
            let mut found = vec![];
            if !TileGrid::of_layout(&layout).each_stretch(&mut |positions| found.extend(positions))
            {
                assert!(found.is_empty(), "{text}");
                continue;
            }
            let all = 0..layout.padded_len();
            let expected: Vec<usize> = all.filter(|&at| layout.index(at).is_some()).collect();
            assert_eq!(found, expected, "{text}");
            seen += 1;
        }
        assert!(seen > 50, "{seen}");
    }
}
