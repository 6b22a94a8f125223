//! Arithmetic of extents: products, greatest common divisors and least common multiples.

/// Returns the product of extents: 0 if one is 0, even if the others overflow. The caller has
/// checked that no other product overflows.
#[inline]
pub const fn product(extents: &[usize]) -> usize {
    let mut product = 1;
    let mut i = 0;
    while i < extents.len() {
        if extents[i] == 0 {
            return 0;
        }
        i += 1;
    }
    i = 0;
    while i < extents.len() {
        product *= extents[i];
        i += 1;
    }
    product
}

/// Returns the greatest common divisor of two numbers that are not 0.
pub(crate) const fn greatest_common_divisor(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the least common multiple of two numbers that are not 0; `usize::MAX` when it is
/// larger than that.
pub const fn least_common_multiple(a: usize, b: usize) -> usize {
    (a / greatest_common_divisor(a, b)).saturating_mul(b)
}

#[cfg(test)]
mod tests {
    use super::product;

    #[test]
    fn zero_among_large_extents() {
        let large = usize::MAX / 2;
        assert_eq!(product(&[]), 1);
        assert_eq!(product(&[3, 5]), 15);
        for extents in [[0, large, large], [large, 0, large], [large, large, 0]] {
            assert_eq!(product(&extents), 0);
        }
    }
}
