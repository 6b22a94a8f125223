//! `RegionView` and `RegionViewMut`: a region of an array, without copying.

mod view_regions;
pub(crate) mod window;

use core::fmt;
use core::ops;

use crate::layout::index_ranges::IndexRanges;
use crate::layout::region::RegionError;
use crate::view::convert::AsView;
use crate::view::debug;
use crate::view::getters::getters;
use crate::view::iter::runs::{Runs, RunsMut};
use crate::view::iter::{IndexedIter, IndexedIterMut, Iter, IterMut};
use crate::view::mapping::Mapping;
use crate::view::mapping::nd_index::NdIndex;
use crate::view::part::region::window::Window;
use crate::view::{View, ViewMut};

/// A region of an array, to be read: [`View::region`].
///
/// It may be any box of indices, which count from its low corner. Where the
/// region is an array of its own, [`View::subview`] gives that.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let region = view.region((1.., 2..))?;
/// assert_eq!(region.dims(), [2, 3]);
/// assert_eq!(region[[1, 1]], 17); // element (2,3)
/// assert_eq!(region.to_row_major(), [6, 7, 10, 16, 17, 20]);
/// assert_eq!(region.get([1, 3]), None); // padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct RegionView<'a, T, M: Mapping> {
    view: View<'a, T, Window<M>>,
}

/// A region of an array, to be written: [`ViewMut::region_mut`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0; 24];
/// let mut view = layout.view_mut(&mut buffer)?;
/// let mut region = view.region_mut((1.., 2..))?;
/// region.iter_mut().for_each(|element| *element = 1);
/// region[[1, 1]] = 7; // element (2,3)
/// assert_eq!(view[[2, 3]], 7);
/// assert_eq!(buffer.iter().sum::<i32>(), 5 + 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RegionViewMut<'a, T, M: Mapping> {
    view: ViewMut<'a, T, Window<M>>,
}

getters! {
    @shape
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[6,9]{1,0:T(2,2)}")?;
    /// let buffer = [0; 60];
    /// let view = layout.view(&buffer)?;
    /// let array = view.region((1..4, 2..7))?;
    [T, M: Mapping] RegionView<'_, T, M>: view.mapping;
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[6,9]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 60];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// let array = view.region_mut((1..4, 2..7))?;
    [T, M: Mapping] RegionViewMut<'_, T, M>: view.mapping;
}

/// What both have in common.
macro_rules! regions {
    ($($name:ident of $view:ident;)*) => {$(
        impl<'a, T, M: Mapping> $name<'a, T, M> {
            pub(crate) fn new(
                view: $view<'a, T, M>,
                region: impl IndexRanges,
            ) -> Result<Self, RegionError> {
                let (buffer, mapping) = view.into_parts();
                let view = $view::from_checked(buffer, Window::new(mapping, region)?);
                Ok($name { view })
            }

            /// The region as a view with a mapping of its own.
            pub(crate) fn window(&self) -> View<'_, T, Window<M::Borrowed<'_>>> {
                self.view.as_view()
            }

            /// The element at an index, counted from the region's low corner;
            /// `None` outside of the region.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let buffer: Vec<i32> = (0..24).collect();
            /// let view = layout.view(&buffer)?;
            /// let region = view.region(&[1..3, 3..5])?;
            /// assert_eq!(region.get([1, 1]), Some(&20)); // element (2,4) of the array
            /// assert_eq!(region.get([2, 1]), None);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn get(&self, index: impl NdIndex<Window<M>>) -> Option<&T> {
                self.view.get(index)
            }

            /// The elements in logical, row-major order; as [`View::iter`].
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let buffer: Vec<i32> = (0..24).collect();
            /// let view = layout.view(&buffer)?;
            /// let region = view.region(&[1..3, 3..5])?;
            /// assert!(region.iter().eq(&[7, 10, 17, 20]));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn iter(&self) -> Iter<'_, T, Window<M::Borrowed<'_>>> {
                self.view.iter()
            }

            /// The elements in logical, row-major order, each with its index
            /// in the region; as [`View::indexed_iter`].
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let buffer: Vec<i32> = (0..24).collect();
            /// let view = layout.view(&buffer)?;
            /// let region = view.region(&[1..3, 3..5])?;
            /// let (index, element) = region.indexed_iter().last().unwrap();
            /// assert_eq!((&index[..], *element), (&[1, 1][..], 20));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn indexed_iter(&self) -> IndexedIter<'_, T, Window<M::Borrowed<'_>>> {
                self.view.indexed_iter()
            }

            /// The region as slices, each with its first index in the region;
            /// as [`View::runs`].
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let buffer: Vec<i32> = (0..24).collect();
            /// let view = layout.view(&buffer)?;
            /// let region = view.region(&[1..3, 3..5])?;
            /// let runs: Vec<&[i32]> = region.runs().map(|(_, run)| run).collect();
            /// assert_eq!(runs, [[7], [10], [17], [20]]); // the region lies across tiles
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn runs(&self) -> Runs<'_, T, Window<M::Borrowed<'_>>> {
                self.view.runs()
            }

            /// The region as slices along dimension `dim`, as
            /// [`View::runs_along`].
            ///
            /// # Panics
            ///
            /// When there is no dimension `dim`.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let buffer: Vec<i32> = (0..24).collect();
            /// let view = layout.view(&buffer)?;
            /// let region = view.region(&[1..3, 3..5])?;
            /// let runs: Vec<&[i32]> = region.runs_along(1).map(|(_, run)| run).collect();
            /// assert_eq!(runs, [[7], [10], [17], [20]]); // the region lies across tiles
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[track_caller]
            pub fn runs_along(&self, dim: usize) -> Runs<'_, T, Window<M::Borrowed<'_>>> {
                self.view.runs_along(dim)
            }

            /// The region's elements in row-major order.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let buffer: Vec<i32> = (0..24).collect();
            /// let view = layout.view(&buffer)?;
            /// let region = view.region(&[1..3, 3..5])?;
            /// assert_eq!(region.to_row_major(), [7, 10, 17, 20]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[cfg(feature = "alloc")]
            #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
            #[must_use]
            pub fn to_row_major(&self) -> alloc::vec::Vec<T>
            where
                T: Clone,
            {
                self.view.to_row_major()
            }
        }

        impl<T, M: Mapping, I: NdIndex<Window<M>>> ops::Index<I> for $name<'_, T, M> {
            type Output = T;

            #[inline]
            #[track_caller]
            fn index(&self, index: I) -> &T {
                &self.view[index]
            }
        }

        /// The region's array as nested lists, then where it is.
        impl<'r, T, M: Mapping> IntoIterator for &'r $name<'_, T, M> {
            type Item = &'r T;
            type IntoIter = Iter<'r, T, Window<M::Borrowed<'r>>>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        impl<T: fmt::Debug, M: Mapping> fmt::Debug for $name<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                debug::lists(self.view.mapping(), |index| self.view.get(index), f)?;
                f.write_str(", region=[")?;
                for (dim, range) in self.view.mapping().ranges().enumerate() {
                    let comma = if dim > 0 { ", " } else { "" };
                    write!(f, "{comma}{range:?}")?;
                }
                write!(f, "] of {}", *self.view.layout())
            }
        }
    )*};
}

