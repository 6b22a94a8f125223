//! Loops over several arrays, against the positions that the naive definition gives.

use layout_oracle::random::{MOST, Random};
use tiled_layout::{Buffer, Layout, Zip, layout};

use crate::support::case::{Case, for_each_case};

/// Another layout of the same array.
fn other(random: &mut Random, case: &Case) -> Case {
    Case::new(&random.aimed_spec_of(case.spec.dims.clone(), MOST))
}

/// Arrays that are so large that elements are prefetched: tiles that the edges cut, in the last
/// pieces of which the prefetched positions are past both arrays.
#[test]
#[cfg_attr(miri, ignore = "many elements")]
fn large_arrays() {
    type Tiled = layout!(S32[37,1001]<1,0:T(8,128)>);
    type Rows = layout!(S32[37,1001]);
    let mut tiled = Buffer::<i32, Tiled>::from_elem(1);
    let rows = Buffer::<i32, Rows>::from_fn(|[i, j]| (1000 * i + j) as i32);
    tiled.zip_mut_with(&rows, |sum, number| *sum += number);
    Zip::indexed(&mut tiled)
        .and(&rows)
        .for_each(|[i, j], sum, number| {
            assert_eq!((*sum, *number), ((1000 * i + j + 1) as i32, *sum - 1));
            *sum = -1;
        });
    assert!(tiled.iter().all(|&number| number == -1));
    let elements = tiled.as_slice().iter().filter(|&&number| number == -1);
    assert_eq!(elements.count(), 37 * 1001); // padding stays zero
}

/// Each element is visited once, with those at the same index; padding is not.
#[test]
fn elements_at_the_same_indices() {
    let mut random = Random::new(0x21B);
    for_each_case(0x21B0, 300, |case| {
        let [to, second] = [other(&mut random, case), other(&mut random, case)];
        let [from, also] = [case.numbered(), second.numbered()];
        let mut sums = vec![-1; to.elements.len()];
        let mut view = to.layout.view_mut(&mut sums).unwrap();
        let from = case.layout.view(&from).unwrap();
        let also = second.layout.view(&also).unwrap();
        view.zip_mut_with(from, |sum, number| *sum += number + 1);
        Zip::indexed(&mut view)
            .and(from)
            .and(also)
            .for_each(|index, sum, first, second| {
                assert_eq!(case.layout.offset(&index), *first as usize);
                assert_eq!(second, &also[index]);
                *sum += 1000 * second;
            });
        let mut expected = vec![-1; sums.len()];
        for (n, &position) in to.positions.iter().enumerate() {
            expected[position] = (case.positions[n] + 1000 * second.positions[n]) as i32;
        }
        assert_eq!(sums, expected, "{} to {}", case.layout, to.layout);
    });
}

/// Regions are arrays, too.
#[test]
fn regions() {
    let from = Buffer::<i32, layout!(S32[6,9]<1,0:T(2,4)>)>::from_fn(|[i, j]| (10 * i + j) as i32);
    let mut to = Buffer::<i32, layout!(S32[3,5]<0,1>)>::zeroed();
    let region = from.region((2..5, 3..8)).unwrap();
    Zip::from(&mut to)
        .and(region)
        .for_each(|to, from| *to = *from);
    assert_eq!(to.to_row_major(), region.to_row_major());
    let mut whole = Buffer::<i32, layout!(S32[6,9]<1,0:T(4)>)>::zeroed();
    let mut part = whole.region_mut((1..4, 4..9)).unwrap();
    Zip::from(&mut part)
        .and(&to)
        .for_each(|part, to| *part += to);
    assert_eq!(whole[[3, 8]], 47);
    assert_eq!(whole.iter().sum::<i32>(), to.iter().sum::<i32>());
}

/// A region whose rows cross the edges of tiles: elements are lent once, and all of them are of the
/// region. Positions 256 and 258 came up, which are not in the buffer.
#[test]
fn region_across_tile_edges() {
    let layout = Layout::parse("u32[4,8,8]{0,1,2:T(4,2)(2,1,1,1)}").unwrap();
    let mut buffer = vec![0u32; layout.padded_len()];
    let mut view = layout.view_mut(&mut buffer).unwrap();
    let mut region = view.region_mut((0..4, 3..5, 6..8)).unwrap();
    let mut lent = Vec::new();
    Zip::from(&mut region).for_each(|element| lent.push(std::ptr::from_mut(element)));
    let mut expected: Vec<_> = region.iter_mut().map(std::ptr::from_mut).collect();
    lent.sort_unstable();
    expected.sort_unstable();
    assert_eq!(lent, expected);
    Zip::from(&mut region).for_each(|element| *element += 1);
    assert_eq!(region.to_row_major(), [1; 16]);
    assert_eq!(buffer.iter().sum::<u32>(), 16);
}

