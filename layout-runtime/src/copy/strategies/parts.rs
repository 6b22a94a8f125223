//! Parts along one dimension, each of which is planned anew.

use crate::copy::strategies::choose::RegionCopy;
use crate::copy::strategies::layout_pair::LayoutPair;

impl RegionCopy {
    /// Returns the copies of the parts of `steps` indices along `dim`.
    pub(crate) fn each_part(
        &self,
        layouts: LayoutPair<'_>,
        dim: usize,
        steps: usize,
    ) -> impl Iterator<Item = RegionCopy> {
        let extent = self.region.extents.at(dim);
        (0..extent).step_by(steps).map(move |start| {
            let part = self.region.part(dim, start, steps.min(extent - start));
            RegionCopy::of(layouts, part)
        })
    }
}
