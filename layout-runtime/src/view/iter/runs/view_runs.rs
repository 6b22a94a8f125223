//! The runs of views.

use super::{Runs, RunsMut};
use crate::view::mapping::PositionMap;
use crate::view::{View, ViewMut};

impl<'a, T, M: PositionMap> View<'a, T, M> {
    /// The array as slices: the longest contiguous runs along the last
    /// dimension, in logical order, each with the index of its first element.
    /// The compiler vectorises loops over slices.
    ///
    /// If the last dimension is not contiguous, each run has one element.
    /// [`runs_along`](View::runs_along) yields longer runs along the most minor dimension,
    /// `layout.xla().minor(0)`.
    #[inline]
    pub fn runs(&self) -> Runs<'a, T, M::Borrowed<'_>> {
        Runs::new(self.by_ref())
    }

    /// The array as slices along dimension `dim`: the longest contiguous runs,
    /// each with the index of its first element. The loop over `dim` is the
    /// innermost one; the other dimensions are in logical order.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{0,1:T(4)}")?; // columns of 3, padded to 4
    /// let buffer: Vec<i32> = (0..20).collect();
    /// let view = layout.view(&buffer)?;
    /// let columns: Vec<&[i32]> = view.runs_along(0).map(|(_, run)| run).collect();
    /// assert_eq!(columns[..2], [[0, 1, 2], [4, 5, 6]]);
    /// assert!(view.runs().all(|(_, run)| run.len() == 1)); // rows are not contiguous
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn runs_along(&self, dim: usize) -> Runs<'a, T, M::Borrowed<'_>> {
        Runs::along(self.by_ref(), dim)
    }
}

impl<T, M: PositionMap> ViewMut<'_, T, M> {
    /// The array as slices; as [`View::runs`].
    #[inline]
    pub fn runs(&self) -> Runs<'_, T, M::Borrowed<'_>> {
        Runs::new(self.as_view())
    }

    /// The array as slices along dimension `dim`, as [`View::runs_along`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[track_caller]
    pub fn runs_along(&self, dim: usize) -> Runs<'_, T, M::Borrowed<'_>> {
        Runs::along(self.as_view(), dim)
    }

    /// The array as mutable slices: the longest contiguous runs along the last
    /// dimension, in logical order, each with the index of its first element.
    #[inline]
    pub fn runs_mut(&mut self) -> RunsMut<'_, T, M::Borrowed<'_>> {
        RunsMut::new(self.reborrow())
    }

    /// The array as mutable slices along dimension `dim`, as
    /// [`View::runs_along`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[track_caller]
    pub fn runs_along_mut(&mut self, dim: usize) -> RunsMut<'_, T, M::Borrowed<'_>> {
        RunsMut::along(self.reborrow(), dim)
    }
}
