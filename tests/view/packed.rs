//! Packed elements against a buffer of single bits, written the long way.

use layout_oracle::data;
use layout_oracle::naive::{PADDING, Spec, for_each_index};
use tiled_layout::{Layout, PackedBuffer, PackedElement, PackedView, ViewError, layout};

type Real = layout!(s4[260,390]{1,0:T(8,128)(8,1)E(4)});

/// Element types of at most 8 bits, with bits that an element can take.
const ELEMENTS: [(&str, u32, &[u32]); 12] = [
    ("pred", 1, &[1, 3, 8]),
    ("s1", 1, &[1, 2]),
    ("u1", 1, &[1, 7]),
    ("s2", 2, &[2, 5]),
    ("u2", 2, &[2, 8]),
    ("s4", 4, &[4, 6, 8]),
    ("u4", 4, &[4, 5, 7]),
    ("f4e2m1fn", 4, &[4]),
    ("f6e2m3fn", 6, &[6, 8]),
    ("f6e3m2fn", 6, &[6, 7]),
    ("s8", 8, &[8]),
    ("f8e4m3fn", 8, &[8]),
];

/// Layouts of several orders, with one tile and more, a tail, and wider
/// dimensions.
pub(crate) fn specs() -> Vec<Spec> {
    let texts = [
        "s4[]{}",
        "s4[0,5]{1,0:T(2,2)}",
        "s4[7]{0}",
        "s4[3,5]{1,0:T(2,2)}",
        "s4[3,5]{0,1:T(2,2)}",
        "s4[13,9]{1,0:T(8,4)(8,1)}",
        "s4[13,9]{1,0:T(4,8)(3,2)}",
        "s4[3,4,5]{0,2,1:T(*,2,3)(2)}",
        "s4[2,3,5]{1,2,0:T(4)L(7)}",
        "s4[11]{0:T(8)(4)(2,1)L(3)}",
    ];
    let mut specs: Vec<Spec> = texts.map(Spec::parse).into();
    let mut wide = Spec::parse("s4[2,3]{0,1}");
    wide.pad = vec![3, 5];
    specs.push(wide);
    specs
}

/// The text of a layout with elements of `bits` bits.
pub(crate) fn text(spec: &Spec, element: &str, bits: u32) -> String {
    let text = spec.text(element);
    let (head, body) = text.strip_suffix('}').unwrap().split_once('{').unwrap();
    let (body, pad) = match body.find("PAD") {
        Some(at) => body.split_at(at),
        None => (body, ""),
    };
    let colon = if body.contains(':') { "" } else { ":" };
    format!("{head}{{{body}{colon}E({bits}){pad}}}")
}

