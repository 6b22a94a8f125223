//! A part of an array is an array itself exactly if its elements and padding lie as those of an
//! array of its own: as a subview, at an index of a dimension, as one of chunks, and as one of two
//! halves. `kinds` calls the other laws with these parts.

use std::ops::Range;

use tiled_layout::{Mapping, RegionError, View, ViewMut, WholeBuffer, iter::Subarray};

use super::guarded::Value;
use super::iteration::walk;
use super::kinds::{Case, Law, aligned_region};
use super::parsed;
use crate::naive::PADDING;
use crate::part::Part;
use crate::random::Random;

/// The law.
pub(super) struct Parts;

/// Checks a part, without the dimensions `removed`. Where it lies, if it is an array itself.
fn check<T: Value, M: WholeBuffer>(
    case: &Case,
    cells: &[i64],
    region: &[Range<usize>],
    removed: &[usize],
    found: Result<View<'_, T, Subarray<M>>, RegionError>,
) -> Option<(usize, usize)> {
    let part = Part::new(case.spec.clone(), region.to_vec());
    let own = part.own_spec(removed);
    let expected = case.elements.region(region).own_positions(cells, &own);
    let what = || format!("{case}: {region:?} without {removed:?}");
    match found {
        Ok(found) => {
            let layout = parsed(&own, T::ELEMENT);
            assert_eq!(found.layout().dims(), layout.dims(), "{}", what());
            assert_eq!(found.layout().tiles(), layout.tiles(), "{}", what());
            let order = found.layout().minor_to_major();
            assert_eq!(order, layout.minor_to_major(), "{}", what());
            let slice = found.as_slice();
            let Some(expected) = expected else {
                panic!("{} is not an array", what());
            };
            let (start, len) = place(case, slice);
            assert_eq!(len, expected.len(), "{}", what());
            assert!(len == 0 || start == expected.start, "{}", what());
            Some((start, len))
        }
        Err(RegionError::Uneven) => {
            let whole = parsed(&case.spec, T::ELEMENT);
            let own = parsed(&own, T::ELEMENT);
            assert!(
                whole.terms().is_none() || own.terms().is_none(),
                "{}",
                what()
            );
            None
        }
        Err(error) => {
            assert_eq!(expected, None, "{}: {error}", what());
            None
        }
    }
}

impl<T: Value> Law<T> for Parts {
    /// Parts of regions are regions.
    fn holds<M: Mapping>(&mut self, _: &mut ViewMut<'_, T, M>, _: &Case, _: &mut Random) {}

    fn holds_of_whole<M: WholeBuffer>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    ) {
        let view = array.view();
        // The cells of the whole buffer, of which this array's matter.
        let mut cells = vec![PADDING; case.position(view.as_slice().as_ptr())];
        cells.extend(case.spec.buffer());
        let extents = &case.elements.extents;
        let all: Vec<Range<usize>> = extents.iter().map(|&extent| 0..extent).collect();
        for _ in 0..4 {
            let region = match random.below(4) {
                0 => random.part_of(case.spec.clone()).region,
                _ if all.is_empty() => vec![],
                _ => aligned_region(&case.spec, random).1,
            };
            check(case, &cells, &region, &[], view.subview(&region[..]));
        }
        if all.is_empty() {
            return;
        }
        let (dim, region) = aligned_region(&case.spec, random);
        let (extent, bound) = (extents[dim], region[dim].start);
        let along = |range: Range<usize>| {
            let mut region = all.clone();
            region[dim] = range;
            region
        };
        let sub = |range: Range<usize>| {
            let region = along(range);
            check(case, &cells, &region, &[], view.subview(&region[..]))
        };
        let lies = |(start, len)| (None, start, len);

        // Each index of a dimension.
        assert!(view.index_axis(dim, extent).is_err(), "{case}: {dim}");
        let items: Option<Vec<_>> = (0..extent)
            .map(|index| {
                let found = view.index_axis(dim, index);
                check(case, &cells, &along(index..index + 1), &[dim], found).map(lies)
            })
            .collect();
        if let (Some(&next), Some(index)) = (extents.get(dim + 1), extent.checked_sub(1))
            && next > 0
        {
            let mut region = along(index..extent);
            region[dim + 1] = next - 1..next;
            let found = view.index_axis(dim, [index, next - 1]);
            check(case, &cells, &region, &[dim, dim + 1], found);
        }
        // In memory order, the elements at an index follow one another.
        let mut in_memory: Vec<_> = case.elements.positions.iter().enumerate().collect();
        in_memory.sort_unstable_by_key(|&(_, position)| position);
        let places = in_memory
            .iter()
            .map(|&(number, _)| case.elements.index(number)[dim]);
        let mut places: Vec<usize> = places.collect();
        places.dedup();
        let contiguous = places.len() <= extent;
        assert_eq!(
            view.layout().slice_is_contiguous(dim),
            Some(contiguous),
            "{case}: {dim}"
        );

        let size = bound.max(1);
        let chunks: Option<Vec<_>> = (0..extent)
            .step_by(size)
            .map(|start| sub(start..extent.min(start + size)).map(lies))
            .collect();
        let halves = [sub(0..bound), sub(bound..extent)];
        macro_rules! iterates {
            ($iter:expr, $items:expr) => {{
                let what = || format!("{case}: {} {dim} by {size}", stringify!($iter));
                match ($iter, &$items) {
                    (Ok(iter), Some(items)) => walk(
                        iter,
                        &|item| lies(place(case, item.as_slice())),
                        items,
                        true,
                        random,
                        &what,
                    ),
                    (iter, items) => assert!(iter.is_err() && items.is_none(), "{}", what()),
                }
            }};
        }
        iterates!(view.axis_iter(dim), items);
        iterates!(view.axis_chunks_iter(dim, size), chunks);
        assert!(view.split_at(dim, extent + 1).is_err(), "{case}: {dim}");
        if let Ok((low, high)) = view.split_at(dim, bound) {
            let found = [low, high].map(|half| Some(place(case, half.as_slice())));
            assert_eq!(found, halves, "{case}: {dim} at {bound}");
        } else {
            assert!(halves.contains(&None), "{case}: {dim} at {bound}");
        }
        iterates!(array.axis_iter_mut(dim), items);
        iterates!(array.axis_chunks_iter_mut(dim, size), chunks);
        if let Ok((low, high)) = array.split_at_mut(dim, bound) {
            let found = [low, high].map(|half| Some(place(case, half.as_slice())));
            assert_eq!(found, halves, "{case}: {dim} at {bound}");
        }
    }
}

/// Where a slice lies in the whole buffer; empty ones may lie anywhere.
fn place<T>(case: &Case, slice: &[T]) -> (usize, usize) {
    match slice.len() {
        0 => (0, 0),
        len => (case.position(slice.as_ptr()), len),
    }
}
