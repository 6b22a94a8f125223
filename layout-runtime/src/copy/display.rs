//! `Display` of `CopyPlan`: its strided copies, for users to read.

use core::cmp::Reverse;
use core::fmt::{self, Write};

use layout_core::util::array_vec::ArrayVec;

use super::plan::CopyPlan;
use super::strategies::{Axis, StridedCopy};

/// The most copies that are printed.
const MAX_COPIES: usize = 32;

/// The loops of a copy, the outermost first.
type CopyLoops = ArrayVec<Axis, 32>; // no copy has more

impl fmt::Display for CopyPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut count, mut are_few) = (0, true);
        self.each_copy(|copy| {
            count += 1;
            are_few &= copy.is_some() && count <= MAX_COPIES;
        });
        if !are_few {
            return f.write_str("planned in each run, because it has too many parts");
        }
        if count == 0 {
            return f.write_str("no elements");
        }
        let (mut result, mut end) = (Ok(()), "");
        self.each_copy(|copy| {
            if let (Some(copy), Ok(())) = (copy, result) {
                result = f.write_str(end).and_then(|()| write_copy(f, &copy));
                end = "\n";
            }
        });
        result
    }
}

/// `for i in 0..3: dst[i] = src[2*i]`
fn write_copy(f: &mut fmt::Formatter<'_>, copy: &StridedCopy) -> fmt::Result {
    let loops = joined(copy.axes());
    for (axis, name) in loops.iter().zip('i'..) {
        let begin = if name == 'i' { "for" } else { "," };
        write!(f, "{begin} {name} in 0..{}", axis.extent)?;
    }
    f.write_str(if loops.is_empty() { "dst[" } else { ": dst[" })?;
    write_sum(f, copy.dst, loops.iter().map(|axis| axis.dst))?;
    f.write_str("] = src[")?;
    write_sum(f, copy.src, loops.iter().map(|axis| axis.src))?;
    f.write_char(']')
}

/// Returns the loops in the destination's memory order, with neighbours joined that are one loop on
/// both sides.
fn joined(axes: &[Axis]) -> CopyLoops {
    let none = Axis {
        extent: 1,
        src: 0,
        dst: 0,
    };
    let mut sorted = CopyLoops::new(none);
    axes.iter().for_each(|&axis| sorted.push(axis));
    let stride = |axis: &Axis| (axis.dst as isize).unsigned_abs();
    sorted
        .as_mut()
        .sort_unstable_by_key(|axis| Reverse(stride(axis)));
    let mut joined = CopyLoops::new(none);
    for &inner in &sorted {
        match joined.as_mut().last_mut() {
            Some(outer)
                if outer.src == inner.src.wrapping_mul(inner.extent)
                    && outer.dst == inner.dst.wrapping_mul(inner.extent) =>
            {
                let extent = outer.extent * inner.extent;
                *outer = Axis { extent, ..inner };
            }
            _ => joined.push(inner),
        }
    }
    joined
}

