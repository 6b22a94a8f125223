//! Tags of blocked formats: forms that the data files do not have, what is refused, and what no
//! system can write.

use crate::formats::refusals::{IMAGE, MATRIX, Shape, reads, refused};
use tiled_layout::notation::System;
use tiled_layout::{ElementType, Layout};

#[test]
fn tags_of_onednn() {
    let system = System::OneDnn;
    reads(
        system,
        "nChw16c",
        IMAGE,
        "f32[20,37,3,2]{3,2,1,0:T(16,1,1)}",
    );
    reads(
        system,
        "dnnl::memory::format_tag::nhwc",
        IMAGE,
        "f32[20,37,3,2]{1,3,2,0}",
    );
    reads(
        system,
        "OIhw4i16o4i",
        IMAGE,
        "f32[20,37,3,2]{3,2,1,0:T(16,16,1,1)(16,4,1,1)}",
    );
    reads(system, "hwio", IMAGE, "f32[20,37,3,2]{0,1,3,2}");
    reads(
        system,
        "Acdb8a",
        IMAGE,
        "f32[20,37,3,2]{1,3,2,0:T(8,1,1,1)}",
    );
    let groups: Shape<'_> = (ElementType::S8, &[4, 20, 37, 3, 2]);
    reads(
        system,
        "gOIhw16i16o",
        groups,
        "s8[4,20,37,3,2]{4,3,2,1,0:T(16,16,1,1)(16,1,1,1)}",
    );
    let recurrent: Shape<'_> = (ElementType::F32, &[2, 3, 4, 5, 6]);
    reads(system, "ldgoi", recurrent, "f32[2,3,4,5,6]{2,4,3,1,0}");
    reads(
        system,
        "tnc",
        (ElementType::F32, &[7, 3, 5]),
        "f32[7,3,5]{2,1,0}",
    );
    reads(
        system,
        "ntc",
        (ElementType::F32, &[7, 3, 5]),
        "f32[7,3,5]{2,0,1}",
    );

    // Two elements of 4 bits share a byte; the last byte of an odd number is half used.
    for (element, len, bytes) in [
        (ElementType::U4, 64, 1024),
        (ElementType::S4, 64, 1024),
        (ElementType::F4E2M1FN, 64, 1024),
        (ElementType::S8, 64, 2048),
    ] {
        let layout = system.parse("ba", Some((element, &[32, len]))).unwrap();
        assert_eq!(layout.padded_bytes(), bytes, "{layout}");
        assert_eq!(system.print(&layout).unwrap(), "ba");
    }
    let odd = system.parse("aB2b", Some((ElementType::S4, &[3, 5])));
    let odd = odd.unwrap();
    assert_eq!(odd.to_string(), "s4[3,5]{1,0:T(2)E(4)}");
    assert_eq!((odd.padded_len(), odd.padded_bytes()), (18, 9));
    assert_eq!(system.print(&odd).unwrap(), "aB2b");
    let vector = system.parse("a", Some((ElementType::U4, &[5])));
    assert_eq!(vector.unwrap().padded_bytes(), 3);

    refused(
        system,
        "aBcd16",
        IMAGE,
        "",
        "expected the letter of a blocked dimension",
    );
    refused(system, "aBc16b", IMAGE, "aBc", "3 letters for 4 dimensions");
    refused(
        system,
        "abcd16b",
        IMAGE,
        "b",
        "a blocked dimension in lower case",
    );
    refused(
        system,
        "aBCd16b",
        IMAGE,
        "C",
        "a dimension in upper case that has no block",
    );
    refused(system, "aBcd0b", IMAGE, "0b", "a block of 0 elements");
    refused(
        system,
        "aabc",
        IMAGE,
        "a",
        "a dimension twice in the outer order",
    );
    refused(system, "any", IMAGE, "any", "oneDNN chooses this format");
    refused(
        system,
        "nqhw",
        IMAGE,
        "nqhw",
        "not the letters of a format tag",
    );
    refused(
        system,
        "aBcd99999999999999999999b",
        IMAGE,
        "99999999999999999999",
        "number is too large for a size",
    );
}

