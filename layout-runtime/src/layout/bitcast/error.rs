//! `BitcastError`: why a buffer of one layout is not one of another.

use core::fmt;

use crate::layout::Layout;
use crate::spec::display;
use crate::util::array_string::ArrayString;

/// A buffer of one layout is not one of the other.
///
/// ```
/// use layout_runtime::Layout;
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
    from: Layout,
    to: Layout,
}

impl BitcastError {
    /// The layout that the buffer has.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let plain = Layout::parse("f32[3,5]{1,0}")?;
    /// let error = tiled.view(&[0.0f32; 24])?.try_bitcast(plain).unwrap_err();
    /// assert_eq!(error.from(), &tiled);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn from(&self) -> &Layout {
        &self.from
    }

    /// The layout that was asked for.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let plain = Layout::parse("f32[3,5]{1,0}")?;
    /// let error = tiled.view(&[0.0f32; 24])?.try_bitcast(plain).unwrap_err();
    /// assert_eq!(error.to(), &plain);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn to(&self) -> &Layout {
        &self.to
    }

    /// `Ok` where a buffer of `from` is one of `to`.
    pub(crate) const fn check(from: &Layout, to: &Layout) -> Result<(), BitcastError> {
        if from.is_bitcast_of(to) {
            return Ok(());
        }
        Err(BitcastError {
            from: *from,
            to: *to,
        })
    }

    pub(crate) const fn message(&self) -> ArrayString<{ 3 * display::LONGEST }> {
        let (from, to) = (&self.from, &self.to);
        let mut text = ArrayString::new();
        text.str("a buffer of `")
            .str(display::print(from.spec()).as_str())
            .str("` is not one of `")
            .str(display::print(to.spec()).as_str())
            .str("`: ");
        if from.element_type() as u8 != to.element_type() as u8
            || from.element_bits() != to.element_bits()
        {
            text.str("its elements are of another type or size");
        } else if from.num_elements() != to.num_elements() {
            text.str("the array has ").num(from.num_elements() as u128);
            text.str(" elements, not ").num(to.num_elements() as u128);
        } else if from.padded_len() != to.padded_len() {
            text.str("it has ").num(from.padded_len() as u128);
            text.str(" elements with padding, not ")
                .num(to.padded_len() as u128);
        } else if from.spec().prefix != to.spec().prefix {
            text.str("it has ").num(from.spec().prefix as u128);
            text.str(" bytes of metadata, not ")
                .num(to.spec().prefix as u128);
        } else {
            text.str("elements lie at other positions");
        }
        text
    }
}

impl fmt::Display for BitcastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl core::error::Error for BitcastError {}
