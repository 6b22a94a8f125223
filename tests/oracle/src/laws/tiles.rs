//! Tiles of the first level are in row-major order of their indices. Each has the elements that the
//! definition puts there, row by row, at their positions; no two tiles share one.

use std::collections::BTreeMap;

#[cfg(feature = "rayon")]
use rayon::iter::ParallelIterator;
use tiled_layout::{Mapping, ViewMut, WholeBuffer};

use super::guarded::Value;
use super::iteration::{same, walk};
use super::kinds::{Case, Law};
use crate::part::tile_of;
use crate::random::Random;

/// The law.
pub(super) struct Tiles;

impl<T: Value> Law<T> for Tiles {
    /// Regions have no tiles.
    fn holds<M: Mapping>(&mut self, _: &mut ViewMut<'_, T, M>, _: &Case, _: &mut Random) {}

    fn holds_of_whole<M: WholeBuffer>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    ) {
        let (spec, elements) = (&case.spec, &case.elements);
        let layout = *array.layout();
        let counts = layout.tile_counts();
        let merges = spec.tiles.first().is_some_and(|tile| tile.contains(&None));
        // The elements of each tile: their indices in the tile and their numbers.
        let mut of_tiles: BTreeMap<Vec<usize>, Vec<(Vec<usize>, usize)>> = BTreeMap::new();
        for number in 0..elements.positions.len() {
            let (tile, within) = tile_of(spec, &elements.index(number));
            of_tiles.entry(tile).or_default().push((within, number));
        }
        of_tiles.values_mut().for_each(|tile| tile.sort());

        let view = array.view();
        let number = |index: &[usize]| {
            let places = index.iter().zip(&counts);
            places.fold(0, |number, (place, count)| number * count + place)
        };
        let listed: Vec<_> = (0..counts.iter().product())
            .map(|n| (Some(n), 0, 0))
            .collect();
        let what = || format!("{case}: tiles");
        let item = |index: &[usize]| (Some(number(index)), 0, 0);
        walk(
            view.tiles(),
            &|tile| item(&tile.index()),
            &listed,
            true,
            random,
            &what,
        );
        let mut past = counts.to_vec();
        for dim in 0..past.len() {
            past.fill(0);
            past[dim] = random.pick(&[counts[dim], usize::MAX]);
            assert!(view.tile(&past).is_none(), "{case}: tile {past:?}");
        }
        assert!(view.tile([0; 20]).is_none(), "{case}");

        let (mut met, mut slices) = (0, Vec::new());
        for tile in view.tiles() {
            let index = tile.index().to_vec();
            let none = Vec::new();
            let members = of_tiles.get(&index).unwrap_or(&none);
            met += members.len();
            let what = || format!("{case}: tile {index:?}");
            let position = |number: usize| elements.positions[number];
            let expected: Vec<_> = members.iter().map(|&(_, n)| (n, position(n))).collect();
            let found = tile.indexed_iter();
            let found = found.map(|(i, x)| (elements.number(i.as_ref()), case.position(x)));
            assert!(found.eq(expected.iter().copied()), "{}", what());
            let expected: Vec<_> = expected.into_iter().map(|(_, position)| position).collect();
            // Tiles of an iterator, and one by its index.
            for tile in [&tile, &view.tile(&index).unwrap()] {
                let mut folded = Vec::new();
                tile.iter().for_each(|x| folded.push(case.position(x)));
                assert_eq!(folded, expected, "{}", what());
                let mut iter = tile.iter();
                let next = std::iter::from_fn(|| iter.next().map(|x| case.position(x)));
                assert!(next.eq(expected.iter().copied()), "{}", what());
                assert_eq!(tile.index()[..], index[..], "{}", what());
            }
            let extents = tile.extents();
            if spec.pad.is_empty() || !merges {
                assert_eq!(
                    extents.iter().product::<usize>(),
                    members.len(),
                    "{}",
                    what()
                );
            }
            if let Some((within, number)) = members.first()
                && within.iter().all(|&place| place == 0)
            {
                let origin = elements.number(tile.origin().as_ref());
                assert_eq!(origin, *number, "{}", what());
            }
            // Dimensions without an entry have one index in a tile.
            let untiled =
                counts.len() - spec.tiles.first().map_or(0, |t| t.iter().flatten().count());
            for (within, number) in members {
                let mut index = vec![0; untiled];
                index.extend(within);
                let found = tile.get(&index).map(|x| case.position(x));
                assert_eq!(found, Some(position(*number)), "{} at {index:?}", what());
            }
            assert!(
                tile.get(extents).is_none() || extents.is_empty(),
                "{}",
                what()
            );

            // The same tile by one of its elements, and the region of its elements.
            if let Some(&(_, number)) = members.get(random.below(members.len().max(1))) {
                let element = elements.index(number);
                let at = view.mapping().index_from_slice(&element).unwrap();
                let tile = view.tile_at(at).unwrap();
                assert_eq!(tile.index()[..], index[..], "{}", what());
                let ranges = tile.ranges();
                let mut within = ranges.iter().zip(&element);
                assert!(within.all(|(range, at)| range.contains(at)), "{}", what());
                let region = view.region(&ranges[..]).unwrap();
                if let Some(found) = tile.region() {
                    assert_eq!(found.len(), members.len(), "{}", what());
                    assert_eq!(
                        found.logical_strides(),
                        region.logical_strides(),
                        "{}",
                        what()
                    );
                    assert_eq!(tile.as_ptr(), region.as_ptr(), "{}", what());
                } else {
                    assert!(merges && region.len() > members.len(), "{}", what());
                }
            }

            let slice = tile.as_slice();
            assert_eq!(layout.tile_layout().is_ok(), slice.is_some(), "{}", what());
            if let Some(slice) = slice {
                assert!(slice.len() >= layout.tile_len(), "{}", what());
                let first = case.position(slice.as_ptr());
                let positions = first..first + slice.len();
                assert!(
                    expected.iter().all(|at| positions.contains(at)),
                    "{}",
                    what()
                );
                slices.extend(positions);
            }
        }
        assert_eq!(met, elements.positions.len(), "{case}: elements of tiles");

        if let Some(number) = elements.positions.len().checked_sub(1) {
            let at = array.mapping().index_from_slice(&elements.index(number));
            let at = at.unwrap();
            let first = array.view().tile_at(at).unwrap().as_ptr();
            let mut tile = array.tile_at_mut(at).unwrap();
            assert_eq!(tile.as_mut_ptr().cast_const(), first, "{case}");
        }

        // All are alive at the same time.
        let positions = || elements.positions.iter().copied();
        let mut tiles: Vec<_> = array.tiles_mut().rev().collect();
        let mut alive: Vec<&mut T> = tiles.iter_mut().flat_map(|tile| tile.iter_mut()).collect();
        alive.iter_mut().for_each(|x| **x = T::of(0));
        same(
            alive.iter().map(|x| case.position(&**x)).collect(),
            positions(),
            what,
        );
        let alive = tiles.iter_mut().flat_map(|tile| tile.indexed_iter_mut());
        same(
            alive.map(|(_, x)| case.position(x)).collect(),
            positions(),
            what,
        );
        let lent = tiles.iter_mut().filter_map(|tile| tile.as_mut_slice());
        let lent = lent.flatten().map(|x| case.position(x));
        same(lent.collect(), slices.iter().copied(), what);
        let alive: Vec<_> = tiles
            .into_iter()
            .filter_map(|tile| tile.into_mut_slice())
            .collect();
        let alive = alive.into_iter().flatten().map(|x| case.position(x));
        let alive: Vec<usize> = alive.collect();
        same(alive.clone(), slices, what);
        let mut once = alive.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), alive.len(), "{case}: tiles share a position");

        #[cfg(feature = "rayon")]
        {
            let tiles = array.par_tiles_mut().flat_map_iter(|mut tile| {
                let elements = tile.iter_mut().map(|x| case.position(x));
                elements.collect::<Vec<_>>()
            });
            same(tiles.collect(), positions(), what);
            let view = array.view();
            let tiles = view.par_tiles().map(|tile| number(&tile.index()));
            same(tiles.collect(), 0..listed.len(), what);
        }
    }
}
