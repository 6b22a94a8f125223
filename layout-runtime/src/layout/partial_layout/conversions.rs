//! From partial layouts to static ones and back, and equality between them.

use core::fmt;
use core::hash::{Hash, Hasher};

use layout_core::spec::{UNKNOWN, display};
use layout_core::util::array_string::ArrayString;

use super::PartialLayout;
use crate::layout::Layout;
use crate::layout::error::LayoutError;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::{DimsList, DimsOf, Params};

impl<E, const RANK: usize, D, O, T, A> PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    /// Converts a run-time layout to this type.
    ///
    /// # Errors
    ///
    /// When it differs in more than the unknown extents; the error names both layouts.
    ///
    /// ```
    /// use tiled_layout::{Layout, layout};
    ///
    /// type Rows = layout!(F32[?,5]<1,0:T(2,2)>);
    /// let rows = Rows::from_layout(&Layout::parse("f32[3,5]{1,0:T(2,2)}")?)?;
    /// assert_eq!(rows.padded_len(), 24); // 15 elements, and padding
    /// assert_eq!(
    ///     Rows::from_layout(&Layout::parse("f32[3,5]{1,0}")?).unwrap_err().to_string(),
    ///     "the layout is `f32[3,5]{1,0}`, but `f32[?,5]{1,0:T(2,2)}` was expected",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_layout(layout: &Layout) -> Result<Self, LayoutError> {
        if let Ok(dims) = layout.dims().try_into()
            && let Ok(partial) = Self::with_dims(dims)
            && partial == *layout
        {
            return Ok(partial);
        }
        Err(LayoutError::mismatch(Self::TEXT, layout))
    }

    /// Fails to compile unless the static layout differs from this one in
    /// unknown extents alone.
    #[track_caller] // so that the error stands there
    const fn assert_fits<D2, A2>()
    where
        (E, D2, O, T, A2): Params<RANK>,
    {
        let fixed = StaticLayout::<E, RANK, D2, O, T, A2>::LAYOUT_REF.spec();
        let mut known = Self::KNOWN.spec;
        let mut dim = 0;
        while dim < RANK {
            if known.dims.items[dim] == UNKNOWN {
                known.dims.items[dim] = fixed.dims.items[dim];
            }
            dim += 1;
        }
        // Two layouts are equal if their texts are.
        let same = display::print(&known);
        if !str_eq(same.as_str(), StaticLayout::<E, RANK, D2, O, T, A2>::TEXT) {
            let mut words = ArrayString::<1024>::new();
            words
                .str("the layout is `")
                .str(StaticLayout::<E, RANK, D2, O, T, A2>::TEXT);
            words.str("`, but `").str(Self::TEXT).str("` was expected");
            panic!("{}", words.as_str());
        }
    }
}

/// Whether two strings are equal, in const evaluation.
const fn str_eq(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

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
