//! `List`: a list of fixed capacity that works in const evaluation.

use core::ops::Deref;

/// A list of at most `N` values, without allocation; derefs to a slice. Loops in const
/// evaluation read the fields directly, because each call there takes time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct List<T, const N: usize> {
    pub(crate) len: usize,
    pub(crate) items: [T; N],
}

impl<T: Copy, const N: usize> List<T, N> {
    /// Returns an empty list; `filler` fills the unused entries.
    pub(crate) const fn new(filler: T) -> Self {
        List {
            len: 0,
            items: [filler; N],
        }
    }

    /// Appends a value. The caller keeps `len` below the capacity.
    pub(crate) const fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    /// Inserts a value before the one at `at`. The caller keeps `len` below the
    /// capacity.
    pub(crate) const fn insert(&mut self, at: usize, item: T) {
        let mut i = self.len;
        while i > at {
            self.items[i] = self.items[i - 1];
            i -= 1;
        }
        self.items[at] = item;
        self.len += 1;
    }

    /// Removes the value at `at`, which must be in use.
    pub(crate) const fn remove(&mut self, at: usize) {
        let mut i = at + 1;
        while i < self.len {
            self.items[i - 1] = self.items[i];
            i += 1;
        }
        self.len -= 1;
    }

    /// Removes the value at `at`, which must be in use, and moves the last value there.
    pub(crate) const fn swap_remove(&mut self, at: usize) {
        self.len -= 1;
        self.items[at] = self.items[self.len];
    }

    /// Removes the first `count` values; the list has at least that many.
    pub(crate) const fn remove_first(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        let mut i = count;
        while i < self.len {
            self.items[i - count] = self.items[i];
            i += 1;
        }
        self.len -= count;
    }

    /// Removes all values.
    pub(crate) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Replaces the value at `at`, which must be in use.
    pub(crate) const fn set(&mut self, at: usize, item: T) {
        assert!(at < self.len);
        self.items[at] = item;
    }

    /// Returns the value at `at`: `list[at]` for const evaluation.
    pub(crate) const fn at(&self, at: usize) -> T {
        assert!(at < self.len);
        self.items[at]
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.len == N
    }

    pub(crate) const fn as_slice(&self) -> &[T] {
        self.items.split_at(self.len).0
    }
}

impl<T: Copy, const N: usize> Deref for List<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<'a, T: Copy, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
