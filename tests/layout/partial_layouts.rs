//! Layouts with sizes known at run time: `?` in `layout!`.

use tiled_layout::{LayoutError, layout};

#[test]
fn the_type_says_what_is_known() {
    type Kv = layout!(BF16[?,128]{1,0:T(8,128)(2,1)});
    assert_eq!(Kv::RANK, 2);
    assert_eq!(Kv::DIMS, [None, Some(128)]);
    assert_eq!(Kv::MINOR_TO_MAJOR, [1, 0]);
    assert_eq!(Kv::TILE_LEN, 1024);
    assert_eq!(Kv::TEXT, "bf16[?,128]{1,0:T(8,128)(2,1)}");
    let kv = Kv::with_dims([5, 128]).unwrap();
    assert_eq!(kv.to_string(), "bf16[5,128]{1,0:T(8,128)(2,1)}");
    assert_eq!(size_of_val(&kv), 40);
    type Four = layout!(F32[?,?,?,?]<:T(8,128)>);
    assert_eq!(size_of::<Four>(), 72);
}

#[test]
fn dimensions_that_do_not_fit_are_errors() {
    type Kv = layout!(BF16[?,128]{1,0:T(8,128)(2,1)});
    let error: LayoutError = Kv::with_dims([5, 64]).unwrap_err();
    assert!(matches!(error, LayoutError::Dim { dim: 1, .. }));
    assert_eq!(
        error.to_string(),
        "dimension 1 is 64, but it is 128 in `bf16[?,128]{1,0:T(8,128)(2,1)}`"
    );
    for huge in [
        usize::MAX,
        usize::MAX - 1,
        isize::MAX as usize,
        usize::MAX / 16 + 1,
    ] {
        let error = Kv::with_dims([huge, 128]).unwrap_err();
        assert!(
            error.to_string().starts_with("the buffer needs "),
            "{error}"
        );
    }
    type Padded = layout!(f32[?,5]{0,1:PAD(300,8)});
    let error = Padded::with_dims([301, 5]).unwrap_err();
    assert!(error.to_string().contains("300"), "{error}");
}

#[test]
fn names_stand_beside_unknown_dimensions() {
    fn last<const D: usize>(n: usize) -> usize {
        <layout!(BF16[?, D]{1,0:T(8,128)(2,1)})>::with_dims([n, D])
            .unwrap()
            .offset([n - 1, D - 1])
    }
    // 16 rows of 130 are 2 x 2 tiles; the last element is at (7,1) of the last one.
    assert_eq!(last::<130>(16), 3 * 1024 + 3 * 256 + 2 + 1);
}

#[test]
fn sizes_are_keys_and_shown() {
    use std::collections::HashSet;

    type Rows = layout!(F32[?,5]<1,0>);
    let sizes = [3, 4, 3].map(|rows| Rows::with_dims([rows, 5]).unwrap());
    assert_eq!(HashSet::from(sizes).len(), 2);
    assert_eq!(
        format!("{:?}", sizes[0]),
        "PartialLayout(f32[3,5]{1,0} of f32[?,5]{1,0})"
    );
}
