//! Checks of dimension numbers.

use layout_core::util::array_string::ArrayString;

/// Panics when an array of `rank` dimensions has no dimension `dim`.
#[inline]
#[track_caller]
pub(crate) const fn assert_dimension(dim: usize, rank: usize) {
    if dim >= rank {
        no_dimension(dim, rank);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
const fn no_dimension(dim: usize, rank: usize) -> ! {
    let mut words = ArrayString::<80>::new();
    words.str("dimension ").num(dim as u128);
    words.str(" of an array that has ").num(rank as u128);
    panic!("{}", words.as_str())
}
