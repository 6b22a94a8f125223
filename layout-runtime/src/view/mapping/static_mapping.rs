//! `StaticMapping`: mappings known at compile time.

use layout_core::spec::element_type::ElementMarker;

use crate::layout::Layout;
use crate::view::mapping::Mapping;

/// A mapping known at compile time: every [`StaticLayout`](crate::StaticLayout).
/// What takes two of them can compare them in const evaluation.
///
/// ```
/// use tiled_layout::{StaticMapping, layout};
///
/// fn padding<M: StaticMapping>() -> usize {
///     const { M::LAYOUT.padded_len() - M::LAYOUT.num_elements() }
/// }
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
/// assert_eq!(padding::<Fig1>(), 9);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known when the program compiles",
    label = "not a static layout",
    note = "a run-time layout is passed: `Buffer::zeroed_with_layout(layout)`, `Buffer::from_fn_with_layout(layout, f)`"
)]
pub trait StaticMapping: Mapping + Copy + Default {
    /// The element type, as [`Element`](crate::Element) takes it.
    type Element: ElementMarker;

    /// The layout as a value.
    const LAYOUT: Layout;
}
