//! Regions of arrays seen without copying, against the naive definition.

#![allow(
    clippy::single_range_in_vec_init,
    reason = "a region of one dimension has one range"
)]

use std::ops::Range;

use crate::support::case::{Case, for_each_case};
use layout_oracle::random::Random;
use tiled_layout::{Buffer, Stores, layout};

pub(crate) fn check<M: Stores<i32>>(case: &Case, mapping: &M, random: &mut Random) {
    let region = case.region(random);
    let what = &format!("{} {region:?}", case.layout);
    let inside = case.inside(&region);
    let mut numbers = case.numbered();
    let local = |n: &usize| -> Vec<usize> {
        let places = case.indices[*n].iter().zip(&region);
        places.map(|(place, range)| place - range.start).collect()
    };
    let elements: Vec<usize> = (0..inside.len()).filter(|&n| inside[n]).collect();
    let expected: Vec<(Vec<usize>, i32)> = elements
        .iter()
        .map(|n| (local(n), case.positions[*n] as i32))
        .collect();
    {
        let view = mapping.view(&numbers).ok().unwrap();
        let part = view.region(&region).unwrap();
        let sizes: Vec<usize> = region.iter().map(Range::len).collect();
        assert_eq!(part.dims(), sizes, "{what}");
        let owned = |(index, element): (M::Index, &i32)| (index.as_ref().to_vec(), *element);
        let mut found: Vec<_> = part.indexed_iter().map(owned).collect();
        assert_eq!(found, expected, "{what}");
        found = part.indexed_iter().rev().map(owned).collect();
        found.reverse();
        assert_eq!(found, expected, "{what} backwards");
        let mut folded = Vec::new();
        part.iter().for_each(|&element| folded.push(element));
        assert!(
            folded
                .iter()
                .eq(expected.iter().map(|(_, element)| element)),
            "{what}"
        );
        assert_eq!(part.iter().len(), expected.len(), "{what}");
        assert_eq!(part.to_row_major(), folded, "{what}");
        let owned_part = part.into_owned_layout();
        assert_eq!(owned_part.to_row_major(), folded, "{what}");
        for (index, element) in part.indexed_iter() {
            assert_eq!(part.get(index), Some(element), "{what}");
            assert_eq!(&part[index], element, "{what}");
        }
        for dim in 0..sizes.len() {
            let Some(mut index) = mapping.index_from_slice(&vec![0; sizes.len()]) else {
                unreachable!()
            };
            index.as_mut()[dim] = sizes[dim];
            assert_eq!(part.get(index), None, "{what}");
            index.as_mut()[dim] = usize::MAX;
            assert_eq!(part.get(index), None, "{what}");
        }
        // Runs: the longest stretches along the last dimension.
        let mut runs: Vec<(Vec<usize>, Vec<i32>)> = Vec::new();
        for (index, element) in &expected {
            match runs.last_mut() {
                Some((_, run))
                    if run.last() == Some(&(element - 1))
                        && index.last().is_some_and(|&place| place > 0) =>
                {
                    run.push(*element);
                }
                _ => runs.push((index.clone(), vec![*element])),
            }
        }
        let owned = |(index, run): (M::Index, &[i32])| (index.as_ref().to_vec(), run.to_vec());
        assert_eq!(part.runs().map(owned).collect::<Vec<_>>(), runs, "{what}");
        let backwards = part.runs().rev().map(owned);
        assert!(backwards.eq(runs.into_iter().rev()), "{what}");
        for dim in 0..sizes.len() {
            let mut met: Vec<i32> = part
                .runs_along(dim)
                .flat_map(|(_, run)| run.to_vec())
                .collect();
            met.sort_unstable();
            folded.sort_unstable();
            assert_eq!(met, folded, "{what} along {dim}");
        }
    }
    let mut view = mapping.view_mut(&mut numbers).ok().unwrap();
    let mut part = view.region_mut(&region).unwrap();
    part.iter_mut().for_each(|element| *element += 10_000);
    part.indexed_iter_mut()
        .rev()
        .for_each(|(_, element)| *element += 10_000);
    part.runs_mut()
        .for_each(|(_, run)| run.iter_mut().for_each(|element| *element += 10_000));
    if let Some((index, _)) = expected.last() {
        let index = mapping.index_from_slice(index).unwrap();
        part[index] += 1;
        *part.get_mut(index).unwrap() -= 1;
    }
    for (position, &number) in numbers.iter().enumerate() {
        let written = case.elements[position].is_some_and(|n| inside[n]);
        let expected = position as i32 + if written { 30_000 } else { 0 };
        assert_eq!(number, expected, "{what} at {position}");
    }
}

#[test]
fn run_time_layouts() {
    let mut random = Random::new(50);
    for_each_case(51, 400, |case| check(case, &case.layout, &mut random));
}

#[test]
fn static_layouts() {
    let mut random = Random::new(52);
    macro_rules! check {
        ($($layout:ty;)*) => {$({
            let mapping = <$layout>::new();
            for _ in 0..10 {
                check(&Case::of(&mapping.to_string()), &mapping, &mut random);
            }
        })*};
    }
    check! {
        layout!(S32[]<:T(128)>);
        layout!(S32[7]<0:T(3)>);
        layout!(S32[3,5]<1,0:T(2,2)>);
        layout!(S32[13,30]<1,0:T(8,16)(2,1)>);
        layout!(S32[8,8]<1,0:T(2,2)(2,2,1,1)>);
        layout!(S32[7,3]<0,1:T(4)(3)>);
        layout!(S32[2,3,4,5]<0,3,1,2:T(3,2)>);
        layout!(S32[2,3]<0,1:PAD(3,5=one)>);
    }
}

type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);

#[test]
fn of_a_buffer() {
    let mut buffer = Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32);
    let region = buffer.region(&[1..3, 3..5]).unwrap();
    assert_eq!(
        format!("{region:?}"),
        "[[13, 14],\n [23, 24]], region=[1..3, 3..5] of s32[3,5]{1,0:T(2,2)}"
    );
    let mut region = buffer.region_mut(&[1..3, 3..5]).unwrap();
    region[[1, 1]] = 7;
    assert_eq!(region.to_row_major(), [13, 14, 23, 7]);
    assert_eq!(buffer[[2, 4]], 7);
    assert!(buffer.region(&[1..3]).is_err());
    assert!(buffer.region_mut(&[1..4, 0..5]).is_err());
}

#[test]
#[should_panic(
    expected = "index [2, 0] is out of bounds of a region of size [2, 2] of s32[3,5]{1,0:T(2,2)}"
)]
fn index_outside() {
    let buffer = Buffer::<i32, Fig1>::zeroed();
    let _ = buffer.region(&[1..3, 3..5]).unwrap()[[2, 0]];
}
