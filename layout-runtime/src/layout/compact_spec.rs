//! `CompactSpec`: a checked `Spec` in few bytes.
//!
//! Dimensions stay `usize`, because every index is compared with them. An entry of the
//! order takes one byte. Tiles, splits and widths are one flat list of numbers in LEB128:
//! seven bits per byte, the low ones first. One is added to each number, so that `*` takes one
//! byte too.

use layout_core::spec::element_type::ElementType;
use layout_core::spec::tiling;
use layout_core::spec::validate::Sizes;
use layout_core::spec::{
    Dims, MAX_RANK, MAX_SPLIT_INDICES, MAX_SPLITS, MAX_TILE_RANK, MAX_TILES, Pad, PaddingValue,
    PhysicalDims, Spec, Split, Tile,
};
use layout_core::util::arithmetic::product;
use layout_core::util::array_vec::ArrayVec;

use crate::layout::Layout;
use crate::layout::tile_layout::{count_split, stays_within};

/// A checked [`Spec`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CompactSpec {
    pub(crate) dims: Dims,
    pub(crate) align: usize,
    pub(crate) prefix: usize,
    pub(crate) dynamic: u16,
    /// `E(n)`, or 0.
    bits: u16,
    pub(crate) element: ElementType,
    pub(crate) space: u8,
    order: [u8; MAX_RANK],
    pad: Option<PaddingValue>,
    /// Tiles, splits, widths of `PAD`.
    lists: Leb128,
}

/// Returns the most bytes that `count` numbers take if their product has at most 63 bits: a
/// number takes one byte, and one more for each seven bits that it fills. The validator bounds
/// the products of a tile's entries, of the widths of `PAD`, and of the extents that the indices
/// of `SC` are below.
const fn bytes(count: usize) -> usize {
    count + 63 / 7
}

const TILES: usize = 1 + MAX_TILES * (1 + bytes(MAX_TILE_RANK));
const SPLITS: usize = 1 + MAX_SPLITS * 2 + MAX_SPLIT_INDICES * bytes(MAX_SPLITS);
const WIDTHS: usize = bytes(MAX_RANK);

/// Numbers in LEB128.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Leb128 {
    len: u16,
    bytes: [u8; TILES + SPLITS + WIDTHS],
}

impl Leb128 {
    const fn push(&mut self, number: usize) {
        let mut rest = number.wrapping_add(1);
        while rest >= 0x80 {
            self.bytes[self.len as usize] = rest as u8 | 0x80;
            self.len += 1;
            rest >>= 7;
        }
        self.bytes[self.len as usize] = rest as u8;
        self.len += 1;
    }

    const fn push_list(&mut self, numbers: &[usize]) {
        self.push(numbers.len());
        let mut i = 0;
        while i < numbers.len() {
            self.push(numbers[i]);
            i += 1;
        }
    }

    /// Returns the number that begins at byte `at`, which moves past it.
    const fn read(&self, at: &mut usize) -> usize {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let byte = self.bytes[*at];
            *at += 1;
            number |= (byte as usize & 0x7f) << shift;
            if byte < 0x80 {
                return number.wrapping_sub(1);
            }
            shift += 7;
        }
    }

    const fn read_list(&self, at: &mut usize) -> Dims {
        let mut numbers = Dims::EMPTY;
        let mut rest = self.read(at);
        while rest > 0 {
            numbers.push(self.read(at));
            rest -= 1;
        }
        numbers
    }
}

/// The first tile and the positions in it, its padding included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NestedTiles {
    pub(crate) first: Dims,
    pub(crate) len: usize,
    /// True if there is no other tile.
    pub(crate) single: bool,
}

