//! `zip_mut_with` of buffers.

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
    /// Calls `f` with each element and the element of `other` at the same index, in any
    /// order; as [`ViewMut::zip_mut_with`].
    ///
    /// # Panics
    ///
    /// When the arrays differ in their dimensions.
    #[track_caller]
    pub fn zip_mut_with<'b, U: 'b>(
        &mut self,
        other: impl IntoZip<Item = &'b U>,
        f: impl FnMut(&mut T, &U),
    ) {
        self.view_mut().zip_mut_with(other, f);
    }
}
