//! Each copy of a region equals its naive definition, element by element: elements of a byte or more.

use tiled_layout::{Mapping, Stores, View, ViewMut};

use super::guarded::{Guarded, Value};
use crate::part::Part;

/// The region of a view, or all of it.
macro_rules! taken {
    (region, $view:ident, $part:expr) => {
        $view.region(&$part.region[..]).unwrap()
    };
    (whole, $view:ident, $part:expr) => {
        $view
    };
}
macro_rules! taken_mut {
    (region, $view:ident, $part:expr) => {
        $view.region_mut(&$part.region[..]).unwrap()
    };
    (whole, $view:ident, $part:expr) => {
        $view
    };
}

/// The law for two regions, for a region and a whole array, and for the reverse: their views have
/// different types.
macro_rules! laws {
    ($($(#[$meta:meta])* $name:ident: $to:tt from $from:tt;)*) => {$(
        $(#[$meta])*
        pub(super) fn $name<T: Value, A: Stores<T>, B: Stores<T>>(
            (a, to): (&A, &Part),
            (b, from): (&B, &Part),
        ) {
            let (extents, sides) = (to.extents(), [to.positions(), from.positions()]);
            let [to_positions, from_positions] = &sides;
            let what = |consumer: &'static str| {
                let size = size_of::<T>();
                move || format!("{consumer}: {to} from {from}, elements of {size} bytes")
            };
            let value_before = |position: usize| T::of(position + (1 << 12));
            let mut source = Guarded::new(b.padded_len(), T::of);
            let source = source.inner();
            let view = b.view(source).unwrap();
            let taken = taken!($from, view, from);
            assert_eq!(taken.dims(), extents);

            let pairs = || to_positions.iter().copied().zip(from_positions.iter().copied());

            // What is written: each element of the region, and nothing else.
            let mut expected: Vec<T> = (0..a.padded_len()).map(value_before).collect();
            for (position, from) in pairs() {
                expected[position] = T::of(from);
            }
            macro_rules! writes {
                ($consumer:literal, $target:ident, $copy:expr) => {{
                    let mut buffer = Guarded::new(a.padded_len(), value_before);
                    #[allow(unused_mut, reason = "a whole view is moved")]
                    let mut whole = a.view_mut(buffer.inner()).unwrap();
                    #[allow(unused_mut, reason = "a whole view is moved")]
                    let mut $target = taken_mut!($to, whole, to);
                    $copy;
                    buffer.assert(&expected, what($consumer));
                }};
            }
            writes!("copy_from", target, target.copy_from(taken).unwrap());
            for dim in 0..extents.len() {
                writes!("by index", target, by_index(&mut target, &taken, dim));
            }
            #[cfg(feature = "rayon")]
            writes!("par_copy_from", target, target.par_copy_from(taken).unwrap());
            #[cfg(feature = "alloc")]
            let rows: Vec<T> = from_positions.iter().map(|&position| T::of(position)).collect();
            #[cfg(feature = "alloc")]
            assert_eq!(taken.to_row_major(), rows, "{}", what("to_row_major")());
        }
    )*};
}

laws! {
    /// A region into a region.
    regions: region from region;
    /// A whole array into a region.
    into_region: region from whole;
    /// A region into a whole array.
    from_region: whole from region;
}

/// Copies an array as its regions at each index of a dimension.
fn by_index<T: Value, D: Mapping, S: Mapping>(
    to: &mut ViewMut<'_, T, D>,
    from: &View<'_, T, S>,
    dim: usize,
) {
    for (index, (mut to, from)) in to.axis_iter_mut(dim).zip(from.axis_iter(dim)).enumerate() {
        match index % 3 {
            0 => to.copy_from_map(from, |value| value).unwrap(),
            #[cfg(feature = "alloc")]
            1 => to.copy_from_row_major(&from.to_row_major()).unwrap(),
            _ => to.copy_from(from).unwrap(),
        }
        assert_eq!(to, from);
    }
}
