//! `ArrayVec`: a list of fixed capacity that works in const evaluation.

use core::array;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::Take;
use core::ops::Deref;

/// A list of at most `N` values, without allocation; derefs to a slice.
///
/// Layouts keep their dimensions, orders and tiles in such lists, so that a
/// layout is `Copy` and can be built while the program compiles.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let strides = layout.strides();
/// assert_eq!(strides, [12, 4, 2, 1]);
/// assert_eq!(strides.iter().max(), Some(&12));
/// ```
#[derive(Clone, Copy)]
pub struct ArrayVec<T, const N: usize> {
    #[doc(hidden)]
    pub len: usize,
    #[doc(hidden)]
    pub items: [T; N], // entries past `len` are unused
}

impl<T: Copy, const N: usize> ArrayVec<T, N> {
    /// An empty list; `filler` fills the unused entries.
    #[doc(hidden)]
    pub const fn new(filler: T) -> Self {
        ArrayVec {
            len: 0,
            items: [filler; N],
        }
    }

    /// Appends a value. The caller keeps `len` below the capacity.
    #[doc(hidden)]
    pub const fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    /// Puts a value before the one at `at`, or last. The caller keeps `len`
    /// below the capacity.
    #[doc(hidden)]
    pub const fn insert(&mut self, at: usize, item: T) {
        let mut i = self.len;
        while i > at {
            self.items[i] = self.items[i - 1];
            i -= 1;
        }
        self.items[at] = item;
        self.len += 1;
    }

    /// Returns true if no more values fit.
    #[doc(hidden)]
    pub const fn is_full(&self) -> bool {
        self.len == N
    }

    /// Replaces the value at `at`, which must be in use.
    #[doc(hidden)]
    pub const fn set(&mut self, at: usize, item: T) {
        assert!(at < self.len);
        self.items[at] = item;
    }

    /// Removes the last value.
    #[doc(hidden)]
    pub const fn pop(&mut self) {
        self.len -= 1;
    }

    /// The value at `at`: `list[at]` for const evaluation.
    ///
    /// # Panics
    ///
    /// When `at` is past the end.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.strides().at(0), 12);
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn at(&self, at: usize) -> T {
        assert!(at < self.len, "position past the end of the list");
        self.items[at]
    }

    /// The values as an array of `LEN`, the number of values.
    #[doc(hidden)]
    pub const fn to_array<const LEN: usize>(self) -> [T; LEN] {
        let mut array = [self.items[0]; LEN];
        let mut i = 0;
        while i < LEN {
            array[i] = self.at(i);
            i += 1;
        }
        array
    }

    /// The value at `at`, or the filler past the end.
    #[doc(hidden)]
    #[inline]
    pub const fn item(&self, at: usize) -> &T {
        &self.items[at]
    }

    /// The number of values. (Also usable in const evaluation.)
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.strides().len(), 4); // of 32 at most
    /// ```
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns true if the list has no values. (Also usable in const evaluation.)
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert!(!layout.strides().is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The values as a slice. (Also usable in const evaluation.)
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.strides().as_slice(), [12, 4, 2, 1]);
    /// ```
    #[must_use]
    pub const fn as_slice(&self) -> &[T] {
        self.items.split_at(self.len).0
    }
}

impl<const N: usize> ArrayVec<usize, N> {
    /// No numbers.
    #[doc(hidden)]
    pub const EMPTY: Self = ArrayVec::new(0);

    /// The values of a slice; panics when they do not fit.
    #[doc(hidden)]
    pub const fn from_slice(values: &[usize]) -> Self {
        let mut list = ArrayVec::new(0);
        while list.len < values.len() {
            list.items[list.len] = values[list.len];
            list.len += 1;
        }
        list
    }

    /// `len` times the same value.
    #[doc(hidden)]
    pub const fn filled(value: usize, len: usize) -> Self {
        let mut list = ArrayVec::new(0);
        while list.len < len {
            list.items[list.len] = value;
            list.len += 1;
        }
        list
    }

