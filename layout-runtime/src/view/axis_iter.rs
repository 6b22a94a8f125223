//! `AxisIter`: the arrays along a dimension, and arrays split and permuted.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use crate::layout::Layout;
use crate::layout::part::Part;
use crate::layout::part::error::SubviewError;
use crate::spec::Dims;
use crate::util::axis::assert_dimension;
use crate::view::mapping::Mapping;
use crate::view::{View, ViewMut};

/// The arrays at each index along a dimension: [`View::axis_iter`].
///
/// ```
/// use tiled_layout::{Buffer, layout};
///
/// // A batch of four: each is one stretch of memory.
/// let batch = Buffer::<i32, layout!(S32[4,3,5]<2,1,0:T(2,2)>)>::from_fn(|[n, _, _]| n as i32);
/// for (n, item) in batch.axis_iter(0)?.enumerate() {
///     assert_eq!(item.layout().to_string(), "s32[3,5]{1,0:T(2,2)}");
///     assert_eq!(item.iter().sum::<i32>(), 15 * n as i32); // 9 places are padding
/// }
/// # Ok::<(), tiled_layout::SubviewError>(())
/// ```
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct AxisIter<'a, T, M> {
    view: View<'a, T, M>,
    dim: usize,
    /// Of one of the arrays.
    layout: Layout,
    indices: Range<usize>,
}

impl<'a, T, M: Mapping> AxisIter<'a, T, M> {
    pub(crate) fn new(view: View<'a, T, M>, dim: usize) -> Result<Self, SubviewError> {
        assert_dimension(dim, view.rank());
        let layout = Part::layout_along(&view.layout(), dim)?;
        let indices = 0..view.dims()[dim];
        Ok(AxisIter {
            view,
            dim,
            layout,
            indices,
        })
    }

    fn item(&self, index: usize) -> View<'a, T, Layout> {
        let len = self.layout.padded_len();
        let mut corner = Dims::filled(0, self.view.rank());
        corner.set(self.dim, index);
        let start = match len {
            0 => 0,
            _ => self.view.mapping().position_unchecked(&corner),
        };
        View::from_checked(&self.view.as_slice()[start..][..len], self.layout)
    }
}

impl<'a, T, M: Mapping> Iterator for AxisIter<'a, T, M> {
    type Item = View<'a, T, Layout>;

    fn next(&mut self) -> Option<Self::Item> {
        let index = self.indices.next()?;
        Some(self.item(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }
}

impl<T, M: Mapping> DoubleEndedIterator for AxisIter<'_, T, M> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.indices.next_back()?;
        Some(self.item(index))
    }
}

impl<T, M: Mapping> ExactSizeIterator for AxisIter<'_, T, M> {}
impl<T, M: Mapping> FusedIterator for AxisIter<'_, T, M> {}

impl<T, M: Mapping> fmt::Debug for AxisIter<'_, T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AxisIter")
            .field("layout", &*self.view.layout())
            .field("dim", &self.dim)
            .field("indices", &self.indices)
            .finish_non_exhaustive()
    }
}

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// The arrays at each index along dimension `dim`, which
    /// they no longer have; without copying. Each is what
    /// [`index_axis`](View::index_axis) gives.
    ///
    /// # Errors
    ///
    /// When these are not arrays of their own: the dimension is tiled, or not
    /// the most major.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[4,3,5]{2,1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..96).collect(); // 60 elements, and padding
    /// let view = layout.view(&buffer)?;
    /// let corners: Vec<i32> = view.axis_iter(0)?.map(|item| item[[2, 4]]).collect();
    /// assert_eq!(corners, [20, 24 + 20, 48 + 20, 72 + 20]);
    /// assert!(view.axis_iter(1).is_err()); // rows are tiled
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn axis_iter(&self, dim: usize) -> Result<AxisIter<'a, T, M::Borrowed<'_>>, SubviewError> {
        AxisIter::new(self.by_ref(), dim)
    }

    /// The array in two parts, of the indices before `index` along dimension
    /// `dim` and of those from it on; without copying.
    ///
    /// # Errors
    ///
    /// When `index` is past the dimension, or when a part is no array of its
    /// own: `index` is not at the edge of a tile, or the dimension is not the
    /// most major. The two parts exist always as [`region`](View::region)s.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let (above, below) = view.split_at(0, 2)?;
    /// assert_eq!((above.dims(), below.dims()), (&[2, 5][..], &[1, 5][..]));
    /// assert_eq!(below.as_slice(), &buffer[12..]); // 5 elements, and padding
    /// assert_eq!(
    ///     view.split_at(0, 1).unwrap_err().to_string(),
    ///     "index 1 in dimension 0 lies within a tile, so that the region is no array of its own"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::type_complexity, reason = "two views")]
    pub fn split_at(
        &self,
        dim: usize,
        index: usize,
    ) -> Result<(View<'a, T, Layout>, View<'a, T, Layout>), SubviewError> {
        let [low, high] = Part::of_sides(&self.layout(), dim, index)?;
        let view = |part: Part| View::from_checked(&self.as_slice()[part.positions], part.layout);
        Ok((view(low), view(high)))
    }

    /// The same buffer as an array whose dimension `i` is dimension
    /// `permutation[i]` of this one: a transpose that copies nothing. Every
    /// layout allows it, because tiles follow the order in memory.
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let transposed = view.permuted(&[1, 0]);
    /// assert_eq!(transposed.layout().to_string(), "s32[5,3]{0,1:T(2,2)}");
    /// assert_eq!(transposed[[3, 2]], view[[2, 3]]);
    /// assert_eq!(transposed.as_slice(), buffer); // 15 elements, and padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    #[must_use]
    pub fn permuted(&self, permutation: &[usize]) -> View<'a, T, Layout> {
        let layout = self.layout().permute_dimensions(permutation);
        View::from_checked(self.as_slice(), layout)
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// The array in two parts along a dimension, to be written; as
    /// [`View::split_at`].
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
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// let (mut above, mut below) = view.split_at_mut(0, 2)?;
    /// above[[0, 4]] = 1;
    /// below[[0, 4]] = 2;
    /// assert_eq!((view[[0, 4]], view[[2, 4]]), (1, 2)); // next to both is padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::type_complexity, reason = "two views")]
    pub fn split_at_mut(
        &mut self,
        dim: usize,
        index: usize,
    ) -> Result<(ViewMut<'_, T, Layout>, ViewMut<'_, T, Layout>), SubviewError> {
        let [low, high] = Part::of_sides(&self.layout(), dim, index)?;
        // A part begins with an element of its own, which is none of the other.
        let cut = match high.positions.is_empty() {
            true => low.positions.end,
            false => high.positions.start,
        };
        let (before, after) = self.as_mut_slice().split_at_mut(cut);
        let after = &mut after[..high.positions.len()];
        Ok((
            ViewMut::from_checked(&mut before[low.positions], low.layout),
            ViewMut::from_checked(after, high.layout),
        ))
    }

    /// The same buffer with permuted dimensions, to be written; as
    /// [`View::permuted`].
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24]; // 15 elements, and padding
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// view.permuted_mut(&[1, 0])[[3, 2]] = 7;
    /// assert_eq!(view[[2, 3]], 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    #[must_use]
    pub fn permuted_mut(&mut self, permutation: &[usize]) -> ViewMut<'_, T, Layout> {
        let layout = self.layout().permute_dimensions(permutation);
        ViewMut::from_checked(self.as_mut_slice(), layout)
    }
}
