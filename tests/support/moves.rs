//! A move between two layouts against whole buffers that were tiled the long way.

use std::ops::Range;

use layout_oracle::naive::{PADDING, Spec, for_each_index};
use layout_oracle::random::Random;
use tiled_layout::{Layout, RelayoutPlan};

/// The byte in padding and around buffers.
const CANARY: u8 = 0xa5;
/// Bytes around each buffer, odd so that nothing is aligned.
const GUARD: usize = 67;

/// An element type of each size, in bytes.
pub(crate) const SIZES: [(&str, usize); 5] =
    [("u8", 1), ("u16", 2), ("u32", 4), ("u64", 8), ("c128", 16)];

/// Byte `byte` of element `element`: no two elements of a small array are the same.
fn value(element: i64, byte: usize) -> u8 {
    let mixed = (element as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 >> (byte % 4));
    (mixed >> (8 * (byte % 5))) as u8
}

/// A buffer of elements of `size` bytes between guards; elements only where `held` says so.
pub(crate) fn buffer(cells: &[i64], size: usize, held: impl Fn(i64) -> bool) -> Vec<u8> {
    let mut bytes = vec![CANARY; GUARD];
    for &element in cells {
        for byte in 0..size {
            let there = element != PADDING && held(element);
            bytes.push(if there { value(element, byte) } else { CANARY });
        }
    }
    bytes.resize(bytes.len() + GUARD, CANARY);
    bytes
}

/// The buffer without the guards.
pub(crate) fn inside(bytes: &mut [u8]) -> &mut [u8] {
    let end = bytes.len() - GUARD;
    &mut bytes[GUARD..end]
}

/// A layout and the buffer that the naive definition gives it.
pub(crate) struct Side {
    spec: Spec,
    cells: Vec<i64>,
}

impl From<Spec> for Side {
    fn from(spec: Spec) -> Self {
        let cells = spec.buffer();
        Side { spec, cells }
    }
}

/// Moves an array from `src` to `dst` and compares every byte.
pub(crate) fn check(src: &Side, dst: &Side, element: &str, size: usize) {
    let texts = (src.spec.text(element), dst.spec.text(element));
    let (_, _, plan) = plan(&texts);
    let mut from = buffer(&src.cells, size, |_| true);
    let mut to = buffer(&dst.cells, size, |_| false);
    plan.run_bytes(inside(&mut from), inside(&mut to)).unwrap();
    assert!(to == buffer(&dst.cells, size, |_| true), "{texts:?}");
}

/// Copies a random region of `src` into one of `dst`, and compares the whole buffer. The region of
/// `src`.
pub(crate) fn check_region(random: &mut Random, src: &Layout, dst: &Layout) -> Vec<Range<usize>> {
    let (mut src_origin, mut dst_origin, mut extents) = (vec![], vec![], vec![]);
    for dim in 0..src.rank() {
        let extent = random.below(src.dims()[dim].min(dst.dims()[dim]) + 1);
        src_origin.push(random.below(src.dims()[dim] - extent + 1));
        dst_origin.push(random.below(dst.dims()[dim] - extent + 1));
        extents.push(extent);
    }
    let plan = RelayoutPlan::region((src, &src_origin), (dst, &dst_origin), &extents);
    let from: Vec<i32> = (0..src.padded_len() as i32).collect();
    let mut to = vec![-1; dst.padded_len()];
    let mut expected = to.clone();
    for_each_index(&extents, |index| {
        let plus = |origin: &[usize]| -> Vec<usize> {
            index.iter().zip(origin).map(|(i, o)| i + o).collect()
        };
        expected[dst.offset(&plus(&dst_origin)[..])] = from[src.offset(&plus(&src_origin)[..])];
    });
    plan.unwrap().run(&from, &mut to).unwrap();
    let what = (&src_origin, &dst_origin, &extents);
    assert!(to == expected, "{src} to {dst}: {what:?}");
    let ranges = src_origin.iter().zip(&extents);
    ranges.map(|(start, len)| *start..start + len).collect()
}

/// Both layouts, and the plan from the first to the second.
pub(crate) fn plan((src, dst): &(String, String)) -> (Layout, Layout, RelayoutPlan) {
    let layout = |text: &str| Layout::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let (src, dst) = (layout(src), layout(dst));
    let plan = RelayoutPlan::new(&src, &dst).unwrap();
    (src, dst, plan)
}
