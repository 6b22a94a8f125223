//! Owned buffers: constructors, padding, comparison and printing.

use layout_oracle::laws::random_cases;
use layout_oracle::part::Elements;
use layout_oracle::random::Random;
use tiled_layout::{
    Array, Buffer, Element, Layout, LengthError, Mapping, Stores, View, ViewMut, WholeBuffer,
    layout, types,
};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

fn run_time(text: &str) -> Layout {
    Layout::parse(text).unwrap()
}

/// Each constructor puts each element where the naive definition says, and zero into padding.
#[test]
fn constructors_against_the_definition() {
    random_cases("constructors", 300, constructors);
}

fn constructors(random: &mut Random, most: usize) {
    let spec = random.aimed_spec(most);
    let layout = run_time(&spec.text("s32"));
    let elements = Elements::of(&spec);
    let data: Vec<i32> = (1..=elements.positions.len() as i32).collect();
    let mut expected = vec![0; layout.padded_len()];
    for (&position, &value) in elements.positions.iter().zip(&data) {
        expected[position] = value;
    }
    let buffer = Buffer::from_row_major_with(layout, &data).unwrap();
    assert_eq!(buffer.as_slice(), expected, "{layout}");
    assert_eq!(buffer.to_row_major(), data, "{layout}");
    assert_eq!(buffer.iter().copied().collect::<Vec<_>>(), data, "{layout}");
    let mut rows = vec![0; data.len()];
    buffer.copy_to_row_major(&mut rows).unwrap();
    assert_eq!(rows, data, "{layout}");
    let mut written = layout.view(&vec![0; expected.len()]).unwrap().to_owned();
    written.copy_from_row_major(&data).unwrap();
    assert_eq!(written.as_slice(), expected, "{layout}");
    let mut next = 0;
    let from_fn = Buffer::from_fn_with(layout, |index| {
        assert_eq!(index.to_vec(), elements.index(next), "{layout}");
        next += 1;
        data[next - 1]
    });
    assert_eq!(from_fn.unwrap().as_slice(), expected, "{layout}");
    let copy = layout.view(&expected).unwrap().to_owned();
    assert_eq!(copy, buffer, "{layout}");
    assert_eq!(copy.as_slice(), expected, "{layout}");
    let zeroed = Buffer::<i32, Layout>::zeroed_with(layout).unwrap();
    assert_eq!(zeroed.as_slice(), vec![0; layout.padded_len()], "{layout}");
}

/// The value of `PAD`, else zero; never what was in memory.
#[test]
fn padding_of_constructors() {
    fn padding<T: Copy + Default, M: Stores<T>>(value: T, mapping: M) -> T {
        let buffer = Buffer::from_elem_with(mapping, value).unwrap();
        let position = buffer.layout().padded_len() - 1;
        assert!(buffer.layout().is_padding(position));
        buffer.as_slice()[position]
    }
    assert_eq!(padding(3i32, run_time("s32[2,3]{0,1:PAD(3,5)}")), 0);
    assert_eq!(padding(3i32, run_time("s32[2,3]{0,1:PAD(3,5=zero)}")), 0);
    assert_eq!(padding(3i32, run_time("s32[2,3]{0,1:PAD(3,5=one)}")), 1);
    assert_eq!(
        padding(3i32, run_time("s32[2,3]{0,1:PAD(3,5=lowest)}")),
        i32::MIN
    );
    assert_eq!(
        padding(3i32, run_time("s32[2,3]{0,1:PAD(3,5=highest)}")),
        i32::MAX
    );
    assert_eq!(
        padding(3u16, run_time("bf16[2,3]{0,1:PAD(3,5=one)}")),
        0x3f80
    );
    // All padding has it, that of tiles too.
    assert_eq!(padding(3i32, run_time("s32[2,3]{0,1:T(4)PAD(3,5=one)}")), 1);
    let lowest = layout!(F32[2,3]<0,1:PAD(3,5=lowest)>);
    assert_eq!(padding(3f32, lowest), f32::NEG_INFINITY);
    assert_eq!(padding(3f32, Fig1::new()), 0.0);
    assert!(!padding(true, layout!(PRED[3,5]<1,0:T(2,2)>)));
    assert_eq!(
        padding([3f32; 2], layout!(C64[3,5]<1,0:T(2,2)PAD(3,6=one)>)),
        [1.0, 0.0]
    );

    // `zeroed` is zero in the elements alone.
    let zeroed = Buffer::<i32, layout!(S32[2,3]<0,1:PAD(3,5=one)>)>::zeroed();
    assert_eq!(zeroed.as_slice().iter().sum::<i32>(), 15 - 6);
}

