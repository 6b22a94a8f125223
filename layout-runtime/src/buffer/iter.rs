//! The iterators of buffers, as those of views.

use super::Buffer;
use crate::view::iter::runs::{Runs, RunsMut};
use crate::view::iter::{IndexedIter, IndexedIterMut, Iter, IterMut, PhysicalIter};
use crate::view::mapping::Mapping;

impl<T: Copy, M: Mapping> Buffer<T, M> {
    /// The elements in logical, row-major order; as [`View::iter`].
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<f32, Fig1>::from_elem(1.0);
    /// buffer.fill_padding(f32::NAN);
    /// assert_eq!(buffer.iter().sum::<f32>(), 15.0);
    /// ```
    ///
    /// [`View::iter`]: crate::View::iter
    #[inline]
    pub fn iter(&self) -> Iter<'_, T, M::Borrowed<'_>> {
        self.into_iter()
    }

    /// The elements in logical, row-major order, to be written; as
    /// [`ViewMut::iter_mut`](crate::ViewMut::iter_mut).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// buffer.iter_mut().for_each(|element| *element = 1.0);
    /// assert_eq!(buffer.as_slice().iter().sum::<f32>(), 15.0); // padding stays zero
    /// ```
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, T, M::Borrowed<'_>> {
        self.into_iter()
    }

    /// The elements in logical, row-major order, each with its index; as
    /// [`View::indexed_iter`](crate::View::indexed_iter).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let (index, element) = buffer.indexed_iter().last().unwrap();
    /// assert_eq!((index, *element), ([2, 4], 24.0));
    /// ```
    #[inline]
    pub fn indexed_iter(&self) -> IndexedIter<'_, T, M::Borrowed<'_>> {
        IndexedIter::new(self.view())
    }

    /// The elements in logical, row-major order, to be written, each with its
    /// index; as [`ViewMut::indexed_iter_mut`](crate::ViewMut::indexed_iter_mut).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// for ([i, j], element) in buffer.indexed_iter_mut() {
    ///     *element = (10 * i + j) as f32;
    /// }
    /// assert_eq!(buffer.as_slice()[16..20], [22.0, 23.0, 0.0, 0.0]); // two are padding
    /// ```
    #[inline]
    pub fn indexed_iter_mut(&mut self) -> IndexedIterMut<'_, T, M::Borrowed<'_>> {
        IndexedIterMut::new(self.view_mut())
    }

    /// The array as slices, each with its first index; as
    /// [`View::runs`](crate::View::runs).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::from_elem(1.0);
    /// let lengths: Vec<usize> = buffer.runs().map(|(_, run)| run.len()).collect();
    /// assert_eq!(lengths, [2, 2, 1, 2, 2, 1, 2, 2, 1]); // three rows of five
    /// ```
    #[inline]
    pub fn runs(&self) -> Runs<'_, T, M::Borrowed<'_>> {
        Runs::new(self.view())
    }

    /// The array as slices to be written; as
    /// [`ViewMut::runs_mut`](crate::ViewMut::runs_mut).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<i32, Fig1>::zeroed();
    /// for ([row, _], run) in buffer.runs_mut() {
    ///     run.fill(row as i32);
    /// }
    /// assert_eq!(buffer.as_slice()[8..16], [0, 0, 1, 0, 2, 2, 0, 0]); // 9, 11, 14 and 15 are padding
    /// ```
    #[inline]
    pub fn runs_mut(&mut self) -> RunsMut<'_, T, M::Borrowed<'_>> {
        RunsMut::new(self.view_mut())
    }

    /// The array as slices along dimension `dim`, as
    /// [`View::runs_along`](crate::View::runs_along).
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// // layout!(S32[3,5]<0,1:T(4)>): columns of 3, padded to 4
    /// type Columns = layout!(S32[3,5]<0,1:T(4)>);
    /// let buffer = Buffer::<i32, Columns>::from_fn(|[i, j]| (10 * i + j) as i32);
    /// let columns: Vec<&[i32]> = buffer.runs_along(0).map(|(_, run)| run).collect();
    /// assert_eq!(columns, [[0, 10, 20], [1, 11, 21], [2, 12, 22], [3, 13, 23], [4, 14, 24]]);
    /// ```
    #[track_caller]
    pub fn runs_along(&self, dim: usize) -> Runs<'_, T, M::Borrowed<'_>> {
        Runs::along(self.view(), dim)
    }

    /// The array as mutable slices along dimension `dim`, as
    /// [`ViewMut::runs_along_mut`](crate::ViewMut::runs_along_mut).
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// // layout!(S32[3,5]<0,1:T(4)>): columns of 3, padded to 4
    /// type Columns = layout!(S32[3,5]<0,1:T(4)>);
    /// let mut buffer = Buffer::<i32, Columns>::zeroed();
    /// for ([_, column], run) in buffer.runs_along_mut(0) {
    ///     run.fill(column as i32);
    /// }
    /// assert_eq!(buffer.as_slice()[4..12], [1, 1, 1, 0, 2, 2, 2, 0]); // padding stays zero
    /// ```
    #[track_caller]
    pub fn runs_along_mut(&mut self, dim: usize) -> RunsMut<'_, T, M::Borrowed<'_>> {
        RunsMut::along(self.view_mut(), dim)
    }

    /// All positions in memory order, each with the index of its element, `None`
    /// on padding; as [`View::physical_iter`](crate::View::physical_iter).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let padding = buffer.physical_iter().filter(|(index, _)| index.is_none());
    /// assert_eq!(padding.count(), 24 - 15);
    /// ```
    pub fn physical_iter(&self) -> PhysicalIter<'_, T, M::Borrowed<'_>> {
        PhysicalIter::new(self.view())
    }

    /// Writes a value to all elements, and to no padding; as
    /// [`ViewMut::fill`](crate::ViewMut::fill).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed();
    /// buffer.fill(1.0);
    /// assert_eq!(buffer.as_slice().iter().sum::<f32>(), 15.0); // padding stays zero
    /// ```
    pub fn fill(&mut self, value: T) {
        self.view_mut().fill(value);
    }

    /// Calls a function with each element, to be changed in place, in any order;
    /// as [`ViewMut::map_inplace`](crate::ViewMut::map_inplace).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_elem(2.0);
    /// buffer.map_inplace(|element| *element *= *element);
    /// assert_eq!(buffer.as_slice().iter().sum::<f32>(), 15.0 * 4.0); // padding stays zero
    /// ```
    pub fn map_inplace(&mut self, f: impl FnMut(&mut T)) {
        self.view_mut().map_inplace(f);
    }

    /// Writes a value to all padding, and to no element; as
    /// [`ViewMut::fill_padding`](crate::ViewMut::fill_padding).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// buffer.fill_padding(7.0);
    /// assert_eq!(buffer.as_slice().iter().sum::<f32>(), 7.0 * (24.0 - 15.0));
    /// ```
    pub fn fill_padding(&mut self, value: T) {
        self.view_mut().fill_padding(value);
    }
}

impl<'a, T: Copy, M: Mapping> IntoIterator for &'a Buffer<T, M> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, M::Borrowed<'a>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.view().into_iter()
    }
}

impl<'a, T: Copy, M: Mapping> IntoIterator for &'a mut Buffer<T, M> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, M::Borrowed<'a>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.view_mut().into_iter()
    }
}
