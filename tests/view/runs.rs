//! Runs against the naive definition.

use std::fmt::Debug;

use crate::support::case::{Case, for_each_case};
#[cfg(feature = "alloc")]
use tiled_layout::Buffer;
use tiled_layout::{Layout, Stores, layout};

/// The runs along `dim` of a scalar or an array: the elements with `dim` as
/// the most minor dimension, cut where positions do not follow one another.
fn expected(case: &Case, dim: usize) -> Vec<(Vec<usize>, Vec<i32>)> {
    let mut order: Vec<usize> = (0..case.indices.len()).collect();
    let others = |n: &usize| {
        let mut index = case.indices[*n].clone();
        if !index.is_empty() {
            index.remove(dim);
        }
        index
    };
    order.sort_by_key(|n| (others(n), case.indices[*n].get(dim).copied()));
    let mut runs: Vec<(Vec<usize>, Vec<i32>)> = Vec::new();
    let mut last = None;
    for n in order {
        let position = case.positions[n] as i32;
        match runs.last_mut() {
            Some((_, run)) if last == Some((position - 1, others(&n))) => run.push(position),
            _ => runs.push((case.indices[n].clone(), vec![position])),
        }
        last = Some((position, others(&n)));
    }
    runs
}

/// The runs are taken by turns: two at the front, then one at the back.
fn check_both_ends<I>(mut runs: I, expected: &[I::Item], what: &Layout)
where
    I: DoubleEndedIterator<Item: PartialEq + Debug>,
{
    let mut left = expected.iter();
    for turn in 0..=expected.len() {
        let (run, expected) = match turn % 3 {
            2 => (runs.next_back(), left.next_back()),
            _ => (runs.next(), left.next()),
        };
        assert_eq!(run.as_ref(), expected, "{what} at turn {turn}");
    }
}

pub(crate) fn check<M: Stores<i32>>(case: &Case, mapping: &M) {
    let what = &case.layout;
    let mut numbers = case.numbered();
    let rank = mapping.rank();
    let owned = |(index, run): (M::Index, &[i32])| (index.as_ref().to_vec(), run.to_vec());
    {
        let view = mapping.view(&numbers).ok().unwrap();
        let last = expected(case, rank.saturating_sub(1));
        assert_eq!(view.runs().map(owned).collect::<Vec<_>>(), last, "{what}");
        let (least, most) = view.runs().size_hint();
        assert!(least <= last.len() && last.len() <= most.unwrap(), "{what}");
        for dim in 0..rank {
            let runs: Vec<_> = view.runs_along(dim).map(owned).collect();
            assert_eq!(runs, expected(case, dim), "{what} along {dim}");
            let backwards = view.runs_along(dim).rev().map(owned);
            assert!(
                backwards.eq(runs.iter().rev().cloned()),
                "{what} along {dim}"
            );
            check_both_ends(view.runs_along(dim).map(owned), &runs, what);
        }
    }
    // All runs at once, each written once.
    let mut view = mapping.view_mut(&mut numbers).ok().unwrap();
    let mut runs = view.runs_mut();
    let (last, others) = (runs.next_back(), runs.collect::<Vec<_>>());
    for (_, run) in others.into_iter().chain(last) {
        run.iter_mut().for_each(|element| *element += 10_000);
    }
    for dim in 0..rank {
        for (index, run) in view.runs_along_mut(dim) {
            assert_eq!(index.as_ref().len(), rank);
            run.iter_mut().for_each(|element| *element += 10_000);
        }
    }
    for (position, &number) in numbers.iter().enumerate() {
        let added = if case.elements[position].is_some() {
            rank + 1
        } else {
            0
        };
        assert_eq!(
            number,
            (position + 10_000 * added) as i32,
            "{what} at {position}"
        );
    }
}

#[test]
fn run_time_layouts() {
    for_each_case(30, 400, |case| check(case, &case.layout));
}

