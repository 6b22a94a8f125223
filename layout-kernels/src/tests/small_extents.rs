//! Every kernel with every vector, over all small extents and all alignments, between pages
//! that cannot be touched.
//!
//! Each test counts what it ran, and asserts the numbers: a planner that stops choosing a
//! kernel is seen.

use std::collections::{BTreeMap, BTreeSet};
use std::slice;
use std::vec;
use std::vec::Vec;

use super::cases::{Loops, PlainCopy, case};
use super::guarded::{PLACES, Place};
use super::kernel_of;
use crate::exec::{Kernel, PLAIN, STREAMING, VECTORS, has_vectors};
use crate::kernels;
use crate::plan::gather_block::GatherBlock;
use crate::plan::{Inner, KernelNest};
use crate::simd::Portable;
#[cfg(target_arch = "x86_64")]
use crate::simd::Xmm;

/// The kernels by arrays of 16 bytes, which every processor has.
const PORTABLE: Kernel = Kernel {
    execute: kernels::inner::<Portable>,
    has_vectors: false,
    streams: false,
};

/// The kernels by each vector that this processor has.
fn vectors() -> Vec<Kernel> {
    let mut all = vec![PORTABLE];
    if has_vectors() {
        #[cfg(target_arch = "x86_64")]
        all.push(Kernel {
            execute: kernels::inner::<Xmm>,
            ..VECTORS
        });
        all.push(VECTORS);
    }
    all
}

/// How many nests ran, by their kernel.
type Counts = BTreeMap<&'static str, usize>;

/// Executes a nest by each vector at some places.
fn check(expected: &PlainCopy<'_>, nest: &KernelNest, places: &[[Place; 2]], kernels: &[Kernel]) {
    for &kernel in kernels {
        for &places in places {
            let copied = expected.is_copied_at(places, |from, to| {
                nest.execute_by(kernel, 0, from, to);
            });
            assert!(copied, "at {places:?}: {nest:?}");
        }
    }
}

/// Executes a copy of elements of `bits` bits, flush against a page on either side, by each
/// vector and by plain loads and stores.
fn count(counts: &mut Counts, bits: usize, loops: Loops<'_>) {
    let case = case(bits, "", loops);
    let expected = case.by_plain_loops();
    let copy = expected.trimmed_copy();
    let places = &PLACES[1..3];
    let nest = copy.nest(true);
    check(&expected, &nest, places, &vectors());
    if !matches!(nest.inner, Inner::Bits { .. }) {
        check(&expected, &copy.nest_of_runs(false), &places[..1], &[PLAIN]);
    }
    *counts.entry(kernel_of(&nest)).or_default() += 1;
}

/// All orders of the numbers below `len`.
fn orders(len: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for next in 0..len {
        let longer = all.iter().flat_map(|order| {
            (0..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, next);
                order
            })
        });
        all = longer.collect();
    }
    all
}

/// Loops of these extents, the innermost of the source first, which the destination has in
/// another order.
fn permuted(extents: &[usize], order: &[usize]) -> Vec<(usize, usize, usize)> {
    let mut loops = Vec::new();
    let mut src = 1;
    for &extent in extents {
        loops.push((extent, src, 0));
        src *= extent;
    }
    let mut dst = 1;
    for &at in order {
        loops[at].2 = dst;
        dst *= extents[at];
    }
    loops
}

/// Runs of each length in two loops, at all alignments of both sides.
#[test]
fn runs() {
    let places: Vec<_> = (0..32)
        .flat_map(|src| (0..64).map(move |dst| [Place::After(src), Place::After(dst)]))
        .collect();
    let mut count = 0;
    for len in 1..=132 {
        let loops = [(len, 1, 1), (2, len + 1, len + 3)];
        let case = case(8, "run", &loops);
        let expected = case.by_plain_loops();
        let nest = expected.trimmed_copy().nest(true);
        assert_eq!(kernel_of(&nest), case.kernel);
        check(&expected, &nest, &PLACES, &vectors());
        check(&expected, &nest, &PLACES, &[PLAIN]);
        check(
            &expected,
            &nest,
            &places,
            &[VECTORS][..usize::from(has_vectors())],
        );
        count += places.len();
    }
    assert_eq!(count, 270_336);
}

