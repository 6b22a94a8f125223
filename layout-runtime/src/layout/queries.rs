//! The queries of a [`Layout`], for the other two kinds of layouts by the same names.

/// The same methods for one kind of layout, whose `Layout` is `$layout`.
macro_rules! forward {
    ($kind:ident, $self:ident => $layout:expr, {$(
        $(#[$attribute:meta])* $name:ident($($arg:ident: $type:ty),*) -> $result:ty;
    )*}) => {
        impl<E, const RANK: usize, D, O, T, A> $kind<E, RANK, D, O, T, A>
        where
            (E, D, O, T, A): Params<RANK>,
        {
            $(
                #[doc = concat!("As [`Layout::", stringify!($name), "`].")]
                $(#[$attribute])*
                pub const fn $name(&$self, $($arg: $type),*) -> $result {
                    $layout.$name($($arg),*)
                }
            )*
        }
    };
}

/// The methods that static layouts and layouts with `?` share.
macro_rules! forward_to_layout {
    ($kind:ident, $self:ident => $layout:expr) => {
        const _: () = {
            use layout_core::formula::term::Terms;
            use layout_core::spec::element_type::ElementType;
            use layout_core::spec::{Dims, Pad, Splits, TileList};

            use crate::layout::byte_ranges::ByteRanges;
            use crate::layout::dimension_padding::DimensionPadding;
            use crate::layout::error::RegionError;
            use crate::layout::index_ranges::IndexRanges;

            forward!($kind, $self => $layout, {
                #[must_use] element_type() -> ElementType;
                #[must_use] element_bits() -> usize;
                #[must_use] rank() -> usize;
                #[must_use] true_rank() -> usize;
                #[must_use] minor_to_major() -> Dims;
                #[must_use] tiles() -> TileList;
                #[must_use] memory_space() -> u8;
                #[must_use] metadata_prefix_bytes() -> usize;
                #[must_use] pad() -> Option<Pad>;
                #[doc(hidden)] #[must_use] split_configs() -> Splits;
                #[must_use] tail_padding_alignment_in_elements() -> usize;
                #[must_use] #[track_caller] is_dynamic_dimension(dim: usize) -> bool;
                #[must_use] logical_strides() -> Option<Dims>;
                #[must_use] tile_len() -> usize;
                #[must_use] num_bytes() -> usize;
                #[must_use] padded_bytes() -> usize;
                #[must_use] padded_dims() -> Dims;
                #[must_use] padding_len() -> usize;
                #[must_use] is_padding(position: usize) -> bool;
                #[must_use] #[track_caller] dimension_padding(dim: usize) -> Option<DimensionPadding>;
                #[must_use] terms() -> Option<Terms>;
                #[must_use] is_bitcast_of(other: &Layout) -> bool;
                #[expect(clippy::missing_errors_doc, reason = "it is where the link leads")]
                check_bitcast_of(other: &Layout) -> Result<(), LayoutError>;
                #[expect(clippy::missing_errors_doc, reason = "it is where the link leads")]
                check_padding(percent: usize) -> Result<(), LayoutError>;
                #[track_caller] assert_padding_at_most(percent: usize) -> ();
                #[expect(clippy::missing_errors_doc, reason = "it is where the link leads")]
                tile_layout() -> Result<Layout, RegionError>;
            });

            impl<E, const RANK: usize, D, O, T, A> $kind<E, RANK, D, O, T, A>
            where
                (E, D, O, T, A): Params<RANK>,
            {
                /// As [`Layout::byte_ranges`].
                #[expect(clippy::missing_errors_doc, reason = "it is where the link leads")]
                pub fn byte_ranges(&$self, region: impl IndexRanges) -> Result<ByteRanges, RegionError> {
                    $layout.byte_ranges(region)
                }

                /// As [`Layout::slice_is_contiguous`].
                #[must_use]
                #[track_caller]
                pub fn slice_is_contiguous(&$self, dim: usize) -> bool {
                    $layout.slice_is_contiguous(dim)
                }
            }
        };
    };
}

pub(crate) use {forward, forward_to_layout};