#[test]
fn static_layouts_need_no_value() {
    let mut buffer = Buffer::<f32, Fig1>::zeroed();
    assert_eq!(buffer.as_slice(), [0.0; 24]);
    buffer[[2, 3]] = 1.0;
    buffer[Fig1::at([2, 4])] = 2.0;
    *buffer.get_mut([0, 0]).unwrap() = 3.0;
    assert_eq!(buffer.get([2, 3]), Some(&1.0));
    assert_eq!(buffer.get([2, 5]), None);
    assert_eq!(buffer.get_mut([3, 0]), None);
    // SAFETY: 2 < 3 and 4 < 5.
    assert_eq!(*unsafe { buffer.get_unchecked([2, 4]) }, 2.0);
    assert_eq!(
        (buffer.dims(), buffer.layout().padded_len()),
        (&[3, 5][..], 24)
    );
    assert_eq!(buffer.iter().sum::<f32>(), 6.0);
    for element in &mut buffer {
        *element += 1.0;
    }
    for (element, value) in buffer.iter_mut().zip([0.0, 0.5]) {
        *element -= value;
    }
    for ([i, j], element) in buffer.indexed_iter_mut() {
        *element += (10 * i + j) as f32;
    }
    assert_eq!(buffer.indexed_iter().next_back(), Some(([2, 4], &27.0)));
    assert_eq!((&buffer).into_iter().nth(1), Some(&1.5));
    assert!((&mut buffer).into_iter().all(|element| *element > 0.0));
    assert!(
        buffer.as_mut_slice()[22..]
            .iter()
            .all(|&padding| padding == 0.0)
    );
}

/// The value that stands for a static layout offers what its type does.
#[test]
fn values_of_static_layouts() {
    let fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    let mut data = [0f32; 24];
    let mut view: ViewMut<'_, f32, Fig1> = fig1.view_mut(&mut data).unwrap();
    view[fig1.at([2, 3])] = 1.0;
    let view: View<'_, f32, Fig1> = fig1.view(&data).unwrap();
    assert_eq!(view[fig1.at([2, 3])], 1.0);
    assert_eq!(fig1.at([2, 3]), Fig1::at([2, 3]));
    assert_eq!(
        (fig1.rank(), fig1.dims(), fig1.padded_len()),
        (2, &[3, 5][..], 24)
    );
    assert!(fig1.view(&data[1..]).is_err());
    assert_eq!(
        (fig1.padding_len(), fig1.is_padding(17), fig1.is_padding(18)),
        (9, false, true)
    );
    let buffer = Buffer::from_row_major_with(fig1, &[1.0; 15]).unwrap();
    assert_eq!(buffer[[2, 3]], 1.0);
    // In generic code, for both kinds of layouts.
    fn last<M: Stores<f32>>(mapping: &M, data: &[f32]) -> f32 {
        *mapping.view(data).ok().unwrap().iter().next_back().unwrap()
    }
    data[20] = 5.0;
    assert_eq!(last(&fig1, &data), 5.0);
    assert_eq!(last(fig1.layout(), &data), 5.0);
}

#[test]
#[should_panic(expected = "index [0, 5] is out of bounds of f32[3,5]{1,0:T(2,2)}")]
fn index_outside() {
    let _ = Buffer::<f32, Fig1>::zeroed()[[0, 5]];
}

#[test]
#[should_panic(expected = "index [3, 0] is out of bounds of f32[3,5]{1,0:T(2,2)}")]
fn index_mut_outside() {
    Buffer::<f32, Fig1>::zeroed()[[3, 0]] = 1.0;
}

#[test]
#[should_panic]
fn value_at_outside() {
    layout!(F32[3,5]<1,0:T(2,2)>).at(std::hint::black_box([3, 0]));
}

