//! Typed buffers indexed through layouts: static ones and those known only at run time.

use tiled_layout::{Element, Layout, Mapping, NdIndex, View, ViewMut, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

fn numbered(len: usize) -> Vec<f32> {
    (0..len).map(|n| n as f32).collect()
}

/// The Rust type is checked against the element type of a run-time layout.
#[test]
fn run_time_element_types() {
    let layout = |text| Layout::parse(text).unwrap();
    assert!(layout("f32[3]").view(&[0f32; 3]).is_ok());
    assert!(layout("f32[3]").view(&[0u32; 3]).is_err());
    assert!(layout("f32[3]").view(&[0f64; 3]).is_err());
    assert!(layout("f32[3]").view_mut(&mut [0i32; 3]).is_err());
    assert!(layout("bf16[3]").view(&[0u16; 3]).is_ok());
    assert!(layout("c64[3]").view(&[[0f32; 2]; 3]).is_ok());
    assert!(layout("pred[3]").view(&[false; 3]).is_ok());
    let wrong = layout("f32[3]").view(&[0f64; 3]).unwrap_err().to_string();
    assert!(wrong.contains("f32") && wrong.contains("f64"), "{wrong}");
    // With `E`, an element takes fewer or more bits than its Rust type.
    assert!(layout("s4[2]{0:E(4)}").view(&[0i8; 1]).is_err());
    assert!(layout("s4[2]{0:E(4)}").view(&[0i8; 2]).is_err());
    assert!(layout("pred[2]{0:E(32)}").view(&[0u8; 8]).is_err());
}

/// Layouts in the types of arguments, and code for any of them.
#[test]
fn generic_over_layouts() {
    fn corner(view: View<'_, f32, layout!(F32[3,5]<1,0:T(2,2)>)>) -> f32 {
        view[[2, 4]]
    }
    fn rows<const N: usize>(mut view: ViewMut<'_, f32, layout!(F32[N,4]<1,0:T(2,2)>)>) {
        for i in 0..N {
            view[[i, 1]] = i as f32;
        }
    }
    fn at<M: Mapping>(view: &View<'_, f32, M>, index: impl NdIndex<M>) -> f32 {
        view[index]
    }
    let mut buffer = numbered(24);
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    assert_eq!(corner(Fig1::view(&buffer).unwrap()), 20.0);
    assert_eq!(at(&Fig1::view(&buffer).unwrap(), [2, 3]), 17.0);
    assert_eq!(at(&layout.view(&buffer).unwrap(), [2, 3]), 17.0);
    type Six = layout!(F32[6,4]<1,0:T(2,2)>);
    rows::<6>(Six::view_mut(&mut buffer).unwrap());
    // Tiles of two rows, two tiles a row of tiles; column 1 is the second of the first tile.
    assert_eq!(
        [1, 3, 9, 11, 17, 19].map(|p| buffer[p]),
        [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    );
}

/// Arrays, references to them, slices, vectors and indices: of all kinds of layouts.
#[cfg(feature = "alloc")] // an index may be a `Vec`
#[test]
fn all_that_indexes() {
    const FIG1: Layout = Fig1::LAYOUT;
    const AT: [usize; 3] = [
        FIG1.offset(&[2, 3]),
        FIG1.offset([2, 3].as_slice()),
        match FIG1.checked_offset(FIG1.index(17).unwrap().as_slice()) {
            Some(position) => position,
            None => panic!(),
        },
    ];
    assert_eq!(AT, [17; 3]);
    let (list, slice, index) = (vec![2, 3], &[2, 3][..], FIG1.index(17).unwrap());
    assert_eq!(FIG1.offset(&list), 17);
    assert_eq!(FIG1.offset(&index), 17);
    for outside in [&[3, 0][..], &[0, 5], &[2], &[2, 3, 0], &[]] {
        assert_eq!(FIG1.checked_offset(outside), None);
    }
    assert_eq!(FIG1.checked_offset(&[2, 3, 0]), None);
    assert_eq!(FIG1.checked_offset(&[2]), None);
    assert_eq!(Layout::parse("f32[]").unwrap().offset(&[]), 0);

    let mut buffer = numbered(24);
    let partial = <layout!(F32[?,5]<1,0:T(2,2)>)>::with_dims([3, 5]).unwrap();
    macro_rules! check {
        ($view:expr, $view_mut:expr) => {{
            let view = $view.unwrap();
            let (b, c) = (2, 3);
            assert_eq!(
                [view[[b, c]], view[&[b, c]], view[slice], view[&list]],
                [17.0; 4]
            );
            assert_eq!([view[index], view[&index]], [17.0; 2]);
            for outside in [&[3, 0][..], &[0, 5], &[2], &[2, 3, 0], &[]] {
                assert_eq!(view.get(outside), None);
            }
            assert_eq!(view.get(&[2, 5]), None);
            // SAFETY: `[0, 4]` is within `[3, 5]`.
            assert_eq!(*unsafe { view.get_unchecked(&[0, 4]) }, 8.0);
            let mut view = $view_mut.unwrap();
            view[&[1, 1]] = -1.0;
            assert_eq!(buffer[3], -1.0);
            buffer[3] = 3.0;
        }};
    }
    check!(Fig1::view(&buffer), Fig1::view_mut(&mut buffer));
    check!(partial.view(&buffer), partial.view_mut(&mut buffer));
    check!(FIG1.view(&buffer), FIG1.view_mut(&mut buffer));
}

#[test]
#[should_panic = "[2, 5]"]
fn reference_outside() {
    let buffer = numbered(24);
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let _ = layout.view(&buffer).unwrap()[&[2, 5]];
}

#[test]
#[should_panic = "[2]"]
fn slice_of_another_rank() {
    let buffer = numbered(24);
    let _ = Fig1::view(&buffer).unwrap()[&[2][..]];
}

/// A type of the user's own as an element.
#[test]
fn own_element_type() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Metres(f32);
    impl Element<tiled_layout::types::F32> for Metres {}
    let buffer: Vec<Metres> = (0..24).map(|n| Metres(n as f32)).collect();
    assert_eq!(Fig1::view(&buffer).unwrap()[[2, 3]], Metres(17.0));
}

#[test]
fn empty_array() {
    type Empty = layout!(F32[3,0]<1,0:T(2,2)>);
    let view = Empty::view(&[] as &[f32]).unwrap();
    assert_eq!((Empty::PADDED_LEN, Empty::NUM_ELEMENTS), (0, 0));
    assert!(view.get([0, 0]).is_none());
    assert!(Empty::view(&[1.0f32]).is_err());
}

#[test]
fn wrong_lengths() {
    for len in [0, 15, 23, 25, 96] {
        let mut buffer = numbered(len);
        let error = Fig1::view(&buffer).unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("24") && text.contains(&len.to_string()),
            "{text}"
        );
        assert!(Fig1::view_mut(&mut buffer).is_err());
        let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
        assert!(layout.view(&buffer).is_err());
    }
    // The logical length is the likely mistake, and is named.
    let text = Fig1::view(&numbered(15)).unwrap_err().to_string();
    assert!(text.contains("15") && text.contains("padding"), "{text}");
}

