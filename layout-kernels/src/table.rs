//! `Table`: a list of at most `N` values that is too large for a stack.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

#[cfg(not(feature = "alloc"))]
use crate::list::List;

/// A list of at most `N` values: allocated, or held by value without the feature `alloc`.
/// Derefs to a slice.
#[derive(Debug)]
pub(crate) struct Table<T, const N: usize> {
    #[cfg(feature = "alloc")]
    items: Vec<T>,
    #[cfg(not(feature = "alloc"))]
    items: List<T, N>,
}

#[cfg(feature = "alloc")]
impl<T: Copy, const N: usize> Table<T, N> {
    /// Returns an empty table; without the feature `alloc`, `filler` fills the unused entries.
    pub(crate) fn new(_filler: T) -> Self {
        Table { items: Vec::new() }
    }

    /// Returns a table of `N` times the same value.
    pub(crate) fn full(value: T) -> Self {
        Table {
            items: alloc::vec![value; N],
        }
    }
}

#[cfg(not(feature = "alloc"))]
impl<T: Copy, const N: usize> Table<T, N> {
    /// Returns an empty table; `filler` fills the unused entries.
    pub(crate) fn new(filler: T) -> Self {
        Table {
            items: List::new(filler),
        }
    }

    /// Returns a table of `N` times the same value.
    pub(crate) fn full(value: T) -> Self {
        let mut table = Self::new(value);
        table.items.len = N;
        table
    }
}

impl<T: Copy, const N: usize> Table<T, N> {
    /// Appends a value; `None` when there are `N` already.
    #[inline]
    pub(crate) fn push(&mut self, item: T) -> Option<()> {
        if self.len() == N {
            return None;
        }
        self.items.push(item);
        Some(())
    }
}

impl<T: Copy, const N: usize> Deref for Table<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T: Copy, const N: usize> DerefMut for Table<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        #[cfg(feature = "alloc")]
        return &mut self.items;
        #[cfg(not(feature = "alloc"))]
        return &mut self.items.items[..self.items.len];
    }
}
