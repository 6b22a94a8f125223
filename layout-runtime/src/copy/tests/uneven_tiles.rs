//! Copies between random layouts whose tiles mostly do not divide one another, against
//! the formula of the layouts.

use alloc::string::String;
use alloc::vec::Vec;

use layout_core::spec::Dims;
use layout_core::util::odometer;

use crate::copy::strategies::choose::{CopyRegion, RegionCopy};
use crate::copy::strategies::sides::Sides;
use crate::copy::strategies::{Destination, Source};
use crate::copy::{CopyError, CopyPlan};
use crate::layout::Layout;
use layout_oracle::random::Random;

/// Copies a random region between random layouts whose tiles mostly do not divide one
/// another, and compares every byte; the number of layouts that do not flatten.
fn check_random_region(random: &mut Random, dims: impl Fn(&mut Random) -> usize) -> usize {
    let rank = 1 + random.below(3);
    let bits = random.pick(&[4, 8, 16, 24, 32, 64]);
    let extents = [(); 3].map(|()| dims(random));
    let [(src, from), (dst, to)] = [(); 2].map(|()| {
        let origin = [(); 3].map(|()| random.below(3));
        let dims: Vec<_> = (0..rank)
            .map(|dim| origin[dim] + extents[dim] + random.below(3))
            .collect();
        (random_layout(random, bits, &dims), origin)
    });
    let (from, to, extents) = (&from[..rank], &to[..rank], &extents[..rank]);
    let plan = CopyPlan::region((&src, from), (&dst, to), extents).unwrap();
    let bytes = src.padded_bytes();
    let source: Vec<u8> = (0..bytes).map(|i| (i * 31 + i / 251) as u8).collect();
    let end = 64 + dst.padded_bytes();
    let before = alloc::vec![0xa5u8; end + 64];
    let mut expected = before.clone();
    let mut index = alloc::vec![0; rank];
    for _ in 0..extents.iter().product() {
        let at = |origin: &[usize]| -> Vec<_> {
            origin.iter().zip(&index).map(|(a, b)| a + b).collect()
        };
        let (from, to) = (
            src.offset(&at(from)) * bits,
            64 * 8 + dst.offset(&at(to)) * bits,
        );
        for bit in (0..bits).step_by(4) {
            let nibble = source[(from + bit) / 8] >> ((from + bit) % 8) & 15;
            let (byte, shift) = (&mut expected[(to + bit) / 8], (to + bit) % 8);
            *byte = *byte & !(15 << shift) | nibble << shift;
        }
        odometer::advance(&mut index, extents, rank);
    }
    let check = |run: &dyn Fn(&mut [u8]) -> Result<(), CopyError>| {
        let mut copied = before.clone();
        run(&mut copied[64..end]).unwrap();
        assert!(
            copied == expected,
            "{src} at {from:?} to {dst} at {to:?}, {extents:?}"
        );
    };
    check(&|to| plan.run_bytes(&source, to));
    #[cfg(feature = "rayon")]
    check(&|to| plan.par_run_bytes(&source, to));
    check_in_blocks((&src, from), (&dst, to), extents, |region, layouts| {
        check(&|to| {
            region.run_through_rows(layouts, Source::new(&source), Destination::new(to));
            Ok(())
        });
    });
    usize::from(src.terms().is_none()) + usize::from(dst.terms().is_none())
}

/// Calls a check with the copy of a region, if it can go through rows, whatever its size.
fn check_in_blocks(
    (src, from): (&Layout, &[usize]),
    (dst, to): (&Layout, &[usize]),
    extents: &[usize],
    check: impl Fn(&RegionCopy, Sides<'_>),
) {
    let sides = Sides::of_layouts(src, dst);
    let [src_origin, dst_origin, extents] = [from, to, extents].map(Dims::from_slice);
    let is_sum = sides
        .formulas()
        .is_some_and(|formulas| formulas.iter().all(|side| side.carries(&extents).is_none()));
    if is_sum {
        let region = CopyRegion {
            src_origin,
            dst_origin,
            extents,
        };
        check(&RegionCopy::of(sides, region), sides);
    }
}

/// A layout of up to three tiles of up to four entries.
pub(super) fn random_layout(random: &mut Random, bits: usize, dims: &[usize]) -> Layout {
    loop {
        let mut text = alloc::format!("u4{dims:?}{{");
        let mut order: Vec<_> = (0..dims.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        text += &alloc::format!("{order:?}").replace(['[', ']', ' '], "");
        let tiles = random.below(4);
        text += if tiles > 0 { ":T" } else { ":" };
        for _ in 0..tiles {
            let len = random.below(4);
            let entries = (0..len).map(|_| match random.below(5) {
                0 => "*,".into(),
                size => alloc::format!("{},", size + random.below(4)),
            });
            text += &alloc::format!("({}{})", entries.collect::<String>(), 1 + random.below(7));
        }
        if let Ok(layout) = Layout::parse(&alloc::format!("{}E({bits})}}", text.replace(' ', ""))) {
            return layout;
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "large")]
fn random_regions_of_uneven_tiles() {
    let mut random = Random::new(23);
    let mut uneven = 0;
    for _ in 0..3000 {
        uneven += check_random_region(&mut random, |random| 1 + random.below(20));
    }
    assert!(uneven > 1000, "{uneven} of 6000 layouts");
}

/// Regions of several parts.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn large_random_regions_of_uneven_tiles() {
    let mut random = Random::new(24);
    for _ in 0..12 {
        check_random_region(&mut random, |random| 30 + random.below(30));
    }
}
