//! `KernelNest`: loops of fixed strides around a kernel, which runs the innermost loops.

use super::axis::{Axes, Axis, NO_AXIS, goes_backward};
use super::gather_block::GatherBlock;
use super::kernel_choice::{Choice, Inner, Kernels};
use super::lane_shuffle::Shuffle;
use super::loop_order::{order_loops, put_many_steps_first};
use super::strided_copy::{StridedCopy, merge, sort};
use super::{L2_BYTES, LANE, SETS};

/// How far ahead a source in memory order is prefetched, in bytes: two pages, because the
/// hardware prefetcher stops at the end of the current one.
const PREFETCH_DISTANCE_IN_ORDER: usize = 8192;
/// How far ahead any other source is prefetched, in bytes: its contiguous pieces are short.
pub(crate) const PREFETCH_DISTANCE: usize = 512;

/// A loop nest: the loops of a kernel and the loops around it, with strides in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nest<'a> {
    pub(crate) inner: &'a Inner,
    /// The two innermost loops around the kernel; `NO_AXIS` if there are fewer.
    pub(crate) repeats: [&'a Axis; 2],
    /// The loops around these, the outermost last.
    pub(crate) outer: &'a [Axis],
    /// How far ahead of its loads a kernel with streaming stores prefetches, in bytes: such
    /// stores leave the processor little other work while it waits for loads.
    pub(crate) ahead: usize,
    /// True if whole cache lines are written with streaming stores. The vector then has such
    /// stores, and the nest fills lines.
    pub(crate) streams: bool,
    /// True if a transpose with streaming stores writes one line of each row, not two, if its
    /// columns share a set of the first-level cache.
    pub(crate) narrow: bool,
    /// True if transposes by tiles, of units of 4 bytes with a short side, take all columns in
    /// one block, and large ones of padded units larger blocks.
    pub(crate) tall: bool,
    /// True if nothing else uses the bytes between the elements of the source: kernels may load
    /// them.
    pub(crate) owns_src_gaps: bool,
    /// The same of the destination: kernels may store what they loaded there.
    pub(crate) owns_dst_gaps: bool,
}

impl<'a> Nest<'a> {
    /// Returns the kernel `inner` in `loops`, the innermost first, with cached stores.
    #[inline]
    pub(crate) fn new(inner: &'a Inner, loops: &'a [Axis], ahead: usize) -> Nest<'a> {
        const NONE: &Axis = &NO_AXIS;
        // References, not copies: a load of what several stores just wrote stalls.
        let (repeats, outer) = match loops {
            [] => ([NONE; 2], loops),
            [inner] => ([inner, NONE], &[][..]),
            [inner, next, outer @ ..] => ([inner, next], outer),
        };
        Nest {
            inner,
            repeats,
            outer,
            ahead,
            streams: false,
            narrow: false,
            tall: false,
            owns_src_gaps: false,
            owns_dst_gaps: false,
        }
    }
}

/// Where a copy begins and where the bytes that it touches end, from the start of each
/// buffer. All in bytes; for [`Inner::Bits`] the starts are in bits. If a loop goes backward on a
/// side, the copy touches bytes before the start as well, but none before the buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extents {
    pub(crate) src_start: usize,
    pub(crate) dst_start: usize,
    pub(crate) src_end: usize,
    pub(crate) dst_end: usize,
}

/// A kernel and the loops around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KernelNest {
    pub(crate) inner: Inner,
    /// The innermost first.
    pub(crate) loops: Axes,
    pub(crate) extents: Extents,
    pub(crate) ahead: usize,
}

/// The kernel chosen for a copy, and where the copy begins and ends.
pub(super) struct Chosen {
    pub(super) kernel: Choice,
    pub(super) extents: Extents,
    /// The bytes of an element, or its bits if these are not whole bytes.
    pub(super) size: usize,
}

impl StridedCopy {
    /// Returns the nest that visits the source in memory order if `walk_src`, otherwise the
    /// destination, for sides that own their gaps.
    pub(crate) const fn nest(&self, walk_src: bool) -> KernelNest {
        self.nest_of(walk_src, Kernels::All)
    }

