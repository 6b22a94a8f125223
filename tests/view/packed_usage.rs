//! Packed buffers as a user writes them.

use tiled_layout::{
    Layout, Mapping, PackedBuffer, PackedIter, PackedView, RelayoutError, ViewError, layout,
};

type Small = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
type Rows = layout!(S4[3,5]<1,0:E(4)>);

#[test]
fn quantized_weights() {
    let weights: Vec<i8> = (-7..8).collect();
    let tiled = PackedBuffer::<i8, Small>::from_row_major(&weights).unwrap();
    assert_eq!(tiled.as_bytes().len(), Small::PADDED_BYTES);
    assert_eq!(tiled.get([2, 3]), Some(6));
    assert_eq!(tiled.get([2, 5]), None);

    let rows = tiled.to_layout::<Rows>().unwrap();
    assert_eq!(
        rows.as_bytes(),
        [0xA9, 0xCB, 0xED, 0x0F, 0x21, 0x43, 0x65, 0x07]
    );
    assert_eq!(rows, tiled);

    let text = "s4[3,5]{0,1:T(3)E(6)}";
    let error = PackedBuffer::<i8, _>::zeroed_with_layout(Layout::parse(text).unwrap())
        .unwrap()
        .copy_from(&tiled)
        .unwrap_err();
    assert_eq!(error, RelayoutError::ElementBits { src: 4, dst: 6 });

    let total: i32 = tiled.iter().map(i32::from).sum();
    let mut by_loop = 0;
    for weight in &tiled {
        by_loop += i32::from(weight);
    }
    assert_eq!((total, by_loop), (0, 0));
    assert_eq!(
        tiled.region((2.., ..)).unwrap().to_row_major(),
        weights[10..]
    );
    assert_eq!(tiled.region(&[2..3, 3..4]).unwrap().to_row_major(), [6]);
    assert!(tiled.region((.., 6..)).is_err());
}

/// The sources that `copy_from` accepts.
#[test]
fn sources_of_copies() {
    let from = PackedBuffer::<i8, Rows>::from_fn(|[i, j]| i as i8 - j as i8);
    let mut to = PackedBuffer::<i8, Small>::zeroed();
    to.copy_from(&from).unwrap();
    assert_eq!(to, from);
    to.fill(0);
    to.copy_from(from.view()).unwrap();
    assert_eq!(to, from);
    to.fill(0);
    to.copy_from(from.view()).unwrap();
    assert_eq!(to, from);
    to.fill(0);
    let mut other = from.clone();
    to.view_mut().copy_from(&other.view_mut()).unwrap();
    assert_eq!(to, from);

    let layout = Layout::parse("s4[3,5]{0,1:T(4)E(4)}").unwrap();
    let mut run_time = PackedBuffer::zeroed_with_layout(layout).unwrap();
    run_time.copy_from(&to).unwrap();
    assert_eq!(run_time, from);
    to.fill(0);
    to.copy_from(&run_time).unwrap();
    assert_eq!(to, from);

    let error = |text: &str| {
        let mut to =
            PackedBuffer::<i8, _>::zeroed_with_layout(Layout::parse(text).unwrap()).unwrap();
        to.copy_from(&from).unwrap_err().to_string()
    };
    assert_eq!(
        error("s4[5,3]{1,0:E(4)}"),
        "an array of dimensions [3,5] cannot be copied to one of dimensions [5,3]"
    );
    assert_eq!(
        error("s4[3,5]"),
        "elements of 4 bits cannot be copied to elements of 8 bits"
    );
}

#[test]
fn regions_are_copied() {
    let from = PackedBuffer::<i8, Rows>::from_fn(|[i, j]| i as i8 - j as i8);
    let mut to = PackedBuffer::<i8, Small>::from_elem(7);
    let corner = from.region((1..3, ..2)).unwrap();
    let mut region = to.region_mut((..2, 3..)).unwrap();
    region.copy_from(&corner).unwrap();
    assert_eq!(to.region((..2, 3..)).unwrap().to_row_major(), [1, 0, 2, 1]);
    assert_eq!(to.iter().filter(|&element| element == 7).count(), 15 - 4);
    let mut column = to.region_mut((..2, 4..)).unwrap();
    assert!(column.copy_from(corner).is_err());
}

