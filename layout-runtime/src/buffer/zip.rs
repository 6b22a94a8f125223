//! Buffers in loops over several arrays.

use super::Buffer;
use crate::view::ViewMut;
use crate::view::iter::zip::IntoZip;
use crate::view::mapping::Mapping;

impl<'a, T: Copy, M: Mapping> IntoZip for &'a mut Buffer<T, M> {
    type Item = &'a mut T;
    type Index = M::Index;
    type Operand = <ViewMut<'a, T, M::Borrowed<'a>> as IntoZip>::Operand;

    fn into_operand(self) -> Self::Operand {
        self.view_mut().into_operand()
    }
}

impl<T: Copy, M: Mapping> Buffer<T, M> {
    /// Calls `f` with each element and that of `other` at the same index, in any
    /// order; as [`ViewMut::zip_mut_with`].
    ///
    /// # Panics
    ///
    /// When the arrays differ in their dimensions.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut a = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_elem(1.0);
    /// let b = Buffer::<f32, layout!(F32[3,5])>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// a.zip_mut_with(&b, |a, b| *a += b);
    /// assert_eq!(a.as_slice()[16..20], [23.0, 24.0, 0.0, 0.0]); // two are padding
    /// ```
    #[track_caller]
    pub fn zip_mut_with<'b, U: 'b>(
        &mut self,
        other: impl IntoZip<Item = &'b U>,
        f: impl FnMut(&mut T, &U),
    ) {
        self.view_mut().zip_mut_with(other, f);
    }
}
