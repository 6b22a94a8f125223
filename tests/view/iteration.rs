//! Iterators against the naive definition.

use crate::support::case::{Case, for_each_case};
use layout_oracle::random::Random;
#[cfg(feature = "alloc")]
use tiled_layout::Buffer;
use tiled_layout::{Layout, Stores, layout};

/// Takes elements from random ends, and checks each element and each length.
fn both_ends<I>(mut iterator: I, expected: &[I::Item], random: &mut Random, what: &str)
where
    I: ExactSizeIterator + DoubleEndedIterator,
    I::Item: PartialEq + std::fmt::Debug,
{
    let (mut front, mut back) = (0, expected.len());
    while front < back {
        assert_eq!(iterator.len(), back - front, "{what}");
        // Some times several from one end, to cross the edges of tiles.
        let times = (1 + random.below(7)).min(back - front);
        if random.below(2) == 0 {
            for _ in 0..times {
                assert_eq!(iterator.next().as_ref(), Some(&expected[front]), "{what}");
                front += 1;
            }
        } else {
            for _ in 0..times {
                back -= 1;
                assert_eq!(
                    iterator.next_back().as_ref(),
                    Some(&expected[back]),
                    "{what}"
                );
            }
        }
    }
    assert_eq!(iterator.len(), 0, "{what}");
    assert_eq!(iterator.next(), None, "{what}");
    assert_eq!(iterator.next_back(), None, "{what}");
    assert_eq!(iterator.next(), None, "{what}");
}

/// All ways to walk `iterator` give `expected`.
fn all_ways<I>(iterator: &dyn Fn() -> I, expected: &[I::Item], random: &mut Random, what: &str)
where
    I: ExactSizeIterator + DoubleEndedIterator,
    I::Item: PartialEq + std::fmt::Debug,
{
    let mut folded = Vec::new();
    iterator().for_each(|item| folded.push(item));
    assert_eq!(folded, expected, "{what}");
    let mut back = expected.iter().rev();
    iterator()
        .rev()
        .for_each(|item| assert_eq!(Some(&item), back.next(), "{what}"));
    assert_eq!(back.next(), None, "{what}");
    assert_eq!(iterator().count(), expected.len(), "{what}");
    both_ends(iterator(), expected, random, what);
    // A fold of what both ends have left.
    let mut rest = iterator();
    let (front, back) = (random.below(5), random.below(5));
    for _ in 0..front {
        rest.next();
    }
    for _ in 0..back {
        rest.next_back();
    }
    let start = front.min(expected.len());
    let end = expected.len().saturating_sub(back).max(start);
    let mut folded = Vec::new();
    rest.for_each(|item| folded.push(item));
    assert_eq!(
        folded,
        expected[start..end],
        "{what}: {front} and {back} taken"
    );
}

pub(crate) fn check<M: Stores<i32>>(case: &Case, mapping: &M, random: &mut Random) {
    let what = &case.layout.to_string();
    let numbers = case.numbered();
    let view = mapping.view(&numbers).ok().unwrap();
    let elements: Vec<&i32> = case.positions.iter().map(|&p| &numbers[p]).collect();
    all_ways(&|| view.iter(), &elements, random, what);
    all_ways(&|| view.into_iter(), &elements, random, what);

    let indexed: Vec<(M::Index, &i32)> = case
        .indices
        .iter()
        .map(|index| mapping.index_from_slice(index).unwrap())
        .zip(elements)
        .collect();
    all_ways(&|| view.indexed_iter(), &indexed, random, what);

    let physical: Vec<(Option<M::Index>, &i32)> = case
        .elements
        .iter()
        .map(|element| element.map(|n| indexed[n].0))
        .zip(&numbers)
        .collect();
    all_ways(&|| view.physical_iter(), &physical, random, what);

    // Each element is written once, and no padding.
    let count = case.positions.len();
    let mut written = vec![-1; numbers.len()];
    let mut view = mapping.view_mut(&mut written).ok().unwrap();
    for (element, n) in view.iter_mut().zip(0..) {
        assert_eq!(*element, -1, "{what}");
        *element = n;
    }
    let mut iterator = view.iter_mut();
    for k in 0..count {
        let element = if random.below(2) == 0 {
            iterator.next()
        } else {
            iterator.next_back()
        };
        *element.unwrap() += 1000 * (k as i32 % 2);
    }
    assert!(iterator.next().is_none());
    view.iter_mut().for_each(|element| *element %= 1000);
    view.iter_mut().rev().for_each(|element| *element += 1);
    for (index, element) in view.indexed_iter_mut() {
        let number = case.indices.iter().position(|i| i == index.as_ref());
        assert_eq!(
            number.map(|n| (n % 1000) as i32 + 1),
            Some(*element),
            "{what}"
        );
        *element = number.unwrap() as i32;
    }
    for (position, &element) in written.iter().enumerate() {
        let expected = case.elements[position].map_or(-1, |n| n as i32);
        assert_eq!(element, expected, "{what} at {position}");
    }
}

#[test]
fn run_time_layouts() {
    let mut random = Random::new(10);
    for_each_case(11, 400, |case| check(case, &case.layout, &mut random));
}

