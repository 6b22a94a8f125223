//! Views as chunks along a dimension.

use crate::layout::part::error::SubviewError;
use crate::view::axis_iter::{AxisIter, AxisIterMut};
use crate::view::mapping::Mapping;
use crate::view::{View, ViewMut};

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// The array as arrays of `size` indices of dimension `dim` each, without
    /// copying; the last one has the rest. Each is what
    /// [`subview`](View::subview) gives. Along a tiled dimension `size` is a
    /// multiple of the tiles.
    ///
    /// # Errors
    ///
    /// When these are no arrays of their own: a chunk ends within a tile, or the
    /// dimension is not the most major. As [`region`](View::region)s they always
    /// exist.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or `size` is 0.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[5,3]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect(); // 15 elements, and padding
    /// let view = layout.view(&buffer)?;
    /// let rows: Vec<usize> = view.axis_chunks_iter(0, 2)?.map(|chunk| chunk.dims()[0]).collect();
    /// assert_eq!(rows, [2, 2, 1]);
    /// assert_eq!(
    ///     view.axis_chunks_iter(0, 3).unwrap_err().to_string(),
    ///     "index 3 in dimension 0 lies within a tile, so that the region is no array of its own"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn axis_chunks_iter(
        &self,
        dim: usize,
        size: usize,
    ) -> Result<AxisIter<'a, T, M::Borrowed<'_>>, SubviewError> {
        AxisIter::chunks(self.by_ref(), dim, size)
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// The array as arrays of `size` indices of dimension `dim` each, to be
    /// written; as [`View::axis_chunks_iter`]. All of them can be in use at once.
    ///
    /// # Errors
    ///
    /// As those of [`View::axis_chunks_iter`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or `size` is 0.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[5,3]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// std::thread::scope(|scope| {
    ///     for (n, mut rows) in (1..).zip(view.axis_chunks_iter_mut(0, 2)?) {
    ///         scope.spawn(move || rows.fill(n));
    ///     }
    ///     Ok::<(), tiled_layout::SubviewError>(())
    /// })?;
    /// assert_eq!((view[[1, 2]], view[[2, 0]], view[[4, 2]]), (1, 2, 3));
    /// assert_eq!(buffer[4..8], [1, 0, 1, 0]); // two are padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn axis_chunks_iter_mut(
        &mut self,
        dim: usize,
        size: usize,
    ) -> Result<AxisIterMut<'_, T, M::Borrowed<'_>>, SubviewError> {
        AxisIterMut::chunks(self.reborrow(), dim, size)
    }
}
