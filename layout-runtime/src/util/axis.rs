//! Dimension numbers as callers write them: `-1` is the last one.

use crate::util::array_string::ArrayString;

/// The dimension that `dim` names in an array of `rank` dimensions: itself, or
/// counted from the end when it is negative; `None` when there is none.
pub(crate) const fn canonical_dimension(dim: isize, rank: usize) -> Option<usize> {
    let from_start = if dim < 0 {
        match rank.checked_sub(dim.unsigned_abs()) {
            Some(dim) => dim,
            None => return None,
        }
    } else {
        dim as usize
    };
    if from_start < rank {
        Some(from_start)
    } else {
        None
    }
}

/// The dimension that `dim` names, as of [`canonical_dimension`]; panics when
/// there is none.
#[track_caller]
pub(crate) const fn expect_dimension(dim: isize, rank: usize) -> usize {
    if let Some(dim) = canonical_dimension(dim, rank) {
        return dim;
    }
    let mut words = ArrayString::<80>::new();
    words.str("dimension ").str(if dim < 0 { "-" } else { "" });
    words.num(dim.unsigned_abs() as u128);
    words.str(" of an array that has ").num(rank as u128);
    panic!("{}", words.as_str())
}

#[cfg(test)]
mod tests {
    use super::{canonical_dimension, expect_dimension};

    #[test]
    fn from_both_ends() {
        for (dim, rank, expected) in [
            (0, 2, Some(0)),
            (1, 2, Some(1)),
            (2, 2, None),
            (-1, 2, Some(1)),
            (-2, 2, Some(0)),
            (-3, 2, None),
            (0, 0, None),
            (-1, 0, None),
            (isize::MIN, 12, None),
            (isize::MAX, 12, None),
        ] {
            assert_eq!(canonical_dimension(dim, rank), expected, "{dim} of {rank}");
        }
    }

    #[test]
    #[should_panic(expected = "dimension -9223372036854775808 of an array that has 2")]
    #[cfg(target_pointer_width = "64")]
    fn before_the_first() {
        expect_dimension(isize::MIN, 2);
    }
}
