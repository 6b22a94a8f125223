//! `DimsError`: dimensions that do not fit a partial layout.

use core::fmt;

use layout_core::parse::error::const_message;
use layout_core::spec::error_kind::ErrorKind;

/// Why dimensions known only at run time do not fit a
/// [`PartialLayout`](crate::PartialLayout).
///
/// ```
/// use tiled_layout::{DimsError, layout};
///
/// type Rows = layout!(F32[?,128]<1,0:T(8,128)>);
/// let error = Rows::with_dims([5, 64]).unwrap_err();
/// assert_eq!(error.dim(), Some(1));
/// let error = Rows::with_dims([usize::MAX, 128]).unwrap_err();
/// assert!(error.to_string().starts_with("the buffer needs "));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DimsError {
    why: Why,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// An extent of the type is another number.
    Mismatch {
        text: &'static str,
        dim: usize,
        expected: usize,
        found: usize,
    },
    /// The validator's error.
    Invalid(ErrorKind),
}

impl DimsError {
    pub(super) const fn mismatch(
        text: &'static str,
        dim: usize,
        expected: usize,
        found: usize,
    ) -> DimsError {
        DimsError {
            why: Why::Mismatch {
                text,
                dim,
                expected,
                found,
            },
        }
    }

    pub(super) const fn invalid(kind: ErrorKind) -> DimsError {
        DimsError {
            why: Why::Invalid(kind),
        }
    }

    /// The dimension that differs from the type's, if that is the error.
    #[must_use]
    pub const fn dim(&self) -> Option<usize> {
        match self.why {
            Why::Mismatch { dim, .. } => Some(dim),
            Why::Invalid(_) => None,
        }
    }
}

impl fmt::Display for DimsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why {
            Why::Mismatch {
                text,
                dim,
                expected,
                found,
            } => write!(
                f,
                "dimension {dim} is {found}, but it is {expected} in `{text}`"
            ),
            Why::Invalid(kind) => f.write_str(const_message(kind).as_str()),
        }
    }
}

impl fmt::Debug for DimsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DimsError({self})")
    }
}

impl core::error::Error for DimsError {}
