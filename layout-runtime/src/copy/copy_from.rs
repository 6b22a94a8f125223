//! `copy_from` and its variants: copies between views.

use layout_core::spec::Dims;
use layout_core::spec::display::{LONGEST, print};
use layout_core::util::array_string::ArrayString;

use super::error::{self, BufferSize, CopyError, CopySide};
use super::strategies::choose::RegionCopy;
use super::strategies::few_runs::{copy_few_runs, copy_pieces, each_pair};
use super::strategies::layout_pair::LayoutPair;
use super::strategies::{Destination, Source, StridedPlan};
use crate::layout::Layout;
use crate::map::{Mapping, corner, lacks_dimensions};
use crate::view::iter::order::pieces::Positions;
use crate::view::no_uninit::{NoUninit, bytes, bytes_mut};
use crate::view::packed::{Codec, PackedCopySource, PackedViewMut};
use crate::view::{View, ViewMut};

/// The constants of a copy between two mappings.
pub(crate) struct Pair<S, D>(S, D);

impl<S: Mapping, D: Mapping> Pair<S, D> {
    /// Fails const evaluation for two static layouts that do not fit. Public functions
    /// evaluate it themselves, so that rustc points at the user's line.
    pub(crate) const FITS: () = {
        if let (Some(src), Some(dst)) = (S::STATIC, D::STATIC)
            && let Some(error) = Self::ERROR
        {
            stop(error, src, dst);
        }
    };
    /// Why two static layouts do not fit.
    const ERROR: Option<CopyError> = match (S::STATIC, D::STATIC) {
        (Some(src), Some(dst)) => match error::check(src, dst) {
            Ok(()) => None,
            Err(error) => Some(error),
        },
        _ => None,
    };
    /// The plan of a copy between two static layouts that fit, if it does not need the layouts.
    const PLAN: Option<StridedPlan> = match (S::STATIC, D::STATIC, &Self::ERROR) {
        (Some(src), Some(dst), None) => RegionCopy::whole(LayoutPair { src, dst }).planned(),
        _ => None,
    };
    /// True if copies are planned at compile time. If so, only the code of planned copies is
    /// compiled, otherwise only the code that plans.
    const IS_PLANNED: bool = Self::PLAN.is_some();
    /// The bits of an element of a static layout.
    const ELEMENT_BITS: usize = match S::STATIC {
        Some(layout) => layout.element_bits(),
        None => 0,
    };

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

/// Copies by the plan made at compile time, or makes one now. Views have the lengths of
/// their layouts.
#[inline]
pub(super) fn copy_with<T: NoUninit, S: Mapping, D: Mapping>(
    runs: &Executor,
    src: &View<'_, T, S>,
    dst: &mut ViewMut<'_, T, D>,
) -> Result<(), CopyError> {
    let (from, (to, mapping)) = (src.buffer(), dst.parts());
    if const { Pair::<S, D>::IS_PLANNED } {
        CopySide::Source.check_size::<T>(Pair::<S, D>::ELEMENT_BITS)?;
        let (from, to) = (Source::new(bytes(from)), Destination::new(bytes_mut(to)));
        Pair::<S, D>::run_plan(runs, from, to);
        return Ok(());
    }
    let (size, dims) = (size_of::<T>(), mapping.dims());
    let elements = [src.mapping().element(), mapping.element()];
    let alike = matches!(elements, [Some((from, a)), Some((to, b))]
        if from == to && [a, b] == [size * 8; 2]);
    let sides: [&dyn Positions; 2] = [src.mapping(), mapping];
    let extents = [src.mapping().dims(), dims];
    if alike {
        let (from, to) = (Source::new(bytes(from)), Destination::new(bytes_mut(to)));
        if copy_few_runs(size, sides, extents, from, to) {
            return Ok(());
        }
    }
    with_layouts(src.mapping(), mapping, |src_layout, dst_layout| {
        BufferSize::of(src_layout, CopySide::Source).check_slice(from)?;
        BufferSize::of(dst_layout, CopySide::Destination).check_slice(to)?;
        if lacks_dimensions(src.mapping()) || lacks_dimensions(mapping) {
            error::check_dims(extents[0], dims)?;
            error::check_elements(src_layout, dst_layout)?;
            let (from, to) = (Source::new(bytes(from)), Destination::new(bytes_mut(to)));
            copy_pieces(size, sides, dims, from, to);
            return Ok(());
        }
        let src = ArrayRegion::new(src.mapping(), src_layout);
        let dst = ArrayRegion::new(mapping, dst_layout);
        copy_dynamic(runs, [src, dst], bytes(from), bytes_mut(to))
    })
}

/// Calls a function with the layouts of two arrays that have one.
fn with_layouts<R>(
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
    from: &[u8],
    to: &mut [u8],
) -> Result<(), CopyError> {
    error::check_dims(src.dims, dst.dims)?;
    error::check_elements(src.layout, dst.layout)?;
    let layouts = LayoutPair {
        src: src.layout,
        dst: dst.layout,
    };
    let elements = RegionCopy::new(layouts, src.origin, dst.origin, Dims::from_slice(src.dims));
    (runs.elements)(&elements, layouts, Source::new(from), Destination::new(to));
    Ok(())
}

impl<T, D: Mapping> PackedViewMut<'_, T, D> {
    /// Copies each element of `src` to its position in this array.
    ///
    /// The source is a packed view, buffer or region, by value or by reference. The layouts
    /// may be any two with the same dimensions, element type and bits of an element, static
    /// or known at run time. Padding is not touched. Two static layouts that differ in one
    /// of these do not compile.
    ///
    /// # Errors
    ///
    /// When the arrays differ in their dimensions, their element type or the
    /// bits of an element; never between static layouts.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let rows = Layout::parse("u4[3,4]{1,0:E(4)}")?;
    /// let columns = Layout::parse("u4[3,4]{0,1:T(4)E(4)}")?;
    /// let from = [0x10, 0x32, 0x54, 0x76, 0x98, 0xBA];
    /// let mut to = [0xFF; 8]; // 12 elements and 4 positions of padding
    /// let mut view = columns.packed_view_mut::<u8>(&mut to)?;
    /// view.copy_from(rows.packed_view(&from)?)?;
    /// assert_eq!(view.get([2, 3]), Some(11));
    /// assert_eq!(to, [0x40, 0xF8, 0x51, 0xF9, 0x62, 0xFA, 0x73, 0xFB]); // padding stays
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::layout;
    ///
    /// type Rows = layout!(U4[3,5]<1,0:E(4)>);
    /// type Tiled = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// let mut to = [0; Tiled::PADDED_BYTES];
    /// let mut to = Tiled::packed_view_mut::<u8>(&mut to).unwrap();
    /// to.copy_from(Rows::packed_view::<u8>(&[0; 8]).unwrap()).unwrap(); // U4 is not S4
    /// ```
    #[doc(alias = "assign")]
    pub fn copy_from<V>(&mut self, src: V) -> Result<(), CopyError>
    where
        V: PackedCopySource<Elem = T>,
    {
        let () = Pair::<V::Mapping<'_>, D>::FITS;
        let src = src.packed_source();
        let (to, mapping) = self.parts();
        if const { Pair::<V::Mapping<'_>, D>::IS_PLANNED } {
            Pair::<V::Mapping<'_>, D>::run_plan(
                &SERIAL,
                Source::new(src.buffer()),
                Destination::new(to),
            );
            return Ok(());
        }
        with_layouts(src.mapping(), mapping, |src_layout, dst_layout| {
            if lacks_dimensions(src.mapping()) || lacks_dimensions(mapping) {
                error::check_dims(src.mapping().dims(), mapping.dims())?;
                error::check_elements(src_layout, dst_layout)?;
                let (from, codec) = (src.buffer(), Codec::of(mapping));
                each_pair(src.mapping(), mapping, |src, dst| {
                    codec.copy((from, src), (to, dst));
                });
                return Ok(());
            }
            let from = ArrayRegion::new(src.mapping(), src_layout);
            let array = ArrayRegion::new(mapping, dst_layout);
            copy_dynamic(&SERIAL, [from, array], src.buffer(), to)
        })
    }
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
