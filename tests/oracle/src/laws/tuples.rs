//! A tuple of ranges and indices selects the elements of the naive definition, with indices in any
//! place of the tuple, for ranks 0 to 12; so do rows and columns.

use std::ops::Range;

use tiled_layout::{
    IndexRanges, Layout, Mapping, RegionError, Stores, ViewMut, WholeBuffer, layout,
};

use super::parsed;
use crate::naive::Spec;
use crate::part::Elements;
use crate::random::Random;

/// The indices of one dimension that a tuple selects.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    Index,
    Range,
    All,
    From,
    To,
}

/// The tuple's item of a kind, and the tuple's item for a range of indices.
macro_rules! cut {
    (kind i) => {
        Cut::Index
    };
    (kind r) => {
        Cut::Range
    };
    (kind a) => {
        Cut::All
    };
    (kind f) => {
        Cut::From
    };
    (kind t) => {
        Cut::To
    };
    (i $range:expr) => {
        $range.start
    };
    (r $range:expr) => {
        $range
    };
    (a $range:expr) => {{
        let _ = $range;
        ..
    }};
    (f $range:expr) => {
        $range.start..
    };
    (t $range:expr) => {
        ..$range.end
    };
}

/// Chooses one of these tuples, and checks it for an array.
macro_rules! one_tuple {
    ($array:ident, $layout:ident, $elements:ident, $random:ident; $(($($cut:ident)*))*) => {{
        let tuples: &[&[Cut]] = &[$(&[$(cut!(kind $cut)),*]),*];
        let mut number = $random.below(tuples.len());
        let selected = select(tuples[number], &$elements.extents, $random);
        $(
            if number == 0 && let Some(selected) = &selected {
                check($array, selected, (&$layout, $elements), |region| {
                    let mut _next = region.iter().cloned();
                    ($(cut!($cut _next.next().unwrap()),)*)
                });
            }
            number = number.wrapping_sub(1);
        )*
        let _ = number;
    }};
}

/// The same for an array of any of these ranks.
macro_rules! tuples_of_ranks {
    ($spec:ident, $random:ident; $($rank:literal: $tuples:tt;)*) => {{
        let layout = parsed(&$spec, "u32");
        let elements = &Elements::of(&$spec);
        let mut buffer: Vec<u32> = (0..layout.padded_len() as u32).collect();
        match $spec.dims.len() {
            $($rank => {
                if $random.below(2) == 0 {
                    let array = &mut layout.view_mut(&mut buffer).unwrap();
                    tuples_of_ranks!(@ array, layout, elements, $random, $tuples);
                } else {
                    let ranked = layout.ranked::<$rank>().unwrap();
                    let array = &mut ranked.view_mut(&mut buffer).unwrap();
                    tuples_of_ranks!(@ array, layout, elements, $random, $tuples);
                }
            })*
            _ => {}
        }
    }};
    (@ $array:ident, $layout:ident, $elements:ident, $random:ident, { $($tuple:tt)* }) => {
        one_tuple!($array, $layout, $elements, $random; $($tuple)*)
    };
}

/// Checks a tuple of ranges and indices of an array of a rank from 0 to 12.
#[allow(clippy::unused_unit, reason = "of the tuple without dimensions")]
pub fn tuples(random: &mut Random, most: usize) {
    let rank = random.below(13);
    let mut dims = vec![1; rank];
    let mut left = most;
    for dim in random.order(rank) {
        let extent = 1 + random.below(left.min(9));
        dims[dim] = extent;
        left = (left / extent).max(1);
    }
    // The tiles of large ranks may make too many dimensions.
    let spec = loop {
        let spec = random.aimed_spec_of(dims.clone(), most);
        if Layout::parse(&spec.text("u32")).is_ok() {
            break spec;
        }
    };
    tuples_of_ranks! { spec, random;
        0: { () };
        1: { (i) (r) (f) (t) };
        2: { (i a) (a i) (i i) (r f) (i r) (r i) };
        3: { (i r a) (r i f) (t r i) (i i r) (i r i) (r i i) (i i i) (a f t) };
        4: { (i r r r) (r i f r) (t r a i) (i r i r) (r i i r) (i i i i) (r r r r) };
        5: { (i r r r r) (r r i r r) (r r r r i) (i a i f i) (i i i i i) (r r r r r) };
        6: { (i r r r r r) (r r i i r r) (r r r r r i) (r i r i r i) (i i i i i i) (r f r t r a) };
        7: { (i r r r r r r) (r r r i r r r) (i r i r i r i) (i i i i i i i) (r r r r r r r) };
        8: { (i r r r r r r r) (r r i r i r r i) (i i i i i i i i) (r r r r r r r r) };
        9: { (r r r r r r r r i) (i r r i r r i r r) (i i i i i i i i i) (r r r r r r r r r) };
        10: { (r i r r r r r r r r) (i i i i i r r r r r) (i i i i i i i i i i) (r r r r r r r r r r) };
        11: { (r r r r r i r r r r r) (i r i r i r i r i r i) (r r r r r r r r r r r) };
        12: {
            (i r r r r r r r r r r r) (r r r r r r r r r r r i) (r i r i r i r i r i r i)
            (i i i i i i i i i i i i) (r f t a r f t a r f t a)
        };
    }
}

/// The indices that a tuple selects.
struct Selected {
    region: Vec<Range<usize>>,
    removed: Vec<usize>,
}

