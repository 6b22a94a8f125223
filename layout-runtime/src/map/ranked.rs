//! `Ranked`: a run-time layout whose indices are arrays.

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::element_type::ElementType;

use super::region::{Corner, Region};
use super::{Mapping, OwnIndex, WholeBuffer, sealed};
use crate::layout::error::LayoutError;
use crate::layout::tile_grid::Tiling;
use crate::layout::{Index, Layout};

/// A run-time layout of `RANK` dimensions whose indices are `[usize; RANK]`, as for static
/// layouts: functions of `M: Mapping<Index = [usize; 2]>` accept it.
///
/// [`Layout::ranked`] and [`Array::ranked`](crate::Array::ranked) make it if the layout has
/// this rank. `L` is `&Layout` or `Layout`. A region of an array with such a layout has indices of a static
/// rank without it.
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

/// The mappings whose indices are known at run time: of layouts, and of parts of their arrays. It is
/// sealed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the rank of `{Self}` is known when the program compiles",
    label = "indexed by arrays already",
    note = "`ranked` is for a run-time `Layout`, and for regions of its arrays"
)]
pub trait IndexedAtRunTime: Mapping<Index = Index> {
    /// The same mapping, whose indices are arrays.
    type Ranked<const RANK: usize>: Mapping<Index = [usize; RANK]>
    where
        [usize; RANK]: OwnIndex;

    /// Returns the same mapping, which has this rank.
    fn ranked<const RANK: usize>(self) -> Result<Self::Ranked<RANK>, LayoutError>
    where
        [usize; RANK]: OwnIndex;
}

/// Layouts as what they are of this rank.
macro_rules! indexed_at_run_time {
    ($($layout:ty)*) => {$(
        impl IndexedAtRunTime for $layout {
            type Ranked<const RANK: usize>
                = Ranked<Self, RANK>
            where
                [usize; RANK]: OwnIndex;

            fn ranked<const RANK: usize>(self) -> Result<Ranked<Self, RANK>, LayoutError>
            where
                [usize; RANK]: OwnIndex,
            {
                check_rank(self.dims(), RANK)?;
                Ok(Ranked { layout: self })
            }
        }
    )*};
}

indexed_at_run_time! { Layout &Layout }

impl<M: Mapping<WholeIndex = <M as Mapping>::Index>> IndexedAtRunTime for Region<M, Index> {
    type Ranked<const RANK: usize>
        = Region<M, [usize; RANK]>
    where
        [usize; RANK]: OwnIndex;

    /// The part is indexed by arrays; the whole array, which may have another rank, is not.
    fn ranked<const RANK: usize>(self) -> Result<Region<M, [usize; RANK]>, LayoutError>
    where
        [usize; RANK]: OwnIndex,
    {
        check_rank(self.dims(), RANK)?;
        let mut extents = [0; RANK];
        extents.copy_from_slice(self.dims());
        Ok(self.indexed_by(extents))
    }
}

/// Fails unless there are this many dimensions.
fn check_rank(dims: &[usize], expected: usize) -> Result<(), LayoutError> {
    let rank = dims.len();
    if rank == expected {
        Ok(())
    } else {
        Err(LayoutError::Rank { rank, expected })
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
        check_rank(self.dims(), RANK)?;
        Ok(Ranked { layout: self })
    }
}

impl<L: WholeBuffer<Index = Index>, const RANK: usize> sealed::Sealed for Ranked<L, RANK> {}

#[diagnostic::do_not_recommend]
// SAFETY: all methods are the methods of `L`, whose indices have `RANK` numbers. `L` is of a whole array:
// the one that a region is part of may have another rank.
unsafe impl<L: WholeBuffer<Index = Index>, const RANK: usize> Mapping for Ranked<L, RANK>
where
    [usize; RANK]: OwnIndex,
{
    type Index = [usize; RANK];
    type Borrowed<'a> = Ranked<L::BorrowedWhole<'a>, RANK>;
    type WholeIndex = [usize; RANK];
    type Whole<'a> = Ranked<L::BorrowedWhole<'a>, RANK>;
    type One = <[usize; RANK] as OwnIndex>::One;
    type Other = <[usize; RANK] as OwnIndex>::Other;
    type Permuted = Ranked<L::PermutedWhole, RANK>;

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
        (borrowed, None)
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
