//! `Mapping`: what static and run-time layouts have in common.

use core::fmt::Debug;

use crate::element::ElementMarker;
use crate::held_by::HeldBy;
use crate::layout::{Index, Layout};
use crate::static_layout::parts::{Attributes, DimsList, Tiles};
use crate::static_layout::{Offset, StaticLayout};
use crate::steps::Steps;
use crate::sweep::Sweep;
use crate::view::{View, ViewMut};

/// A map from the indices of an array to the positions of a buffer.
///
/// [`StaticLayout`], what `layout!` gives, and [`Layout`], which is known at
/// run time, both implement it, and so do references to them; views and
/// buffers are generic over it. It is sealed: views rely on each position of
/// an index in bounds being below `padded_len`.
///
/// ```
/// use layout_runtime::{Layout, Mapping};
///
/// fn padding<M: Mapping>(mapping: &M) -> usize {
///     mapping.padded_len() - mapping.num_elements()
/// }
/// assert_eq!(padding(&Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap()), 9);
/// ```
pub trait Mapping: Clone + Send + Sync + sealed::Sealed {
    /// The index of an element: `[usize; RANK]`, or [`Index`] at run time.
    type Index: IndexOf<Self> + AsRef<[usize]> + AsMut<[usize]> + Debug + PartialEq + Send + Sync;

    /// The layout, when it is known while the program compiles.
    const STATIC: Option<&'static Layout>;

    /// The layout as a value.
    fn layout(&self) -> &Layout;

    /// The position of an element, in elements; `None` out of bounds.
    fn checked_offset(&self, index: Self::Index) -> Option<usize>;

    /// The position of an element whose index is in bounds, in elements; for
    /// another index any number.
    fn offset_unchecked(&self, index: Self::Index) -> usize;

    /// The index of the element at a position; `None` on padding and past the
    /// buffer.
    fn index(&self, position: usize) -> Option<Self::Index>;

    /// The index whose numbers are those of a slice; `None` when there is not
    /// one a dimension.
    fn index_from_slice(&self, index: &[usize]) -> Option<Self::Index>;

    /// The position of an element, in elements.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    #[inline]
    #[track_caller]
    fn offset(&self, index: Self::Index) -> usize {
        match self.checked_offset(index) {
            Some(position) => position,
            None => out_of_bounds(index.as_ref(), self.layout()),
        }
    }

    /// The proven position of an element of a static layout: indexing a view
    /// by it checks nothing. [`StaticLayout::at`] says more.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// use layout_runtime::Mapping;
    ///
    /// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
    /// let fig1 = Fig1::new(); // let fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// assert_eq!(fig1.view(&[1.0f32; 24])?[fig1.at([2, 3])], 1.0);
    /// # Ok::<(), layout_runtime::LengthError>(())
    /// ```
    #[inline]
    #[track_caller]
    fn at(&self, index: Self::Index) -> Offset<Self>
    where
        Self: StaticMapping,
    {
        Offset::proven(self.offset(index))
    }

    /// A view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When the buffer has not exactly `padded_len` elements, or, at run time,
    /// when `T` does not hold the layout's elements.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// use layout_runtime::Mapping;
    ///
    /// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
    /// let fig1 = Fig1::new(); // let fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = [0.0f32; 24];
    /// fig1.view_mut(&mut buffer)?[[2, 3]] = 1.0;
    /// assert_eq!(fig1.view(&buffer)?[[2, 3]], 1.0);
    /// assert!(fig1.view(&buffer[..15]).is_err());
    /// # Ok::<(), layout_runtime::LengthError>(())
    /// ```
    #[inline]
    fn view<'a, T>(&self, buffer: &'a [T]) -> Result<View<'a, T, Self>, Self::Error>
    where
        Self: HeldBy<T>,
    {
        self.check_held()?;
        Ok(View::new(buffer, self.clone())?)
    }

    /// A view through which a buffer that has this layout can be written.
    ///
    /// # Errors
    ///
    /// As those of [`view`](Mapping::view).
    #[inline]
    fn view_mut<'a, T>(&self, buffer: &'a mut [T]) -> Result<ViewMut<'a, T, Self>, Self::Error>
    where
        Self: HeldBy<T>,
    {
        self.check_held()?;
        Ok(ViewMut::new(buffer, self.clone())?)
    }

    /// The number of logical dimensions.
    fn rank(&self) -> usize {
        self.layout().rank()
    }

    /// The logical dimensions, in elements.
    fn dims(&self) -> &[usize] {
        self.layout().dims()
    }

    /// The elements of the array; padding does not count.
    fn num_elements(&self) -> usize {
        self.layout().num_elements()
    }

    /// The elements of the buffer, padding included.
    fn padded_len(&self) -> usize {
        self.layout().padded_len()
    }

    /// The positions of the buffer that hold padding, in elements.
    fn padding_len(&self) -> usize {
        self.layout().padding_len()
    }

    /// Whether a position of the buffer holds padding; false past the buffer.
    fn is_padding(&self, position: usize) -> bool {
        self.layout().is_padding(position)
    }
}

