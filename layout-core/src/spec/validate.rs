//! The validator: checks a spec, and computes its sizes.
//!
//! It does not see the text. It reports the [`SpecPart`] of each error, which the parser
//! turns into a range of the text, and const evaluation into words.

use crate::spec::bytes_of;
use crate::spec::error_kind::{ErrorKind, LargeCount, What};
use crate::spec::tiling;
use crate::spec::{COMBINE, Dims, MAX_PHYSICAL_RANK, Pad, PhysicalDims, Spec, Split};
use crate::util::array_vec::ArrayVec;

/// The part of a layout that a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpecPart {
    /// The whole layout.
    Whole,
    /// The logical dimensions.
    Dims,
    /// The order as a whole, and one entry of it.
    Order,
    OrderEntry(usize),
    /// One tile, and one entry of it.
    Tile(usize),
    TileEntry(usize, usize),
    Align,
    Bits,
    Space,
    Metadata,
    /// An `SC` entry's dimension, and one of its indices.
    Split(usize),
    SplitIndex(usize, usize),
    /// The widths of `PAD`, and one of them.
    Pads,
    PadWidth(usize),
}

/// The errors that the validator found, up to a limit.
#[derive(Clone, Copy, Debug)]
pub struct Findings {
    pub list: ArrayVec<(ErrorKind, SpecPart), 16>,
}

impl Findings {
    pub const EMPTY: Findings = Findings {
        list: ArrayVec::new((ErrorKind::Empty, SpecPart::Whole)),
    };

    const fn add(&mut self, kind: ErrorKind, part: SpecPart) {
        if !self.list.is_full() {
            self.list.push((kind, part));
        }
    }
}

/// The sizes of a valid layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sizes {
    /// Extents after all tiles.
    pub physical: PhysicalDims,
    /// Elements of the array.
    pub num_elements: usize,
    /// Elements of the buffer.
    pub padded_len: usize,
}

/// The checks that do not need sizes: order, tiles, sections.
pub const fn check_structure(spec: &Spec, findings: &mut Findings) {
    check_order(spec, findings);
    check_tiles(spec, findings);
    check_sections(spec, findings);
}

/// Checks that `minor_to_major` is a permutation of the dimensions.
const fn check_order(spec: &Spec, findings: &mut Findings) {
    let rank = spec.dims.len();
    let order = spec.minor_to_major.as_slice();
    if order.len() != rank {
        let found = order.len();
        let part = match extra(order, rank) {
            Some(entry) => SpecPart::OrderEntry(entry),
            None => SpecPart::Order,
        };
        findings.add(ErrorKind::OrderCount { found, rank }, part);
        return;
    }
    let mut repeated = 0;
    let mut past = false;
    let mut i = 0;
    while i < rank {
        let entry = order[i];
        // Reports only the first: if dimensions are counted from 1, all are wrong.
        if entry >= rank && !past {
            past = true;
            let kind = ErrorKind::OrderRange { entry, rank };
            findings.add(kind, SpecPart::OrderEntry(i));
        }
        let mut first = 0;
        while first < i && order[first] != entry {
            first += 1;
        }
        if first < i && entry < rank {
            let missing = missing(order, repeated);
            repeated += 1;
            let kind = ErrorKind::OrderRepeated {
                entry,
                first: first as u8, // both are less than the rank
                second: i as u8,
                missing,
            };
            findings.add(kind, SpecPart::OrderEntry(i));
        }
        i += 1;
    }
}

/// Returns the first entry of a too long `order` that is not a dimension or is repeated.
const fn extra(order: &[usize], rank: usize) -> Option<usize> {
    let mut named = 0u64;
    let mut i = 0;
    while i < order.len() && order[i] < rank && named & 1 << order[i] == 0 {
        named |= 1 << order[i];
        i += 1;
    }
    if order.len() > rank { Some(i) } else { None }
}

/// Returns the dimension that `order` does not name, after `skipped` smaller ones. `order` has
/// one entry per dimension.
const fn missing(order: &[usize], skipped: usize) -> usize {
    let mut left = skipped;
    let mut dim = 0;
    loop {
        let mut i = 0;
        while i < order.len() && order[i] != dim {
            i += 1;
        }
        if i == order.len() {
            if left == 0 {
                return dim;
            }
            left -= 1;
        }
        dim += 1;
    }
}

/// Checks that entries are at least 1, that the most minor one is not `*`, and that the
/// number of physical dimensions is within the limit.
const fn check_tiles(spec: &Spec, findings: &mut Findings) {
    let mut rank = spec.dims.len();
    let mut too_many = false;
    let mut t = 0;
    while t < spec.tiles.len() {
        let tile = spec.tiles.at(t);
        let mut split = 0;
        let mut i = 0;
        while i < tile.len() {
            let part = SpecPart::TileEntry(t, i);
            if tile.at(i) == COMBINE {
                if i + 1 == tile.len() {
                    findings.add(ErrorKind::CombineMostMinor, part);
                }
            } else {
                split += 1;
                if tile.at(i) == 0 {
                    findings.add(ErrorKind::ZeroTile, part);
                } else if tile.at(i) > isize::MAX as usize {
                    findings.add(ErrorKind::TileTooLarge { entry: tile.at(i) }, part);
                }
            }
            i += 1;
        }
        if tile.is_empty() {
            findings.add(ErrorKind::EmptyTile, SpecPart::Tile(t));
        }
        let untouched = rank.saturating_sub(tile.len());
        rank = untouched + 2 * split;
        if rank > MAX_PHYSICAL_RANK && !too_many {
            findings.add(ErrorKind::PhysicalRank { rank }, SpecPart::Tile(t));
            too_many = true;
        }
        t += 1;
    }
}