/// A value for each element: numbers without a pattern.
pub(crate) fn value(element: i64, width: u32) -> u8 {
    let mixed = (element as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56;
    mixed as u8 & (0xFF >> (8 - width))
}

/// The bytes of a buffer whose bits were `background`, bit by bit: an element
/// takes `bits` bits. The low `width` hold its value, and the others are
/// `extended(value)`.
pub(crate) fn expected(
    spec: &Spec,
    (width, bits): (u32, u32),
    background: bool,
    extended: fn(u8, u32) -> bool,
) -> Vec<u8> {
    let mut all = Vec::new();
    for element in spec.buffer() {
        all.extend((0..bits).map(|bit| match element {
            PADDING => background,
            _ if bit < width => value(element, width) >> bit & 1 == 1,
            _ => extended(value(element, width), width),
        }));
    }
    all.resize(all.len().next_multiple_of(8), background);
    let byte = |bits: &[bool]| (0..8).fold(0, |byte, i| byte | u8::from(bits[i]) << i);
    all.chunks(8).map(byte).collect()
}

/// Writes and reads all elements of all layouts as values of `T`.
fn check<T: tiled_layout::StorageType + PackedElement + PartialEq>(
    value_of: fn(u8, u32) -> T,
    extended: fn(u8, u32) -> bool,
) -> usize {
    let mut checked = 0;
    for (element, width, all_bits) in ELEMENTS {
        for &bits in all_bits {
            for spec in specs() {
                let layout = Layout::parse(&text(&spec, element, bits)).unwrap();
                if !T::holds(layout.element_type()) {
                    continue;
                }
                for background in [false, true] {
                    let empty = if background { 0xFF } else { 0 };
                    let mut bytes = vec![empty; layout.padded_bytes()];
                    let mut view = layout.packed_view_mut::<T>(&mut bytes).unwrap();
                    let mut number = 0;
                    for_each_index(&spec.dims, |index| {
                        let value = value_of(value(number, width), width);
                        view.set(index, value);
                        assert_eq!(view.get(index), Some(value), "{layout}");
                        number += 1;
                    });
                    let expected = expected(&spec, (width, bits), background, extended);
                    assert_eq!(bytes, expected, "{layout}");

                    let view = layout.packed_view::<T>(&bytes).unwrap();
                    let mut number = 0;
                    for_each_index(&spec.dims, |index| {
                        let value = value_of(value(number, width), width);
                        assert_eq!(view.get(index), Some(value), "{layout} at {index:?}");
                        number += 1;
                        checked += 1;
                    });
                }
            }
        }
    }
    checked
}

#[test]
fn raw_bits() {
    assert!(check::<u8>(|bits, _| bits, |_, _| false) > 10_000);
}

#[test]
fn signed() {
    let sign = |bits: u8, width: u32| bits >> (width - 1) & 1 == 1;
    let extend = |bits: u8, width: u32| {
        let value = i16::from(bits);
        let top = 1 << (width - 1);
        (if value >= top { value - 2 * top } else { value }) as i8
    };
    assert!(check::<i8>(extend, sign) > 3_000);
}

#[test]
fn truth_values() {
    assert!(check::<bool>(|bits, _| bits == 1, |_, _| false) > 1_000);
}

/// All values of the signed types.
#[test]
fn sign_extension() {
    fn values(text: &str, bytes: &[u8]) -> Vec<i8> {
        let layout = Layout::parse(text).unwrap();
        let view = layout.packed_view::<i8>(bytes).unwrap();
        (0..layout.num_elements())
            .map(|i| view.get([i]).unwrap())
            .collect()
    }
    assert_eq!(
        values(
            "s4[16]{0:E(4)}",
            &[0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE]
        ),
        [0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]
    );
    assert_eq!(values("s2[4]{0:E(2)}", &[0b11_10_01_00]), [0, 1, -2, -1]);
    assert_eq!(
        values("s1[8]{0:E(1)}", &[0b1010_0101]),
        [-1, 0, -1, 0, 0, -1, 0, -1]
    );
    // One byte an element: the low bits count, whatever the others are.
    assert_eq!(values("s4[3]", &[0x0D, 0xFD, 0xF3]), [-3, -3, 3]);
}

/// Rows in groups of eight share four bytes: the row is the minor dimension
/// within the second tile.
#[test]
fn real_layout() {
    assert_eq!(Real::PADDED_BYTES, 264 * 512 / 2);
    let mut bytes = vec![0xAA; Real::PADDED_BYTES];
    let mut view = Real::packed_view_mut::<i8>(&mut bytes).unwrap();
    let value = |i: usize, j: usize| ((i * 7 + j * 3) % 16) as i8 - 8;
    for i in 0..260 {
        for j in 0..390 {
            view.set([i, j], value(i, j));
        }
    }
    let run_time = Layout::parse("s4[260,390]{1,0:T(8,128)(8,1)E(4)}").unwrap();
    let run_time = run_time.packed_view::<i8>(&bytes).unwrap();
    let view = Real::packed_view::<i8>(&bytes).unwrap();
    for i in 0..264 {
        for j in 0..512 {
            let tile = i / 8 * 4 + j / 128;
            let nibble = tile * 8 * 128 + j % 128 * 8 + i % 8;
            let raw = bytes[nibble / 2] >> (nibble % 2 * 4) & 0xF;
            if i < 260 && j < 390 {
                assert_eq!(raw, value(i, j) as u8 & 0xF);
                assert_eq!(view.get([i, j]), Some(value(i, j)));
                assert_eq!(run_time.get([i, j]), Some(value(i, j)));
            } else {
                assert_eq!(raw, 0xA, "padding at ({i},{j}) was written");
                assert_eq!(view.get([i, j]), None);
                assert_eq!(run_time.get([i, j]), None);
            }
        }
    }
    assert_eq!(
        view.get(const { Real::at([259, 389]) }),
        run_time.get([259, 389])
    );
}

/// The sizes of packed buffers are those that a TPU's compiler gave.
#[test]
fn sizes_on_a_tpu() {
    let mut packed = 0;
    for row in data::rows("tpu_sizes.tsv")
        .iter()
        .filter(|row| row[0].contains("E(4)"))
    {
        let layout = Layout::parse(&row[0]).unwrap();
        let size = row[1].parse().unwrap();
        let mut bytes = vec![0xFF; size + 1];
        assert!(
            layout.packed_view::<u8>(&bytes[..size - 1]).is_err(),
            "{layout}"
        );
        assert!(layout.packed_view::<u8>(&bytes).is_err(), "{layout}");
        // The last element of all is within.
        let mut view = layout.packed_view_mut::<u8>(&mut bytes[..size]).unwrap();
        let last: Vec<usize> = layout.dims().iter().map(|dim| dim - 1).collect();
        view.set(&last[..], 0);
        let zeros: u32 = bytes.iter().map(|byte| byte.count_zeros()).sum();
        assert_eq!(zeros, 4, "{layout}");
        packed += 1;
    }
    assert!(packed >= 30, "{packed} packed layouts");
}

#[test]
fn metadata_is_skipped() {
    type Prefixed = layout!(U4[3]{0:E(4)M(5)});
    let mut bytes = [0xEE; 7];
    let mut view = Prefixed::packed_view_mut::<u8>(&mut bytes).unwrap();
    for i in 0..3 {
        view.set([i], i as u8 + 1);
    }
    assert_eq!(view.as_bytes(), [0x21, 0xE3]);
    assert_eq!(bytes, [0xEE, 0xEE, 0xEE, 0xEE, 0xEE, 0x21, 0xE3]);
}

#[test]
fn errors_name_the_numbers() {
    let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)M(64)}").unwrap();
    let error = layout.packed_view::<i8>(&[0; 12]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the buffer has 12 bytes, but the layout takes 76: 64 of metadata and 12 with padding"
    );
    type Plain = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    assert_eq!(
        Plain::packed_view::<i8>(&[0; 8]).unwrap_err(),
        ViewError::Bytes {
            len: 8,
            prefix: 0,
            padded_bytes: 12
        }
    );
    let wrong = |text: &str| {
        let layout = Layout::parse(text).unwrap();
        let error = layout.packed_view::<i8>(&[0; 64]).unwrap_err();
        assert!(matches!(error, ViewError::Element { .. }), "{error}");
        error.to_string()
    };
    assert_eq!(
        wrong("u4[3,5]{1,0:T(2,2)E(4)}"),
        "a buffer of `i8` cannot hold elements of type u4 of 4 bits"
    );
    wrong("f32[3,5]{1,0:T(2,2)}");
    wrong("s4[3,5]{1,0:T(2,2)E(9)}");
    // No memory has that much metadata; the sum does not overflow.
    let huge = format!("u4[]{{:E(4)M({})}}", usize::MAX / 2);
    let layout = Layout::parse(&huge).unwrap();
    assert!(layout.packed_view::<u8>(&[0]).is_err());
}

