//! `Ranked`: a run-time layout whose indices are arrays.

use core::fmt;
use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::element_type::ElementType;

use crate::layout::error::LayoutError;
use crate::layout::region::RegionBounds;
use crate::layout::tile_grid::{TileGrid, TileNumber};
use crate::layout::{Index, Layout};
use crate::view::mapping::PositionMap;
use crate::view::mapping::position_map::{forward, forward_without_index, sealed};

/// A run-time layout of `RANK` dimensions whose indices are `[usize; RANK]`, as for static
/// layouts: functions of `M: Mapping<Index = [usize; 2]>` accept it.
///
/// [`Layout::ranked`] and [`View::ranked`](crate::View::ranked) make it if the layout has
/// this rank. `L` is `&Layout`, `Layout`, or a region of one.
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

impl<L: PositionMap<Index = Index>, const RANK: usize> Ranked<L, RANK> {
    /// Wraps a map that has this rank.
    pub(crate) fn new(layout: L) -> Result<Self, LayoutError> {
        let rank = layout.extents().len();
        if rank != RANK {
            let expected = RANK;
            return Err(LayoutError::Rank { rank, expected });
        }
        Ok(Ranked { layout })
    }
}

impl Layout {
    /// This layout, indexed by arrays, for code that is generic over layouts of one rank.
    /// For a view, see [`View::ranked`](crate::View::ranked).
    ///
    /// # Errors
    ///
    /// When the layout does not have `RANK` dimensions.
    pub fn ranked<const RANK: usize>(&self) -> Result<Ranked<&Layout, RANK>, LayoutError> {
        Ranked::new(self)
    }
}

impl<L: PositionMap<Index = Index>, const RANK: usize> sealed::Sealed for Ranked<L, RANK> {}

impl<L: PositionMap<Index = Index>, const RANK: usize> PositionMap for Ranked<L, RANK> {
    type Index = [usize; RANK];
    type Coverage = L::Coverage;
    type Borrowed<'a>
        = Ranked<L::Borrowed<'a>, RANK>
    where
        Self: 'a;
    type Owned = Ranked<L::Owned, RANK>;
    type Whole<'a>
        = Ranked<L::Whole<'a>, RANK>
    where
        Self: 'a;
    type LayoutRef<'a>
        = L::LayoutRef<'a>
    where
        Self: 'a;

    const STATIC: Option<&'static Layout> = L::STATIC;

    #[inline]
    fn borrowed(&self) -> Ranked<L::Borrowed<'_>, RANK> {
        Ranked {
            layout: self.layout.borrowed(),
        }
    }

    fn to_owned_mapping(&self) -> Ranked<L::Owned, RANK> {
        Ranked {
            layout: self.layout.to_owned_mapping(),
        }
    }

    #[inline]
    fn whole(&self) -> Ranked<L::Whole<'_>, RANK> {
        Ranked {
            layout: self.layout.whole(),
        }
    }

    #[inline]
    fn extents(&self) -> &[usize] {
        // The compiler knows its length, and so which dimension is the last one.
        match self.layout.extents().first_chunk::<RANK>() {
            Some(extents) => extents,
            None => unreachable!("a ranked layout has its rank"),
        }
    }

    #[inline]
    fn position(&self, index: [usize; RANK]) -> Option<usize> {
        self.layout.slice_position(&index)
    }

    #[inline]
    fn position_unchecked(&self, index: [usize; RANK]) -> usize {
        self.layout.slice_position_unchecked(&index)
    }

    #[inline]
    fn index_of(&self, index: &[usize]) -> Option<[usize; RANK]> {
        index.try_into().ok()
    }

    fn index_at(&self, position: usize) -> Option<[usize; RANK]> {
        self.index_of(&self.layout.index_at(position)?)
    }

    forward! {
        map => map.layout;
        #[inline]
        fn buffer_layout(&self) -> L::LayoutRef<'_>;
    }
    forward_without_index! { map => map.layout }
}
