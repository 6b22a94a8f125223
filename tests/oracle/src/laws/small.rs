//! The laws on the exhaustive small family.

use tiled_layout::Layout;

use super::iteration::Iteration;
use super::kinds::run_time_part;
use super::parsed;
use super::positions::{byte_ranges, positions};
use super::regions::{from_region, into_region};
use super::tiles::Tiles;
use crate::exhaustive::{self, Share};
use crate::naive::Spec;
use crate::part::Part;
use crate::random::Random;

/// Checks texts and positions, iteration and tiles of all layouts: how many, and of how many.
pub fn small_layouts(share: Share) -> (usize, usize) {
    let mut random = Random::new(0);
    exhaustive::layouts(share, |spec| {
        positions(&spec);
        let part = Part::whole(spec);
        run_time_part::<u32>(&part, &mut random, &mut Iteration);
        run_time_part::<u32>(&part, &mut random, &mut Tiles);
    })
}

/// Checks each consumer of all regions, beside rows: how many, and of how many.
pub fn small_regions(share: Share) -> (usize, usize) {
    exhaustive::regions(share, |part| {
        byte_ranges(&part);
        beside_rows(&part);
    })
}

/// A region and rows, in both directions.
fn beside_rows(part: &Part) {
    let rows = Part::rows(part.extents());
    let [a, b] = [part, &rows].map(|part| parsed(&part.spec, "u32"));
    into_region::<u32, _, _>((&a, part), (&b, &rows));
    from_region::<u32, _, _>((&b, &rows), (&a, part));
}

/// Checks all pairs of layouts: [`is_bitcast_of`](Layout::is_bitcast_of) is its definition. How
/// many, and of how many.
pub fn small_pairs(share: Share) -> (usize, usize) {
    let specs = exhaustive::for_pairs();
    let layouts: Vec<Layout> = specs.iter().map(|spec| parsed(spec, "s64")).collect();
    let buffers: Vec<Vec<i64>> = specs.iter().map(Spec::buffer).collect();
    let mut pairs = 0;
    for number in (0..layouts.len()).filter(|&number| share.has(number)) {
        let (a, buffer) = (&layouts[number], &buffers[number]);
        for (b, other) in layouts.iter().zip(&buffers) {
            assert_eq!(a.is_bitcast_of(b), buffer == other, "{a} and {b}");
            pairs += 1;
        }
    }
    (pairs, layouts.len() * layouts.len())
}
