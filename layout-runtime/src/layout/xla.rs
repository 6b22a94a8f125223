//! The queries of XLA's `LayoutUtil` and `ShapeUtil`, under their names.

use crate::layout::Layout;
use crate::layout::builder::{InvalidLayout, reversed};
use crate::spec::{Dims, default_order};
use crate::util::array_string::ArrayString;
use crate::util::axis::assert_dimension;

impl Layout {
    /// Whether the dimensions go from major to minor in logical order, as in
    /// `{1,0}`. XLA's `IsMonotonicWithDim0Major`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let monotonic = |text| {
    ///     let layout = Layout::parse(text).unwrap();
    ///     (layout.is_monotonic_with_dim0_major(), layout.is_monotonic_with_dim0_minor())
    /// };
    /// assert_eq!(monotonic("f32[3,5]{1,0:T(2,2)}"), (true, false));
    /// assert_eq!(monotonic("f32[3,5]{0,1:T(2,2)}"), (false, true));
    /// assert_eq!(monotonic("f32[3,5,7]{1,2,0:T(2,2)}"), (false, false));
    /// assert_eq!(monotonic("f32[3]{0:T(128)}"), (true, true));
    /// ```
    #[must_use]
    pub const fn is_monotonic_with_dim0_major(&self) -> bool {
        self.minor_to_major().same(&default_order(self.rank()))
    }

    /// Whether the dimensions go from minor to major in logical order, as in
    /// `{0,1}`. XLA's `IsMonotonicWithDim0Minor`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{0,1:T(2,2)}").unwrap();
    /// assert!(layout.is_monotonic_with_dim0_minor());
    /// ```
    #[must_use]
    pub const fn is_monotonic_with_dim0_minor(&self) -> bool {
        self.minor_to_major()
            .same(&reversed(&default_order(self.rank())))
    }

    /// The logical dimension at place `number` counted from the most major
    /// one, which is 0; `None` when there is none. XLA's `Major`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5,7]{1,2,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.major(0), Some(0));
    /// assert_eq!(layout.major(2), layout.minor(0));
    /// assert_eq!(layout.major(3), None); // tiles make more physical dimensions, not logical ones
    /// ```
    #[must_use]
    pub const fn major(&self, number: usize) -> Option<usize> {
        if number < self.rank() {
            return Some(self.minor_to_major().at(self.rank() - 1 - number));
        }
        None
    }

    /// The logical dimension at place `number` counted from the most minor
    /// one, which is 0; `None` when there is none. XLA's `Minor`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, Layout, layout};
    ///
    /// let layout = Layout::parse("f32[3,5,7]{1,2,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.minor(0), Some(1));
    /// assert_eq!(layout.minor(3), None);
    ///
    /// // Runs along the most minor dimension are the longest ones.
    /// type Columns = layout!(S32[3,5]<0,1:T(4)>); // columns of 3, padded to 4
    /// let buffer = Buffer::<i32, Columns>::zeroed();
    /// let mut runs = buffer.runs_along(buffer.layout().minor(0).unwrap());
    /// assert!(runs.all(|(_, run)| run.len() == 3));
    /// ```
    #[must_use]
    pub const fn minor(&self, number: usize) -> Option<usize> {
        if number < self.rank() {
            return Some(self.minor_to_major().at(number));
        }
        None
    }

    /// The physical dimension, before tiling, of each logical dimension; 0 is
    /// the most major. XLA's `MakeLogicalToPhysical`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5,7]{1,2,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.logical_to_physical(), [0, 2, 1]);
    /// ```
    #[must_use]
    pub const fn logical_to_physical(&self) -> Dims {
        let order = self.minor_to_major();
        let mut physical = Dims::filled(0, self.rank());
        let mut place = 0;
        while place < self.rank() {
            physical.set(order.at(self.rank() - 1 - place), place);
            place += 1;
        }
        physical
    }

