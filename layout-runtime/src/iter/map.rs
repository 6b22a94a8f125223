//! `map`: a buffer of another element type.

use layout_core::spec::element_type::ElementMarker;

use super::zip::Zip;
use crate::array::aliases::Buffer;
use crate::array::layout::assert_size;
use crate::array::stores::{Stores, check_held};
use crate::array::{Array, ViewError};
use crate::layout::Layout;
use crate::layout::error::LayoutError;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::map::{OwnIndex, StaticMapping, WholeBuffer};
use crate::storage::Slice;

/// Returns a buffer of a mapping of the same dimensions, whose elements are `f` of those of `from`.
fn map_into<S: Slice, M: WholeBuffer, U: Copy + Default, N: Stores<U>>(
    from: &Array<S, M>,
    mapping: N,
    mut f: impl FnMut(&S::Elem) -> U,
) -> Buffer<U, N> {
    let mut mapped = Buffer::of_padding(mapping, U::default);
    Zip::from(&mut mapped)
        .and(from.units_view())
        .for_each(|to, from| *to = f(from));
    mapped
}

impl<S: Slice, E, const RANK: usize, D, O, L, A> Array<S, StaticLayout<E, RANK, D, O, L, A>>
where
    StaticLayout<E, RANK, D, O, L, A>: WholeBuffer,
{
    /// Creates a buffer of element type `F`, with the same dimensions, order, tiles and other
    /// sections, whose elements are `f` of these elements. Calls `f` once for each element, in an
    /// unspecified order. Padding is as in [`Buffer::from_elem`].
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
    ///
    /// The result has the sections of this array's layout. With `E(n)` an element may have another
    /// size than a value, which does not compile:
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::{Buffer, layout, types::S8};
    ///
    /// let buffer = Buffer::<u16, layout!(U16[15]<0:E(16)>)>::from_elem(7);
    /// let bytes = buffer.map::<S8, i8>(|&x| x as i8); // S8[15]<0:E(16)>
    /// ```
    #[must_use]
    #[doc(alias = "mapv")]
    pub fn map<F, U: Copy + Default>(
        &self,
        f: impl FnMut(&S::Elem) -> U,
    ) -> Buffer<U, StaticLayout<F, RANK, D, O, L, A>>
    where
        StaticLayout<F, RANK, D, O, L, A>: Stores<U> + StaticMapping, // one error if `F` is not known
    {
        const { assert_size::<U>(&<StaticLayout<F, RANK, D, O, L, A>>::LAYOUT.spec()) };
        map_into(self, StaticLayout::default(), f)
    }
}

impl<S: Slice, E, const RANK: usize, D, O, L, A> Array<S, PartialLayout<E, RANK, D, O, L, A>>
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
        f: impl FnMut(&S::Elem) -> U,
    ) -> Result<Buffer<U, PartialLayout<F, RANK, D, O, L, A>>, LayoutError>
    where
        (F, D, O, L, A): Params<RANK>,
        PartialLayout<F, RANK, D, O, L, A>: Stores<U>,
    {
        const { PartialLayout::<F, RANK, D, O, L, A>::assert_holds::<U>() };
        Ok(map_into(
            self,
            PartialLayout::with_dims(*self.mapping().dims())?,
            f,
        ))
    }
}

impl<S: Slice> Array<S, Layout> {
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
        f: impl FnMut(&S::Elem) -> U,
    ) -> Result<Buffer<U, Layout>, ViewError>
    where
        Layout: Stores<U>,
    {
        let layout = self
            .mapping()
            .with_element_type(F::TYPE)
            .map_err(ViewError::Layout)?;
        check_held::<U, _>(&layout).map_err(Into::into)?;
        Ok(map_into(self, layout, f))
    }
}
