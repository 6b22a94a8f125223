//! Worked examples of the layout language, each as text and as `layout!`.

use tiled_layout::{Layout, Mapping, layout};

fn parse(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The value of both spellings: a text, and the tokens in `layout!`.
macro_rules! both {
    ($text:literal, $($tokens:tt)*) => {{
        let parsed = parse($text);
        assert_eq!(<layout!($($tokens)*)>::LAYOUT, parsed, "{}", $text);
        parsed
    }};
}

/// The buffer, with `elements` (row-major) put in and `.` in the padding.
fn picture(layout: &Layout, elements: &str) -> String {
    let elements: Vec<char> = elements.chars().collect();
    let dims = layout.dims();
    let cell = |position| match layout.index(position) {
        None => '.',
        Some(index) => elements[index.iter().zip(dims).fold(0, |at, (i, d)| at * d + i)],
    };
    (0..layout.padded_len())
        .map(cell)
        .map(String::from)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn figure_1_places_each_element() {
    type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    let fig1 = both!("F32[3,5]<1,0:T(2,2)>", F32[3,5]<1,0:T(2,2)>);
    let expected = [[0, 1, 4, 5, 8], [2, 3, 6, 7, 10], [12, 13, 16, 17, 20]];
    for (i, row) in expected.iter().enumerate() {
        for (j, &position) in row.iter().enumerate() {
            assert_eq!(fig1.offset(&[i, j]), position);
            assert_eq!(Fig1::offset([i, j]), position);
        }
    }
    let value = layout!(F32[3,5]<1,0:T(2,2)>);
    assert_eq!(value.offset([2, 3]), 17);
    assert_eq!(Fig1::offset([2, 3]), 17);
    assert_eq!(
        picture(&fig1, "abcdefghijklmno"),
        "a b f g c d h i e . j . k l . . m n . . o . . ."
    );
}

#[test]
fn figure_1_constants() {
    type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    assert_eq!(Fig1::RANK, 2);
    assert_eq!(Fig1::DIMS, [3, 5]);
    assert_eq!(Fig1::MINOR_TO_MAJOR, [1, 0]);
    assert_eq!(Fig1::PHYSICAL_DIMS[..], [2, 3, 2, 2]);
    assert_eq!(Fig1::STRIDES[..], [12, 4, 2, 1]);
    assert_eq!(Fig1::TILE_COUNTS[..], [2, 3]);
    const STRIDES: [usize; 4] = Fig1::strides();
    let ([rows, columns], [a, b, c, d]) = (Fig1::tile_counts(), Fig1::physical_dims());
    assert_eq!((STRIDES, rows, columns), ([12, 4, 2, 1], 2, 3));
    assert_eq!([a, b, c, d], [2, 3, 2, 2]);
    assert_eq!(Fig1::TILE_LEN, 4);
    assert_eq!(Fig1::NUM_ELEMENTS, 15);
    assert_eq!(Fig1::NUM_BYTES, 60);
    assert_eq!(Fig1::PADDED_LEN, 24);
    assert_eq!(Fig1::PADDED_BYTES, 96);
}

#[test]
fn figure_1_queries() {
    let fig1 = parse("F32[3,5]{1,0:T(2,2)}");
    assert_eq!(fig1.to_string(), "f32[3,5]{1,0:T(2,2)}");
    assert_eq!((fig1.rank(), fig1.true_rank()), (2, 2));
    assert_eq!(fig1.element_bits(), 32);
    assert_eq!(fig1.dims()[..], [3, 5]);
    assert_eq!(fig1.minor_to_major()[..], [1, 0]);
    assert_eq!(fig1.physical_dims()[..], [2, 3, 2, 2]);
    assert_eq!(fig1.strides()[..], [12, 4, 2, 1]);
    assert_eq!(fig1.tile_counts()[..], [2, 3]);
    assert_eq!(fig1.tile_len(), 4);
    assert_eq!((fig1.num_elements(), fig1.num_bytes()), (15, 60));
    assert_eq!((fig1.padded_len(), fig1.padded_bytes()), (24, 96));
    assert_eq!(fig1.memory_space(), 0);
    assert_eq!(fig1.checked_offset(&[2, 3]), Some(17));
    for outside in [[3, 0], [0, 5], [usize::MAX, 0]] {
        assert_eq!(fig1.checked_offset(&outside), None);
    }
    assert_eq!(fig1.checked_offset(&[2]), None);
    assert_eq!(fig1.checked_offset(&[2, 3, 0]), None);
}

#[test]
fn figure_2_rows() {
    type Fig2 = layout!(F32[4,8]{1,0:T(2,4)(2,1)});
    let fig2 = both!("F32[4,8]{1,0:T(2,4)(2,1)}", F32[4,8]{1,0:T(2,4)(2,1)});
    for j in 0..8 {
        for (i, first) in [0, 1, 16, 17].into_iter().enumerate() {
            assert_eq!(fig2.offset(&[i, j]), first + 2 * j);
            assert_eq!(Fig2::offset([i, j]), first + 2 * j);
        }
    }
}

#[test]
fn sixteen_bit_format() {
    type Small = layout!(f32[8,8]{1,0:T(2,4)(2,1,1,1)});
    type Large = layout!(f32[32,256]{1,0:T(8,128)(2,1,1,1)});
    let small = both!("f32[8,8]{1,0:T(2,4)(2,1,1,1)}", f32[8,8]{1,0:T(2,4)(2,1,1,1)});
    assert_eq!(small.offset(&[6, 5]), 51);
    assert_eq!(Small::offset([6, 5]), 51);
    let large = both!(
        "f32[32,256]{1,0:T(8,128)(2,1,1,1)}",
        f32[32,256]{1,0:T(8,128)(2,1,1,1)}
    );
    assert_eq!(large.physical_dims()[..], [2, 2, 8, 128, 2, 1, 1, 1]);
    assert_eq!(Large::PHYSICAL_DIMS[..], [2, 2, 8, 128, 2, 1, 1, 1]);
}

/// Merged dimensions are indexed as the one that they merge into.
#[test]
fn combined_dimensions() {
    type Combined = layout!(F32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)});
    type Plain = layout!(F32[112,110]{1,0:T(2,3)});
    let combined = both!(
        "F32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}",
        F32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}
    );
    let plain = both!("F32[112,110]{1,0:T(2,3)}", F32[112,110]{1,0:T(2,3)});
    assert_eq!(combined.padded_len(), plain.padded_len());
    assert_eq!(combined.physical_dims()[..], plain.physical_dims()[..]);
    for position in 0..plain.padded_len() {
        let (Some(c), Some(p)) = (combined.index(position), plain.index(position)) else {
            assert!(combined.index(position).is_none() && plain.index(position).is_none());
            continue;
        };
        assert_eq!([(c[0] * 7 + c[1]) * 8 + c[2], c[3] * 10 + c[4]], p[..]);
        assert_eq!(combined.offset(&c), position);
        assert_eq!(Combined::offset([c[0], c[1], c[2], c[3], c[4]]), position);
        assert_eq!(Plain::offset([p[0], p[1]]), position);
    }
}

