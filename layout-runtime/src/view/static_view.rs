//! Views of the buffers of static layouts, and how static layouts print.

use core::fmt;

use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::{Attributes, DimsList, Tiles};
use crate::spec::element_type::ElementMarker;
use crate::view::mapping::Mapping;
use crate::view::storage_type::Element;
use crate::view::{LengthError, View, ViewMut};

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: Tiles,
    A: Attributes,
{
    /// A view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When the buffer has not exactly `PADDED_LEN` elements.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
    /// let buffer: Vec<f32> = (0..24).map(|i| i as f32).collect();
    /// assert_eq!(Fig1::view(&buffer)?[[2, 3]], 17.0);
    /// assert!(Fig1::view(&buffer[..15]).is_err());
    /// # Ok::<(), layout_runtime::LengthError>(())
    /// ```
    #[inline]
    pub fn view<R: Element<E>>(buffer: &[R]) -> Result<View<'_, R, Self>, LengthError> {
        const { Self::assert_holds::<R>() };
        View::new(buffer, StaticLayout::StaticLayout)
    }

    /// A view through which the buffer can be written.
    ///
    /// # Errors
    ///
    /// When the buffer has not exactly `PADDED_LEN` elements.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
    /// let mut buffer = [0.0f32; 24];
    /// Fig1::view_mut(&mut buffer)?[[2, 3]] = 1.0;
    /// assert_eq!(buffer[17], 1.0);
    /// # Ok::<(), layout_runtime::LengthError>(())
    /// ```
    #[inline]
    pub fn view_mut<R: Element<E>>(buffer: &mut [R]) -> Result<ViewMut<'_, R, Self>, LengthError> {
        const { Self::assert_holds::<R>() };
        ViewMut::new(buffer, StaticLayout::StaticLayout)
    }

    /// An element of the buffer is one value of `R`.
    #[track_caller] // so that the error stands there
    pub(crate) const fn assert_holds<R>() {
        assert!(
            size_of::<R>() * 8 == Self::LAYOUT_REF.element_bits(),
            "the layout's `E(n)` gives an element another size than the buffer's type has; \
             elements of less than a byte are seen through `packed_view`"
        );
    }
}

impl<E, const RANK: usize, D, O, T, A> fmt::Display for StaticLayout<E, RANK, D, O, T, A>
where
    Self: Mapping,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layout().fmt(f)
    }
}

impl<E, const RANK: usize, D, O, T, A> fmt::Debug for StaticLayout<E, RANK, D, O, T, A>
where
    Self: Mapping,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StaticLayout({})", *self.layout())
    }
}
