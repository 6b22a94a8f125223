//! `copy_from` and its variants: copies between arrays.

use core::slice;

use layout_core::spec::Dims;
use layout_core::spec::display::{LONGEST, print};
use layout_core::util::array_string::ArrayString;

use super::error::{self, CopyError};
use super::strategies::choose::{ArrayCopy, CopyRegion, RegionCopy};
use super::strategies::pieces::{copy_few_pieces, copy_pieces, each_pair};
use super::strategies::sides::{Affine, Side, Sides};
use super::strategies::{Destination, Source, StridedPlan};
use crate::array::Array;
use crate::array::into_array::IntoArray;
use crate::iter::order::pieces::Positions;
use crate::iter::order::small::all_indices;
use crate::layout::Layout;
use crate::map::{Mapping, affine_strides, corner, first_position};
use crate::storage::packed::Codec;
use crate::storage::{Storage, StorageMut};

/// The constants of a copy between two arrays, or references to them.
pub(super) struct Pair<S, D>(S, D);

impl<S: IntoArray, D: IntoArray> Pair<S, D> {
    /// Fails const evaluation for two static layouts that do not fit. Public functions
    /// evaluate it themselves, so that rustc points at the user's line.
    pub(super) const FITS: () = {
        if let (Some(src), Some(dst)) = (S::Mapping::STATIC, D::Mapping::STATIC)
            && let Some(error) = Self::error(src, dst)
        {
            stop(error, src, dst);
        }
    };
    /// True if elements are packed on one side only, so that they are converted.
    pub(super) const CONVERTS: bool = S::Storage::PACKED != D::Storage::PACKED;

    /// Returns why two layouts do not fit.
    const fn error(src: &Layout, dst: &Layout) -> Option<CopyError> {
        let checked = if Self::CONVERTS {
            error::check_dims(src.dims(), dst.dims())
        } else {
            error::check(src, dst)
        };
        match checked {
            Ok(()) => None,
            Err(error) => Some(error),
        }
    }
}

/// A copy of all elements.
pub(super) type CopyAll<R, N, S, M> = fn(&Array<R, N>, &mut Array<S, M>) -> Result<(), CopyError>;

/// The plan of a copy between arrays of two mappings, whose elements are not converted. Each is made
/// once for all storages.
struct StaticPlan<N, M>(N, M);

impl<N: Mapping, M: Mapping> StaticPlan<N, M> {
    /// The plan of a copy between two static layouts that fit, if it does not need the layouts.
    const PLAN: Option<StridedPlan> = match (N::STATIC, M::STATIC) {
        (Some(src), Some(dst)) if error::check(src, dst).is_ok() => {
            RegionCopy::whole(Sides::of_layouts(src, dst), *src.dims_list()).planned()
        }
        _ => None,
    };
    /// True if copies are planned at compile time. If so, only the code of planned copies is
    /// compiled, otherwise only the code that plans.
    const IS_PLANNED: bool = Self::PLAN.is_some();

    /// Runs the plan. It is inlined, so that a program with only planned copies does not contain
    /// the planner.
    #[inline]
    fn run_plan(runs: &Executor, src: Source<'_>, dst: Destination<'_>) {
        match const { &Self::PLAN } {
            Some(plan) => (runs.plan)(plan, src, dst),
            None => unreachable!("only planned copies are run so"),
        }
    }
}

/// Fails const evaluation, because one of two layouts cannot be copied to the
/// other.
#[track_caller]
const fn stop(error: CopyError, src: &Layout, dst: &Layout) -> ! {
    let differ = match error {
        CopyError::Dims { .. } => "the layouts differ in their dimensions",
        CopyError::Element { .. } => {
            "the layouts differ in their element types; to copy the bits, view the source's \
             buffer through a layout of the destination's type"
        }
        _ => "the layouts differ in the size of their elements",
    };
    let mut words = ArrayString::<{ 3 * LONGEST }>::new();
    words
        .str("`copy_from` from `")
        .str(print(&src.spec()).as_str());
    words.str("` to `").str(print(&dst.spec()).as_str());
    words.str("`: ").str(differ);
    panic!("{}", words.as_str())
}

