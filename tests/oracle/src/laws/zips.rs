//! `Zip` of one to six arrays, by one thread or several, visits what nested loops over the indices
//! visit: elements at the same index, each once, in any order. `==` compares these elements.

#[cfg(feature = "rayon")]
use std::sync::Mutex;

use tiled_layout::{Layout, Mapping, ViewMut, Zip};

use super::guarded::Value;
use super::iteration::same;
use super::kinds::{Case, Law};
use super::{MANY, parsed};
use crate::part::Part;
use crate::random::Random;

/// The law, of arrays of at most about so many positions.
pub(super) struct Zips {
    pub(super) most: usize,
}

/// A region of an array of elements `T`, whose layout is known at run time.
struct Partner<T> {
    layout: Layout,
    part: Part,
    buffer: Vec<T>,
    case: Case,
}

impl<T: Value> Partner<T> {
    /// A region of these extents.
    fn new(extents: &[usize], random: &mut Random, most: usize) -> Self {
        let part = random.aimed_partner(&Part::rows(extents.to_vec()), most);
        let layout = parsed(&part.spec, T::ELEMENT);
        let buffer = vec![T::of(0); layout.padded_len()];
        let case = Case::new(&layout, &buffer).part("region", &part.region, &[]);
        Partner {
            layout,
            part,
            buffer,
            case,
        }
    }
}

/// A region of a partner, and the function that gives the position of an element.
macro_rules! region {
    ($partner:ident, $view:ident, $position:ident) => {
        let case = &$partner.case;
        let $position = |x: &u32| case.position(x);
        let whole = $partner.layout.view(&$partner.buffer).unwrap();
        let $view = whole.region(&$partner.part.region[..]).unwrap();
    };
    (mut $partner:ident, $view:ident, $position:ident) => {
        let case = &$partner.case;
        let $position = |x: &u32| case.position(x);
        let mut whole = $partner.layout.view_mut(&mut $partner.buffer).unwrap();
        let mut $view = whole.region_mut(&$partner.part.region[..]).unwrap();
    };
}

/// Calls a function with the elements at each index, by one thread or by several. The function
/// returns a list of numbers.
macro_rules! visited {
    ($by_threads:expr, $zip:expr, |$($x:ident),*| $numbers:expr) => {{
        let mut found = Vec::new();
        match $by_threads {
            #[cfg(feature = "rayon")]
            true => {
                let all = Mutex::new(Vec::new());
                $zip.par_for_each(|$($x),*| {
                    let numbers = $numbers;
                    all.lock().unwrap().push(numbers);
                });
                found.extend(all.into_inner().unwrap());
            }
            _ => $zip.for_each(|$($x),*| found.push($numbers)),
        }
        found
    }};
}

impl<T: Value> Law<T> for Zips {
    fn holds<M: Mapping>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    ) {
        self.equality(array, case, random);
        let elements = &case.elements;
        let mut partners: [Partner<u32>; 5] =
            std::array::from_fn(|_| Partner::new(&elements.extents, random, self.most));
        let names = partners.each_ref().map(|partner| partner.case.to_string());
        // The positions at each index: of the array, and of its partners.
        let rows: Vec<[usize; 6]> = (0..elements.positions.len())
            .map(|number| {
                let of = |partner: &Partner<u32>| partner.case.elements.positions[number];
                let [b, c, d, e, f] = partners.each_ref().map(of);
                [elements.positions[number], b, c, d, e, f]
            })
            .collect();
        let [b, c, d, e, f] = &mut partners;
        region!(b, b, at_b);
        region!(mut c, c, at_c);
        region!(d, d, at_d);
        region!(mut e, e, at_e);
        region!(f, f, at_f);
        let at = |x: &T| case.position(x);
        let by_threads = rows.len() > MANY / 4 || random.below(4) == 0;
        macro_rules! visits {
            ($zip:expr, |$($x:ident),*| $numbers:expr, $row:pat => $expected:expr) => {{
                let found = visited!(by_threads, $zip, |$($x),*| $numbers);
                let expected = rows.iter().enumerate().map(|$row| $expected);
                let what = || format!("{case}, {names:?}: {}", stringify!($zip));
                same(found, expected, what);
            }};
        }
        let number = |index: M::Index| elements.number(index.as_ref());
        match random.below(6) {
            0 => visits!(Zip::from(&mut *array), |x| at(x), (_, row) => row[0]),
            1 => visits!(
                Zip::indexed(&mut *array).and(b),
                |i, x, y| [number(i), at(x), at_b(y)],
                (n, row) => [n, row[0], row[1]]
            ),
            2 => {
                let view = array.view();
                visits!(
                    Zip::from(&mut c).and(view).and(b),
                    |z, x, y| [at(x), at_b(y), at_c(z)],
                    (_, row) => [row[0], row[1], row[2]]
                );
            }
            3 => visits!(
                Zip::from(b).and(&mut *array).and(&mut c).and(d).and(&mut e).and(f),
                |y, x, z, u, v, w| [at(x), at_b(y), at_c(z), at_d(u), at_e(v), at_f(w)],
                (_, row) => *row
            ),
            4 => {
                // One operand is the array, the others have one type.
                let found = visited!(
                    by_threads,
                    Zip::from(b).and(&mut c).and(d).and(&mut e),
                    |y, z, u, v| [at_b(y), at_c(z), at_d(u), at_e(v)]
                );
                same(
                    found,
                    rows.iter().map(|row| [row[1], row[2], row[3], row[4]]),
                    || format!("{names:?}: four"),
                );
                let found = visited!(
                    by_threads,
                    Zip::from(f).and(&mut c).and(d).and(&mut e).and(b),
                    |w, z, u, v, y| [at_b(y), at_c(z), at_d(u), at_e(v), at_f(w)]
                );
                same(
                    found,
                    rows.iter()
                        .map(|row| [row[1], row[2], row[3], row[4], row[5]]),
                    || format!("{names:?}: five"),
                );
            }
            _ => {
                let mut found = Vec::new();
                array.zip_mut_with(b, |x, y| found.push([at(x), at_b(y)]));
                let expected = rows.iter().map(|row| [row[0], row[1]]);
                same(found, expected, || {
                    format!("{case}, {names:?}: zip_mut_with")
                });
            }
        }
    }
}

impl Zips {
    /// Arrays are equal until an element differs; other positions do not count.
    fn equality<T: Value, M: Mapping>(
        &self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    ) {
        let mut partner = Partner::<T>::new(&case.elements.extents, random, self.most);
        let (from, to) = (&case.elements.positions, &partner.case.elements.positions);
        for (&from, &to) in from.iter().zip(to) {
            partner.buffer[to] = T::of(from);
        }
        let what = || format!("{case} and {}", partner.case);
        macro_rules! equal {
            ($expected:expr) => {{
                let whole = partner.layout.view(&partner.buffer).unwrap();
                let other = whole.region(&partner.part.region[..]).unwrap();
                assert_eq!(array.view() == other, $expected, "{}", what());
                assert_eq!(other == *array, $expected, "{}", what());
                assert_eq!(*array != other, !$expected, "{}", what());
            }};
        }
        equal!(true);
        if !to.is_empty() {
            let any = random.below(to.len());
            let number = random.pick(&[0, to.len() - 1, any]);
            partner.buffer[to[number]] = T::of(from[number] + 1);
            equal!(false);
        }
    }
}
