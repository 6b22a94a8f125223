//! From static and partial layouts to run-time ones and back.

use core::str::FromStr;

use layout_core::parse::error::ParseError;
use layout_core::spec::display;
use layout_core::spec::error_kind::ErrorKind;

use super::StaticLayout;
use super::params::Params;
use crate::layout::Layout;
use crate::layout::error::LayoutError;
use crate::layout::partial_layout::PartialLayout;

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    /// The layout's canonical text, as XLA prints it.
    pub const TEXT: &'static str = const { &display::print(&Self::CHECKED.spec) }.as_str();

    /// The static layout, if a run-time layout is this one.
    pub(crate) fn from_layout(layout: &Layout) -> Result<Self, LayoutError> {
        if layout == Self::LAYOUT_REF {
            return Ok(Self::new());
        }
        Err(LayoutError::mismatch(Self::TEXT, layout))
    }

    /// The layout as a value, as of the other kinds.
    #[must_use]
    pub const fn to_layout(self) -> Layout {
        Self::LAYOUT
    }
}

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

/// Checks that the text is one of this layout, in whatever spelling.
///
/// ```
/// use tiled_layout::layout;
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
/// assert_eq!("F32[3,5]<:T(2,2)>".parse(), Ok(Fig1::new()));
/// let error = "f32[3,5]{1,0}".parse::<Fig1>().unwrap_err();
/// assert_eq!(error.message(), "another layout than `f32[3,5]{1,0:T(2,2)}`");
/// ```
impl<E, const RANK: usize, D, O, T, A> FromStr for StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if Layout::parse(text)? == *Self::LAYOUT_REF {
            return Ok(Self::new());
        }
        let kind = ErrorKind::AnotherLayout {
            expected: Self::TEXT,
        };
        Err(ParseError::new(kind, text, 0, text.len()))
    }
}
