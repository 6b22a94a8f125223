//! Copies, and what plain loops make of them.

use std::sync::LazyLock;
use std::vec;
use std::vec::Vec;

use super::UNTOUCHED;
#[cfg(all(unix, not(miri)))]
use super::guarded::{PLACES, Place, copies_between_guards};
use crate::{Axis, Destination, Source, StridedCopy};

/// Loops as `(extent, source stride, destination stride)`, in elements; negative strides wrap.
pub(super) type Loops<'a> = &'a [(usize, usize, usize)];

/// A copy of elements of `bits` bits.
pub(crate) struct Case<'a> {
    pub(super) bits: usize,
    pub(super) loops: Loops<'a>,
    pub(super) kernel: &'static str,
}

pub(crate) const fn case<'a>(bits: usize, kernel: &'static str, loops: Loops<'a>) -> Case<'a> {
    Case {
        bits,
        loops,
        kernel,
    }
}

/// How many of the cases are small enough for Miri.
const SMALL: usize = 18;

/// A small copy that the planner gathers in Miri only: weights of 3 by 3.
const GATHERED_IN_MIRI: &[Case<'_>] = &[case(
    8,
    "gather",
    &[(4, 9, 1), (4, 72, 4), (2, 36, 144), (9, 1, 16)],
)];

/// Copies that use each kernel, most with a remainder.
const CASES: &[Case<'_>] = &[
    case(32, "run", &[(7, 1, 1), (3, 7, 9)]),
    case(8, "run", &[(45, 1, 1), (3, 50, 47)]),
    case(24, "run", &[(5, 3, 1), (4, 1, 5)]),
    case(8, "run", &[(299, 1, 1), (2, 310, 315)]), // longer than eight vectors
    case(32, "transpose", &[(5, 1, 4), (3, 6, 1)]),
    case(16, "transpose", &[(19, 1, 2), (2, 19, 1)]), // groups of two columns
    case(16, "transpose", &[(2, 1, 19), (19, 2, 1)]), // and of two rows
    case(8, "transpose", &[(33, 1, 4), (4, 40, 1)]),
    case(8, "transpose", &[(4, 1, 40), (33, 4, 1)]),
    case(16, "transpose", &[(17, 1, 3), (3, 17, 1)]), // three columns
    case(16, "transpose", &[(3, 1, 17), (17, 3, 1)]),
    case(8, "transpose", &[(21, 1, 50), (37, 21, 1)]), // tiles
    case(8, "transpose", &[(16, 1, 4096), (65, 16, 1)]), // rows that conflict
    case(8, "fused", &[(3, 1, 300), (7, 3, 20), (18, 21, 1)]),
    case(
        16,
        "shuffle",
        &[(2, 1, 1), (4, 2, 8), (2, 8, 2), (4, 16, 32), (2, 64, 4)],
    ),
    case(4, "bits", &[(5, 1, 3), (3, 5, 1)]),
    case(4, "bits", &[(17, 1, 18), (18, 17, 1)]), // a block
    case(2, "bits", &[(21, 1, 1), (3, 21, 24)]),  // runs
    case(1, "run", &[(8, 1, 1), (4, 8, 8)]),      // the inner loop is one byte
    case(8, "transpose", &[(100, 1, 8), (8, 101, 1)]),
    case(4, "bits", &[(8, 1, 1024), (1024, 8, 1), (3, 8192, 8192)]), // blocks
    case(4, "bits", &[(301, 1, 303), (303, 301, 1)]),
    case(2, "bits", &[(100, 1, 50), (50, 101, 1)]),
    case(1, "bits", &[(40, 1, 77), (77, 41, 1)]),
    case(4, "bits", &[(511, 1, 1), (9, 511, 512)]), // runs
    case(1, "bits", &[(77, 1, 1), (5, 80, 79)]),
    case(8, "transpose", &[(8, 1, 101), (100, 8, 1)]),
    case(16, "transpose", &[(100, 1, 4), (4, 100, 1), (3, 400, 400)]),
    case(32, "transpose", &[(100, 1, 8), (8, 100, 1)]),
    case(32, "transpose", &[(4, 1, 99), (99, 4, 1)]),
    case(64, "transpose", &[(100, 1, 4), (4, 100, 1)]),
    case(64, "transpose", &[(2, 1, 99), (99, 2, 1)]),
    case(128, "transpose", &[(100, 1, 4), (4, 100, 1)]),
    case(128, "transpose", &[(4, 1, 99), (99, 4, 1)]),
    case(32, "fused", &[(4, 1, 17), (17, 1024, 1), (16, 4, 100)]), // columns that conflict
    case(32, "transpose", &[(4, 1, 17), (17, 1025, 1), (16, 4, 100)]),
    case(8, "transpose", &[(70, 1, 5), (5, 70, 1)]), // pieces that are apart
    case(8, "transpose", &[(5, 1, 70), (70, 5, 1)]),
    case(16, "transpose", &[(3, 1, 6), (5, 3, 1), (40, 15, 20)]),
    case(8, "transpose", &[(512, 1, 64), (64, 512, 1)]), // conflicts in a cache
    case(32, "transpose", &[(200, 1, 64), (64, 200, 1)]), // whole lines
    case(16, "transpose", &[(390, 1, 151), (150, 390, 1)]), // and rows anywhere
    case(64, "transpose", &[(97, 1, 263), (263, 97, 1)]),
    case(32, "run", &[(128, 1, 1), (8, 1024, 128), (8, 128, 1024)]),
    // Tiles of 8 by 128 to tiles of 32 by 32 of tiles of 16 by 16: lines in another order.
    case(
        32,
        "run",
        &[
            (16, 1, 1),
            (2, 16, 256),
            (4, 32, 1024),
            (8, 128, 16),
            (2, 1024, 128),
            (2, 2048, 512),
        ],
    ),
    // Channels of four blocks to pixels, and back: runs are half a line.
    case(32, "run", &[(8, 1, 1), (4, 480, 8), (60, 8, 32)]),
    case(32, "run", &[(8, 1, 1), (4, 8, 480), (60, 32, 8)]),
    case(
        16,
        "transpose",
        &[(128, 1, 2), (2, 512, 1), (4, 1024, 256), (4, 128, 1024)],
    ),
    // Weights of 3 by 3 bytes, two input channels of sixteen output channels together.
    case(
        8,
        "fused",
        &[(9, 1, 32), (2, 9, 1), (16, 180, 2), (10, 18, 288)],
    ),
    case(
        8,
        "fused",
        &[(9, 32, 1), (2, 1, 9), (16, 2, 180), (10, 288, 18)],
    ),
    case(8, "fused", &[(3, 1, 5000), (64, 3, 70), (70, 192, 1)]),
    // Weights of 3 by 3.
    case(
        8,
        "fused",
        &[
            (4, 9, 1),
            (16, 288, 4),
            (8, 36, 64),
            (9, 1, 512),
            (9, 4608, 4608),
        ],
    ),
    // Gathered lanes: units of three bytes, and rows of the destination that are no whole
    // lanes.
    case(
        24,
        "gather",
        &[
            (5, 3, 1),
            (3, 1, 5),
            (7, 15, 105),
            (7, 105, 15),
            (15, 735, 735),
        ],
    ),
    case(
        8,
        "gather",
        &[
            (3, 3, 1),
            (5, 10, 3),
            (7, 50, 15),
            (3, 1, 120),
            (110, 350, 360),
        ],
    ),
];