impl CompactSpec {
    pub(crate) const fn new(spec: &Spec) -> CompactSpec {
        let mut packed = CompactSpec {
            dims: spec.dims,
            align: spec.align,
            prefix: spec.prefix,
            dynamic: spec.dynamic,
            bits: match spec.bits {
                Some(bits) => bits as u16, // few: the validator bounds them
                None => 0,
            },
            element: spec.element,
            space: spec.space as u8, // the validator bounds it
            order: [0; MAX_RANK],
            pad: None,
            lists: Leb128 {
                len: 0,
                bytes: [0; TILES + SPLITS + WIDTHS],
            },
        };
        let mut i = 0;
        while i < spec.minor_to_major.len() {
            packed.order[i] = spec.minor_to_major.items()[i] as u8;
            i += 1;
        }
        let lists = &mut packed.lists;
        lists.push(spec.tiles.len);
        i = 0;
        while i < spec.tiles.len {
            lists.push_list(spec.tiles.items[i].as_slice());
            i += 1;
        }
        lists.push(spec.splits.len);
        i = 0;
        while i < spec.splits.len {
            let Split { dimension, indices } = &spec.splits.items[i];
            lists.push(*dimension);
            lists.push_list(indices.as_slice());
            i += 1;
        }
        if let Some(pad) = &spec.pad {
            packed.pad = Some(pad.value);
            lists.push_list(pad.widths.as_slice());
        }
        packed
    }

    /// Returns the parts as the parser and the validator have them.
    pub(crate) const fn unpack(&self) -> Spec {
        let mut spec = Spec::new(self.element, self.dims);
        spec.minor_to_major = self.minor_to_major();
        spec.dynamic = self.dynamic;
        spec.align = self.align;
        spec.bits = match self.bits {
            0 => None,
            bits => Some(bits as usize),
        };
        spec.space = self.space as usize;
        spec.prefix = self.prefix;
        let (lists, mut at) = (&self.lists, 0);
        let mut tiles = lists.read(&mut at);
        while tiles > 0 {
            let tile = lists.read_list(&mut at);
            spec.tiles.push(Tile::from_slice(tile.as_slice()));
            tiles -= 1;
        }
        let mut splits = lists.read(&mut at);
        while splits > 0 {
            let dimension = lists.read(&mut at);
            let indices = ArrayVec::from_slice(lists.read_list(&mut at).as_slice());
            spec.splits.push(Split { dimension, indices });
            splits -= 1;
        }
        if let Some(value) = self.pad {
            let widths = lists.read_list(&mut at);
            spec.pad = Some(Pad { widths, value });
        }
        spec
    }

    /// Returns the tiles, where each later one splits only what is within a tile before it; `None`
    /// where it does not, and with `*` and `PAD`.
    #[inline]
    pub(crate) const fn nested_tiles(&self) -> Option<NestedTiles> {
        let mut at = 0;
        let tiles = self.lists.read(&mut at);
        let first = match tiles {
            0 => Dims::EMPTY,
            _ => self.lists.read_list(&mut at),
        };
        if self.pad.is_some() || count_split(first.as_slice()) < first.len() {
            return None;
        }
        if tiles <= 1 {
            let (len, single) = (product(first.as_slice()), true);
            return Some(NestedTiles { first, len, single });
        }
        let mut within = PhysicalDims::from_slice(first.as_slice());
        let mut level = 1;
        while level < tiles {
            let tile = self.lists.read_list(&mut at);
            let (len, mut i) = (within.len(), 0);
            if !stays_within(tile.as_slice(), len) {
                return None;
            }
            while i < tile.len() {
                let entry = tile.at(i);
                if let Some(at) = (len + i).checked_sub(tile.len()) {
                    within.set(at, within.at(at).div_ceil(entry));
                }
                within.push(entry);
                i += 1;
            }
            level += 1;
        }
        let (len, single) = (product(within.as_slice()), false);
        Some(NestedTiles { first, len, single })
    }

    /// Numbers of logical dimensions, the most major one first.
    pub(crate) fn major_to_minor(&self) -> ArrayVec<u8, MAX_RANK> {
        let mut order = ArrayVec::new(0);
        for &dim in self.order[..self.dims.len()].iter().rev() {
            order.push(dim);
        }
        order
    }

    /// Numbers of logical dimensions, the most minor one first.
    #[inline]
    pub(crate) fn minor_to_major_bytes(&self) -> &[u8] {
        &self.order[..self.dims.len()]
    }

