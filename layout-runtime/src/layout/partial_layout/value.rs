//! Errors for the values that a layout with `?` does not have: itself, and the constants of
//! its sizes.

use super::PartialLayout as Partial;
use crate::layout::Layout;

/// Implemented for nothing.
#[diagnostic::on_unimplemented(
    message = "a layout with `?` has no value without its sizes",
    label = "this size is not known",
    note = "write `<layout!(..)>::with_dims([..])`, with the sizes in brackets"
)]
pub trait HasValue {}

/// Takes the place of a value of this name, which does not exist.
#[allow(non_snake_case, reason = "the name is that of the type")]
pub const fn PartialLayout<E, const RANK: usize, D: HasValue, O, T, A>() {}

/// Implemented for nothing.
#[diagnostic::on_unimplemented(
    message = "a layout with `?` has this only as a value, with its sizes",
    label = "this layout has `?`",
    note = "write `let p = P::with_dims([..])?;`, then `p.padded_len()`, `p.offset([..])`, `p.view(&buffer)?`, \
            `Buffer::zeroed_with(p)`"
)]
pub trait HasSizes {}

/// The constants and functions of static layouts, by the same names.
#[doc(hidden)]
#[allow(
    missing_docs,
    clippy::new_without_default,
    reason = "none of them can be used"
)]
impl<E, const RANK: usize, D, O, T, A> Partial<E, RANK, D, O, T, A>
where
    Self: HasSizes,
{
    pub const LAYOUT: Layout = panic!();
    pub const PHYSICAL_DIMS: &'static [usize] = &[];
    pub const STRIDES: &'static [usize] = &[];
    pub const TILE_COUNTS: &'static [usize] = &[];
    pub const NUM_ELEMENTS: usize = 0;
    pub const NUM_BYTES: usize = 0;
    pub const PADDED_LEN: usize = 0;
    pub const PADDED_BYTES: usize = 0;

    pub const fn new() -> Self {
        panic!()
    }

    pub const fn view_array<R>(_: &[R]) {}

    pub const fn view_array_mut<R>(_: &mut [R]) {}
}

impl<E, const RANK: usize, D, O, T, A> Partial<E, RANK, D, O, T, A> {
    /// With the bound here it is found before [`Mapping::at`](crate::Mapping::at).
    #[doc(hidden)]
    pub const fn at<R>(_: [usize; RANK]) -> R
    where
        Self: HasSizes,
    {
        panic!()
    }
}