#[test]
fn orders_of_two_by_three() {
    let column_major = both!("f32[2,3]{0,1}", f32[2,3]{0,1});
    let row_major = both!("f32[2,3]{1,0}", f32[2,3]{1,0});
    assert_eq!(picture(&column_major, "abcdef"), "a d b e c f");
    assert_eq!(picture(&row_major, "abcdef"), "a b c d e f");
    assert_eq!(column_major.strides()[..], [2, 1]);
    assert_eq!(column_major.physical_dims()[..], [3, 2]);
    assert_eq!(
        (
            column_major.tile_counts()[..].to_vec(),
            column_major.tile_len()
        ),
        (vec![3, 2], 1)
    );
}

#[test]
fn padded_to_three_by_five() {
    let padded = both!("f32[2,3]{0,1:PAD(3,5=zero)}", f32[2,3]{0,1:PAD(3,5=zero)});
    assert_eq!(picture(&padded, "abcdef"), "a d . b e . c f . . . . . . .");
    assert_eq!((padded.num_elements(), padded.padded_len()), (6, 15));
    assert_eq!((padded.num_bytes(), padded.padded_bytes()), (24, 60));
    assert_eq!(padded.dims()[..], [2, 3]);
    assert_eq!(padded.checked_offset(&[2, 0]), None);
}

#[test]
fn packed_vector() {
    type Packed = layout!(bf16[1024]{0:T(1024)(128)(2,1)});
    let packed = both!("bf16[1024]{0:T(1024)(128)(2,1)}", bf16[1024]{0:T(1024)(128)(2,1)});
    assert_eq!(packed.offset(&[200]), 145);
    assert_eq!(Packed::offset([200]), 145);
    assert_eq!(packed.index(145).unwrap()[..], [200]);
}

#[test]
fn whole_buffer_rounded_up() {
    type Rounded = layout!(f32[13,5,1,7]{1,0,3,2:T(8)L(1024)});
    let rounded = both!("f32[13,5,1,7]{1,0,3,2:T(8)L(1024)}", f32[13,5,1,7]{1,0,3,2:T(8)L(1024)});
    assert_eq!((rounded.padded_len(), rounded.padded_bytes()), (1024, 4096));
    assert_eq!((Rounded::PADDED_LEN, Rounded::PADDED_BYTES), (1024, 4096));
    assert_eq!(rounded.num_bytes(), 13 * 5 * 7 * 4);
}