/// A mapping that is known when the program compiles: every [`StaticLayout`].
/// What takes two of them can compare them in const evaluation.
///
/// ```
/// # use layout_runtime::__private::*;
/// use layout_runtime::StaticMapping;
///
/// fn padding<M: StaticMapping>() -> usize {
///     const { M::LAYOUT.padded_len() - M::LAYOUT.num_elements() }
/// }
/// type Fig1 = StaticLayout<F32, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
/// assert_eq!(padding::<Fig1>(), 9);
/// ```
pub trait StaticMapping: Mapping + Copy + Default {
    /// The layout as a value.
    const LAYOUT: Layout;
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn out_of_bounds(index: &[usize], layout: &Layout) -> ! {
    panic!("index {index:?} is out of bounds of {layout}")
}

/// What can index an array of mapping `M`: `[usize; RANK]`, the proven
/// [`Offset`] of a static layout, and for run-time layouts also slices. It is
/// sealed: views rely on positions being below `padded_len`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not index an array of this layout",
    label = "not an index of this layout",
    note = "an index is an array with one `usize` a dimension: `view[[2, 3]]`"
)]
pub trait IndexOf<M>: Copy + sealed::Index {
    /// The position, below `padded_len`; `None` out of bounds.
    fn position_in(self, mapping: &M) -> Option<usize>;

    /// The position when the index is in bounds, else any number.
    fn position_in_unchecked(self, mapping: &M) -> usize;

    /// Says which index was out of bounds.
    fn fail_in(self, mapping: &M) -> !;
}

pub(crate) mod sealed {
    use crate::steps::Steps;
    use crate::sweep::Sweep;

    pub trait Sealed {
        /// How positions go along the last dimension.
        fn steps(&self) -> Steps;

        /// How positions go along a dimension.
        fn steps_along(&self, dim: usize) -> Steps;

        /// The buffer in memory order, and where in it the elements are.
        fn sweep(&self) -> Sweep;
    }

    pub trait Index {}
    impl<const N: usize> Index for [usize; N] {}
    impl Index for &[usize] {}
    impl Index for super::Index {}
    impl<M> Index for super::Offset<M> {}
}

impl sealed::Sealed for Layout {
    #[inline]
    fn steps(&self) -> Steps {
        Layout::steps(self)
    }

    fn steps_along(&self, dim: usize) -> Steps {
        Layout::steps_along(self, dim)
    }

    fn sweep(&self) -> Sweep {
        Sweep::new(self)
    }
}

impl Mapping for Layout {
    type Index = Index;

    const STATIC: Option<&'static Layout> = None;

    #[inline]
    fn layout(&self) -> &Layout {
        self
    }

    fn checked_offset(&self, index: Index) -> Option<usize> {
        Layout::checked_offset(self, &index)
    }

    fn offset_unchecked(&self, index: Index) -> usize {
        Layout::offset_unchecked(self, &index)
    }

    fn index(&self, position: usize) -> Option<Index> {
        Layout::index(self, position)
    }

    fn index_from_slice(&self, index: &[usize]) -> Option<Index> {
        (index.len() == self.rank()).then(|| Index::from_slice(index))
    }
}

impl<E, const RANK: usize, D, O, T, A> sealed::Sealed for StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: Tiles,
    A: Attributes,
{
    #[inline]
    fn steps(&self) -> Steps {
        Self::STEPS
    }

    fn steps_along(&self, dim: usize) -> Steps {
        Self::LAYOUT_REF.steps_along(dim)
    }

    fn sweep(&self) -> Sweep {
        Sweep::new(Self::LAYOUT_REF)
    }
}

impl<E, const RANK: usize, D, O, T, A> Mapping for StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: Tiles,
    A: Attributes,
{
    type Index = [usize; RANK];

    const STATIC: Option<&'static Layout> = Some(Self::LAYOUT_REF);

    #[inline]
    fn layout(&self) -> &Layout {
        Self::LAYOUT_REF
    }

    #[inline]
    fn checked_offset(&self, index: [usize; RANK]) -> Option<usize> {
        Self::checked(index)
    }

    #[inline]
    fn offset_unchecked(&self, index: [usize; RANK]) -> usize {
        Self::unchecked(index)
    }

    #[inline]
    fn index(&self, position: usize) -> Option<[usize; RANK]> {
        Self::index(position)
    }

    #[inline]
    fn index_from_slice(&self, index: &[usize]) -> Option<[usize; RANK]> {
        index.try_into().ok()
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        Self::DIMS
    }
}

impl<M: Mapping> sealed::Sealed for &M {
    #[inline]
    fn steps(&self) -> Steps {
        (**self).steps()
    }

    fn steps_along(&self, dim: usize) -> Steps {
        (**self).steps_along(dim)
    }

    fn sweep(&self) -> Sweep {
        (**self).sweep()
    }
}

impl<E, const RANK: usize, D, O, T, A> StaticMapping for StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: Tiles,
    A: Attributes,
{
    const LAYOUT: Layout = Self::LAYOUT;
}

