//! The strides of logical dimensions, where they have one.

use layout_core::spec::Dims;

use crate::layout::Layout;

impl Layout {
    /// The logical dimensions' strides, in elements, if the position of each
    /// element is the sum of its index times them: without tiles, or if no tile
    /// splits a dimension. `None` otherwise, and where the formula has no
    /// [`terms`](Layout::terms). A dimension of one index has stride 0.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let strides = |text| Layout::parse(text).unwrap().logical_strides();
    /// assert_eq!(strides("f32[3,5]{0,1}").unwrap(), [1, 3]);
    /// assert_eq!(strides("f32[3,5]{1,0:T(2,8)}").unwrap(), [8, 1]); // rows padded to 8
    /// assert_eq!(strides("f32[24,128]{1,0:T(8,128)}").unwrap(), [128, 1]); // whole rows
    /// assert_eq!(strides("f32[3,5]{1,0:T(2,2)}"), None);
    /// ```
    #[must_use]
    pub const fn logical_strides(&self) -> Option<Dims> {
        let Some(terms) = self.terms() else {
            return None;
        };
        // A dimension without a term has one index at most.
        let mut strides = Dims::filled(0, self.rank());
        let mut i = 0;
        while i < terms.len() {
            let term = terms.item(i);
            if term.divisor != 1 || term.modulus < self.dims()[term.dim] {
                return None;
            }
            strides.set(term.dim, term.stride);
            i += 1;
        }
        Some(strides)
    }
}
