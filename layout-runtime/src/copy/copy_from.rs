//! `copy_from` and its variants: copies between arrays.

use core::slice;

use layout_core::spec::Dims;
use layout_core::spec::display::{LONGEST, print};
use layout_core::util::array_string::ArrayString;

use super::error::{self, CopyError};
use super::strategies::choose::RegionCopy;
use super::strategies::few_runs::{copy_few_runs, copy_pieces, each_pair};
use super::strategies::layout_pair::LayoutPair;
use super::strategies::{Destination, Source, StridedPlan};
use crate::array::Array;
use crate::array::into_array::IntoArray;
use crate::iter::order::pieces::Positions;
use crate::iter::order::small::{all_indices, is_small};
use crate::layout::Layout;
use crate::map::{Mapping, corner, lacks_dimensions};
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
            RegionCopy::whole(LayoutPair { src, dst }).planned()
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
    pub(super) elements: fn(&RegionCopy, LayoutPair<'_>, Source<'_>, Destination<'_>),
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
    // A pointer, so that rustc looks at the code for packed elements only.
    let copy_bits = const {
        if S::PACKED {
            Some(copy_bits as CopyAll<R, N, S, M>)
        } else {
            None
        }
    };
    if let Some(copy_bits) = copy_bits
        && (lacks_dimensions(src.mapping()) || lacks_dimensions(dst.mapping()))
    {
        return copy_bits(src, dst);
    }
    // SAFETY: units are bytes of packed elements, or elements of which the caller says so.
    let from = unsafe { source(src) };
    // SAFETY: as the caller says.
    let (mut to, mapping) = unsafe { destination(dst) };
    if const { StaticPlan::<N, M>::IS_PLANNED } {
        StaticPlan::<N, M>::run_plan(runs, from, to);
        return Ok(());
    }
    if !S::PACKED && is_small(src.mapping()) && is_small(mapping) {
        let checked = error::check_dims(src.dims(), mapping.dims())
            .and_then(|()| with_layouts(src.mapping(), mapping, error::check_elements));
        if checked.is_ok() {
            copy_by_index(src, dst);
        }
        return checked;
    }
    let sides: [&dyn Positions; 2] = [src.mapping(), mapping];
    let dims = [src.dims(), mapping.dims()];
    if !S::PACKED {
        let size = size_of::<S::Unit>();
        let elements = [src.mapping().element(), mapping.element()];
        let alike = matches!(elements, [Some((from, a)), Some((to, b))]
            if from == to && [a, b] == [size * 8; 2]);
        if alike && copy_few_runs(size, sides, dims, from, to.reborrow()) {
            return Ok(());
        }
    }
    with_layouts(src.mapping(), mapping, |src_layout, dst_layout| {
        if lacks_dimensions(src.mapping()) || lacks_dimensions(mapping) {
            error::check_dims(dims[0], dims[1])?;
            error::check_elements(src_layout, dst_layout)?;
            copy_pieces(size_of::<S::Unit>(), sides, dims[1], from, to);
            return Ok(());
        }
        let src = ArrayRegion::new(src.mapping(), src_layout);
        let dst = ArrayRegion::new(mapping, dst_layout);
        copy_dynamic(runs, [src, dst], from, to)
    })
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
) -> Result<(), CopyError> {
    error::check_dims(src.dims(), dst.dims())?;
    with_layouts(src.mapping(), dst.mapping(), error::check_elements)?;
    // SAFETY: units are bytes.
    let from = unsafe { memory(src) };
    // SAFETY: units are bytes.
    let (to, mapping) = unsafe { memory_mut(dst) };
    let codec = Codec::of(mapping);
    each_pair(src.mapping(), mapping, |src, dst| {
        codec.copy((from, src), (to, dst));
    });
    Ok(())
}

/// Returns the memory of an array that a copy reads. Gaps between its elements are read only if they
/// are its own: padding of a whole buffer, or bytes that hold packed elements.
///
/// # Safety
///
/// A unit has no uninitialised bytes.
pub(super) unsafe fn source<S: Storage, M: Mapping>(array: &Array<S, M>) -> Source<'_> {
    if S::PACKED || corner(array.mapping()).is_none() {
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
    if S::PACKED || corner(array.mapping()).is_none() {
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

/// Calls a function with the layouts of two arrays that have one.
pub(super) fn with_layouts<R>(
    src: &impl Mapping,
    dst: &impl Mapping,
    f: impl FnOnce(&Layout, &Layout) -> R,
) -> R {
    let result = src.with_layout(|src| dst.with_layout(|dst| f(src, dst)));
    match result.flatten() {
        Some(result) => result,
        None => unreachable!("both arrays have a layout"),
    }
}

/// The array of a buffer, or a region of it.
pub(super) struct ArrayRegion<'a> {
    pub(super) layout: &'a Layout,
    pub(super) origin: Dims,
    dims: &'a [usize],
}

impl<'a> ArrayRegion<'a> {
    /// Returns the array of a mapping that has this layout.
    pub(super) fn new(mapping: &'a impl Mapping, layout: &'a Layout) -> Self {
        let origin = match corner(mapping) {
            Some(corner) => Dims::from_slice(corner.low.as_ref()),
            None => Dims::filled(0, layout.rank()),
        };
        let dims = mapping.dims();
        ArrayRegion {
            layout,
            origin,
            dims,
        }
    }
}

#[cfg(feature = "alloc")]
impl<'a> ArrayRegion<'a> {
    /// All of the array of a layout.
    pub(super) fn whole(layout: &'a Layout) -> Self {
        ArrayRegion::new(layout, layout)
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
            layout: self.layout,
            origin,
            dims,
        }
    }
}

/// Plans the copy of an array to an array of another layout, and runs it.
pub(super) fn copy_dynamic(
    runs: &Executor,
    [src, dst]: [ArrayRegion<'_>; 2],
    from: Source<'_>,
    to: Destination<'_>,
) -> Result<(), CopyError> {
    error::check_dims(src.dims, dst.dims)?;
    error::check_elements(src.layout, dst.layout)?;
    let layouts = LayoutPair {
        src: src.layout,
        dst: dst.layout,
    };
    let elements = RegionCopy::new(layouts, src.origin, dst.origin, Dims::from_slice(src.dims));
    (runs.elements)(&elements, layouts, from, to);
    Ok(())
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
