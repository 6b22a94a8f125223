//! Tiles as arrays with their own layout.

use layout_core::spec::Spec;
use layout_core::spec::display::{LONGEST, print};
use layout_core::spec::element_type::ElementMarker;
use layout_core::util::array_string::ArrayString;

use super::tile::{TileView, TileViewMut};
use crate::array::Array;
use crate::array::aliases::{View, ViewMut};
use crate::layout::Layout;
use crate::layout::error::RegionError;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::{DimsList, SectionList, TileParams};
use crate::layout::tile_layout;
use crate::map::{OwnIndex, StaticMapping, WholeBuffer};
use crate::storage::{Mut, Ref};

/// A mapping whose tiles have a static layout: static layouts, and partial
/// ones, whose tiles are known at compile time.
///
/// ```
/// use tiled_layout::{iter::StaticTiles, layout};
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
/// type Tpu = layout!(BF16[?,500]<1,0:T(8,128)(2,1)>);
///
/// fn same<L>(_: L, _: L) {}
/// same(<Fig1 as StaticTiles>::Tile::default(), layout!(F32[2,2])); // padding included
/// same(<Tpu as StaticTiles>::Tile::default(), layout!(BF16[8,128]<1,0:T(2,1)>));
/// ```
///
/// In generic code:
///
/// ```
/// use tiled_layout::{Buffer, View, iter::StaticTiles, layout};
///
/// fn sums<M: StaticTiles>(view: View<'_, f32, M>) -> Vec<f32> {
///     view.tiles().map(|tile| tile.view().iter().sum()).collect()
/// }
/// let buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_elem(1.0);
/// assert_eq!(sums(buffer.view()), [4.0, 4.0, 2.0, 2.0, 2.0, 1.0]); // padding is zero
/// ```
#[diagnostic::on_unimplemented(
    message = "the tiles of `{Self}` are not known when the program compiles",
    label = "no static layout of its tiles",
    note = "generic code asks for `M: StaticTiles`; a `Layout` says at run time: `layout.tile_layout()`"
)]
pub trait StaticTiles: for<'a> WholeBuffer<BorrowedWhole<'a> = Self> + 'static {
    /// The layout of one tile of the first level, padding included: a row-major array of
    /// the tile's entries, with the later tiles. It keeps the element's bits, `E`, and the
    /// memory space, `S`. Without a tile, it is the layout of one element.
    type Tile: StaticMapping;

    /// The number of positions of a tile. Fails const evaluation if tiles have no static
    /// layout.
    #[doc(hidden)]
    const TILE_POSITIONS: usize;
}

macro_rules! static_tiles {
    ($($layout:ident: $spec:expr;)*) => {$(
        impl<E, const RANK: usize, D, O, T, A> StaticTiles for $layout<E, RANK, D, O, T, A>
        where
            [usize; RANK]: OwnIndex,
            E: ElementMarker,
            D: DimsList<RANK> + 'static,
            O: DimsList<RANK> + 'static,
            T: TileParams<OneTile<E, A::OfTile>: StaticMapping> + 'static,
            A: SectionList + 'static,
        {
            type Tile = T::OneTile<E, A::OfTile>;

            const TILE_POSITIONS: usize = tile_positions(&$spec);
        }
    )*};
}

static_tiles! {
    StaticLayout: Self::LAYOUT_REF.spec();
    PartialLayout: *Self::SPEC;
}

/// Returns the number of positions of a tile, in const evaluation.
#[track_caller] // so that the error stands there
const fn tile_positions(spec: &Spec) -> usize {
    match tile_layout::tile_layout(spec) {
        Ok(own) if spec.tiles.is_empty() || own.rank() == spec.tiles.at(0).len() => {
            own.padded_len()
        }
        Ok(_) => stop(
            spec,
            "have no static layout: `*` merges dimensions\n\
             help: through a view of the run-time layout they are arrays",
        ),
        Err(RegionError::LargeTile) => stop(
            spec,
            "have no layout: one tile has more than `isize::MAX` bytes\n\
             help: write smaller tiles",
        ),
        Err(_) => stop(
            spec,
            "are not contiguous: a later tile splits across them\n\
             help: `get` and `iter` of a tile reach its elements",
        ),
    }
}