/// Runs a copy with one thread or with several.
pub(super) struct Executor {
    pub(super) plan: fn(&StridedPlan, Source<'_>, Destination<'_>),
    pub(super) elements: fn(&RegionCopy, Sides<'_>, Source<'_>, Destination<'_>),
}

pub(super) const SERIAL: Executor = Executor {
    plan: StridedPlan::execute,
    elements: RegionCopy::run,
};
#[cfg(feature = "rayon")]
pub(super) const PARALLEL: Executor = Executor {
    plan: StridedPlan::par_execute,
    elements: RegionCopy::par_run,
};

/// Copies by the plan made at compile time, or makes one now.
///
/// # Safety
///
/// If elements are not packed on either side, they have no uninitialised bytes.
#[inline]
pub(super) unsafe fn copy_with<R, N, S, M>(
    runs: &Executor,
    src: &Array<R, N>,
    dst: &mut Array<S, M>,
) -> Result<(), CopyError>
where
    R: Storage<Elem = S::Elem>,
    N: Mapping,
    S: StorageMut<Elem: Copy>,
    M: Mapping,
{
    if const { StaticPlan::<N, M>::IS_PLANNED } {
        // SAFETY: units are bytes of packed elements, or elements of which the caller says so.
        let from = unsafe { source(src) };
        // SAFETY: as the caller says.
        let (to, _) = unsafe { destination(dst) };
        StaticPlan::<N, M>::run_plan(runs, from, to);
        return Ok(());
    }
    error::check_arrays(src.mapping(), dst.mapping())?;
    // A pointer, so that rustc looks at the code for packed elements only.
    let copy_bits = const {
        if S::PACKED {
            Some(copy_bits as fn(&Array<R, N>, &mut Array<S, M>))
        } else {
            None
        }
    };
    // SAFETY: units are bytes of packed elements, or elements of which the caller says so.
    let from = unsafe { source(src) };
    // SAFETY: as the caller says.
    let (mut to, mapping) = unsafe { destination(dst) };
    let (size, dims) = (size_of::<S::Unit>(), mapping.dims());
    let positions: [&dyn Positions; 2] = [src.mapping(), mapping];
    match ArrayCopy::choose(src.mapping(), mapping, size, S::PACKED) {
        ArrayCopy::ByIndex => copy_by_index(src, dst),
        ArrayCopy::Pieces => copy_pieces(size, positions, dims, from, to),
        ArrayCopy::FewPieces => {
            if !copy_few_pieces(size, positions, dims, from, to.reborrow()) {
                copy_regions(runs, (src.mapping(), mapping), 8 * size, from, to);
            }
        }
        ArrayCopy::Bits => copy_bits.expect("elements are packed")(src, dst),
        ArrayCopy::Region => {
            let bits = if S::PACKED {
                Codec::of(mapping).bits()
            } else {
                8 * size
            };
            copy_regions(runs, (src.mapping(), mapping), bits, from, to);
        }
    }
    Ok(())
}

/// Copies the elements of two arrays, of `bits` bits, as regions of their buffers.
fn copy_regions(
    runs: &Executor,
    (src, dst): (&impl Mapping, &impl Mapping),
    bits: usize,
    from: Source<'_>,
    mut to: Destination<'_>,
) {
    with_region(src, |src| {
        with_region(dst, |dst| {
            copy_dynamic(runs, [src, dst], bits, from, to.reborrow())
        });
    });
}

/// Copies few elements with addresses, of arrays of the same dimensions.
#[inline]
fn copy_by_index<R, N, S, M>(src: &Array<R, N>, dst: &mut Array<S, M>)
where
    R: Storage<Elem = S::Elem>,
    N: Mapping,
    S: StorageMut<Elem: Copy>,
    M: Mapping,
{
    let (storage, mapping) = dst.parts_mut();
    all_indices(mapping.dims(), |index: M::Index| {
        let from = src.mapping().slice_offset_unspecified(index.as_ref());
        let to = mapping.offset_unspecified(index);
        let write = |value: &S::Elem| {
            // SAFETY: it is the position of an element.
            unsafe { storage.write(mapping, to, *value) };
        };
        // SAFETY: it is the position of an element.
        unsafe { src.storage_ref().with(src.mapping(), from, write) };
        true
    });
}

/// Copies packed elements one by one.
fn copy_bits<R: Storage, N: Mapping, S: StorageMut, M: Mapping>(
    src: &Array<R, N>,
    dst: &mut Array<S, M>,
) {
    // SAFETY: units are bytes.
    let from = unsafe { memory(src) };
    // SAFETY: units are bytes.
    let (to, mapping) = unsafe { memory_mut(dst) };
    let codec = Codec::of(mapping);
    each_pair(src.mapping(), mapping, |src, dst| {
        codec.copy((from, src), (to, dst));
    });
}

/// Returns the memory of an array that a copy reads. Gaps between its elements are read only if they
/// are its own: padding of a whole buffer, what strides leave out of a container, or bytes that hold
/// packed elements.
///
/// # Safety
///
/// A unit has no uninitialised bytes.
pub(super) unsafe fn source<S: Storage, M: Mapping>(array: &Array<S, M>) -> Source<'_> {
    if S::PACKED || array.mapping().owns_gaps() {
        // SAFETY: the caller says that units have no uninitialised bytes.
        return Source::new(unsafe { memory(array) });
    }
    let units = array.storage_ref().units();
    let len = units.len() * size_of::<S::Unit>();
    // SAFETY: the memory is one slice, and nothing writes the elements of a shared array. The caller
    // says that their bytes are initialised.
    unsafe { Source::from_raw_parts(units.as_ptr().cast(), len) }
}

