//! `ArrayVec`: a list of fixed capacity that works in const evaluation, and the macros that
//! declare such lists with a name.

/// A list of at most `N` values, without allocation; derefs to a slice.
///
/// Layouts keep their dimensions, orders and tiles in such lists. A layout is therefore
/// `Copy`, and const evaluation can build it. `numbers!` declares the lists that public
/// signatures name: rustdoc shows the capacity of an alias as the path of a constant.
#[derive(Clone, Copy)]
pub struct ArrayVec<T, const N: usize> {
    pub len: usize,
    pub items: [T; N], // entries past `len` are unused
}

impl<const N: usize> ArrayVec<usize, N> {
    /// Returns the values of a slice; panics if they do not fit.
    pub const fn from_slice(values: &[usize]) -> Self {
        let mut list = ArrayVec::new(0);
        while list.len < values.len() {
            list.items[list.len] = values[list.len];
            list.len += 1;
        }
        list
    }
}

/// The methods and traits of a list that has the fields `len` and `items`.
#[doc(hidden)]
#[macro_export]
macro_rules! list {
    ([$($generics:tt)*] $list:ty: [$item:ty; $capacity:expr] $(where $of:ident)?) => {
        #[doc(hidden)]
        impl<$($generics)*> $list {
            /// Returns an empty list; `filler` fills the unused entries.
            #[inline]
            pub const fn new(filler: $item) -> Self {
                Self {
                    len: 0,
                    items: [filler; $capacity],
                }
            }

            /// Appends a value. The caller keeps `len` below the capacity.
            #[inline]
            pub const fn push(&mut self, item: $item) {
                self.items[self.len] = item;
                self.len += 1;
            }

            /// Puts a value before the one at `at`, or last. The caller keeps `len`
            /// below the capacity.
            #[inline]
            pub const fn insert(&mut self, at: usize, item: $item) {
                let mut i = self.len;
                while i > at {
                    self.items[i] = self.items[i - 1];
                    i -= 1;
                }
                self.items[at] = item;
                self.len += 1;
            }

            /// Removes the value at `at`.
            #[inline]
            pub const fn remove(&mut self, at: usize) {
                let mut i = at + 1;
                while i < self.len {
                    self.items[i - 1] = self.items[i];
                    i += 1;
                }
                self.len -= 1;
            }

            /// Removes values from the end until `len` remain.
            #[inline]
            pub const fn truncate(&mut self, len: usize) {
                if self.len > len {
                    self.len = len;
                }
            }

            /// Returns true if no more values fit.
            #[inline]
            pub const fn is_full(&self) -> bool {
                self.len == $capacity
            }

            /// Replaces the value at `at`, which must be in use.
            #[inline]
            pub const fn set(&mut self, at: usize, item: $item) {
                assert!(at < self.len);
                self.items[at] = item;
            }
        }

        impl<$($generics)*> $list {
            /// Returns the value at `at`: `list[at]` for const evaluation.
            ///
            /// # Panics
            ///
            /// If `at` is past the end.
            #[inline]
            #[track_caller]
            #[must_use]
            pub const fn at(&self, at: usize) -> $item {
                assert!(at < self.len, "position past the end of the list");
                self.items[at]
            }

            /// Returns the number of values.
            #[inline]
            #[must_use]
            pub const fn len(&self) -> usize {
                self.len
            }

            /// Returns true if the list has no values.
            #[inline]
            #[must_use]
            pub const fn is_empty(&self) -> bool {
                self.len == 0
            }

            /// Returns the values as a slice, also in const evaluation.
            #[inline]
            #[must_use]
            pub const fn as_slice(&self) -> &[$item] {
                self.items.split_at(self.len).0
            }
        }

        impl<$($generics)*> ::core::ops::Deref for $list {
            type Target = [$item];

            #[inline]
            fn deref(&self) -> &[$item] {
                self.as_slice()
            }
        }

        impl<$($generics)*> AsRef<[$item]> for $list {
            #[inline]
            fn as_ref(&self) -> &[$item] {
                self.as_slice()
            }
        }

        impl<$($generics)*> AsMut<[$item]> for $list {
            #[inline]
            fn as_mut(&mut self) -> &mut [$item] {
                &mut self.items[..self.len]
            }
        }

        impl<'a, $($generics)*> IntoIterator for &'a $list {
            type Item = &'a $item;
            type IntoIter = ::core::slice::Iter<'a, $item>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        impl<$($generics)*> IntoIterator for $list {
            type Item = $item;
            type IntoIter = ::core::iter::Take<::core::array::IntoIter<$item, $capacity>>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.items.into_iter().take(self.len)
            }
        }

        impl<$($generics)*> ::core::fmt::Debug for $list $(where $of: ::core::fmt::Debug)? {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(self.as_slice(), f)
            }
        }

        /// Compares with lists, slices, arrays and all other types that can be read as a slice.
        impl<$($generics)* Other: AsRef<[$item]> + ?Sized> PartialEq<Other> for $list
        $(where $of: PartialEq)?
        {
            #[inline]
            fn eq(&self, other: &Other) -> bool {
                self.as_slice() == other.as_ref()
            }
        }

        impl<$($generics)*> Eq for $list $(where $of: Eq)? {}

        impl<$($generics)*> ::core::hash::Hash for $list $(where $of: ::core::hash::Hash)? {
            #[inline]
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.as_slice().hash(state);
            }
        }
    };
}

