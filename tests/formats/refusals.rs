//! Refused texts with their messages and ranges, and forms that the data files do not have.

use tiled_layout::notation::{System, pjrt, strides};
use tiled_layout::{COMBINE, ElementType, Layout};

pub(crate) type Shape<'a> = (ElementType, &'a [usize]);

const ROWS: Shape<'_> = (ElementType::F32, &[3, 5]);
pub(crate) const IMAGE: Shape<'_> = (ElementType::F32, &[20, 37, 3, 2]);
pub(crate) const MATRIX: Shape<'_> = (ElementType::F32, &[16, 256]);

/// The message, and the text that the carets are under.
#[track_caller]
pub(crate) fn refused(system: System, text: &str, shape: Shape<'_>, at: &str, message: &str) {
    let error = match system.parse(text, Some(shape)) {
        Ok(layout) => panic!("`{text}` is {layout}"),
        Err(error) => error,
    };
    assert_eq!(error.message(), message, "`{text}`");
    assert_eq!(&text[error.range()], at, "`{text}`");
    assert!(error.to_string().starts_with(message), "`{text}`");
}

#[track_caller]
pub(crate) fn reads(system: System, text: &str, shape: Shape<'_>, layout: &str) {
    match system.parse(text, Some(shape)) {
        Ok(found) => assert_eq!(found.to_string(), layout, "`{text}`"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn layouts_of_cute() {
    let system = System::Cute;
    reads(system, "(_3,_5):(_5,_1)", ROWS, "f32[3,5]{1,0}");
    reads(
        system,
        "((2,(1,2)),(2,3)):((2,(0,12)),(1,4))",
        ROWS,
        "f32[3,5]{1,0:T(2,2)}",
    );
    reads(
        system,
        "gmem_ptr[32b](0x7f00) o (3,5):(8,1)",
        ROWS,
        "f32[3,5]{1,0:T(8)}",
    );
    reads(system, "(4,6):(6,1)", ROWS, "f32[3,5]{1,0:PAD(4,6)}");
    reads(
        system,
        "(5,(128,2)):(128,(1,1024))",
        (ElementType::F32, &[5, 256]),
        "f32[5,256]{1,0:T(8,128)}",
    );
    // Gaps within blocks, and after each element.
    let vector: Shape<'_> = (ElementType::F32, &[15]);
    let gaps = system.parse("(5,3):(1,8)", Some(vector)).unwrap();
    assert_eq!(gaps.offset(&[7]), 8 + 2);
    let spread = system.parse("15:2", Some(vector)).unwrap();
    assert_eq!(spread.offset(&[7]), 14);

    refused(
        system,
        "(3,5):(0,1)",
        ROWS,
        "(3,5):(0,1)",
        "stride 0: elements share a position",
    );
    refused(
        system,
        "(3,5):(4,1)",
        ROWS,
        "(3,5):(4,1)",
        "strides overlap: elements share a position",
    );
    refused(
        system,
        "(3,5):(7,2)",
        ROWS,
        "(3,5):(7,2)",
        "strides overlap: elements share a position",
    );
    refused(
        system,
        "(3,2):(5,1)",
        ROWS,
        "(3,2):(5,1)",
        "the extents cover less than the array",
    );
    refused(system, "(3,5):(5,-1)", ROWS, "-1", "a stride below 0");
    refused(system, "(3,5)", ROWS, "", "expected `:` and the strides");
    refused(
        system,
        "Sw<3,4,3> o 0 o (3,5):(5,1)",
        ROWS,
        "Sw<3,4,3>",
        "a swizzle combines digits by exclusive or, which no tiles do",
    );
}

#[test]
fn objects_of_jax() {
    let system = System::Jax;
    let columns = "f32[3,5]{0,1}";
    reads(
        system,
        "Layout(major_to_minor=(1, 0), tiling=None, sub_byte_element_size_in_bits=0)",
        ROWS,
        columns,
    );
    reads(system, "Layout((1, 0))", ROWS, columns);
    reads(
        system,
        "Layout(major_to_minor=(1, 0), tiling=())",
        ROWS,
        columns,
    );
    reads(
        system,
        "DeviceLocalLayout(major_to_minor=(0, 1), _tiling=((8, 128),), _sub_byte_element_size_in_bits=0)",
        ROWS,
        "f32[3,5]{1,0:T(8,128)}",
    );
    reads(
        system,
        "Format(Layout(major_to_minor=(1, 0)), NamedSharding(mesh=Mesh('x': 8), spec=PartitionSpec('x',)))",
        ROWS,
        columns,
    );
    reads(
        system,
        "Format(layout=Layout(major_to_minor=(1, 0)), sharding=None)",
        ROWS,
        columns,
    );
    reads(system, "Format(None, None)", ROWS, "f32[3,5]{1,0}");
    reads(
        system,
        "Layout(major_to_minor=(0, 1), tiling=((-9223372036854775808, 2),))",
        ROWS,
        "f32[3,5]{1,0:T(*,2)}",
    );
    refused(
        system,
        "Layout.AUTO",
        ROWS,
        "Layout.AUTO",
        "`AUTO` leaves the layout to the compiler",
    );
    refused(
        system,
        "Layout(major_to_minor=(1, 1))",
        ROWS,
        "Layout(major_to_minor=(1, 1))",
        "minor_to_major names dimension 1 twice, at entries 0 and 1",
    );
    refused(
        system,
        "Layout(tiling=((8, 128),))",
        ROWS,
        "Layout(tiling=((8, 128),))",
        "expected `major_to_minor=`",
    );
    refused(
        system,
        "Layout(major_to_minor=(0, 1), tiles=1)",
        ROWS,
        "tiles=",
        "expected an argument of `Layout`",
    );
}

#[test]
fn structs_of_pjrt() {
    let layout = Layout::parse("f8e5m2[7,3,5]{2,1,0:T(*,2,2)}").unwrap();
    let tiled = pjrt::Tiled::of(&layout).unwrap();
    assert_eq!(tiled.tile_dims, [i64::MIN, 2, 2]);
    let number = pjrt::element_number(layout.element_type()).unwrap();
    assert_eq!((number, tiled.tile_dim_sizes.as_slice()), (16, &[3][..]));
    let element = pjrt::element_type(number).unwrap();
    let again = tiled.layout(element, layout.dims()).unwrap();
    assert_eq!(again.tiles()[0].as_slice(), [COMBINE, 2, 2]);
    assert_eq!(again, layout);

    let system = System::Pjrt;
    reads(system, "byte_strides=[4, 12]", ROWS, "f32[3,5]{0,1}");
    reads(
        system,
        ".minor_to_major = {0, 1}, .tile_dims = {4}, .tile_dim_sizes = {1}",
        ROWS,
        "f32[3,5]{0,1:T(4)}",
    );
    reads(
        system,
        "{\"minor_to_major\": [0, 1], \"tile_dims\": [4], \"tile_dim_sizes\": [1]}",
        ROWS,
        "f32[3,5]{0,1:T(4)}",
    );
    refused(
        system,
        "minor_to_major=[0,1] tiles=[4]",
        ROWS,
        "tiles",
        "expected a field of PJRT's memory layouts",
    );
    let text = "minor_to_major=[0,1] tile_dims=[4,2] tile_dim_sizes=[1]";
    refused(
        system,
        text,
        ROWS,
        text,
        "`tile_dim_sizes` do not add up to the `tile_dims`",
    );
    refused(
        system,
        "type=13 minor_to_major=[0,1]",
        ROWS,
        "type=13 minor_to_major=[0,1]",
        "the text has another shape than the one given",
    );
}

#[test]
fn types_of_mosaic() {
    let system = System::Mosaic;
    for (text, layout) in [
        (
            "memref<4x16x256xf32, #tpu.tiled<(8,128),[4,2,1]>>",
            "f32[4,16,256]{2,1,0:T(8,128)}",
        ),
        ("memref<8xi1, #tpu.memory_space<smem>>", "pred[8]{0}"),
        ("memref<2x4xcomplex<f32>>", "c64[2,4]{1,0}"),
        (
            "memref<3x5xi8, strided<[8, 1]>, 1 : i32>",
            "s8[3,5]{1,0:PAD(3,8)}",
        ),
        (
            "memref<3x5xi8, strided<[8, 1], offset: 0>>",
            "s8[3,5]{1,0:PAD(3,8)}",
        ),
        ("memref<f8E4M3FN>", "f8e4m3fn[]"),
        ("tensor<8x128xf32>", "f32[8,128]{1,0}"),
        (
            "tensor<16x256xbf16, #tpu.tiled<(8,128)(2,1),[2,1]>>",
            "bf16[16,256]{1,0:T(8,128)(2,1)}",
        ),
        (
            "memref<8x256xui4, #tpu.tiled<(8,128),[9,1]>>",
            "u4[8,256]{1,0:T(8,128)}",
        ), // one row of tiles
    ] {
        assert_eq!(system.parse(text, None).unwrap().to_string(), layout);
    }
    refused(
        system,
        "memref<16x256xf32, #tpu.tiled<(8,128),[4,1]>>",
        MATRIX,
        "[4,1]",
        "the tiles do not follow one another in row-major order: a part of a larger array",
    );
    refused(
        system,
        "memref<16x256xf32, strided<[256, 1], offset: 3>>",
        MATRIX,
        "3",
        "an offset: a part of a larger array",
    );
    refused(
        system,
        "memref<?x256xf32>",
        MATRIX,
        "?",
        "a dynamic dimension has no size",
    );
    refused(
        system,
        "memref<16x256xf31>",
        MATRIX,
        "f31",
        "expected an element type, such as `bf16`",
    );
    refused(
        system,
        "#tpu.vpad<\"none\">",
        MATRIX,
        "#tpu.vpad<\"none\">",
        "a layout of vector registers, not of memory",
    );
}

#[test]
fn strides_of_numpy_and_dlpack() {
    let system = System::Strides;
    reads(system, "(20, 4)", ROWS, "f32[3,5]{1,0}");
    reads(system, "strides=[5,1] elements", ROWS, "f32[3,5]{1,0}");
    reads(system, "5,1", ROWS, "f32[3,5]{1,0}");
    reads(system, "(32, 4) bytes", ROWS, "f32[3,5]{1,0:PAD(3,8)}");
    reads(
        system,
        "(160, 4, 32)",
        (ElementType::F32, &[2, 8, 5]),
        "f32[2,8,5]{1,2,0}",
    );
    reads(
        system,
        "(7, 4)",
        (ElementType::F32, &[1, 5]),
        "f32[1,5]{1,0}",
    ); // one row
    reads(
        system,
        "(0, 0)",
        (ElementType::F32, &[0, 5]),
        "f32[0,5]{1,0}",
    );
    refused(
        system,
        "(0, 4)",
        ROWS,
        "(0, 4)",
        "stride 0: elements share a position",
    );
    refused(
        system,
        "(20, -4)",
        ROWS,
        "(20, -4)",
        "a stride below 0: the array runs backwards",
    );
    refused(
        system,
        "(16, 4)",
        ROWS,
        "(16, 4)",
        "strides overlap: elements share a position",
    );
    refused(
        system,
        "(22, 4)",
        ROWS,
        "(22, 4)",
        "a stride is not a whole number of elements",
    );
    refused(
        system,
        "(44, 8)",
        ROWS,
        "(44, 8)",
        "elements do not follow one another along any dimension",
    );
    refused(
        system,
        "(5, 1, 1)",
        ROWS,
        "(5, 1, 1)",
        "3 strides for 2 dimensions",
    );
    refused(
        system,
        "(5, 1) words",
        ROWS,
        "words",
        "expected `bytes` or `elements`",
    );
    let error = strides::from_elements(ROWS.0, ROWS.1, &[1, 2]).unwrap_err();
    assert_eq!(
        error.message(),
        "strides overlap: elements share a position"
    );
}

#[test]
fn bytes_in_hexadecimal() {
    for (text, at, message) in [
        (
            "",
            "",
            "expected the bytes of a `ShapeProto`, in hexadecimal",
        ),
        (" 10ö0", "ö", "expected hexadecimal digits"),
        ("100 ", "0", "expected two hexadecimal digits a byte"),
        (" 1011", "1011", "a token holds no data"),
        ("1200", "1200", "a field has an unexpected wire type"),
        ("1063", "1063", "no element type has this number"),
        (
            "100b1a0203052a020801",
            "",
            "minor_to_major has 1 entry for 2 dimensions",
        ),
    ] {
        let error = System::XlaProto.parse(text, None).unwrap_err();
        assert_eq!(error.message(), message, "`{text}`");
        assert_eq!(&text[error.range()], at, "`{text}`");
    }
}
