//! Conversions by blocks: a block of the source is one stretch of memory, which is converted
//! in order to a buffer of the source's layout and the destination's elements. That is then
//! copied as any array.
//!
//! ```text
//! source        staging               destination
//! [ s4 tiles ]  ->  [ s8 tiles ]  ->  [ s8 rows ]
//!            unpack            copy
//! ```
//!
//! Regions, and arrays whose tiles do not follow one another, are first copied to rows.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use core::slice;

use layout_core::spec::{Dims, MAX_RANK};
use layout_core::util::odometer;

use super::copy_from::{
    ArrayRegion, SERIAL, copy_dynamic, destination, memory, memory_mut, with_region,
};
use super::row_major::{each_value, first_value, rows_of_array};
use super::strategies::{Destination, Source};
use crate::array::Array;
use crate::layout::Layout;
use crate::layout::part;
use crate::layout::region::RegionBounds;
use crate::layout::tile_grid::Tiling;
use crate::map::{Mapping, corner, lacks_dimensions};
use crate::storage::packed::Codec;
use crate::storage::{Ref, Storage, StorageMut};

/// The positions of a block, about: one stays in a second-level cache, also as `f32`.
const BLOCK: usize = 1 << 16;
/// The fewest elements for which layouts are made.
const MIN_ELEMENTS: usize = 1 << 8;

/// Writes what `convert` makes of all elements, which are packed on one side; false, and nothing is
/// written, where there are few. Padding is converted, too.
pub(super) fn copy<R, N, S, M>(
    src: &Array<R, N>,
    dst: &mut Array<S, M>,
    mut convert: impl FnMut(R::Elem) -> S::Elem,
) -> bool
where
    R: Storage<Elem: Copy>,
    N: Mapping,
    S: StorageMut<Elem: Copy>,
    M: Mapping,
{
    if R::PACKED {
        // SAFETY: units are bytes.
        let from = unsafe { memory(src) };
        unpack_blocks::<R, S>((from, src.mapping()), dst, &mut convert)
            || unpack_rows::<R, S>(src, dst, &mut convert)
    } else {
        pack_blocks(src, dst, &mut convert) || pack_rows(src, dst, &mut convert)
    }
}

/// [`copy`] of packed elements through rows.
fn unpack_rows<R: Storage<Elem: Copy>, S: StorageMut<Elem: Copy>>(
    src: &Array<R, impl Mapping>,
    dst: &mut Array<S, impl Mapping>,
    convert: &mut impl FnMut(R::Elem) -> S::Elem,
) -> bool {
    let has_layout = dst.mapping().element().is_some();
    if !has_layout || src.len() < MIN_ELEMENTS || lacks_dimensions(src.mapping()) {
        return false;
    }
    let Some(rows) = rows_of_array(src.mapping()) else {
        return false;
    };
    let mut packed = vec![0; rows.padded_bytes()];
    // SAFETY: units are bytes.
    let from = unsafe { memory(src) };
    with_region(src.mapping(), |region| {
        let (from, to) = (Source::new(from), Destination::new(&mut packed));
        let sides = [region, ArrayRegion::whole(&rows)];
        copy_dynamic(&SERIAL, sides, rows.element_bits(), from, to);
    });
    unpack_blocks::<R, S>((&packed, &rows), dst, convert)
}

/// [`copy`] of elements of a byte or more through rows.
fn pack_rows<R: Storage<Elem: Copy>, S: StorageMut<Elem: Copy>>(
    src: &Array<R, impl Mapping>,
    dst: &mut Array<S, impl Mapping>,
    convert: &mut impl FnMut(R::Elem) -> S::Elem,
) -> bool {
    if src.len() < MIN_ELEMENTS {
        return false;
    }
    let Some(rows) = rows_of_array(src.mapping()) else {
        return false;
    };
    let mut elements = Vec::with_capacity(src.len());
    each_value(src, |value| elements.push(value));
    let rows = Array::try_new(Ref::new(&elements), &rows).expect("all elements, without padding");
    pack_blocks(&rows, dst, convert)
}

/// [`copy`] of packed elements in these bytes, where they are cut into blocks; otherwise false, and
/// nothing is written.
fn unpack_blocks<R: Storage<Elem: Copy>, S: StorageMut<Elem: Copy>>(
    (bytes, mapping): (&[u8], &impl Mapping),
    dst: &mut Array<S, impl Mapping>,
    convert: &mut impl FnMut(R::Elem) -> S::Elem,
) -> bool {
    let Some(first) = first_value(dst) else {
        return true;
    };
    let mut staging = Vec::new();
    // SAFETY: elements in `dst` have no uninitialised bytes: those of a byte or more are `NoUninit`.
    let (mut to, of_dst) = unsafe { destination(dst) };
    each_block(mapping, of_dst, |positions, block, array| {
        if staging.len() < positions.len() {
            staging.resize(positions.len(), first);
        }
        let staging = &mut staging[..positions.len()];
        R::unpack(mapping, (bytes, positions.start), staging, &mut *convert);
        // SAFETY: the elements of a `Vec`, which have no uninitialised bytes, as those of `dst`.
        let staging =
            unsafe { slice::from_raw_parts(staging.as_ptr().cast(), size_of_val(staging)) };
        let (from, to) = (Source::new(staging), to.reborrow());
        copy_dynamic(&SERIAL, [block, array], 8 * size_of::<S::Elem>(), from, to);
    })
}

