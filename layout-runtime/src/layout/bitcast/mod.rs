//! When two layouts describe one buffer: `is_bitcast_of`.
//!
//! Both layouts are taken as functions from the row-major number of an element
//! to its position, so that arrays of different shapes compare too. A flat
//! formula has a normal form in that number ([`normal_form`]); what has none is
//! compared element by element.

mod error;
mod normal_form;

use layout_core::spec::{COMBINE, Spec};
use layout_core::util::array_vec::ArrayVec;

use crate::layout::{Index, Layout};
use normal_form::NormalForm;

pub use error::BitcastError;

impl Layout {
    /// Whether a buffer of this layout is, as it is, a buffer of the other:
    /// the same number of positions, and each element, counted row by row, at
    /// the same position. Dimensions and orders may differ, as in a reshape or
    /// a transpose that moves nothing. XLA's `ReshapeIsBitcast` answers this
    /// without looking at tiles; this looks at them.
    ///
    /// The element types and the bits of an element (`E`) must be the same, and
    /// so must the metadata before the data (`M`). Memory space, splits and the
    /// padding value are ignored.
    ///
    /// # Cost
    ///
    /// If both layouts have [`terms`](Layout::terms), the time is linear in the
    /// number of terms, about a microsecond. If one has none, because later
    /// tiles split earlier ones unevenly, elements are compared until two
    /// differ: along each dimension if the dimensions are equal and no tile has
    /// `*`, else all of them. If the text of a layout is not trusted, check for
    /// terms first.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let is_bitcast = |a, b| Layout::parse(a).unwrap().is_bitcast_of(&Layout::parse(b).unwrap());
    ///
    /// // One tile is as wide as the array: whole rows follow one another.
    /// assert!(is_bitcast("f32[24,128]{1,0:T(8,128)}", "f32[24,128]{1,0}"));
    /// // Here four columns of a row are followed by four of the next row.
    /// assert!(!is_bitcast("f32[4,8]{1,0:T(2,4)}", "f32[4,8]{1,0}"));
    /// // Padding takes space.
    /// assert!(!is_bitcast("f32[3,5]{1,0:T(2,2)}", "f32[3,5]{1,0}"));
    /// // A reshape and a transpose that move nothing.
    /// assert!(is_bitcast("f32[2,3,128]{2,1,0:T(1,128)}", "f32[6,128]{1,0:T(2,128)}"));
    /// assert!(is_bitcast("f32[1,5]{0,1}", "f32[5,1]{1,0}"));
    /// ```
    #[must_use]
    pub const fn is_bitcast_of(&self, other: &Layout) -> bool {
        let (a, b) = (&self.spec(), &other.spec());
        if a.element as u8 != b.element as u8
            || a.element_bits() != b.element_bits()
            || a.prefix != b.prefix
            || self.num_elements() != other.num_elements()
            || self.padded_len() != other.padded_len()
        {
            return false;
        }
        if self.num_elements() == 0 || same_formula(a, b) {
            return true;
        }
        let (a, b) = (&collapsed(self), &collapsed(other));
        if let (Some(a), Some(b)) = (NormalForm::new(a), NormalForm::new(b)) {
            return a.same(&b);
        }
        if separable(a, b) {
            return same_along_each_dim(a, b);
        }
        same_elements(a, b)
    }

    /// [`is_bitcast_of`](Layout::is_bitcast_of) with the reason where it is not.
    ///
    /// # Errors
    ///
    /// When a buffer of this layout is not one of the other.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let plain = Layout::parse("f32[3,5]{1,0}").unwrap();
    /// assert!(tiled.check_bitcast_of(&tiled).is_ok());
    /// let error = tiled.check_bitcast_of(&plain).unwrap_err();
    /// assert!(error.to_string().ends_with("it has 24 elements with padding, not 15"));
    /// ```
    pub const fn check_bitcast_of(&self, other: &Layout) -> Result<(), BitcastError> {
        BitcastError::check(self, other)
    }
}

/// Whether two specs say the same about positions.
const fn same_formula(a: &Spec, b: &Spec) -> bool {
    if !a.dims.same(&b.dims)
        || !a.minor_to_major.same(&b.minor_to_major)
        || a.tiles.len() != b.tiles.len()
        || !a.untiled_dims().same(&b.untiled_dims())
    {
        return false;
    }
    let mut t = 0;
    while t < a.tiles.len() {
        if !a.tiles.at(t).same(&b.tiles.at(t)) {
            return false;
        }
        t += 1;
    }
    true
}