/// Matrices of all small extents and units, whose rows and columns are apart or not.
#[test]
fn transposes() {
    let mut counts = Counts::new();
    for unit in 1..=16 {
        let most = if unit < 3 { 36 } else { 64 / unit + 8 };
        for rows in 1..=most {
            for columns in 1..=most {
                for apart in [0, 1] {
                    let loops = [
                        (unit, 1, 1),
                        (rows, unit, (columns + apart) * unit),
                        (columns, (rows + apart) * unit, unit),
                    ];
                    count(&mut counts, 8, &loops);
                }
            }
        }
    }
    let expected = [
        ("fused", 230),
        ("run", 3_172),
        ("shuffle", 79),
        ("transpose", 9_745),
    ];
    assert_eq!(counts, Counts::from(expected));
}

/// Matrices whose rows or columns go backward in the source.
#[test]
fn backward_rows_or_columns() {
    let mut counts = Counts::new();
    let back = usize::wrapping_neg;
    for unit in 1..=16 {
        let lane = 16_usize.div_ceil(unit);
        let most = 2 * lane + 4;
        for rows in (1..=most).chain([4 * lane + 1]) {
            for columns in (1..=most).chain([4 * lane + 1, 70]) {
                let apart = (rows + columns) % 3 / 2;
                let (pitch, to) = ((rows + apart) * unit, (columns + apart) * unit);
                for (unit_src, pitch) in [(unit, back(pitch)), (back(unit), pitch)] {
                    let loops = [(unit, 1, 1), (rows, unit_src, to), (columns, pitch, unit)];
                    count(&mut counts, 8, &loops);
                }
            }
        }
    }
    let expected = [("run", 1_964), ("transpose", 5_192)];
    assert_eq!(counts, Counts::from(expected));
}

/// All orders of seven bits of a position: blocks of lanes among them.
#[test]
fn orders_of_bits() {
    let mut counts = Counts::new();
    for bits in 4..=7 {
        for order in orders(bits) {
            let unit = 8 << (7 - bits);
            count(&mut counts, unit, &permuted(&vec![2; bits], &order));
        }
    }
    let expected = [("run", 8), ("shuffle", 5_853), ("transpose", 43)];
    assert_eq!(counts, Counts::from(expected));
}

/// Four short loops in all orders, units of one, two and four bytes.
#[test]
fn four_loops() {
    let mut counts = Counts::new();
    let extents = [2, 3, 7];
    for order in orders(4) {
        for i in 0..81 {
            let extents = [1, 3, 9, 27].map(|times| extents[i / times % 3]);
            for bits in [8, 16, 32] {
                count(&mut counts, bits, &permuted(&extents, &order));
            }
        }
    }
    let expected = [
        ("fused", 965),
        ("run", 924),
        ("shuffle", 133),
        ("transpose", 3_810),
    ];
    assert_eq!(counts, Counts::from(expected));
}

/// The copy by a gathered block, if its loops make one.
fn gathered_nest(expected: &PlainCopy<'_>) -> Option<KernelNest> {
    let runs = expected.trimmed_copy().nest_of_runs(true);
    let Inner::Run { len } = runs.inner else {
        panic!("only runs are asked for");
    };
    let mut loops = runs.loops;
    let inner = Inner::Gather(GatherBlock::take(&mut loops, len)?);
    Some(KernelNest {
        inner,
        loops,
        ..runs
    })
}

/// Two fused loops beside a side of any length, in either direction, as in weights.
#[test]
fn two_fused_loops() {
    let mut counts = Counts::new();
    let pairs = [(2, 16), (4, 16), (3, 33), (5, 5), (16, 4), (1, 70)];
    for i in 0..4 * 19 * 2 * pairs.len() {
        let (bits, side, apart) = (8 << (i % 4), 2 + i / 4 % 19, i / 76 % 2 * 5);
        let (near, far) = pairs[i / 152];
        let rows = (side, 1, near * far + apart);
        let columns = [(near, side, 1), (far, side * near + apart + 1, near)];
        let loops = [rows, columns[0], columns[1]];
        count(&mut counts, bits, &loops);
        let back = loops.map(|(extent, src, dst)| (extent, dst, src));
        count(&mut counts, bits, &back);
    }
    let expected = [("fused", 732), ("shuffle", 140), ("transpose", 952)];
    assert_eq!(counts, Counts::from(expected));
}

