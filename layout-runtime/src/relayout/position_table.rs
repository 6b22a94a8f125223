//! Copies element by element, with tables of the positions along one dimension.

use layout_core::spec::Dims;

use super::StridedCopy;
use super::layout_pair::LayoutPair;
use super::region_copy::RegionCopy;

/// The most elements of a table.
const MAX_TABLE_LEN: usize = 512;

impl RegionCopy {
    /// Copies each element, in the destination's order of dimensions. If the position is a
    /// sum of one function per index, one table serves all indices of the other dimensions.
    pub(super) fn run_elements(
        &self,
        layouts: LayoutPair<'_>,
        is_sum: bool,
        src: &[u8],
        dst: &mut [u8],
    ) {
        let order = layouts.dst.minor_to_major();
        let (inner, outer) = match *order.as_slice() {
            [] => {
                let bits = layouts.src.element_bits();
                return self.copy_bits(bits, &[(0, 0)], self.start(layouts), src, dst);
            }
            [inner, ref outer @ ..] => (inner, outer),
        };
        let extents = &self.extents;
        // Relative to the positions of the first element; others may be before it, and
        // wrap.
        let mut table = [(0, 0); MAX_TABLE_LEN];
        for start in (0..extents[inner]).step_by(MAX_TABLE_LEN) {
            let len = MAX_TABLE_LEN.min(extents[inner] - start);
            let mut at = Dims::filled(0, extents.len());
            at.set(inner, start);
            let mut is_filled = false;
            loop {
                let first = self.positions(layouts, &at);
                if !is_filled || !is_sum {
                    let mut at = at;
                    for (i, entry) in table[..len].iter_mut().enumerate() {
                        at.set(inner, start + i);
                        let (from, to) = self.positions(layouts, &at);
                        *entry = (from.wrapping_sub(first.0), to.wrapping_sub(first.1));
                    }
                    is_filled = true;
                }
                let table = &table[..len];
                match layouts.src.element_bits() {
                    8 => copy_entries::<1>(table, first, src, dst),
                    16 => copy_entries::<2>(table, first, src, dst),
                    32 => copy_entries::<4>(table, first, src, dst),
                    64 => copy_entries::<8>(table, first, src, dst),
                    128 => copy_entries::<16>(table, first, src, dst),
                    bits => self.copy_bits(bits, table, first, src, dst),
                }
                let next = outer.iter().find(|&&dim| {
                    let next = at[dim] + 1;
                    let goes_on = next < extents[dim];
                    at.set(dim, if goes_on { next } else { 0 });
                    goes_on
                });
                if next.is_none() {
                    break;
                }
            }
        }
    }

    /// Copies the elements of a table, of `bits` bits each. The first element is at these
    /// positions.
    fn copy_bits(
        &self,
        bits: usize,
        table: &[(usize, usize)],
        first: (usize, usize),
        src: &[u8],
        dst: &mut [u8],
    ) {
        for (from, to) in table {
            let mut copy = StridedCopy::new(bits);
            copy.src = first.0.wrapping_add(*from);
            copy.dst = first.1.wrapping_add(*to);
            copy.run(self.hints, src, dst);
        }
    }
}

/// [`copy_bits`] for elements of `N` bytes.
#[inline(never)] // because the loop then keeps all that it needs in registers
fn copy_entries<const N: usize>(
    table: &[(usize, usize)],
    first: (usize, usize),
    src: &[u8],
    dst: &mut [u8],
) {
    let (src, _) = src.as_chunks::<N>();
    let (dst, _) = dst.as_chunks_mut::<N>();
    for (from, to) in table {
        dst[first.1.wrapping_add(*to)] = src[first.0.wrapping_add(*from)];
    }
}