/// The array whose dimensions that the first tile merges are one, where they
/// are neighbours in the array too: `[7,3]` under `T(*,2)` is `[21]` under
/// `T(2)`.
const fn collapsed(layout: &Layout) -> Layout {
    let mut spec = layout.spec();
    let mut again = !spec.tiles.is_empty();
    while again {
        again = false;
        let rank = spec.dims.len();
        let mut place = 0;
        while place + 1 < rank {
            if merges(&spec, place) {
                spec = merged(&spec, place);
                again = true;
                break;
            }
            place += 1;
        }
    }
    Layout::new(spec, layout.sizes())
}

/// The logical dimension of a physical dimension, 0 the most major one.
const fn dim_at(spec: &Spec, place: usize) -> usize {
    spec.minor_to_major.at(spec.dims.len() - 1 - place)
}

/// The entry of the first tile for a physical dimension; `None` where the tile
/// is too short to have one.
const fn entry_at(spec: &Spec, place: usize) -> Option<usize> {
    (spec.tiles.at(0).len() + place).checked_sub(spec.dims.len())
}

/// Whether the first tile merges a physical dimension into the next.
const fn merges(spec: &Spec, place: usize) -> bool {
    let (dim, next) = (dim_at(spec, place), dim_at(spec, place + 1));
    let whole = match spec.pad {
        Some(pad) => pad.widths.at(next) == spec.dims.at(next),
        None => true,
    };
    match entry_at(spec, place) {
        Some(entry) => spec.tiles.at(0).at(entry) == COMBINE && dim + 1 == next && whole,
        None => false,
    }
}

/// The spec with a physical dimension merged into the next.
const fn merged(spec: &Spec, place: usize) -> Spec {
    let dim = dim_at(spec, place);
    let mut next = *spec;
    next.dims = fused(&spec.dims, dim);
    if let (Some(pad), Some(of)) = (&mut next.pad, &spec.pad) {
        pad.widths = fused(&of.widths, dim);
    }
    next.minor_to_major = ArrayVec::new(0);
    let mut i = 0;
    while i < spec.minor_to_major.len() {
        let old = spec.minor_to_major.at(i);
        if old != dim {
            next.minor_to_major.push(old - (old > dim) as usize);
        }
        i += 1;
    }
    if let Some(entry) = entry_at(spec, place) {
        let mut tile = spec.tiles.at(0);
        tile.remove(entry);
        next.tiles.set(0, tile);
    }
    next
}

/// The numbers with number `dim` and the one after it multiplied.
const fn fused<const N: usize>(numbers: &ArrayVec<usize, N>, dim: usize) -> ArrayVec<usize, N> {
    let mut fused = *numbers;
    fused.set(dim + 1, numbers.at(dim) * numbers.at(dim + 1));
    fused.remove(dim);
    fused
}

/// The position of the element of row-major number `n`.
const fn position(layout: &Layout, n: usize) -> usize {
    let mut index = Index::filled(0, layout.rank());
    let mut rest = n;
    let mut dim = layout.rank();
    while dim > 0 {
        dim -= 1;
        index.set(dim, rest % layout.dims()[dim]);
        rest /= layout.dims()[dim];
    }
    layout.offset_unchecked(index.as_slice())
}

/// Whether both positions are sums of one function a dimension, over the same
/// dimensions: without `*`, no dimension carries into another.
const fn separable(a: &Layout, b: &Layout) -> bool {
    let (a, b) = (a.spec(), b.spec());
    a.dims.same(&b.dims) && !combines(&a) && !combines(&b)
}

const fn combines(spec: &Spec) -> bool {
    let mut t = 0;
    while t < spec.tiles.len() {
        let tile = spec.tiles.at(t);
        let mut k = 0;
        while k < tile.len() {
            if tile.at(k) == COMBINE {
                return true;
            }
            k += 1;
        }
        t += 1;
    }
    false
}

const fn same_along_each_dim(a: &Layout, b: &Layout) -> bool {
    let mut dim = 0;
    while dim < a.rank() {
        let mut index = Index::filled(0, a.rank());
        let mut i = 0;
        while i < a.dims()[dim] {
            index.set(dim, i);
            let index = index.as_slice();
            if a.offset_unchecked(index) != b.offset_unchecked(index) {
                return false;
            }
            i += 1;
        }
        dim += 1;
    }
    true
}

const fn same_elements(a: &Layout, b: &Layout) -> bool {
    let mut n = 0;
    while n < a.num_elements() {
        if position(a, n) != position(b, n) {
            return false;
        }
        n += 1;
    }
    true
}
