//! `CopyPlan`: how to copy an array from one layout to another.

use core::fmt;

use layout_core::spec::Dims;

#[cfg(feature = "rayon")]
use super::copy_from::PARALLEL;
use super::copy_from::{Executor, SERIAL, sides, with_region};
use super::error::{self, BufferSize, CopyError, CopySide};
use super::steps::Steps;
use super::strategies::choose::CopyRegion;
use super::strategies::sides::Sides;
use super::strategies::{Destination, Source, StridedCopy};
use crate::iter::in_place::each_range;
use crate::layout::Layout;
use crate::layout::padding_ranges::Padding;
use crate::map::{InvalidStrides, Mapping, OwnIndex, Strides, WholeBuffer};
use crate::storage::no_uninit::{self, NoUninit};

/// A plan that copies an array from a buffer of one layout to a buffer of another.
///
/// A plan is made from any two layouts with the same dimensions and element type, without
/// allocation, at run time or in const evaluation, and can run any number of times. It
/// reads and writes only elements: padding of the source is never read as data, and padding
/// of the destination is not changed, unless [`run_filling`](CopyPlan::run_filling)
/// fills it.
///
/// A plan is smaller than 2 KB. If a layout does not flatten, or tiles divide dimensions
/// into many different pieces, the plan holds the layouts instead of the copies, and each
/// run computes what to copy.
///
/// [`ViewMut::copy_from`] makes a plan at each call; keep a `CopyPlan` to make it once.
///
/// `Display` prints the strided copies of a plan, each as one line of code with positions in
/// elements: the whole tiles, then the remainders of rows and columns. A run may visit the elements
/// in another order.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, CopyPlan};
///
/// const ROWS: Layout = match Layout::parse("f32[3,5]{1,0}") {
///     Ok(layout) => layout,
///     Err(_) => panic!(),
/// };
/// const TILED: Layout = match Layout::parse("f32[3,5]{1,0:T(2,2)}") {
///     Ok(layout) => layout,
///     Err(_) => panic!(),
/// };
/// const PLAN: CopyPlan = match CopyPlan::const_new(&ROWS, &TILED) {
///     Ok(plan) => plan,
///     Err(_) => panic!(),
/// };
/// let rows: Vec<f32> = (0..15).map(|i| i as f32).collect();
/// let mut tiled = [-1.0; 24]; // 15 elements and 9 of padding
/// PLAN.run(&rows, &mut tiled)?;
/// assert_eq!(tiled[..6], [0.0, 1.0, 5.0, 6.0, 2.0, 3.0]);
/// assert_eq!((tiled[17], tiled[18]), (13.0, -1.0)); // element (2,3), then padding
/// assert_eq!(
///     PLAN.to_string().lines().next().unwrap(),
///     "for i in 0..2, j in 0..2, k in 0..2: dst[4*i + 2*j + k] = src[2*i + 5*j + k]"
/// );
/// # Ok::<(), tiled_layout::CopyError>(())
/// ```
///
/// [`ViewMut::copy_from`]: crate::ViewMut::copy_from
#[derive(Clone, Copy)]
pub struct CopyPlan {
    src: BufferSize,
    dst: BufferSize,
    steps: Steps,
    /// The padding of the destination.
    padding: Padding,
}

/// What a [`CopyPlan`] copies between: a layout of any kind, or [`Strides`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a layout nor strides",
    label = "a plan copies whole arrays",
    note = "`CopyPlan::region` plans a copy of a region of a layout's array; the strides of a region are `region.as_strided()`"
)]
pub trait PlanSide: Mapping {
    /// True if there is an element type.
    #[doc(hidden)]
    const HAS_ELEMENTS: bool = true;

    /// Fails if two elements may have the same position.
    #[doc(hidden)]
    fn check_overlap(&self) -> Result<(), InvalidStrides> {
        Ok(())
    }
}

#[diagnostic::do_not_recommend]
impl<M: WholeBuffer> PlanSide for M {}

#[diagnostic::do_not_recommend]
impl<I: OwnIndex> PlanSide for Strides<I> {
    const HAS_ELEMENTS: bool = false;

    fn check_overlap(&self) -> Result<(), InvalidStrides> {
        Strides::check_overlap(self)
    }
}

