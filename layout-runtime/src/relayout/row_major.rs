//! What buffers do with plans: other layouts, and row-major data.

use alloc::vec::Vec;

use super::{NoUninit, RelayoutError, RelayoutPlan};
use crate::buffer::Buffer;
use crate::layout::Layout;
use crate::spec::{Dims, Spec};
use crate::view::mapping::{Mapping, StaticMapping};
use crate::view::stores::Stores;
use crate::view::{LengthError, ViewMut};

impl<T: NoUninit + Default, M: Mapping> Buffer<T, M> {
    /// The same array in a new buffer of layout `L`.
    ///
    /// Copying into a buffer that is there already, with
    /// [`copy_from`](ViewMut::copy_from), takes less time: the system gives
    /// out new memory more slowly than it is written.
    ///
    /// # Errors
    ///
    /// When this buffer's layout is known at run time and has not the
    /// dimensions of `L`. Two static layouts of other dimensions do not
    /// compile.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// use layout_runtime::Buffer;
    ///
    /// type Rows = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (), ()>;
    /// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
    /// let rows = Buffer::<f32, Rows>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let tiled = rows.to_layout::<Fig1>()?;
    /// assert_eq!((tiled[[2, 3]], tiled.as_slice().len()), (23.0, 24));
    /// # Ok::<(), layout_runtime::RelayoutError>(())
    /// ```
    pub fn to_layout<L: StaticMapping + Stores<T, Error = LengthError>>(
        &self,
    ) -> Result<Buffer<T, L>, RelayoutError> {
        let mut buffer = Buffer::zeroed();
        buffer.view_mut().copy_from(&self.view())?;
        Ok(buffer)
    }
}

/// The layout of the same array without tiles and padding, in row-major order.
fn rows_of(layout: &Layout) -> Layout {
    let mut spec = Spec::new(layout.element_type(), Dims::from_slice(layout.dims()));
    spec.bits = layout.spec().bits;
    Layout::from_spec(spec).expect("an array without padding is no larger than with it")
}

/// Copies the elements of `data`, one each in row-major order.
pub(crate) fn from_row_major<T: NoUninit, M: Mapping>(data: &[T], mut to: ViewMut<'_, T, M>) {
    RelayoutPlan::new(&rows_of(to.layout()), to.layout())
        .and_then(|plan| plan.run(data, to.as_mut_slice()))
        .expect("the caller has checked the length");
}

/// The elements, in row-major order.
pub(crate) fn to_row_major<T: NoUninit>(from: &[T], layout: &Layout) -> Vec<T> {
    let Some(&any) = from.first() else {
        return Vec::new();
    };
    let mut data = alloc::vec![any; layout.num_elements()];
    RelayoutPlan::new(layout, &rows_of(layout))
        .and_then(|plan| plan.run(from, &mut data))
        .expect("the buffer has the length of its layout");
    data
}
