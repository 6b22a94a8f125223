//! A copy is element by element, in both directions, and touches nothing else: elements of a byte
//! or more.

use tiled_layout::{
    CopyError, CopyPlan, Layout, Mapping, Stores, View, ViewError, ViewMut, layout,
};

use super::guarded::{Guarded, Numbered, Value};
use super::kinds::{self, Case, Law};
use super::parsed;
use crate::naive::Spec;
use crate::part::Part;
use crate::random::Random;

/// Checks copies of a random case, of arrays of at most about `most` positions, or now and then of
/// more.
pub fn copies(random: &mut Random, most: usize) {
    let most = match random.below(128) {
        _ if cfg!(miri) => most,
        0 => 1 << 16,
        1 => 1 << 13,
        2..4 => {
            let kind = random.below(3);
            let (to, from) = many_pieces(kind > 0, random);
            return match kind {
                0 | 1 => every_way::<u8>(&to, &from),
                _ => every_way::<[f64; 2]>(&to, &from), // in dense blocks
            };
        }
        4..8 => {
            let (to, from) = one_row(random);
            return match random.below(4) {
                0 => every_way::<u8>(&to, &from),
                1 => every_way::<u16>(&to, &from),
                2 => every_way::<u64>(&to, &from),
                _ => every_way::<[f64; 2]>(&to, &from),
            };
        }
        _ => most,
    };
    match random.below(16) {
        0..5 => kinds::few_kinds(random, most, &mut Copies { most }),
        5..8 => {
            let (to, from) = two_parts(random, most);
            let element = random.pick(&["u8", "u16", "u32", "u64", "c128"]);
            byte_copies(element, &to, &from);
        }
        size => {
            let (to, from) = two_parts(random, most);
            match size {
                8 => every_way::<u8>(&to, &from),
                9 => every_way::<u16>(&to, &from),
                10 => every_way::<u64>(&to, &from),
                11 => every_way::<[f64; 2]>(&to, &from),
                _ => every_way::<u32>(&to, &from),
            }
        }
    }
}

/// Parts of two arrays, which have the same size. Half of the time one is a whole array.
pub(super) fn two_parts(random: &mut Random, most: usize) -> (Part, Part) {
    let mut to = random.aimed_part(most);
    if random.below(2) == 0 {
        to = Part::whole(to.spec);
    }
    let from = partner(&to, random, most);
    match random.below(2) {
        0 => (to, from),
        _ => (from, to),
    }
}

/// A region of the size of `part` in another array; more often the whole one than
/// [`Random::aimed_partner`].
fn partner(part: &Part, random: &mut Random, most: usize) -> Part {
    let mut partner = random.aimed_partner(part, most);
    if random.below(4) == 0 {
        partner.spec.dims = part.extents();
        partner.spec.pad.clear();
        partner = Part::whole(partner.spec);
    }
    partner
}

/// Parts of two arrays whose tiles do not divide one another, of so many pieces that a copy has no
/// plan: `long` pieces, or short ones that repeat after more elements than a block has.
fn many_pieces(long: bool, random: &mut Random) -> (Part, Part) {
    let (extents, tiles) = if long {
        ([1, 200, 220], [[13, 1], [17, 1]])
    } else {
        let [a, b] = random.pick(&[[5, 7], [4, 9], [5, 8]]);
        let [c, d] = random.pick(&[[7, 9], [8, 9], [5, 12]]);
        ([64, a * b, c * d], [[a, c], [b, d]])
    };
    let extents = extents.map(|extent| extent + random.below(3));
    let mut part = |tile: [usize; 2]| {
        let region: Vec<_> = extents
            .iter()
            .map(|extent| (random.below(2), extent))
            .map(|(low, extent)| low..low + extent)
            .collect();
        let spec = Spec {
            dims: region.iter().map(|range| range.end).collect(),
            minor_to_major: vec![2, 1, 0],
            tiles: vec![tile.map(Some).to_vec()],
            ..Spec::default()
        };
        Part::new(spec, region)
    };
    (part(tiles[0]), part(tiles[1]))
}

/// Parts of one row, whose elements have strides and begin anywhere in a tile.
fn one_row(random: &mut Random) -> (Part, Part) {
    let extent = random.pick(&[1, 8, 127, 128, 129, 300]) + random.below(3);
    let mut part = || {
        let (row, low) = (random.below(9), random.pick(&[0, 1, 127, 128]));
        let (rows, columns) = (row + 1 + random.below(2), low + extent + random.below(2));
        let order = random.pick(&[
            "{1,0:T(8,128)(2,1)}",
            "{0,1:T(8,4)}",
            "{1,0:T(3,20)(2,2)}",
            "{0,1}",
            "{1,0}",
        ]);
        let spec = Spec::parse(&format!("u8[{rows},{columns}]{order}"));
        Part::new(spec, vec![row..row + 1, low..low + extent])
    };
    (part(), part())
}

