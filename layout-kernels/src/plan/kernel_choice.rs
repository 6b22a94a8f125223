//! `Choice`: which kernel runs the innermost loops of a copy; `Inner`: the same with its loops.

use super::axis::{Axes, Axis, MAX_AXES, NO_AXIS, UNUSED, goes_backward};
use super::gather_block::GatherBlock;
use super::lane_shuffle::Shuffle;
use super::{LANE, LINE, overflow};
use crate::list::List;
use crate::sides::{Destination, Source};

/// A kernel without its own loops.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    /// `len` bytes that are contiguous on both sides.
    Run {
        /// In bytes.
        len: usize,
    },
    /// As [`Inner::Transpose`]; two loops are its own.
    Transpose {
        /// In bytes.
        unit: u8,
    },
    /// As [`Inner::Fused`]; four loops are its own.
    Fused {
        /// In bytes.
        unit: u8,
    },
    /// Blocks of lanes. Their loops are found when the copy runs.
    Blocks {
        /// In bytes.
        unit: u8,
    },
    /// Gathered lanes. The loops of a block are found when the copy runs.
    Gather {
        /// In bytes.
        unit: u8,
    },
    /// Values that are not whole bytes.
    Bits {
        /// In bits.
        bits: usize,
    },
}

/// The kernel of the innermost loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inner {
    /// Copies `len` bytes that are contiguous on both sides.
    Run {
        /// In bytes.
        len: usize,
    },
    /// Transposes units of `unit` bytes, at most 16: they are contiguous
    /// along `rows` in the source, along `columns` in the destination.
    Transpose {
        /// In bytes.
        unit: usize,
        /// Its source stride is `unit`; it may go backward in the destination.
        rows: Axis,
        /// Its destination stride is `unit`; it may go backward in the source.
        columns: Axis,
    },
    /// Transposes rows or columns that are two fused loops, of which the second continues the
    /// first on their contiguous side; on the opposite side their strides differ. One side
    /// may be shorter than a lane.
    Fused {
        /// In bytes.
        unit: usize,
        /// The second continues the first in the source.
        rows: [Axis; 2],
        /// The second continues the first in the destination.
        columns: [Axis; 2],
    },
    /// Copies blocks of whole lanes, and reorders their bytes.
    Shuffle(Shuffle),
    /// Gathers each lane of a block from several windows of the source.
    Gather(GatherBlock),
    /// Copies one value of `bits` bits, not a whole number of bytes.
    Bits {
        /// In bits; all strides of the nest then count bits too.
        bits: usize,
    },
}

/// The most bytes of a short row that does not fill its cache lines.
const MAX_SHORT_ROW: usize = 2 * LINE;

/// The most bytes of a unit that is gathered. Longer units are copied one by one as fast.
const MAX_GATHERED: usize = 3;

/// How many runs of at most a lane take longer one by one than by their kernel, with its dispatch.
const MANY_SHORT_RUNS: usize = 64;

/// Which kernels may take the innermost loops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kernels {
    All,
    /// All but gathered lanes and short rows of one loop, which load the gaps of the source.
    WithoutGaps,
    /// All but blocks of lanes and gathered lanes, which take long to begin.
    WithoutLanes,
    Runs,
}

impl Kernels {
    /// Returns the kernels for a copy between these sides.
    pub(crate) const fn between(src: Source<'_>, dst: &Destination<'_>) -> Kernels {
        if src.owns_gaps() && dst.owns_gaps() {
            Kernels::All
        } else {
            Kernels::WithoutGaps
        }
    }
}

