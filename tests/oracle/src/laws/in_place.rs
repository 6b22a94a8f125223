//! `map_inplace` visits each element once, in any order; `fill` writes to the elements, and
//! `fill_padding` to all other positions of a slice.

use tiled_layout::{Mapping, ViewMut, WholeBuffer};

use super::guarded::Value;
use super::iteration::same;
use super::kinds::{Case, Law};
use crate::random::Random;

/// The law.
pub(super) struct InPlace;

/// What is written to elements, and to padding.
const ELEMENT: usize = 1 << 20;
const PADDING: usize = (1 << 20) + 1;

impl<T: Value> Law<T> for InPlace {
    fn holds<M: Mapping>(&mut self, array: &mut ViewMut<'_, T, M>, case: &Case, _: &mut Random) {
        let mut found = Vec::new();
        array.map_inplace(|x| found.push(case.position(x)));
        let expected = case.elements.positions.iter().copied();
        same(found, expected, || format!("{case}: map_inplace"));
        array.fill(T::of(ELEMENT));
        assert!(array.iter().all(|x| *x == T::of(ELEMENT)), "{case}: fill");
    }

    fn holds_of_whole<M: WholeBuffer>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    ) {
        self.holds(array, case, random);
        let first = case.position(array.as_slice().as_ptr());
        array.fill_padding(T::of(PADDING));
        let slice = array.as_mut_slice();
        let mut expected = vec![T::of(PADDING); slice.len()];
        for position in &case.elements.positions {
            expected[position - first] = T::of(ELEMENT);
        }
        assert_eq!(*slice, *expected, "{case}: fill_padding");
        // Padding as it was.
        for (position, x) in slice.iter_mut().enumerate() {
            if *x == T::of(PADDING) {
                *x = T::of(first + position);
            }
        }
    }
}
