//! What `layout!` is as a value where the layout has `?`: an error.

/// Implemented for nothing.
#[diagnostic::on_unimplemented(
    message = "a layout with `?` has no value without its sizes",
    label = "this size is not known",
    note = "write `<layout!(..)>::with_dims([..])`, with the sizes in brackets"
)]
pub trait HasValue {}

/// In the place of a value of that name, which there is none of.
#[allow(non_snake_case, reason = "the name is that of the type")]
pub const fn PartialLayout<E, const RANK: usize, D: HasValue, O, T, A>() {}
