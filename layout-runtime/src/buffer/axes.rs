//! Buffers along a dimension, in two parts and permuted, as views.

use super::Buffer;
use crate::layout::Layout;
use crate::layout::part::error::SubviewError;
use crate::view::iter::axes::{AxisIter, AxisIterMut};
use crate::view::mapping::Mapping;
use crate::view::{View, ViewMut};

impl<T: Copy, M: Mapping> Buffer<T, M> {
    /// The array at `index` along dimension `dim`, which it no longer has; as
    /// [`View::index_axis`].
    ///
    /// # Errors
    ///
    /// As for [`View::index_axis`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let last_row = buffer.index_axis(0, 2)?;
    /// assert_eq!(last_row.dims(), [5]);
    /// assert!(last_row.iter().eq(&[20.0, 21.0, 22.0, 23.0, 24.0]));
    /// # Ok::<(), tiled_layout::SubviewError>(())
    /// ```
    #[track_caller]
    pub fn index_axis(
        &self,
        dim: usize,
        index: usize,
    ) -> Result<View<'_, T, Layout>, SubviewError> {
        self.view().index_axis(dim, index)
    }

    /// The array at `index` along dimension `dim`, to be written; as
    /// [`ViewMut::index_axis_mut`].
    ///
    /// # Errors
    ///
    /// As for [`View::index_axis`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// let mut last_row = buffer.index_axis_mut(0, 2)?;
    /// last_row.iter_mut().for_each(|element| *element = 1.0);
    /// assert_eq!(buffer.as_slice()[20..], [1.0, 0.0, 0.0, 0.0]); // the others are padding
    /// # Ok::<(), tiled_layout::SubviewError>(())
    /// ```
    #[track_caller]
    pub fn index_axis_mut(
        &mut self,
        dim: usize,
        index: usize,
    ) -> Result<ViewMut<'_, T, Layout>, SubviewError> {
        self.view_mut().into_axis(dim, index)
    }

    /// The arrays at each index along a dimension; as [`View::axis_iter`].
    ///
    /// # Errors
    ///
    /// As those of [`View::axis_iter`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let batch = Buffer::<f32, layout!(F32[4,3,5]<2,1,0:T(2,2)>)>::from_elem(1.0);
    /// let sums = batch.axis_iter(0)?.map(|item| item.iter().sum());
    /// assert_eq!(sums.collect::<Vec<f32>>(), [15.0; 4]); // padding does not count
    /// # Ok::<(), tiled_layout::SubviewError>(())
    /// ```
    #[track_caller]
    pub fn axis_iter(&self, dim: usize) -> Result<AxisIter<'_, T, M::Borrowed<'_>>, SubviewError> {
        AxisIter::new(self.view(), dim)
    }

    /// The arrays at each index along a dimension, to be written; as
    /// [`ViewMut::axis_iter_mut`].
    ///
    /// # Errors
    ///
    /// As those of [`View::axis_iter`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut batch = Buffer::<f32, layout!(F32[4,3,5]<2,1,0:T(2,2)>)>::zeroed();
    /// for mut item in batch.axis_iter_mut(0)? {
    ///     item[[2, 4]] = 1.0;
    /// }
    /// assert_eq!(batch.as_slice().iter().sum::<f32>(), 4.0); // padding stays zero
    /// # Ok::<(), tiled_layout::SubviewError>(())
    /// ```
    #[track_caller]
    pub fn axis_iter_mut(
        &mut self,
        dim: usize,
    ) -> Result<AxisIterMut<'_, T, M::Borrowed<'_>>, SubviewError> {
        AxisIterMut::new(self.view_mut(), dim)
    }

    /// The array as arrays of `size` indices of a dimension each; as
    /// [`View::axis_chunks_iter`].
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
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let buffer = Buffer::<f32, layout!(F32[5,3]<1,0:T(2,2)>)>::from_elem(1.0);
    /// let sums = buffer.axis_chunks_iter(0, 2)?.map(|rows| rows.iter().sum());
    /// assert_eq!(sums.collect::<Vec<f32>>(), [6.0, 6.0, 3.0]); // padding does not count
    /// # Ok::<(), tiled_layout::SubviewError>(())
    /// ```
    #[track_caller]
    pub fn axis_chunks_iter(
        &self,
        dim: usize,
        size: usize,
    ) -> Result<AxisIter<'_, T, M::Borrowed<'_>>, SubviewError> {
        AxisIter::chunks(self.view(), dim, size)
    }

    /// The array as arrays of `size` indices of a dimension each, to be written;
    /// as [`ViewMut::axis_chunks_iter_mut`].
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
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut buffer = Buffer::<i32, layout!(S32[5,3]<1,0:T(2,2)>)>::zeroed();
    /// for (n, mut rows) in (1..).zip(buffer.axis_chunks_iter_mut(0, 2)?) {
    ///     rows.fill(n);
    /// }
    /// assert_eq!((buffer[[1, 2]], buffer[[4, 0]]), (1, 3));
    /// assert_eq!(buffer.as_slice()[20..], [3, 0, 0, 0]); // three are padding
    /// # Ok::<(), tiled_layout::SubviewError>(())
    /// ```
    #[track_caller]
    pub fn axis_chunks_iter_mut(
        &mut self,
        dim: usize,
        size: usize,
    ) -> Result<AxisIterMut<'_, T, M::Borrowed<'_>>, SubviewError> {
        AxisIterMut::chunks(self.view_mut(), dim, size)
    }

    /// The array in two parts along a dimension; as [`View::split_at`].
    ///
    /// # Errors
    ///
    /// As those of [`View::split_at`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_elem(1.0);
    /// let (above, below) = buffer.split_at(0, 2)?;
    /// assert_eq!((above.len(), below.len()), (10, 5)); // padding does not count
    /// assert!(buffer.split_at(0, 1).is_err()); // within a tile
    /// # Ok::<(), tiled_layout::SubviewError>(())
    /// ```
    #[expect(clippy::type_complexity, reason = "two views")]
    #[track_caller]
    pub fn split_at(
        &self,
        dim: usize,
        index: usize,
    ) -> Result<(View<'_, T, Layout>, View<'_, T, Layout>), SubviewError> {
        self.view().split_at(dim, index)
    }

    /// The array in two parts along a dimension, to be written; as
    /// [`ViewMut::split_at_mut`].
    ///
    /// # Errors
    ///
    /// As those of [`View::split_at`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed();
    /// let (mut above, mut below) = buffer.split_at_mut(0, 2)?;
    /// above.fill(1.0);
    /// below.fill(2.0);
    /// assert_eq!((buffer[[1, 4]], buffer[[2, 0]]), (1.0, 2.0));
    /// assert_eq!(buffer.as_slice().iter().sum::<f32>(), 20.0); // padding stays zero
    /// # Ok::<(), tiled_layout::SubviewError>(())
    /// ```
    #[expect(clippy::type_complexity, reason = "two views")]
    #[track_caller]
    pub fn split_at_mut(
        &mut self,
        dim: usize,
        index: usize,
    ) -> Result<(ViewMut<'_, T, Layout>, ViewMut<'_, T, Layout>), SubviewError> {
        self.view_mut().into_split(dim, index)
    }

    /// The same memory as an array with permuted dimensions; as
    /// [`View::permuted`].
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let transposed = buffer.permuted(&[1, 0]);
    /// assert_eq!(transposed.dims(), [5, 3]); // with the same padding
    /// assert_eq!(transposed[[3, 2]], 23.0);
    /// ```
    #[track_caller]
    #[must_use]
    pub fn permuted(&self, permutation: &[usize]) -> View<'_, T, Layout> {
        self.view().permuted(permutation)
    }

    /// The same memory with permuted dimensions, to be written; as
    /// [`ViewMut::permuted_mut`].
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed(); // with padding
    /// buffer.permuted_mut(&[1, 0])[[3, 2]] = 7.0;
    /// assert_eq!(buffer[[2, 3]], 7.0);
    /// ```
    #[track_caller]
    #[must_use]
    pub fn permuted_mut(&mut self, permutation: &[usize]) -> ViewMut<'_, T, Layout> {
        let layout = self.layout().permute_dimensions(permutation);
        ViewMut::from_checked(self.as_mut_slice(), layout)
    }
}