impl Choice {
    /// Chooses the kernel for units of `unit` bytes, and puts the kernel's own loops first
    /// in `axes`. If a loop goes backward, that is a run or a transpose: other kernels know all
    /// their bytes to lie after the first. The rows of a transpose may go backward in the source:
    /// the caller turns them round.
    pub(super) const fn of(axes: &mut Axes, mut unit: usize, kernels: Kernels) -> Choice {
        let mut innermost = Innermost::of(axes, unit);
        if innermost.both < axes.len {
            unit *= axes.items[innermost.both].extent;
            axes.swap_remove(innermost.both);
            if unit <= LANE {
                innermost = Innermost::of(axes, unit);
            }
        }
        if matches!(kernels, Kernels::Runs) || unit > LANE {
            return Choice::Run { len: unit };
        }
        let (mut rows, columns) = (innermost.src, innermost.dst);
        let loads_gaps = !matches!(kernels, Kernels::WithoutGaps);
        let forward = !goes_backward(axes);
        if !forward && rows == axes.len {
            rows = backward_rows(axes, unit);
        }
        let gathers = forward && unit <= MAX_GATHERED && matches!(kernels, Kernels::All);
        if rows == axes.len || columns == axes.len {
            if gathers && columns < axes.len && GatherBlock::is_in(axes, unit) {
                return Choice::Gather { unit: unit as u8 };
            }
            return Choice::Run { len: unit };
        }
        if !unit.is_power_of_two() {
            if !suits_padding(unit, axes.at(rows), axes.at(columns)) {
                if gathers && GatherBlock::is_in(axes, unit) {
                    return Choice::Gather { unit: unit as u8 };
                }
                return Choice::Run { len: unit };
            }
        } else if !suits_transpose(unit, axes.at(rows), axes.at(columns)) {
            let along = (axes.at(rows).extent * unit, axes.at(columns).extent * unit);
            let has_vectors = along.0 >= LANE || along.1 >= LANE;
            if forward && !matches!(kernels, Kernels::WithoutLanes) && Shuffle::is_in(axes, unit) {
                return Choice::Blocks { unit: unit as u8 };
            }
            if forward && fuse(axes, unit, [rows, columns], 2 * LANE, loads_gaps) {
                return Choice::Fused { unit: unit as u8 };
            }
            if gathers && !has_vectors && GatherBlock::is_in(axes, unit) {
                return Choice::Gather { unit: unit as u8 };
            }
        } else if forward
            && evict_each_other(unit, axes.at(rows), axes.at(columns))
            && fuse(axes, unit, [rows, columns], MAX_SHORT_ROW, loads_gaps)
        {
            return Choice::Fused { unit: unit as u8 };
        }
        put_first(axes, [rows, columns]);
        Choice::Transpose { unit: unit as u8 }
    }

    /// Returns the number of the kernel's own loops.
    pub(crate) const fn own_loops(self) -> usize {
        match self {
            Choice::Transpose { .. } => 2,
            Choice::Fused { .. } => 4,
            _ => 0,
        }
    }

    /// Returns the bytes of the kernel's units.
    pub(crate) const fn unit(self) -> usize {
        match self {
            Choice::Run { len } => len,
            Choice::Transpose { unit }
            | Choice::Fused { unit }
            | Choice::Blocks { unit }
            | Choice::Gather { unit } => unit as usize,
            Choice::Bits { .. } => panic!("bits are no bytes"),
        }
    }

    /// Returns true for runs in at most two loops that are few or long: to dispatch to their kernel
    /// would take longer than to look at the length of each.
    pub(super) const fn are_few_runs(self, axes: &Axes) -> bool {
        let Choice::Run { len } = self else {
            return false;
        };
        let runs = match axes.as_slice() {
            [] => 1,
            [inner] => inner.extent,
            [inner, outer] => inner.extent.saturating_mul(outer.extent),
            _ => return false,
        };
        len > LANE || runs < MANY_SHORT_RUNS
    }

    /// Returns the bytes of the contiguous pieces that the kernel reads, and of the pieces that it
    /// writes. `None` for kernels that are not runs or transposes: they do not copy pieces of less
    /// than a cache line. `axes` begin with the kernel's own loops.
    pub(super) const fn pieces(self, axes: &Axes) -> Option<(usize, usize)> {
        match self {
            Choice::Run { len } => Some((len, len)),
            Choice::Transpose { unit } => {
                let (rows, columns) = (axes.at(0), axes.at(1));
                let mut src = rows.extent * unit as usize;
                let mut dst = columns.extent * unit as usize;
                if columns.src == src {
                    src *= columns.extent;
                }
                if rows.dst == dst {
                    dst *= rows.extent;
                }
                Some((src, dst))
            }
            _ => None,
        }
    }

