//! Gathers each 16-byte lane of the destination from several windows of the source, with
//! byte shuffles. It is for loops too short, or pieces too ragged, for whole vectors.
//!
//! ```text
//! source        .. a b . . . . . . . c d e . .. .. f g . ..      three windows of a lane
//! order         a b . . . . . .  . . c d e . . .   . . . . . f g .      a shuffle of each
//! or            a b c d e f g ..                                 one lane of the destination
//! ```
//!
//! A [`GatherTable`] holds the windows of each lane of a block, and the byte order of each
//! window. The kernel copies one lane in many steps of the loop around the block, while the
//! lane's orders stay in registers; a 32-byte vector takes the lane of two steps at once.
//! Bytes of a lane that do not belong to the block keep their value: the last window then
//! is the destination itself.
//!
//! Without it, every second u8 of a strided source takes 1.9 to 2.1 times as long.

use core::marker::PhantomData;

use super::runs::short_run;
use super::{At, LANE};
use crate::plan::gather_block::MAX_UNITS;
use crate::plan::{Inner, Nest, Odometer};
use crate::simd::{NONE, Task, Vector};
use crate::table::Table;

/// The most lanes of a block.
const MAX_LANES: usize = 256;
/// The most steps of the loop around the block that one lane is copied in before the next
/// lane.
const MAX_STEPS: usize = 64;
/// The fewest such steps, and about how many bytes of the destination all lanes write in
/// them.
const MIN_STEPS: usize = 16;
const BYTES_IN_TURN: usize = 8192;

/// The numbers of windows that the kernel is compiled for. A lane with another number is
/// padded with unused windows to the next one.
const COUNTS: [usize; 8] = [1, 2, 3, 4, 6, 8, 12, 16];

/// Offsets in bytes from the start of the source and of the destination.
type Offsets = (usize, usize);

/// 16 bytes of the source, and where a byte shuffle puts them.
#[derive(Clone, Copy)]
struct Window {
    order: [u8; LANE],
    src: usize,
}

/// A lane of the destination.
#[derive(Clone, Copy)]
struct GatheredLane {
    dst: usize,
    /// Its windows are `first..first + count`.
    first: u16,
    count: u8,
    /// True if the last window reads the destination, to keep bytes outside the block.
    keeps: bool,
}

/// The windows and lanes of a block.
struct GatherTable {
    windows: Table<Window, MAX_UNITS>,
    lanes: Table<GatheredLane, MAX_LANES>,
}

impl GatherTable {
    /// Returns a table without lanes.
    fn new() -> GatherTable {
        let window = Window {
            order: [0; LANE],
            src: 0,
        };
        let lane = GatheredLane {
            dst: 0,
            first: 0,
            count: 0,
            keeps: false,
        };
        GatherTable {
            windows: Table::new(window),
            lanes: Table::new(lane),
        }
    }

    /// Adds the lanes of units of `unit` bytes at these offsets, which are in the order of
    /// the destination. `None` when there are too many, or when they span less than a lane.
    fn fill(&mut self, unit: usize, units: &[Offsets]) -> Option<()> {
        let dst_end = units.last()?.1 + unit;
        let src_end = units.iter().map(|unit| unit.0).max()? + unit;
        let src_start = units.iter().map(|unit| unit.0).min()?;
        if dst_end - units[0].1 < LANE || src_end - src_start < LANE {
            return None;
        }
        let (mut at, mut covered) = (0, 0);
        while at < units.len() {
            if units[at].1 + unit <= covered {
                at += 1;
                continue;
            }
            let dst = lane_start(unit, units, at, covered, dst_end);
            let mut first = at;
            while first > 0 && units[first - 1].1 + unit > dst {
                first -= 1;
            }
            let within = units[first..].iter().take_while(|unit| unit.1 < dst + LANE);
            self.push(dst, unit, within, src_end)?;
            covered = dst + LANE;
        }
        Some(())
    }

    /// Returns true if a lane has bytes of the destination that do not belong to the block.
    fn keeps(&self) -> bool {
        self.lanes.iter().any(|lane| lane.keeps)
    }