fn select(cuts: &[Cut], extents: &[usize], random: &mut Random) -> Option<Selected> {
    let range = |(&cut, &extent): (&Cut, &usize)| {
        let (a, b) = (random.below(extent + 1), random.below(extent + 1));
        match cut {
            Cut::Index if extent == 0 => None,
            Cut::Index => Some(a % extent..a % extent + 1),
            Cut::Range => Some(a.min(b)..a.max(b)),
            Cut::All => Some(0..extent),
            Cut::From => Some(a..extent),
            Cut::To => Some(0..b),
        }
    };
    let region: Option<Vec<_>> = cuts.iter().zip(extents).map(range).collect();
    let removed = (0..cuts.len()).filter(|&dim| cuts[dim] == Cut::Index);
    Some(Selected {
        region: region?,
        removed: removed.collect(),
    })
}

/// Checks the part that a tuple selects, of an array whose elements are their positions.
fn check<M: Mapping, R: IndexRanges<M::Index>>(
    array: &mut ViewMut<'_, u32, M>,
    selected: &Selected,
    (layout, elements): (&Layout, &Elements),
    tuple: impl Fn(&[Range<usize>]) -> R,
) {
    let Selected { region, removed } = selected;
    let expected = elements.region(region).without(removed);
    let what = || format!("{region:?} without {removed:?} of {layout}");
    let part = array.region(tuple(region)).unwrap();
    assert_eq!(part.dims(), expected.extents, "{}", what());
    let positions = part.iter().map(|&position| position as usize);
    assert!(
        positions.eq(expected.positions.iter().copied()),
        "{}",
        what()
    );
    for (number, (index, element)) in part.indexed_iter().enumerate() {
        assert_eq!(index.as_ref(), expected.index(number), "{}", what());
        assert_eq!(part[index], *element, "{}", what());
    }
    // The first index that is out of bounds.
    for &dim in removed {
        let (mut past, extent) = (region.clone(), elements.extents[dim]);
        past[dim] = extent..extent + 1;
        let error = array.region(tuple(&past)).unwrap_err();
        let index = extent;
        assert_eq!(
            error,
            RegionError::IndexOutOfBounds { dim, index, extent },
            "{}",
            what()
        );
    }
    array.region_mut(tuple(region)).unwrap().fill(u32::MAX);
    let is_in = |position| expected.positions.contains(position);
    let after = elements.positions.iter().map(|position| {
        if is_in(position) {
            u32::MAX
        } else {
            *position as u32
        }
    });
    assert!(array.iter().copied().eq(after), "{}", what());
}

/// Checks the rows and columns of a part of an array of two dimensions.
pub fn lines(random: &mut Random, most: usize) {
    type Static = layout!(U32[13,30]<1,0:T(4,16)(2,1)>);
    type Partial = layout!(U32[?,30]<1,0:T(6,8)(3,2)>);
    let kind = random.below(6);
    let dims = match kind {
        0 => vec![13, 30],
        1 => vec![random.below(20), 30],
        _ => vec![random.below(30), random.below(30)],
    };
    let mut spec = random.aimed_spec_of(dims, most);
    match kind {
        0 => spec = Spec::parse(&Static::LAYOUT.to_string()),
        1 => {
            spec = Spec::parse(
                &Partial::with_dims([spec.dims[0], 30])
                    .unwrap()
                    .layout()
                    .to_string(),
            )
        }
        _ => {}
    }
    let layout = parsed(&spec, "u32");
    let part = random.part_of(spec);
    let elements = Elements::of(&part.spec).region(&part.region);
    let buffer: Vec<u32> = (0..layout.padded_len() as u32).collect();
    macro_rules! lines_of {
        ($mapping:expr) => {{
            let mut buffer = buffer.clone();
            let mut array = $mapping.view_mut(&mut buffer).unwrap();
            let mut array = array.region_mut(&part.region[..]).unwrap();
            lines_of!(@ array);
            let mut expected: Vec<u32> = (0..buffer.len() as u32).collect();
            for (number, &position) in elements.positions.iter().enumerate() {
                let (row, column) = (number / elements.extents[1], number % elements.extents[1]);
                expected[position] = (100_000 + 1000 * row + column) as u32;
            }
            assert_eq!(buffer, expected, "{part}");
        }};
        (@ $array:ident) => {{
            let [rows, columns] = elements.extents[..] else {
                unreachable!("of two dimensions");
            };
            let row = |row: usize| elements.positions[row * columns..][..columns].to_vec();
            let column = |column| (0..rows).map(|i| elements.positions[i * columns + column]).collect();
            let of = |line: &mut dyn Iterator<Item = u32>| -> Vec<usize> {
                line.map(|position| position as usize).collect()
            };
            let mut found = $array.rows();
            assert_eq!(found.len(), rows, "{part}");
            for i in 0..rows {
                let line = found.next().unwrap();
                assert_eq!(of(&mut line.iter().copied()), row(i), "{part}: row {i}");
                assert_eq!(of(&mut $array.row(i).iter().copied()), row(i), "{part}: row {i}");
            }
            assert!(found.next().is_none(), "{part}");
            for j in 0..columns {
                let found = of(&mut $array.column(j).iter().copied());
                let expected: Vec<usize> = column(j);
                assert_eq!(found, expected, "{part}: column {j}");
            }
            // Every row is in use at the same time.
            let mut lines: Vec<_> = $array.rows_mut().collect();
            for j in 0..columns {
                for (i, line) in lines.iter_mut().enumerate().rev() {
                    line[[j]] = (1000 * i + j) as u32;
                }
            }
            drop(lines);
            for i in 0..rows {
                $array.row_mut(i).iter_mut().for_each(|x| *x += 40_000);
            }
            for j in 0..columns {
                $array.column_mut(j).iter_mut().for_each(|x| *x += 60_000);
            }
        }};
    }
    match kind {
        0 => lines_of!(Static::new()),
        1 => lines_of!(Partial::with_dims([part.spec.dims[0], 30]).unwrap()),
        2 => lines_of!(layout.ranked::<2>().unwrap()),
        _ => lines_of!(layout),
    }
}