    /// Returns the kernel with its own loops, taken from the start of `loops`, and the other loops.
    /// `None` for blocks of lanes and gathered lanes.
    pub(crate) const fn inner(self, loops: &[Axis]) -> Option<(Inner, &[Axis])> {
        let (own, others) = loops.split_at(self.own_loops());
        let inner = match (self, own) {
            (Choice::Run { len }, _) => Inner::Run { len },
            (Choice::Bits { bits }, _) => Inner::Bits { bits },
            (Choice::Transpose { unit }, &[rows, columns]) => Inner::Transpose {
                unit: unit as usize,
                rows,
                columns,
            },
            (Choice::Fused { unit }, &[a, b, c, d]) => Inner::Fused {
                unit: unit as usize,
                rows: [a, b],
                columns: [c, d],
            },
            _ => return None,
        };
        Some((inner, others))
    }
}

/// Puts the loops numbered `rows` and `columns` first, each with the loop that continues it
/// if it has fewer than `short` bytes. Does nothing and returns false unless both sides
/// then have a lane and one is two loops, or one side is short and the other long. A short side
/// of one loop in the source needs `loads_gaps`.
const fn fuse(
    axes: &mut Axes,
    unit: usize,
    [rows, columns]: [usize; 2],
    short: usize,
    loads_gaps: bool,
) -> bool {
    let (along_src, along_dst) = (axes.at(rows).extent * unit, axes.at(columns).extent * unit);
    let mut more_rows = rows;
    if along_src < short {
        let next = Innermost::of(axes, along_src).src;
        // A loop of one side cannot continue the other side's as well.
        if next < axes.len && next != columns {
            more_rows = next;
        }
    }
    let mut more_columns = columns;
    if along_dst < short {
        let next = Innermost::of(axes, along_dst).dst;
        if next < axes.len && next != rows {
            more_columns = next;
        }
    }
    if more_rows == more_columns {
        // The same loop continues both sides: it goes to the shorter one.
        if along_src < along_dst {
            more_columns = columns;
        } else {
            more_rows = rows;
        }
    }
    if axes.len() + 2 > MAX_AXES {
        return false;
    }
    let rows_of = [axes.at(rows), axis_but(axes, more_rows, rows)];
    let columns_of = [axes.at(columns), axis_but(axes, more_columns, columns)];
    let all_rows = rows_of[0].extent * rows_of[1].extent;
    let all_columns = columns_of[0].extent * columns_of[1].extent;
    let is_fused = more_rows != rows || more_columns != columns;
    let suits = if all_rows * unit >= LANE && all_columns * unit >= LANE {
        is_fused
    } else {
        // Contiguous groups of fewer than a lane have other kernels.
        let groups = along_src == columns_of[0].src && along_dst >= 2 * LANE
            || along_dst == rows_of[0].dst && along_src >= LANE;
        let (least, most) = if all_rows < all_columns {
            (all_rows, all_columns)
        } else {
            (all_columns, all_rows)
        };
        // A tile takes as long as with a whole lane.
        let fills_tiles = 2 * least * unit > LANE && most * unit >= 2 * LANE;
        // Without gaps, rows are copied to a buffer first, which takes longer than other kernels.
        let loads = loads_gaps || all_rows * unit >= LANE;
        !groups && fills_tiles && (is_fused || loads && !least.is_power_of_two())
    };
    if !suits {
        return false;
    }
    let mut all = List::new(UNUSED);
    all.push(rows_of[0]);
    all.push(rows_of[1]);
    all.push(columns_of[0]);
    all.push(columns_of[1]);
    let mut i = 0;
    while i < axes.len() {
        if i != rows && i != columns && i != more_rows && i != more_columns {
            all.push(axes.at(i));
        }
        i += 1;
    }
    *axes = all;
    true
}