/// A value of each position before a copy.
fn before<T: Value>(position: usize) -> T {
    T::of(position + (1 << 12))
}

/// What is written to padding.
const FILLING: usize = 1 << 21;

/// Where each element is on both sides: the position in the destination, and the one in the source.
struct Pairs(Vec<(usize, usize)>);

impl Pairs {
    fn of(to: &Part, from: &Part) -> Pairs {
        Pairs(to.positions().into_iter().zip(from.positions()).collect())
    }

    /// A buffer of `len` of these values after a copy of elements that are values of their
    /// positions.
    fn copied<T: Value>(&self, len: usize, value: impl Fn(usize) -> T) -> Vec<T> {
        let mut expected: Vec<T> = (0..len).map(value).collect();
        for &(to, from) in &self.0 {
            expected[to] = T::of(from);
        }
        expected
    }
}

/// Runs a plan from a source to a destination.
type Run<'a> = &'a dyn Fn(&[u8], &mut [u8]) -> Result<(), CopyError>;

/// Checks a copy of a part of an array into a part of another of the same size, as bytes at any
/// address.
pub fn byte_copies(element: &str, to: &Part, from: &Part) {
    let [a, b] = [to, from].map(|part| parsed(&part.spec, element));
    let size = a.element_bits() / 8;
    let bytes = |(to, from)| (0..size).map(move |byte| (to * size + byte, from * size + byte));
    let pairs = Pairs(Pairs::of(to, from).0.into_iter().flat_map(bytes).collect());
    let expected = pairs.copied(a.padded_bytes(), before);
    let mut source = Guarded::new(b.padded_bytes(), u8::of);
    let mut check = |way, plan: Run<'_>| {
        let mut buffer = Guarded::new(a.padded_bytes(), before);
        plan(source.inner(), buffer.inner()).unwrap();
        buffer.assert(&expected, || {
            format!("{to} from {from}, bytes of {element}: {way}")
        });
    };
    let plan = region_plan((&a, to), (&b, from));
    check("region", &|from, to| plan.run_bytes(from, to));
    #[cfg(feature = "rayon")]
    check("region, by threads", &|from, to| {
        plan.par_run_bytes(from, to)
    });
    if to.is_whole() && from.is_whole() {
        let plan = CopyPlan::new(&b, &a).unwrap();
        check("whole", &|from, to| plan.run_bytes(from, to));
    }
}

fn low(part: &Part) -> Vec<usize> {
    part.region.iter().map(|range| range.start).collect()
}

pub(super) fn region_plan((a, to): (&Layout, &Part), (b, from): (&Layout, &Part)) -> CopyPlan {
    CopyPlan::region((b, &low(from)), (a, &low(to)), &to.extents()).unwrap()
}

/// A plan that searches for padding when it runs.
fn const_region_plan((a, to): (&Layout, &Part), (b, from): (&Layout, &Part)) -> CopyPlan {
    CopyPlan::const_region((b, &low(from)), (a, &low(to)), &to.extents()).unwrap()
}

