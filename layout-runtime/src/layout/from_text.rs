//! `Layout::parse`: a layout from its text.

use core::str::FromStr;

use layout_core::parse;
use layout_core::parse::error::ParseError;
use layout_core::spec::checked_spec::CheckedSpec;

use super::Layout;

impl Layout {
    /// Reads XLA's text of a shape with its layout.
    ///
    /// # Errors
    ///
    /// The first error in the text, with its range, and what to write instead.
    /// A buffer of more than `isize::MAX` bytes is an error.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let tpu = Layout::parse("bf16[300,500]{1,0:T(8,128)(2,1)}")?;
    /// assert_eq!(tpu.padded_bytes(), 311296); // 304 x 512 elements of 2 bytes
    ///
    /// let error = Layout::parse("bf16[300,500]{1,1}").unwrap_err();
    /// assert_eq!(error.message(), "minor_to_major names dimension 1 twice, at entries 0 and 1");
    /// assert_eq!(error.range(), 16..17);
    /// # Ok::<(), tiled_layout::ParseError>(())
    /// ```
    pub const fn parse(text: &str) -> Result<Layout, ParseError> {
        match parse::parse(text) {
            Ok(CheckedSpec { spec, sizes }) => Ok(Layout::from_checked(spec, sizes)),
            Err(error) => Err(error),
        }
    }
}

impl FromStr for Layout {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Layout::parse(text)
    }
}
