//! Each consumer of a packed region equals its naive definition, element by element.

use tiled_layout::{Layout, Mapping, PackedView, PackedViewMut, RelayoutError, Stores};

use super::guarded::{Guarded, Value};
use super::parsed;
use crate::naive::Spec;
use crate::part::Part;

/// A packed type of elements, and the bits of an element.
#[derive(Clone, Copy)]
pub(super) struct Packed {
    pub(super) element: &'static str,
    pub(super) bits: usize,
}

/// Four bits, without space between them.
pub(super) const U4: Packed = Packed {
    element: "u4",
    bits: 4,
};

/// Elements of each number of bits, within bytes and across two.
pub(super) const PACKED: [Packed; 8] = {
    const fn packed(element: &'static str, bits: usize) -> Packed {
        Packed { element, bits }
    }
    [
        packed("u1", 1),
        packed("u1", 7),
        packed("u2", 2),
        packed("u2", 3),
        U4,
        packed("u4", 5),
        packed("u4", 6),
        packed("u4", 8),
    ]
};

impl Packed {
    /// The layout of packed elements.
    pub(super) fn layout(self, spec: &Spec) -> Layout {
        parsed(spec, self.element)
            .with_element_bits(self.bits)
            .unwrap()
    }

    /// The largest value.
    fn largest(self) -> u8 {
        match self.element {
            "u1" => 1,
            "u2" => 3,
            _ => 15,
        }
    }

    /// A value for each position.
    fn value(self, position: usize) -> u8 {
        u8::of(position) & self.largest()
    }

    /// The bytes of elements that have these values.
    fn bytes(self, values: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; (values.len() * self.bits).div_ceil(8)];
        for (position, value) in values.iter().enumerate() {
            for bit in 0..self.bits {
                let at = position * self.bits + bit;
                bytes[at / 8] |= (value >> bit & 1) << (at % 8);
            }
        }
        bytes
    }
}

