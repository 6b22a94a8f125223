//! Owned packed buffers, their regions and copies, against single bits.

use std::ops::Range;

use crate::view::packed::{expected, specs, text, value};
use layout_oracle::naive::{Spec, for_each_index};
use tiled_layout::{Layout, PackedBuffer, PackedElement, StorageType};

/// Element types, their bits, and the bits that an element takes: of 3, 5, 6
/// and 7, many lie in two bytes.
const UNSIGNED: [(&str, u32, u32); 9] = [
    ("u1", 1, 1),
    ("u2", 2, 2),
    ("u2", 2, 3),
    ("u4", 4, 4),
    ("u4", 4, 5),
    ("f6e2m3fn", 6, 6),
    ("f6e3m2fn", 6, 7),
    ("pred", 1, 3),
    ("u8", 8, 8),
];
const SIGNED: [(&str, u32, u32); 4] = [("s2", 2, 3), ("s4", 4, 4), ("s4", 4, 6), ("s1", 1, 5)];

/// The bits of a value above its width.
type Extended = fn(u8, u32) -> bool;

fn sign(bits: u8, width: u32) -> bool {
    bits >> (width - 1) & 1 == 1
}

/// The value of an S type with these bits.
fn signed(bits: u8, width: u32) -> i8 {
    let high = if sign(bits, width) { -1 << width } else { 0 };
    (i16::from(bits) | high) as i8
}

/// Calls `check` with each layout, its values in row-major order, and the
/// bytes of a buffer that held the bits 0 or 1.
fn each_layout<T>(
    elements: &[(&str, u32, u32)],
    value_of: fn(u8, u32) -> T,
    extended: Extended,
    mut check: impl FnMut(&Spec, Layout, &[T], [Vec<u8>; 2], u32),
) {
    for &(element, width, bits) in elements {
        for spec in specs() {
            let layout = Layout::parse(&text(&spec, element, bits)).unwrap();
            let values: Vec<T> = (0..layout.num_elements() as i64)
                .map(|number| value_of(value(number, width), width))
                .collect();
            let bytes = [false, true]
                .map(|background| expected(&spec, (width, bits), background, extended));
            check(&spec, layout, &values, bytes, width);
        }
    }
}

fn each_unsigned(check: impl FnMut(&Spec, Layout, &[u8], [Vec<u8>; 2], u32)) {
    each_layout(&UNSIGNED, |bits, _| bits, |_, _| false, check);
}

fn each_signed(check: impl FnMut(&Spec, Layout, &[i8], [Vec<u8>; 2], u32)) {
    each_layout(&SIGNED, signed, sign, check);
}

/// All ways to the same bytes, and back to the values.
fn check_made<T>(layout: Layout, values: &[T], [zeros, ones]: [Vec<u8>; 2])
where
    T: StorageType + PackedElement + PartialEq,
{
    let mut buffer = PackedBuffer::from_row_major_with_layout(layout, values).unwrap();
    assert_eq!(buffer.as_bytes(), zeros, "{layout}");
    assert_eq!(buffer.to_row_major(), values, "{layout}");
    assert_eq!(buffer.as_bytes().as_ptr().addr() % 64, 0);

    let mut next = values.iter();
    let made = PackedBuffer::from_fn_with_layout(layout, |_| *next.next().unwrap()).unwrap();
    assert_eq!(made.as_bytes(), zeros, "{layout}");

    let read = PackedBuffer::<T, Layout>::from_bytes_with_layout(layout, &ones).unwrap();
    assert_eq!(read.as_bytes(), ones, "{layout}");
    assert_eq!(read, buffer, "{layout}: padding is not compared");
    assert!(
        read.iter().rev().eq(values.iter().rev().copied()),
        "{layout}"
    );

    buffer.as_bytes_mut().fill(0xFF);
    buffer.copy_from_row_major(values).unwrap();
    assert_eq!(buffer.as_bytes(), ones, "{layout}: padding stays");

    let mut number = 0;
    for_each_index(layout.dims(), |index| {
        assert_eq!(
            buffer.get(index),
            Some(values[number]),
            "{layout} at {index:?}"
        );
        number += 1;
    });
}

#[test]
fn row_major_data_in_and_out() {
    each_unsigned(|_, layout, values, bytes, _| check_made(layout, values, bytes));
    each_signed(|_, layout, values, bytes, _| check_made(layout, values, bytes));
}

/// Layouts of the same array: other orders, other tiles.
fn others(spec: &Spec) -> Vec<Spec> {
    let rank = spec.dims.len();
    let mut rows = Spec {
        dims: spec.dims.clone(),
        minor_to_major: (0..rank).rev().collect(),
        ..Spec::default()
    };
    let mut others = vec![rows.clone()];
    rows.minor_to_major.reverse();
    others.push(rows.clone());
    if rank > 0 {
        rows.tiles = vec![vec![Some(4)], vec![Some(3)]];
        others.push(rows);
    }
    others
}