/// Every way to copy a part of an array into a part of another one, both of layouts that are known
/// at run time.
fn every_way<T: Value>(to: &Part, from: &Part) {
    let [a, b] = [to, from].map(|part| parsed(&part.spec, T::ELEMENT));
    let pairs = Pairs::of(to, from);
    let expected = pairs.copied(a.padded_len(), before::<T>);
    let what = |way| move || format!("{to} from {from}, {}: {way}", T::ELEMENT);
    let mut source = Guarded::new(b.padded_len(), T::of);
    let view = b.view(source.inner()).unwrap();
    let region = view.region(&from.region[..]).unwrap();
    macro_rules! check {
        ($expected:expr, $way:expr, |$whole:ident| $copy:expr) => {{
            let mut buffer = Guarded::new(a.padded_len(), before::<T>);
            let mut $whole = a.view_mut(buffer.inner()).unwrap();
            $copy.unwrap();
            buffer.assert($expected, what($way));
        }};
    }
    macro_rules! from_each {
        (|$whole:ident, $source:ident| $copy:expr) => {
            let $source = region;
            check!(&expected, stringify!($copy), |$whole| $copy);
            if from.is_whole() {
                let $source = view;
                check!(&expected, stringify!($copy), |$whole| $copy);
            }
        };
    }
    let ranges = &to.region[..];
    from_each!(|whole, source| whole.region_mut(ranges).unwrap().copy_from(source));
    #[cfg(feature = "rayon")]
    from_each!(|whole, source| whole.region_mut(ranges).unwrap().par_copy_from(source));
    // Each element is converted once, to a value that is not in the source.
    let mut calls = 0;
    let converted: Vec<T> = {
        let mut converted: Vec<T> = (0..a.padded_len()).map(before).collect();
        for &(to, from) in &pairs.0 {
            converted[to] = T::of(from + 1);
        }
        converted
    };
    let numbers: Vec<u32> = (0..b.padded_len()).map(|at| at as u32).collect();
    let numbered = parsed(&from.spec, "u32");
    let numbers = numbered.view(&numbers).unwrap();
    let numbers = numbers.region(&from.region[..]).unwrap();
    check!(&converted, "copy_from_map", |whole| whole
        .region_mut(ranges)
        .unwrap()
        .copy_from_map(numbers, |x| {
            calls += 1;
            T::of(x as usize + 1)
        }));
    assert_eq!(calls, pairs.0.len(), "{}", what("copy_from_map")());
    let plan = region_plan((&a, to), (&b, from));
    check!(&expected, "plan", |whole| plan
        .run(view.as_slice(), whole.as_mut_slice()));
    let rows: Vec<T> = pairs.0.iter().map(|&(_, from)| T::of(from)).collect();
    check!(&expected, "copy_from_row_major", |whole| whole
        .region_mut(ranges)
        .unwrap()
        .copy_from_row_major(&rows));
    let mut row_major = Guarded::new(rows.len(), before::<T>);
    region.copy_to_row_major(row_major.inner()).unwrap();
    row_major.assert(&rows, what("copy_to_row_major"));
    row_lengths(region, &rows);
    let elements = Part::whole(to.spec.clone()).positions();
    let mut filled = vec![T::of(FILLING); a.padded_len()];
    elements.iter().for_each(|&at| filled[at] = before(at));
    pairs
        .0
        .iter()
        .for_each(|&(to, from)| filled[to] = T::of(from));
    for plan in [plan, const_region_plan((&a, to), (&b, from))] {
        check!(&filled, "plan, filling", |whole| plan.run_filling(
            view.as_slice(),
            whole.as_mut_slice(),
            T::of(FILLING)
        ));
    }
    #[cfg(feature = "alloc")]
    for (way, taken) in [
        ("to_row_major", region.to_row_major()),
        (
            "iter().copied()",
            region.iter().copied().collect::<Vec<_>>(),
        ),
    ] {
        assert_eq!(taken, rows, "{}", what(way)());
    }
    if !to.is_whole() {
        return;
    }
    from_each!(|whole, source| whole.copy_from(source));
    check!(&expected, "copy_from_row_major of all", |whole| whole
        .copy_from_row_major(&rows));
    #[cfg(feature = "rayon")]
    from_each!(|whole, source| whole.par_copy_from(source));
    check!(&filled, "filling", |whole| whole
        .copy_from_filling(region, T::of(FILLING)));
    #[cfg(feature = "alloc")]
    {
        let buffer = region.to_layout_with(a).unwrap();
        let expected = pairs.copied(a.padded_len(), |_| T::default());
        assert_eq!(buffer.as_slice(), expected, "{}", what("to_layout_with")());
    }
}

/// A slice of one element less or more is an error, and is not written.
fn row_lengths<T: Value, M: Mapping>(array: View<'_, T, M>, rows: &[T]) {
    let less = rows.len().checked_sub(1);
    for len in less.into_iter().chain([rows.len() + 1]) {
        let slice = vec![before::<T>(0); len];
        let mut written = slice.clone();
        let error = array.copy_to_row_major(&mut written).unwrap_err();
        assert_eq!((error.len(), &written), (len, &slice));
    }
}

/// The law, of arrays of at most about so many positions.
pub(super) struct Copies {
    pub(super) most: usize,
}

impl Law<u32> for Copies {
    fn holds<M: Mapping>(
        &mut self,
        array: &mut ViewMut<'_, u32, M>,
        case: &Case,
        random: &mut Random,
    ) {
        let rows = Part::rows(case.elements.extents.clone());
        let other = partner(&rows, random, self.most);
        let layout = parsed(&other.spec, "u32");
        let positions = case.elements.positions.iter().copied();
        let pairs = Pairs(other.positions().into_iter().zip(positions).collect());
        let mut buffer = Guarded::new(layout.padded_len(), before);
        let mut view = layout.view_mut(buffer.inner()).unwrap();
        let mut region = view.region_mut(&other.region[..]).unwrap();
        region.copy_from(array.view()).unwrap();
        let expected = pairs.copied(layout.padded_len(), before);
        buffer.assert(&expected, || format!("{other} from {case}"));

        let mut source = Guarded::new(layout.padded_len(), before);
        let view = layout.view(source.inner()).unwrap();
        array
            .copy_from(view.region(&other.region[..]).unwrap())
            .unwrap();
        let expected = pairs.0.iter().map(|&(at, _)| before::<u32>(at));
        assert!(expected.eq(array.iter().copied()), "{case} from {other}");
        row_major_copies(array, case);
    }
}