#[test]
fn values_that_do_not_fit() {
    let mut buffer = PackedBuffer::<i8, Small>::zeroed();
    let before = buffer.clone();
    let error = buffer.try_set([2, 3], 8).unwrap_err();
    assert_eq!(
        error.to_string(),
        "8 does not fit an element of type s4, which has 4 bits"
    );
    assert!(matches!(error, ViewError::Value { number: None, .. }));
    let error = buffer.view_mut().try_set([2, 3], -9).unwrap_err();
    assert!(error.to_string().starts_with("-9 does not fit"));
    assert!(
        buffer
            .region_mut((2.., ..))
            .unwrap()
            .try_set([0, 3], -9)
            .is_err()
    );

    let mut data = [7; 15];
    data[11] = -100;
    let error = buffer.copy_from_row_major(&data).unwrap_err();
    assert_eq!(
        error.to_string(),
        "-100 does not fit an element of type s4, which has 4 bits (element 11 of the data)"
    );
    assert!(matches!(
        error,
        ViewError::Value {
            number: Some(11),
            ..
        }
    ));
    assert_eq!(
        PackedBuffer::<i8, Small>::from_row_major(&data).unwrap_err(),
        error
    );
    let layout = Layout::parse("u2[3]{0:E(2)}").unwrap();
    assert!(matches!(
        PackedBuffer::from_elem_with_layout(layout, 4u8),
        Err(ViewError::Value { .. })
    ));
    assert_eq!(buffer.as_bytes(), before.as_bytes(), "nothing is written");
    assert!(size_of::<ViewError>() <= 128);
}

#[test]
#[should_panic(expected = "8 does not fit an element of type s4, which has 4 bits")]
fn a_fill_that_does_not_fit() {
    PackedBuffer::<i8, Small>::zeroed().fill(8);
}

#[test]
#[should_panic(expected = "index [2, 5] is out of bounds of s4[3,5]{1,0:T(2,2)E(4)}")]
fn an_index_outside() {
    PackedBuffer::<i8, Small>::zeroed().set([2, 5], 1);
}

#[test]
fn wrong_lengths_and_types() {
    let error = PackedBuffer::<i8, Small>::from_row_major(&[0; 24]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the data has 24 elements, but the array has 15")
    );
    let error = PackedBuffer::<i8, Small>::from_bytes(&[0; 8]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the buffer has 8 bytes, but the layout takes 12 with padding"
    );
    let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}").unwrap();
    let error = PackedBuffer::<i8, _>::zeroed_with_layout(layout).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a buffer of `i8` cannot hold elements of type u4 of 4 bits"
    );
    assert!(
        PackedBuffer::<u8, _>::zeroed_with_layout(Layout::parse("u4[3]{0:E(9)}").unwrap()).is_err()
    );
    let mut buffer = PackedBuffer::<u8, _>::zeroed_with_layout(layout).unwrap();
    let error = buffer
        .region_mut((1.., 3..))
        .unwrap()
        .copy_from_row_major(&[0; 15])
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the data has 15 elements, but the array has 4"
    );
}

