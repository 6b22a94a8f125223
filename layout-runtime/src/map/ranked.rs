//! `Ranked`: a run-time layout whose indices are arrays.

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::element_type::ElementType;

use super::region::Corner;
use super::{Mapping, OwnIndex, WholeBuffer, sealed};
use crate::layout::error::LayoutError;
use crate::layout::strides::LogicalStrides;
use crate::layout::tile_grid::Tiling;
use crate::layout::{Index, Layout};

/// A run-time layout of `RANK` dimensions whose indices are `[usize; RANK]`, as for static
/// layouts: functions of `M: Mapping<Index = [usize; 2]>` accept it.
///
/// [`Layout::ranked`] and [`Array::ranked`](crate::Array::ranked) make it if the layout has
/// this rank. `L` is `&Layout`, `Layout`, or a region of one.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, Mapping, View, layout};
///
/// fn trace<M: Mapping<Index = [usize; 2]>>(square: &View<'_, f32, M>) -> f32 {
///     let diagonal = square.indexed_iter().filter(|([i, j], _)| i == j);
///     diagonal.map(|(_, element)| element).sum()
/// }
/// let buffer = [1.0; 16]; // 9 elements, and padding
/// let layout = Layout::parse("f32[3,3]{1,0:T(2,2)}")?;
/// assert_eq!(trace(&layout.view(&buffer)?.ranked()?), 3.0);
/// assert_eq!(trace(&<layout!(F32[3,3]<1,0:T(2,2)>)>::view(&buffer)?), 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ranked<L, const RANK: usize> {
    pub(crate) layout: L, // of rank `RANK`
}

impl<L: Mapping<Index = Index, WholeIndex = Index>, const RANK: usize> Ranked<L, RANK> {
    /// Wraps a map that has this rank.
    pub(crate) fn new(layout: L) -> Result<Self, LayoutError> {
        let rank = layout.dims().len();
        if rank != RANK {
            let expected = RANK;
            return Err(LayoutError::Rank { rank, expected });
        }
        Ok(Ranked { layout })
    }
}

impl Layout {
    /// This layout, indexed by arrays, for code that is generic over layouts of one rank.
    /// For an array, see [`Array::ranked`](crate::Array::ranked).
    ///
    /// # Errors
    ///
    /// When the layout does not have `RANK` dimensions.
    pub fn ranked<const RANK: usize>(&self) -> Result<Ranked<&Layout, RANK>, LayoutError> {
        Ranked::new(self)
    }
}

impl<L: Mapping<Index = Index, WholeIndex = Index>, const RANK: usize> sealed::Sealed
    for Ranked<L, RANK>
{
}

#[diagnostic::do_not_recommend]
// SAFETY: all methods are the methods of `L`, whose indices have `RANK` numbers.
unsafe impl<L: Mapping<Index = Index, WholeIndex = Index>, const RANK: usize> Mapping
    for Ranked<L, RANK>
where
    [usize; RANK]: OwnIndex,
{
    type Index = [usize; RANK];
    type Borrowed<'a> = Ranked<L::Borrowed<'a>, RANK>;
    type WholeIndex = [usize; RANK];
    type Whole<'a> = Ranked<L::Whole<'a>, RANK>;
    type One = <[usize; RANK] as OwnIndex>::One;
    type Other = <[usize; RANK] as OwnIndex>::Other;
    type Permuted = Ranked<L::Permuted, RANK>;

    #[inline]
    fn one_dimension(&self) -> Result<Self::One, Self::Other> {
        <[usize; RANK]>::one_dimension(RANK)
    }

    #[inline]
    fn borrowed(&self) -> Self::Borrowed<'_> {
        Ranked {
            layout: self.layout.borrowed(),
        }
    }

    #[inline]
    fn whole<'a>(borrowed: Self::Borrowed<'a>) -> (Self::Whole<'a>, Option<Corner<[usize; RANK]>>) {
        let (layout, corner) = L::whole(borrowed.layout);
        let corner = corner.map(|Corner { low, removed }| Corner {
            low: low.to_array(),
            removed,
        });
        (Ranked { layout }, corner)
    }

    fn permuted(&self, permutation: &[usize]) -> Result<Self::Permuted, LayoutError> {
        let layout = self.layout.permuted(permutation)?;
        Ok(Ranked { layout })
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        // The compiler knows its length, and so which dimension is the last one.
        match self.layout.dims().first_chunk::<RANK>() {
            Some(dims) => dims,
            None => unreachable!("a ranked layout has its rank"),
        }
    }

    #[inline]
    fn offset_unspecified(&self, index: [usize; RANK]) -> usize {
        self.layout.slice_offset_unspecified(&index)
    }

    forward! { self => self.layout;
        pattern(dim: usize) -> RunPattern;
        is_row_major() -> bool;
        buffer_len() -> usize;
        element() -> Option<(ElementType, usize)>;
        stride(dim: usize) -> Option<usize>;
        affine_strides() -> Option<LogicalStrides>;
    }

    #[inline]
    fn with_layout<R>(&self, f: impl FnOnce(&Layout) -> R) -> Option<R> {
        self.layout.with_layout(f)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: all methods are the methods of `L`.
unsafe impl<L: WholeBuffer<Index = Index>, const RANK: usize> WholeBuffer for Ranked<L, RANK>
where
    [usize; RANK]: OwnIndex,
{
    type BorrowedWhole<'a> = Ranked<L::BorrowedWhole<'a>, RANK>;
    type PermutedWhole = Ranked<L::PermutedWhole, RANK>;
    type LayoutRef<'a>
        = L::LayoutRef<'a>
    where
        Self: 'a;
    type Owned = Ranked<L::Owned, RANK>;

    forward! { self => self.layout;
        layout() -> L::LayoutRef<'_>;
        grid() -> Tiling<'_>;
    }

    fn to_owned_mapping(&self) -> Self::Owned {
        Ranked {
            layout: self.layout.to_owned_mapping(),
        }
    }
}