/// Six arrays of the three kinds, with indices.
#[test]
fn six_arrays() {
    type Tiled = layout!(S32[7,9]<1,0:T(2,4)>);
    type Partial = layout!(S32[?,?]<0,1:T(4)>);
    let number = |index: &[usize]| (10 * index[0] + index[1]) as i32;
    let a = Buffer::<i32, Tiled>::from_fn(|index| number(&index));
    let partial = Partial::with_dims([7, 9]).unwrap();
    let b = Buffer::from_fn_with_layout(partial, |index| number(&index)).unwrap();
    let run_time = Layout::parse("s32[7,9]{1,0:T(*,4)}").unwrap();
    let c = Buffer::from_fn_with_layout(run_time, |index| number(&index)).unwrap();
    let mut sums = Buffer::<i32, layout!(S32[7,9])>::zeroed();
    let mut flags = Buffer::<u8, layout!(U8[7,9]<0,1>)>::zeroed();
    Zip::indexed(&mut sums)
        .and(&a)
        .and(&b)
        .and(&c)
        .and(&mut flags)
        .and(a.view())
        .for_each(|index, sum, a, b, c, flag, again| {
            *sum = a + b + c + again - 4 * number(&index);
            *flag += 1;
        });
    assert!(sums.iter().all(|&sum| sum == 0));
    assert!(flags.as_slice().iter().all(|&flag| flag == 1));
}

#[test]
#[should_panic = "arrays of dimensions [3, 5] and [5, 3] are zipped, which differ"]
fn other_dimensions() {
    let a = Buffer::<i32, layout!(S32[3,5])>::zeroed();
    let b = Buffer::<i32, layout!(S32[5,3])>::zeroed();
    Zip::from(&a).and(&b).for_each(|_, _| ());
}

/// Nothing is called for arrays and regions without elements.
#[cfg(feature = "rayon")]
#[test]
fn no_elements_in_parallel() {
    for text in ["u32[0]", "u32[3,0]", "u32[0,3]", "u32[2,0,5]{0,2,1:T(2,2)}"] {
        let layout = Layout::parse(text).unwrap();
        let mut buffer = vec![0u32; layout.padded_len()];
        let view = layout.view_mut(&mut buffer).unwrap();
        Zip::from(view).par_for_each(|_| unreachable!());
    }
    let layout = Layout::parse("u32[4,5]{1,0:T(2,2)}").unwrap();
    let mut buffer = vec![0u32; layout.padded_len()];
    let mut view = layout.view_mut(&mut buffer).unwrap();
    for region in [[1..1, 0..5], [0..4, 3..3], [4..4, 5..5]] {
        let region = view.region_mut(&region).unwrap();
        Zip::indexed(region).par_for_each(|_, _| unreachable!());
    }
}

/// The same elements as by one thread, also where there is one row.
#[cfg(feature = "rayon")]
#[test]
fn in_parallel() {
    for (shape, sections) in [
        ("s32[300,70]", "{1,0:T(8,16)}"),
        ("s32[20000]", "{0:T(128)}"),
        ("s32[2,9000]", "{0,1}"),
        ("s32[0,5]", ""),
        ("s32[]", ""),
    ] {
        let text = format!("{shape}{sections}");
        let tiled = Layout::parse(&text).unwrap();
        let rows = Layout::parse(shape).unwrap();
        let mut next = 0..;
        let from = Buffer::from_fn_with_layout(rows, |_| next.next().unwrap()).unwrap();
        let mut to = Buffer::<i32, Layout>::zeroed_with_layout(tiled).unwrap();
        Zip::from(&mut to)
            .and(&from)
            .par_for_each(|to, from| *to += from + 1);
        assert!(to.iter().zip(1..).all(|(&to, n)| to == n), "{text}");
    }
}
