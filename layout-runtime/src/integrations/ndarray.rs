//! Feature `ndarray`: views as `ndarray`'s views, without copying.

use ndarray::{
    ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, Dimension, IntoDimension, IxDyn,
    ShapeBuilder,
};

use crate::layout::Index;
use crate::mapping::Mapping;
use crate::view::{View, ViewMut};

/// The index of a run-time layout is a dynamic dimension; that of a static
/// one, `[usize; RANK]`, is `Ix0` to `Ix6`.
impl IntoDimension for Index {
    type Dim = IxDyn;

    fn into_dimension(self) -> IxDyn {
        IxDyn(&self)
    }
}

/// `ndarray`'s type of the dimensions of an array of mapping `M`.
type Dim<M> = <<M as Mapping>::Index as IntoDimension>::Dim;

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// The logical array as a view of `ndarray`, without copying; `None` when
    /// a tile cuts a dimension, so that it has no
    /// [`logical_strides`](crate::Layout::logical_strides).
    ///
    /// The array of a static layout of at most 6 dimensions has as many
    /// dimensions by type; that of a run-time layout is an `ArrayViewD`.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// # use layout_runtime::Layout;
    /// use ndarray::{ArrayView2, array};
    ///
    /// // type Columns = layout!(S32[2,3]<0,1>);
    /// type Columns = StaticLayout<S32, 2, Dims2<2, 3>, Order2<0, 1>, (), ()>;
    ///
    /// let buffer = [1, 4, 2, 5, 3, 6];
    /// let array: ArrayView2<'_, i32> = Columns::view(&buffer)?.as_ndarray().unwrap();
    /// assert_eq!(array, array![[1, 2, 3], [4, 5, 6]]);
    ///
    /// let tiled = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// assert_eq!(tiled.view(&[0i32; 24])?.as_ndarray(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_ndarray(&self) -> Option<ArrayView<'a, T, Dim<M>>>
    where
        M::Index: IntoDimension,
    {
        let (dims, strides) = strided(self.mapping())?;
        ArrayView::from_shape(dims.strides(strides), self.as_slice()).ok()
    }

    /// The whole buffer, padding included, as the array of its physical
    /// dimensions, without copying. What `L(n)` adds at the end is left out.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<f32> = (0..24).map(|n| n as f32).collect();
    /// let view = layout.view(&buffer)?;
    /// let tiles = view.as_physical_ndarray();
    /// assert_eq!(tiles.shape(), [2, 3, 2, 2]); // 2 x 3 tiles of 2 x 2
    /// assert_eq!(tiles[[1, 1, 0, 1]], view[[2, 3]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_physical_ndarray(&self) -> ArrayViewD<'a, T> {
        let dims = IxDyn(self.layout().physical_dims());
        match ArrayView::from_shape(dims.clone(), &self.as_slice()[..dims.size()]) {
            Ok(array) => array,
            Err(_) => unreachable!("the buffer has `padded_len` elements"),
        }
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// The logical array as a view of `ndarray` that can be written; `None`
    /// where [`View::as_ndarray`] is.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("s32[2,3]{1,0:T(2,4)}")?; // rows padded to 4
    /// let mut buffer = [0; 8];
    /// layout.view_mut(&mut buffer)?.as_ndarray_mut().unwrap().fill(1);
    /// assert_eq!(buffer, [1, 1, 1, 0, 1, 1, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_ndarray_mut(&mut self) -> Option<ArrayViewMut<'_, T, Dim<M>>>
    where
        M::Index: IntoDimension,
    {
        let (dims, strides) = strided(self.mapping())?;
        ArrayViewMut::from_shape(dims.strides(strides), self.as_mut_slice()).ok()
    }

    /// The whole buffer, padding included, as the array of its physical
    /// dimensions, to be written; see [`View::as_physical_ndarray`].
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0.0f32; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// view.as_physical_ndarray_mut()[[1, 1, 0, 1]] = 1.0;
    /// assert_eq!(view[[2, 3]], 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_physical_ndarray_mut(&mut self) -> ArrayViewMutD<'_, T> {
        let dims = IxDyn(self.layout().physical_dims());
        match ArrayViewMut::from_shape(dims.clone(), &mut self.as_mut_slice()[..dims.size()]) {
            Ok(array) => array,
            Err(_) => unreachable!("the buffer has `padded_len` elements"),
        }
    }
}

/// The logical dimensions and their strides, as `ndarray` has them.
fn strided<M: Mapping>(mapping: &M) -> Option<(Dim<M>, Dim<M>)>
where
    M::Index: IntoDimension,
{
    let layout = mapping.layout();
    let dimension = |numbers: &[usize]| Some(mapping.index_from_slice(numbers)?.into_dimension());
    Some((
        dimension(layout.dims())?,
        dimension(&layout.logical_strides()?)?,
    ))
}
