//! Views split in two along a dimension.

use crate::layout::Layout;
use crate::layout::part::Part;
use crate::layout::part::error::SubviewError;
use crate::view::mapping::Mapping;
use crate::view::{View, ViewMut};

impl<'a, T, M: Mapping> View<'a, T, M> {
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
    #[track_caller]
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
    #[track_caller]
    #[expect(clippy::type_complexity, reason = "two views")]
    pub fn split_at_mut(
        &mut self,
        dim: usize,
        index: usize,
    ) -> Result<(ViewMut<'_, T, Layout>, ViewMut<'_, T, Layout>), SubviewError> {
        self.reborrow().into_split(dim, index)
    }
}

impl<'a, T, M: Mapping> ViewMut<'a, T, M> {
    #[expect(clippy::type_complexity, reason = "two views")]
    #[track_caller]
    pub(crate) fn into_split(
        self,
        dim: usize,
        index: usize,
    ) -> Result<(ViewMut<'a, T, Layout>, ViewMut<'a, T, Layout>), SubviewError> {
        let [low, high] = Part::of_sides(&self.layout(), dim, index)?;
        // A part begins with an element of its own, which is none of the other.
        let cut = match high.positions.is_empty() {
            true => low.positions.end,
            false => high.positions.start,
        };
        let (before, after) = self.into_slice().split_at_mut(cut);
        let after = &mut after[..high.positions.len()];
        Ok((
            ViewMut::from_checked(&mut before[low.positions], low.layout),
            ViewMut::from_checked(after, high.layout),
        ))
    }
}