#[test]
fn padding_by_the_layout_and_metadata() {
    type Padded = layout!(S4[2,3]<1,0:E(4)M(5)PAD(2,4=lowest)>);
    let mut buffer = PackedBuffer::<i8, Padded>::from_elem(-1);
    assert_eq!(buffer.as_bytes(), [0xFF, 0x8F, 0xFF, 0x8F]); // without the 5 bytes before
    let bytes = [0xEE, 0xEE, 0xEE, 0xEE, 0xEE, 0x21, 0x03, 0x54, 0x06];
    buffer = PackedBuffer::from_bytes(&bytes).unwrap();
    assert_eq!(buffer.to_row_major(), [1, 2, 3, 4, 5, 6]);
    let layout = Layout::parse("s4[2,3]{1,0:E(4)M(5)PAD(2,4=lowest)}").unwrap();
    let run_time = PackedBuffer::<i8, _>::zeroed_with_layout(layout).unwrap();
    assert_eq!(run_time.as_bytes(), [0x00, 0x80, 0x00, 0x80]);
}

#[test]
fn equality_both_ways() {
    let tiled = PackedBuffer::<i8, Small>::from_fn(|[i, j]| i as i8 - j as i8);
    let mut rows = PackedBuffer::<i8, Rows>::zeroed();
    assert_ne!(tiled, rows);
    rows.copy_from(&tiled).unwrap();
    assert_eq!(tiled, rows);
    assert_eq!(tiled.view(), rows.view());
    assert_eq!(tiled, rows.view());
    assert_eq!(rows.view(), tiled);
    assert_eq!(
        tiled.region((1.., ..2)).unwrap(),
        rows.region((1.., ..2)).unwrap()
    );
    assert_ne!(
        tiled.region((1.., ..2)).unwrap(),
        rows.region((..2, ..2)).unwrap()
    );
    rows.set([2, 4], 7);
    assert_ne!(rows.view(), tiled);
    let wider =
        PackedBuffer::from_elem_with_layout(Layout::parse("s4[3,6]{1,0:E(4)}").unwrap(), 0i8);
    assert_ne!(wider.unwrap(), PackedBuffer::<i8, Rows>::zeroed());
}

/// An iterator in a struct, as long as the buffer and not as the view.
struct Stream<'a> {
    weights: PackedIter<'a, i8, Small>,
}

fn stream(buffer: &PackedBuffer<i8, Small>) -> Stream<'_> {
    Stream {
        weights: buffer.view().iter(),
    }
}

fn largest<M: Mapping>(view: PackedView<'_, i8, M>) -> Option<i8> {
    view.into_iter().max()
}

#[test]
fn iterators_are_values() {
    let buffer = PackedBuffer::<i8, Small>::from_fn(|[i, j]| i as i8 - j as i8);
    let mut stream = stream(&buffer);
    assert_eq!(stream.weights.next(), Some(0));
    assert_eq!(stream.weights.clone().next_back(), Some(-2));
    assert_eq!(stream.weights.len(), 14);
    assert!(format!("{:?}", stream.weights).contains("len: 14"));
    assert_eq!(largest(buffer.view()), Some(2));
    let layout = Layout::parse("s4[4]{0:E(4)}").unwrap();
    assert_eq!(largest(layout.packed_view(&[0x21, 0x73]).unwrap()), Some(7));
    let mut found = buffer.indexed_iter().filter(|(_, weight)| *weight == -3);
    assert_eq!(found.next().map(|(index, _)| index), Some([0, 3]));
}

#[test]
fn debug_of_many_elements_is_elided() {
    let small = PackedBuffer::<i8, layout!(S4[2,3]<1,0:T(2)E(4)>)>::from_elem(-3);
    assert_eq!(
        format!("{small:?}"),
        "[[-3, -3, -3],\n [-3, -3, -3]], layout=s4[2,3]{1,0:T(2)E(4)}"
    );
    assert_eq!(
        format!("{:?}", small.region((..1, ..)).unwrap()),
        "[[-3, -3, -3]], region=[0..1, 0..3] of s4[2,3]{1,0:T(2)E(4)}"
    );
    let large = PackedBuffer::<u8, layout!(U4[1000]<0:E(4)>)>::from_fn(|[i]| (i % 10) as u8);
    assert_eq!(
        format!("{large:?}"),
        "[0, 1, 2, ..., 7, 8, 9], layout=u4[1000]{0:E(4)}"
    );
}
