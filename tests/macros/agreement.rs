//! The same layout through `layout!` and through `Layout::parse`: one in every constant, every
//! offset and every inverse.

use crate::support::lists::{catalogue, golden_layouts, real_layouts, tpu_layouts};
use layout_oracle::data;
use tiled_layout::{Layout, layout};

/// The constants of a static layout.
struct Constants {
    layout: Layout,
    rank: usize,
    lists: [&'static [usize]; 5],
    scalars: [usize; 5],
}

/// Compares constants, and offsets and inverses: all of a small layout, a spread of a large one.
fn agree<const R: usize>(
    text: &str,
    constants: &Constants,
    offset: fn([usize; R]) -> usize,
    index: fn(usize) -> Option<[usize; R]>,
) {
    let parsed = Layout::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(constants.layout, parsed, "{text}");
    assert_eq!(constants.layout.to_string(), parsed.to_string(), "{text}");
    assert_eq!(
        (constants.rank, R),
        (parsed.rank(), parsed.rank()),
        "{text}"
    );
    let [dims, order, physical, strides, counts] = constants.lists;
    assert_eq!(*dims, parsed.dims()[..], "{text}");
    assert_eq!(*order, parsed.minor_to_major()[..], "{text}");
    assert_eq!(*physical, parsed.physical_dims()[..], "{text}");
    assert_eq!(*strides, parsed.strides()[..], "{text}");
    assert_eq!(*counts, parsed.tile_counts()[..], "{text}");
    let queries = [
        parsed.tile_len(),
        parsed.num_elements(),
        parsed.num_bytes(),
        parsed.padded_len(),
        parsed.padded_bytes(),
    ];
    assert_eq!(constants.scalars, queries, "{text}");

    // An odd step meets every column of a power of two.
    let step = |n: usize| if n <= 10_000 { 1 } else { (n / 2_000) | 1 };
    for element in (0..parsed.num_elements()).step_by(step(parsed.num_elements())) {
        let mut at = [0; R];
        let mut rest = element;
        for (i, d) in at.iter_mut().zip(dims).rev() {
            (*i, rest) = (rest % d, rest / d);
        }
        let position = parsed.offset(&at);
        assert_eq!(offset(at), position, "{text}: {at:?}");
        assert_eq!(index(position), Some(at), "{text}: {position}");
    }
    for position in (0..parsed.padded_len() + 2).step_by(step(parsed.padded_len())) {
        let expected = parsed.index(position);
        let found = index(position);
        assert_eq!(
            found.as_ref().map(|i| &i[..]),
            expected.as_ref().map(|i| &i[..]),
            "{text}: {position}"
        );
    }
}

/// Compares each layout, given as text and as tokens, and gives back the texts.
macro_rules! agree_all {
    ($($text:literal => [$($tokens:tt)*],)*) => {{
        $({
            type L = layout!($($tokens)*);
            let constants = Constants {
                layout: L::LAYOUT,
                rank: L::RANK,
                lists: [
                    &L::DIMS,
                    &L::MINOR_TO_MAJOR,
                    L::PHYSICAL_DIMS,
                    L::STRIDES,
                    L::TILE_COUNTS,
                ],
                scalars: [
                    L::TILE_LEN,
                    L::NUM_ELEMENTS,
                    L::NUM_BYTES,
                    L::PADDED_LEN,
                    L::PADDED_BYTES,
                ],
            };
            agree($text, &constants, L::offset, L::index);
        })*
        vec![$($text),*]
    }};
}

/// The texts that a list in the tests leaves out.
fn left_out(listed: &[&str], file: &str, column: usize) -> Vec<String> {
    let texts = data::rows(file).into_iter().map(|row| row[column].clone());
    texts.filter(|text| !listed.contains(&&**text)).collect()
}

#[test]
fn catalogue() {
    let listed = catalogue!(agree_all);
    assert_eq!(left_out(&listed, "catalogue.tsv", 1), Vec::<String>::new());
}

#[test]
fn real_layouts() {
    let listed = real_layouts!(agree_all);
    assert_eq!(
        left_out(&listed, "real_layouts.tsv", 0),
        Vec::<String>::new()
    );
}

#[test]
fn tpu_layouts() {
    let listed = tpu_layouts!(agree_all);
    let all = data::rows("tpu_sizes.tsv").len();
    assert!(left_out(&listed, "tpu_sizes.tsv", 0).len() <= all * 3 / 4);
}

#[test]
fn golden_layouts() {
    golden_layouts!(agree_all);
}

#[test]
fn every_section() {
    agree_all! {
        "f32[]" => [f32[]],
        "f32[5]" => [f32[5]],
        "f32[5]{0}" => [f32[5]],
        "f32[3,5]" => [f32[3,5]],
        "f32[0,5]{0,1}" => [f32[0,5]<0,1>],
        "f32[<=3,5]{1,0:T(2,2)}" => [f32[<=3,5]<1,0:T(2,2)>],
        "f32[3,<=5]{0,1}" => [f32[3,<=5]{0,1}],
        "f32[3,5]{1,0:(2,2)}" => [f32[3,5]{1,0:(2,2)}],
        "f32[3,5]{1,0:(2,2)(2,1)}" => [f32[3,5]<1,0:(2,2)(2,1)>],
        "f32[3,5]{1,0:T(-1,4)}" => [f32[3,5]<1,0:T(-1,4)>],
        "f32[3,5]{:T(2,2)}" => [f32[3,5]<:T(2,2)>],
        "f32[3,5]{1,0:L(16)}" => [f32[3,5]<1,0:L(16)>],
        "f32[3,5]{1,0:T(2,2)L(5)S(3)M(64)}" => [f32[3,5]<1,0:T(2,2)L(5)S(3)M(64)>],
        "f32[3,5]{1,0:T(2,2)PAD(4,7)}" => [f32[3,5]<1,0:T(2,2)PAD(4,7)>],
        "f32[3,5]{1,0:PAD(3,8=one)}" => [f32[3,5]<1,0:PAD(3,8=one)>],
        "f32[3,5]{1,0:PAD(3,8=lowest)}" => [f32[3,5]<1,0:PAD(3,8=lowest)>],
        "f32[3,5]{1,0:PAD(3,8=highest)}" => [f32[3,5]<1,0:PAD(3,8=highest)>],
        "f32[3,5]{1,0:PAD(3,8=unknown)}" => [f32[3,5]<1,0:PAD(3,8=unknown)>],
        "u4[3,5]{0,1:T(2,2)E(4)}" => [u4[3,5]<0,1:T(2,2)E(4)>],
        "s2[3,5]{1,0:E(2)S(1)}" => [s2[3,5]{1,0:E(2)S(1)}],
        "pred[123,456]{1,0:S(3)SC(0:10)(1:4,5)}" => [pred[123,456]{1,0:S(3)SC(0:10)(1:4,5)}],
        "f32[1,2,1,2,1,2,1,2,1,2,1,2]" => [f32[1,2,1,2,1,2,1,2,1,2,1,2]],
        "f32[9]{0:T(1)(2)(1)(3)(1)(2)(1)(1)}" => [f32[9]{0:T(1)(2)(1)(3)(1)(2)(1)(1)}],
    };
}

/// A layout with the maximum of everything.
#[test]
fn at_the_limits() {
    agree_all! {
        "f32[<=2,2,2,2,2,2,2,2,2,2,2,2]{0,1,2,3,4,5,6,7,8,9,10,11:T(2,1,2,1,2,1,2,1,2,1,2,1)(2,3,1,2,1,2,1,1)(*,*,*,*,*,*,*,*,*,*,*,3)(*,*,*,*,*,2)(*,2)(*,2)(*,2)(*,5)L(1000000)E(64)S(127)SC(0:1)(1:1)(2:1)(3:1)M(123456789)PAD(2,2,2,2,2,2,2,2,2,3,3,4=highest)}"
            => [f32[<=2,2,2,2,2,2,2,2,2,2,2,2]{0,1,2,3,4,5,6,7,8,9,10,11:T(2,1,2,1,2,1,2,1,2,1,2,1)(2,3,1,2,1,2,1,1)(*,*,*,*,*,*,*,*,*,*,*,3)(*,*,*,*,*,2)(*,2)(*,2)(*,2)(*,5)L(1000000)E(64)S(127)SC(0:1)(1:1)(2:1)(3:1)M(123456789)PAD(2,2,2,2,2,2,2,2,2,3,3,4=highest)}],
        "f32[1,2,3,1,2,3,1,2,3,1,2,3]{11,9,10,8,7,6,0,1,2,3,4,5:T(2,2,2,2,2,2,2,2,2,2,2,2)(1,1,1,1,2,2,2,1)}"
            => [f32[1,2,3,1,2,3,1,2,3,1,2,3]{11,9,10,8,7,6,0,1,2,3,4,5:T(2,2,2,2,2,2,2,2,2,2,2,2)(1,1,1,1,2,2,2,1)}],
    };
}

#[test]
fn every_element_type() {
    agree_all! {
        "pred[3,5]{0,1:T(2,2)}" => [PRED[3,5]<0,1:T(2,2)>],
        "s1[3]" => [S1[3]],
        "s2[3]" => [S2[3]],
        "s4[3]" => [S4[3]],
        "s8[3]" => [S8[3]],
        "s16[3]" => [S16[3]],
        "s32[3]" => [S32[3]],
        "s64[3]" => [S64[3]],
        "u1[3]" => [U1[3]],
        "u2[3]" => [U2[3]],
        "u4[3]" => [U4[3]],
        "u8[3]" => [U8[3]],
        "u16[3]" => [U16[3]],
        "u32[3]" => [U32[3]],
        "u64[3]" => [U64[3]],
        "f16[3]" => [F16[3]],
        "bf16[3]" => [BF16[3]],
        "f32[3]" => [F32[3]],
        "f64[3]" => [F64[3]],
        "c64[3]" => [C64[3]],
        "c128[3]" => [C128[3]],
        "f8e5m2[3]" => [F8E5M2[3]],
        "f8e4m3[3]" => [F8E4M3[3]],
        "f8e4m3fn[3]" => [F8E4M3FN[3]],
        "f8e4m3b11fnuz[3]" => [F8E4M3B11FNUZ[3]],
        "f8e5m2fnuz[3]" => [F8E5M2FNUZ[3]],
        "f8e4m3fnuz[3]" => [F8E4M3FNUZ[3]],
        "f8e3m4[3]" => [F8E3M4[3]],
        "f8e8m0fnu[3]" => [F8E8M0FNU[3]],
        "f4e2m1fn[3]" => [F4E2M1FN[3]],
        "f6e2m3fn[3]" => [F6E2M3FN[3]],
        "f6e3m2fn[3]" => [F6E3M2FN[3]],
    };
}
