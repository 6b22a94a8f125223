//! Padding: its positions and its value.

mod padding_ranges;

use crate::layout::Layout;

impl Layout {
    /// The number of positions that hold padding, in elements.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.padding_len(), 24 - 15);
    /// ```
    #[must_use]
    pub const fn padding_len(&self) -> usize {
        self.padded_len() - self.num_elements()
    }

    /// Whether a position of the buffer holds padding; false past the buffer.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert!(!layout.is_padding(17)); // element (2,3)
    /// assert!(layout.is_padding(18)); // below it, in a row 3 that there is not
    /// assert!(!layout.is_padding(24)); // not in the buffer
    /// ```
    #[must_use]
    pub const fn is_padding(&self, position: usize) -> bool {
        position < self.padded_len() && self.index(position).is_none()
    }
}
