//! Moves between random pairs of layouts, and of random boxes, against the naive definition.

#[path = "support/moves.rs"]
mod moves;
#[path = "support/naive.rs"]
mod naive;

use moves::{SIZES, Side, check};
use naive::{Spec, for_each_index};
use tiled_layout::{Layout, RelayoutPlan};

/// A small generator of numbers, the same in each run.
struct Random(u64);

impl Random {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn order(&mut self, rank: usize) -> Vec<usize> {
        let mut order = Vec::new();
        for dim in 0..rank {
            let at = self.below(dim + 1);
            order.insert(at, dim);
        }
        order
    }

    /// Up to three tiles of up to `rank` entries; mostly ones that divide one another.
    fn tiles(&mut self, rank: usize) -> Vec<Vec<Option<usize>>> {
        let entries = [Some(1), Some(2), Some(2), Some(3), Some(4), Some(4), None];
        (0..self.below(4))
            .map(|_| {
                let len = 1 + self.below(rank.min(3));
                let mut tile: Vec<_> = (0..len).map(|_| entries[self.below(7)]).collect();
                tile[len - 1] = tile[len - 1].or(Some(2)); // `*` is never the last entry
                tile
            })
            .collect()
    }

    fn dims(&mut self, rank: usize) -> Vec<usize> {
        let most = [200, 40, 14, 8, 5, 4][rank - 1];
        (0..rank).map(|_| 1 + self.below(most)).collect()
    }

    fn spec(&mut self, dims: &[usize]) -> Spec {
        Spec {
            dims: dims.to_vec(),
            minor_to_major: self.order(dims.len()),
            tiles: self.tiles(dims.len()),
            ..Spec::default()
        }
    }
}

#[test]
fn random_pairs() {
    let mut random = Random(6);
    for case in 0..300 {
        let rank = 1 + random.below(6);
        let dims = random.dims(rank);
        let src = Side::from(random.spec(&dims));
        let dst = Side::from(random.spec(&dims));
        let (element, size) = SIZES[case % SIZES.len()];
        check(&src, &dst, element, size);
    }
}

#[test]
fn random_boxes() {
    let mut random = Random(28);
    for _ in 0..300 {
        let rank = 1 + random.below(3);
        let mut layout = || {
            let dims = random.dims(rank);
            Layout::parse(&random.spec(&dims).text("s32")).unwrap()
        };
        let (src, dst) = (layout(), layout());
        let (mut src_origin, mut dst_origin, mut extents) = (vec![], vec![], vec![]);
        for dim in 0..rank {
            let extent = random.below(src.dims()[dim].min(dst.dims()[dim]) + 1);
            src_origin.push(random.below(src.dims()[dim] - extent + 1));
            dst_origin.push(random.below(dst.dims()[dim] - extent + 1));
            extents.push(extent);
        }
        let plan = RelayoutPlan::region((&src, &src_origin), (&dst, &dst_origin), &extents);
        let from: Vec<i32> = (0..src.padded_len() as i32).collect();
        let mut to = vec![-1; dst.padded_len()];
        let mut expected = to.clone();
        for_each_index(&extents, |index| {
            let plus = |origin: &[usize]| -> Vec<usize> {
                index.iter().zip(origin).map(|(i, o)| i + o).collect()
            };
            expected[dst.offset(&plus(&dst_origin))] = from[src.offset(&plus(&src_origin))];
        });
        plan.unwrap().run(&from, &mut to).unwrap();
        let what = (src_origin, dst_origin, extents);
        assert!(to == expected, "{src} to {dst}: {what:?}");
    }
}

#[test]
#[cfg(feature = "rayon")]
fn parallel_is_serial() {
    let pairs = [
        ("f32[1000,1000]{1,0}", "f32[1000,1000]{1,0:T(8,128)}"),
        ("u16[1000,2000]{1,0:T(8,128)(2,1)}", "u16[1000,2000]{1,0}"),
        ("u8[1000,3000]{1,0}", "u8[1000,3000]{0,1}"),
        ("u64[7,300,200]{2,1,0}", "u64[7,300,200]{1,0,2:T(4,4)}"),
    ];
    for (src, dst) in pairs {
        let plan = moves::plan(&(src.to_string(), dst.to_string()));
        let bytes = plan.src().padded_bytes();
        let from: Vec<u8> = (0..bytes).map(|i| (i * 7 + i / 255) as u8).collect();
        let mut serial = vec![0xa5; plan.dst().padded_bytes()];
        let mut parallel = serial.clone();
        plan.run_bytes(&from, &mut serial).unwrap();
        plan.par_run_bytes(&from, &mut parallel).unwrap();
        assert!(parallel == serial, "{src} to {dst}");
    }
}