#[doc(hidden)]
pub use list;

list! { [T: Copy, const N: usize,] ArrayVec<T, N>: [T; N] where T }

/// A list of numbers with a name: its documentation, `Name: [number; capacity]`. The capacity
/// is a literal, which rustdoc shows.
#[doc(hidden)]
#[macro_export]
macro_rules! numbers {
    ($($(#[$attribute:meta])* $list:ident: [$number:ty; $capacity:literal];)*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy)]
        pub struct $list {
            pub(crate) len: usize,
            pub(crate) items: [$number; $capacity], // entries past `len` are 0
        }

        $crate::util::array_vec::list! { [] $list: [$number; $capacity] }

        impl $list {
            /// Creates a list of the numbers of a slice.
            ///
            /// # Panics
            ///
            #[doc = concat!("If the slice has more than ", $capacity, " numbers.")]
            #[inline]
            #[track_caller]
            #[must_use]
            pub const fn from_slice(numbers: &[$number]) -> Self {
                assert!(numbers.len() <= $capacity, "too many numbers for the list");
                let mut list = Self::EMPTY;
                while list.len < numbers.len() {
                    list.items[list.len] = numbers[list.len];
                    list.len += 1;
                }
                list
            }
        }

        #[doc(hidden)]
        impl $list {
            /// No numbers.
            pub const EMPTY: Self = Self::new(0);

            /// Returns the numbers, and 0 past the last one.
            #[inline]
            pub const fn items(&self) -> &[$number; $capacity] {
                &self.items
            }

            /// `len` times the same number.
            #[inline]
            pub const fn filled(number: $number, len: usize) -> Self {
                let mut list = Self::EMPTY;
                while list.len < len {
                    list.items[list.len] = number;
                    list.len += 1;
                }
                list
            }

            /// Returns the numbers as an array of `LEN`, the number of numbers.
            #[inline]
            pub const fn to_array<const LEN: usize>(self) -> [$number; LEN] {
                let mut array = [0; LEN];
                let mut i = 0;
                while i < LEN {
                    array[i] = self.at(i);
                    i += 1;
                }
                array
            }

            /// Returns true if two lists have the same numbers: `==` for const evaluation.
            #[inline]
            pub const fn same(&self, other: &Self) -> bool {
                let mut i = 0;
                while i < self.len && i < other.len && self.items[i] == other.items[i] {
                    i += 1;
                }
                i == self.len && i == other.len
            }
        }

        /// `let [i, j]: [usize; 2] = list.try_into()`. The error is the list, which has another
        /// length.
        impl<const LEN: usize> TryFrom<$list> for [$number; LEN] {
            type Error = $list;

            #[inline]
            fn try_from(list: $list) -> Result<Self, $list> {
                Self::try_from(list.as_slice()).map_err(|_| list)
            }
        }

        impl PartialEq<$list> for [$number] {
            #[inline]
            fn eq(&self, list: &$list) -> bool {
                *self == **list
            }
        }

        impl PartialEq<$list> for &[$number] {
            #[inline]
            fn eq(&self, list: &$list) -> bool {
                **self == **list
            }
        }

        impl<const LEN: usize> PartialEq<$list> for [$number; LEN] {
            #[inline]
            fn eq(&self, list: &$list) -> bool {
                self[..] == **list
            }
        }
    )*};
}

#[cfg(test)]
mod tests {
    use crate::spec::Dims;

    #[test]
    fn removed_entries_are_not_compared() {
        let mut list = Dims::from_slice(&[1, 2, 3]);
        list.truncate(2);
        assert_eq!(list, Dims::from_slice(&[1, 2]));
        list.truncate(1);
        assert_eq!(list, [1]);
        list.remove(0);
        assert_eq!(list, Dims::EMPTY);
        assert_ne!(list, Dims::from_slice(&[1]));
    }

    #[test]
    #[should_panic(expected = "too many numbers for the list")]
    fn a_list_has_a_capacity() {
        let _ = Dims::from_slice(&[1; 13]);
    }
}
