//! Views with permuted dimensions.

use crate::layout::Layout;
use crate::view::mapping::Mapping;
use crate::view::{View, ViewMut};

impl<'a, T, M: Mapping> View<'a, T, M> {
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
