//! Compares the flat formula with the staged one, on random layouts.

use super::Formula;
use crate::formula::inverse::Inverse;
use crate::formula::strength_reduced::StrengthReduced;
use crate::formula::term::NO_MODULUS;
use crate::spec::checked_spec::CheckedSpec;
use crate::spec::element_type::ElementType;
use crate::spec::tiling;
use crate::spec::validate::{Findings, check_sizes, check_structure};
use crate::spec::{COMBINE, Dims, Spec, Tile, UNKNOWN};
use crate::util::odometer;
use layout_oracle::random::Random;

/// The spec with its sizes, if the validator accepts it.
fn checked(spec: Spec) -> Option<CheckedSpec> {
    let mut findings = Findings::EMPTY;
    check_structure(&spec, &mut findings);
    if !findings.list.is_empty() {
        return None;
    }
    let sizes = check_sizes(&spec, &mut findings)?;
    Some(CheckedSpec { spec, sizes })
}

/// A layout of up to four tiles, which mostly do not divide one another.
fn layout(random: &mut Random) -> Option<CheckedSpec> {
    let (rank, count) = (1 + random.below(4), random.below(5));
    let dims = [(); 4].map(|()| 1 + random.below(6));
    let mut tiles: [&[usize]; 4] = [&[]; 4];
    let mut entries = [(); 4].map(|()| [(); 4].map(|()| 1 + random.below(6)));
    for (tile, entries) in tiles.iter_mut().zip(&mut entries) {
        let len = 1 + random.below(4);
        for entry in &mut entries[..len - 1] {
            if random.below(4) == 0 {
                *entry = COMBINE;
            }
        }
        *tile = &entries[..len];
    }
    let mut spec = Spec::new(ElementType::F32, Dims::from_slice(&dims[..rank]));
    for tile in &tiles[..count] {
        spec.tiles.push(Tile::from_slice(tile));
    }
    checked(spec)
}

/// The flat formula equals the staged one.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn is_the_staged_formula() {
    let mut random = Random::new(1);
    let (mut flat, mut sums) = (0, 0);
    while flat + sums < 3000 {
        let Some(layout) = layout(&mut random) else {
            continue;
        };
        let spec = layout.spec;
        let formula = Formula::new(&spec, layout.physical_dims()).unwrap();
        match formula.flat() {
            Some(terms) => {
                let reduced = StrengthReduced::new(terms, &spec.dims).unwrap();
                let columns = reduced.columns(&spec.minor_to_major);
                assert_eq!(columns.terms(), terms.terms(), "{layout}");
                for position in 0..=layout.padded_len() {
                    let expected = match tiling::index(&spec, position) {
                        Some(index) => Inverse::Element(index),
                        None => Inverse::NoElement,
                    };
                    let found = terms.inverse(&spec.dims, position);
                    assert_eq!(found, expected, "{layout} at {position}");
                }
                flat += 1;
            }
            None => sums += 1,
        }
        let (mut index, rank) = ([0; 4], layout.rank());
        for _ in 0..layout.num_elements() {
            let index = &mut index[..rank];
            let expected = tiling::offset(&spec, index);
            assert_eq!(formula.position(index), expected, "{layout} at {index:?}");
            odometer::advance(index, layout.dims(), rank);
        }
    }
    assert!(flat > 1000 && sums > 250, "{flat} flat, {sums} with sums");
}

/// With unknown extents, the terms, and strides resolved later, equal the staged formula
/// for any extents.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn holds_for_all_sizes_of_unknown_extents() {
    let mut random = Random::new(2);
    let (mut flat, mut refused) = (0, 0);
    while flat < 2000 {
        let Some(layout) = layout(&mut random) else {
            continue;
        };
        let mut spec = layout.spec;
        let mask = 1 + random.below((1 << layout.rank()) - 1);
        let unknown = |dim: usize| mask & 1 << dim != 0;
        for dim in (0..layout.rank()).filter(|&dim| unknown(dim)) {
            spec.dims.items[dim] = UNKNOWN;
        }
        let Some((terms, strides)) = Formula::with_unknowns(&spec) else {
            refused += 1;
            continue;
        };
        flat += 1;
        for _ in 0..8 {
            for dim in (0..layout.rank()).filter(|&dim| unknown(dim)) {
                spec.dims.items[dim] = random.below(14);
            }
            let Some(layout) = checked(spec) else {
                continue;
            };
            let strides: [usize; 4] = strides.resolve(layout.physical_dims());
            let (mut index, rank) = ([0; 4], layout.rank());
            for _ in 0..layout.num_elements() {
                let index = &mut index[..rank];
                let position: usize = (0..terms.len)
                    .map(|i| {
                        let mut term = terms.at(i);
                        if term.stride == UNKNOWN {
                            assert_eq!(term.modulus, NO_MODULUS, "it is the most significant");
                            term.stride = strides[term.dim];
                        }
                        term.value(index)
                    })
                    .sum();
                let expected = tiling::offset(&spec, index);
                assert_eq!(
                    position, expected,
                    "{layout} at {index:?}, unknown {mask:b}"
                );
                odometer::advance(index, layout.dims(), rank);
            }
        }
    }
    assert!(refused > 500, "{refused} refused");
}
