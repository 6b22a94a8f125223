//! The strides of logical dimensions, where they have one, and which slices are contiguous.

use core::iter::successors;

use layout_core::spec::Dims;
use layout_core::util::arithmetic::product;

use crate::layout::Layout;

/// The most positions that a query visits.
const MAX_VISITED: usize = 1 << 16;

layout_core::numbers! {
    /// One stride per logical dimension, in elements: [`Array::logical_strides`]. A stride is
    /// negative if the next index has a lower position, which occurs in regions that cross the
    /// edge of a tile. Derefs to a slice.
    ///
    /// ```
    /// use tiled_layout::{LogicalStrides, layout};
    ///
    /// let view = <layout!(F32[3,5]<0,1>)>::view(&[0.0; 15])?;
    /// let strides: LogicalStrides = view.logical_strides().unwrap();
    /// assert_eq!(strides, LogicalStrides::from_slice(&[1, 3]));
    /// assert_eq!(strides[1], 3);
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    ///
    /// [`Array::logical_strides`]: crate::Array::logical_strides
    LogicalStrides: [isize; 12];
}

/// Returns the strides of a region of the array of `layout`: the region begins at index `low`
/// and has these extents. `None` if positions are not affine in the index.
pub(crate) fn of_region(
    layout: &Layout,
    low: &[usize],
    extents: &[usize],
) -> Option<LogicalStrides> {
    let mut strides = LogicalStrides::filled(0, extents.len());
    if extents.contains(&0) {
        return Some(strides);
    }
    let Some(terms) = layout.terms() else {
        return by_positions(layout, low, extents);
    };
    for (dim, (&low, &extent)) in low.iter().zip(extents).enumerate() {
        let of_dim = || terms.iter().filter(|term| term.dim == dim);
        let along = |index| of_dim().map(|term| term.along(index)).sum::<usize>() as isize;
        let step = |index| along(index) - along(index - 1);
        if extent == 1 {
            continue;
        }
        let stride = step(low + 1);
        // The step to an index depends on the largest period of the terms that divides it.
        // Each period divides the larger ones, so that a larger one divides at most one of
        // two successive multiples.
        let is_constant = |period: usize| {
            let first = (low / period).checked_add(1)?.checked_mul(period);
            let mut multiples = successors(first, |at| at.checked_add(period))
                .take(2)
                .take_while(|&at| at < low + extent);
            multiples.all(|at| step(at) == stride).then_some(())
        };
        is_constant(1)?;
        for term in of_dim() {
            is_constant(term.divisor)?;
            is_constant(term.period())?;
        }
        strides.set(dim, stride);
    }
    Some(strides)
}

/// As [`of_region`], of a region with elements, by comparing the positions of all of them: the
/// formula is not flat.
fn by_positions(layout: &Layout, low: &[usize], extents: &[usize]) -> Option<LogicalStrides> {
    let extents = Dims::from_slice(extents);
    let position = |within: &Dims| {
        let mut index = *within;
        for (at, low) in index.as_mut().iter_mut().zip(low) {
            *at += low;
        }
        layout.offset_unspecified(&index) as isize
    };
    let first = position(&Dims::filled(0, extents.len()));
    let mut strides = LogicalStrides::new(0);
    for (dim, &extent) in extents.iter().enumerate() {
        let mut second = Dims::filled(0, extents.len());
        second.set(dim, usize::from(extent > 1));
        strides.push(position(&second) - first);
    }
    let is_affine = |number| {
        let within = split(number, &extents);
        let products = within.iter().zip(&strides);
        let distance: isize = products.map(|(&at, stride)| at as isize * stride).sum();
        position(&within) == first + distance
    };
    (0..product(&extents)).all(is_affine).then_some(strides)
}

/// Returns true if each slice along dimension `dim`, of more than one element, is one block of
/// the buffer, which has more than one slice. Without a flat formula, it visits the positions of
/// a small buffer, and does not know the answer for a large one.
pub(crate) fn dim_is_contiguous(layout: &Layout, dim: usize) -> Option<bool> {
    if let Some(formula) = layout.formula() {
        let leads = formula.leads(dim);
        if leads || formula.flat().is_some() {
            return Some(leads);
        }
    }
    if layout.padded_len() > MAX_VISITED {
        return None;
    }
    // In memory order, each index comes up once: no more changes than indices.
    let mut indices = (0..layout.padded_len()).filter_map(|position| layout.index(position));
    let mut last = None;
    let mut changes = 0;
    Some(indices.all(|index| {
        changes += usize::from(last.replace(index[dim]) != Some(index[dim]));
        changes <= layout.dims()[dim]
    }))
}

