//! `BitcastError`: why a buffer of one layout is not one of another.

use core::fmt;

use layout_core::spec::display;
use layout_core::util::array_string::ArrayString;

use super::same_positions::MAX_PIECES;
use crate::layout::Layout;

/// A buffer of one layout is not one of the other.
///
/// ```
/// use tiled_layout::Layout;
///
/// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let plain = Layout::parse("f32[3,5]{1,0}")?;
/// let buffer = [0.0f32; 24];
/// let error = tiled.view(&buffer)?.try_bitcast(plain).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a buffer of `f32[3,5]{1,0:T(2,2)}` is not one of `f32[3,5]{1,0}`: \
///      it has 24 elements with padding, not 15"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitcastError {
    from: LayoutText,
    to: LayoutText,
    difference: Difference,
}

/// A layout's text, truncated so that an error with two of them has at most 112
/// bytes.
type LayoutText = ArrayString<42>;

/// The first difference: of one layout, and of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Difference {
    Element,
    NumElements(usize, usize),
    PaddedLen(usize, usize),
    Prefix(usize, usize),
    Positions,
    Unknown,
}

impl BitcastError {
    /// The text of the layout that the buffer has, truncated if long.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let plain = Layout::parse("f32[3,5]{1,0}")?;
    /// let error = tiled.view(&[0.0f32; 24])?.try_bitcast(plain).unwrap_err();
    /// assert_eq!(error.from(), "f32[3,5]{1,0:T(2,2)}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn from(&self) -> &str {
        self.from.as_str()
    }

    /// The text of the requested layout, truncated if long.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let plain = Layout::parse("f32[3,5]{1,0}")?;
    /// let error = tiled.view(&[0.0f32; 24])?.try_bitcast(plain).unwrap_err();
    /// assert_eq!(error.to(), "f32[3,5]{1,0}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn to(&self) -> &str {
        self.to.as_str()
    }

    /// `Ok` where a buffer of `from` is one of `to`.
    pub(crate) const fn check(from: &Layout, to: &Layout) -> Result<(), BitcastError> {
        let answer = from.compare(to);
        if matches!(answer, Some(true)) {
            return Ok(());
        }
        let (a, b) = (from.metadata_prefix_bytes(), to.metadata_prefix_bytes());
        let difference = if from.element_type() as u8 != to.element_type() as u8
            || from.element_bits() != to.element_bits()
        {
            Difference::Element
        } else if from.num_elements() != to.num_elements() {
            Difference::NumElements(from.num_elements(), to.num_elements())
        } else if from.padded_len() != to.padded_len() {
            Difference::PaddedLen(from.padded_len(), to.padded_len())
        } else if a != b {
            Difference::Prefix(a, b)
        } else if answer.is_some() {
            Difference::Positions
        } else {
            Difference::Unknown
        };
        Err(BitcastError {
            from: ArrayString::shortened(display::print(&from.spec()).as_str()),
            to: ArrayString::shortened(display::print(&to.spec()).as_str()),
            difference,
        })
    }

    pub(crate) const fn message(&self) -> ArrayString<512> {
        let mut text = ArrayString::new();
        text.str("a buffer of `").str(self.from());
        text.str("` is not one of `").str(self.to()).str("`: ");
        match self.difference {
            Difference::Element => text.str("its elements are of another type or size"),
            Difference::NumElements(from, to) => {
                text.str("the array has ").num(from as u128);
                text.str(" elements, not ").num(to as u128)
            }
            Difference::PaddedLen(from, to) => {
                text.str("it has ").num(from as u128);
                text.str(" elements with padding, not ").num(to as u128)
            }
            Difference::Prefix(from, to) => {
                text.str("it has ").num(from as u128);
                text.str(" bytes of metadata, not ").num(to as u128)
            }
            Difference::Positions => text.str("elements lie at other positions"),
            Difference::Unknown => {
                text.str("not known, because no difference is found in the first ");
                text.num(MAX_PIECES as u128)
                    .str(" pieces of constant stride")
            }
        };
        text
    }
}

impl fmt::Display for BitcastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl core::error::Error for BitcastError {}
