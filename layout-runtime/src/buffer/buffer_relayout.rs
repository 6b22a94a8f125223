//! Buffers copied to other layouts.

use crate::buffer::Buffer;
use crate::relayout::{NoUninit, RelayoutError};
use crate::view::LengthError;
use crate::view::mapping::{Mapping, StaticMapping};
use crate::view::stores::Stores;

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
    /// dimensions and element type of `L`. Two static layouts of other ones do
    /// not compile.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Rows = layout!(F32[3,5]);
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let rows = Buffer::<f32, Rows>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let tiled = rows.to_layout::<Fig1>()?;
    /// assert_eq!((tiled[[2, 3]], tiled.as_slice().len()), (23.0, 24));
    /// # Ok::<(), tiled_layout::RelayoutError>(())
    /// ```
    pub fn to_layout<L: StaticMapping + Stores<T, Error = LengthError>>(
        &self,
    ) -> Result<Buffer<T, L>, RelayoutError> {
        let mut buffer = Buffer::default();
        buffer.view_mut().copy_from(&self.view())?;
        Ok(buffer)
    }
}
