//! The formula of a layout as straight-line code, for static and for partial
//! layouts.
//!
//! Code that a layout does not need is behind a `match` on a constant. The compiler drops
//! it before code generation, even without optimisation, and nothing depends on loop
//! unrolling.

/// For each of some terms of `Self::TERMS` that the layout has: computes its digit of the
/// index, and calls `$add` with the digit, the dimension and the stride.
macro_rules! each_term {
    ($index:ident, $($k:literal)*, |$digit:ident, $dim:ident, $stride:ident| $add:expr) => {$(
        match const { Self::TERMS.strides[$k] } {
            0 => {}
            $stride => {
                let $dim = const { Self::TERMS.dims[$k] as usize };
                let mut $digit = $index[$dim];
                match const { Self::TERMS.divisors[$k] } {
                    1 => {}
                    divisor => $digit /= divisor,
                }
                match const { Self::TERMS.moduli[$k] } {
                    layout_core::formula::term::NO_MODULUS => {}
                    modulus => $digit %= modulus,
                }
                $add
            }
        }
    )*};
}

/// True if an array of `RANK` dimensions has none of number `D`: a constant that all layouts of a
/// rank share.
pub(crate) struct HasNo<const D: usize, const RANK: usize>;

impl<const D: usize, const RANK: usize> HasNo<D, RANK> {
    pub(crate) const DIM: bool = RANK <= D;
}

/// Returns true if the index is within the dimensions, whose extents `$extent!` gives for the
/// first four, and `$extents` for the others.
macro_rules! within {
    ($index:ident, $extent:ident, $extents:expr) => {
        within!(@first $index, $extent, 0 1 2 3)
            && (HasNo::<4, RANK>::DIM || within_from_4(&$index, $extents))
    };
    (@first $index:ident, $extent:ident, $($dim:literal)*) => {
        $((HasNo::<$dim, RANK>::DIM || $index[$dim] < $extent!($dim)))&&*
    };
}

/// Returns true if the numbers from dimension 4 on are below the extents.
#[inline]
pub(crate) const fn within_from_4<const RANK: usize>(
    index: &[usize; RANK],
    extents: &[usize],
) -> bool {
    let mut dim = 4;
    let mut within = true;
    while dim < RANK {
        within &= index[dim] < extents[dim];
        dim += 1;
    }
    within
}

pub(crate) use {each_term, within};
