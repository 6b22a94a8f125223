//! `Guarded`: a buffer between elements that nothing may touch.

use std::cell::RefCell;
use std::fmt::Debug;
use std::ops::Range;

use tiled_layout::{Element, NoUninit};

use crate::random::Random;

/// A type with a value for each position.
pub(super) trait Numbered:
    NoUninit + PartialEq + Default + Debug + Send + Sync + 'static
{
    /// The values of small arrays differ, if the type has as many.
    fn of(number: usize) -> Self;
}

/// A type of elements of layouts.
pub(super) trait Value: Numbered + Element {
    /// An element type that it holds.
    const ELEMENT: &'static str;
}

macro_rules! values {
    ($($type:ty, $element:literal, $number:ident => $value:expr;)*) => {$(
        impl Numbered for $type {
            fn of($number: usize) -> Self {
                $value
            }
        }

        impl Value for $type {
            const ELEMENT: &'static str = $element;
        }
    )*};
}

/// Of a size that no layout has.
impl Numbered for [u8; 3] {
    fn of(number: usize) -> Self {
        std::array::from_fn(|byte| u8::of(number + (byte << 16)))
    }
}

/// Of a size that no layout has.
impl Numbered for [u32; 6] {
    fn of(number: usize) -> Self {
        std::array::from_fn(|part| (number + (part << 24)) as u32)
    }
}

values! {
    u8, "u8", n => (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes()[7];
    u16, "u16", n => n as u16;
    u32, "u32", n => n as u32;
    u64, "u64", n => n as u64;
    i8, "s8", n => u8::of(n) as i8;
    i16, "s16", n => n as i16;
    [f64; 2], "c128", n => [n as f64, -(n as f64)];
}

/// The fewest elements before and after.
const GUARD: usize = 67;

thread_local! {
    /// Chooses where the next buffers of the case begin.
    static STARTS: RefCell<Random> = RefCell::new(Random::new(0));
}

/// Begins a case: its number tells where the buffers of the case begin.
pub fn begin_case(number: u64) {
    STARTS.set(Random::new(number));
}

/// A buffer of elements between guards. It begins at a cache line, 16 bytes past one or one element
/// past one.
pub(super) struct Guarded<T> {
    cells: Vec<T>,
    inner: Range<usize>,
}

impl<T: Numbered> Guarded<T> {
    /// The buffer of `len` elements that have these values.
    pub(super) fn new(len: usize, value: impl Fn(usize) -> T) -> Self {
        let size = size_of::<T>();
        let mut cells = vec![T::of(GUARD); len + 2 * GUARD + 80 / size];
        let from_line = cells[GUARD..].as_ptr().addr().wrapping_neg() % 64 / size;
        let past_line = STARTS.with_borrow_mut(|starts| starts.pick(&[0, 16 / size, 1]));
        let start = GUARD + from_line + past_line;
        let inner = start..start + len;
        for (position, cell) in cells[inner.clone()].iter_mut().enumerate() {
            *cell = value(position);
        }
        Guarded { cells, inner }
    }

    /// The buffer without the guards.
    pub(super) fn inner(&mut self) -> &mut [T] {
        &mut self.cells[self.inner.clone()]
    }

    /// Checks all elements, and the guards.
    #[track_caller]
    pub(super) fn assert(mut self, expected: &[T], what: impl Fn() -> String) {
        assert_eq!(self.inner.len(), expected.len(), "{}", what());
        for (position, (found, expected)) in self.inner().iter().zip(expected).enumerate() {
            assert_eq!(found, expected, "{} at {position}", what());
        }
        let (low, high) = (
            &self.cells[..self.inner.start],
            &self.cells[self.inner.end..],
        );
        let is_guard = |cell: &T| *cell == T::of(GUARD);
        assert!(low.iter().chain(high).all(is_guard), "{}: guards", what());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Guarded, Numbered, begin_case};

    #[test]
    fn buffers_of_each_length_begin_at_each_place() {
        for len in 0..40 {
            let starts: BTreeSet<usize> = (0..24)
                .map(|case| {
                    let start = || {
                        begin_case(case);
                        Guarded::new(len, u32::of).inner().as_ptr().addr() % 64
                    };
                    assert_eq!(start(), start());
                    start()
                })
                .collect();
            assert_eq!(starts, BTreeSet::from([0, 4, 16]), "{len}");
        }
    }
}
