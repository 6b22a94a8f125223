//! The indices of an array in logical order, with one dimension left out.

/// Moves to the next index of dimensions `dims` without changing dimension `but`; after the
/// last index comes the first.
#[inline]
pub fn advance(index: &mut [usize], dims: &[usize], but: usize) {
    let mut dim = dims.len();
    while dim > 0 {
        dim -= 1;
        if dim == but {
            continue;
        }
        index[dim] += 1;
        if index[dim] < dims[dim] {
            return;
        }
        index[dim] = 0;
    }
}

/// Sets all dimensions except `but` to index number `number` in logical order.
#[inline]
pub fn set(index: &mut [usize], dims: &[usize], but: usize, number: usize) {
    let mut rest = number;
    for dim in (0..dims.len()).rev().filter(|&dim| dim != but) {
        index[dim] = rest % dims[dim];
        rest /= dims[dim];
    }
}