    /// The same array with dimension `dim` moved to be the
    /// most major one; the others keep their order. XLA's `MoveDimToMajor`.
    ///
    /// # Errors
    ///
    /// When the padding of the new order makes the buffer too large.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5,7]{2,1,0:T(2,2)}").unwrap();
    /// let moved = layout.move_dim_to_major(2).unwrap();
    /// assert_eq!(moved.to_string(), "f32[3,5,7]{1,0,2:T(2,2)}");
    /// ```
    #[track_caller]
    pub const fn move_dim_to_major(&self, dim: usize) -> Result<Layout, InvalidLayout> {
        assert_dimension(dim, self.rank());
        let mut order = self.minor_to_major();
        let mut i = 0;
        while order.at(i) != dim {
            i += 1;
        }
        order.remove(i);
        order.push(dim);
        self.with_minor_to_major(order.as_slice())
    }

    /// The array whose logical dimensions are in the physical order of this
    /// one. It has a descending layout and the same buffer. XLA's
    /// `MakeShapeWithDescendingLayoutAndSamePhysicalLayout`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5,7]{1,2,0:T(2,2)}").unwrap();
    /// let descending = layout.with_descending_layout_and_same_physical_layout();
    /// assert_eq!(descending.to_string(), "f32[3,7,5]{2,1,0:T(2,2)}");
    /// assert_eq!(descending.physical_dims(), layout.physical_dims());
    /// assert_eq!(descending.offset(&[2, 6, 4]), layout.offset(&[2, 4, 6]));
    /// ```
    #[must_use]
    pub const fn with_descending_layout_and_same_physical_layout(&self) -> Layout {
        self.permute_dimensions(reversed(&self.minor_to_major()).as_slice())
    }

    /// The same buffer as an array whose dimension `i` is dimension
    /// `permutation[i]` of this one: a transpose that moves nothing. XLA's
    /// `PermuteDimensions`. A layout is bitcast by a transpose (XLA's
    /// `TransposeIsBitcast`) where the permuted one
    /// [`is_bitcast_of`](Layout::is_bitcast_of) the result.
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let transposed = layout.permute_dimensions(&[1, 0]);
    /// assert_eq!(transposed.to_string(), "f32[5,3]{0,1:T(2,2)}");
    /// assert_eq!(transposed.offset(&[3, 2]), layout.offset(&[2, 3]));
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn permute_dimensions(&self, permutation: &[usize]) -> Layout {
        let mut spec = self.spec();
        let pad = spec.pad;
        spec.dims = Dims::new(0);
        spec.dynamic = 0;
        let mut new_number = Dims::filled(MISSING, self.rank());
        let mut i = 0;
        while i < permutation.len() {
            let dim = permutation[i];
            if dim >= self.rank() || new_number.at(dim) != MISSING {
                no_permutation(permutation, self.rank());
            }
            new_number.set(dim, i);
            spec.dims.push(self.dims()[dim]);
            spec.dynamic |= (self.is_dynamic_dimension(dim) as u16) << i;
            if let (Some(pad), Some(from)) = (&mut spec.pad, &pad) {
                pad.widths.set(i, from.widths.at(dim));
            }
            i += 1;
        }
        if i != self.rank() {
            no_permutation(permutation, self.rank());
        }
        i = 0;
        while i < self.rank() {
            spec.minor_to_major
                .set(i, new_number.at(spec.minor_to_major.at(i)));
            i += 1;
        }
        Layout::new(spec, self.sizes()) // the buffer is the same
    }
}

/// No dimension has this number.
const MISSING: usize = usize::MAX;

#[track_caller]
const fn no_permutation(permutation: &[usize], rank: usize) -> ! {
    let mut words = ArrayString::<512>::new();
    words.str("the permutation [").list(permutation);
    words.str("] does not name each of ").num(rank as u128);
    words.str(" dimensions once");
    panic!("{}", words.as_str())
}