    /// Returns a nest that copies contiguous runs, and has no other kernel.
    pub(crate) const fn nest_of_runs(&self, walk_src: bool) -> KernelNest {
        self.nest_of(walk_src, Kernels::Runs)
    }

    /// [`nest`](StridedCopy::nest) with some of the kernels.
    pub(crate) const fn nest_of(&self, walk_src: bool, kernels: Kernels) -> KernelNest {
        let mut copy = *self;
        let Chosen {
            kernel, extents, ..
        } = copy.choose_kernel(walk_src, kernels);
        let axes = &mut copy.axes;
        let inner = match kernel.inner(axes.as_slice()) {
            Some((inner, _)) => {
                axes.remove_first(kernel.own_loops());
                inner
            }
            None if matches!(kernel, Choice::Gather { .. }) => {
                let Some(block) = GatherBlock::take(axes, kernel.unit()) else {
                    panic!("a block is taken where there is one");
                };
                order_loops(axes, 0, walk_src, block.pieces());
                Inner::Gather(block)
            }
            None => {
                let shuffle = Shuffle::take(axes, kernel.unit());
                sort(axes, 0, walk_src);
                // In the order of the source, lines of the destination that share a set of the
                // first-level cache would be evicted before the next ones are prefetched.
                if !axes.is_empty() && axes.items[0].dst.is_multiple_of(SETS) {
                    sort(axes, 0, false);
                }
                Inner::Shuffle(shuffle)
            }
        };
        KernelNest {
            inner,
            loops: copy.axes,
            extents,
            ahead: ahead(walk_src),
        }
    }

    /// Chooses the kernel, in place. Strides then count bytes, or bits if the kernel copies
    /// bits. The kernel's own loops come first, then the others, the innermost first (in
    /// any order around blocks of lanes).
    pub(super) const fn choose_kernel(&mut self, walk_src: bool, kernels: Kernels) -> Chosen {
        self.turn();
        let unit = if self.bits.is_multiple_of(8) {
            self.bits
        } else {
            self.whole_bytes()
        };
        let in_bits = !unit.is_multiple_of(8);
        let size = if in_bits { unit } else { unit / 8 };
        let mut extents = Extents::scale(&mut self.axes, (self.src, self.dst), size, in_bits);
        merge(&mut self.axes);
        let kernel = if in_bits {
            Choice::Bits { bits: size }
        } else {
            Choice::of(&mut self.axes, size, kernels)
        };
        let own = kernel.own_loops();
        if extents.span(&self.axes) > L2_BYTES
            && let Some(pieces) = kernel.pieces(&self.axes)
        {
            order_loops(&mut self.axes, own, walk_src, pieces);
        } else if !matches!(kernel, Choice::Blocks { .. } | Choice::Gather { .. }) {
            sort(&mut self.axes, own, walk_src);
        }
        if let Choice::Run { len } = kernel
            && len < LANE
        {
            put_many_steps_first(&mut self.axes);
        }
        if matches!(kernel, Choice::Transpose { .. }) && (self.axes.items[0].src as isize) < 0 {
            let rows = &mut self.axes.items[0];
            rows.turn([&mut extents.src_start, &mut extents.dst_start]);
        }
        Chosen {
            kernel,
            extents,
            size,
        }
    }
}

/// Returns the prefetch distance of a nest that visits the source in memory order if
/// `walk_src`.
pub(crate) const fn ahead(walk_src: bool) -> usize {
    if walk_src {
        PREFETCH_DISTANCE_IN_ORDER
    } else {
        PREFETCH_DISTANCE
    }
}

impl Extents {
    /// The extents of an empty copy.
    pub(crate) const EMPTY: Extents = Extents {
        src_start: 0,
        dst_start: 0,
        src_end: 0,
        dst_end: 0,
    };

    /// Returns the bytes (or bits) that these loops span on the shorter side, or more if they go
    /// backward.
    const fn span(&self, axes: &Axes) -> usize {
        let lowest = if goes_backward(axes) {
            0
        } else {
            self.src_start
        };
        let src = self.src_end.saturating_sub(lowest);
        let dst = self.dst_end.saturating_sub(self.dst_start);
        if src < dst { src } else { dst }
    }