#[test]
fn scalar_in_a_tile() {
    type Scalar = layout!(u32[]{:T(128)});
    let scalar = both!("u32[]{:T(128)}", u32[]{:T(128)});
    assert_eq!(
        (
            scalar.num_elements(),
            scalar.padded_len(),
            scalar.offset(&[])
        ),
        (1, 128, 0)
    );
    assert_eq!(
        (Scalar::RANK, Scalar::PADDED_LEN, Scalar::offset([])),
        (0, 128, 0)
    );
    assert_eq!(picture(&both!("f32[]", f32[]), "a"), "a");
}

#[test]
#[cfg(target_pointer_width = "64")]
fn real_buffer_sizes() {
    type Weights = layout!(bf16[300,500]{1,0:T(8,128)(2,1)});
    assert_eq!(
        (Weights::NUM_BYTES, Weights::PADDED_BYTES),
        (300_000, 311_296)
    );
    let unpadded =
        both!("s4[9216,6144]{1,0:T(64,128)(8,1)E(4)}", s4[9216,6144]{1,0:T(64,128)(8,1)E(4)});
    assert_eq!(unpadded.padded_bytes(), 28_311_552);
    let large = both!("u8[327680,327680]{1,0:T(8,128)(4,1)}", u8[327680,327680]{1,0:T(8,128)(4,1)});
    assert_eq!(large.padded_bytes(), 107_374_182_400);
}

/// With `E` the elements are packed, without it each takes whole bytes.
#[test]
fn bits_of_an_element() {
    let packed = both!("s4[31]{0:T(1024)(128)(8,1)E(4)}", s4[31]{0:T(1024)(128)(8,1)E(4)});
    assert_eq!(
        (
            packed.element_bits(),
            packed.padded_len(),
            packed.padded_bytes()
        ),
        (4, 1024, 512)
    );
    let loose = both!("s4[31]{0:T(1024)}", s4[31]{0:T(1024)});
    assert_eq!((loose.padded_len(), loose.padded_bytes()), (1024, 1024));
    let wide = both!("pred[8,8,8]{0,2,1:T(8,128)E(32)}", pred[8,8,8]{0,2,1:T(8,128)E(32)});
    assert_eq!(
        (wide.element_bits(), wide.padded_bytes()),
        (32, 8 * 8 * 128 * 4)
    );
    let odd = both!("s4[3]{0:E(4)}", s4[3]{0:E(4)});
    assert_eq!(odd.padded_bytes(), 2);
}

/// Metadata and memory space move no element and count no byte.
#[test]
fn sections_that_move_nothing() {
    let plain = parse("f32[123,456]{1,0:T(16,128)}");
    let kept = both!(
        "f32[123,456]{1,0:T(16,128)S(5)SC(1:200)M(1024)}",
        f32[123,456]{1,0:T(16,128)S(5)SC(1:200)M(1024)}
    );
    assert_eq!(kept.memory_space(), 5);
    assert_eq!(kept.padded_bytes(), plain.padded_bytes());
    assert_eq!(kept.offset(&[122, 455]), plain.offset(&[122, 455]));
    assert_ne!(kept, plain);
}

#[test]
#[cfg(target_pointer_width = "64")]
fn true_rank_leaves_out_ones() {
    assert_eq!(parse("f32[1,5,1,7]").true_rank(), 2);
    assert_eq!(parse("f32[1,1]").true_rank(), 0);
    assert_eq!(parse("f32[]").true_rank(), 0);
}

/// Each element type by its description: a float, an integer, a scale, and so on.
#[test]
fn kinds_of_element_types() {
    use tiled_layout::ElementType;

    let names = |is: fn(ElementType) -> bool| {
        let types = ElementType::ALL.iter().filter(|&&element| is(element));
        types
            .map(|element| element.name())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        names(ElementType::is_integer),
        "s1 s2 s4 s8 s16 s32 s64 u1 u2 u4 u8 u16 u32 u64"
    );
    assert_eq!(
        names(ElementType::is_float),
        "f16 bf16 f32 f64 f8e5m2 f8e4m3 f8e4m3fn f8e4m3b11fnuz f8e5m2fnuz f8e4m3fnuz f8e3m4 \
         f8e8m0fnu f4e2m1fn f6e2m3fn f6e3m2fn"
    );
    assert_eq!(
        names(|element| !element.is_signed()),
        "pred u1 u2 u4 u8 u16 u32 u64 f8e8m0fnu"
    );
}
