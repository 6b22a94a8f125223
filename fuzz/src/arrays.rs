//! Targets of arrays: layouts out of choices, beside the naive definition.

use std::ops::Range;

use layout_oracle::naive::{PADDING, Spec, for_each_index};
use layout_oracle::random::Random;
use tiled_layout::{Layout, Mapping, layout};

use crate::case::Case;
use crate::moves::{self, SIZES, Side};

/// A layout of these dimensions with up to three tiles, and few enough positions.
fn spec(random: &mut Random, dims: &[usize]) -> Spec {
    let mut spec = Spec {
        dims: dims.to_vec(),
        minor_to_major: random.order(dims.len()),
        tiles: (0..random.below(4))
            .map(|_| random.tile(dims.len()))
            .collect(),
        ..Spec::default()
    };
    while spec.buffer_len() > 1 << 14 {
        spec.tiles.pop(); // without tiles there is no padding
    }
    spec
}

/// The dimensions of an array of at most a few thousand elements.
fn dims(random: &mut Random) -> Vec<usize> {
    let rank = random.below(6);
    let most = [1, 200, 40, 14, 8, 5][rank];
    (0..rank).map(|_| random.below(most + 1)).collect()
}

/// Positions and indices are those of the definition, and each other's inverse.
pub fn formulas(data: &[u8]) {
    let mut random = Random::of_bytes(data);
    let spec = match random.below(2) {
        0 => random.spec(),
        _ => random.uneven_spec(),
    };
    let case = Case::new(&spec);
    let layout = &case.layout;
    for (index, &position) in case.indices.iter().zip(&case.positions) {
        assert_eq!(layout.offset(index), position, "{layout} {index:?}");
    }
    assert_eq!(layout.padded_len(), case.elements.len(), "{layout}");
    for (position, element) in case.elements.iter().enumerate() {
        let index = layout.index(position);
        let expected = element.map(|number| &case.indices[number][..]);
        assert_eq!(index.as_deref(), expected, "{layout} at {position}");
    }
    let numbered = case.numbered();
    let view = layout.view(&numbered).unwrap();
    assert!(
        view.iter()
            .map(|&n| n as usize)
            .eq(case.positions.iter().copied()),
        "{layout}"
    );
    let runs: Vec<usize> = view
        .runs()
        .flat_map(|(_, run)| run.iter())
        .map(|&n| n as usize)
        .collect();
    let mut sorted = case.positions.clone();
    sorted.sort_unstable();
    let mut found = runs;
    found.sort_unstable();
    assert_eq!(found, sorted, "{layout}");
}

/// Layouts with `?` have the positions of the definition.
pub fn partial(data: &[u8]) {
    macro_rules! check {
        ($random:expr; $($layout:ty, [$($dim:expr),*];)*) => {
            [$(|random: &mut Random| {
                type L = $layout;
                let dims = [$({ let dim: fn(&mut Random) -> usize = $dim; dim(random) }),*];
                let mapping = L::with_dims(dims).unwrap();
                let text = mapping.layout().to_string();
                let spec = Spec::parse(&text);
                let buffer = spec.buffer();
                assert_eq!(mapping.padded_len(), buffer.len(), "{text}");
                let mut number = 0;
                for_each_index(&spec.dims, |index| {
                    let position = mapping.offset(index.try_into().unwrap());
                    assert_eq!(buffer[position], number, "{text} {index:?}");
                    number += 1;
                });
                assert_eq!(number, buffer.iter().filter(|&&n| n != PADDING).count() as i64);
                let view = mapping.view(&buffer).unwrap();
                assert!(view.iter().copied().eq(0..number), "{text}");
            }),*]
        };
    }
    let mut random = Random::of_bytes(data);
    let kinds: [fn(&mut Random); 8] = check! { random;
        layout!(S64[?,5]<1,0:T(2,2)>), [|r| r.below(20), |_| 5];
        layout!(S64[?,?]<1,0:T(8,128)>), [|r| r.below(20), |r| r.below(300)];
        layout!(S64[?,?]<0,1:T(4,4)(2,1)>), [|r| r.below(40), |r| r.below(40)];
        layout!(S64[?]<0:T(256)(128)(2,1)>), [|r| r.below(1000)];
        layout!(S64[?,3,?]<2,0,1:T(2,3)>), [|r| r.below(12), |_| 3, |r| r.below(12)];
        layout!(S64[2,?,4,?]<3,2,1,0:T(4,1,1)>), [|_| 2, |r| r.below(9), |_| 4, |r| r.below(9)];
        layout!(S64[?,?,?]<0,1,2>), [|r| r.below(9), |r| r.below(9), |r| r.below(9)];
        layout!(S64[?,?]<1,0:T(12,20)(6,10)(3,5)>), [|r| r.below(40), |r| r.below(40)];
    };
    let kind = random.below(kinds.len());
    kinds[kind](&mut random);
}