    /// Returns true if two lists hold the same numbers: `==` for const evaluation.
    #[doc(hidden)]
    pub const fn same(&self, other: &Self) -> bool {
        let mut i = 0;
        while i < self.len && i < other.len && self.items[i] == other.items[i] {
            i += 1;
        }
        i == self.len && i == other.len
    }

    /// Removes values from the end until `len` remain.
    #[doc(hidden)]
    pub const fn truncate(&mut self, len: usize) {
        if self.len > len {
            self.len = len;
        }
    }

    /// Removes the value at `at`.
    #[doc(hidden)]
    pub const fn remove(&mut self, at: usize) {
        let mut i = at + 1;
        while i < self.len {
            self.items[i - 1] = self.items[i];
            i += 1;
        }
        self.len -= 1;
    }
}

impl<T: Copy, const N: usize> Deref for ArrayVec<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T: Copy, const N: usize> AsRef<[T]> for ArrayVec<T, N> {
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T: Copy, const N: usize> AsMut<[T]> for ArrayVec<T, N> {
    fn as_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}

impl<'a, T: Copy, const N: usize> IntoIterator for &'a ArrayVec<T, N> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Copy, const N: usize> IntoIterator for ArrayVec<T, N> {
    type Item = T;
    type IntoIter = Take<array::IntoIter<T, N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().take(self.len)
    }
}

/// `let [i, j]: [usize; 2] = list.try_into()`. The error is the list, which has another length.
impl<T: Copy, const N: usize, const M: usize> TryFrom<ArrayVec<T, N>> for [T; M] {
    type Error = ArrayVec<T, N>;

    fn try_from(list: ArrayVec<T, N>) -> Result<[T; M], ArrayVec<T, N>> {
        <[T; M]>::try_from(list.as_slice()).map_err(|_| list)
    }
}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for ArrayVec<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq for ArrayVec<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq, const N: usize> Eq for ArrayVec<T, N> {}

impl<T: Copy + Hash, const N: usize> Hash for ArrayVec<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq<[T]> for ArrayVec<T, N> {
    fn eq(&self, other: &[T]) -> bool {
        self.as_slice() == other
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq<&[T]> for ArrayVec<T, N> {
    fn eq(&self, other: &&[T]) -> bool {
        self.as_slice() == *other
    }
}

impl<T: Copy + PartialEq, const N: usize, const M: usize> PartialEq<[T; M]> for ArrayVec<T, N> {
    fn eq(&self, other: &[T; M]) -> bool {
        self.as_slice() == other
    }
}

impl<T: Copy + PartialEq, const N: usize, const M: usize> PartialEq<&[T; M]> for ArrayVec<T, N> {
    fn eq(&self, other: &&[T; M]) -> bool {
        self.as_slice() == *other
    }
}

/// Slices and arrays on the left.
macro_rules! equal_from_the_left {
    ($([$($generics:tt)*] $left:ty;)*) => {$(
        impl<T: Copy + PartialEq, const N: usize, $($generics)*> PartialEq<ArrayVec<T, N>> for $left {
            fn eq(&self, other: &ArrayVec<T, N>) -> bool {
                other == self
            }
        }
    )*};
}

equal_from_the_left! {
    [] [T];
    [] &[T];
    [const M: usize] [T; M];
}

#[cfg(test)]
mod tests {
    use super::ArrayVec;

    #[test]
    fn removed_entries_are_not_compared() {
        let mut list: ArrayVec<usize, 3> = ArrayVec::from_slice(&[1, 2, 3]);
        list.pop();
        assert_eq!(list, ArrayVec::from_slice(&[1, 2]));
        list.truncate(1);
        assert_eq!(list, [1]);
        list.remove(0);
        assert_eq!(list, ArrayVec::EMPTY);
        assert_ne!(list, ArrayVec::from_slice(&[1]));
    }
}