#[test]
#[should_panic]
fn index_outside() {
    let buffer = numbered(24);
    let _ = Fig1::view(&buffer).unwrap()[[0, 5]];
}

#[test]
#[should_panic]
fn static_offset_outside() {
    let _ = Fig1::offset(std::hint::black_box([3, 0]));
}

#[test]
#[should_panic]
fn run_time_offset_outside() {
    let _ = Layout::parse("f32[3,5]").unwrap().offset(&[0, 5]);
}

/// Each element type is viewed through the Rust types that hold it without any dependency.
#[test]
fn rust_types() {
    macro_rules! holds {
        ($($element:ident: $($rust:ty = $value:expr),+;)*) => {
            $($({
                type L = layout!($element[2,3]<0,1:T(2,2)>);
                let mut buffer = [<$rust>::default(); L::PADDED_LEN];
                L::view_mut(&mut buffer).unwrap()[[1, 2]] = $value;
                assert_eq!(buffer[L::offset([1, 2])], $value);
                assert_eq!(L::view(&buffer).unwrap()[[1, 2]], $value);
                assert_eq!(L::view(&buffer).unwrap()[[0, 0]], <$rust>::default());
            })+)*
        };
    }
    holds! {
        PRED: bool = true, u8 = 1;
        S8: i8 = -3;
        S16: i16 = -3;
        S32: i32 = -3;
        S64: i64 = -3;
        U8: u8 = 3;
        U16: u16 = 3;
        U32: u32 = 3;
        U64: u64 = 3;
        F16: u16 = 0x3c00;
        BF16: u16 = 0x3f80;
        F32: f32 = 0.5;
        F64: f64 = 0.5;
        C64: [f32; 2] = [0.5, 2.0];
        C128: [f64; 2] = [0.5, 2.0];
        F8E5M2: u8 = 1;
        F8E4M3: u8 = 1;
        F8E4M3FN: u8 = 1;
        F8E4M3B11FNUZ: u8 = 1;
        F8E5M2FNUZ: u8 = 1;
        F8E4M3FNUZ: u8 = 1;
        F8E3M4: u8 = 1;
        F8E8M0FNU: u8 = 1;
    }
}

#[test]
#[should_panic(expected = "index [2] has 1 number for the 2 dimensions of f32[3,5]{1,0:T(2,2)}")]
fn another_rank_than_the_arrays() {
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let _ = layout.view(&[0.0f32; 24]).unwrap()[[2]];
}
