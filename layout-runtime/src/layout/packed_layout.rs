//! `PackedLayout`: a layout without its formula.

use layout_core::spec::tiling;
use layout_core::spec::validate::Sizes;

use crate::layout::Layout;
use crate::layout::compact_spec::CompactSpec;

/// A layout in fewer bytes, for those who rarely compute positions.
#[derive(Clone, Copy)]
pub(crate) struct PackedLayout {
    parts: CompactSpec,
    num_elements: usize,
    padded_len: usize,
}

impl PackedLayout {
    pub(crate) const fn new(layout: &Layout) -> PackedLayout {
        PackedLayout {
            parts: layout.parts,
            num_elements: layout.num_elements,
            padded_len: layout.padded_len,
        }
    }

    /// The layout, whose formula is derived anew.
    pub(crate) const fn unpack(&self) -> Layout {
        let spec = self.parts.unpack();
        let sizes = Sizes {
            physical: tiling::physical_dims(&spec),
            num_elements: self.num_elements,
            padded_len: self.padded_len,
        };
        Layout::new(spec, sizes)
    }
}
