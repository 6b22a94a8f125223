//! From partial layouts to static ones and back, and equality between them.

use core::fmt;
use core::hash::{Hash, Hasher};

use super::PartialLayout;
use crate::layout::Layout;
use crate::layout::error::LayoutError;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::{DimsList, DimsOf, Params};

/// Between run-time layouts and those of another kind, which have `from_layout`
/// and `to_layout`.
macro_rules! conversions {
    ($($kind:ident)*) => {$(
        impl<E, const RANK: usize, D, O, T, A> From<$kind<E, RANK, D, O, T, A>> for Layout
        where
            (E, D, O, T, A): Params<RANK>,
        {
            fn from(layout: $kind<E, RANK, D, O, T, A>) -> Layout {
                layout.to_layout()
            }
        }

        impl<E, const RANK: usize, D, O, T, A> TryFrom<Layout> for $kind<E, RANK, D, O, T, A>
        where
            (E, D, O, T, A): Params<RANK>,
        {
            type Error = LayoutError;

            fn try_from(layout: Layout) -> Result<Self, LayoutError> {
                Self::from_layout(&layout)
            }
        }

        impl<E, const RANK: usize, D, O, T, A> PartialEq<Layout> for $kind<E, RANK, D, O, T, A>
        where
            (E, D, O, T, A): Params<RANK>,
        {
            fn eq(&self, other: &Layout) -> bool {
                self.to_layout() == *other
            }
        }

        impl<E, const RANK: usize, D, O, T, A> PartialEq<$kind<E, RANK, D, O, T, A>> for Layout
        where
            (E, D, O, T, A): Params<RANK>,
        {
            fn eq(&self, other: &$kind<E, RANK, D, O, T, A>) -> bool {
                other == self
            }
        }
    )*};
}

conversions! { StaticLayout PartialLayout }

/// A static layout converts to a partial layout that it fits. If known extents or sections
/// differ, this does not compile.
///
/// ```
/// use tiled_layout::layout;
///
/// type Rows = layout!(F32[?,5]<1,0:T(2,2)>);
/// let rows = Rows::from(layout!(F32[3,5]<1,0:T(2,2)>));
/// assert_eq!(rows, Rows::with_dims([3, 5])?);
/// assert_eq!(rows.padded_len(), 24); // 15 elements, and padding
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
///
/// ```compile_fail,E0080
/// use tiled_layout::layout;
///
/// type Rows = layout!(F32[?,5]<1,0:T(2,2)>);
/// let rows = Rows::from(layout!(F32[3,6]<1,0:T(2,2)>));
/// ```
impl<E, const RANK: usize, D, O, T, A, D2, A2> From<StaticLayout<E, RANK, D2, O, T, A2>>
    for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    (E, D2, O, T, A2): Params<RANK>,
{
    fn from(_: StaticLayout<E, RANK, D2, O, T, A2>) -> Self {
        const { Self::assert_fits::<D2, A2>() };
        match Self::with_dims(core::array::from_fn(|dim| {
            DimsOf::<(E, D2, O, T, A2), RANK>::DIMS[dim]
        })) {
            Ok(partial) => partial,
            Err(_) => unreachable!("the static layout is valid, and has the type's extents"),
        }
    }
}

/// Converts to the static layout if the extents are equal.
impl<E, const RANK: usize, D, O, T, A, D2, A2> TryFrom<PartialLayout<E, RANK, D2, O, T, A2>>
    for StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    (E, D2, O, T, A2): Params<RANK>,
{
    type Error = LayoutError;

    fn try_from(partial: PartialLayout<E, RANK, D2, O, T, A2>) -> Result<Self, LayoutError> {
        Self::from_layout(&partial.to_layout())
    }
}

impl<E, const RANK: usize, D, O, T, A, D2, A2> PartialEq<StaticLayout<E, RANK, D2, O, T, A2>>
    for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    (E, D2, O, T, A2): Params<RANK>,
{
    fn eq(&self, _: &StaticLayout<E, RANK, D2, O, T, A2>) -> bool {
        self == StaticLayout::<E, RANK, D2, O, T, A2>::LAYOUT_REF
    }
}

impl<E, const RANK: usize, D, O, T, A, D2, A2> PartialEq<PartialLayout<E, RANK, D2, O, T, A2>>
    for StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    (E, D2, O, T, A2): Params<RANK>,
{
    fn eq(&self, other: &PartialLayout<E, RANK, D2, O, T, A2>) -> bool {
        other == self
    }
}

impl<E, const RANK: usize, D, O, T, A> Clone for PartialLayout<E, RANK, D, O, T, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, const RANK: usize, D, O, T, A> Copy for PartialLayout<E, RANK, D, O, T, A> {}

/// Two values of one type are equal when their dimensions are.
impl<E, const RANK: usize, D, O, T, A> PartialEq for PartialLayout<E, RANK, D, O, T, A> {
    fn eq(&self, other: &Self) -> bool {
        self.dims == other.dims
    }
}

impl<E, const RANK: usize, D, O, T, A> Eq for PartialLayout<E, RANK, D, O, T, A> {}

impl<E, const RANK: usize, D, O, T, A> Hash for PartialLayout<E, RANK, D, O, T, A> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dims.hash(state);
    }
}

/// The text of the layout with all its extents, as XLA prints it.
impl<E, const RANK: usize, D, O, T, A> fmt::Display for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_layout().fmt(f)
    }
}

impl<E, const RANK: usize, D, O, T, A> fmt::Debug for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PartialLayout({self} of {})", Self::TEXT)
    }
}