const fn check_sections(spec: &Spec, findings: &mut Findings) {
    if spec.align == 0 {
        findings.add(ErrorKind::ZeroAlign, SpecPart::Align);
    }
    if let Some(bits) = spec.bits
        && (bits < spec.element.bits() || bits > MAX_ELEMENT_BITS)
    {
        let element = spec.element;
        findings.add(ErrorKind::ElementBits { bits, element }, SpecPart::Bits);
    }
    if spec.space > LARGEST_SPACE {
        let (what, limit) = (What::MemorySpace, LARGEST_SPACE);
        findings.add(ErrorKind::AboveLimit { what, limit }, SpecPart::Space);
    }
    check_metadata(spec, 0, findings);
    let mut i = 0;
    while i < spec.splits.len() {
        check_split(spec, i, findings);
        i += 1;
    }
    if let Some(pad) = spec.pad {
        check_pad(spec, &pad.widths, findings);
    }
}

/// Checks that the metadata and at least `data` bytes after it have at most `isize::MAX` bytes.
const fn check_metadata(spec: &Spec, data: usize, findings: &mut Findings) {
    let limit = isize::MAX as usize - data;
    if spec.prefix > limit {
        let what = What::MetadataBytes;
        findings.add(ErrorKind::AboveLimit { what, limit }, SpecPart::Metadata);
    }
}

/// The most bits of `E(n)`: far above every element type, far below overflow.
pub(crate) const MAX_ELEMENT_BITS: usize = 4096;

/// The largest memory space of `S(n)`.
const LARGEST_SPACE: usize = 127;

/// Checks one `SC` entry: its dimension exists and is named once, its indices ascend.
const fn check_split(spec: &Spec, number: usize, findings: &mut Findings) {
    let Split { dimension, indices } = spec.splits.at(number);
    let rank = spec.dims.len();
    if dimension >= rank {
        let kind = ErrorKind::SplitDimension { dimension, rank };
        findings.add(kind, SpecPart::Split(number));
        return;
    }
    let mut earlier = 0;
    while earlier < number {
        if spec.splits.at(earlier).dimension == dimension {
            findings.add(
                ErrorKind::SplitRepeated { dimension },
                SpecPart::Split(number),
            );
            return;
        }
        earlier += 1;
    }
    let mut previous = 0;
    let mut j = 0;
    while j < indices.len() {
        let index = indices.at(j);
        if index <= previous {
            let kind = ErrorKind::SplitOrder { index, previous };
            findings.add(kind, SpecPart::SplitIndex(number, j));
        }
        previous = index;
        j += 1;
    }
}

/// Checks that `PAD` has one width per dimension.
const fn check_pad(spec: &Spec, widths: &Dims, findings: &mut Findings) {
    if widths.len() != spec.dims.len() {
        let kind = ErrorKind::PadCount {
            found: widths.len(),
            rank: spec.dims.len(),
        };
        findings.add(kind, SpecPart::Pads);
    }
}

/// Returns the checks that need all numbers, and the sizes of the layout. The structure has
/// been checked.
pub const fn check_sizes(spec: &Spec, findings: &mut Findings) -> Option<Sizes> {
    if let Some(pad) = &spec.pad {
        check_widths(spec, pad, findings);
    }
    if spec.splits.len > 0 {
        check_split_indices(spec, findings);
    }
    if findings.list.len > 0 {
        return None;
    }
    match sizes(spec) {
        Ok(sizes) => {
            let data = bytes_of(sizes.padded_len, spec.element_bits());
            check_metadata(spec, data, findings);
            match findings.list.len {
                0 => Some(sizes),
                _ => None,
            }
        }
        Err(kind) => {
            let part = if has_padding(spec) {
                SpecPart::Whole
            } else {
                SpecPart::Dims
            };
            findings.add(kind, part);
            None
        }
    }
}

/// Checks that no width of `PAD` is less than its dimension.
const fn check_widths(spec: &Spec, pad: &Pad, findings: &mut Findings) {
    let mut dim = 0;
    while dim < spec.dims.len() {
        let (width, size) = (pad.widths.at(dim), spec.dims.at(dim));
        if width < size {
            let kind = ErrorKind::PadNarrower { dim, width, size };
            findings.add(kind, SpecPart::PadWidth(dim));
        }
        dim += 1;
    }
}

