//! The indices of an array in row-major order.

/// Advances to the next index of dimensions `dims` without changing dimension
/// `but`; past the last one it comes back to the first. The dimension that grew:
/// only those after it have changed as well, to 0; `None` at the first index.
#[inline]
pub fn advance(index: &mut [usize], dims: &[usize], but: usize) -> Option<usize> {
    let mut dim = dims.len();
    while dim > 0 {
        dim -= 1;
        if dim == but {
            continue;
        }
        index[dim] += 1;
        if index[dim] < dims[dim] {
            return Some(dim);
        }
        index[dim] = 0;
    }
    None
}

/// The same by steps that differ: a dimension advances from `index` to `next`, and past
/// its end, the number in `ends`, comes back to the one in `firsts`. False at the first
/// index.
pub const fn advance_to(
    index: &mut [usize],
    next: &[usize],
    firsts: &[usize],
    ends: &[usize],
) -> bool {
    let mut dim = ends.len();
    while dim > 0 {
        dim -= 1;
        index[dim] = next[dim];
        if index[dim] < ends[dim] {
            return true;
        }
        index[dim] = firsts[dim];
    }
    false
}

/// Sets all but dimension `but` to index number `number`, counted in logical
/// order.
pub fn set(index: &mut [usize], dims: &[usize], but: usize, number: usize) {
    let mut rest = number;
    for dim in (0..dims.len()).rev().filter(|&dim| dim != but) {
        index[dim] = rest % dims[dim];
        rest /= dims[dim];
    }
}
