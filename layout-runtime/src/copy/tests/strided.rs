//! Copies between random strides and random layouts, against the positions that both define.

use alloc::vec::Vec;
use core::ops::Range;

use layout_core::util::odometer;
use layout_oracle::random::Random;

use super::uneven_tiles::random_layout;
use crate::array::Array;
use crate::copy::CopyPlan;
use crate::layout::{Index, Layout};

/// The strides of an array whose elements do not overlap: dimensions in any order, with gaps, and
/// with either sign. For a source, some strides are 0. Also the first position and the length.
fn random_strides(
    random: &mut Random,
    dims: &[usize],
    is_source: bool,
) -> (Vec<isize>, [usize; 2]) {
    let mut order: Vec<_> = (0..dims.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i + 1));
    }
    let mut strides = alloc::vec![0; dims.len()];
    let (mut pitch, mut first, mut last) = (1 + random.below(3) / 2, 0, 0);
    for &dim in &order {
        let stride = pitch + random.below(4) / 3;
        let span = (dims[dim] - 1) * stride;
        if is_source && random.below(6) == 0 {
            continue;
        }
        strides[dim] = stride as isize;
        if random.below(3) == 0 {
            strides[dim] = -strides[dim];
            first += span;
        }
        last += span;
        pitch = stride * dims[dim];
    }
    let start = random.below(3);
    (strides, [start + first, start + last + 1])
}

/// Copies a random region of a random layout from and to random strides, and compares all elements
/// of both buffers.
fn check(random: &mut Random, most: usize) {
    let rank = random.below(7);
    let bits = random.pick(&[8, 16, 32, 64]);
    let extents: Vec<_> = (0..rank).map(|_| 1 + random.below(most)).collect();
    let ranges: Vec<Range<usize>> = extents
        .iter()
        .map(|extent| {
            let low = random.below(3);
            low..low + extent
        })
        .collect();
    let dims: Vec<_> = ranges
        .iter()
        .map(|range| range.end + random.below(2))
        .collect();
    let layout = random_layout(random, bits, &dims);
    match bits {
        8 => copies::<u8>(random, &layout, &ranges, &extents),
        16 => copies::<u16>(random, &layout, &ranges, &extents),
        32 => copies::<u32>(random, &layout, &ranges, &extents),
        _ => copies::<u64>(random, &layout, &ranges, &extents),
    }
}

fn copies<T>(random: &mut Random, layout: &Layout, ranges: &[Range<usize>], extents: &[usize])
where
    T: crate::NoUninit + crate::Pod + PartialEq + core::fmt::Debug + From<u8>,
{
    let values = |len: usize, salt: usize| -> Vec<T> {
        (0..len)
            .map(|i| T::from((i * 31 + i / 251 + salt) as u8))
            .collect()
    };
    let pairs = |strides: &[isize], first: usize| {
        let mut index = alloc::vec![0; extents.len()];
        let mut pairs = Vec::new();
        for _ in 0..extents.iter().product() {
            let at: Vec<_> = index
                .iter()
                .zip(ranges)
                .map(|(i, range)| i + range.start)
                .collect();
            let along = index
                .iter()
                .zip(strides)
                .map(|(&i, &stride)| i as isize * stride);
            pairs.push((first.wrapping_add_signed(along.sum()), layout.offset(&at)));
            odometer::advance(&mut index, extents, extents.len());
        }
        pairs
    };
    let (strides, [first, len]) = random_strides(random, extents, true);
    let from = values(len, 0);
    let mut buffer = values(layout.padded_len(), 7);
    let mut expected = buffer.clone();
    for (strided, position) in pairs(&strides, first) {
        expected[position] = from[strided];
    }
    let dims = Index::from_slice(extents);
    let source = Array::strided(&from, dims, &strides, first).unwrap();
    let mut view = layout.view_of_bits(&mut buffer);
    view.region_mut(ranges).unwrap().copy_from(source).unwrap();
    assert!(buffer == expected, "{layout} {ranges:?} from {strides:?}");
    if extents == layout.dims() {
        let mut again = values(layout.padded_len(), 7);
        let plan = CopyPlan::new(source.mapping(), layout).unwrap();
        plan.run(&from, &mut again).unwrap();
        assert!(again == expected, "{layout} planned from {strides:?}");
    }

    let (strides, [first, len]) = random_strides(random, extents, false);
    let mut to = values(len, 3);
    let mut expected = to.clone();
    for (strided, position) in pairs(&strides, first) {
        expected[strided] = buffer[position];
    }
    let mut destination = Array::strided_mut(&mut to[..], dims, &strides, first).unwrap();
    let view = layout.view_of_bits(&mut buffer);
    let region = view.region(ranges).unwrap();
    destination.copy_from(region).unwrap();
    assert!(to == expected, "{layout} {ranges:?} to {strides:?}");

    // From strides to strides.
    let (back, [start, len]) = random_strides(random, extents, false);
    let source = Array::strided(&to, dims, &strides, first).unwrap();
    let mut last = values(len, 5);
    let mut expected = last.clone();
    for ((from, _), (at, _)) in pairs(&strides, first).into_iter().zip(pairs(&back, start)) {
        expected[at] = to[from];
    }
    let mut destination = Array::strided_mut(&mut last[..], dims, &back, start).unwrap();
    destination.copy_from(source).unwrap();
    let plan = CopyPlan::strided::<T>(source.mapping(), destination.mapping()).unwrap();
    assert!(last == expected, "{strides:?} to {back:?}");
    let mut again = values(len, 5);
    plan.run(&to, &mut again).unwrap();
    assert!(again == expected, "{strides:?} planned to {back:?}");
}