/// Returns the digits of `number` in a mixed radix, the last one least significant.
pub(crate) const fn split(number: usize, radix: &Dims) -> Dims {
    let mut digits = *radix;
    let mut rest = number;
    let mut i = radix.len();
    while i > 0 {
        i -= 1;
        digits.set(i, rest % radix.at(i));
        rest /= radix.at(i);
    }
    digits
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use layout_oracle::exhaustive::{self, Share};
    use layout_oracle::part::Part;

    use super::of_region;
    use crate::layout::Layout;

    /// Returns the strides by the definition: `None` if a position is not the sum of index times
    /// stride.
    fn by_definition(part: &Part) -> Option<alloc::vec::Vec<isize>> {
        let (extents, positions) = (part.extents(), part.positions());
        let number = |index: &[usize]| {
            let places = index.iter().zip(&extents);
            places.fold(0, |number, (i, extent)| number * extent + i)
        };
        let mut strides = alloc::vec![0; extents.len()];
        for dim in 0..extents.len() {
            let mut second = alloc::vec![0; extents.len()];
            second[dim] = 1;
            if extents[dim] > 1 && !positions.is_empty() {
                strides[dim] = positions[number(&second)] as isize - positions[0] as isize;
            }
        }
        let is_affine = |(number, &position): (usize, &usize)| {
            let (mut rest, mut distance) = (number, 0);
            for (&extent, stride) in extents.iter().zip(&strides).rev() {
                distance += (rest % extent) as isize * stride;
                rest /= extent;
            }
            position as isize == positions[0] as isize + distance
        };
        let mut positions_in_order = positions.iter().enumerate();
        positions_in_order.all(is_affine).then_some(strides)
    }

    /// Compares with the definition; true if the region has strides.
    fn check(part: &Part) -> bool {
        let layout = Layout::parse(&part.spec.text("u32")).unwrap();
        let low: alloc::vec::Vec<_> = part.region.iter().map(|range| range.start).collect();
        let found = of_region(&layout, &low, &part.extents());
        let expected = by_definition(part);
        assert_eq!(found.as_deref(), expected.as_deref(), "{part}");
        expected.is_some()
    }

    /// All regions of small layouts.
    #[test]
    #[cfg_attr(miri, ignore = "many layouts")]
    fn strides_exist_if_positions_are_affine() {
        let (mut with, mut without) = (0, 0);
        let share = Share {
            first: 5,
            step: 371,
        };
        exhaustive::regions(share, |part| {
            if check(&part) {
                with += 1
            } else {
                without += 1
            }
        });
        assert!(with > 1000 && without > 20, "{with} {without}");
    }

    /// Regions within a tile, across one edge, backwards across an edge, and of formulas that
    /// are not flat.
    #[test]
    #[expect(clippy::single_range_in_vec_init, reason = "a region of one dimension")]
    fn strides_beside_edges() {
        for (text, region, has_strides) in [
            ("u32[16,256]{1,0:T(8,128)}", &[2..7, 100..120][..], true),
            ("u32[16,256]{1,0:T(8,128)}", &[2..7, 100..130], false),
            ("u32[16,256]{1,0:T(8,128)}", &[7..9, 127..129], true),
            ("u32[16,256]{1,0:T(8,128)}", &[7..10, 127..129], false),
            ("u32[16,256]{1,0:T(8,128)}", &[7..7, 100..130], true),
            ("u16[16,256]{1,0:T(8,128)(2,1)}", &[2..4, 100..120], true),
            ("u16[16,256]{1,0:T(8,128)(2,1)}", &[2..5, 100..120], false),
            ("u16[300]{0:T(256)(128)(2,1)}", &[127..129], true),
            ("u16[300]{0:T(256)(128)(2,1)}", &[127..130], false),
            ("u32[10,11]{1,0:T(3,3)(2,2)}", &[3..5, 6..8], true),
            ("u32[10,11]{1,0:T(3,3)(2,2)}", &[3..6, 6..8], false),
            ("u32[4,5,9]{2,1,0:T(*,2,2)}", &[1..2, 3..5, 2..4], true),
            ("u32[4,5,9]{2,1,0:T(*,2,2)}", &[1..2, 1..4, 2..4], false),
        ] {
            let part = Part::of(text, region);
            assert_eq!(check(&part), has_strides, "{part}");
        }
        let layout = Layout::parse("u16[300]{0:T(256)(128)(2,1)}").unwrap();
        assert_eq!(of_region(&layout, &[127], &[2]).unwrap(), [-253]);
    }
}