    /// Adds the lane at `dst`. The units are those that overlap it.
    fn push<'a>(
        &mut self,
        dst: usize,
        unit: usize,
        units: impl Iterator<Item = &'a Offsets>,
        src_end: usize,
    ) -> Option<()> {
        // The bytes of the lane, in the order of the source. Most arrive in this order,
        // which insertion sort handles in linear time.
        let (mut bytes, mut len) = ([(0, 0); LANE], 0);
        let mut kept = IN_ORDER;
        for &(src, to) in units {
            for byte in 0..unit {
                let place = (to + byte).wrapping_sub(dst);
                if place < LANE {
                    kept[place] = NONE;
                    let mut at = len;
                    while at > 0 && bytes[at - 1].0 > src + byte {
                        bytes[at] = bytes[at - 1];
                        at -= 1;
                    }
                    bytes[at] = (src + byte, place);
                    len += 1;
                }
            }
        }
        let first = self.windows.len();
        let mut rest = &bytes[..len];
        while let &[(src, _), ..] = rest {
            let src = src.min(src_end - LANE);
            let mut order = [NONE; LANE];
            while let &[(byte, place), ref others @ ..] = rest
                && byte - src < LANE
            {
                (order[place], rest) = ((byte - src) as u8, others);
            }
            self.windows.push(Window { order, src })?;
        }
        let keeps = kept != [NONE; LANE];
        while !COUNTS.contains(&(self.windows.len() - first + usize::from(keeps))) {
            let src = self.windows[first].src;
            self.windows.push(Window {
                order: [NONE; LANE],
                src,
            })?;
        }
        if keeps {
            self.windows.push(Window {
                order: kept,
                src: 0,
            })?;
        }
        self.lanes.push(GatheredLane {
            dst,
            first: first as u16,
            count: (self.windows.len() - first) as u8,
            keeps,
        })
    }
}

/// The order that leaves a lane as it is.
const IN_ORDER: [u8; LANE] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Where the lane that covers unit `at` begins; bytes before `covered` are already copied.
/// It begins at the first byte that is not. If the contiguous units end before such a lane
/// does, but are a lane long, the lane ends where they end.
fn lane_start(unit: usize, units: &[Offsets], at: usize, covered: usize, dst_end: usize) -> usize {
    let start = units[at].1.max(covered);
    let mut end = units[at].1 + unit;
    for next in &units[at + 1..] {
        if next.1 != end || end - start >= LANE {
            break;
        }
        end += unit;
    }
    if end - start >= LANE {
        return start;
    }
    let mut begin = units[at].1;
    for before in units[..at].iter().rev() {
        if before.1 + unit != begin || end - begin >= LANE {
            break;
        }
        begin -= unit;
    }
    if end - begin >= LANE {
        end - LANE
    } else {
        start.min(dst_end - LANE)
    }
}

/// Copies a nest whose kernel is a [`GatherBlock`](crate::plan::gather_block::GatherBlock).
///
/// # Safety
///
/// As the parent module requires.
#[inline(never)] // because the tables are a large part of a stack without `alloc`
pub(super) unsafe fn gather<V: Vector>(nest: &Nest<'_>, at: At) {
    let Inner::Gather(block) = nest.inner else {
        unreachable!("only blocks of gathered lanes come here")
    };
    let mut table = GatherTable::new();
    let mut units = Table::<Offsets, MAX_UNITS>::new((0, 0));
    for place in Odometer::new(&block.loops) {
        let fits = units.push(place);
        assert!(fits.is_some(), "a block has at most `MAX_UNITS` units");
    }
    if nest.owns_src_gaps
        && units.is_sorted_by_key(|unit| unit.1)
        && table.fill(block.unit, &units).is_some()
        && (nest.owns_dst_gaps || !table.keeps())
    {
        let nest = Nest {
            repeats: nest.repeats,
            ..*nest
        };
        // SAFETY: the table is that of the block, whose loops are those of the nest. The source
        // owns its gaps, and so does the destination if a lane has bytes of its gaps.
        return unsafe {
            V::execute::<_, Gather<V>>(
                &GatherNest {
                    table: &table,
                    nest,
                },
                at,
            )
        };
    }
    repeated!(nest, at, |at| {
        for unit in &*units {
            // SAFETY: one step of each loop, where both sides have a unit.
            unsafe { short_run(block.unit, at.plus(unit.0, unit.1)) }
        }
    });
}

/// The table of a block, and the loops around the block.
struct GatherNest<'a> {
    table: &'a GatherTable,
    nest: Nest<'a>,
}

/// Copies the lanes of a block in all steps of the loops around it.
///
/// # Safety
///
/// In each step, all bytes from the first to the last one of the block are within the
/// buffers, on both sides. The source owns its gaps; the destination too if a lane keeps bytes.
struct Gather<V>(PhantomData<V>);