#[test]
fn wrong_lengths_and_types() {
    let message = |result: Result<Buffer<f32, Fig1>, LengthError>| result.unwrap_err().to_string();
    assert_eq!(
        message(Buffer::from_row_major(&[0.0; 14])),
        "the data has 14 elements, but the array has 15"
    );
    assert_eq!(
        message(Buffer::from_row_major(&[0.0; 24])),
        "the data has 24 elements, but the array has 15\nhelp: this is the length with padding; \
         `layout.view(&data)?.to_owned()` takes a buffer that holds its padding too"
    );
    let short = message(Fig1::view(&[0.0; 15]).map(|view| view.to_owned()));
    assert!(short.contains("15") && short.contains("24"), "{short}");

    let layout = run_time("f32[3,5]{1,0:T(2,2)}");
    assert!(Buffer::from_row_major_with(layout, &[0f32; 14]).is_err());
    assert!(Array::new(layout, vec![0f32; 23]).is_err());
    assert!(Buffer::<u32, Layout>::zeroed_with(layout).is_err());
    let error = Buffer::from_elem_with(layout, 0f64)
        .unwrap_err()
        .to_string();
    assert!(error.contains("`f64`") && error.contains("f32"), "{error}");
    assert!(Buffer::from_elem_with(run_time("s4[2]{0:E(4)}"), 0i8).is_err());
}

#[test]
fn aligned_to_64_bytes() {
    for len in [0, 1, 3, 17, 1000] {
        let bytes = Buffer::<u8, Layout>::zeroed_with(run_time(&format!("u8[{len}]"))).unwrap();
        assert_eq!(bytes.as_slice().as_ptr().addr() % 64, 0);
        assert_eq!(bytes.clone().as_slice().as_ptr().addr() % 64, 0);
        let complex = Buffer::from_elem_with(run_time(&format!("c128[{len}]")), [1f64; 2]).unwrap();
        assert_eq!(complex.as_slice().as_ptr().addr() % 64, 0);
        assert_eq!(complex.as_slice(), vec![[1.0; 2]; len]);
    }
}

#[test]
fn equal_by_elements_alone() {
    let tiled = Buffer::<f32, Fig1>::from_fn(|[i, j]| (i * j) as f32);
    let mut other = tiled.clone();
    other.fill_padding(9.0);
    assert_eq!(tiled, other);
    other[[2, 4]] = -1.0;
    assert_ne!(tiled, other);

    let f = |index: &[usize]| (index[0] * index[1]) as f32;
    let columns = Buffer::from_fn_with(run_time("f32[3,5]{0,1:T(4)}"), |i| f(&i)).unwrap();
    assert_eq!(tiled, columns);
    assert_eq!(columns.view(), tiled.view());
    let wider = Buffer::from_fn_with(run_time("f32[3,6]{1,0:T(2,2)}"), |i| f(&i)).unwrap();
    assert_ne!(tiled, wider);
    // Arrays without elements differ by their dimensions.
    let empty = |text| Buffer::<f32, Layout>::zeroed_with(run_time(text)).unwrap();
    assert_eq!(empty("f32[0,3]{1,0:T(2,2)}"), empty("f32[0,3]"));
    assert_ne!(empty("f32[0,3]"), empty("f32[3,0]"));
    // A NaN is not equal to itself.
    let nan = Buffer::from_elem_with(run_time("f32[1]"), f32::NAN).unwrap();
    assert_ne!(nan, nan);
}

#[test]
fn printed_as_nested_lists() {
    let shown = |text: &str| {
        let mut n = 0;
        let buffer = Buffer::from_fn_with(run_time(text), |_| {
            n += 1;
            n - 1
        });
        let buffer = buffer.unwrap();
        assert_eq!(format!("{buffer:?}"), format!("{:?}", buffer.view()));
        format!("{buffer:?}")
    };
    assert_eq!(shown("s32[]{:T(4)}"), "0, layout=s32[]{:T(4)}");
    assert_eq!(shown("s32[3]{0:T(4)}"), "[0, 1, 2], layout=s32[3]{0:T(4)}");
    assert_eq!(shown("s32[0]"), "[], layout=s32[0]{0}");
    assert_eq!(shown("s32[2,0]"), "[[],\n []], layout=s32[2,0]{1,0}");
    assert_eq!(
        shown("s32[2,3]{0,1:T(2,2)}"),
        "[[0, 1, 2],\n [3, 4, 5]], layout=s32[2,3]{0,1:T(2,2)}"
    );
    assert_eq!(
        shown("s32[2,1,2]"),
        "[[[0, 1]],\n [[2, 3]]], layout=s32[2,1,2]{2,1,0}"
    );
    let large = shown("s32[100,6]{1,0:T(8,128)}");
    assert_eq!(
        large,
        "[[0, 1, 2, 3, 4, 5],\n [6, 7, 8, 9, 10, 11],\n [12, 13, 14, 15, 16, 17],\n ...,\n \
         [582, 583, 584, 585, 586, 587],\n [588, 589, 590, 591, 592, 593],\n \
         [594, 595, 596, 597, 598, 599]], layout=s32[100,6]{1,0:T(8,128)}"
    );
    assert_eq!(
        shown("s32[501]{0:T(8)}"),
        "[0, 1, 2, ..., 498, 499, 500], layout=s32[501]{0:T(8)}"
    );
    let all = Buffer::from_elem_with(run_time("u8[501]"), 1u8).unwrap();
    assert!(!format!("{all:#?}").contains("..."));
    let rounded = Buffer::from_elem_with(run_time("f32[2]"), 0.123f32).unwrap();
    assert_eq!(format!("{rounded:.1?}"), "[0.1, 0.1], layout=f32[2]{0}");
}

