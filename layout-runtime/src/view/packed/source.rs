//! `PackedCopySource`: what `copy_from` copies packed elements from.

use super::{PackedView, PackedViewMut};
use crate::map::Mapping;
use crate::view::convert::read_as_views;

/// The sources of [`PackedViewMut::copy_from`]: packed views, buffers and regions, by value
/// or by reference.
///
/// ```
/// use tiled_layout::{PackedBuffer, PackedCopySource, CopyError, layout};
///
/// type Fig1 = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
///
/// fn load(from: impl PackedCopySource<Elem = i8>) -> Result<PackedBuffer<i8, Fig1>, CopyError> {
///     let mut buffer = PackedBuffer::zeroed();
///     buffer.copy_from(from)?;
///     Ok(buffer)
/// }
/// let rows = PackedBuffer::<i8, layout!(S4[3,7]<1,0:E(4)>)>::from_fn(|[i, j]| (i + j) as i8 - 4);
/// let left = load(rows.region((.., ..5))?)?; // 15 elements and 9 positions of padding
/// assert_eq!(left.get([2, 4]), Some(2));
/// assert_eq!(load(&left)?, left);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "packed elements cannot be copied from `{Self}`",
    label = "neither a packed view, a packed buffer nor a region of one",
    note = "elements of a byte or more are packed by `try_copy_from` and `copy_from_saturating`",
    note = "bytes are seen through a layout: `Fig1::packed_view(&bytes)?`, `layout.packed_view(&bytes)?`"
)]
pub trait PackedCopySource {
    /// The Rust type of an element.
    type Elem;
    /// The map from indices to positions.
    type Mapping<'a>: Mapping
    where
        Self: 'a;

    /// Returns the array.
    #[doc(hidden)]
    fn packed_source(&self) -> PackedView<'_, Self::Elem, Self::Mapping<'_>>;
}

read_as_views! {
    PackedCopySource::packed_source -> PackedView;
    [T, M: Mapping] PackedView<'_, T, M>: by_ref;
    [T, M: Mapping] PackedViewMut<'_, T, M>: as_view;
    for &V, &mut V
}