/// Returns the loop numbered `at`, or `NO_AXIS` if `at` is `other`.
const fn axis_but(axes: &Axes, at: usize, other: usize) -> Axis {
    if at == other { NO_AXIS } else { axes.at(at) }
}

/// Makes these two loops the first ones.
const fn put_first(axes: &mut Axes, [first, second]: [usize; 2]) {
    // If `second` is loop 0, the first swap moves it to `first`.
    let second = if second == 0 { first } else { second };
    (axes.items[0], axes.items[first]) = (axes.items[first], axes.items[0]);
    (axes.items[1], axes.items[second]) = (axes.items[second], axes.items[1]);
}

/// The first loop whose stride is a given number: on both sides, in the source, and in the
/// destination. The number of loops if there is none.
struct Innermost {
    both: usize,
    src: usize,
    dst: usize,
}

impl Innermost {
    const fn of(axes: &Axes, stride: usize) -> Innermost {
        let len = axes.len;
        let (mut both, mut src, mut dst) = (len, len, len);
        let mut i = len;
        while i > 0 {
            i -= 1;
            let axis = &axes.items[i];
            if axis.src == stride {
                src = i;
            }
            if axis.dst == stride {
                dst = i;
                if axis.src == stride {
                    both = i;
                }
            }
        }
        Innermost { both, src, dst }
    }
}

/// Returns the first loop that is contiguous backward in the source, and not contiguous in the
/// destination; the number of loops if there is none.
const fn backward_rows(axes: &Axes, unit: usize) -> usize {
    let mut i = 0;
    while i < axes.len {
        let axis = &axes.items[i];
        if axis.src == unit.wrapping_neg() && axis.dst != unit {
            break;
        }
        i += 1;
    }
    i
}

/// Returns true if padding pays off in a transpose whose units are not a power of two.
const fn suits_padding(unit: usize, rows: Axis, columns: Axis) -> bool {
    rows.extent * unit >= 2 * LANE && columns.extent * unit >= 2 * LANE
}

/// Returns true if a transpose of these loops uses whole vectors.
const fn suits_transpose(unit: usize, rows: Axis, columns: Axis) -> bool {
    let (along_src, along_dst) = (rows.extent * unit, columns.extent * unit);
    let interleaves = columns.extent.is_power_of_two() && along_dst == rows.dst;
    let takes_apart = rows.extent.is_power_of_two() && along_src == columns.src;
    let long = along_src >= LINE || along_dst >= LINE;
    along_src >= LINE && interleaves && along_dst <= LINE
        || along_dst >= LINE && takes_apart && along_src <= LINE
        || along_src >= LANE && along_dst >= 2 * LANE && (unit < LANE || long)
}

