//! `AsIndex`: types that hold the numbers of an index.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::slice;

use super::Index;

/// Types that index an array whose rank is known only at run time, for
/// [`Layout::offset`](crate::Layout::offset): an array of numbers, an [`Index`], or a
/// reference to one of these, to a slice or to a `Vec`.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// assert_eq!(layout.offset([2, 3]), 17); // of 24 positions
/// assert_eq!(layout.offset(&[2, 3]), 17);
/// assert_eq!(layout.offset(&vec![2, 3]), 17);
/// assert_eq!(layout.offset(layout.index(17).unwrap()), 17);
/// # Ok::<(), tiled_layout::ParseError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index",
    label = "not an index",
    note = "an index is an array or a slice with one `usize` per dimension: `layout.offset([2, 3])`"
)]
pub trait AsIndex: Copy + sealed::Memory {
    /// Does nothing. If a trait has a method with `&mut self`, clippy does not call the `&`
    /// of `&[2, 3]` needless.
    #[doc(hidden)]
    fn keep_borrow(&mut self) {}
}

/// The memory layout of an index type.
#[doc(hidden)]
#[derive(Debug)]
pub enum Form {
    /// `[usize; N]`, with `N`.
    Array(usize),
    /// `&[usize; N]`, with `N`.
    ArrayRef(usize),
    Slice,
    Index,
    IndexRef,
    #[cfg(feature = "alloc")]
    VecRef,
}

mod sealed {
    /// # Safety
    ///
    /// `FORM` says what type this is. Methods of traits cannot be called in const
    /// evaluation; a constant can be read.
    pub unsafe trait Memory {
        const FORM: super::Form;
    }
}

/// Returns the numbers of an index; usable in const evaluation.
#[inline(always)] // so that an array of constant length stays in registers
pub(crate) const fn numbers<I: AsIndex>(index: &I) -> &[usize] {
    let at: *const I = index;
    match I::FORM {
        // SAFETY: `I` is `[usize; len]`, by `Memory`, and `at` points to one that is
        // borrowed for as long as the result.
        Form::Array(len) => unsafe { slice::from_raw_parts(at.cast(), len) },
        Form::ArrayRef(len) => {
            // SAFETY: `I` is `&[usize; len]`, which is a pointer, by `Memory`.
            let array = unsafe { *at.cast::<*const usize>() };
            // SAFETY: the reference outlives the borrow of it.
            unsafe { slice::from_raw_parts(array, len) }
        }
        // SAFETY: `I` is `&[usize]`, by `Memory`.
        Form::Slice => unsafe { *at.cast::<&[usize]>() },
        // SAFETY: `I` is `Index`, by `Memory`; it is borrowed as long as the result.
        Form::Index => unsafe { &*at.cast::<Index>() }.as_slice(),
        // SAFETY: `I` is `&Index`, by `Memory`.
        Form::IndexRef => unsafe { *at.cast::<&Index>() }.as_slice(),
        // SAFETY: `I` is `&Vec<usize>`, by `Memory`.
        #[cfg(feature = "alloc")]
        Form::VecRef => unsafe { *at.cast::<&Vec<usize>>() }.as_slice(),
    }
}

macro_rules! forms {
    ($($(#[$attribute:meta])* [$($generics:tt)*] $index:ty: $form:expr;)*) => {$(
        $(#[$attribute])*
        // SAFETY: the form is that of this type.
        unsafe impl<$($generics)*> sealed::Memory for $index {
            const FORM: Form = $form;
        }

        $(#[$attribute])*
        impl<$($generics)*> AsIndex for $index {}
    )*};
}

forms! {
    [const N: usize] [usize; N]: Form::Array(N);
    [const N: usize] &[usize; N]: Form::ArrayRef(N);
    [] &[usize]: Form::Slice;
    [] Index: Form::Index;
    [] &Index: Form::IndexRef;
    #[cfg(feature = "alloc")]
    [] &Vec<usize>: Form::VecRef;
}
