//! Views of the buffers of partial layouts.

use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::params::Params;
use crate::view::static_view::assert_size;
use crate::view::stores::Stores;
use crate::view::{LengthError, View, ViewMut};

impl<E, const RANK: usize, D, O, T, A> PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    /// A view of a buffer that has this layout. It holds the layout's value, 40
    /// bytes at rank 2.
    ///
    /// # Errors
    ///
    /// When the buffer has not exactly `padded_len` elements.
    ///
    /// ```
    /// use tiled_layout::{View, layout};
    ///
    /// type Rows = layout!(F32[?,5]<1,0:T(2,2)>);
    /// let buffer: Vec<f32> = (0..24).map(|i| i as f32).collect();
    /// let rows = Rows::with_dims([3, 5])?;
    /// let view: View<'_, f32, Rows> = rows.view(&buffer)?;
    /// assert_eq!(view[[2, 3]], 17.0);
    /// assert!(rows.view(&buffer[..15]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn view<'a, R>(&self, buffer: &'a [R]) -> Result<View<'a, R, Self>, LengthError>
    where
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        View::new(buffer, *self)
    }

    /// A view through which the buffer can be written.
    ///
    /// # Errors
    ///
    /// When the buffer has not exactly `padded_len` elements.
    ///
    /// ```
    /// use tiled_layout::layout;
    ///
    /// let rows = <layout!(F32[?,5]<1,0:T(2,2)>)>::with_dims([3, 5])?;
    /// let mut buffer = [0.0f32; 24]; // 15 elements, and padding
    /// rows.view_mut(&mut buffer)?[[2, 3]] = 1.0;
    /// assert_eq!(buffer[17], 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn view_mut<'a, R>(&self, buffer: &'a mut [R]) -> Result<ViewMut<'a, R, Self>, LengthError>
    where
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        ViewMut::new(buffer, *self)
    }

    /// An element of the buffer is one value of `R`.
    #[track_caller] // so that the error stands there
    pub(crate) const fn assert_holds<R>() {
        assert_size::<R>(Self::SPEC);
    }
}