impl Case<'_> {
    pub(crate) fn copy(&self, src: usize, dst: usize) -> StridedCopy {
        let mut copy = StridedCopy::new(self.bits);
        (copy.src, copy.dst) = (src, dst);
        for &(extent, src, dst) in self.loops {
            assert!(copy.push(Axis { extent, src, dst }));
        }
        copy
    }

    /// The positions of all elements on both sides.
    fn positions(&self, src: usize, dst: usize) -> Vec<(usize, usize)> {
        let mut all = vec![(src, dst)];
        for &(extent, src, dst) in self.loops {
            let mut longer = Vec::with_capacity(all.len() * extent);
            for (mut from, mut to) in all {
                for _ in 0..extent {
                    longer.push((from, to));
                    (from, to) = (from.wrapping_add(src), to.wrapping_add(dst));
                }
            }
            all = longer;
        }
        all
    }

    /// How far the loops reach back and on from the first element, on each side.
    fn steps(&self) -> [[usize; 2]; 2] {
        let mut steps = [[0; 2]; 2];
        for &(extent, src, dst) in self.loops {
            for (steps, stride) in steps.iter_mut().zip([src, dst]) {
                let stride = stride as isize;
                steps[usize::from(stride >= 0)] += (extent - 1) * stride.unsigned_abs();
            }
        }
        steps
    }

    /// The copy, a source, and the destination that plain loops make of it.
    pub(crate) fn by_plain_loops(&self) -> PlainCopy<'_> {
        self.by_plain_loops_from(16 / self.bits.min(16), 32 / self.bits.min(32))
    }

    /// The same; element `src` of the source and element `dst` of the destination are the lowest
    /// ones that it touches.
    pub(crate) fn by_plain_loops_from(&self, src: usize, dst: usize) -> PlainCopy<'_> {
        let [src_steps, dst_steps] = self.steps();
        let [src, dst] = [src + src_steps[0], dst + dst_steps[0]];
        let bytes = |first: usize, [_, on]: [usize; 2]| ((first + on + 1) * self.bits).div_ceil(8);
        let from: Vec<u8> = (0..bytes(src, src_steps))
            .map(|i| (i * 31 + i / 251) as u8)
            .collect();
        let mut memory = vec![UNTOUCHED; bytes(dst, dst_steps)];
        let (read, written) = (&from[..], &mut memory[..]); // Miri indexes slices faster than `Vec`s
        let size = self.bits / 8;
        for (from, to) in self.positions(src, dst) {
            if self.bits.is_multiple_of(8) {
                for byte in 0..size {
                    written[to * size + byte] = read[from * size + byte];
                }
                continue;
            }
            for bit in 0..self.bits {
                let (at, to) = (from * self.bits + bit, to * self.bits + bit);
                let value = read[at / 8] >> (at % 8) & 1;
                let byte = &mut written[to / 8];
                *byte = *byte & !(1 << (to % 8)) | value << (to % 8);
            }
        }
        PlainCopy {
            case: self,
            copy: self.copy(src, dst),
            from,
            to: memory,
        }
    }
}

