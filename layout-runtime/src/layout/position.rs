//! The positions of elements, and the elements at positions.

use layout_core::spec::display::print;
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;

/// Returns true if `index` has one number per dimension, each within it.
#[inline]
pub(crate) const fn contains(dims: &[usize], index: &[usize]) -> bool {
    if index.len() != dims.len() {
        return false;
    }
    let mut i = 0;
    while i < index.len() {
        if index[i] >= dims[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) const fn out_of_bounds(index: &[usize], layout: &Layout) -> ! {
    let mut words = ArrayString::<1024>::new();
    words.str("index [");
    let mut i = 0;
    while i < index.len() {
        words
            .str(if i > 0 { ", " } else { "" })
            .num(index[i] as u128);
        i += 1;
    }
    let rank = layout.rank();
    if index.len() == rank {
        words.str("] is out of bounds of ");
    } else {
        words.str("] has ").num(index.len() as u128);
        words.str(if index.len() == 1 {
            " number for the "
        } else {
            " numbers for the "
        });
        words.num(rank as u128);
        words.str(if rank == 1 {
            " dimension of "
        } else {
            " dimensions of "
        });
    }
    words.str(print(&layout.spec()).as_str());
    panic!("{}", words.as_str())
}
