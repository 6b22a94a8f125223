//! Loops over several arrays, and in place, as a user writes them.

use tiled_layout::{Buffer, Layout, Zip, layout};

/// Weights are scaled where they are.
#[test]
fn weights_are_scaled() -> Result<(), Box<dyn std::error::Error>> {
    type Columns = layout!(F32[3,5]<0,1:T(4)>); // columns of 3, padded to 4
    let mut weights = Buffer::<f32, Columns>::from_fn(|[i, j]| (10 * i + j) as f32);
    weights.fill_padding(-1.0);
    weights.map_inplace(|weight| *weight *= 0.5);
    assert_eq!(weights[[2, 4]], 12.0);
    weights
        .region_mut((.., 4..))?
        .map_inplace(|weight| *weight += 1.0);
    assert_eq!(weights.as_slice()[16..], [3.0, 8.0, 13.0, -1.0]);
    let largest = weights.iter().copied().fold(f32::MIN, f32::max);
    weights.view_mut().map_inplace(|weight| *weight /= largest);
    assert_eq!(weights[[2, 4]], 1.0);
    Ok(())
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

/// Six arrays of the three kinds, with indices.
#[test]
fn six_arrays() {
    type Tiled = layout!(S32[7,9]<1,0:T(2,4)>);
    type Partial = layout!(S32[?,?]<0,1:T(4)>);
    let number = |index: &[usize]| (10 * index[0] + index[1]) as i32;
    let a = Buffer::<i32, Tiled>::from_fn(|index| number(&index));
    let partial = Partial::with_dims([7, 9]).unwrap();
    let b = Buffer::from_fn_with(partial, |index| number(&index)).unwrap();
    let run_time = Layout::parse("s32[7,9]{1,0:T(*,4)}").unwrap();
    let c = Buffer::from_fn_with(run_time, |index| number(&index)).unwrap();
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
#[should_panic = "cannot zip arrays of different shapes: [3, 5] and [5, 3]"]
fn other_dimensions() {
    let a = Buffer::<i32, layout!(S32[3,5])>::zeroed();
    let b = Buffer::<i32, layout!(S32[5,3])>::zeroed();
    Zip::from(&a).and(&b).for_each(|_, _| ());
}

/// The value passes through each index once, in each kind of layout, and comes back without one.
#[test]
fn folds() {
    use tiled_layout::prelude::*;

    let tiled = Layout::parse("s32[3,5]{1,0:T(2,2)}").unwrap();
    let a = Buffer::from_fn_with(tiled, |i| (10 * i[0] + i[1]) as i32).unwrap();
    let b = Buffer::<i32, layout!(S32[3,5]<0,1>)>::from_elem(2);
    let dot = Zip::from(&a).and(&b).fold(0, |sum, a, b| sum + a * b);
    assert_eq!(dot, 2 * a.iter().sum::<i32>());
    let rows = <layout!(S32[?,5]<1,0:T(2,2)>)>::with_dims([3, 5]).unwrap();
    let c = Buffer::from_elem_with(rows, 1).unwrap();
    let part = c.region((1.., 3..)).unwrap();
    let mut seen = Zip::indexed(part).fold(Vec::new(), |mut seen, [i, j], one| {
        seen.push((i, j, *one));
        seen
    });
    seen.sort_unstable();
    assert_eq!(seen, [(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1)]);
    let none = Buffer::<i32, layout!(S32[0,5])>::zeroed();
    assert_eq!(Zip::from(&none).fold(7, |_, _| 0), 7);
}