/// Fails const evaluation.
#[track_caller] // as its caller
const fn stop(spec: &Spec, why: &str) -> ! {
    let mut words = ArrayString::<{ 2 * LONGEST }>::new();
    words.str("the tiles of `").str(print(spec).as_str());
    words.str("` ").str(why);
    panic!("{}", words.as_str())
}

/// The positions of a tile of layout `M`.
struct TilePositions<M>(M);

impl<M: StaticTiles> TilePositions<M> {
    /// It is the `padded_len` of the tile's layout.
    const PER_TILE: usize = {
        let positions = M::TILE_POSITIONS; // first, so that its error is the only one
        assert!(positions == <M::Tile as StaticMapping>::LAYOUT.padded_len());
        positions
    };
}

impl<'a, T, M: StaticTiles> TileView<'a, T, M> {
    /// Returns the tile as an array with its own static layout, [`StaticTiles::Tile`], without
    /// copying: `F32[2,2]` for the tiles of `F32[3,5]<1,0:T(2,2)>`. Indexing it is as fast as for
    /// any static layout.
    ///
    /// All tiles have this layout. The view of a tile at the edge shows padding as
    /// elements; [`extents`](TileView::extents) says where padding begins.
    ///
    /// This does not compile if tiles are not contiguous, because a later tile splits
    /// across them, or have an entry `*`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, View, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    ///
    /// fn trace(tile: View<'_, f32, layout!(F32[2,2])>) -> f32 {
    ///     tile[[0, 0]] + tile[[1, 1]]
    /// }
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// assert_eq!(trace(buffer.tile([0, 1]).unwrap().view()), 2.0 + 13.0);
    ///
    /// let corner = buffer.tile([1, 2]).unwrap();
    /// assert_eq!(corner.extents(), [1, 1]);
    /// assert_eq!(corner.view().to_row_major(), [24.0, 0.0, 0.0, 0.0]); // three are padding
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::{Buffer, layout};
    ///
    /// // The second tile interleaves the rows of two tiles.
    /// let buffer = Buffer::<f32, layout!(F32[4,4]<1,0:T(2,2)(2,1,1,1)>)>::zeroed();
    /// let _ = buffer.tile([0, 0]).unwrap().view();
    /// ```
    #[inline]
    #[must_use]
    pub fn view(&self) -> View<'a, T, M::Tile> {
        let positions = const { TilePositions::<M>::PER_TILE };
        match self.as_slice() {
            // SAFETY: `PER_TILE` is the `padded_len` of `M::Tile`. Another constructor would compare the
            // two, and a wrong tile would be a second error.
            Some(tile) => unsafe {
                Array::new_unchecked(Ref::new(&tile[..positions]), M::Tile::default())
            },
            None => unreachable!("`PER_TILE` is of contiguous tiles"),
        }
    }
}

impl<'a, T, M: StaticTiles> TileViewMut<'a, T, M> {
    /// Returns the tile as a mutable array with its own static layout; as [`TileView::view`].
    /// Padding of a tile at the edge can be written too.
    #[inline]
    #[must_use]
    pub fn view_mut(&mut self) -> ViewMut<'_, T, M::Tile> {
        let positions = const { TilePositions::<M>::PER_TILE };
        match self.as_mut_slice() {
            // SAFETY: `PER_TILE` is the `padded_len` of `M::Tile`.
            Some(tile) => unsafe {
                Array::new_unchecked(Mut::new(&mut tile[..positions]), M::Tile::default())
            },
            None => unreachable!("`PER_TILE` is of contiguous tiles"),
        }
    }

    /// Returns the tile as a mutable array with its own static layout, for as long as the buffer is
    /// borrowed; as [`view_mut`](TileViewMut::view_mut).
    #[inline]
    #[must_use]
    pub fn into_view_mut(self) -> ViewMut<'a, T, M::Tile> {
        let positions = const { TilePositions::<M>::PER_TILE };
        match self.into_mut_slice() {
            // SAFETY: `PER_TILE` is the `padded_len` of `M::Tile`.
            Some(tile) => unsafe {
                Array::new_unchecked(Mut::new(&mut tile[..positions]), M::Tile::default())
            },
            None => unreachable!("`PER_TILE` is of contiguous tiles"),
        }
    }
}

