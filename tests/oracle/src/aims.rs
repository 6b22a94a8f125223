//! What random layouts and regions are aimed at, counted, so that the aim cannot rot.

use std::collections::BTreeSet;

use crate::naive::Spec;
use crate::random::{MOST, Random, edges, is_beside, seen};

/// True if a later tile does not divide the one before it.
fn is_uneven(spec: &Spec) -> bool {
    spec.tiles.windows(2).any(|pair| {
        let (before, later) = (pair[0].iter().rev().flatten(), pair[1].iter().rev());
        // Entries after a `*` belong to other places.
        let later = later.map_while(|entry| *entry);
        before.zip(later).any(|(size, entry)| size % entry > 0)
    })
}

fn has_tiles_of(spec: &Spec, other: &Spec) -> bool {
    (&spec.tiles, &spec.minor_to_major) == (&other.tiles, &other.minor_to_major)
}

#[test]
fn random_parts_are_what_they_are_aimed_at() {
    const CASES: usize = 4000;
    for most in [1 << 7, 1 << 9, MOST, 1 << 12] {
        let mut random = Random::new(49);
        let mut ranks = [0; 9];
        let (mut corners, mut off, mut crossing) = (0, 0, 0);
        let (mut levels, mut uneven, mut real, mut permuted) = (0, 0, 0, 0);
        let (mut merged, mut merged_unevenly, mut padded, mut aligned) = (0, 0, 0, 0);
        let (mut empty, mut of_one, mut one_row) = (0, 0, 0);
        let mut texts = BTreeSet::new();
        for _ in 0..CASES {
            let part = random.aimed_part(most);
            let spec = &part.spec;
            assert!(spec.buffer_len() <= 4 * most, "{part}");
            texts.insert(spec.text("u8"));
            ranks[spec.dims.len()] += 1;
            levels += usize::from(spec.tiles.len() > 1);
            uneven += usize::from(is_uneven(spec));
            real += usize::from(seen().iter().any(|other| has_tiles_of(spec, other)));
            permuted += usize::from(!spec.minor_to_major.iter().rev().is_sorted());
            merged += usize::from(spec.tiles.iter().flatten().any(Option::is_none));
            merged_unevenly += usize::from(spec.merges_unevenly());
            padded += usize::from(!spec.pad.is_empty());
            aligned += usize::from(spec.align > 1);
            empty += usize::from(spec.dims.contains(&0));
            of_one += usize::from(spec.dims.contains(&1));
            one_row += usize::from(part.extents().contains(&1));
            let mut crosses = false;
            for (dim, range) in part.region.iter().enumerate() {
                let edges = edges(spec, dim);
                if edges.is_empty() {
                    continue;
                }
                for corner in [range.start, range.end] {
                    corners += 1;
                    off += usize::from(edges.iter().any(|&edge| is_beside(corner, edge)));
                }
                let within = |edge: &usize| range.start / edge < range.end.saturating_sub(1) / edge;
                crosses |= range.len() > 1 && edges.iter().any(within);
            }
            crossing += usize::from(crosses);
        }
        println!(
            "at most {most}: {off} of {corners} corners off an edge, {crossing} across one; \
             {levels} of several levels, {uneven} uneven, {real} real, {permuted} permuted; \
             `*` {merged}, uneven {merged_unevenly}, `PAD` {padded}, `L` {aligned}; sizes 0 {empty}, 1 {of_one}, \
             1 of the region {one_row}; ranks {ranks:?}; {} texts",
            texts.len()
        );
        assert!(2 * off >= corners, "{off} of {corners}");
        assert!(crossing >= CASES / 5, "{crossing}");
        assert!(2 * levels >= CASES, "{levels}");
        assert!(3 * uneven >= CASES, "{uneven}");
        assert!(10 * real >= 3 * CASES, "{real}");
        for count in [permuted, of_one, one_row] {
            assert!(count >= CASES / 6, "{count}");
        }
        for count in [merged_unevenly, padded, aligned, empty] {
            assert!(count >= CASES / 40, "{count}");
        }
        for count in &ranks[..7] {
            assert!(*count >= CASES / 40, "{ranks:?}");
        }
        assert!(texts.len() >= CASES / 2, "{}", texts.len());
    }
}
