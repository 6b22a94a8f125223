//! `LoopNest`: the strided copies of a plan, for users to read.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;

use super::StridedCopy;
use super::choose::RegionCopy;
use super::sides::Sides;
use crate::layout::Layout;

/// The most loop nests of a copy.
const MAX_NESTS: usize = 32;

/// One loop of a [`LoopNest`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StridedLoop {
    /// The number of steps, at least 2.
    pub extent: usize,
    /// The stride in the source, in elements.
    pub src: usize,
    /// The stride in the destination, in elements.
    pub dst: usize,
}

/// Nested loops of constant strides, which copy one element at each step. `Display` prints
/// them as one line of code. See [`CopyPlan::loop_nests`](crate::CopyPlan::loop_nests).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LoopNest {
    /// The position of the first element in the source.
    pub src: usize,
    /// The position of the first element in the destination.
    pub dst: usize,
    /// The loops, the outermost first. The innermost loops visit the destination in memory
    /// order.
    pub loops: Vec<StridedLoop>,
}

impl LoopNest {
    pub(crate) fn of(copy: &StridedCopy) -> LoopNest {
        let loops = copy.axes().iter().map(|axis| StridedLoop {
            extent: axis.extent,
            src: axis.src,
            dst: axis.dst,
        });
        LoopNest {
            src: copy.src,
            dst: copy.dst,
            loops: joined(loops.collect()),
        }
    }
}

/// Returns the copies of the whole array, one for each combination of the dimensions' pieces;
/// `None` when there are too many, or tiles do not nest.
pub(crate) fn strided_copies(src: &Layout, dst: &Layout) -> Option<Vec<StridedCopy>> {
    let mut copies = Vec::new();
    if src.num_elements() == 0 {
        return Some(copies);
    }
    let mut fits = true;
    let sides = Sides::of_layouts(src, dst);
    RegionCopy::whole(sides, *src.dims_list()).each_combination(sides, |copy| match copy {
        Some(copy) if copies.len() < MAX_NESTS => copies.push(copy),
        _ => fits = false,
    });
    fits.then_some(copies)
}

/// Sorts loops into the destination's memory order, and joins neighbours that are one loop
/// on both sides.
fn joined(mut loops: Vec<StridedLoop>) -> Vec<StridedLoop> {
    loops.sort_by_key(|one| Reverse(one.dst));
    let mut joined: Vec<StridedLoop> = Vec::new();
    for inner in loops {
        match joined.last_mut() {
            Some(outer)
                if outer.src == inner.src * inner.extent
                    && outer.dst == inner.dst * inner.extent =>
            {
                *outer = StridedLoop {
                    extent: outer.extent * inner.extent,
                    ..inner
                };
            }
            _ => joined.push(inner),
        }
    }
    joined
}

impl fmt::Display for LoopNest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (one, name) in self.loops.iter().zip('i'..) {
            let begin = if name == 'i' { "for" } else { "," };
            write!(f, "{begin} {name} in 0..{}", one.extent)?;
        }
        let colon = if self.loops.is_empty() { "" } else { ": " };
        write!(f, "{colon}dst[")?;
        sum(f, self.dst, self.loops.iter().map(|one| one.dst))?;
        write!(f, "] = src[")?;
        sum(f, self.src, self.loops.iter().map(|one| one.src))?;
        write!(f, "]")
    }
}

/// `7 + 12*i + j`
fn sum(
    f: &mut fmt::Formatter<'_>,
    start: usize,
    strides: impl Iterator<Item = usize>,
) -> fmt::Result {
    let mut plus = "";
    let strides = strides.zip('i'..).filter(|(stride, _)| *stride > 0);
    let mut strides = strides.peekable();
    if start > 0 || strides.peek().is_none() {
        write!(f, "{start}")?;
        plus = " + ";
    }
    for (stride, name) in strides {
        match stride {
            1 => write!(f, "{plus}{name}")?,
            _ => write!(f, "{plus}{stride}*{name}")?,
        }
        plus = " + ";
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;

    fn nests(src: &Layout, dst: &Layout) -> Option<Vec<LoopNest>> {
        let copies = strided_copies(src, dst)?;
        Some(copies.iter().map(LoopNest::of).collect())
    }

    /// The loops copy to each position of the destination the element that the layouts say.
    #[test]
    fn every_element_once() {
        let pairs = [
            ("f32[3,5]{1,0}", "f32[3,5]{1,0:T(2,2)}", 4),
            ("f32[5,9]{0,1}", "f32[5,9]{1,0:T(2,2)}", 4),
            ("bf16[16,20]{1,0:T(8,8)(2,1)}", "bf16[16,20]{0,1}", 2),
            ("u8[7]{0}", "u8[7]{0:T(4)}", 1),
            ("u8[]", "u8[]{:T(4)}", 1),
            ("u8[0,3]", "u8[0,3]{0,1}", 0),
        ];
        for (src, dst, count) in pairs {
            let (src, dst) = (Layout::parse(src).unwrap(), Layout::parse(dst).unwrap());
            let nests = nests(&src, &dst).unwrap();
            assert!(nests.len() <= count, "{src} to {dst}: {nests:?}");
            let mut copied = alloc::vec![None; dst.padded_len()];
            for nest in &nests {
                let steps: usize = nest.loops.iter().map(|one| one.extent).product();
                for step in 0..steps {
                    let (mut rest, mut from, mut to) = (step, nest.src, nest.dst);
                    for one in nest.loops.iter().rev() {
                        from += rest % one.extent * one.src;
                        to += rest % one.extent * one.dst;
                        rest /= one.extent;
                    }
                    assert_eq!(copied[to].replace(from), None, "{nest}");
                }
            }
            for (position, from) in copied.into_iter().enumerate() {
                let expected = dst.index(position).map(|index| src.offset(&index));
                assert_eq!(from, expected, "{src} to {dst}, {position}");
            }
        }
    }

    #[test]
    fn too_many_parts() {
        let src = Layout::parse("f32[1000]{0:T(7)(3)}").unwrap();
        let dst = Layout::parse("f32[1000]{0:T(11)(4)}").unwrap();
        assert_eq!(nests(&src, &dst), None);
    }
}
