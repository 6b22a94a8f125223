//! `fill` and `fill_padding`: one value in all elements, or in all padding.

use crate::view::ViewMut;
use crate::view::mapping::Mapping;

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