impl<'a, T> TileView<'a, T, &Layout> {
    /// Returns the tile as an array of layout [`Layout::tile_layout`], without copying. The view of
    /// a tile at the edge shows padding as elements.
    ///
    /// # Errors
    ///
    /// As for [`Layout::tile_layout`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let corner = layout.view(&buffer)?.tile([1, 2]).unwrap().view()?;
    /// assert_eq!(corner.layout().to_string(), "s32[2,2]{1,0}");
    /// assert_eq!(corner.to_row_major(), [20, 21, 22, 23]); // three are padding
    ///
    /// let columns = Layout::parse("s32[4,4]{1,0:T(2,2)(2,1,1,1)}")?;
    /// let view = columns.view(&buffer[..16])?;
    /// assert_eq!(
    ///     view.tile([0, 0]).unwrap().view().unwrap_err().to_string(),
    ///     "a later tile splits across the tiles of the first level, so that these have no layout of their own"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view(&self) -> Result<View<'a, T, Layout>, RegionError> {
        let layout = self.at.mapping().tile_layout()?;
        let tile = self.as_slice().ok_or(RegionError::SplitTiles)?;
        let tile = &tile[..layout.padded_len()];
        // SAFETY: the slice has `padded_len` elements.
        Ok(unsafe { Array::new_unchecked(Ref::new(tile), layout) })
    }
}

impl<'a, T> TileViewMut<'a, T, &Layout> {
    /// Returns the tile as a mutable array of layout [`Layout::tile_layout`].
    ///
    /// # Errors
    ///
    /// As for [`Layout::tile_layout`].
    pub fn view_mut(&mut self) -> Result<ViewMut<'_, T, Layout>, RegionError> {
        let layout = self.at.mapping().tile_layout()?;
        own_view(self.as_mut_slice(), layout)
    }

    /// Returns the tile as a mutable array of layout [`Layout::tile_layout`], for as long as the
    /// buffer is borrowed.
    ///
    /// # Errors
    ///
    /// As for [`Layout::tile_layout`].
    pub fn into_view_mut(self) -> Result<ViewMut<'a, T, Layout>, RegionError> {
        let layout = self.at.mapping().tile_layout()?;
        own_view(self.into_mut_slice(), layout)
    }
}

/// Returns a tile's memory as an array of the tile's layout.
fn own_view<T>(
    tile: Option<&mut [T]>,
    layout: Layout,
) -> Result<ViewMut<'_, T, Layout>, RegionError> {
    let tile = tile.ok_or(RegionError::SplitTiles)?;
    let tile = &mut tile[..layout.padded_len()];
    // SAFETY: the slice has `padded_len` elements.
    Ok(unsafe { Array::new_unchecked(Mut::new(tile), layout) })
}

#[cfg(test)]
mod tests {
    use super::tile_positions;
    use crate::layout::Layout;

    fn positions(text: &str) -> usize {
        tile_positions(&Layout::parse(text).unwrap().spec())
    }

    #[test]
    fn of_contiguous_tiles() {
        assert_eq!(positions("f32[3,5]{1,0:T(2,2)}"), 4);
        assert_eq!(positions("bf16[16,256]{1,0:T(8,128)(2,1)}"), 1024);
    }

    #[test]
    #[should_panic(
        expected = "the tiles of `f32[2,3,4]{2,1,0:T(*,2,2)}` have no static layout: `*` merges dimensions"
    )]
    fn of_merged_dimensions() {
        let _ = positions("f32[2,3,4]{2,1,0:T(*,2,2)}");
    }

    #[test]
    #[should_panic(
        expected = "the tiles of `f32[4,4]{1,0:T(2,2)(2,1,1,1)}` are not contiguous: a later tile splits across them"
    )]
    fn of_tiles_that_interleave() {
        let _ = positions("f32[4,4]{1,0:T(2,2)(2,1,1,1)}");
    }
}