impl<M: Mapping> Mapping for &M {
    type Index = M::Index;

    const STATIC: Option<&'static Layout> = M::STATIC;

    #[inline]
    fn layout(&self) -> &Layout {
        (**self).layout()
    }

    #[inline]
    fn checked_offset(&self, index: Self::Index) -> Option<usize> {
        (**self).checked_offset(index)
    }

    #[inline]
    fn offset_unchecked(&self, index: Self::Index) -> usize {
        (**self).offset_unchecked(index)
    }

    #[inline]
    fn index(&self, position: usize) -> Option<Self::Index> {
        (**self).index(position)
    }

    #[inline]
    fn index_from_slice(&self, index: &[usize]) -> Option<Self::Index> {
        (**self).index_from_slice(index)
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        (**self).dims()
    }
}

#[diagnostic::do_not_recommend]
impl<E, const RANK: usize, D, O, T, A> IndexOf<StaticLayout<E, RANK, D, O, T, A>> for [usize; RANK]
where
    StaticLayout<E, RANK, D, O, T, A>: Mapping<Index = [usize; RANK]>,
{
    #[inline]
    fn position_in(self, mapping: &StaticLayout<E, RANK, D, O, T, A>) -> Option<usize> {
        mapping.checked_offset(self)
    }

    #[inline]
    fn position_in_unchecked(self, mapping: &StaticLayout<E, RANK, D, O, T, A>) -> usize {
        mapping.offset_unchecked(self)
    }

    #[inline(always)] // as a call it would take the index by reference
    #[track_caller]
    fn fail_in(self, mapping: &StaticLayout<E, RANK, D, O, T, A>) -> ! {
        // A copy that is made only here: a reference to `self` would keep the
        // index in memory, where every access would pay for it.
        let n = |dim| if dim < RANK { self[dim] } else { 0 };
        let copy = [
            [n(0), n(1), n(2), n(3)],
            [n(4), n(5), n(6), n(7)],
            [n(8), n(9), n(10), n(11)],
        ];
        out_of_bounds(&copy.as_flattened()[..RANK], mapping.layout())
    }
}

#[diagnostic::do_not_recommend]
impl<E, const RANK: usize, D, O, T, A> IndexOf<StaticLayout<E, RANK, D, O, T, A>>
    for Offset<StaticLayout<E, RANK, D, O, T, A>>
where
    StaticLayout<E, RANK, D, O, T, A>: Mapping,
{
    #[inline]
    fn position_in(self, _: &StaticLayout<E, RANK, D, O, T, A>) -> Option<usize> {
        Some(self.position()) // proven by `at`
    }

    #[inline]
    fn position_in_unchecked(self, _: &StaticLayout<E, RANK, D, O, T, A>) -> usize {
        self.position()
    }

    fn fail_in(self, _: &StaticLayout<E, RANK, D, O, T, A>) -> ! {
        unreachable!("a proven position is never out of bounds")
    }
}

#[diagnostic::do_not_recommend]
impl IndexOf<Layout> for &[usize] {
    fn position_in(self, mapping: &Layout) -> Option<usize> {
        mapping.checked_offset(self)
    }

    fn position_in_unchecked(self, mapping: &Layout) -> usize {
        Layout::offset_unchecked(mapping, self)
    }

    #[track_caller]
    fn fail_in(self, mapping: &Layout) -> ! {
        out_of_bounds(self, mapping)
    }
}

/// Types that are slices of numbers index as those slices do.
macro_rules! index_as_slice {
    ($([$($generics:tt)*] $index:ty: $mapping:ty, $as_slice:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> IndexOf<$mapping> for $index {
            #[inline]
            fn position_in(self, mapping: &$mapping) -> Option<usize> {
                IndexOf::<$mapping>::position_in($as_slice(&self), mapping)
            }

            #[inline]
            fn position_in_unchecked(self, mapping: &$mapping) -> usize {
                IndexOf::<$mapping>::position_in_unchecked($as_slice(&self), mapping)
            }

            #[track_caller]
            fn fail_in(self, mapping: &$mapping) -> ! {
                IndexOf::<$mapping>::fail_in($as_slice(&self), mapping)
            }
        }
    )*};
}

index_as_slice! {
    [const N: usize] [usize; N]: Layout, <[usize; N]>::as_slice;
    [] Index: Layout, Index::as_slice;
}

#[diagnostic::do_not_recommend]
impl<I, M: Mapping> IndexOf<&M> for I
where
    I: IndexOf<M>,
{
    #[inline]
    fn position_in(self, mapping: &&M) -> Option<usize> {
        self.position_in(*mapping)
    }

    #[inline]
    fn position_in_unchecked(self, mapping: &&M) -> usize {
        self.position_in_unchecked(*mapping)
    }

    #[inline(always)] // as in the mapping itself
    #[track_caller]
    fn fail_in(self, mapping: &&M) -> ! {
        self.fail_in(*mapping)
    }
}
