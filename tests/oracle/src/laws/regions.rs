//! Each consumer of a region equals its naive definition, element by element: elements of a byte
//! or more.

#[cfg(feature = "rayon")]
use std::sync::Mutex;

use tiled_layout::{Stores, Zip};

use super::guarded::{Guarded, Value};
use crate::part::Part;

/// Positions of elements that are lent, by their addresses.
struct Lent {
    start: usize,
    size: usize,
}

impl Lent {
    /// Of a buffer.
    fn from<T>(buffer: &[T]) -> Lent {
        Lent {
            start: buffer.as_ptr().addr(),
            size: size_of::<T>(),
        }
    }

    /// The position of an element, or a number that is not one.
    fn position<T>(&self, element: &T) -> usize {
        let bytes = std::ptr::from_ref(element).addr().wrapping_sub(self.start);
        match bytes % self.size {
            0 => bytes / self.size,
            _ => usize::MAX,
        }
    }
}

/// Checks that these are the expected ones, each once, in any order.
#[track_caller]
fn same<X: Ord + std::fmt::Debug>(
    mut found: Vec<X>,
    expected: impl IntoIterator<Item = X>,
    what: impl Fn() -> String,
) {
    let mut expected: Vec<X> = expected.into_iter().collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{}", what());
}

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
            let before = || Guarded::new(a.padded_len(), value_before);
            let mut source = Guarded::new(b.padded_len(), T::of);
            let source = source.inner();
            let view = b.view(source).unwrap();
            let taken = taken!($from, view, from);
            assert_eq!(taken.dims(), extents);

            // Which elements are lent, by their addresses.
            let mut buffer = before();
            let (lent, read) = (Lent::from(buffer.inner()), Lent::from(source));
            #[allow(unused_mut, reason = "a whole view is moved")]
            let mut whole = a.view_mut(buffer.inner()).unwrap();
            #[allow(unused_mut, reason = "a whole view is moved")]
            let mut target = taken_mut!($to, whole, to);
            macro_rules! lends {
                ($consumer:literal, $found:ident, $loop:expr) => {
                    let mut $found = Vec::new();
                    $loop;
                    same($found, to_positions.iter().copied(), what($consumer));
                };
            }
            lends!("for_each", found, Zip::from(&mut target).for_each(|x| {
                found.push(lent.position(x));
            }));
            lends!("iter_mut", found, target.iter_mut().for_each(|x| {
                found.push(lent.position(x));
            }));
            lends!("map_inplace", found, target.map_inplace(|x| found.push(lent.position(x))));
            lends!("runs_mut", found, target.runs_mut().for_each(|(_, run)| {
                found.extend(run.iter().map(|x| lent.position(x)));
            }));
            #[cfg(feature = "rayon")]
            lends!("par_for_each", found, {
                let positions = Mutex::new(Vec::new());
                Zip::from(&mut target).par_for_each(|x| {
                    positions.lock().unwrap().push(lent.position(x));
                });
                found.extend(positions.into_inner().unwrap());
            });
            let pairs = || to_positions.iter().copied().zip(from_positions.iter().copied());
            let mut found = Vec::new();
            Zip::indexed(&mut target).and(taken).for_each(|index, x, y| {
                let number = index.as_ref().iter().zip(&extents);
                let number = number.fold(0, |number, (i, extent)| number * extent + i);
                found.push((number, (lent.position(x), read.position(y))));
            });
            same(found, pairs().enumerate(), what("indexed"));
            let mut found = Vec::new();
            Zip::from(taken).and(&mut target).and(taken).for_each(|y, x, again| {
                assert_eq!(read.position(y), read.position(again));
                found.push((lent.position(x), read.position(y)));
            });
            same(found, pairs(), what("for_each of three"));
            #[cfg(feature = "rayon")]
            {
                let found = Mutex::new(Vec::new());
                Zip::from(&mut target).and(taken).par_for_each(|x, y| {
                    found.lock().unwrap().push((lent.position(x), read.position(y)));
                });
                same(found.into_inner().unwrap(), pairs(), what("par_for_each of two"));
            }

            // What is written: each element of the region, and nothing else.
            let mut expected: Vec<T> = (0..a.padded_len()).map(value_before).collect();
            for (position, from) in pairs() {
                expected[position] = T::of(from);
            }
            macro_rules! writes {
                ($consumer:literal, $target:ident, $copy:expr) => {{
                    let mut buffer = before();
                    #[allow(unused_mut, reason = "a whole view is moved")]
                    let mut whole = a.view_mut(buffer.inner()).unwrap();
                    #[allow(unused_mut, reason = "a whole view is moved")]
                    let mut $target = taken_mut!($to, whole, to);
                    $copy;
                    buffer.assert(&expected, what($consumer));
                }};
            }
            writes!("zip_mut_with", target, target.zip_mut_with(taken, |x, y| *x = *y));
            writes!("copy_from", target, target.copy_from(taken).unwrap());
            #[cfg(feature = "rayon")]
            writes!("par_copy_from", target, target.par_copy_from(taken).unwrap());
            #[cfg(feature = "alloc")]
            let rows: Vec<T> = from_positions.iter().map(|&position| T::of(position)).collect();
            #[cfg(feature = "alloc")]
            assert_eq!(taken.to_row_major(), rows, "{}", what("to_row_major")());

            // Equal, until an element differs; other positions do not count.
            let mut changed = expected.clone();
            for position in 0..changed.len() {
                changed[position] = T::of(0); // outside of the region
            }
            for &position in to_positions {
                changed[position] = expected[position];
            }
            let view = a.view(&changed).unwrap();
            let copy = taken!($to, view, to);
            assert!(copy == taken, "{}", what("==")());
            assert!(taken == copy, "{}", what("== from the right")());
            assert!(!(copy != taken), "{}", what("!=")());
            let count = to_positions.len();
            for number in [0, count / 3, count.saturating_sub(1)] {
                let Some(&position) = to_positions.get(number) else { break };
                changed[position] = T::of(from_positions[number] + 1);
                let view = a.view(&changed).unwrap();
                let copy = taken!($to, view, to);
                assert!(copy != taken, "{} where {number} differs", what("!=")());
                changed[position] = expected[position];
            }
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
