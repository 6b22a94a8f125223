//! Packed elements beside the laws of `layout_oracle`: types that no law has, metadata, and words of
//! errors.

use tiled_layout::{
    Buffer, CopyError, Element, Layout, Mapping, NoUninit, Packed, PackedBuffer, PackedElement,
    PackedView, Ref, ViewError, Zeroable, iter::Iter, layout,
};

type Small = layout!(S4[3,5]<1,0:T(2,2)E(4)>);

fn parse(text: &str) -> Layout {
    Layout::parse(text).unwrap()
}

/// Floats and truth values: in the same type of another width, and bit by bit.
#[test]
fn same_type() {
    let from = parse("f6e3m2fn[37,70]{1,0:E(7)}");
    let to = parse("f6e3m2fn[37,70]{1,0:T(8,128)}");
    let bits = |i: usize, j: usize| ((i * 7 + j * 3) % 64) as u8;
    let source = PackedBuffer::<u8, _>::from_fn_with(from, |i| bits(i[0], i[1])).unwrap();
    let mut bytes = Buffer::<u8, _>::zeroed_with(to).unwrap();
    bytes.copy_from(&source).unwrap();
    let mut all = bytes.indexed_iter();
    assert!(all.all(|(index, &found)| found == bits(index[0], index[1])));
    let mut back = PackedBuffer::<u8, _>::zeroed_with(from).unwrap();
    back.try_copy_from(&bytes).unwrap();
    assert_eq!(back, source);

    type Mask = layout!(PRED[20,33]<0,1:E(1)>);
    let mask = PackedBuffer::<bool, Mask>::from_fn(|[i, j]| (i + j) % 3 == 0);
    let mut flags = Buffer::<bool, layout!(PRED[20,33])>::from_elem(true);
    flags.copy_from(&mask).unwrap();
    let mut all = flags.indexed_iter();
    assert!(all.all(|([i, j], &flag)| flag == ((i + j) % 3 == 0)));
    let wide = parse("pred[3]{0:E(3)}");
    let mut memory = [0xFF; 2];
    let mut view = wide.packed_view_mut::<bool>(&mut memory).unwrap();
    view.copy_from_row_major(&[true, false, true]).unwrap();
    assert_eq!(view.as_bytes(), [0b01_000_001, 0b1111_1110]);
}

#[test]
fn padding_by_the_layout_and_metadata() {
    type Padded = layout!(S4[2,3]<1,0:E(4)M(5)PAD(2,4=lowest)>);
    let mut buffer = PackedBuffer::<i8, Padded>::from_elem(-1);
    assert_eq!(buffer.as_bytes(), [0xFF, 0x8F, 0xFF, 0x8F]); // without the 5 bytes before
    let mut bytes = [0xEE, 0xEE, 0xEE, 0xEE, 0xEE, 0x21, 0x03, 0x54, 0x06];
    buffer = PackedBuffer::from_bytes(&bytes).unwrap();
    assert_eq!(buffer.to_row_major(), [1, 2, 3, 4, 5, 6]);
    let layout = parse("s4[2,3]{1,0:E(4)M(5)PAD(2,4=lowest)}");
    let run_time = PackedBuffer::<i8, _>::zeroed_with(layout).unwrap();
    assert_eq!(run_time.as_bytes(), [0x00, 0x80, 0x00, 0x80]);
    let mut view = Padded::packed_view_mut::<i8>(&mut bytes).unwrap();
    view.set([1, 2], -1);
    assert_eq!(
        bytes,
        [0xEE, 0xEE, 0xEE, 0xEE, 0xEE, 0x21, 0x03, 0x54, 0x0F]
    );
}

#[test]
fn views_become_one_another() {
    let layout = parse("u4[3]{0:E(4)}");
    let mut memory = [0x21, 0x03];
    let mut view = layout.packed_view_mut::<u8>(&mut memory).unwrap();
    view.view_mut().set([1], 5);
    assert_eq!(format!("{view:?}"), "[1, 5, 3], layout=u4[3]{0:E(4)}");
    assert_eq!(view.view().as_bytes(), [0x51, 0x03]);
    view.as_bytes_mut()[1] = 0xF4;
    assert_eq!(view.view().get([2]), Some(4));
}

/// An iterator lives as long as the buffer, not as the view.
#[test]
fn iterators_are_values() {
    fn stream(buffer: &PackedBuffer<i8, Small>) -> Iter<Packed<Ref<'_, u8>, i8>, Small> {
        buffer.view().iter()
    }
    fn largest<M: Mapping>(view: PackedView<'_, i8, M>) -> Option<i8> {
        view.into_iter().max()
    }
    let buffer = PackedBuffer::<i8, Small>::from_fn(|[i, j]| i as i8 - j as i8);
    let mut weights = stream(&buffer);
    assert_eq!(weights.next(), Some(0));
    assert_eq!(weights.clone().next_back(), Some(-2));
    assert!(format!("{weights:?}").contains("len: 14"));
    assert_eq!(largest(buffer.view()), Some(2));
    let large = PackedBuffer::<u8, layout!(U4[1000]<0:E(4)>)>::from_fn(|[i]| (i % 10) as u8);
    let text = "[0, 1, 2, ..., 7, 8, 9], layout=u4[1000]{0:E(4)}";
    assert_eq!(format!("{large:?}"), text);
    let text = "[[0, -1]], region=[0..1, 0..2] of s4[3,5]{1,0:T(2,2)E(4)}";
    assert_eq!(format!("{:?}", buffer.region((..1, ..2)).unwrap()), text);
}

