//! Owned packed buffers against single bits.

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
    let mut rows = buffer.to_row_major();
    rows.rotate_left(1.min(values.len()));
    buffer.copy_to_row_major(&mut rows).unwrap();
    assert_eq!(rows, values, "{layout}");
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
