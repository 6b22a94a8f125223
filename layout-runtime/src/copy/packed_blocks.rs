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

use layout_core::spec::{Dims, MAX_RANK};
use layout_core::util::odometer;

use crate::copy::copy_from::{ArrayRegion, SERIAL, copy_dynamic};
use crate::copy::error::CopyError;
use crate::copy::row_major::rows_of;
use crate::layout::Layout;
use crate::layout::part;
use crate::layout::region::RegionBounds;
use crate::layout::tile_grid::Tiling;
use crate::map::{Mapping, corner, lacks_dimensions, layout_of};
use crate::view::View;
use crate::view::no_uninit::{NoUninit, bytes, bytes_mut};
use crate::view::packed::{Codec, PackedElement, PackedView};

/// The positions of a block, about: one stays in a second-level cache, also as `f32`.
const BLOCK: usize = 1 << 16;
/// The fewest elements for which layouts are made.
const MIN_ELEMENTS: usize = 1 << 8;

/// Unpacks all elements; false, and nothing is written, where there are few.
pub(super) fn unpack<T: PackedElement, U: NoUninit + From<T>>(
    src: &PackedView<'_, T, impl Mapping>,
    (to, dst): (&mut [U], &impl Mapping),
) -> bool {
    if unpack_blocks(src, (&mut *to, dst)) {
        return true;
    }
    if src.mapping().num_elements() < MIN_ELEMENTS || lacks_dimensions(src.mapping()) {
        return false;
    }
    let layout = layout_of(src.mapping());
    let rows = rows_of(&layout, src.mapping().dims());
    let mut packed = vec![0; rows.padded_bytes()];
    copied(copy_dynamic(
        &SERIAL,
        [
            ArrayRegion::new(src.mapping(), &layout),
            ArrayRegion::whole(&rows),
        ],
        src.buffer(),
        &mut packed,
    ));
    // SAFETY: `packed` was made with this number of bytes.
    let packed = unsafe { PackedView::<T, _>::new_unchecked(&packed, &rows) };
    unpack_blocks(&packed, (to, dst))
}

/// Packs what `convert` makes of all elements; false, and nothing is written, where there are
/// few.
pub(super) fn pack<T: PackedElement, U: Copy>(
    src: &View<'_, U, impl Mapping>,
    (to, dst): (&mut [u8], &impl Mapping),
    codec: Codec,
    convert: impl Fn(U) -> T + Copy,
) -> bool {
    if pack_blocks(src, (&mut *to, dst), codec, convert) {
        return true;
    }
    if src.mapping().num_elements() < MIN_ELEMENTS {
        return false;
    }
    let rows = rows_of(&layout_of(src.mapping()), src.mapping().dims());
    let elements = src.to_row_major_copied();
    let rows = View::try_new(&elements[..], &rows).expect("all elements, without padding");
    pack_blocks(&rows, (to, dst), codec, convert)
}

/// [`unpack`], where the source is cut into blocks; otherwise false, and nothing is written.
fn unpack_blocks<T: PackedElement, U: NoUninit + From<T>>(
    src: &PackedView<'_, T, impl Mapping>,
    (to, dst): (&mut [U], &impl Mapping),
) -> bool {
    let (codec, from) = (src.codec(), src.buffer());
    let mut staging = Vec::new();
    each_block(src.mapping(), dst, |positions, block, array| {
        if staging.len() < positions.len() {
            staging.resize(positions.len(), U::from(codec.get(from, positions.start)));
        }
        let staging = &mut staging[..positions.len()];
        match codec.byte_at(positions.start) {
            Some(start) => codec.unpack(&from[start..], staging, |value: T| U::from(value)),
            None => {
                for (to, position) in staging.iter_mut().zip(positions) {
                    *to = U::from(codec.get(from, position));
                }
            }
        }
        copied(copy_dynamic(
            &SERIAL,
            [block, array],
            bytes(staging),
            bytes_mut(to),
        ));
    })
}

/// [`pack`], where the source is cut into blocks; otherwise false, and nothing is written.
fn pack_blocks<T: PackedElement, U: Copy>(
    src: &View<'_, U, impl Mapping>,
    (to, dst): (&mut [u8], &impl Mapping),
    codec: Codec,
    convert: impl Fn(U) -> T + Copy,
) -> bool {
    let mut staging = Vec::new();
    each_block(src.mapping(), dst, |positions, block, array| {
        let len = codec.bytes_of(positions.len());
        if staging.len() < len {
            staging.resize(len, 0);
        }
        codec.pack(&src.buffer()[positions], &mut staging[..len], convert);
        copied(copy_dynamic(&SERIAL, [block, array], &staging[..len], to));
    })
}

fn copied(result: Result<(), CopyError>) {
    if let Err(error) = result {
        unreachable!("a block has the dimensions and elements of the destination: {error}");
    }
}

/// Calls `f` with the blocks of an array: their positions in its buffer; each as an array with
/// the elements of `dst`; and the same indices of `dst`. False, without a call, where it has no
/// blocks: regions, tiles that do not follow one another, few elements.
fn each_block(
    src: &impl Mapping,
    dst: &impl Mapping,
    mut f: impl FnMut(Range<usize>, ArrayRegion<'_>, ArrayRegion<'_>),
) -> bool {
    if corner(src).is_some() || lacks_dimensions(dst) || src.num_elements() < MIN_ELEMENTS {
        return src.dims().contains(&0);
    }
    let (src_layout, dst_layout) = (layout_of(src), layout_of(dst));
    let (grid, dims) = (Tiling::of_layout(&src_layout).made(), src.dims());
    let Some(size) = grid.contiguous_block(BLOCK) else {
        return false;
    };
    let whole = ArrayRegion::new(dst, &dst_layout);
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
            let layout = block_layout(&src_layout, &region, &dst_layout);
            last = layout.map(|layout| (extents, layout));
        }
        let Some((_, layout)) = &last else {
            return false; // only of the first block: the others are no larger
        };
        let Some(positions) = grid.contiguous(&region) else {
            unreachable!("a block's tiles follow one another");
        };
        f(
            positions,
            ArrayRegion::whole(layout),
            whole.at(&low, &extents),
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