/// A packed region, and one of bytes, which has the same size.
pub(super) fn packed_regions<P: Mapping, W: Stores<u8>>(
    packed: Packed,
    (p, part): (&P, &Part),
    (w, wide): (&W, &Part),
) {
    let [packed_positions, wide_positions] = [part.positions(), wide.positions()];
    let pairs = || {
        packed_positions
            .iter()
            .copied()
            .zip(wide_positions.iter().copied())
    };
    let what = |consumer: &'static str| {
        let Packed { element, bits } = packed;
        move || format!("{consumer}: {element} of {bits} bits of {part}, u8 of {wide}")
    };
    let values: Vec<u8> = (0..p.padded_len()).map(|at| packed.value(at)).collect();
    let bytes = packed.bytes(&values);
    let view = PackedView::<u8, _>::from_bytes(p.clone(), &bytes).unwrap();
    let region = view.region(&part.region[..]).unwrap();
    let rows: Vec<u8> = packed_positions.iter().map(|&at| values[at]).collect();
    #[cfg(feature = "alloc")]
    assert_eq!(region.to_row_major(), rows, "{}", what("to_row_major")());
    assert!(region.iter().eq(rows.iter().copied()), "{}", what("iter")());
    let backwards = region.indexed_iter().rev().map(|(index, value)| {
        assert_eq!(region.get(index), Some(value), "{}", what("get")());
        value
    });
    assert!(
        backwards.eq(rows.iter().rev().copied()),
        "{}",
        what("indexed_iter")()
    );
    let mut row_major = Guarded::new(rows.len(), |_| 0xff);
    region.copy_to_row_major(row_major.inner()).unwrap();
    row_major.assert(&rows, what("copy_to_row_major"));
    let error = region.copy_to_row_major(&mut vec![0; rows.len() + 1]);
    assert_eq!(error.unwrap_err().len(), rows.len() + 1);

    // Packed to bytes. Values outside of the region fit no packed element.
    let outside = |at: usize| u8::of(at) | 0x80;
    let mut buffer = Guarded::new(w.padded_len(), outside);
    let mut expected: Vec<u8> = (0..w.padded_len()).map(outside).collect();
    for (from, to) in pairs() {
        expected[to] = values[from];
    }
    let mut whole = w.view_mut(buffer.inner()).unwrap();
    let mut target = whole.region_mut(&wide.region[..]).unwrap();
    target.copy_from_packed(&region).unwrap();
    buffer.assert(&expected, what("copy_from_packed"));

    // Bytes to packed: into other values, which those outside of the region keep.
    let before: Vec<u8> = values
        .iter()
        .map(|value| value ^ packed.largest())
        .collect();
    macro_rules! writes {
        ($consumer:literal, $expected:expr, $target:ident, $copy:expr) => {{
            let bytes = packed.bytes(&before);
            let mut buffer = Guarded::new(bytes.len(), |at| bytes[at]);
            let mut whole = PackedViewMut::<u8, _>::from_bytes(p.clone(), buffer.inner()).unwrap();
            let mut $target = whole.region_mut(&part.region[..]).unwrap();
            $copy;
            buffer.assert(&packed.bytes($expected), what($consumer));
        }};
    }
    let mut after = before.clone();
    for &position in &packed_positions {
        after[position] = values[position];
    }
    writes!(
        "copy_from_row_major",
        &after,
        target,
        target.copy_from_row_major(&rows).unwrap()
    );
    let mut filled = before.clone();
    for &position in &packed_positions {
        filled[position] = packed.largest();
    }
    writes!("fill", &filled, target, target.fill(packed.largest()));
    let view = w.view(&expected).unwrap();
    let source = view.region(&wide.region[..]).unwrap();
    writes!(
        "try_copy_from",
        &after,
        target,
        target.try_copy_from(source).unwrap()
    );
    writes!("copy_from_saturating", &after, target, {
        target.copy_from_saturating(source).unwrap();
    });
    // A value that does not fit.
    if let Some((packed_position, position)) = pairs().nth(wide_positions.len() / 2) {
        let mut large = expected.clone();
        large[position] = 200;
        let view = w.view(&large).unwrap();
        let source = view.region(&wide.region[..]).unwrap();
        writes!("try_copy_from of 200", &before, target, {
            let error = target.try_copy_from(source).unwrap_err();
            assert!(matches!(error, RelayoutError::Value { .. }), "{error}");
        });
        let mut after = after.clone();
        after[packed_position] = packed.largest();
        writes!("copy_from_saturating of 200", &after, target, {
            target.copy_from_saturating(source).unwrap();
        });
    }

    // Packed to packed, and equality.
    let other = packed.layout(&wide.spec);
    let mut numbers: Vec<u8> = (0..w.padded_len()).map(|at| packed.value(at + 5)).collect();
    let bytes = packed.bytes(&numbers);
    let mut buffer = Guarded::new(bytes.len(), |at| bytes[at]);
    let mut whole = other.packed_view_mut::<u8>(buffer.inner()).unwrap();
    let mut target = whole.region_mut(&wide.region[..]).unwrap();
    target.copy_from(&region).unwrap();
    for (from, to) in pairs() {
        numbers[to] = values[from];
    }
    let bytes = packed.bytes(&numbers);
    buffer.assert(&bytes, what("copy_from"));
    let view = other.packed_view::<u8>(&bytes).unwrap();
    let copy = view.region(&wide.region[..]).unwrap();
    assert!(copy == region, "{}", what("==")());
    writes!(
        "copy_from back",
        &after,
        target,
        target.copy_from(&copy).unwrap()
    );
    if let Some(&position) = wide_positions.last() {
        numbers[position] ^= 1;
        let bytes = packed.bytes(&numbers);
        let view = other.packed_view::<u8>(&bytes).unwrap();
        let copy = view.region(&wide.region[..]).unwrap();
        assert!(copy != region, "{}", what("!=")());
    }
}