#[test]
fn attributes_of_pack_and_axes_of_tvm() {
    let pack = System::LinalgPack;
    reads(
        pack,
        "%p = linalg.pack %a outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<16x256xf32> -> tensor<256x2x8xf32>",
        MATRIX,
        "f32[16,256]{0,1:T(8)}",
    );
    refused(
        pack,
        "inner_dims_pos = [0]",
        MATRIX,
        "inner_dims_pos = [0]",
        "expected `inner_tiles = [8, 32]`",
    );
    refused(
        pack,
        "inner_dims_pos = [0, 1] inner_tiles = [8]",
        MATRIX,
        "[8]",
        "`inner_dims_pos` and `inner_tiles` differ in length",
    );
    refused(
        pack,
        "inner_dims_pos = [0] inner_tiles = [%t]",
        MATRIX,
        "%",
        "expected a number",
    );

    let tvm = System::Tvm;
    reads(tvm, "NCHW -> NHWC8c", IMAGE, "f32[20,37,3,2]{1,3,2,0:T(8)}");
    reads(
        tvm,
        "OIHW4i16o4i",
        IMAGE,
        "f32[20,37,3,2]{3,2,1,0:T(16,16,1,1)(16,4,1,1)}",
    );
    refused(
        tvm,
        "NCHW16c of NCDHW",
        IMAGE,
        "NCDHW",
        "5 axes for 4 dimensions",
    );
    refused(
        tvm,
        "NCHH16c of NCHW",
        IMAGE,
        "NCHH",
        "the layout does not name each axis once",
    );
}

/// Tags that each system refuses.
#[test]
fn what_cannot_be_written() {
    for (text, system, reason) in [
        (
            "f32[20]{0:T(8)L(64)}",
            System::OneDnn,
            "`L(n)` rounds up the buffer",
        ),
        (
            "f32[2,3,4]{2,1,0:T(*,2,2)}",
            System::OneDnn,
            "its position is not an outer order of the dimensions and blocks within",
        ),
        (
            "f32[2,3,4]{2,1,0:T(*,2,2)}",
            System::Cute,
            "its position is not a sum of digits of each dimension",
        ),
        (
            "f32[2,3,4]{2,1,0:T(*,2,2)}",
            System::Mosaic,
            "a tile has `*`",
        ),
        (
            "bf16[16,256]{1,0:T(8,128)(2,1)}",
            System::LinalgPack,
            "repeated tiles block a dimension several times",
        ),
        (
            "s4[64,256]{1,0}",
            System::OneDnn,
            "without `E(4)`, an element of 4 bits has a byte, and oneDNN packs two in one",
        ),
        (
            "u4[64,256]{1,0:E(8)}",
            System::OneDnn,
            "without `E(4)`, an element of 4 bits has a byte, and oneDNN packs two in one",
        ),
        (
            "s2[64,256]{1,0:E(2)}",
            System::OneDnn,
            "`E(n)` gives the bits of an element",
        ),
        (
            "s4[64,256]{1,0:E(4)}",
            System::Cute,
            "`E(n)` gives the bits of an element",
        ),
        (
            "f32[3,5]{1,0:S(1)}",
            System::Jax,
            "`S(n)` names a memory space",
        ),
        (
            "f32[3,5]{1,0:PAD(3,8)}",
            System::Pjrt,
            "`PAD(..)` widens the array",
        ),
        (
            "f32[3,5]{1,0:T(2,2)}",
            System::Strides,
            "tiles give a dimension several strides",
        ),
        (
            "f32[3,5]{0,1}",
            System::Mosaic,
            "the dimensions are not in the default order",
        ),
        (
            "f32[<=3,5]{1,0}",
            System::Tvm,
            "`<=` marks a dynamic dimension",
        ),
    ] {
        let layout = Layout::parse(text).unwrap();
        let error = system.print(&layout).unwrap_err();
        assert!(error.unwritable().is_some(), "{text}");
        let message = error.message();
        let (_, found) = message.split_once(" cannot express this: ").unwrap();
        assert_eq!(found, reason, "{text}");
        assert_eq!(error.to_string(), &*message);
        assert_eq!((error.range(), error.help()), (0..0, None));
    }
}

/// Values of Mosaic that lack one of the two dimensions of a register.
#[test]
fn registers_of_vectors() {
    use tiled_layout::notation::mosaic::VectorLayout;

    for (last, words) in [("-1", "lanes"), ("-2", "sublanes")] {
        let text = format!(r##"#tpu.vpad<"32,{{0,0}},(8,128),{last}">"##);
        let found = VectorLayout::explain(&text).unwrap();
        assert!(
            found
                .trim_end()
                .ends_with(&format!("; the value has no dimension of {words}")),
            "{found}"
        );
    }
    assert_eq!(
        format!("{:>8}|{:<5}|", System::Mosaic, System::Xla),
        "  mosaic|xla  |"
    );
}