/// A copy writes each element, and no other byte.
pub fn copies(data: &[u8]) {
    let mut random = Random::of_bytes(data);
    let dims = dims(&mut random);
    let src = Side::from(spec(&mut random, &dims));
    let dst = Side::from(spec(&mut random, &dims));
    let (element, size) = random.pick(&SIZES);
    moves::check(&src, &dst, element, size);
}

/// Copies of a region into another, and the byte ranges of a region.
pub fn regions(data: &[u8]) {
    let mut random = Random::of_bytes(data);
    let rank = 1 + random.below(3);
    let mut layout = || {
        let most = [200, 30, 12][rank - 1];
        let dims: Vec<usize> = (0..rank).map(|_| random.below(most + 1)).collect();
        Layout::parse(&spec(&mut random, &dims).text("s32")).unwrap()
    };
    let (src, dst) = (layout(), layout());
    let ranges = moves::check_region(&mut random, &src, &dst);
    let extents: Vec<usize> = ranges.iter().map(Range::len).collect();
    let mut inside = vec![false; 4 * src.padded_len()];
    for_each_index(&extents, |index| {
        let index: Vec<usize> = index
            .iter()
            .zip(&ranges)
            .map(|(i, r)| i + r.start)
            .collect();
        inside[4 * src.offset(&index)..][..4].fill(true);
    });
    let mut found = vec![false; inside.len()];
    for bytes in src.byte_ranges(&ranges).unwrap() {
        found[bytes].fill(true);
    }
    assert!(found == inside, "{src} {ranges:?}");
}

/// Elements of less than a byte: written, read, copied and unpacked.
pub fn packed(data: &[u8]) {
    let mut random = Random::of_bytes(data);
    let dims = dims(&mut random);
    let (element, bits) = random.pick(&[("u4", 4), ("u2", 2), ("u1", 1), ("u4", 6), ("u4", 8)]);
    let mut layout = || {
        let text = spec(&mut random, &dims).text(element);
        Layout::parse(&text)
            .unwrap()
            .with_element_bits(bits)
            .unwrap()
    };
    let (src, dst) = (layout(), layout());
    let mask = match element {
        "u4" => 15,
        "u2" => 3,
        _ => 1,
    };
    let value = |number: usize| (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
    let value = |number: usize| value(number) as u8 & mask;
    let mut from = vec![0; src.padded_bytes()];
    let mut view = src.packed_view_mut::<u8>(&mut from).unwrap();
    let mut number = 0;
    for_each_index(&dims, |index| {
        view.set(index, value(number));
        number += 1;
    });
    let mut to = vec![0xff; dst.padded_bytes()];
    let mut target = dst.packed_view_mut::<u8>(&mut to).unwrap();
    target
        .copy_from(&src.packed_view::<u8>(&from).unwrap())
        .unwrap();
    let target = dst.packed_view::<u8>(&to).unwrap();
    let mut elements = vec![false; dst.padded_len() * bits];
    let mut number = 0;
    for_each_index(&dims, |index| {
        assert_eq!(
            target.get(index),
            Some(value(number)),
            "{src} to {dst} {index:?}"
        );
        elements[dst.offset(index) * bits..][..bits].fill(true);
        number += 1;
    });
    for (bit, element) in elements.iter().enumerate() {
        assert!(
            *element || to[bit / 8] >> (bit % 8) & 1 == 1,
            "{src} to {dst}: bit {bit} of padding"
        );
    }
    assert_eq!(
        target.to_row_major(),
        (0..number).map(value).collect::<Vec<_>>()
    );
}
