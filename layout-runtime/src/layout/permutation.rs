//! `permute_dimensions`: the same buffer with its logical dimensions in another
//! order.

use layout_core::spec::Dims;
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;

impl Layout {
    /// The same buffer as an array whose dimension `i` is dimension `permutation[i]` of
    /// this one: a transpose that copies nothing. XLA's `PermuteDimensions`. A transpose is
    /// a bitcast (XLA's `TransposeIsBitcast`) if the permuted layout
    /// [`is_bitcast_of`](Layout::is_bitcast_of) the layout of the result.
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let transposed = layout.permute_dimensions(&[1, 0]);
    /// assert_eq!(transposed.to_string(), "f32[5,3]{0,1:T(2,2)}");
    /// assert_eq!(transposed.offset(&[3, 2]), layout.offset(&[2, 3]));
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn permute_dimensions(&self, permutation: &[usize]) -> Layout {
        let mut spec = self.spec();
        let pad = spec.pad;
        spec.dims = Dims::new(0);
        spec.dynamic = 0;
        let mut new_number = Dims::filled(MISSING, self.rank());
        let mut i = 0;
        while i < permutation.len() {
            let dim = permutation[i];
            if dim >= self.rank() || new_number.at(dim) != MISSING {
                no_permutation(permutation, self.rank());
            }
            new_number.set(dim, i);
            spec.dims.push(self.dims()[dim]);
            spec.dynamic |= (self.is_dynamic_dimension(dim) as u16) << i;
            if let (Some(pad), Some(from)) = (&mut spec.pad, &pad) {
                pad.widths.set(i, from.widths.at(dim));
            }
            i += 1;
        }
        if i != self.rank() {
            no_permutation(permutation, self.rank());
        }
        i = 0;
        while i < self.rank() {
            spec.minor_to_major
                .set(i, new_number.at(spec.minor_to_major.at(i)));
            i += 1;
        }
        Layout::from_checked(spec, self.sizes()) // the buffer is the same
    }
}

/// No dimension has this number.
const MISSING: usize = usize::MAX;

#[track_caller]
const fn no_permutation(permutation: &[usize], rank: usize) -> ! {
    let mut words = ArrayString::<512>::new();
    words.str("the permutation [").list(permutation);
    words.str("] does not name each of ").num(rank as u128);
    words.str(" dimensions once");
    panic!("{}", words.as_str())
}
