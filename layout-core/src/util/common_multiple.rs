//! The greatest common divisor and the least common multiple.

/// The greatest common divisor of two numbers that are not 0.
pub(crate) const fn greatest_common_divisor(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple of two numbers that are not 0; `usize::MAX` when it
/// is larger than that.
pub const fn least_common_multiple(a: usize, b: usize) -> usize {
    (a / greatest_common_divisor(a, b)).saturating_mul(b)
}