/// Returns true if rows are a part of a cache line, and the first-level cache cannot hold this
/// line of each column, so that it is evicted before its next part is read: `f32[128,64,7,7]`
/// ABcd16b16a4b to abcd takes 3.4 times as long if its columns are one loop. False for bytes and
/// for pitches that are multiples of smaller powers of two: tables of offsets would take longer
/// than reading the lines again from the second-level cache.
const fn evict_each_other(unit: usize, rows: Axis, columns: Axis) -> bool {
    let along_src = rows.extent * unit;
    1 < unit
        && unit < LANE
        && along_src < LINE
        && columns.src > 0
        && columns
            .src
            .is_multiple_of((LINE * along_src).next_power_of_two())
        && overflow(columns.extent, columns.src)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the kernel for units of `unit` bytes in loops of (extent, source stride, destination
    /// stride), in bytes, and the extents of the loops, the kernel's own first.
    fn choose(unit: usize, loops: &[(usize, usize, usize)]) -> (Choice, [usize; 4]) {
        let mut axes = List::new(UNUSED);
        for &(extent, src, dst) in loops {
            axes.push(Axis { extent, src, dst });
        }
        let choice = Choice::of(&mut axes, unit, Kernels::All);
        let mut extents = [0; 4];
        for (extent, axis) in extents.iter_mut().zip(&axes) {
            *extent = axis.extent;
        }
        (choice, extents)
    }

    /// Rows of 100 bytes: the loop along the row becomes the run.
    #[test]
    fn contiguous_bytes_are_a_run() {
        let (choice, loops) = choose(4, &[(7, 400, 100), (25, 4, 4)]);
        assert!(matches!(choice, Choice::Run { len: 100 }));
        assert_eq!(loops, [7, 0, 0, 0]);
    }

    /// 40 rows and 64 columns of floats: rows are contiguous in the source, columns in the
    /// destination.
    #[test]
    fn a_matrix_of_floats_is_transposed() {
        let (choice, loops) = choose(4, &[(3, 20000, 30000), (64, 4, 160), (40, 256, 4)]);
        assert!(matches!(choice, Choice::Transpose { unit: 4 }));
        assert_eq!(loops, [64, 40, 3, 0]);
        assert_eq!(choice.own_loops(), 2);
    }

    /// The same if the rows go backward in the source, unless another loop goes forward. Columns
    /// that go backward are contiguous in the destination only.
    #[test]
    fn rows_that_go_backward_are_transposed() {
        let back = 4_usize.wrapping_neg();
        let (choice, loops) = choose(4, &[(64, back, 160), (40, 256, 4)]);
        assert!(matches!(choice, Choice::Transpose { unit: 4 }));
        assert_eq!(loops, [64, 40, 0, 0]);
        let both = [
            (50, back, 4),
            (64, 4, 10240),
            (40, 256, 200),
            (30, back, 9000),
        ];
        assert_eq!(choose(4, &both).1, [64, 50, 40, 30]);
        assert!(matches!(choose(4, &both[..1]).0, Choice::Run { len: 4 }));
    }

    /// Pairs of bytes that stay together are transposed as units of 2 bytes.
    #[test]
    fn contiguous_pairs_are_transposed_together() {
        let (choice, _) = choose(1, &[(2, 1, 1), (64, 2, 128), (64, 128, 2)]);
        assert!(matches!(choice, Choice::Transpose { unit: 2 }));
    }

    /// Contiguous on neither side: each float is a run.
    #[test]
    fn elements_that_are_apart_are_runs() {
        let (choice, loops) = choose(4, &[(10, 8, 12), (10, 96, 200)]);
        assert!(matches!(choice, Choice::Run { len: 4 }));
        assert_eq!(loops, [10, 10, 0, 0]);
    }

    /// Every second byte is gathered, if there are enough of them.
    #[test]
    fn every_second_byte_is_gathered() {
        let (choice, _) = choose(1, &[(1 << 16, 2, 1)]);
        assert!(matches!(choice, Choice::Gather { unit: 1 }));
        let (choice, _) = choose(8, &[(1 << 16, 16, 8)]);
        assert!(
            matches!(choice, Choice::Run { len: 8 }),
            "long units are copied one by one"
        );
    }

    /// Rows of 3 bytes that the next loop continues are rows of 21 bytes, which fill a lane.
    #[test]
    fn rows_of_two_loops_are_fused() {
        let (choice, loops) = choose(1, &[(3, 1, 300), (18, 21, 1), (7, 3, 20), (2, 900, 900)]);
        assert!(matches!(choice, Choice::Fused { unit: 1 }));
        assert_eq!(loops, [3, 7, 18, 1]);
        assert_eq!(choice.own_loops(), 4);
    }

    /// The pieces of a transpose: rows of 16 bytes that the columns continue are one piece.
    #[test]
    fn pieces_of_a_transpose() {
        let pieces = |column_src| {
            let mut axes = List::new(UNUSED);
            axes.push(Axis {
                extent: 4,
                src: 4,
                dst: 400,
            });
            axes.push(Axis {
                extent: 8,
                src: column_src,
                dst: 4,
            });
            Choice::Transpose { unit: 4 }.pieces(&axes)
        };
        assert_eq!(pieces(1000), Some((16, 32)));
        assert_eq!(pieces(16), Some((128, 32)));
        assert_eq!(
            Choice::Run { len: 24 }.pieces(&List::new(UNUSED)),
            Some((24, 24))
        );
    }
}