/// Copies of an array of any kind of layout to and from rows, and back.
fn row_major_copies<M: Mapping>(array: &mut ViewMut<'_, u32, M>, case: &Case) {
    let rows: Vec<u32> = (0..case.elements.positions.len()).map(u32::of).collect();
    array.copy_from_row_major(&rows).unwrap();
    let mut taken = vec![0; rows.len()];
    array.copy_to_row_major(&mut taken).unwrap();
    assert!(rows.iter().eq(array.iter()), "copy_from_row_major: {case}");
    assert_eq!(taken, rows, "copy_to_row_major: {case}");
    #[cfg(feature = "alloc")]
    assert_eq!(array.to_row_major(), rows, "to_row_major: {case}");
    row_lengths(array.view(), &rows);
    let error = array.copy_from_row_major(&vec![7; rows.len() + 1]);
    let ViewError::Length(error) = error.unwrap_err() else {
        panic!("the data is too long");
    };
    assert_eq!(error.len(), rows.len() + 1);
    assert!(rows.iter().eq(array.iter()), "nothing is written: {case}");
}

/// Checks copies between two layouts of the same dimensions that are both static, whose plans are
/// made at compile time: of each strategy, and of elements of each size.
pub fn static_copies() {
    fn copy<T: Value, A: Stores<T>, B: Stores<T>>(a: &A, b: &B) {
        let text = [a.layout().to_string(), b.layout().to_string()];
        let [to, from] = text.map(|text| Part::whole(Spec::parse(&text)));
        let expected = Pairs::of(&to, &from).copied(a.padded_len(), before::<T>);
        let mut source = Guarded::new(b.padded_len(), T::of);
        let source = b.view(source.inner()).unwrap();
        macro_rules! check {
            ($copy:ident) => {{
                let mut buffer = Guarded::new(a.padded_len(), before::<T>);
                a.view_mut(buffer.inner()).unwrap().$copy(source).unwrap();
                buffer.assert(&expected, || {
                    format!("{to} from {from}: {}", stringify!($copy))
                });
            }};
        }
        let plan = CopyPlan::new(b, a).unwrap();
        let mut buffer = Guarded::new(a.padded_len(), before);
        plan.run_filling(source.as_slice(), buffer.inner(), T::of(FILLING))
            .unwrap();
        let filled = Pairs::of(&to, &from).copied(a.padded_len(), |_| T::of(FILLING));
        buffer.assert(&filled, || format!("{to} from {from}: plan, filling"));
        check!(copy_from);
        #[cfg(feature = "rayon")]
        check!(par_copy_from);
    }
    macro_rules! pairs {
        ($($element:ty: $(($a:ty, $b:ty))*;)*) => {$($(
            copy::<$element, _, _>(&<$a>::new(), &<$b>::new());
            copy::<$element, _, _>(&<$b>::new(), &<$a>::new());
        )*)*};
    }
    pairs! {
        u8:
            (layout!(U8[37,70]<1,0:T(8,32)(4,1)>), layout!(U8[37,70]))
            (layout!(U8[8,16,24]<2,1,0:T(6,10)>), layout!(U8[8,16,24]<0,1,2:T(5,7)>));
        u16:
            (layout!(U16[20,300]<1,0:T(8,128)(2,1)>), layout!(U16[20,300]));
        u32:
            (layout!(U32[]<:T(128)>), layout!(U32[]))
            (layout!(U32[0,5]<1,0:T(2,2)>), layout!(U32[0,5]))
            (layout!(U32[3,5]<1,0:T(2,2)>), layout!(U32[3,5]<0,1>))
            (layout!(U32[40,33]<1,0:T(7,6)>), layout!(U32[40,33]<1,0:T(4,4)(3,3)>))
            (layout!(U32[5,6,7,8]<3,2,1,0:T(*,4,3)>), layout!(U32[5,6,7,8]<1,3,0,2:T(3,2)(2,2)>));
        u64:
            (layout!(U64[9,31]<1,0:T(*,7)>), layout!(U64[9,31]<0,1:T(4)>));
        [f64; 2]:
            (layout!(C128[9,31]<1,0:T(4,4)>), layout!(C128[9,31]<0,1:T(4,4)(2,2)>));
    }
}
