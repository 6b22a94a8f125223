//! The positions of padding, found without visiting elements.

use core::ops::ControlFlow::{self, Break, Continue};
use core::ops::Range;

use layout_core::spec::{Dims, MAX_PHYSICAL_RANK};
use layout_core::util::array_vec::ArrayVec;

use crate::layout::Layout;
use crate::layout::compact_spec::CompactLayout;
use crate::layout::memory_scan::{Digits, PositionDigit, digits};

/// A loop: `count` positions, or loops over such, whose distance is `stride`.
#[derive(Clone, Copy)]
pub(crate) struct Repeat {
    pub(crate) count: usize,
    pub(crate) stride: usize,
}

impl Repeat {
    const ONCE: Repeat = Repeat {
        count: 1,
        stride: 1,
    };

    /// Returns the positions from `start` on.
    #[inline]
    pub(crate) fn positions(self, start: usize) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |k| start + k * self.stride)
    }
}

/// Nested loops over positions of padding. The first two run once.
type Repeats = ArrayVec<Repeat, { MAX_PHYSICAL_RANK + 3 }>;

/// Two nested loops over positions of padding, the outer one first, from a position on.
type Loops = (usize, [Repeat; 2]);

/// The most loops that a plan keeps.
const MAX_LOOPS: usize = 8;

/// All padding of a buffer, in few bytes.
#[derive(Clone, Copy)]
#[allow(
    clippy::large_enum_variant,
    reason = "a plan is made without allocation"
)]
pub(crate) enum Padding {
    /// A few loops: small buffers are filled in a tenth of the time that a search takes.
    Loops(ArrayVec<Loops, MAX_LOOPS>),
    /// More loops, or unknown ones: they are found in each use.
    InLayout(CompactLayout),
}

impl Padding {
    const NO_LOOPS: ArrayVec<Loops, MAX_LOOPS> = ArrayVec::new((0, [Repeat::ONCE; 2]));
    /// Of a buffer without padding.
    pub(crate) const NONE: Padding = Padding::Loops(Padding::NO_LOOPS);

    /// Returns the loops of a layout, if they are few and found in a short time.
    pub(crate) fn of(layout: &Layout) -> Padding {
        if layout.padding_len() == 0 {
            return Padding::NONE;
        }
        let mut loops = Padding::NO_LOOPS;
        let mut add = |start, repeats| {
            if loops.is_full() {
                return Break(());
            }
            loops.push((start, repeats));
            Continue(())
        };
        // Without terms, each position would be examined.
        let are_few = layout.terms().is_some() && layout.try_each_padding(&mut add).is_continue();
        if are_few {
            Padding::Loops(loops)
        } else {
            Padding::in_layout(layout)
        }
    }

    /// Returns the padding of a layout, to be found in each use.
    pub(crate) const fn in_layout(layout: &Layout) -> Padding {
        Padding::InLayout(CompactLayout::new(layout))
    }

    /// Visits all positions of padding once, as [`Layout::each_padding`].
    #[inline]
    pub(crate) fn each(&self, mut visit: impl FnMut(usize, [Repeat; 2])) {
        match self {
            Padding::Loops(loops) => loops.iter().for_each(|&(start, loops)| visit(start, loops)),
            Padding::InLayout(layout) => layout.unpack().each_padding(visit),
        }
    }
}

impl Layout {
    /// Visits all positions of padding once, in any order: two nested loops, the outer one
    /// first, from a position on.
    pub(crate) fn each_padding(&self, mut visit: impl FnMut(usize, [Repeat; 2])) {
        let _ = self.try_each_padding(|start, loops| {
            visit(start, loops);
            Continue(())
        });
    }

    /// [`each_padding`](Self::each_padding) until the function breaks.
    fn try_each_padding(
        &self,
        mut visit: impl FnMut(usize, [Repeat; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut all = 0..self.padded_len();
        if self.num_elements() == 0 {
            let (count, stride) = (all.end, 1);
            return visit(0, [Repeat::ONCE, Repeat { count, stride }]);
        }
        match self.terms() {
            Some(terms) => {
                NestedBlocks::new(self, digits(&terms, self.dims())).each(0, all, &mut visit)
            }
            None => all.try_for_each(|position| {
                if self.is_padding(position) {
                    visit(position, [Repeat::ONCE; 2])
                } else {
                    Continue(())
                }
            }),
        }
    }
}

/// The digits of a position split the buffer into nested blocks. The positions after a
/// block's last element are padding. Steps of a digit whose blocks lack the same elements
/// are visited at once. The last step of a digit may begin a block that the block around it
/// cuts off: the digits of smaller strides sum to less than the next stride, but their blocks
/// may be longer.
///
/// ```text
/// f32[3,5]{1,0:T(2,2)}    position = (i/2 j/2 i%2 j%2) · (12 4 2 1)
///
///   * * * * | * * * * | * - * -      i/2 = 0: j/2 = 2 lacks j%2 = 1 for both i%2
///   * * - - | * * - - | * - - -      i/2 = 1: j/2 = 0 and 1 lack i%2 = 1
///
/// u8[1,3]{1,0:T(2,2)(*,3,1)}    position = (j%2 j/2) · (3 2)
///
///   * - * | * - -                    j%2 = 0: the block of j/2 = 1 ends after one position
///   - - - | - - -                    j%2 = 1 lacks j/2 = 1
/// ```
struct NestedBlocks<'a> {
    dims: &'a [usize],
    /// Sorted by descending stride.
    digits: Digits,
    /// The index of the first element of the block.
    index: Dims,
    /// How much larger the index of its last element is, if the array does not
    /// end before it.
    reach: Dims,
    /// The blocks that lack the same elements.
    repeats: Repeats,
}

impl<'a> NestedBlocks<'a> {
    fn new(layout: &'a Layout, digits: Digits) -> Self {
        let mut repeats = Repeats::new(Repeat::ONCE);
        repeats.len = 2;
        let mut reach = Dims::filled(0, layout.rank());
        for PositionDigit { term, max } in &digits {
            reach.as_mut()[term.dim] += max * term.divisor;
        }
        NestedBlocks {
            dims: layout.dims(),
            digits,
            index: Dims::filled(0, layout.rank()),
            reach,
            repeats,
        }
    }