/// [`copy`] of elements of a byte or more, where they are cut into blocks; otherwise false, and
/// nothing is written.
fn pack_blocks<R: Storage<Elem: Copy>, S: StorageMut<Elem: Copy>>(
    src: &Array<R, impl Mapping>,
    dst: &mut Array<S, impl Mapping>,
    convert: &mut impl FnMut(R::Elem) -> S::Elem,
) -> bool {
    let elements = src.elements();
    let codec = Codec::of(dst.mapping());
    let mut staging = Vec::new();
    // SAFETY: units are bytes.
    let (to, of_dst) = unsafe { memory_mut(dst) };
    each_block(src.mapping(), of_dst, |positions, block, array| {
        let len = codec.bytes_of(positions.len());
        if staging.len() < len {
            staging.resize(len, 0);
        }
        // SAFETY: blocks are of whole arrays, and have positions below the length of the memory.
        let block_of = unsafe { elements.add(positions.start) };
        // SAFETY: they are initialised elements, which are shared while the array is.
        let from = unsafe { slice::from_raw_parts(block_of, positions.len()) };
        S::pack(of_dst, from, &mut staging[..len], &mut *convert);
        let (from, to) = (Source::new(&staging[..len]), Destination::new(to));
        copy_dynamic(&SERIAL, [block, array], codec.bits(), from, to);
    })
}

/// Calls `f` with the blocks of an array: their positions in its buffer; each as an array with
/// the elements of `dst`; and the same indices of `dst`. False, without a call, where it has no
/// blocks: regions, strides, tiles that do not follow one another, few elements.
fn each_block(
    src: &impl Mapping,
    dst: &impl Mapping,
    mut f: impl FnMut(Range<usize>, ArrayRegion<'_>, ArrayRegion<'_>),
) -> bool {
    if corner(src).is_some() || lacks_dimensions(dst) || src.num_elements() < MIN_ELEMENTS {
        return src.dims().contains(&0);
    }
    let blocks = src.with_layout(|src| {
        dst.with_layout(|layout| with_region(dst, |dst| each_block_of(src, dst, layout, &mut f)))
    });
    blocks.flatten().unwrap_or(false)
}

/// [`each_block`] of a whole array of this layout.
fn each_block_of(
    src_layout: &Layout,
    dst: ArrayRegion<'_>,
    dst_layout: &Layout,
    f: &mut impl FnMut(Range<usize>, ArrayRegion<'_>, ArrayRegion<'_>),
) -> bool {
    let (grid, dims) = (Tiling::of_layout(src_layout).made(), src_layout.dims());
    let tiling = Tiling::Made(grid);
    let Some(size) = grid.contiguous_block(BLOCK) else {
        return false;
    };
    let mut blocks = Dims::new(0);
    for (&extent, &size) in dims.iter().zip(&size) {
        blocks.push(extent.div_ceil(size));
    }
    let mut block = [0; MAX_RANK];
    let mut last: Option<(Dims, Layout)> = None;
    for _ in 0..blocks.iter().product() {
        let mut region = RegionBounds::whole(dims);
        let (mut low, mut extents) = (Dims::new(0), Dims::new(0));
        for (dim, &extent) in dims.iter().enumerate() {
            let start = block[dim] * size.at(dim);
            let range = start..extent.min(start + size.at(dim));
            low.push(start);
            extents.push(range.len());
            if region.narrow(dim, range).is_err() {
                unreachable!("a block is within the array");
            }
        }
        if last.as_ref().is_none_or(|(of, _)| *of != extents) {
            let layout = block_layout(src_layout, &region, dst_layout);
            last = layout.map(|layout| (extents, layout));
        }
        let Some((_, layout)) = &last else {
            return false; // only of the first block: the others are no larger
        };
        let Some(positions) = tiling.contiguous(&region, 0) else {
            unreachable!("a block's tiles follow one another");
        };
        f(
            positions,
            ArrayRegion::whole(layout),
            dst.at(&low, &extents),
        );
        odometer::advance(&mut block, &blocks, MAX_RANK);
    }
    true
}

/// Returns the layout of a region of the source, with the elements of the destination, which
/// may take more memory than there is.
#[inline(never)] // because of its layouts on the stack
fn block_layout(src: &Layout, region: &RegionBounds, other: &Layout) -> Option<Layout> {
    let mut spec = part::own_layout(src, region, 0).spec();
    let other = other.spec();
    (spec.element, spec.bits) = (other.element, other.bits);
    Layout::checked(spec).ok()
}
