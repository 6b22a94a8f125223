//! The strides of logical dimensions, where they have one, and which slices are contiguous.

use layout_core::spec::Dims;

use crate::layout::Layout;
use crate::layout::assert_dimension;

/// The most positions that a query visits.
const MAX_VISITED: usize = 1 << 16;

impl Layout {
    /// The strides of the logical dimensions, in elements, if the position of each element
    /// is the sum of index times stride: without tiles, or if no tile splits a dimension.
    /// `None` otherwise, and if the formula has no [`terms`](Layout::terms). A dimension of
    /// size 1 has stride 0.
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

    /// Whether each slice along dimension `dim` (all elements at one index) is one block of
    /// the buffer: no element of another slice is between two of its elements. Padding may
    /// be.
    ///
    /// The time is linear in the number of the layout's [`terms`](Layout::terms).
    /// Without terms it is constant if tiles leave the dimension the most major
    /// one; otherwise it visits up to 65,536 positions, at about a microsecond each,
    /// and the answer for a larger buffer is false.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let contiguous = |text| {
    ///     let layout = Layout::parse(text).unwrap();
    ///     [0, 1].map(|dim| layout.slice_is_contiguous(dim))
    /// };
    /// assert_eq!(contiguous("f32[3,5]{1,0}"), [true, false]);
    /// assert_eq!(contiguous("f32[3,5]{0,1}"), [false, true]);
    /// assert_eq!(contiguous("f32[3,5]{1,0:T(2)}"), [true, false]); // rows of 6
    /// assert_eq!(contiguous("f32[3,5]{1,0:T(2,2)}"), [false, false]);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn slice_is_contiguous(&self, dim: usize) -> bool {
        assert_dimension(dim, self.rank());
        let extent = self.dims()[dim];
        if extent <= 1 || self.num_elements() <= extent {
            return true; // one slice, or one element a slice, or none
        }
        if let Some(formula) = self.formula() {
            let leads = formula.leads(dim);
            if leads || formula.flat().is_some() {
                return leads;
            }
        }
        if self.padded_len() > MAX_VISITED {
            return false;
        }
        // In memory order, each index comes up once: no more changes than indices.
        let mut indices = (0..self.padded_len()).filter_map(|position| self.index(position));
        let mut last = None;
        let mut changes = 0;
        indices.all(|index| {
            changes += usize::from(last.replace(index[dim]) != Some(index[dim]));
            changes <= extent
        })
    }
}
