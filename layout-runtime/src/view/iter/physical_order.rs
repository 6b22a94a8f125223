//! `PhysicalIter`: a buffer in memory order.

use core::fmt;
use core::iter::FusedIterator;
use core::mem;
use core::ops::Range;

use crate::layout::memory_scan::{MemoryScan, ScanRun};
use crate::view::mapping::Mapping;
use crate::view::mapping::nd_index::OwnIndex;
use crate::view::{View, ViewMut};

/// All positions of a buffer in memory order, each with the index of its
/// element: [`View::physical_iter`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let mut iter = view.physical_iter();
/// assert_eq!(iter.next(), Some((layout.index(0), &0)));
/// assert_eq!(iter.next_back(), Some((None, &23))); // padding
/// assert_eq!(iter.len(), 22);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct PhysicalIter<'a, T, M: Mapping> {
    buffer: &'a [T],
    mapping: M,
    scan: MemoryScan,
    positions: Range<usize>,
    /// The range that the front is in.
    front: Front<M::Index>,
}

/// The remainder of a range of positions that are all elements or all padding.
#[derive(Clone, Copy)]
struct Front<I: OwnIndex> {
    len: usize,
    /// The index of each element but for its number in a dimension, which is 0; `None` for
    /// padding.
    row: Option<I>,
    axis: I::Axis,
    /// That number after the last element.
    end: usize,
    /// From each element to the next, the index grows by this number.
    by: usize,
}

impl<'a, T, M: Mapping> PhysicalIter<'a, T, M> {
    pub(crate) fn new(view: View<'a, T, M>) -> Self {
        let (buffer, mapping) = view.into_parts();
        let scan = MemoryScan::new(&mapping.layout());
        let front = Front {
            len: 0,
            row: None,
            axis: M::Index::axis(0, mapping.dims().len()),
            end: 0,
            by: 0,
        };
        PhysicalIter {
            positions: 0..buffer.len(),
            front,
            scan,
            buffer,
            mapping,
        }
    }

    /// The range that begins at a position.
    fn begin(&self, position: usize) -> Front<M::Index> {
        let index_at = |position| self.mapping.layout().index(position);
        let ScanRun {
            len,
            index,
            dim,
            by,
        } = self.scan.stretch(position, &index_at);
        let mut end = 0;
        let row = index.and_then(|mut index| {
            if let Some(place) = index.as_mut().get_mut(dim) {
                end = mem::take(place) + len * by;
            }
            self.mapping.index_of(&index)
        });
        let axis = M::Index::axis(dim, self.mapping.dims().len());
        Front {
            len,
            row,
            axis,
            end,
            by,
        }
    }
}

impl<I: OwnIndex> Front<I> {
    /// The index of the first remaining element; `None` for padding.
    #[inline]
    fn index(&self) -> Option<I> {
        let place = self.end - self.len * self.by;
        self.row.map(|row| row.with_place(&self.axis, place))
    }
}

impl<'a, T, M: Mapping> Iterator for PhysicalIter<'a, T, M> {
    /// The index is `None` on padding.
    type Item = (Option<M::Index>, &'a T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let position = self.positions.next()?;
        if self.front.len == 0 {
            self.front = self.begin(position);
        }
        let index = self.front.index();
        self.front.len -= 1;
        Some((index, &self.buffer[position]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }
}

impl<T, M: Mapping> DoubleEndedIterator for PhysicalIter<'_, T, M> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let position = self.positions.next_back()?;
        Some((self.begin(position).index(), &self.buffer[position]))
    }
}

impl<T, M: Mapping> ExactSizeIterator for PhysicalIter<'_, T, M> {}
impl<T, M: Mapping> FusedIterator for PhysicalIter<'_, T, M> {}

impl<T, M: Mapping> Clone for PhysicalIter<'_, T, M> {
    fn clone(&self) -> Self {
        PhysicalIter {
            buffer: self.buffer,
            mapping: self.mapping.clone(),
            scan: self.scan.clone(),
            positions: self.positions.clone(),
            front: self.front,
        }
    }
}

impl<T, M: Mapping> fmt::Debug for PhysicalIter<'_, T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PhysicalIter")
            .field("layout", &*self.mapping.layout())
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// All positions of the buffer in memory order, each with the index of its
    /// element; `None` on padding.
    pub fn physical_iter(&self) -> PhysicalIter<'a, T, M::Borrowed<'_>> {
        PhysicalIter::new(self.by_ref())
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// All positions of the buffer in memory order, each with the index of its
    /// element; `None` on padding.
    pub fn physical_iter(&self) -> PhysicalIter<'_, T, M::Borrowed<'_>> {
        PhysicalIter::new(self.as_view())
    }
}