impl<V: Vector> Task<GatherNest<'_>> for Gather<V> {
    #[inline(always)]
    unsafe fn execute(GatherNest { table, nest }: &GatherNest<'_>, at: At) {
        let lanes = &*table.lanes;
        let [inner, outer] = nest.repeats.map(|axis| *axis);
        let most = (BYTES_IN_TURN / (LANE * lanes.len())).clamp(MIN_STEPS, MAX_STEPS);
        let mut others = Odometer::new(nest.outer);
        let mut steps = [(0, 0); MAX_STEPS];
        let (mut i, mut j, mut len, mut here) = (0, 0, 0, (0, 0));
        loop {
            let base = at.plus(others.src, others.dst);
            while j < outer.extent {
                while j < outer.extent && len < most {
                    steps[len] = here;
                    (i, len) = (i + 1, len + 1);
                    here = (here.0 + inner.src, here.1 + inner.dst);
                    if i == inner.extent {
                        (i, j) = (0, j + 1);
                        here = (j * outer.src, j * outer.dst);
                    }
                }
                for lane in lanes {
                    let steps = LaneSteps {
                        windows: &table.windows[lane.first.into()..][..lane.count.into()],
                        steps: &steps[..len],
                    };
                    let at = base.plus(0, lane.dst);
                    // SAFETY: the lane, and each of its windows, is between the first and
                    // the last byte of the block, in each step.
                    unsafe { copy_lane::<V>(&steps, lane.keeps, at) }
                }
                len = 0;
            }
            (j, here) = (0, (0, 0));
            if !others.advance() {
                break;
            }
        }
    }
}

/// One lane in some steps. Windows are offsets from `at.src`.
struct LaneSteps<'a> {
    windows: &'a [Window],
    steps: &'a [Offsets],
}

/// Copies one lane in some steps; with `keeps`, the last window reads the lane itself, at
/// `at.dst`.
///
/// # Safety
///
/// In each step, the lane and its windows are within the buffers. The source owns its gaps; the
/// destination too with `keeps`.
#[inline(always)]
unsafe fn copy_lane<V: Vector>(lane: &LaneSteps<'_>, keeps: bool, at: At) {
    macro_rules! by_count {
        ($($count:literal)*) => {
            match (lane.windows.len(), keeps) {
                $(
                    // SAFETY: the same windows.
                    ($count, false) => unsafe { V::execute::<_, LaneCopy<V, $count, false>>(lane, at) },
                    // SAFETY: the same windows.
                    ($count, true) => unsafe { V::execute::<_, LaneCopy<V, $count, true>>(lane, at) },
                )*
                _ => unreachable!("a lane has one of these counts of windows"),
            }
        };
    }
    by_count! { 1 2 3 4 6 8 12 16 }
}

/// [`copy_lane`] compiled for `N` windows; with `KEEPS`, the last one reads the
/// destination. A function for each: without optimisation, one function for all would need
/// 100 KiB of stack.
///
/// # Safety
///
/// As for [`copy_lane`].
struct LaneCopy<V, const N: usize, const KEEPS: bool>(PhantomData<V>);

impl<V: Vector, const N: usize, const KEEPS: bool> Task<LaneSteps<'_>> for LaneCopy<V, N, KEEPS> {
    #[inline(always)]
    unsafe fn execute(&LaneSteps { windows, steps }: &LaneSteps<'_>, at: At) {
        let windows = &windows[..N];
        // SAFETY: an order has the bytes of a lane.
        let any = unsafe { V::load_lanes(windows[0].order.as_ptr(), 0) };
        let (mut orders, mut places) = ([any; N], [windows[0].src; N]);
        unrolled!(N, |i| {
            // SAFETY: the same.
            orders[i] = unsafe { V::load_lanes(windows[i].order.as_ptr(), 0) };
            places[i] = windows[i].src;
        });
        let mut i = 0;
        while i < steps.len() {
            let here = steps[i];
            let (mut src, mut dst) = (0, 0); // from this step to the next one
            i += 1;
            if V::BYTES > LANE
                && let Some(next) = steps.get(i)
                && (!KEEPS || next.1.abs_diff(here.1) >= LANE)
            {
                (src, dst) = (next.0.wrapping_sub(here.0), next.1.wrapping_sub(here.1));
                i += 1;
            }
            let at = at.plus(here.0, here.1);
            let mut lane = any;
            unrolled!(N, |i| {
                let piece = if KEEPS && i == N - 1 {
                    // SAFETY: the lane, in one or two steps.
                    unsafe { V::load_lanes(at.dst, dst) }
                } else {
                    // SAFETY: a window of the lane, in one or two steps.
                    unsafe { V::load_lanes(at.src.wrapping_add(places[i]), src) }
                };
                let piece = piece.shuffle_lanes(orders[i]);
                lane = if i == 0 { piece } else { lane.or(piece) };
            });
            // SAFETY: the lane, in one or two steps.
            unsafe { lane.store_lanes(at.dst, dst) }
        }
    }
}
