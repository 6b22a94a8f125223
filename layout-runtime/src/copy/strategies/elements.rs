//! Copies element by element, with a table of the positions along one dimension.

use layout_core::spec::Dims;

use crate::copy::strategies::choose::RegionCopy;
use crate::copy::strategies::sides::Sides;
use crate::copy::strategies::{Destination, Source, StridedCopy};

/// The most elements of a table.
const MAX_TABLE_LEN: usize = if cfg!(small_limits) { 5 } else { 512 };

impl RegionCopy {
    /// Copies each element, in the destination's order of dimensions. If the position is a
    /// sum of one function per index, one table serves all indices of the other dimensions.
    pub(crate) fn run_elements(
        &self,
        sides: Sides<'_>,
        is_sum: bool,
        src: Source<'_>,
        mut dst: Destination<'_>,
    ) {
        let bits = sides.bits;
        let order = sides.dst.minor_to_major();
        let Some((&inner, outer)) = order.split_first() else {
            return self.copy_table(bits, &[(0, 0)], self.region.start(sides), src, &mut dst);
        };
        let extents = &self.region.extents;
        let period = match sides.formulas() {
            Some(formulas) if is_sum => self.region.period(&formulas, inner),
            _ => usize::MAX,
        };
        // Whole periods, if they fit: the table then serves the indices after it, too.
        let repeats = period <= MAX_TABLE_LEN;
        let most = MAX_TABLE_LEN - if repeats { MAX_TABLE_LEN % period } else { 0 };
        let mut table = [(0, 0); MAX_TABLE_LEN];
        for start in (0..extents[inner]).step_by(most) {
            let table = &mut table[..most.min(extents[inner] - start)];
            let mut at = Dims::filled(0, extents.len());
            at.set(inner, start);
            let mut is_filled = repeats && start > 0;
            loop {
                if !is_filled {
                    self.fill(sides, &at, inner, table);
                    is_filled = is_sum;
                }
                let first = self.region.positions(sides, &at);
                self.copy_table(bits, table, first, src, &mut dst);
                if !self.region.advance(&mut at, outer, |_| 1) {
                    break;
                }
            }
        }
    }

    /// Fills a table with the positions along `dim` from the index `at` on, relative to those of
    /// `at`. Others may be before it, and wrap.
    fn fill(&self, sides: Sides<'_>, at: &Dims, dim: usize, table: &mut [(usize, usize)]) {
        let first = self.region.positions(sides, at);
        let mut index = *at;
        for (i, entry) in table.iter_mut().enumerate() {
            index.set(dim, at[dim] + i);
            let (from, to) = self.region.positions(sides, &index);
            *entry = (from.wrapping_sub(first.0), to.wrapping_sub(first.1));
        }
    }

    /// Copies the elements of a table, of `bits` bits each. The first element is at these
    /// positions.
    #[inline]
    fn copy_table(
        &self,
        bits: usize,
        table: &[(usize, usize)],
        first: (usize, usize),
        src: Source<'_>,
        dst: &mut Destination<'_>,
    ) {
        match bits {
            8 => copy_entries::<1>(table, first, src, dst),
            16 => copy_entries::<2>(table, first, src, dst),
            32 => copy_entries::<4>(table, first, src, dst),
            64 => copy_entries::<8>(table, first, src, dst),
            128 => copy_entries::<16>(table, first, src, dst),
            bits => self.copy_bits(bits, table, first, src, dst),
        }
    }

    /// [`copy_table`](Self::copy_table) of elements of any number of bits.
    fn copy_bits(
        &self,
        bits: usize,
        table: &[(usize, usize)],
        first: (usize, usize),
        src: Source<'_>,
        dst: &mut Destination<'_>,
    ) {
        for (from, to) in table {
            let mut copy = StridedCopy::new(bits);
            copy.src = first.0.wrapping_add(*from);
            copy.dst = first.1.wrapping_add(*to);
            copy.execute(self.hints, src, dst.reborrow());
        }
    }
}

/// [`copy_bits`] for elements of `N` bytes.
#[inline(never)] // because the loop then keeps all that it needs in registers
fn copy_entries<const N: usize>(
    table: &[(usize, usize)],
    first: (usize, usize),
    src: Source<'_>,
    dst: &mut Destination<'_>,
) {
    for (from, to) in table {
        let (from, to) = (first.0.wrapping_add(*from), first.1.wrapping_add(*to));
        dst.copy(to * N, src, from * N, N);
    }
}
