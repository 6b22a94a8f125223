//! What a run-time layout answers, static layouts and layouts with `?` answer by the same name, and
//! the same. `tests/tools/sources.rs` checks that the list below has every method of `Layout`.

use tiled_layout::{Layout, WholeBuffer, layout};

/// Compares an answer of all kinds.
macro_rules! same {
    ($static:expr, $partial:expr, $layout:expr; $($method:ident($($argument:expr),*);)*) => {$(
        let expected = $layout.$method($($argument),*);
        assert_eq!($static.$method($($argument),*), expected, "{}", stringify!($method));
        assert_eq!($partial.$method($($argument),*), expected, "{}", stringify!($method));
    )*};
}

macro_rules! check {
    ($static:ty, $partial:ty) => {{
        let fixed = <$static>::new();
        let layout: Layout = <$static>::LAYOUT;
        let partial = <$partial>::with_dims(<$static>::DIMS).unwrap();
        same! { fixed, partial, layout;
            element_type();
            element_bits();
            rank();
            true_rank();
            minor_to_major();
            tiles();
            memory_space();
            metadata_prefix_bytes();
            pad();
            split_configs();
            tail_padding_alignment_in_elements();
            is_dynamic_dimension(1);
            physical_dims();
            strides();
            logical_strides();
            tile_counts();
            tile_len();
            num_elements();
            num_bytes();
            padded_len();
            padded_bytes();
            padded_dims();
            padding_len();
            is_padding(9);
            dimension_padding(0);
            slice_is_contiguous(0);
            terms();
            is_bitcast_of(&layout);
            check_bitcast_of(&Layout::parse("f32[3,5]").unwrap());
            check_padding(10);
            tile_layout();
        }
        assert_eq!((fixed.to_layout(), partial.to_layout()), (layout, layout));
        let region = (1.., 2..4);
        let expected: Vec<_> = layout.byte_ranges(region.clone()).unwrap().collect();
        assert!(
            fixed
                .byte_ranges(region.clone())
                .unwrap()
                .eq(expected.clone())
        );
        assert!(partial.byte_ranges(region).unwrap().eq(expected));
        assert_eq!(fixed.dims(), layout.dims());
        assert_eq!(partial.dims(), layout.dims());
        // Their indices are arrays.
        let index = [2, 3];
        assert_eq!(<$static>::offset(index), layout.offset(&index));
        assert_eq!(partial.offset(index), layout.offset(&index));
        assert_eq!(partial.checked_offset(index), layout.checked_offset(&index));
        let position = layout.offset(&index);
        assert_eq!(<$static>::index(position), Some(index));
        assert_eq!(partial.index(position), Some(index));
        assert_eq!(layout.index(position).unwrap(), index);
    }};
}

#[test]
fn all_kinds_answer_alike() {
    check!(layout!(F32[3,5]<1,0:T(2,2)>), layout!(F32[?,5]<1,0:T(2,2)>));
    check!(
        layout!(BF16[300,500]<0,1:T(8,128)(2,1)S(1)>),
        layout!(BF16[?,?]<0,1:T(8,128)(2,1)S(1)>)
    );
    check!(
        layout!(S4[9,7]<1,0:T(4,4)L(128)E(4)M(64)>),
        layout!(S4[9,?]<1,0:T(4,4)L(128)E(4)M(64)>)
    );
    // By hand: 3 x 5 in 2 x 2 tiles.
    type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    let partial = <layout!(F32[?,?]<1,0:T(2,2)>)>::with_dims([3, 5]).unwrap();
    assert_eq!(
        (Fig1::new().padded_bytes(), Fig1::new().num_bytes()),
        (96, 60)
    );
    assert_eq!((partial.padded_bytes(), partial.num_bytes()), (96, 60));
    const _: () = assert!(Fig1::new().padded_bytes() == 96);
}

#[test]
#[should_panic = "dimension 0 of 129 rounds up to 136"]
fn assert_padding_at_most() {
    let partial = <layout!(F32[?,128]<1,0:T(8,128)>)>::with_dims([129, 128]).unwrap();
    partial.assert_padding_at_most(5);
}
