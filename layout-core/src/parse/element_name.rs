//! Names of element types.

use core::str::FromStr;

use crate::parse::error::ParseError;
use crate::spec::element_type::ElementType;
use crate::spec::error_kind::ErrorKind;

/// The element type of a name in any case.
pub(super) const fn element(name: &[u8]) -> Option<ElementType> {
    match core::str::from_utf8(name) {
        Ok(name) => ElementType::from_name(name),
        Err(_) => None,
    }
}

/// A name in any case, by the rule of [`ElementType::from_name`]. The error says
/// what an unknown name may mean.
///
/// ```
/// use tiled_layout::ElementType;
///
/// assert_eq!("BF16".parse(), Ok(ElementType::BF16));
/// let error = "float".parse::<ElementType>().unwrap_err();
/// assert_eq!(error.message(), "unknown element type `float`");
/// assert_eq!(error.help().as_deref(), Some("write `f32`"));
/// ```
impl FromStr for ElementType {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        let unknown = || ParseError::new(ErrorKind::UnknownElement, name, 0, name.len());
        ElementType::from_name(name).ok_or_else(unknown)
    }
}