/// `7 + 12*i - j`
fn write_sum(
    f: &mut fmt::Formatter<'_>,
    start: usize,
    strides: impl Iterator<Item = usize>,
) -> fmt::Result {
    let strides = strides.map(|stride| stride as isize).zip('i'..);
    let mut strides = strides.filter(|(stride, _)| *stride != 0).peekable();
    let mut is_first = true;
    if start > 0 || strides.peek().is_none_or(|(stride, _)| *stride < 0) {
        write!(f, "{start}")?;
        is_first = false;
    }
    for (stride, name) in strides {
        let sign = if stride < 0 { " - " } else { " + " };
        f.write_str(if is_first { "" } else { sign })?;
        match stride.unsigned_abs() {
            1 => f.write_char(name)?,
            stride => write!(f, "{stride}*{name}")?,
        }
        is_first = false;
    }
    Ok(())
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::array::Array;
    use crate::layout::Layout;

    /// The printed loops copy to each position of the destination the element that the layouts say.
    #[test]
    fn every_element_once() {
        let pairs = [
            ("f32[3,5]{1,0}", "f32[3,5]{1,0:T(2,2)}", 4),
            ("f32[5,9]{0,1}", "f32[5,9]{1,0:T(2,2)}", 4),
            ("f32[5,6,7]{2,1,0}", "f32[5,6,7]{2,1,0:T(2,4,4)}", 8),
            ("bf16[16,20]{1,0:T(8,8)(2,1)}", "bf16[16,20]{0,1}", 2),
            ("s4[6,8]{1,0:E(4)}", "s4[6,8]{1,0:T(2,4)E(4)}", 1),
            ("s4[6,8]{1,0:E(4)}", "s4[6,8]{0,1:E(4)}", 1),
            ("s4[3,5]{1,0:E(4)}", "s4[3,5]{1,0:T(2,2)E(4)}", 4),
            ("f32[64,128]{1,0}", "f32[64,128]{0,1}", 1),
            ("u8[256,64]{1,0}", "u8[256,64]{1,0:T(4,16)(4,1)}", 1),
            ("u8[7]{0}", "u8[7]{0:T(4)}", 1),
            ("u8[]", "u8[]{:T(4)}", 1),
            ("u8[0,3]", "u8[0,3]{0,1}", 0),
        ];
        for (src, dst, most) in pairs {
            let (src, dst) = (Layout::parse(src).unwrap(), Layout::parse(dst).unwrap());
            let plan = CopyPlan::new(&src, &dst).unwrap();
            let mut copied = alloc::vec![None; dst.padded_len()];
            let mut count = 0;
            plan.each_copy(|copy| {
                count += 1;
                let copy = copy.unwrap();
                let loops = joined(copy.axes());
                for step in 0..loops.iter().map(|axis| axis.extent).product() {
                    let (mut rest, mut from, mut to): (usize, _, _) = (step, copy.src, copy.dst);
                    for axis in loops.iter().rev() {
                        let step = rest % axis.extent;
                        from += step * axis.src;
                        to += step * axis.dst;
                        rest /= axis.extent;
                    }
                    assert_eq!(copied[to].replace(from), None, "{plan}");
                }
            });
            assert!(count <= most, "{src} to {dst}: {plan}");
            assert_eq!(plan.to_string().lines().count(), count.max(1));
            for (position, from) in copied.into_iter().enumerate() {
                let expected = dst.index(position).map(|index| src.offset(&index));
                assert_eq!(from, expected, "{src} to {dst}, {position}");
            }
        }
    }

    #[test]
    fn lines_of_code() {
        for (src, dst, lines) in [
            (
                "f32[4,6]{1,0}",
                "f32[4,6]{1,0:T(2,2)}",
                "for i in 0..2, j in 0..3, k in 0..2, l in 0..2: \
                 dst[12*i + 4*j + 2*k + l] = src[12*i + 2*j + 6*k + l]",
            ),
            (
                "u8[5]{0}",
                "u8[5]{0:T(2)}",
                "for i in 0..5: dst[i] = src[i]",
            ),
            ("u8[]", "u8[]{:T(4)}", "dst[0] = src[0]"),
            ("u8[0,3]", "u8[0,3]{0,1}", "no elements"),
            (
                "f32[1000]{0:T(7)(3)}",
                "f32[1000]{0:T(11)(4)}",
                "planned in each run, because it has too many parts",
            ),
        ] {
            let (src, dst) = (Layout::parse(src).unwrap(), Layout::parse(dst).unwrap());
            assert_eq!(CopyPlan::new(&src, &dst).unwrap().to_string(), lines);
        }
    }

    /// Rows of 5, the last one first.
    #[test]
    fn strides_that_go_backward() {
        let rows = Layout::parse("u8[3,4]{1,0}").unwrap();
        let image = [0; 15];
        let bottom_up = *Array::strided(&image, [3, 4], &[-5, 1], 10)
            .unwrap()
            .mapping();
        let plan = CopyPlan::new(&bottom_up, &rows).unwrap();
        let line = "for i in 0..3, j in 0..4: dst[4*i + j] = src[10 - 5*i + j]";
        assert_eq!(plan.to_string(), line);
    }
}