regions! {
    RegionView of View;
    RegionViewMut of ViewMut;
}

impl<T, M: Mapping> RegionViewMut<'_, T, M> {
    /// The region as a view with a mapping of its own.
    pub(crate) fn window_mut(&mut self) -> ViewMut<'_, T, Window<M::Borrowed<'_>>> {
        self.view.reborrow()
    }

    /// Writes a value to all elements of the region; as [`ViewMut::fill`].
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut buffer = Buffer::<i32, layout!(S32[3,5]<1,0:T(2,2)>)>::zeroed();
    /// buffer.region_mut((.., 4..))?.fill(7); // the last column
    /// assert_eq!(buffer.as_slice()[8..12], [7, 0, 7, 0]); // next to it is padding
    /// # Ok::<(), tiled_layout::RegionError>(())
    /// ```
    pub fn fill(&mut self, value: T)
    where
        T: Copy,
    {
        self.view.fill(value);
    }

    /// Calls a function with each element of the region, to be changed in place,
    /// in any order; as [`ViewMut::map_inplace`].
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut buffer = Buffer::<i32, layout!(S32[3,5]<1,0:T(2,2)>)>::from_elem(1);
    /// buffer.region_mut((.., 4..))?.map_inplace(|element| *element += 6);
    /// assert_eq!(buffer.as_slice()[8..12], [7, 0, 7, 0]); // next to it is padding
    /// # Ok::<(), tiled_layout::RegionError>(())
    /// ```
    pub fn map_inplace(&mut self, f: impl FnMut(&mut T)) {
        self.view.map_inplace(f);
    }

    /// The element at an index, to be written; `None` outside of the region.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// let mut region = view.region_mut(&[1..3, 3..5])?;
    /// *region.get_mut([1, 1]).unwrap() = 7; // element (2,4) of the array
    /// assert!(region.get_mut([1, 2]).is_none());
    /// assert_eq!(buffer[20], 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, index: impl NdIndex<Window<M>>) -> Option<&mut T> {
        self.view.get_mut(index)
    }

    /// The elements in logical, row-major order, to be written; as
    /// [`ViewMut::iter_mut`].
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// let mut region = view.region_mut(&[1..3, 3..5])?;
    /// region.iter_mut().for_each(|element| *element = 7);
    /// assert_eq!((buffer[20], buffer[21]), (7, 0)); // (2,4), and padding next to it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, T, Window<M::Borrowed<'_>>> {
        self.view.iter_mut()
    }

    /// The elements in logical, row-major order, to be written, each with its
    /// index in the region; as [`ViewMut::indexed_iter_mut`].
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// let mut region = view.region_mut(&[1..3, 3..5])?;
    /// for (index, element) in region.indexed_iter_mut() {
    ///     *element = (10 * index[0] + index[1]) as i32;
    /// }
    /// assert_eq!((buffer[20], buffer[21]), (11, 0)); // (2,4), and padding next to it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn indexed_iter_mut(&mut self) -> IndexedIterMut<'_, T, Window<M::Borrowed<'_>>> {
        self.view.indexed_iter_mut()
    }

    /// The region as slices to be written; as [`ViewMut::runs_mut`].
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// let mut region = view.region_mut(&[1..3, 3..5])?;
    /// for (_, run) in region.runs_mut() {
    ///     run.fill(7);
    /// }
    /// assert_eq!((buffer[20], buffer[21]), (7, 0)); // (2,4), and padding next to it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn runs_mut(&mut self) -> RunsMut<'_, T, Window<M::Borrowed<'_>>> {
        self.view.runs_mut()
    }
}

impl<T, M: Mapping, I: NdIndex<Window<M>>> ops::IndexMut<I> for RegionViewMut<'_, T, M> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.view[index]
    }
}