/// A type of the user's own, of which nothing but its size is known.
#[test]
fn own_element_type() {
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Metres(f32);
    impl Element<types::F32> for Metres {}
    let mut buffer = Buffer::<Metres, Fig1>::from_fn(|[i, j]| Metres((i + j) as f32));
    assert_eq!(buffer[[2, 3]], Metres(5.0));
    buffer.fill_padding(Metres(1.0));
    assert_eq!(buffer.as_slice()[23], Metres(1.0));
}

#[test]
fn goes_to_other_threads() {
    fn send_and_sync<T: Send + Sync>(value: T) -> T {
        value
    }
    let mut buffer = send_and_sync(Buffer::<f32, Fig1>::from_elem(2.0));
    let _ = send_and_sync(buffer.iter());
    let _ = send_and_sync(buffer.indexed_iter());
    let _ = send_and_sync(buffer.iter_mut());
    let half = std::thread::scope(|scope| {
        let mut elements = buffer.iter_mut();
        let first: Vec<&mut f32> = elements.by_ref().take(7).collect();
        scope.spawn(move || first.into_iter().for_each(|element| *element = 1.0));
        scope
            .spawn(move || elements.map(|element| *element).sum::<f32>())
            .join()
            .unwrap()
    });
    assert_eq!(half, 16.0);
    assert_eq!(buffer.iter().sum::<f32>(), 7.0 + 16.0);
}

/// Each kind of layout keeps its dimensions, order, tiles and padding value.
#[test]
fn maps_to_another_element_type() {
    type Bytes = layout!(U8[3,5]<0,1:T(2,4)PAD(4,5=one)>);
    type Floats = layout!(F32[3,5]<0,1:T(2,4)PAD(4,5=one)>);
    type Rows = layout!(U8[?,5]<1,0:T(2,4)>);
    type FloatRows = layout!(F32[?,5]<1,0:T(2,4)>);
    let half = |byte: &u8| f32::from(*byte) / 2.0;
    let row_major: Vec<f32> = (0..15).map(|n| n as f32 / 2.0).collect();
    let data: Vec<u8> = (0..15).collect();

    let bytes = Buffer::<u8, Bytes>::from_row_major(&data).unwrap();
    let floats: Buffer<f32, Floats> = bytes.map(half);
    assert_eq!(
        floats,
        Buffer::<f32, Floats>::from_row_major(&row_major).unwrap()
    );
    assert_eq!(
        floats.as_slice().iter().filter(|&&n| n == 1.0).count(),
        1 + 24 - 15
    );

    let rows = Rows::with_dims([3, 5]).unwrap();
    let bytes = Buffer::from_row_major_with(rows, &data).unwrap();
    let floats: Buffer<f32, FloatRows> = bytes.map(half).unwrap();
    assert_eq!(floats.to_row_major(), row_major);

    let layout = run_time("u8[3,5]{1,0:T(2,4)(2,1)}");
    let bytes = Buffer::from_row_major_with(layout, &data).unwrap();
    let floats = bytes.map::<types::F32, _>(half).unwrap();
    assert_eq!(floats.layout().to_string(), "f32[3,5]{1,0:T(2,4)(2,1)}");
    assert_eq!(floats.to_row_major(), row_major);
    let error = bytes.map::<types::S32, _>(half).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a buffer of `f32` cannot hold elements of type s32 of 32 bits"
    );
}
