//! `Positioned`: a position, or an index with its position.

/// What a walk over a mapping yields: a position, or an index with its position.
#[doc(hidden)]
pub trait Positioned {
    /// The same with an item in place of the position.
    type With<T>;

    fn with<T>(self, item: impl FnOnce(usize) -> T) -> Self::With<T>;
}

impl Positioned for usize {
    type With<T> = T;

    #[inline(always)] // in the innermost loops
    fn with<T>(self, item: impl FnOnce(usize) -> T) -> T {
        item(self)
    }
}

impl<I> Positioned for (I, usize) {
    type With<T> = (I, T);

    #[inline(always)] // in the innermost loops
    fn with<T>(self, item: impl FnOnce(usize) -> T) -> (I, T) {
        (self.0, item(self.1))
    }
}
