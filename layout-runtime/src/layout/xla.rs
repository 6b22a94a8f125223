//! The queries of XLA's `LayoutUtil` and `ShapeUtil`, under XLA's names:
//! [`Layout::xla`](crate::Layout::xla).

use layout_core::spec::{Dims, default_order};

use crate::layout::Layout;
use crate::layout::assert_dimension;
use crate::layout::builder::reversed;
use crate::layout::error::LayoutError;

impl Layout {
    /// The queries of XLA's `LayoutUtil` and `ShapeUtil`, under XLA's names.
    #[must_use]
    pub const fn xla(&self) -> Queries<'_> {
        Queries { layout: self }
    }
}

/// A layout's queries, by XLA's names.
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::xla::Queries;
///
/// let layout = Layout::parse("f32[3,5,7]{1,2,0:T(2,2)}").unwrap(); // rows and columns padded to 2
/// let queries: Queries<'_> = layout.xla();
/// assert_eq!((queries.major(0), queries.minor(0)), (Some(0), Some(1)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Queries<'a> {
    layout: &'a Layout,
}

impl Queries<'_> {
    /// Whether the dimensions go from major to minor in logical order, as in
    /// `{1,0}`. XLA's `IsMonotonicWithDim0Major`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let monotonic = |text| {
    ///     let layout = Layout::parse(text).unwrap();
    ///     (layout.xla().is_monotonic_with_dim0_major(), layout.xla().is_monotonic_with_dim0_minor())
    /// };
    /// assert_eq!(monotonic("f32[3,5]{1,0:T(2,2)}"), (true, false));
    /// assert_eq!(monotonic("f32[3,5]{0,1:T(2,2)}"), (false, true));
    /// assert_eq!(monotonic("f32[3,5,7]{1,2,0:T(2,2)}"), (false, false));
    /// assert_eq!(monotonic("f32[3]{0:T(128)}"), (true, true));
    /// ```
    #[must_use]
    pub const fn is_monotonic_with_dim0_major(self) -> bool {
        self.layout
            .minor_to_major()
            .same(&default_order(self.layout.rank()))
    }

    /// Whether the dimensions go from minor to major in logical order, as in
    /// `{0,1}`. XLA's `IsMonotonicWithDim0Minor`.
    #[must_use]
    pub const fn is_monotonic_with_dim0_minor(self) -> bool {
        self.layout
            .minor_to_major()
            .same(&reversed(&default_order(self.layout.rank())))
    }

    /// Logical dimension number `number`, counted from the most major
    /// one, which is 0; `None` when there is none. XLA's `Major`.
    #[must_use]
    pub const fn major(self, number: usize) -> Option<usize> {
        if number < self.layout.rank() {
            return Some(
                self.layout
                    .minor_to_major()
                    .at(self.layout.rank() - 1 - number),
            );
        }
        None
    }

    /// Logical dimension number `number`, counted from the most minor
    /// one, which is 0; `None` when there is none. XLA's `Minor`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, Layout, layout};
    ///
    /// let layout = Layout::parse("f32[3,5,7]{1,2,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.xla().minor(0), Some(1));
    /// assert_eq!(layout.xla().minor(3), None);
    ///
    /// // Runs along the most minor dimension are the longest ones.
    /// type Columns = layout!(S32[3,5]<0,1:T(4)>); // columns of 3, padded to 4
    /// let buffer = Buffer::<i32, Columns>::zeroed();
    /// let mut runs = buffer.runs_along(buffer.layout().xla().minor(0).unwrap());
    /// assert!(runs.all(|(_, run)| run.len() == 3));
    /// ```
    #[must_use]
    pub const fn minor(self, number: usize) -> Option<usize> {
        if number < self.layout.rank() {
            return Some(self.layout.minor_to_major().at(number));
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
    /// assert_eq!(layout.xla().logical_to_physical(), [0, 2, 1]);
    /// ```
    #[must_use]
    pub const fn logical_to_physical(self) -> Dims {
        let order = self.layout.minor_to_major();
        let mut physical = Dims::filled(0, self.layout.rank());
        let mut axis = 0;
        while axis < self.layout.rank() {
            physical.set(order.at(self.layout.rank() - 1 - axis), axis);
            axis += 1;
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
    /// let moved = layout.xla().move_dim_to_major(2).unwrap();
    /// assert_eq!(moved.to_string(), "f32[3,5,7]{1,0,2:T(2,2)}");
    /// ```
    #[track_caller]
    pub const fn move_dim_to_major(self, dim: usize) -> Result<Layout, LayoutError> {
        assert_dimension(dim, self.layout.rank());
        let mut order = self.layout.minor_to_major();
        let mut i = 0;
        while order.at(i) != dim {
            i += 1;
        }
        order.remove(i);
        order.push(dim);
        self.layout.with_minor_to_major(order.as_slice())
    }

    /// The array whose logical dimensions are in the physical order of this
    /// one. It has a descending layout and the same buffer. XLA's
    /// `MakeShapeWithDescendingLayoutAndSamePhysicalLayout`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5,7]{1,2,0:T(2,2)}").unwrap();
    /// let descending = layout.xla().with_descending_layout_and_same_physical_layout();
    /// assert_eq!(descending.to_string(), "f32[3,7,5]{2,1,0:T(2,2)}");
    /// assert_eq!(descending.physical_dims(), layout.physical_dims());
    /// assert_eq!(descending.offset(&[2, 6, 4]), layout.offset(&[2, 4, 6]));
    /// ```
    #[must_use]
    pub const fn with_descending_layout_and_same_physical_layout(self) -> Layout {
        self.layout
            .permute_dimensions(reversed(&self.layout.minor_to_major()).as_slice())
    }
}