/// Blocks that are gathered, of three loops in all orders; the planner has them in large
/// copies only.
#[test]
fn gathered() {
    let mut count = 0;
    for unit in 1..=3 {
        for order in orders(3) {
            for i in 0..6 * 6 * 6 {
                let extents = [1, 6, 36].map(|times| i / times % 6 + 2);
                let loops = permuted(&extents, &order);
                let case = case(unit * 8, "gather", &loops);
                let expected = case.by_plain_loops();
                let Some(nest) = gathered_nest(&expected) else {
                    continue;
                };
                check(&expected, &nest, &PLACES[1..3], &vectors());
                count += 1;
            }
        }
    }
    assert_eq!(count, 3_106);
}

/// Matrices of elements of less than a byte, from each bit of a byte to each.
#[test]
fn bits() {
    if !has_vectors() {
        return; // blocks of them are transposed by vectors
    }
    let mut count = 0;
    for bits in [1, 2, 4] {
        for rows in 1..=18 {
            for columns in 1..=18 {
                let loops = [(columns, 1, rows + 1), (rows, columns + 3, 1)];
                let case = case(bits, "bits", &loops);
                let per_byte = 8 / bits;
                for start in 0..per_byte * per_byte {
                    let expected = case.by_plain_loops_from(start % per_byte, start / per_byte);
                    let nest = expected.trimmed_copy().nest(true);
                    check(&expected, &nest, &PLACES[1..3], &[VECTORS]);
                    count += usize::from(kernel_of(&nest) == case.kernel);
                }
            }
        }
    }
    assert_eq!(count, 27_216);
}

/// Three loops of any strides that write no byte twice: loops of one side lie within one
/// another, beside one another, or interleave.
#[test]
fn any_strides() {
    let mut counts = Counts::new();
    let strides = [1, 2, 3, 4, 6, 8];
    let extents = [2, 3, 4, 7];
    for i in 0..64 {
        let extents = [1, 4, 16].map(|times| extents[i / times % 4]);
        for dst in 0..216 {
            let dst = [1, 6, 36].map(|times| strides[dst / times % 6]);
            let mut written = BTreeSet::new();
            let all = (0..extents.iter().product::<usize>()).all(|step| {
                let [a, b, _] = extents;
                written.insert(step % a * dst[0] + step / a % b * dst[1] + step / a / b * dst[2])
            });
            if !all {
                continue;
            }
            for src in [[1, 2, 3], [3, 1, 8], [4, 4, 1], [0, 1, 6], [8, 32, 1]] {
                let loops = [0, 1, 2].map(|i| (extents[i], src[i], dst[i]));
                for bits in [8, 24, 32] {
                    count(&mut counts, bits, &loops);
                }
                let case = case(8, "gather", &loops);
                let expected = case.by_plain_loops();
                if let Some(nest) = gathered_nest(&expected) {
                    check(&expected, &nest, &PLACES[1..3], &vectors());
                    *counts.entry("gather").or_default() += 1;
                }
            }
        }
    }
    let expected = [
        ("fused", 185),
        ("gather", 2_326),
        ("run", 10_072),
        ("shuffle", 45),
        ("transpose", 3_018),
    ];
    assert_eq!(counts, Counts::from(expected));
}