#[test]
fn static_layouts() {
    macro_rules! check {
        ($($layout:ty;)*) => {$({
            let mapping = <$layout>::new();
            check(&Case::of(&mapping.to_string()), &mapping);
        })*};
    }
    check! {
        layout!(S32[]<:T(128)>);
        layout!(S32[7]<0:T(3)>);
        layout!(S32[3,5]<1,0:T(2,2)>);
        layout!(S32[3,5]<0,1:T(2,2)L(32)>);
        layout!(S32[2,3]<0,1:PAD(3,5=one)>);
        layout!(S32[13,30]<1,0:T(8,16)(2,1)>);
        layout!(S32[8,8]<1,0:T(2,2)(2,2,1,1)>);
        layout!(S32[4,3]<0,1:T(3)(4)>); // not flat
        layout!(S32[5,4,5]<0,1,2:T(1)(2,1,2)>);
        layout!(S32[2,3,4,5]<0,3,1,2:T(3,2)>);
        layout!(S32[3,0]<1,0:T(2,2)>);
        layout!(S32[0,3]<1,0:T(2,2)>);
    }
}

/// An untiled array is one run a row, and one run where it has one dimension.
#[cfg(feature = "alloc")]
#[test]
fn by_hand() {
    let lengths = |text: &str| -> Vec<usize> {
        let layout = Layout::parse(text).unwrap();
        let buffer = Buffer::from_elem_with_layout(layout, 0u8).unwrap();
        buffer.runs().map(|(_, run)| run.len()).collect()
    };
    assert_eq!(lengths("u8[3,5]"), [5, 5, 5]);
    assert_eq!(lengths("u8[5]"), [5]);
    assert_eq!(lengths("u8[]{:T(128)}"), [1]);
    assert_eq!(lengths("u8[300]{0:T(128)}"), [300]); // tiles of one dimension lie side by side
    assert_eq!(lengths("u8[1,300]{1,0:T(8,128)}"), [128, 128, 44]);
    assert_eq!(lengths("u8[2,2]{0,1}"), [1; 4]);
    assert_eq!(lengths("u8[0]"), [0usize; 0]);
}

/// Runs go on past the edges of tiles where the next tile follows in memory.
#[test]
fn runs_of_several_tiles() {
    // The positions of the elements in logical order, run by run.
    let runs = |text: &str| -> Vec<Vec<i32>> {
        let layout = Layout::parse(text).unwrap();
        let numbers: Vec<i32> = (0..layout.padded_len() as i32).collect();
        let view = layout.view(&numbers).unwrap();
        view.runs().map(|(_, run)| run.to_vec()).collect()
    };
    assert_eq!(
        runs("s32[9]{0:T(2)(2,1)}"),
        [
            vec![0],
            vec![2],
            vec![1],
            vec![3, 4],
            vec![6],
            vec![5],
            vec![7, 8]
        ]
    );
    // The bits of an index have the strides 1, 4, 2 and 8.
    assert_eq!(
        runs("s32[16]{0:T(8)(4)(2)(2,1,1)(2,1,1,1)}"),
        [
            vec![0, 1],
            vec![4, 5],
            vec![2, 3],
            vec![6, 7, 8, 9],
            vec![12, 13],
            vec![10, 11],
            vec![14, 15]
        ]
    );
}

#[cfg(feature = "alloc")]
#[test]
fn along_the_most_minor_dimension() {
    // Columns of 3, padded to 4.
    let b = Buffer::<i32, layout!(S32[3,5]<0,1:T(4)>)>::from_fn(|[i, j]| (10 * i + j) as i32);
    let mut runs = b.runs_along(b.layout().xla().minor(0).unwrap());
    assert_eq!(runs.next(), Some(([0, 0], &[0, 10, 20][..])));
    assert_eq!(runs.count(), 4);
}

#[cfg(feature = "alloc")]
#[test]
#[should_panic(expected = "dimension 3 of an array that has 2")]
fn no_such_dimension() {
    let _ = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed().runs_along(3);
}
