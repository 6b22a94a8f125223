//! `Guarded`: a buffer between elements that nothing may touch.

use std::fmt::Debug;

use tiled_layout::{NoUninit, StorageType};

/// A type of elements, with a value for each position.
pub(super) trait Value:
    StorageType + NoUninit + PartialEq + Debug + Send + Sync + 'static
{
    /// An element type that it holds.
    const ELEMENT: &'static str;

    /// The values of small arrays differ, if the type has as many.
    fn of(number: usize) -> Self;
}

macro_rules! values {
    ($($type:ty, $element:literal, $number:ident => $value:expr;)*) => {$(
        impl Value for $type {
            const ELEMENT: &'static str = $element;

            fn of($number: usize) -> Self {
                $value
            }
        }
    )*};
}

values! {
    u8, "u8", n => (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes()[7];
    u16, "u16", n => n as u16;
    u32, "u32", n => n as u32;
    u64, "u64", n => n as u64;
    [f64; 2], "c128", n => [n as f64, -(n as f64)];
}

/// The number of elements before and after; odd, so that buffers begin off an alignment.
const GUARD: usize = 67;

/// A buffer of elements between guards.
pub(super) struct Guarded<T> {
    cells: Vec<T>,
}

impl<T: Value> Guarded<T> {
    /// The buffer of `len` elements that have these values.
    pub(super) fn new(len: usize, value: impl Fn(usize) -> T) -> Self {
        let mut cells = vec![T::of(GUARD); len + 2 * GUARD];
        for (position, cell) in cells[GUARD..][..len].iter_mut().enumerate() {
            *cell = value(position);
        }
        Guarded { cells }
    }

    /// The buffer without the guards.
    pub(super) fn inner(&mut self) -> &mut [T] {
        let len = self.cells.len() - 2 * GUARD;
        &mut self.cells[GUARD..][..len]
    }

    /// Checks all elements, and the guards.
    #[track_caller]
    pub(super) fn assert(mut self, expected: &[T], what: impl Fn() -> String) {
        for (position, (found, expected)) in self.inner().iter().zip(expected).enumerate() {
            assert_eq!(found, expected, "{} at {position}", what());
        }
        let (low, rest) = self.cells.split_at(GUARD);
        let guards = low.iter().chain(&rest[expected.len()..]);
        assert!(guards.eq(&[T::of(GUARD); 2 * GUARD]), "{}: guards", what());
    }
}
