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
                $(#[$attribute])*
                #[doc = concat!("\n\nSee [`Layout::", stringify!($name), "`].")]
                pub const fn $name(&$self, $($arg: $type),*) -> $result {
                    $layout.$name($($arg),*)
                }
            )*
        }
    };
}

/// The methods that static layouts and layouts with `?` share. `$parts` has what does not depend on
/// sizes: loops over packed elements ask for it at each of them.
macro_rules! forward_to_layout {
    ($kind:ident, $self:ident => $layout:expr, $parts:expr) => {
        const _: () = {
            use layout_core::formula::term::Terms;
            use layout_core::spec::element_type::ElementType;
            use layout_core::spec::{Dims, Pad, Splits, TileList};

            use crate::layout::Index;
            use crate::layout::byte_ranges::ByteRanges;
            use crate::layout::dimension_padding::DimensionPadding;
            use crate::layout::error::RegionError;
            use crate::layout::index_ranges::IndexRanges;

            forward!($kind, $self => $parts, {
                /// Returns the type of the elements.
                #[inline] #[must_use] element_type() -> ElementType;
                /// Returns the width of one element in the buffer, in bits.
                #[inline] #[must_use] element_bits() -> usize;
            });
            forward!($kind, $self => $layout, {
                /// Returns the number of logical dimensions.
                #[must_use] rank() -> usize;
                /// Returns the number of logical dimensions that are not 1.
                #[must_use] true_rank() -> usize;
                /// Returns the logical dimensions from the most minor to the most major one.
                #[must_use] minor_to_major() -> Dims;
                /// Returns the tiles, in the order they are applied.
                #[must_use] tiles() -> TileList;
                /// Returns the memory space: `S(n)`, or 0.
                #[must_use] memory_space() -> u8;
                /// Returns the bytes of metadata before the data: `M(n)`, or 0.
                #[must_use] metadata_prefix_bytes() -> usize;
                /// Returns the widened dimensions and the value of their padding: `PAD(...)`.
                #[must_use] pad() -> Option<Pad>;
                /// Returns the splits between memories: `SC(...)`.
                #[doc(hidden)] #[must_use] split_configs() -> Splits;
                /// Returns the number of elements that the length of the buffer is a multiple of:
                /// `L(n)`, or 1.
                #[must_use] tail_padding_alignment_in_elements() -> usize;
                /// Returns true if logical dimension `dim` was written as `<=n`.
                ///
                /// # Panics
                ///
                /// If there is no dimension `dim`.
                #[must_use]
                #[track_caller]
                is_dynamic_dimension(dim: usize) -> bool;
                /// Returns the strides of the logical dimensions, in elements; `None` if a tile
                /// splits a dimension.
                #[must_use] logical_strides() -> Option<Dims>;
                /// Returns the number of elements of one tile of the first level; 1 without a tile.
                #[must_use] tile_len() -> usize;
                /// Returns the number of bytes of the array's elements, rounded up, without padding.
                #[must_use] num_bytes() -> usize;
                /// Returns the bytes of the buffer, including padding, without metadata.
                #[must_use] padded_bytes() -> usize;
                /// Returns the size that each logical dimension rounds up to, in elements.
                #[must_use] padded_dims() -> Dims;
                /// Returns the number of positions that are padding, in elements.
                #[must_use] padding_len() -> usize;
                /// Returns true if a position of the buffer is padding; false past the buffer.
                #[must_use] is_padding(position: usize) -> bool;
                /// Returns the size that a logical dimension rounds up to, and a smaller size that
                /// needs less memory; `None` if it does not round up.
                ///
                /// # Panics
                ///
                /// If there is no dimension `dim`.
                #[must_use]
                #[track_caller]
                dimension_padding(dim: usize) -> Option<DimensionPadding>;
                /// Returns the formula as a flat sum of terms; `None` if it does not flatten.
                #[must_use] terms() -> Option<Terms>;
                /// Returns true if a buffer of this layout is also a buffer of layout `other`.
                #[must_use] is_bitcast_of(other: &Layout) -> bool;
                /// Checks that a buffer of this layout is also a buffer of layout `other`.
                ///
                /// # Errors
                ///
                /// If it is not, or if the answer is unknown.
                check_bitcast_of(other: &Layout) -> Result<(), LayoutError>;
                /// Checks that the buffer is at most `percent` percent larger than the array.
                ///
                /// # Errors
                ///
                /// If it is larger; the error says which dimensions round up, and to what.
                check_padding(percent: usize) -> Result<(), LayoutError>;
                /// Panics unless the buffer is at most `percent` percent larger than the array; in
                /// a const context this is a compile error.
                ///
                /// # Panics
                ///
                /// If the buffer is larger.
                #[track_caller]
                assert_padding_at_most(percent: usize) -> ();
                /// Returns the layout of one tile of the first level, including padding.
                ///
                /// # Errors
                ///
                /// If a later tile splits the tiles of the first level, so they are not contiguous.
                tile_layout() -> Result<Layout, RegionError>;
            });

            impl<E, const RANK: usize, D, O, T, A> $kind<E, RANK, D, O, T, A>
            where
                (E, D, O, T, A): Params<RANK>,
            {
                /// Returns the byte ranges of the buffer that contain the elements of a region:
                /// merged, in memory order. See [`Layout::byte_ranges`].
                ///
                /// # Errors
                ///
                /// If there is not one range per dimension, each within it.
                pub fn byte_ranges(
                    &$self,
                    region: impl IndexRanges<Index>,
                ) -> Result<ByteRanges, RegionError> {
                    $layout.byte_ranges(region)
                }

                /// Returns true if all elements at one index of dimension `dim` are one block of
                /// the buffer, `None` if this would take too long. See
                /// [`Layout::slice_is_contiguous`].
                ///
                /// # Panics
                ///
                /// If there is no dimension `dim`.
                #[must_use]
                #[track_caller]
                pub fn slice_is_contiguous(&$self, dim: usize) -> Option<bool> {
                    $layout.slice_is_contiguous(dim)
                }
            }
        };
    };
}

pub(crate) use {forward, forward_to_layout};