/// Wrong lengths, types and values, in words.
#[test]
fn errors_name_the_numbers() {
    fn check<T>(result: Result<T, impl ToString>, words: &str) {
        let Err(error) = result else {
            panic!("{words}")
        };
        assert_eq!(error.to_string(), words);
    }
    check(
        parse("s4[3,5]{1,0:T(2,2)E(4)M(64)}").packed_view::<i8>(&[0; 12]),
        "the buffer has 12 bytes, but the layout takes 76: 64 of metadata and 12 with padding",
    );
    check(
        PackedBuffer::<i8, Small>::from_bytes(&[0; 8]),
        "the buffer has 8 bytes, but the layout takes 12 with padding",
    );
    let error = PackedBuffer::<i8, Small>::from_row_major(&[0; 24]).unwrap_err();
    let words = "the data has 24 elements, but the array has 15";
    assert!(error.to_string().starts_with(words));
    for text in ["f32[3,5]{1,0:T(2,2)}", "s4[3,5]{1,0:T(2,2)E(9)}"] {
        let error = parse(text).packed_view::<i8>(&[0; 64]).unwrap_err();
        assert!(matches!(error, ViewError::Element { .. }), "{error}");
    }
    check(
        PackedBuffer::<i8, _>::zeroed_with(parse("u4[3,5]{1,0:T(2,2)E(4)}")),
        "a buffer of `i8` cannot hold elements of type u4 of 4 bits",
    );
    // No memory has that much metadata; the sum does not overflow.
    let huge = parse(&format!("u4[]{{:E(4)M({})}}", isize::MAX - 1));
    assert!(huge.packed_view::<u8>(&[0]).is_err());

    let mut buffer = PackedBuffer::<i8, Small>::zeroed();
    let words = "8 does not fit an element of type s4, which has 4 bits";
    check(buffer.try_set([2, 3], 8), words);
    let mut data = [7; 15];
    data[11] = -100;
    let words =
        "-100 does not fit an element of type s4, which has 4 bits (element 11 of the data)";
    check(buffer.copy_from_row_major(&data), words);
    check(PackedBuffer::<i8, Small>::from_row_major(&data), words);
    let filled = PackedBuffer::from_elem_with(parse("u2[3]{0:E(2)}"), 4u8);
    assert!(matches!(filled, Err(ViewError::Value { number: None, .. })));
    assert!(size_of::<ViewError>() <= 128);

    let other = |text| PackedBuffer::<i8, _>::zeroed_with(parse(text)).unwrap();
    check(
        other("s4[5,3]{1,0:E(4)}").copy_from(&buffer),
        "an array of dimensions [3,5] cannot be copied to one of dimensions [5,3]",
    );
    assert_ne!(other("s4[5,3]{1,0:E(4)}"), buffer);
    check(
        other("s4[3,5]").copy_from(&buffer),
        "elements of 4 bits cannot be copied to elements of 8 bits",
    );
}

#[test]
#[should_panic(expected = "8 does not fit an element of type s4, which has 4 bits")]
fn value_too_large() {
    PackedBuffer::<i8, Small>::zeroed().fill(8);
}

#[test]
#[should_panic(expected = "index [2, 5] is out of bounds of s4[3,5]{1,0:T(2,2)E(4)}")]
fn index_outside() {
    PackedBuffer::<i8, Small>::zeroed().set([2, 5], 1);
}

/// Pairs of layouts that do not convert.
#[test]
fn refused() {
    fn packed<T: Element + PackedElement>(text: &str) -> PackedBuffer<T, Layout> {
        PackedBuffer::zeroed_with(parse(text)).unwrap()
    }
    fn wide<T: Element + NoUninit + Zeroable>(text: &str) -> Buffer<T, Layout> {
        Buffer::zeroed_with(parse(text)).unwrap()
    }
    let signed = packed::<i8>("s4[3,5]{1,0:E(4)}");
    let mut bits = packed::<u8>("s4[3,5]{1,0:E(4)}");
    let unsigned = packed::<u8>("u4[3,5]{1,0:E(4)}");
    let error = wide::<i8>("s2[3,5]").copy_from(&signed).unwrap_err();
    assert!(matches!(error, CopyError::Element { .. }), "{error}");
    assert!(wide::<u8>("u8[3,5]").copy_from(&bits).is_err());
    assert!(wide::<u8>("u8[3,5]").copy_from(&unsigned).is_ok());
    let error = wide::<i8>("s8[5,3]").copy_from(&signed).unwrap_err();
    assert!(matches!(error, CopyError::Dims { .. }), "{error}");
    assert!(bits.try_copy_from(wide::<u8>("u8[3,5]")).is_err());
    assert!(bits.try_copy_from(wide::<u8>("s4[3,5]")).is_ok()); // the same type
    assert!(bits.copy_from_saturating(wide::<u8>("s4[3,5]")).is_err());
}