/// Copies to other layouts, and to the same, in which all bits were 1.
fn check_copies<T: StorageType + PackedElement>(
    spec: &Spec,
    layout: Layout,
    values: &[T],
    (width, extended): (u32, Extended),
) -> usize {
    let bits = layout.element_bits() as u32;
    let element = layout.element_type().to_string();
    let from = PackedBuffer::from_row_major_with_layout(layout, values).unwrap();
    let mut others = others(spec);
    others.push(spec.clone());
    for other in &others {
        let to = Layout::parse(&text(other, &element, bits)).unwrap();
        let mut copy = PackedBuffer::<T, Layout>::zeroed_with_layout(to).unwrap();
        copy.as_bytes_mut().fill(0xFF);
        copy.copy_from(&from).unwrap();
        let expected = expected(other, (width, bits), true, extended);
        assert_eq!(copy.as_bytes(), expected, "{layout} to {to}");
    }
    others.len()
}

#[test]
fn copies() {
    let mut checked = 0;
    each_unsigned(|spec, layout, values, _, width| {
        checked += check_copies(spec, layout, values, (width, |_, _| false));
    });
    each_signed(|spec, layout, values, _, width| {
        checked += check_copies(spec, layout, values, (width, sign));
    });
    assert!(checked > 400, "{checked}");
}

/// A box within the array: all but some at the ends.
fn inner(dims: &[usize]) -> Vec<Range<usize>> {
    dims.iter().map(|&dim| dim / 3..dim - dim / 4).collect()
}

/// Each element is read by its own bits, and only those of the region are
/// written.
#[test]
fn regions() {
    each_unsigned(|_, layout, values, _, width| {
        let mut buffer = PackedBuffer::from_row_major_with_layout(layout, values).unwrap();
        let ranges = inner(layout.dims());
        let mut inside = Vec::new();
        for_each_index(layout.dims(), |index| {
            inside.push(
                index
                    .iter()
                    .zip(&ranges)
                    .all(|(i, range)| range.contains(i)),
            );
        });
        let of_region = |values: &[u8]| -> Vec<u8> {
            let both = values.iter().zip(&inside);
            both.filter(|(_, inside)| **inside)
                .map(|(value, _)| *value)
                .collect()
        };
        let region = buffer.region(&ranges).unwrap();
        let sizes: Vec<usize> = ranges.iter().map(Range::len).collect();
        assert_eq!(region.dims(), sizes, "{layout}");
        assert_eq!(region.to_row_major(), of_region(values), "{layout}");
        assert!(
            region.iter().rev().eq(of_region(values).into_iter().rev()),
            "{layout}"
        );
        for (index, element) in region.indexed_iter() {
            let places = index.iter().zip(&ranges);
            let whole: Vec<usize> = places.map(|(i, range)| i + range.start).collect();
            assert_eq!(buffer.get(&whole[..]), Some(element), "{layout}");
            assert_eq!(region.get(index), Some(element), "{layout}");
        }

        // All bits of the region's elements turned.
        let ones = 0xFF >> (8 - width);
        let turned: Vec<u8> = of_region(values).iter().map(|value| value ^ ones).collect();
        let mut region = buffer.region_mut(&ranges).unwrap();
        region.copy_from_row_major(&turned).unwrap();
        let both = values.iter().zip(&inside);
        let expected: Vec<u8> = both
            .map(|(value, &inside)| if inside { value ^ ones } else { *value })
            .collect();
        let expected = PackedBuffer::from_row_major_with_layout(layout, &expected).unwrap();
        assert_eq!(
            buffer.as_bytes(),
            expected.as_bytes(),
            "{layout}: padding stays"
        );

        buffer.region_mut(&ranges).unwrap().fill(0);
        let zeros = buffer.iter().zip(&inside).filter(|(_, inside)| **inside);
        assert!(
            zeros.map(|(value, _)| value).all(|value| value == 0),
            "{layout}"
        );
    });
}

#[test]
fn fill_and_fill_padding() {
    each_unsigned(|_, layout, values, [zeros, ones], width| {
        let mut buffer = PackedBuffer::from_row_major_with_layout(layout, values).unwrap();
        let largest = 0xFF >> (8 - width);
        buffer.fill_padding(largest);
        assert_eq!(buffer.to_row_major(), values, "{layout}");
        if layout.element_bits() as u32 == width {
            // Bits past the last position are not padding.
            let places = layout.padded_len() * layout.element_bits();
            for bit in 0..zeros.len() * 8 {
                let of = |bytes: &[u8]| bytes[bit / 8] >> (bit % 8) & 1;
                let whole = if bit < places { of(&ones) } else { 0 };
                assert_eq!(of(buffer.as_bytes()), whole, "{layout}: bit {bit}");
            }
        }
        buffer.fill_padding(0);
        assert_eq!(buffer.as_bytes(), zeros, "{layout}");

        let ones_before: u32 = layout.num_elements() as u32 * width;
        buffer.fill(largest);
        let ones: u32 = buffer.as_bytes().iter().map(|byte| byte.count_ones()).sum();
        assert_eq!(ones, ones_before, "{layout}: padding is not written");
    });
}
