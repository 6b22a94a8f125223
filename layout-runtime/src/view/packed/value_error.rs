//! `ValueError`: a value that an element cannot hold.

use core::fmt::{self, Write};

use layout_core::spec::element_type::ElementType;
use layout_core::util::array_string::ArrayString;

/// A value that an element cannot hold, such as 8 in S4.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0; 12]; // 24 places of 4 bits
/// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
/// let error = view.try_set([2, 3], 8).unwrap_err();
/// assert_eq!(error.to_string(), "8 does not fit an element of type s4, which has 4 bits");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ValueError {
    /// As `Debug` writes it.
    value: ArrayString<32>,
    element: ElementType,
    /// Which element of row-major data it is.
    number: Option<usize>,
}

impl ValueError {
    #[cold]
    #[inline(never)]
    pub(super) fn new(value: &dyn fmt::Debug, element: ElementType) -> ValueError {
        let mut text = ArrayString::new();
        let _ = write!(text, "{value:?}"); // what does not fit is cut off
        ValueError {
            value: text,
            element,
            number: None,
        }
    }

    /// Of element `number` of row-major data.
    pub(super) fn at(self, number: usize) -> ValueError {
        ValueError {
            number: Some(number),
            ..self
        }
    }

    /// The element type that does not have the value.
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let layout = Layout::parse("u2[3,5]{1,0:T(2,2)E(2)}")?;
    /// let mut bytes = [0; 6]; // 24 places of 2 bits
    /// let error = layout.packed_view_mut::<u8>(&mut bytes)?.try_set([0, 0], 4).unwrap_err();
    /// assert_eq!(error.element_type(), ElementType::U2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn element_type(&self) -> ElementType {
        self.element
    }

    /// The number of the value in row-major data, counted from 0; `None` for a
    /// value that was given alone.
    ///
    /// ```
    /// use tiled_layout::{Layout, ViewError};
    ///
    /// let layout = Layout::parse("u2[3]{0:T(4)E(2)}")?;
    /// let mut bytes = [0]; // 4 places of 2 bits
    /// let mut view = layout.packed_view_mut::<u8>(&mut bytes)?;
    /// let Err(ViewError::Value(error)) = view.copy_from_row_major(&[0, 3, 4]) else {
    ///     unreachable!()
    /// };
    /// assert_eq!(error.number(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn number(&self) -> Option<usize> {
        self.number
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, element) = (self.value.as_str(), self.element);
        let width = element.bits();
        write!(
            f,
            "{value} does not fit an element of type {element}, which has {width} bits"
        )?;
        match self.number {
            Some(number) => write!(f, " (element {number} of the data)"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ValueError({self})")
    }
}

impl core::error::Error for ValueError {}