    pub(crate) const fn minor_to_major(&self) -> Dims {
        let mut order = Dims::new(0);
        while order.len() < self.dims.len() {
            order.push(self.order[order.len()] as usize);
        }
        order
    }

    #[inline]
    pub(crate) const fn element_type(&self) -> ElementType {
        self.element
    }

    /// Returns the width of an element in the buffer, in bits.
    #[inline]
    pub(crate) const fn element_bits(&self) -> usize {
        match self.bits {
            0 => self.element.storage_bits(),
            bits => bits as usize,
        }
    }
}

/// A layout in fewer bytes, for uses that rarely compute positions.
#[derive(Clone, Copy)]
pub(crate) struct CompactLayout {
    parts: CompactSpec,
    num_elements: usize,
    padded_len: usize,
}

impl CompactLayout {
    pub(crate) const fn new(layout: &Layout) -> CompactLayout {
        CompactLayout {
            parts: layout.parts,
            num_elements: layout.num_elements,
            padded_len: layout.padded_len,
        }
    }

    /// Restores the layout, and derives its formula again.
    pub(crate) const fn unpack(&self) -> Layout {
        let spec = self.parts.unpack();
        let sizes = Sizes {
            physical: tiling::physical_dims(&spec),
            num_elements: self.num_elements,
            padded_len: self.padded_len,
        };
        Layout::from_checked(spec, sizes)
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_pointer_width = "64")]
    use layout_core::{parse::parse, spec::error_kind::ErrorKind};

    #[cfg(target_pointer_width = "64")]
    use crate::layout::Layout;

    /// All lists at their longest, with numbers as large as they can be.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn unpacks_what_was_packed() {
        for text in [
            "u32[]{:T(128)}",
            "f32[3,5]{1,0:T(2,2)}",
            "s4[<=3,5]{0,1:T(*,2)(2,1)L(32)E(4)S(127)SC(0:2,4)M(64)PAD(3,5=highest)}",
            "u8[9223372036854775807]{0}",
            "u8[9223372036854775807]{0:SC(0:9223372036854775799,9223372036854775800,\
             9223372036854775801,9223372036854775802,9223372036854775803,9223372036854775804,\
             9223372036854775805,9223372036854775806)PAD(9223372036854775807=one)}",
            "u8[1,1,1,1,1,1,1,1,1,1,1,3]{11,10,9,8,7,6,5,4,3,2,1,0:\
             T(*,1,*,1,*,1,*,1,*,1,*,4611686018427387904)(*,1,*,1,*,1,*,1,*,1,*,4611686018427387904)\
             (*,1,*,1,*,1,*,1,*,1,*,4611686018427387904)(*,1,*,1,*,1,*,1,*,1,*,4611686018427387904)\
             (*,1,*,1,*,1,*,1,*,1,*,4611686018427387904)(*,1,*,1,*,1,*,1,*,1,*,4611686018427387904)\
             (*,1,*,1,*,1,*,1,*,1,*,4611686018427387904)(*,1,*,1,*,1,*,1,*,1,*,4611686018427387904)}",
            "u8[0,9223372036854775807]{1,0:T(*,9223372036854775807)SC(1:9223372036854775806)}",
        ] {
            let checked = parse(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(
                Layout::parse(text).unwrap().checked_spec(),
                checked,
                "{text}"
            );
        }
    }

    /// A dimension of 0 hides no numbers that are too large to keep.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn merged_with_nothing() {
        for text in [
            "u8[0]{0:T(9223372036854775807)(*,1)}",
            "u8[0,4294967296,4294967296]{2,1,0:T(*,*,1)}",
            "u8[0,4294967296,4294967296]{2,1,0:T(*,*,1)SC(1:4294967295)}",
            "u8[0,1]{1,0:T(4294967296,4294967296)(*,*,*,1)}",
        ] {
            match Layout::parse(text) {
                Ok(layout) => assert_eq!(layout.spec(), parse(text).unwrap().spec),
                Err(error) => assert!(
                    matches!(error.kind(), ErrorKind::StrideOverflow { .. }),
                    "{error}"
                ),
            }
        }
    }
}