impl CopyPlan {
    /// Returns a plan that copies an array from layout `src` to layout `dst`. Each is a static
    /// layout, one with `?`, or one known at run time.
    ///
    /// # Errors
    ///
    /// When the layouts differ in their dimensions, in the type of an element or
    /// in its bits, when one side has strides and elements are not whole bytes, or when elements of
    /// a destination of strides may overlap.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{CopyPlan, layout};
    ///
    /// let rows = <layout!(F32[?,5])>::with_dims([3, 5])?;
    /// let plan = CopyPlan::new(&rows, &layout!(F32[3,5]<1,0:T(2,2)>))?;
    /// let mut tiled = [-1.0f32; 24];
    /// plan.run(&[1.0; 15], &mut tiled)?;
    /// assert_eq!((tiled[17], tiled[18]), (1.0, -1.0)); // element (2,3), then padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// One side may be [`Strides`], of an array that may lie anywhere in a container of
    /// [`buffer_len`](Mapping::buffer_len) elements:
    ///
    /// ```
    /// use tiled_layout::{Array, CopyPlan, layout};
    ///
    /// let mut image = [0.0f32; 4 * 5]; // rows of 5
    /// let bottom_up = *Array::strided(&image, [3, 5], &[-5, 1], 10)?.mapping();
    /// let plan = CopyPlan::new(&layout!(F32[3,5]<1,0:T(2,2)>), &bottom_up)?;
    /// let tiles = [1.0; 24]; // 15 elements and 9 of padding
    /// plan.run(&tiles, &mut image)?;
    /// assert_eq!(image[14..16], [1.0, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Two strides have no element type; [`strided`](CopyPlan::strided) copies between them:
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::{Array, CopyPlan};
    ///
    /// let strides = *Array::strided(&[0; 15], [3, 5], &[5, 1], 0).unwrap().mapping();
    /// let plan = CopyPlan::new(&strides, &strides);
    /// ```
    pub fn new<N: PlanSide, M: PlanSide>(src: &N, dst: &M) -> Result<CopyPlan, CopyError> {
        const {
            assert!(
                N::HAS_ELEMENTS || M::HAS_ELEMENTS,
                "strides have no element type: call `CopyPlan::strided::<T>`"
            );
        }
        let element = src.element().or(dst.element());
        Self::between(src, dst, element.map_or(0, |(_, bits)| bits))
    }

