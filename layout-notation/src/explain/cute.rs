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
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::explain;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let cute = explain(&layout).cute().unwrap();
/// assert_eq!((&cute.modes()[1].shape[..], &cute.modes()[1].stride[..]), (&[2, 3][..], &[1, 4][..]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CuteMode {
    /// The extents of the digits, padding included.
    pub shape: Vec<usize>,
    /// The stride of each digit, in elements.
    pub stride: Vec<usize>,
}

/// A layout's CuTe spelling, `shape:stride`. The modes are the logical
/// dimensions in their order; the digits of a mode go from the one that varies
/// fastest to the slowest. Where tiles pad, the shape is that of whole tiles.
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::explain;
///
/// let cute = |text| explain(&Layout::parse(text).unwrap()).cute();
/// let spelling = cute("bf16[300,500]{1,0:T(8,128)(2,1)}").unwrap().to_string();
/// assert_eq!(spelling, "((2,4,38),(128,4)):((1,256,4096),(2,1024))");
/// assert_eq!(cute("f32[3,5]{0,1}").unwrap().to_string(), "(3,5):(1,3)");
/// // `*` merges rows of two slices into one tile: no digit of z or y tells where.
/// assert_eq!(cute("f32[2,3,4]{2,1,0:T(*,2,2)}"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cute {
    modes: Vec<CuteMode>,
}

impl Cute {
    /// The spelling with these modes.
    pub(crate) const fn of(modes: Vec<CuteMode>) -> Cute {
        Cute { modes }
    }

    pub(super) fn new(layout: &Layout) -> Option<Cute> {
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

    /// One mode per logical dimension.
    #[must_use]
    pub fn modes(&self) -> &[CuteMode] {
        &self.modes
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
