//! What holds of all arrays, checked on one case: a law is a function that panics, with the case,
//! where it does not hold.

mod cases;
mod copies;
mod guarded;
mod in_place;
mod iteration;
mod kinds;
mod packed;
mod parts;
mod positions;
mod regions;
mod small;
mod strides;
mod tiles;
mod tuples;
mod zips;

use tiled_layout::{Layout, WholeBuffer, layout};

use crate::naive::Spec;
use crate::part::Part;
use crate::random::Random;
pub use cases::random_cases;
pub use copies::{byte_copies, copies, static_copies};
use guarded::Value;
pub use guarded::begin_case;
pub use packed::{packed, packed_conversions};
pub use positions::{
    bitcast, byte_ranges, positions, random_bitcast, random_byte_ranges, random_positions, text,
};
use regions::{from_region, into_region, regions};
pub use small::{small_layouts, small_pairs, small_regions};
pub use strides::{
    Strided, strided_copies, strided_in_place, strided_iteration, strided_packed, strided_parts,
    strided_plans, strided_reads, strided_zips,
};
pub use tuples::{lines, tuples};

/// Checks every consumer of a region on these two, which have the same size: elements of each
/// size, and packed ones. In Miri, which takes long, elements of one size.
pub fn each_region_consumer(a: &Part, b: &Part) {
    let sizes = if cfg!(miri) { 1 } else { SIZES.len() };
    for (to, from) in [(a, b), (b, a)] {
        for of_size in &SIZES[..sizes] {
            of_size(to, from);
        }
        packed::every_packing(to, from);
    }
}

/// Checks every consumer of a region on a random case, of arrays of at most about `most`
/// positions: layouts that are known at run time, static ones and ones with `?`.
pub fn random_region(random: &mut Random, most: usize) {
    match random.below(8) {
        0..5 => {
            let to = random.aimed_part(most);
            let from = random.aimed_partner(&to, most);
            let of_size = random.pick(&SIZES);
            of_size(&to, &from);
            of_size(&from, &to);
        }
        5 => of_known_kind(random, most),
        _ => packed(random, most),
    }
}

/// Checks iteration over this region, loops in place and `Zip`.
pub fn array(part: &Part) {
    let most = part.spec.buffer_len();
    for seed in 0..if cfg!(miri) { 1 } else { 8 } {
        let random = &mut Random::new(seed);
        kinds::run_time_part::<u32>(part, random, &mut iteration::Iteration);
        kinds::run_time_part::<u32>(part, random, &mut in_place::InPlace);
        kinds::run_time_part::<u32>(part, random, &mut zips::Zips { most });
    }
}

/// Checks iteration over an array or a part of one.
pub fn iteration(random: &mut Random, most: usize) {
    kinds::all_kinds(random, most, &mut iteration::Iteration);
}

/// Checks `map_inplace`, `fill` and `fill_padding`.
pub fn in_place(random: &mut Random, most: usize) {
    kinds::few_kinds(random, most, &mut in_place::InPlace);
}

/// Checks which parts of an array are arrays themselves.
pub fn parts(random: &mut Random, most: usize) {
    kinds::few_kinds(random, most, &mut parts::Parts);
}

/// Checks the tiles of an array.
pub fn tiles(random: &mut Random, most: usize) {
    kinds::few_kinds(random, most, &mut tiles::Tiles);
}

/// Arrays of so many positions are for several threads.
const MANY: usize = 1 << 12;

/// Checks `Zip` and `==`.
pub fn zips(random: &mut Random, most: usize) {
    let law = &mut zips::Zips { most };
    let kind = if most < MANY { 0 } else { random.below(4) };
    let mut parts = std::iter::repeat_with(|| random.aimed_part(most));
    let is_long = |part: &Part| part.spec.dims.iter().any(|&extent| extent > MANY / 2);
    let has_many_rows = |part: &Part| {
        let extents = part.extents();
        extents.iter().product::<usize>() > MANY / 2
            && extents.iter().all(|&extent| extent < MANY / 16)
    };
    match kind {
        0 => kinds::few_kinds(random, most, law),
        // Threads take parts of long rows, or some of many rows.
        1 => {
            if let Some(part) = parts.find(is_long) {
                kinds::run_time::<u32>(&part.spec, random, law);
            }
        }
        _ => {
            if let Some(part) = parts.find(has_many_rows) {
                kinds::run_time_part::<u32>(&part, random, law);
            }
        }
    }
}

fn parsed(spec: &Spec, element: &str) -> Layout {
    let text = spec.text(element);
    Layout::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The law of layouts that are known at run time, of elements of each size.
const SIZES: [fn(&Part, &Part); 5] = [
    |to, from| {
        of_run_time::<u32>(to, from);
        let [a, b] = [to, from].map(|part| parsed(&part.spec, "u32"));
        if from.is_whole() {
            into_region::<u32, _, _>((&a, to), (&b, from));
        }
        if to.is_whole() {
            from_region::<u32, _, _>((&a, to), (&b, from));
        }
    },
    of_run_time::<u8>,
    of_run_time::<u16>,
    of_run_time::<u64>,
    of_run_time::<[f64; 2]>,
];

fn of_run_time<T: Value>(to: &Part, from: &Part) {
    let [a, b] = [to, from].map(|part| parsed(&part.spec, T::ELEMENT));
    regions::<T, _, _>((&a, to), (&b, from));
}

/// Calls a generic function with one of these layouts, and a region that is aimed at its tiles;
/// with none if all have more than `most` positions.
macro_rules! one_of {
    ($random:ident, $most:ident, |$mapping:ident, $part:ident| $body:expr; $(
        $layout:ty $(, [$($dim:expr),*])?;
    )*) => {{
        let kinds: &[fn(&mut Random, usize)] = &[$(|$random, $most| {
            let $mapping = one_of!(@value $layout $(, [$($dim),*])?);
            let spec = Spec::parse(&$mapping.layout().to_string());
            if spec.buffer_len() <= $most {
                let $part = $random.part_of(spec);
                $body
            }
        }),*];
        let kind = $random.below(kinds.len());
        kinds[kind]($random, $most)
    }};
    (@value $layout:ty) => {
        <$layout>::new()
    };
    (@value $layout:ty, [$($dim:expr),*]) => {
        <$layout>::with_dims([$($dim),*]).unwrap()
    };
}

pub(crate) use one_of;

/// Static layouts, and ones with `?`.
fn of_known_kind(random: &mut Random, most: usize) {
    one_of! { random, most, |mapping, part| {
            let partner = random.aimed_partner(&part, most);
            let other = parsed(&partner.spec, "u32");
            regions::<u32, _, _>((&mapping, &part), (&other, &partner));
            regions::<u32, _, _>((&other, &partner), (&mapping, &part));
        };
        layout!(U32[]<:T(128)>);
        layout!(U32[7]<0:T(3)>);
        layout!(U32[4,8,8]<0,1,2:T(4,2)(2,1,1,1)>);
        layout!(U32[4,9,8]<2,1,0:T(7,6)>);
        layout!(U32[13,30]<1,0:T(8,16)(2,1)>);
        layout!(U32[2,16,256]<2,1,0:T(8,128)>);
        layout!(U32[2,9,8]<2,0,1:T(*,5)(3,2)>);
        layout!(U32[?,?]<1,0:T(8,128)>), [random.below(21), random.below(201)];
        layout!(U32[?,9,?]<2,1,0:T(4,4)(2,1)>), [random.below(5), 9, random.below(10)];
        layout!(U32[?,?]<0,1:T(6,4)(3,2)>), [random.below(15), random.below(15)];
    }
}