/// Returns the memory of an array that a copy writes, and its mapping; gaps as of [`source`]. Copies
/// write whole elements that are values in the source.
///
/// # Safety
///
/// A unit has no uninitialised bytes.
pub(super) unsafe fn destination<S: StorageMut, M: Mapping>(
    array: &mut Array<S, M>,
) -> (Destination<'_>, &M) {
    if S::PACKED || array.mapping().owns_gaps() {
        // SAFETY: the caller says that units have no uninitialised bytes.
        let (memory, mapping) = unsafe { memory_mut(array) };
        return (Destination::new(memory), mapping);
    }
    let (storage, mapping) = array.parts_mut();
    let mut units = storage.units_mut();
    let len = units.len() * size_of::<S::Unit>();
    // SAFETY: the memory is one slice, and nothing else uses the elements of an array that is borrowed
    // mutably. The caller says that their bytes are initialised.
    let side = unsafe { Destination::from_raw_parts(units.as_mut_ptr().cast(), len) };
    (side, mapping)
}

/// Returns the memory of a whole array, or of one of packed elements, as bytes.
///
/// # Safety
///
/// A unit has no uninitialised bytes.
pub(super) unsafe fn memory<S: Storage, M: Mapping>(array: &Array<S, M>) -> &[u8] {
    let units = array.storage_ref().units();
    let len = units.len() * size_of::<S::Unit>();
    // SAFETY: the memory is borrowed as long, and the caller says that its bytes are initialised.
    unsafe { slice::from_raw_parts(units.as_ptr().cast(), len) }
}

/// Returns the memory as [`memory`] does, mutably, and the mapping. Copies write whole elements that
/// are values in the source.
///
/// # Safety
///
/// A unit has no uninitialised bytes.
pub(super) unsafe fn memory_mut<S: StorageMut, M: Mapping>(
    array: &mut Array<S, M>,
) -> (&mut [u8], &M) {
    let (storage, mapping) = array.parts_mut();
    let mut units = storage.units_mut();
    let len = units.len() * size_of::<S::Unit>();
    // SAFETY: the memory is borrowed mutably as long, and the caller says that its bytes are
    // initialised.
    let bytes = unsafe { slice::from_raw_parts_mut(units.as_mut_ptr().cast(), len) };
    (bytes, mapping)
}