/// A case with its source and the whole destination, which ends with the last element.
pub(crate) struct PlainCopy<'a> {
    pub(super) case: &'a Case<'a>,
    copy: StridedCopy,
    from: Vec<u8>,
    to: Vec<u8>,
}

impl PlainCopy<'_> {
    /// The copy, its source, and the destination that plain loops make.
    pub(super) fn buffers(&self) -> (&StridedCopy, &[u8], &[u8]) {
        (&self.copy, &self.from, &self.to)
    }

    /// Which bytes of the source, and of the destination, have bits of elements.
    pub(super) fn bytes_of_elements(&self) -> [Vec<bool>; 2] {
        let bits = self.case.bits;
        let mut all = [self.from.len(), self.to.len()].map(|len| vec![false; len]);
        let [from, to] = &mut all;
        let (from, to) = (&mut from[..], &mut to[..]);
        for (src, dst) in self.case.positions(self.copy.src, self.copy.dst) {
            from[src * bits / 8..(src * bits + bits).div_ceil(8)].fill(true);
            to[dst * bits / 8..(dst * bits + bits).div_ceil(8)].fill(true);
        }
        all
    }

    /// Executes the copy with `run`, and compares every bit of the destination and of the bytes
    /// around it. The destination begins `skew` bytes after a cache line. Then the same
    /// between pages that cannot be touched.
    pub(crate) fn check(
        &self,
        skew: usize,
        run: impl Fn(&StridedCopy, Source<'_>, Destination<'_>),
    ) {
        let len = self.to.len();
        let mut memory = vec![UNTOUCHED; len + 128];
        let start = memory.as_ptr().addr().wrapping_neg() % 64 + skew;
        let to = Destination::new(&mut memory[start..start + len]);
        run(&self.copy, Source::new(&self.from), to);
        let (before, rest) = memory.split_at(start);
        let (copied, after) = rest.split_at(len);
        let around = [before, after].map(|bytes| bytes == &[UNTOUCHED; 128][..bytes.len()]);
        let Case { bits, loops, .. } = self.case;
        assert!(
            copied == self.to && around == [true; 2],
            "{bits} bits: {loops:?}"
        );
        #[cfg(all(unix, not(miri)))]
        for places in PLACES {
            let copied = self.is_copied_at(places, |from, to| run(&self.trimmed_copy(), from, to));
            assert!(copied, "{bits} bits at {places:?}: {loops:?}");
        }
    }

    /// The bytes of both sides before those that the copy touches.
    #[cfg(all(unix, not(miri)))]
    fn unused_bytes(&self) -> [usize; 2] {
        let [src, dst] = self.case.steps();
        [self.copy.src - src[0], self.copy.dst - dst[0]].map(|lowest| lowest * self.case.bits / 8)
    }

    /// The copy between buffers without them.
    #[cfg(all(unix, not(miri)))]
    pub(super) fn trimmed_copy(&self) -> StridedCopy {
        let mut copy = self.copy;
        let [src, dst] = self.unused_bytes().map(|bytes| bytes * 8 / self.case.bits);
        (copy.src, copy.dst) = (copy.src - src, copy.dst - dst);
        copy
    }

    /// The bytes of the destination of that copy.
    #[cfg(all(unix, not(miri)))]
    pub(super) fn to_len(&self) -> usize {
        self.to.len() - self.unused_bytes()[1]
    }

    /// Returns true if `run` copies between such buffers, at `places` beside pages that cannot be
    /// touched.
    #[cfg(all(unix, not(miri)))]
    pub(super) fn is_copied_at(
        &self,
        places: [Place; 2],
        run: impl FnOnce(Source<'_>, Destination<'_>),
    ) -> bool {
        let [src, dst] = self.unused_bytes();
        copies_between_guards(&self.from[src..], &self.to[dst..], places, run)
    }
}

pub(super) fn cases() -> &'static [PlainCopy<'static>] {
    static EXPECTED: LazyLock<Vec<PlainCopy<'_>>> = LazyLock::new(|| {
        let (cases, more) = if cfg!(miri) {
            (&CASES[..SMALL], GATHERED_IN_MIRI)
        } else {
            (CASES, &[][..])
        };
        cases.iter().chain(more).map(Case::by_plain_loops).collect()
    });
    &EXPECTED
}