    /// Returns the padding of a block that the digits from `level` on make.
    fn each(
        &mut self,
        level: usize,
        block: Range<usize>,
        visit: &mut impl FnMut(usize, [Repeat; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(&PositionDigit { term, max }) = self.digits.get(level) else {
            return self.visit_range(block.start + 1..block.end, visit); // after the element
        };
        let (dim, first) = (term.dim, self.index[term.dim]);
        self.reach.as_mut()[dim] -= max * term.divisor;
        let left = self.dims[dim] - first;
        let end = left.div_ceil(term.divisor).min(max + 1);
        // The dimension does not end in the blocks of these steps, and they are whole.
        let whole = left.saturating_sub(self.reach[dim]);
        let alike = whole.div_ceil(term.divisor).min(end);
        let alike = alike.min(block.len() / term.stride);
        if alike > 1 {
            self.repeats.push(Repeat {
                count: alike,
                stride: term.stride,
            });
            self.each(level + 1, block.start..block.start + term.stride, visit)?;
            self.repeats.len -= 1;
        }
        for step in if alike > 1 { alike } else { 0 }..end {
            self.index.as_mut()[dim] = first + step * term.divisor;
            let start = block.start + step * term.stride;
            let after = block.end.min(start + term.stride);
            self.each(level + 1, start..after, visit)?;
        }
        self.index.as_mut()[dim] = first;
        self.reach.as_mut()[dim] += max * term.divisor;
        self.visit_range(block.start + end * term.stride..block.end, visit)
    }

    /// Returns a range of padding in each of the blocks that lack the same elements.
    fn visit_range(
        &self,
        range: Range<usize>,
        visit: &mut impl FnMut(usize, [Repeat; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if range.is_empty() {
            return Continue(());
        }
        let mut loops = self.repeats;
        if range.len() > 1 {
            loops.push(Repeat {
                count: range.len(),
                stride: 1,
            });
        }
        let (outer, &inner) = loops.split_last_chunk().expect("there are two loops");
        each_start(outer, range.start, &mut |at| visit(at, inner))
    }
}

/// Calls `f` with the position of each step of nested loops, the outermost first, until it
/// breaks.
fn each_start(
    loops: &[Repeat],
    start: usize,
    f: &mut impl FnMut(usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match loops {
        [outer, rest @ ..] => outer
            .positions(start)
            .try_for_each(|at| each_start(rest, at, f)),
        [] => f(start),
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::vec;

    use layout_oracle::naive::{PADDING, Spec};
    use layout_oracle::random;

    use crate::layout::Layout;

    /// Each position of padding is visited once, and no element. A third of the layouts merge
    /// unevenly.
    #[test]
    #[cfg_attr(miri, ignore = "many layouts")]
    fn all_padding_once() {
        let given = [
            "u8[]{:T(128)}",
            "u8[509,511]{1,0:T(8,128)}",
            "u8[9,6]{0,1:T(2,4)(2,1)PAD(11,6)}",
            "u8[0,3]{1,0:T(2,2)PAD(4,4)}",
            "u8[1,3]{1,0:T(2,2)(*,3,1)}",
            "u8[4]{0:T(5,3)(*,8,1)}",
            "u8[1,9]{1,0:T(4,6)(*,6,3)}",
            "u8[2,2,2]{2,1,0:T(7,*,16)(1,2)(*,2)L(100)PAD(10,2,10)}",
        ];
        let (mut layouts, mut merging) = (0, 0);
        for text in random::texts(&given, 32, "u8") {
            let spec = Spec::parse(&text);
            layouts += 1;
            merging += usize::from(spec.merges_unevenly());
            let layout = Layout::parse(&text).unwrap();
            let mut visits = vec![0; layout.padded_len()];
            layout.each_padding(|start, [outer, inner]| {
                for from in outer.positions(start) {
                    inner.positions(from).for_each(|at| visits[at] += 1);
                }
            });
            for (position, element) in spec.buffer().into_iter().enumerate() {
                let expected = usize::from(element == PADDING);
                assert_eq!(visits[position], expected, "{text} at {position}");
            }
        }
        assert!(3 * merging >= layouts, "{merging} of {layouts}");
    }
}
