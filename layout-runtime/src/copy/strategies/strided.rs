//! Strided copies: one for each combination of the pieces of all dimensions.

use crate::copy::strategies::StridedCopy;
use crate::copy::strategies::choose::RegionCopy;
use crate::copy::strategies::partition::Partition;
use crate::copy::strategies::sides::Sides;

impl RegionCopy {
    /// Calls a function with the copy of each combination of one piece of each dimension.
    /// Stops with `None` if a copy has too many loops, or a dimension too many pieces.
    pub(crate) fn each_combination(
        &self,
        sides: Sides<'_>,
        mut visit: impl FnMut(Option<StridedCopy>),
    ) {
        let Some(formulas) = sides.formulas() else {
            return visit(None);
        };
        let mut partition = Partition::new(sides.bits, self.region.start(sides));
        if self.region.split(&formulas, &mut partition).is_none() {
            return visit(None);
        }
        let mut at = partition.first();
        loop {
            let mut copy = StridedCopy::new(sides.bits);
            let fits = partition.fill(&at, &mut copy);
            visit(fits.map(|()| copy));
            if fits.is_none() || !partition.advance(&mut at) {
                return;
            }
        }
    }
}