/// Checks that every `SC` index is within its dimension.
const fn check_split_indices(spec: &Spec, findings: &mut Findings) {
    let dims = spec.untiled_dims();
    let mut i = 0;
    while i < spec.splits.len() {
        let Split { dimension, indices } = spec.splits.at(i);
        let size = dims.at(dimension);
        let mut j = 0;
        while j < indices.len() {
            let index = indices.at(j);
            if index >= size {
                let kind = ErrorKind::SplitRange {
                    index,
                    dimension,
                    size,
                };
                findings.add(kind, SpecPart::SplitIndex(i, j));
            }
            j += 1;
        }
        i += 1;
    }
}

/// Returns true if tiles or sections can make the buffer larger than the array.
const fn has_padding(spec: &Spec) -> bool {
    !spec.tiles.is_empty() || spec.align > 1 || spec.bits.is_some() || spec.pad.is_some()
}

/// Returns the bytes of the buffer of a layout whose structure has been checked; `None` if they
/// overflow.
pub fn padded_bytes(spec: &Spec) -> Option<usize> {
    let physical = tiling::tiled_dims(&spec.untiled_dims(), &spec.tiles, spec.tiles.len)?;
    let mut len = 1usize;
    for &extent in &physical {
        len = len.checked_mul(extent)?;
    }
    let len = len.checked_next_multiple_of(spec.align)?;
    Some(bytes_of(len, spec.element_bits()))
}

/// Returns the sizes of a layout whose buffer has at most `isize::MAX` bytes and elements;
/// otherwise the size that is too large.
const fn sizes(spec: &Spec) -> Result<Sizes, ErrorKind> {
    const LARGEST: u128 = isize::MAX as u128;
    let padding = has_padding(spec);
    let past_128_bits = ErrorKind::Overflow {
        bytes: None,
        padding,
    };
    let Some(physical) = tiling::tiled_dims(&spec.untiled_dims(), &spec.tiles, spec.tiles.len)
    else {
        return Err(past_128_bits);
    };
    // The product of the extents that are not 0.
    let mut elements = 1;
    let mut has_zero = false;
    let mut i = 0;
    while i < physical.len {
        match physical.items[i] {
            0 => has_zero = true,
            extent => elements = product(elements, extent),
        }
        i += 1;
    }
    let mut padded_len = if has_zero { 0 } else { elements };
    if spec.align > 1 {
        match padded_len.checked_next_multiple_of(spec.align as u128) {
            Some(aligned) => padded_len = aligned,
            None => return Err(past_128_bits),
        }
    }
    let bits = product(padded_len, spec.element_bits());
    if padded_len == PAST || bits == PAST {
        return Err(past_128_bits);
    }
    let bytes = (bits >> 3) + (bits & 7 > 0) as u128;
    if bytes > LARGEST {
        return Err(ErrorKind::Overflow {
            bytes: Some(LargeCount::new(bytes)),
            padding,
        });
    }
    if padded_len > LARGEST {
        let elements = LargeCount::new(padded_len);
        return Err(ErrorKind::ElementOverflow { elements });
    }
    // A dimension of 0 makes the buffer empty, but strides, and numbers that a `*` merges
    // with it, must still not overflow.
    if has_zero {
        elements = hidden_elements(spec, elements);
    }
    if elements > LARGEST {
        let elements = if elements == PAST {
            None
        } else {
            Some(LargeCount::new(elements))
        };
        return Err(ErrorKind::StrideOverflow { elements });
    }
    // No overflow: without a dimension of 0 it is at most `elements`.
    let mut num_elements = !has_zero as usize;
    i = 0;
    while i < spec.dims.len {
        num_elements *= spec.dims.items[i];
        i += 1;
    }
    Ok(Sizes {
        physical,
        num_elements,
        padded_len: padded_len as usize,
    })
}

/// Returns the largest of these products: a tile's entries, the extents that `SC` splits or
/// `PAD` widens, and `elements`. Extents of 0 are ignored.
const fn hidden_elements(spec: &Spec, elements: u128) -> u128 {
    let mut largest = elements;
    let untiled = spec.untiled_dims();
    let counts = spec.splits.len > 0 || spec.pad.is_some();
    let mut t = 0;
    while t < spec.tiles.len + counts as usize {
        let numbers = if t < spec.tiles.len {
            spec.tiles.items[t].as_slice()
        } else {
            untiled.as_slice()
        };
        let mut elements = 1;
        let mut i = 0;
        while i < numbers.len() {
            if numbers[i] != COMBINE && numbers[i] != 0 {
                elements = product(elements, numbers[i]);
            }
            i += 1;
        }
        if elements > largest {
            largest = elements;
        }
        t += 1;
    }
    largest
}

/// Stands for all numbers that overflow 128 bits.
const PAST: u128 = u128::MAX;

/// Returns the product, or `PAST` if it overflows.
const fn product(a: u128, b: usize) -> u128 {
    const SMALL: u128 = u64::MAX as u128;
    if a <= SMALL {
        a * b as u128 // a call would take longer in const evaluation
    } else {
        a.saturating_mul(b as u128)
    }
}
