//! Digits: positions as a sum of digits of each dimension with a stride each,
//! and the outer order and blocks that give them.
//!
//! ```text
//! ((4,8,2),(128,2)):((1,512,8192),(4,4096))      digits of y and of x
//!
//!   y 2  |  x 2  |  y 8  |  x 128  |  y 4        by stride, the largest first
//!  `-- outer --'  `------- blocks ------'
//! ```
//!
//! The outer order is the longest prefix that has only most significant digits. A digit is
//! padded if its extent is less than the next stride allows.

use alloc::vec::Vec;

use layout_core::spec::{Dims, MAX_PHYSICAL_RANK};

use super::arrangement::{Arrangement, Digit};
use crate::explain::CuteMode;

/// Why digits cannot be arranged.
pub(crate) const BROADCAST: &str = "stride 0: elements share a position";
const OVERLAP: &str = "strides overlap: elements share a position";
const UNEVEN: &str = "a stride is not a multiple of the next smaller one";

/// Arranges the digits of `modes`, which have one entry a dimension. `order` is
/// the outer order to keep, major to minor, where there is a choice; `len` the
/// positions of the buffer, if they are known.
pub(crate) fn arrange(
    modes: &[CuteMode],
    order: Option<&[usize]>,
    len: Option<usize>,
) -> Result<Arrangement, &'static str> {
    let mut digits = digits(modes)?;
    digits.sort_by_key(|digit| digit.stride); // stable
    for i in 0..digits.len() {
        let next = digits.get(i + 1).map(|next| next.stride);
        let Digit { extent, stride, .. } = digits[i];
        digits[i].room = match next.or(len.filter(|len| len % stride == 0)) {
            None => extent,
            Some(next) if next / stride < extent => return Err(OVERLAP),
            Some(next) if next % stride != 0 => return Err(UNEVEN),
            Some(next) => next / stride,
        };
    }
    let gap = digits.first().map_or(1, |digit| digit.stride);
    digits.reverse();

    let is_outer = |digit: &&Digit| digit.top && digit.room == digit.extent;
    let mut outer = Dims::EMPTY;
    let mut widths = Dims::filled(1, modes.len());
    for digit in digits.iter().take_while(is_outer) {
        outer.push(digit.dim);
        widths.set(digit.dim, digit.extent);
    }
    let blocks = &digits[outer.len()..];
    for digit in blocks {
        let width = widths.at(digit.dim).checked_mul(digit.block());
        widths.set(digit.dim, width.ok_or(UNEVEN)?);
    }
    Ok(Arrangement {
        outer: outer_order(&outer, blocks, order, modes.len()),
        digits: blocks.to_vec(),
        gap,
        widths,
    })
}

/// The digits of more than one value.
fn digits(modes: &[CuteMode]) -> Result<Vec<Digit>, &'static str> {
    const TOO_LARGE: &str = "an extent is too large for a size";
    let mut digits: Vec<Digit> = Vec::new();
    for (dim, mode) in modes.iter().enumerate() {
        let mut divisor = 1usize;
        let first = digits.len();
        for (significance, (&extent, &stride)) in mode.shape.iter().zip(&mode.stride).enumerate() {
            if extent == 0 {
                return Err("an extent of 0");
            }
            if extent > 1 && stride == 0 {
                return Err(BROADCAST);
            }
            let digit = Digit {
                dim,
                significance,
                extent,
                stride,
                room: extent,
                top: false,
            };
            divisor = divisor.checked_mul(extent).ok_or(TOO_LARGE)?;
            if extent != 1 {
                digits.push(digit);
            }
        }
        if let Some(last) = digits[first..].last_mut() {
            last.top = true;
        }
        if digits.len() > MAX_PHYSICAL_RANK {
            return Err("more digits than a layout has physical dimensions");
        }
    }
    Ok(digits)
}

/// All dimensions in their outer order: those of `outer`; those of which all
/// digits are in blocks, so that they may stand anywhere: each before the
/// dimension of the block after its first one; then those of one element.
fn outer_order(outer: &Dims, blocks: &[Digit], order: Option<&[usize]>, rank: usize) -> Dims {
    let at = |order: &[usize], dim: usize| order.iter().position(|&other| other == dim);
    if let Some(order) = order {
        let entries = outer.iter().map(|&dim| at(order, dim));
        if entries.is_sorted() {
            return Dims::from_slice(order);
        }
    }
    let mut all: Vec<usize> = outer.to_vec();
    for (i, digit) in blocks.iter().enumerate().rev() {
        let is_first = blocks[..i].iter().all(|earlier| earlier.dim != digit.dim);
        if is_first && at(outer, digit.dim).is_none() {
            let later = blocks[i + 1..].iter();
            let before = later.filter_map(|later| at(&all, later.dim)).next();
            all.insert(before.unwrap_or(all.len()), digit.dim);
        }
    }
    for dim in 0..rank {
        if at(&all, dim).is_none() {
            all.push(dim);
        }
    }
    Dims::from_slice(&all)
}