/// Nests of each kernel at all alignments of both sides to a vector.
#[test]
fn alignments() {
    let vectors = vectors();
    let mut counts = Counts::new();
    let mut run = |expected: &PlainCopy<'_>, nest: &KernelNest| {
        for (kernel, width) in vectors.iter().zip([16, 16, 32]) {
            let place = |i: usize| [Place::After(i % width), Place::After(i / width)];
            let places: Vec<_> = (0..width * width).map(place).collect();
            check(expected, nest, &places, slice::from_ref(kernel));
        }
        *counts.entry(kernel_of(nest)).or_default() += 1;
    };
    let mut copy = |bits: usize, loops: Loops<'_>| {
        let case = case(bits, "", loops);
        let expected = case.by_plain_loops();
        run(&expected, &expected.trimmed_copy().nest(true));
    };
    // Around one lane and two, and the groups that are interleaved.
    for unit in 1..=16_usize {
        let lane = 16_usize.div_ceil(unit);
        let extents = BTreeSet::from([2, 3, 4, lane, lane + 1, 2 * lane + 1]);
        for &rows in &extents {
            for &columns in &extents {
                let loops = [
                    (unit, 1, 1),
                    (rows, unit, columns * unit),
                    (columns, (rows + 1) * unit, unit),
                ];
                copy(8, &loops);
            }
        }
    }
    for order in orders(4) {
        copy(8, &permuted(&[7, 3, 7, 2], &order));
        copy(8, &permuted(&[3, 7, 7, 3], &order));
        copy(16, &permuted(&[3, 7, 2, 7], &order));
        copy(32, &permuted(&[2; 4], &order));
    }
    for bits in [1, 2, 4] {
        copy(bits, &[(17, 1, 19), (18, 20, 1)]);
    }
    for unit in 1..=3 {
        for order in orders(3) {
            for extents in [[4, 9, 5], [3, 3, 7]] {
                let loops = permuted(&extents, &order);
                let case = case(unit * 8, "gather", &loops);
                let expected = case.by_plain_loops();
                if let Some(nest) = gathered_nest(&expected) {
                    run(&expected, &nest);
                }
            }
        }
    }
    let expected = [
        ("bits", 3),
        ("fused", 10),
        ("gather", 30),
        ("run", 171),
        ("shuffle", 36),
        ("transpose", 213),
    ];
    assert_eq!(counts, Counts::from(expected));
}

/// Streaming stores, at all alignments of the destination at which a nest fills lines.
#[test]
fn streaming() {
    if !STREAMING.streams || !has_vectors() {
        return;
    }
    #[repr(align(64))]
    struct Lines([u8; 128]);
    let lines = Lines([0; 128]);
    let mut counts = BTreeMap::<_, [usize; 2]>::new();
    let mut run = |bits: usize, loops: Loops<'_>| {
        let case = case(bits, "", loops);
        let expected = case.by_plain_loops();
        let copy = expected.trimmed_copy();
        for nest in [copy.nest(true), copy.nest(false)] {
            let mut ran = 0;
            let fills_lines = |&skew: &usize| nest.fills_lines(lines.0[skew..].as_ptr().addr());
            for skew in (0..64).filter(fills_lines) {
                let places = [0, 1, 4, 8].map(|src| [Place::After(src), Place::After(skew)]);
                check(&expected, &nest, &places, &[STREAMING]);
                ran += places.len();
            }
            for place in [PLACES[1], PLACES[3]] {
                if nest.fills_lines(
                    lines.0[expected.to_len().wrapping_neg() % 64..]
                        .as_ptr()
                        .addr(),
                ) {
                    check(&expected, &nest, &[place], &[STREAMING]);
                    ran += 1;
                }
            }
            let counts = counts.entry(kernel_of(&nest)).or_default();
            *counts = [counts[0] + usize::from(ran > 0), counts[1] + ran];
        }
    };
    for len in 256..=400 {
        run(8, &[(len, 1, 1), (2, len + 1, len + 3)]);
    }
    // Runs of half a line, which an even number of steps completes.
    for blocks in 2..=7 {
        run(8, &[(32, 1, 1), (blocks, 200, 32), (3, 32, 32 * blocks)]);
    }
    for unit in [1, 2, 4, 8, 16] {
        for count in 1..=3 {
            for other in 1..=40 {
                let line = 64 / unit * count;
                for (rows, columns) in [(line, other), (other, line)] {
                    run(8 * unit, &[(rows, 1, columns), (columns, rows, 1)]);
                }
            }
        }
    }
    for order in orders(5) {
        let mut loops = permuted(&[4; 5], &order);
        run(8, &loops);
        // The largest stride is no whole number of lines.
        loops.iter_mut().max_by_key(|axis| axis.2).unwrap().2 += 16;
        run(8, &loops);
    }
    let expected = [
        ("run", [359, 76_242]),
        ("shuffle", [118, 708]),
        ("transpose", [904, 5_424]),
    ];
    assert_eq!(counts, BTreeMap::from(expected));
}