/// The array of a buffer, or a region of it.
#[derive(Clone, Copy)]
pub(super) struct ArrayRegion<'a> {
    pub(super) side: Side<'a>,
    pub(super) origin: Dims,
    dims: &'a [usize],
}

/// Calls a function with an array that is planned.
pub(super) fn with_region<R>(map: &impl Mapping, mut f: impl FnMut(ArrayRegion<'_>) -> R) -> R {
    let dims = map.dims();
    let by_layout = map.with_layout(|layout| {
        let origin = match corner(map) {
            Some(corner) => Dims::from_slice(corner.low.as_ref()),
            None => Dims::filled(0, layout.rank()),
        };
        let side = Side::Layout(layout);
        f(ArrayRegion { side, origin, dims })
    });
    if let Some(result) = by_layout {
        return result;
    }
    let strides = affine_strides(map).expect("an array without a layout has strides");
    let affine = Affine::new(strides, first_position(map));
    f(ArrayRegion {
        side: Side::Affine(&affine),
        origin: Dims::filled(0, dims.len()),
        dims,
    })
}

#[cfg(feature = "alloc")]
impl<'a> ArrayRegion<'a> {
    /// All of the array of a layout.
    pub(super) fn whole(layout: &'a Layout) -> Self {
        ArrayRegion {
            side: Side::Layout(layout),
            origin: Dims::filled(0, layout.rank()),
            dims: layout.dims(),
        }
    }

    /// Returns the region that begins at index `low` of this one.
    pub(super) fn at<'d>(&self, low: &Dims, dims: &'d [usize]) -> ArrayRegion<'d>
    where
        'a: 'd,
    {
        let mut origin = self.origin;
        for (number, low) in origin.as_mut().iter_mut().zip(low) {
            *number += low;
        }
        ArrayRegion {
            side: self.side,
            origin,
            dims,
        }
    }
}

/// Plans the copy of an array to an array of the same dimensions, of elements of the same type of
/// `bits` bits, and runs it.
pub(super) fn copy_dynamic(
    runs: &Executor,
    arrays: [ArrayRegion<'_>; 2],
    bits: usize,
    from: Source<'_>,
    to: Destination<'_>,
) {
    let (sides, region) = sides(arrays, bits);
    (runs.elements)(&RegionCopy::of(sides, region), sides, from, to);
}

/// Returns what the planner takes of two arrays of the same dimensions.
pub(super) fn sides<'a>([src, dst]: [ArrayRegion<'a>; 2], bits: usize) -> (Sides<'a>, CopyRegion) {
    let sides = Sides {
        src: src.side,
        dst: dst.side,
        bits,
    };
    let region = CopyRegion {
        src_origin: src.origin,
        dst_origin: dst.origin,
        extents: Dims::from_slice(dst.dims),
    };
    (sides, region)
}

/// Errors of const evaluation, at run time.
#[cfg(test)]
mod tests {
    use super::stop;
    use crate::copy::CopyPlan;
    use crate::layout::Layout;

    fn fail(src: &str, dst: &str) -> ! {
        let [src, dst] = [src, dst].map(|text| Layout::parse(text).unwrap());
        stop(CopyPlan::new(&src, &dst).unwrap_err(), &src, &dst)
    }

    #[test]
    #[should_panic(
        expected = "`copy_from` from `f32[3]{0}` to `f32[5]{0}`: the layouts differ in their dimensions"
    )]
    fn other_dimensions() {
        fail("f32[3]", "f32[5]");
    }

    #[test]
    #[should_panic(expected = "the layouts differ in their element types; to copy the bits")]
    fn another_type() {
        fail("f32[3]", "s32[3]");
    }

    #[test]
    #[should_panic(expected = "the layouts differ in the size of their elements")]
    fn another_size() {
        fail("u4[3]", "u4[3]{0:E(4)}");
    }
}
