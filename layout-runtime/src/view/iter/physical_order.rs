//! `PhysicalIter`: a buffer in memory order.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use crate::layout::memory_scan::{MemoryScan, Stretch};
use crate::view::mapping::Mapping;
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
pub struct PhysicalIter<'a, T, M> {
    buffer: &'a [T],
    mapping: M,
    sweep: MemoryScan,
    positions: Range<usize>,
    /// The remainder of the front's current range.
    stretch: Option<Stretch>,
}

impl<'a, T, M: Mapping> PhysicalIter<'a, T, M> {
    pub(crate) fn new(view: View<'a, T, M>) -> Self {
        let (buffer, mapping) = view.into_parts();
        PhysicalIter {
            positions: 0..buffer.len(),
            stretch: None,
            sweep: mapping.sweep(),
            buffer,
            mapping,
        }
    }

    fn stretch_at(&self, position: usize) -> Stretch {
        let index_at = |position| self.mapping.layout().index(position);
        self.sweep.stretch(position, &index_at)
    }

    fn item(&self, stretch: &Stretch, position: usize) -> (Option<M::Index>, &'a T) {
        let index = stretch.index.as_ref();
        (
            index.and_then(|index| self.mapping.index_from_slice(index)),
            &self.buffer[position],
        )
    }
}

impl<'a, T, M: Mapping> Iterator for PhysicalIter<'a, T, M> {
    /// The index is `None` on padding.
    type Item = (Option<M::Index>, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        let position = self.positions.next()?;
        let stretch = match self.stretch {
            Some(stretch) => stretch,
            None => self.stretch_at(position),
        };
        self.stretch = stretch.rest();
        Some(self.item(&stretch, position))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }
}

impl<T, M: Mapping> DoubleEndedIterator for PhysicalIter<'_, T, M> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let position = self.positions.next_back()?;
        let stretch = self.stretch_at(position);
        Some(self.item(&stretch, position))
    }
}

impl<T, M: Mapping> ExactSizeIterator for PhysicalIter<'_, T, M> {}
impl<T, M: Mapping> FusedIterator for PhysicalIter<'_, T, M> {}

impl<T, M: Clone> Clone for PhysicalIter<'_, T, M> {
    fn clone(&self) -> Self {
        PhysicalIter {
            buffer: self.buffer,
            mapping: self.mapping.clone(),
            sweep: self.sweep.clone(),
            positions: self.positions.clone(),
            stretch: self.stretch,
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
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let mut iter = view.physical_iter().skip(17);
    /// assert_eq!(iter.next(), Some((layout.index(17), &17))); // element (2,3)
    /// assert_eq!(iter.next(), Some((None, &18))); // padding below it
    /// assert_eq!(view.physical_iter().len(), 24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn physical_iter(&self) -> PhysicalIter<'a, T, M::Borrowed<'_>> {
        PhysicalIter::new(self.by_ref())
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// All positions of the buffer in memory order, each with the index of its
    /// element; `None` on padding.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view_mut(&mut buffer)?;
    /// let padding = view.physical_iter().filter(|(index, _)| index.is_none());
    /// assert_eq!(padding.count(), 24 - 15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn physical_iter(&self) -> PhysicalIter<'_, T, M::Borrowed<'_>> {
        PhysicalIter::new(self.as_view())
    }
}
