//! `Cute`: a layout as CuTe, CUTLASS's layout algebra, spells it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use layout_core::formula::term::NO_MODULUS;
use layout_core::util::words::joined;

use layout_runtime::Layout;

/// One logical dimension in CuTe's notation: digits with one stride each. The first digit
/// varies fastest.
#[derive(Clone)]
pub(crate) struct CuteMode {
    /// The extents of the digits, padding included.
    pub(crate) shape: Vec<usize>,
    /// The stride of each digit, in elements.
    pub(crate) stride: Vec<usize>,
}

/// A layout's CuTe spelling: one mode per logical dimension.
pub(crate) struct Cute {
    pub(crate) modes: Vec<CuteMode>,
}

impl Cute {
    /// Returns the spelling of a layout; `None` if the position is not a sum of digits of each
    /// dimension.
    pub(crate) fn new(layout: &Layout) -> Option<Cute> {
        let terms = layout.terms()?;
        let mode = |dim: usize| {
            let mut digits: Vec<_> = terms.iter().filter(|term| term.dim == dim).collect();
            digits.sort_by_key(|term| term.divisor);
            let (mut shape, mut stride, mut below) = (Vec::new(), Vec::new(), 1);
            for digit in digits {
                // Digits that are not those of one number have no spelling.
                if digit.divisor != below {
                    return None;
                }
                let extent = match digit.modulus {
                    NO_MODULUS => layout.dims()[dim].div_ceil(digit.divisor),
                    modulus => modulus,
                };
                below = below.checked_mul(extent)?;
                shape.push(extent);
                stride.push(digit.stride);
            }
            if shape.is_empty() {
                shape.push(layout.dims()[dim]);
                stride.push(0);
            }
            Some(CuteMode { shape, stride })
        };
        let modes = (0..layout.rank()).map(mode).collect::<Option<Vec<_>>>()?;
        Some(Cute { modes })
    }
}

impl fmt::Display for Cute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.modes.is_empty() {
            return f.write_str("1:0"); // a scalar
        }
        let tuple = |len: usize, text: String| match len {
            1 => text,
            _ => format!("({text})"),
        };
        let all = |of: fn(&CuteMode) -> &[usize]| {
            let modes = self.modes.iter().map(of);
            let modes = modes.map(|digits| tuple(digits.len(), joined(digits, ",").to_string()));
            tuple(self.modes.len(), modes.collect::<Vec<_>>().join(","))
        };
        write!(
            f,
            "{}:{}",
            all(|mode| &mode.shape),
            all(|mode| &mode.stride)
        )
    }
}
