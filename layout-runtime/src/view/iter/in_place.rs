//! `map_inplace`, `fill` and `fill_padding`: writes in any order.

use crate::layout::Layout;
use crate::view::ViewMut;
use crate::view::iter::runs::RunsMut;
use crate::view::mapping::Mapping;

/// The most minor dimension; of a scalar 0.
const fn most_minor(layout: &Layout) -> usize {
    let order = layout.minor_to_major();
    if order.is_empty() { 0 } else { order.at(0) }
}

/// The most minor dimension of a static layout.
struct Minor<M>(M);

impl<M: Mapping> Minor<M> {
    const STATIC: Option<usize> = match M::STATIC {
        Some(layout) => Some(most_minor(layout)),
        None => None,
    };
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// The runs along the most minor dimension, which are the longest.
    #[inline]
    pub(super) fn long_runs_mut(&mut self) -> RunsMut<'_, T, M::Borrowed<'_>> {
        let minor = match const { Minor::<M>::STATIC } {
            Some(dim) => dim,
            None => most_minor(&self.layout()),
        };
        if minor + 1 < self.rank() {
            self.runs_along_mut(minor)
        } else {
            self.runs_mut()
        }
    }

    /// Calls a function with each element, to be changed in place. Padding stays
    /// as it is. The order is not specified: it follows memory, so that this is
    /// at least as fast as [`iter_mut`](ViewMut::iter_mut).
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{0,1:T(2,2)}")?;
    /// let mut buffer = [1.0f32; 24];
    /// layout.view_mut(&mut buffer)?.map_inplace(|element| *element += 1.0);
    /// assert_eq!(buffer.iter().sum::<f32>(), 15.0 * 2.0 + 9.0); // 9 are padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map_inplace(&mut self, mut f: impl FnMut(&mut T)) {
        for (_, run) in self.long_runs_mut() {
            run.iter_mut().for_each(&mut f);
        }
    }
}

impl<T: Copy, M: Mapping> ViewMut<'_, T, M> {
    /// Writes a value to all elements, and to no padding.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0.0f32; 24];
    /// layout.view_mut(&mut buffer)?.fill(1.0);
    /// assert_eq!(buffer.iter().sum::<f32>(), 15.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill(&mut self, value: T) {
        for (_, run) in self.long_runs_mut() {
            run.fill(value);
        }
    }

    /// Writes a value to all padding, and to no element.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [1.0f32; 24];
    /// layout.view_mut(&mut buffer)?.fill_padding(0.0);
    /// assert_eq!(buffer.iter().sum::<f32>(), 15.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill_padding(&mut self, value: T) {
        let (buffer, mapping) = self.parts();
        let layout = mapping.layout();
        layout.each_padding(|range| buffer[range].fill(value));
    }
}
