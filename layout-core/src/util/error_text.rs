//! `ErrorText`: what an error says.

use core::fmt;
use core::ops::Deref;

use crate::util::array_string::ArrayString;

/// A sentence of an error, without allocation; derefs to `str`.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let error = Layout::parse("f32[3,5]{1,0:T(0,2)}").unwrap_err();
/// assert_eq!(error.message(), "tile entry is 0");
/// assert!(error.message().ends_with("is 0"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ErrorText(#[doc(hidden)] pub ArrayString<256>);

impl ErrorText {
    /// Returns the text. (Also usable in const evaluation.)
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let error = Layout::parse("f32[3,5]{1,0:T(0,2)}").unwrap_err();
    /// assert_eq!(error.message().as_str(), "tile entry is 0");
    /// ```
    #[must_use]
    pub const fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Deref for ErrorText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Debug for ErrorText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for ErrorText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl PartialEq<str> for ErrorText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for ErrorText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}
