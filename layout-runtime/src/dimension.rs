//! Dimension numbers as callers write them: `-1` is the last one.

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

#[cfg(test)]
mod tests {
    use super::canonical_dimension;

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
}