    /// The extents of a copy that is longer than any buffer.
    const TOO_LONG: Extents = Extents {
        src_end: usize::MAX,
        dst_end: usize::MAX,
        ..Extents::EMPTY
    };

    /// Returns the extents of loops around elements of `size` bytes (or bits), which go forward in
    /// the destination. Scales the strides to bytes (or bits). If no buffer is long enough, or
    /// begins early enough, no loops remain.
    const fn scale(
        axes: &mut Axes,
        (src, dst): (usize, usize),
        size: usize,
        in_bits: bool,
    ) -> Extents {
        // In 128 bits, nothing overflows: what is multiplied or added fits in 64.
        const MAX: u128 = usize::MAX as u128;
        let wide = size as u128;
        // The longest stride either way: loops of bits only go forward.
        let most = if !in_bits {
            isize::MAX as u128
        } else if goes_backward(axes) {
            0
        } else {
            MAX
        };
        let (first, mut before) = (src as u128 * wide, 0);
        let (mut src_end, mut dst_end) = ((src as u128 + 1) * wide, (dst as u128 + 1) * wide);
        let mut i = 0;
        while i < axes.len && before <= first && src_end <= MAX && dst_end <= MAX {
            let Axis { extent, src, dst } = axes.items[i];
            let (steps, back) = ((extent - 1) as u128, (src as isize) < 0);
            let src = if back { src.wrapping_neg() } else { src } as u128 * wide;
            let dst = dst as u128 * wide;
            if src > most || dst > most {
                break;
            }
            dst_end += dst * steps;
            axes.items[i].dst = dst as usize;
            if back {
                before += src * steps;
                axes.items[i].src = (src as usize).wrapping_neg();
            } else {
                src_end += src * steps;
                axes.items[i].src = src as usize;
            }
            i += 1;
        }
        if i < axes.len || before > first || src_end > MAX || dst_end > MAX {
            axes.clear();
            return Extents::TOO_LONG;
        }
        let (mut src_end, mut dst_end) = (src_end as usize, dst_end as usize);
        if in_bits {
            (src_end, dst_end) = (src_end.div_ceil(8), dst_end.div_ceil(8));
        }
        Extents {
            src_start: src * size,
            dst_start: dst * size,
            src_end,
            dst_end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extents(bits: usize, start: usize, loops: &[(usize, usize, usize)]) -> Extents {
        let mut copy = StridedCopy::new(bits);
        (copy.src, copy.dst) = (start, start);
        for &(extent, src, dst) in loops {
            assert!(copy.push(Axis { extent, src, dst }));
        }
        copy.nest(true).extents
    }

    /// Element 3 of 4 bytes, then 4 more elements 2 apart, or 10 apart: the last byte is that of
    /// element 11, or 43.
    #[test]
    fn ends_are_those_of_the_last_element() {
        let extents = extents(32, 3, &[(5, 2, 10)]);
        assert_eq!((extents.src_start, extents.dst_start), (12, 12));
        assert_eq!((extents.src_end, extents.dst_end), (48, 176));
    }

    /// Elements of 3 bits: starts are in bits, ends in whole bytes.
    #[test]
    fn bits_end_in_whole_bytes() {
        let extents = extents(3, 1, &[(4, 1, 5)]);
        assert_eq!((extents.src_start, extents.dst_start), (3, 3));
        assert_eq!((extents.src_end, extents.dst_end), (2, 7)); // 15 and 51 bits
    }

    /// A copy that no buffer can hold has no loops and ends past every buffer.
    #[test]
    fn past_the_address_space() {
        for (bits, src) in [
            (8, usize::MAX / 2 + 1),
            (64, usize::MAX / 2),
            (32, usize::MAX / 4 + 1),
        ] {
            let mut copy = StridedCopy::new(bits);
            assert!(copy.push(Axis {
                extent: 3,
                src,
                dst: 1
            }));
            let nest = copy.nest(true);
            assert_eq!((nest.loops.len(), nest.extents.src_end), (0, usize::MAX));
        }
    }
}