impl Layout {
    /// A view of elements of any type of their size.
    fn view_of_bits<'a, T>(&'a self, buffer: &'a mut [T]) -> crate::ViewMut<'a, T, &'a Layout> {
        Array::try_new(crate::Mut::new(buffer), self).unwrap()
    }
}

#[test]
#[cfg_attr(miri, ignore = "large")]
fn random_strides_of_random_layouts() {
    let mut random = Random::new(31);
    for _ in 0..20_000 {
        check(&mut random, 6);
    }
    for _ in 0..300 {
        check(&mut random, 12);
    }
}

/// Few small cases, for Miri.
#[test]
fn small_strides() {
    let mut random = Random::new(32);
    for _ in 0..20 {
        check(&mut random, 3);
    }
}

#[test]
fn strides_that_do_not_fit() {
    let words = |result: Result<_, crate::ViewError>| {
        result
            .map(|_: ()| ())
            .map_err(|error| alloc::format!("{error}"))
    };
    let data = [0u32; 20];
    let new = |dims: &[usize], strides: &[isize], first| {
        let array = Array::strided(&data, Index::from_slice(dims), strides, first);
        words(array.map(|_| ()))
    };
    assert_eq!(new(&[4, 5], &[5, 1], 0), Ok(()));
    assert_eq!(new(&[4, 5], &[-5, -1], 19), Ok(()));
    assert_eq!(new(&[0, 5], &[100, 100], 50), Ok(()));
    assert_eq!(new(&[1 << 40, 20], &[0, 1], 0), Ok(()));
    let outside = |range| {
        Err(alloc::format!(
            "the array has positions {range}, but the container has only 20 elements"
        ))
    };
    assert_eq!(new(&[4, 5], &[5, 1], 1), outside("1 to 20"));
    assert_eq!(new(&[4, 5], &[-5, 1], 10), outside("-5 to 14"));
    assert_eq!(
        new(&[2, 2], &[isize::MAX, isize::MAX], 0),
        outside("0 to 18446744073709551614")
    );
    assert_eq!(
        new(&[4], &[5, 1], 0),
        Err("the array has 1 dimensions, but 2 strides".into())
    );
    assert_eq!(
        new(&[1 << 33, 1 << 33], &[0, 0], 0),
        Err("the elements have more bytes than there are addresses".into())
    );
    assert_eq!(
        new(&[1 << 31, 1 << 30], &[0, 0], 0),
        Err("the elements have 9223372036854775808 bytes, more than `isize::MAX`".into())
    );
    assert_eq!(
        words(Array::strided(&[(); 20], [4, 5], &[5, 1], 0).map(|_| ())),
        Err("the elements have no bytes".into())
    );
    let mut data = [0u32; 20];
    let overlap = Array::strided_mut(&mut data, [4, 5], &[4, 1], 0).map(|_| ());
    let text =
        "elements overlap: dimension 0 has a stride of 4, which must be at least 5 or at most -5";
    assert_eq!(words(overlap), Err(text.into()));
    let aligned = [0u32; 10];
    let aligned = crate::storage::no_uninit::bytes(&aligned);
    let of = |strides: &[isize], first| {
        words(
            Array::<crate::Ref<'_, u16>, _>::strided_bytes(aligned, [4, 5], strides, first)
                .map(|_| ()),
        )
    };
    assert_eq!(of(&[10, 2], 0), Ok(()));
    assert_eq!(
        of(&[10, 3], 0),
        Err(
            "the stride of dimension 1 is 3, which is not a multiple of 2, the bytes of an element"
                .into()
        )
    );
    assert_eq!(of(&[-10, 2], 31), Err("the first element begins at byte 31, which is not a multiple of 2, the bytes of an element".into()));
}