#[test]
#[should_panic(expected = "8 does not fit an element of type s4, which has 4 bits")]
fn value_too_large() {
    let mut bytes = [0; 12];
    let mut view = <layout!(S4[3,5]<1,0:T(2,2)E(4)>)>::packed_view_mut(&mut bytes).unwrap();
    view.set([2, 3], 8i8);
}

#[test]
#[should_panic(expected = "index [2, 5] is out of bounds of s4[3,5]{1,0:T(2,2)E(4)}")]
fn index_outside() {
    let mut bytes = [0; 12];
    let mut view = <layout!(S4[3,5]<1,0:T(2,2)E(4)>)>::packed_view_mut(&mut bytes).unwrap();
    view.set([2, 5], 1i8);
}

#[test]
fn views_are_shown_and_shared() {
    let mut bytes = [0x21, 0x03];
    let mut view = <layout!(U4[3]{0:E(4)})>::packed_view_mut::<u8>(&mut bytes).unwrap();
    view.as_bytes_mut()[1] = 0xF4;
    let read: PackedView<'_, u8, _> = view.as_view();
    let copy = read;
    assert_eq!((read.get([2]), copy.get([0])), (Some(4), Some(1)));
    assert_eq!(copy.dims(), [3]);
    assert_eq!(format!("{copy:?}"), "[1, 2, 4], layout=u4[3]{0:E(4)}");
}

