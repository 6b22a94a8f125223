//! Padding: its positions, its value, and how much of it is allowed.

pub(crate) mod dimension_padding;
pub(crate) mod padding_ranges;
pub(crate) mod padding_waste;

use crate::layout::Layout;
use crate::layout::error::LayoutError;
use padding_waste::PaddingWaste;

impl Layout {
    /// The number of positions that hold padding, in elements.
    #[must_use]
    pub const fn padding_len(&self) -> usize {
        self.padded_len() - self.num_elements()
    }

    /// Whether a position of the buffer holds padding; false past the buffer.
    #[must_use]
    pub const fn is_padding(&self, position: usize) -> bool {
        position < self.padded_len() && self.index(position).is_none()
    }

    /// Checks that the buffer is at most `percent` percent larger than the
    /// array. Padding from `PAD` and `L(n)` counts too.
    ///
    /// # Errors
    ///
    /// When it is larger; the error says which dimensions round up, and to what.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[129,128]{1,0:T(8,128)}").unwrap();
    /// assert!(layout.check_padding(6).is_ok()); // 17408 elements for 16512
    ///
    /// let error = layout.check_padding(5).unwrap_err();
    /// assert!(error.to_string().contains("dimension 0 of 129 rounds up to 136"));
    /// ```
    #[inline]
    pub const fn check_padding(&self, percent: usize) -> Result<(), LayoutError> {
        let array = self.num_elements() as u128;
        let padding = self.padded_len() as u128 - array;
        if padding * 100 <= percent as u128 * array {
            return Ok(());
        }
        Err(LayoutError::Padding(PaddingWaste::new(self, percent)))
    }

    /// Panics unless the buffer is at most `percent` percent larger than the
    /// array; in a const context that is a compile error.
    ///
    /// # Panics
    ///
    /// When [`check_padding`](Layout::check_padding) is an error, with its message.
    ///
    /// ```
    /// use tiled_layout::layout;
    ///
    /// type Weights = layout!(F32[136,128]<1,0:T(8,128)>);
    /// const _: () = Weights::LAYOUT.assert_padding_at_most(0);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::layout;
    ///
    /// type Weights = layout!(F32[129,128]<1,0:T(8,128)>);
    /// const _: () = Weights::LAYOUT.assert_padding_at_most(5); // dimension 0 rounds up to 136
    /// ```
    #[track_caller]
    #[inline]
    pub const fn assert_padding_at_most(&self, percent: usize) {
        if let Err(LayoutError::Padding(waste)) = self.check_padding(percent) {
            panic!("{}", waste.message(Some(self)).as_str());
        }
    }
}
