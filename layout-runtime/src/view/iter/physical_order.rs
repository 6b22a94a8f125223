//! `PhysicalIter`: a buffer in memory order.

use core::fmt;
use core::iter::FusedIterator;
use core::mem;
use core::ops::Range;

use layout_core::spec::Dims;

use crate::layout::memory_odometer::MemoryOdometer;
use crate::layout::memory_scan::MemoryScan;
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
    /// The run of elements at the front, or the next one.
    odometer: MemoryOdometer<M::Index>,
    axis: <M::Index as OwnIndex>::Axis,
    /// The remaining positions of the run at the front, or of the padding before it.
    left: usize,
    /// Whether these are elements, and the number of the first one in the run's dimension.
    is_element: bool,
    coordinate: usize,
}

impl<'a, T, M: Mapping> PhysicalIter<'a, T, M> {
    pub(crate) fn new(view: View<'a, T, M>) -> Self {
        let (buffer, mapping) = view.into_parts();
        let scan = MemoryScan::new(&mapping.layout());
        let rank = mapping.dims().len();
        let origin = M::Index::from_dims(&Dims::filled(0, rank));
        let mut odometer = MemoryOdometer::new(scan.digits().unwrap_or(&[]), origin);
        if mapping.dims().contains(&0) {
            odometer.position = buffer.len(); // there is no run
        }
        PhysicalIter {
            positions: 0..buffer.len(),
            axis: M::Index::axis(odometer.run.term.dim, rank),
            odometer,
            left: 0,
            is_element: false,
            coordinate: 0,
            scan,
            buffer,
            mapping,
        }
    }

    /// Begins the range at a position, which follows the one before.
    #[inline(never)] // once for several positions
    fn begin(&mut self, position: usize) {
        let odometer = &mut self.odometer;
        match self.scan.digits() {
            Some(digits) => {
                let dims = self.mapping.dims();
                if self.is_element && !odometer.advance(digits, dims) {
                    odometer.position = self.buffer.len();
                }
                self.is_element = odometer.position == position;
                self.left = match self.is_element {
                    true => odometer.run_len(dims),
                    false => odometer.position - position,
                };
                self.coordinate = odometer.coordinate;
            }
            None => {
                let index = self.mapping.index(position);
                self.is_element = index.is_some();
                self.left = 1;
                if let Some(mut row) = index {
                    self.coordinate = row.as_mut().first_mut().map_or(0, mem::take);
                    odometer.row = row;
                }
            }
        }
    }
}

impl<'a, T, M: Mapping> Iterator for PhysicalIter<'a, T, M> {
    /// The index is `None` on padding.
    type Item = (Option<M::Index>, &'a T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let position = self.positions.next()?;
        if self.left == 0 {
            self.begin(position);
        }
        self.left -= 1;
        let index = self.is_element.then(|| {
            let coordinate = self.coordinate;
            self.coordinate += self.odometer.run.term.divisor;
            self.odometer.row.with_coordinate(&self.axis, coordinate)
        });
        Some((index, &self.buffer[position]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }
}

impl<T, M: Mapping> DoubleEndedIterator for PhysicalIter<'_, T, M> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let position = self.positions.next_back()?;
        let index_at = |position| self.mapping.layout().index(position);
        let index = self.scan.stretch(position, &index_at).index;
        let index = index.and_then(|index| self.mapping.index_of(&index));
        Some((index, &self.buffer[position]))
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
            odometer: self.odometer.clone(),
            axis: self.axis,
            left: self.left,
            is_element: self.is_element,
            coordinate: self.coordinate,
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