#[test]
#[allow(
    clippy::needless_borrows_for_generic_args,
    reason = "references convert too"
)]
fn views_become_one_another() {
    fn bytes<'a>(view: impl Into<PackedView<'a, u8, &'a Layout>>) -> &'a [u8] {
        view.into().as_bytes()
    }
    let layout = Layout::parse("u4[3]{0:E(4)}").unwrap();
    let mut memory = [0x21, 0x03];
    let mut view = layout.packed_view_mut::<u8>(&mut memory).unwrap();
    view.reborrow().set([1], 5);
    assert_eq!(format!("{view:?}"), "[1, 5, 3], layout=u4[3]{0:E(4)}");
    assert_eq!(bytes(&view), [0x51, 0x03]);
    assert_eq!(bytes(&view.as_view()), [0x51, 0x03]);
}

/// Each element is in one tile, at its index; a tile's bytes are those of `tile_bytes`.
#[test]
fn tiles_of_packed_arrays() {
    for text in [
        "s4[3,5]{1,0:T(2,2)E(4)}",
        "s4[9,130]{1,0:T(8,128)(8,1)E(4)}",
        "s4[4,4]{1,0:T(2,2)(2,1,1,1)E(4)}",
        "s2[7,5,9]{1,2,0:T(4,4)E(2)}",
        "s4[5,6]{0,1:T(2,4)E(5)}",
    ] {
        let layout = Layout::parse(text).unwrap();
        let value = |index: &[usize]| (index.iter().fold(0, |n, i| 5 * n + i) % 4) as i8 - 2;
        let mut array = PackedBuffer::<i8, Layout>::zeroed_with_layout(layout).unwrap();
        let mut indices = vec![vec![]];
        for &extent in layout.dims() {
            let longer = |index: &Vec<usize>| -> Vec<Vec<usize>> {
                (0..extent).map(|i| [&index[..], &[i]].concat()).collect()
            };
            indices = indices.iter().flat_map(longer).collect();
        }
        for index in &indices {
            array.set(&index[..], value(index));
        }
        let mut found = vec![];
        for (number, tile) in array.tiles().enumerate() {
            let elements: Vec<_> = tile.indexed_iter().collect();
            assert!(
                elements.iter().all(|(index, n)| *n == value(index)),
                "{text}"
            );
            let values: Vec<i8> = elements.iter().map(|(_, n)| *n).collect();
            assert!(tile.iter().eq(values.iter().copied()), "{text}");
            let folded = tile.iter().fold(vec![], |list, n| [list, vec![n]].concat());
            assert_eq!(folded, values, "{text}");
            assert_eq!(tile.origin(), elements[0].0, "{text}");
            let last: Vec<usize> = tile.extents().iter().map(|extent| extent - 1).collect();
            assert_eq!(tile.get(&last), values.last().copied(), "{text}");
            assert_eq!(tile.get(tile.extents()), None, "{text}");
            assert_eq!(
                array.view().tile_bytes(tile.index()),
                tile.as_bytes(),
                "{text}"
            );
            let again = array.tile(tile.index()).unwrap();
            assert_eq!(again.iter().count(), values.len(), "{text}");
            assert_eq!(array.tiles().nth(number).unwrap().index(), tile.index());
            found.extend(elements.into_iter().map(|(index, _)| index.to_vec()));
        }
        found.sort();
        assert_eq!(found, indices, "{text}");
        assert_eq!(array.tiles().rev().count(), array.tiles().len());
    }
}