    /// Returns a plan that copies values of `T` from strides to strides.
    ///
    /// # Errors
    ///
    /// When the dimensions differ, or elements of the destination may overlap.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Array, CopyPlan};
    ///
    /// let (rows, mut columns) = ([1, 2, 3, 4, 5, 6], [0; 6]);
    /// let by_rows = *Array::strided(&rows, [2, 3], &[3, 1], 0)?.mapping();
    /// let by_columns = *Array::strided(&columns, [2, 3], &[1, 2], 0)?.mapping();
    /// CopyPlan::strided::<i32>(&by_rows, &by_columns)?.run(&rows, &mut columns)?;
    /// assert_eq!(columns, [1, 4, 2, 5, 3, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn strided<T: NoUninit>(
        src: &Strides<impl OwnIndex>,
        dst: &Strides<impl OwnIndex>,
    ) -> Result<CopyPlan, CopyError> {
        Self::between(src, dst, 8 * size_of::<T>())
    }

    /// Returns a plan for elements of `bits` bits.
    fn between(
        src: &impl PlanSide,
        dst: &impl PlanSide,
        bits: usize,
    ) -> Result<CopyPlan, CopyError> {
        error::check_arrays(src, dst)?;
        let [of_src, of_dst] = [src.element(), dst.element()];
        if !bits.is_multiple_of(8) && (of_src.is_none() || of_dst.is_none()) {
            // Strides are those of a container of bytes or more.
            let [src, dst] = [of_src, of_dst].map(|element| element.map_or(8, |(_, bits)| bits));
            return Err(CopyError::ElementBits { src, dst });
        }
        dst.check_overlap()?;
        Ok(CopyPlan {
            src: BufferSize::of_array(src, CopySide::Source, bits),
            dst: BufferSize::of_array(dst, CopySide::Destination, bits),
            steps: with_region(src, |src| {
                with_region(dst, |dst| {
                    let (sides, region) = sides([src, dst], bits);
                    Steps::new(sides, region)
                })
            }),
            padding: dst.with_layout(Padding::of).unwrap_or(Padding::NONE),
        })
    }

    /// [`new`](CopyPlan::new) in const evaluation. Each
    /// [`run_filling`](CopyPlan::run_filling) of this plan searches for the padding.
    ///
    /// # Errors
    ///
    /// As [`new`](CopyPlan::new).
    pub const fn const_new(src: &Layout, dst: &Layout) -> Result<CopyPlan, CopyError> {
        if let Err(error) = error::check(src, dst) {
            return Err(error);
        }
        let zero = Dims::filled(0, src.rank());
        let extents = Dims::from_slice(src.dims());
        Ok(Self::of((src, zero), (dst, zero), extents))
    }

    /// Returns a plan that copies a region of `extents` elements, which begins at index
    /// `src_origin` of an array of layout `src`, to index `dst_origin` of an array of layout `dst`.
    /// The arrays must have the same rank; their dimensions may differ.
    ///
    /// # Errors
    ///
    /// When there is not one number per dimension, the region is not within both
    /// arrays, or the elements differ in type or number of bits.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, CopyPlan};
    ///
    /// let rows = Layout::parse("f32[6,10]{1,0}")?;
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let plan = CopyPlan::region((&rows, &[3, 4]), (&tiled, &[1, 0]), &[2, 3])?;
    /// let from: Vec<f32> = (0..60).map(|i| i as f32).collect();
    /// let mut to = [-1.0; 24];
    /// plan.run(&from, &mut to)?;
    /// assert_eq!(to[2], 34.0); // element (1,0) is element (3,4)
    /// assert_eq!(to.iter().filter(|&&v| v != -1.0).count(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn region(
        (src, src_origin): (&impl WholeBuffer, &[usize]),
        (dst, dst_origin): (&impl WholeBuffer, &[usize]),
        extents: &[usize],
    ) -> Result<CopyPlan, CopyError> {
        let (src, dst) = (src.layout(), dst.layout());
        let mut plan = Self::const_region((&src, src_origin), (&dst, dst_origin), extents)?;
        plan.padding = Padding::of(&dst);
        Ok(plan)
    }

    /// [`region`](CopyPlan::region) in const evaluation; as
    /// [`const_new`](CopyPlan::const_new).
    ///
    /// # Errors
    ///
    /// As [`region`](CopyPlan::region).
    pub const fn const_region(
        (src, src_origin): (&Layout, &[usize]),
        (dst, dst_origin): (&Layout, &[usize]),
        extents: &[usize],
    ) -> Result<CopyPlan, CopyError> {
        if let Err(error) = error::check_elements(src, dst) {
            return Err(error);
        }
        if let Err(error) = error::check_region(src.dims(), src_origin, extents) {
            return Err(error);
        }
        if let Err(error) = error::check_region(dst.dims(), dst_origin, extents) {
            return Err(error);
        }
        Ok(Self::of(
            (src, Dims::from_slice(src_origin)),
            (dst, Dims::from_slice(dst_origin)),
            Dims::from_slice(extents),
        ))
    }

    const fn of(src: (&Layout, Dims), dst: (&Layout, Dims), extents: Dims) -> CopyPlan {
        CopyPlan {
            src: BufferSize::of(src.0, CopySide::Source),
            dst: BufferSize::of(dst.0, CopySide::Destination),
            steps: Steps::new(
                Sides::of_layouts(src.0, dst.0),
                CopyRegion {
                    src_origin: src.1,
                    dst_origin: dst.1,
                    extents,
                },
            ),
            padding: Padding::in_layout(dst.0),
        }
    }

    /// Calls a function with each strided copy, with strides in elements; with `None` if the copy is
    /// planned in each run, and has too many parts for that.
    pub(super) fn each_copy(&self, visit: impl FnMut(Option<StridedCopy>)) {
        self.steps.each_copy(self.src.element_bits(), visit);
    }

    /// Copies each element of `src` to its position in `dst`. The slices hold the elements
    /// and the padding, not the metadata of `M(n)`.
    ///
    /// # Errors
    ///
    /// When a slice does not have as many elements as its layout takes with padding,
    /// or `T` does not have the size of an element. The message names the source or the
    /// destination.
    pub fn run<T: NoUninit>(&self, src: &[T], dst: &mut [T]) -> Result<(), CopyError> {
        self.run_slices(&SERIAL, src, dst)
    }

    /// [`run`](CopyPlan::run) by the threads of rayon's pool, with the same result. A copy between
    /// tiles that do not divide one another runs on one thread.
    ///
    /// # Errors
    ///
    /// As [`run`](CopyPlan::run).
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, CopyPlan};
    ///
    /// let rows = Layout::parse("f32[3,5]{1,0}")?;
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let mut to = [-1.0; 24]; // 15 elements and 9 of padding
    /// CopyPlan::new(&rows, &tiled)?.par_run(&[1.0f32; 15], &mut to)?;
    /// assert_eq!((to[17], to[18]), (1.0, -1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "rayon")]
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_run<T: NoUninit>(&self, src: &[T], dst: &mut [T]) -> Result<(), CopyError> {
        self.run_slices(&PARALLEL, src, dst)
    }

    fn run_slices<T: NoUninit>(
        &self,
        runs: &Executor,
        src: &[T],
        dst: &mut [T],
    ) -> Result<(), CopyError> {
        self.src.check_slice(src)?;
        self.dst.check_slice(dst)?;
        let (from, to) = (no_uninit::bytes(src), no_uninit::bytes_mut(dst));
        self.steps
            .run(runs, Source::new(from), Destination::new(to));
        Ok(())
    }

    /// [`run`](CopyPlan::run), and writes `value` to all padding of the destination, as
    /// [`ViewMut::copy_from_filling`](crate::ViewMut::copy_from_filling): for operands that
    /// are packed into one buffer again and again. Elements outside a region are not touched.
    ///
    /// # Errors
    ///
    /// As [`run`](CopyPlan::run).
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, CopyPlan};
    ///
    /// let rows = Layout::parse("f32[3,5]{1,0}")?;
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let plan = CopyPlan::new(&rows, &tiled)?;
    /// let mut to = [f32::NAN; 24];
    /// plan.run_filling(&[1.0; 15], &mut to, 0.0)?;
    /// assert_eq!(to.iter().sum::<f32>(), 15.0); // 9 positions are padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_filling<T: NoUninit>(
        &self,
        src: &[T],
        dst: &mut [T],
        value: T,
    ) -> Result<(), CopyError> {
        self.run(src, dst)?;
        self.padding.each(|start, loops| {
            each_range(start, loops, |range| dst[range].fill(value));
        });
        Ok(())
    }

    /// Copies each element of `src` to its position in `dst`, both given as bytes. Elements
    /// may have any size. The first of several elements in a byte is in its low bits.
    ///
    /// If a layout has metadata, `M(n)`, its bytes begin with it, as for
    /// [`view_bytes`](Layout::view_bytes). The copy skips the source's and does not change
    /// the destination's.
    ///
    /// # Errors
    ///
    /// When a slice does not have exactly the bytes of `M(n)` and `padded_bytes` of its
    /// layout. The message names the source or the destination.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, CopyPlan};
    ///
    /// let rows = Layout::parse("u4[3,4]{1,0:E(4)}")?;
    /// let columns = Layout::parse("u4[3,4]{0,1:T(4)E(4)}")?;
    /// let rows_bytes = [0x10, 0x32, 0x54, 0x76, 0x98, 0xba];
    /// let mut columns_bytes = [0xff; 8]; // 12 values and 4 of padding
    /// CopyPlan::new(&rows, &columns)?.run_bytes(&rows_bytes, &mut columns_bytes)?;
    /// assert_eq!(columns_bytes, [0x40, 0xf8, 0x51, 0xf9, 0x62, 0xfa, 0x73, 0xfb]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn run_bytes(&self, src: &[u8], dst: &mut [u8]) -> Result<(), CopyError> {
        self.run_data(&SERIAL, src, dst)
    }

    /// [`run_bytes`](CopyPlan::run_bytes) by the threads of rayon's pool,
    /// with the same result. Elements of less than a byte take one thread.
    ///
    /// # Errors
    ///
    /// As [`run_bytes`](CopyPlan::run_bytes).
    #[cfg(feature = "rayon")]
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    #[inline]
    pub fn par_run_bytes(&self, src: &[u8], dst: &mut [u8]) -> Result<(), CopyError> {
        self.run_data(&PARALLEL, src, dst)
    }

    #[inline]
    fn run_data(&self, runs: &Executor, src: &[u8], dst: &mut [u8]) -> Result<(), CopyError> {
        let (from, to) = (self.src.check_bytes(src)?, self.dst.check_bytes(dst)?);
        let (src, dst) = (Source::new(&src[from..]), Destination::new(&mut dst[to..]));
        self.steps.run(runs, src, dst);
        Ok(())
    }
}

impl fmt::Debug for CopyPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CopyPlan")
            .field("src", &self.src)
            .field("dst", &self.dst)
            .finish_non_exhaustive()
    }
}
