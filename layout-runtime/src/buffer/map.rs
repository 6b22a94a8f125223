//! `Buffer::map`: a buffer of another element type.

use layout_core::spec::element_type::ElementMarker;

use super::Buffer;
use crate::layout::Layout;
use crate::layout::error::LayoutError;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::map::{OwnIndex, StaticMapping, WholeBuffer};
use crate::view::ViewError;
use crate::view::iter::lend::Zip;
use crate::view::stores::Stores;

impl<T: Copy, M: WholeBuffer> Buffer<T, M> {
    fn map_into<U: Copy + Default, N: Stores<U>>(
        &self,
        mapping: N,
        mut f: impl FnMut(&T) -> U,
    ) -> Buffer<U, N> {
        let mut mapped = Buffer::of_padding(mapping, U::default);
        Zip::from(&mut mapped)
            .and(self)
            .for_each(|to, from| *to = f(from));
        mapped
    }
}

impl<T: Copy, E, const RANK: usize, D, O, L, A> Buffer<T, StaticLayout<E, RANK, D, O, L, A>>
where
    StaticLayout<E, RANK, D, O, L, A>: WholeBuffer,
{
    /// Creates a buffer of element type `F`, with the same dimensions, order, tiles and other
    /// sections, whose elements are `f` of these elements. Calls `f` once for each element, in an
    /// unspecified order. Padding is as in [`from_elem`](Self::from_elem).
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout, types::F32};
    ///
    /// let bytes = Buffer::<u8, layout!(U8[3,5]<1,0:T(2,2)>)>::from_elem(7);
    /// let floats = bytes.map::<F32, _>(|&byte| f32::from(byte) / 2.0);
    /// assert_eq!(floats[[2, 3]], 3.5);
    /// // The type of the result says the element type as well.
    /// let halved: Buffer<f32, layout!(F32[3,5]<1,0:T(2,2)>)> = bytes.map(|&byte| byte.into());
    /// assert_eq!(halved.as_slice()[17..19], [7.0, 0.0]); // then padding
    /// ```
    #[must_use]
    #[doc(alias = "mapv")]
    pub fn map<F, U: Copy + Default>(
        &self,
        f: impl FnMut(&T) -> U,
    ) -> Buffer<U, StaticLayout<F, RANK, D, O, L, A>>
    where
        StaticLayout<F, RANK, D, O, L, A>: Stores<U> + StaticMapping, // one error if `F` is not known
    {
        self.map_into(StaticLayout::default(), f)
    }
}

impl<T: Copy, E, const RANK: usize, D, O, L, A> Buffer<T, PartialLayout<E, RANK, D, O, L, A>>
where
    (E, D, O, L, A): Params<RANK>,
    [usize; RANK]: OwnIndex,
{
    /// Creates a buffer of element type `F`; as `map` of a buffer of a static layout.
    ///
    /// # Errors
    ///
    /// When the buffer would be too large.
    #[doc(alias = "mapv")]
    #[allow(
        clippy::type_complexity,
        reason = "the parameters of the layout's type"
    )]
    pub fn map<F, U: Copy + Default>(
        &self,
        f: impl FnMut(&T) -> U,
    ) -> Result<Buffer<U, PartialLayout<F, RANK, D, O, L, A>>, LayoutError>
    where
        (F, D, O, L, A): Params<RANK>,
        PartialLayout<F, RANK, D, O, L, A>: Stores<U>,
    {
        Ok(self.map_into(PartialLayout::with_dims(*self.mapping.dims())?, f))
    }
}

impl<T: Copy> Buffer<T, Layout> {
    /// Creates a buffer of element type `F`; as `map` of a buffer of a static layout.
    ///
    /// # Errors
    ///
    /// When `U` does not hold elements of type `F` in this layout, or the buffer would be too
    /// large.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, Layout, types::F32};
    ///
    /// let layout = Layout::parse("u8[3,5]{1,0:T(2,2)}")?;
    /// let bytes = Buffer::from_elem_with(layout, 7u8)?;
    /// let floats = bytes.map::<F32, _>(|&byte| f32::from(byte))?;
    /// assert_eq!(floats.layout().to_string(), "f32[3,5]{1,0:T(2,2)}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "mapv")]
    pub fn map<F: ElementMarker, U: Copy + Default>(
        &self,
        f: impl FnMut(&T) -> U,
    ) -> Result<Buffer<U, Layout>, ViewError>
    where
        Layout: Stores<U>,
    {
        let layout = self
            .mapping
            .with_element_type(F::TYPE)
            .map_err(ViewError::Layout)?;
        Stores::<U>::check_held(&layout).map_err(Into::into)?;
        Ok(self.map_into(layout, f))
    }
}
