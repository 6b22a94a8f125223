//! Copies in two steps through a buffer. The source keeps a few elements of each column together,
//! as the weights of a convolution do; the destination has matrices of short rows.
//!
//! ```text
//! source        i / 4 | 3 x 3 | o | i % 4      units of four elements
//! buffer        o | 3 x 3 | i                  all that continues the elements that are together
//! destination   o | i | 3 x 3                  i: 256 of them, each 9 elements after the other
//! ```
//!
//! Both steps use whole vectors: the first copies units of several elements, the second
//! transposes the matrix. `s8[256,256,3,3]` from ABcd4b16a4b to abcd takes 2.1 times as long
//! without them. From matrices to units, one step is 1.2 to 1.5 times as fast as two.

use crate::list::List;
use crate::plan::{
    Axes, Axis, KernelNest, Kernels, L1_BYTES, NO_AXIS, Odometer, StridedCopy, goes_backward, sort,
};
use crate::sides::{Destination, Source};
use crate::table::Table;

/// The bytes of the buffer: the second-level cache holds it together with its source.
const BUFFER_BYTES: usize = if cfg!(small_limits) { 256 } else { 48 << 10 };
/// The most bytes of the elements that stay together; more would be whole vectors.
const MAX_TOGETHER: usize = 8;

/// Both steps of a block, and the loops around it, in bytes.
struct TwoSteps {
    first: KernelNest,
    second: KernelNest,
    loops: Axes,
}

impl TwoSteps {
    /// Copies from `src` to `dst`, which begin at the first element of each.
    #[inline(never)] // because the buffer is a large part of a stack without `alloc`
    #[track_caller]
    fn execute(&self, src: Source<'_>, mut dst: Destination<'_>) {
        let mut buffer = Table::<u8, BUFFER_BYTES>::full(0);
        for (from, to) in Odometer::new(&self.loops) {
            self.first
                .execute(src.tail(from), Destination::new(&mut buffer));
            self.second.execute(Source::new(&buffer), dst.tail(to));
        }
    }
}

impl StridedCopy {
    /// Executes the copy in two steps if its loops have the form above, and returns whether it
    /// did.
    ///
    /// # Panics
    ///
    /// When the copy is out of bounds of a buffer.
    #[track_caller]
    pub(super) fn execute_in_two_steps(&self, src: Source<'_>, mut dst: Destination<'_>) -> bool {
        let size = self.bits / 8;
        let extents = self.axes.iter().map(|axis| axis.extent);
        let elements = extents.fold(1, usize::saturating_mul);
        // A lane of rows of longer elements is transposed at once, and small copies do not gain.
        if self.bits != 8 || elements < L1_BYTES || goes_backward(&self.axes) {
            return false;
        }
        let merged = self.merged();
        let kernels = Kernels::between(src, &dst);
        let steps = merged.two_steps(kernels);
        if let Some(steps) = &steps {
            steps.execute(src.tail(self.src * size), dst.tail(self.dst * size));
        }
        steps.is_some()
    }

    /// Returns the two steps from elements kept together in the source to matrices in the
    /// destination.
    fn two_steps(&self, kernels: Kernels) -> Option<TwoSteps> {
        let size = self.bits / 8;
        let mut axes = self.axes;
        let mut take = |continues: &dyn Fn(&Axis) -> bool| {
            let at = axes.iter().position(continues)?;
            let axis = axes[at];
            axes.swap_remove(at);
            Some(axis)
        };
        let together = take(&|axis| axis.src == 1)?;
        let next = take(&|axis| axis.src == together.extent)?;
        let mut row: Axes = List::new(NO_AXIS);
        let mut len = 1;
        // This loop and the next one end: each step takes a loop out of `axes`.
        while len < together.dst {
            let axis = take(&|axis| axis.dst == len)?;
            len *= axis.extent;
            row.push(axis);
        }
        if len != together.dst || len == 1 || together.extent * size > MAX_TOGETHER {
            return None;
        }
        let room = BUFFER_BYTES / size / len / next.extent;
        let (mut columns, mut count): (Axes, _) = (List::new(NO_AXIS), together.extent);
        columns.push(together);
        let mut rest = None;
        while rest.is_none()
            && let Some(axis) = take(&|axis| axis.dst == count * len)
        {
            let steps = (1..=axis.extent.min(room / count))
                .rev()
                .find(|&steps| axis.extent.is_multiple_of(steps))?;
            columns.push(Axis {
                extent: steps,
                ..axis
            });
            count *= steps;
            rest = (steps < axis.extent).then_some(Axis {
                extent: axis.extent / steps,
                src: axis.src * steps,
                dst: axis.dst * steps,
            });
        }
        if count <= together.extent || count > room {
            return None;
        }
        if let Some(rest) = rest {
            axes.push(rest);
        }
        Some(self.steps_of(kernels, [&columns, &row, &[next]], &axes))
    }

    /// Returns the two steps of a block, whose loops have ascending strides in the buffer.
    fn steps_of(&self, kernels: Kernels, block: [&[Axis]; 3], around: &[Axis]) -> TwoSteps {
        let (mut first, mut second) = (StridedCopy::new(self.bits), StridedCopy::new(self.bits));
        let mut stride = 1;
        for &Axis { extent, src, dst } in block.into_iter().flatten() {
            let into = |src, dst| Axis { extent, src, dst };
            first.axes.push(into(src, stride));
            second.axes.push(into(stride, dst));
            stride *= extent;
        }
        let size = self.bits / 8;
        let mut loops: Axes = List::new(NO_AXIS);
        for &Axis { extent, src, dst } in around {
            loops.push(Axis {
                extent,
                src: src * size,
                dst: dst * size,
            });
        }
        sort(&mut loops, 0, true);
        TwoSteps {
            first: first.nest_of(true, kernels),
            second: second.nest_of(true, kernels),
            loops,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::exec::has_vectors;
    use crate::tests::case;

    /// Weights of 3 by 3 and of 5 by 1, in blocks of columns that fill the buffer or divide
    /// its size.
    #[test]
    #[cfg_attr(miri, ignore = "large")]
    fn weights() {
        if !has_vectors() {
            return; // steps are run by vectors
        }
        for (bits, loops) in [
            (
                8,
                [
                    (9, 1, 256),
                    (4, 9, 1),
                    (16, 576, 4),
                    (16, 36, 2304),
                    (5, 9216, 40000),
                ],
            ),
            (
                8,
                [
                    (5, 1, 99),
                    (2, 5, 1),
                    (33, 3000, 2),
                    (300, 10, 600),
                    (2, 110000, 200000),
                ],
            ),
            (
                8,
                [
                    (9, 1, 256),
                    (2, 9, 1),
                    (16, 4608, 2),
                    (256, 18, 2304),
                    (2, 73728, 600000),
                ],
            ),
            (
                8,
                [
                    (3, 1, 50),
                    (4, 3, 1),
                    (10, 700, 4),
                    (42, 12, 150),
                    (40, 7000, 6300),
                ],
            ),
        ] {
            let loops = loops.map(|(extent, to, from)| (extent, from, to));
            case(bits, "", &loops)
                .by_plain_loops()
                .check(4, |copy, from, to| {
                    assert!(copy.execute_in_two_steps(from, to), "{loops:?}");
                });
        }
    }
}