#[test]
fn static_layouts() {
    let mut random = Random::new(12);
    macro_rules! check {
        ($($layout:ty;)*) => {$({
            let mapping = <$layout>::new();
            check(&Case::of(&mapping.to_string()), &mapping, &mut random);
        })*};
    }
    check! {
        layout!(S32[]);
        layout!(S32[]<:T(128)>);
        layout!(S32[7]);
        layout!(S32[7]<0:T(3)>);
        layout!(S32[99]<0:T(16)(8)(2,1)>);
        layout!(S32[3,5]<1,0:T(2,2)>);
        layout!(S32[3,5]<0,1:T(2,2)>);
        layout!(S32[3,5]<0,1:T(2,2)L(32)>);
        layout!(S32[2,3]<0,1:PAD(3,5=one)>);
        layout!(S32[4,6]<1,0:T(2,3)>);
        layout!(S32[13,30]<1,0:T(8,16)(2,1)>);
        layout!(S32[13,30]<1,0:T(8,16)(4,1)>);
        layout!(S32[8,8]<1,0:T(2,2)(2,2,1,1)>);
        layout!(S32[4,3]<0,1:T(3)(4)>);
        layout!(S32[7,3,5]<2,1,0:T(*,2,2)>);
        layout!(S32[5,4,5]<0,1,2:T(1)(2,1,2)>);
        layout!(S32[2,3,4,5]<0,3,1,2:T(3,2)>);
        layout!(S32[2,3,1,2,3,4]<5,3,4,1,2,0:T(2,2,2)(4,1)>);
        layout!(S32[0]);
        layout!(S32[3,0]<1,0:T(2,2)>);
        layout!(S32[0,3]<1,0:T(2,2)>);
        layout!(S32[3,0]<1,0:PAD(4,2)>);
    }
}

/// Short rows, which iterators take in batches up to the edge of a tile.
#[test]
fn short_rows() {
    let mut random = Random::new(13);
    macro_rules! check {
        ($($layout:ty, $partial:ty;)*) => {$({
            let mapping = <$layout>::new();
            let case = Case::of(&mapping.to_string());
            check(&case, &mapping, &mut random);
            check(&case, &case.layout, &mut random);
            check(&case, &<$partial>::try_from(case.layout).unwrap(), &mut random);
        })*};
    }
    check! {
        layout!(S32[300]), layout!(S32[?]);
        layout!(S32[300]<0:T(128)>), layout!(S32[?]<0:T(128)>);
        layout!(S32[40,3]), layout!(S32[?,3]);
        layout!(S32[40,1]), layout!(S32[?,?]);
        layout!(S32[40,3]<0,1>), layout!(S32[?,3]<0,1>);
        layout!(S32[43,2]<1,0:T(8,4)>), layout!(S32[?,2]<1,0:T(8,4)>);
        layout!(S32[43,2]<1,0:T(8,4)(2,1)>), layout!(S32[?,?]<1,0:T(8,4)(2,1)>);
        layout!(S32[3,20,2]<2,1,0:T(3,2)>), layout!(S32[?,20,2]<2,1,0:T(3,2)>);
        layout!(S32[3,20,2]<2,0,1>), layout!(S32[?,?,?]<2,0,1>);
        layout!(S32[9,6,3,3]<3,2,1,0:T(4,4,1,1)>), layout!(S32[?,?,3,3]<3,2,1,0:T(4,4,1,1)>);
        layout!(S32[2,3,4,2,3]), layout!(S32[?,3,4,2,3]);
    }
}

/// Regions of short rows, which begin within a tile.
#[test]
fn regions_of_short_rows() {
    for text in ["s32[43,4]{1,0:T(8,4)}", "s32[43,4]{0,1}", "s32[43,4]{1,0}"] {
        let case = Case::of(text);
        let numbers = case.numbered();
        let view = case.layout.view(&numbers).unwrap();
        let region = view.region((5..40, 1..3)).unwrap();
        let indices = (5..40).flat_map(|i| (1..3).map(move |j| [i, j]));
        let expected: Vec<&i32> = indices.map(|index| &view[index]).collect();
        assert_eq!(region.iter().collect::<Vec<_>>(), expected, "{text}");
        let ranked = region.ranked::<2>().unwrap();
        let indexed = ranked.indexed_iter();
        let found: Vec<_> = indexed.map(|([i, j], n)| (i * 2 + j, n)).collect();
        let expected: Vec<_> = (0..).zip(expected).collect();
        assert_eq!(found, expected, "{text}");
    }
}

/// A `for` loop takes a view, a buffer, or a reference to one.
#[cfg(feature = "alloc")]
#[test]
fn for_loops() {
    type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
    let mut buffer = Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32);
    let mut sum = 0;
    for element in &buffer {
        sum += element;
    }
    for element in buffer.view() {
        sum += element;
    }
    let view = buffer.view();
    for element in &view {
        sum += element;
    }
    assert_eq!(sum, 3 * 180);
    for element in &mut buffer {
        *element += 1;
    }
    for element in buffer.view_mut() {
        *element += 1;
    }
    let mut view = buffer.view_mut();
    for element in &mut view {
        *element += 1;
    }
    for element in &view {
        sum += element;
    }
    assert_eq!(sum, 4 * 180 + 3 * 15);
    assert_eq!(view.indexed_iter().max(), Some(([2, 4], &27)));
}

/// The index and the length of each type, at its edges.
#[test]
fn sizes() {
    let layout = Layout::parse("u8[1000000,0,1000000]{2,1,0:T(8,128)}").unwrap();
    assert_eq!(layout.view::<u8>(&[]).unwrap().iter().len(), 0);
    let layout = Layout::parse("u8[3,1]{0,1:T(2)}").unwrap();
    let view = layout.view(&[1u8, 2, 3, 0]).unwrap();
    assert_eq!(view.iter().size_hint(), (3, Some(3)));
    assert_eq!(view.iter().rev().copied().collect::<Vec<_>>(), [3, 2, 1]);
    let mut iterator = view.iter();
    iterator.next();
    let copy = iterator.clone();
    assert_eq!(iterator.next(), Some(&2));
    assert_eq!(copy.len(), 2);
}
