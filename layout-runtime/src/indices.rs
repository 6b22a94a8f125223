//! The indices of an array in logical order, which is row-major.

/// Moves to the next index of dimensions `dims`; past the last one it comes
/// back to the first and returns false.
#[inline]
pub(crate) fn advance(index: &mut [usize], dims: &[usize]) -> bool {
    for (place, &extent) in index.iter_mut().zip(dims).rev() {
        *place += 1;
        if *place < extent {
            return true;
        }
        *place = 0;
    }
    false
}

/// Sets index number `number`, counted in logical order.
pub(crate) fn set(index: &mut [usize], dims: &[usize], number: usize) {
    let mut rest = number;
    for (place, &extent) in index.iter_mut().zip(dims).rev() {
        *place = rest % extent;
        rest /= extent;
    }
}
