//! Bytes seen as typed buffers.

use tiled_layout::{
    Buffer, CopyError, Layout, ParseError, RegionError, Stores, View, ViewError, layout,
};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

/// Bytes that begin at a multiple of 64.
#[repr(align(64))]
struct Aligned([u8; 256]);

#[test]
fn static_views() {
    let mut aligned = Aligned([0xEE; 256]);
    let bytes = &mut aligned.0[..Fig1::PADDED_BYTES];
    let mut view = Fig1::view_bytes_mut::<f32>(bytes).unwrap();
    for i in 0..3 {
        for j in 0..5 {
            view[[i, j]] = (10 * i + j) as f32;
        }
    }
    assert_eq!(view.as_bytes().len(), 96);
    let view = Fig1::view_bytes::<f32>(bytes).unwrap();
    for position in 0..24 {
        let place = &bytes[position * 4..][..4];
        match Fig1::index(position) {
            Some([i, j]) => {
                assert_eq!(place, ((10 * i + j) as f32).to_ne_bytes());
                assert_eq!(view[[i, j]], (10 * i + j) as f32);
            }
            None => assert_eq!(place, [0xEE; 4]),
        }
    }
    assert!(std::ptr::eq(view.as_bytes(), bytes));
}

/// The other bytes are data only if the layout says so.
#[test]
fn metadata_is_skipped() {
    let mut aligned = Aligned([0; 256]);
    for text in [
        "f32[3,5]{1,0:T(2,2)M(4)}",
        "f32[3,5]{1,0:T(2,2)M(64)}",
        "u16[3,5]{1,0:T(2,2)M(6)}",
        "u8[3,5]{1,0:T(2,2)M(1)}",
    ] {
        let layout = Layout::parse(text).unwrap();
        let prefix = layout.metadata_prefix_bytes();
        let size = layout.element_bits() / 8;
        aligned.0.fill(0xEE);
        let bytes = &mut aligned.0[..prefix + layout.padded_bytes()];
        match size {
            4 => layout.view_bytes_mut::<f32>(bytes).unwrap()[[2, 3]] = 0.0,
            2 => layout.view_bytes_mut::<u16>(bytes).unwrap()[[2, 3]] = 0,
            _ => layout.view_bytes_mut::<u8>(bytes).unwrap()[[2, 3]] = 0,
        }
        let zeros: Vec<usize> = (0..256).filter(|&i| aligned.0[i] == 0).collect();
        let first = prefix + 17 * size;
        assert_eq!(zeros, (first..first + size).collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn alignment_is_checked() {
    let mut aligned = Aligned([0; 256]);
    for excess in 0..8 {
        let bytes = &mut aligned.0[excess..][..96];
        let read = Fig1::view_bytes::<f32>(bytes).err();
        let written = Fig1::view_bytes_mut::<f32>(bytes).err();
        let expected = (excess % 4 != 0).then_some(ViewError::Alignment {
            excess: excess % 4,
            align: 4,
            rust: "f32",
            prefix: 0,
        });
        assert_eq!((read, written), (expected, expected));
    }
    let error = Fig1::view_bytes::<f32>(&aligned.0[3..][..96]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the data begins at an address 3 past a multiple of 4, the alignment of `f32` in bytes"
    );
    // The data must be aligned, not the metadata.
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)M(3)}").unwrap();
    assert!(layout.view_bytes::<f32>(&aligned.0[1..][..99]).is_ok());
    let error = layout.view_bytes::<f32>(&aligned.0[..99]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the data begins at an address 3 past a multiple of 4, the alignment of `f32` in bytes\n\
         help: before it are 3 bytes of metadata"
    );
}

#[test]
fn lengths_are_checked() {
    let aligned = Aligned([0; 256]);
    let length = |len| ViewError::Bytes {
        len,
        prefix: 0,
        padded_bytes: 96,
    };
    for len in [0, 15 * 4, 24, 95, 97, 256] {
        let error = Fig1::view_bytes::<f32>(&aligned.0[..len]).unwrap_err();
        assert_eq!(error, length(len));
    }
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)M(64)}").unwrap();
    let error = layout.view_bytes::<f32>(&aligned.0[..96]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the buffer has 96 bytes, but the layout takes 160: 64 of metadata and 96 with padding"
    );
    assert!(layout.view_bytes::<f32>(&aligned.0[..160]).is_ok());
}

/// The type, its value, the run-time layout and the buffer answer alike.
#[test]
fn one_error_for_one_question() {
    type Bytes = layout!(U8[3,5]<1,0:T(2,2)>);
    let short = [0; 15];
    let expected = ViewError::Bytes {
        len: 15,
        prefix: 0,
        padded_bytes: 24,
    };
    assert_eq!(Bytes::view_bytes::<u8>(&short).err(), Some(expected));
    let fig1 = Bytes::new();
    assert_eq!(
        View::<u8, _>::from_bytes(fig1, &short).err(),
        Some(expected)
    );
    let layout = Bytes::LAYOUT;
    assert_eq!(layout.view_bytes::<u8>(&short).err(), Some(expected));
    let error = Buffer::<u8, Bytes>::from_bytes(&short).err();
    assert_eq!(error, Some(expected));
}

/// `?` makes the error of a function of an application.
#[test]
fn applications_have_one_error() {
    fn load(text: &str, bytes: &[u8]) -> Result<u8, Box<dyn std::error::Error>> {
        let layout = Layout::parse(text)?;
        let view = layout.view_bytes::<u8>(bytes)?;
        let rows = view.region((1.., ..))?;
        let _last_row = view.region((2.., ..))?.into_whole()?;
        let mut copy = [0; 15];
        let plain = layout!(U8[3,5]);
        plain.view_mut(&mut copy)?.copy_from(&view)?;
        Ok(rows.iter().sum())
    }
    let bytes: Vec<u8> = (0..24).collect();
    // Rows 1 and 2: positions 2, 3, 6, 7, 10 and 12, 13, 16, 17, 20.
    assert_eq!(load("u8[3,5]{1,0:T(2,2)}", &bytes).unwrap(), 28 + 78);
    assert!(load("u8[3", &bytes).unwrap_err().is::<ParseError>());
    assert!(load("u8[3,5]", &bytes).unwrap_err().is::<ViewError>());
    assert!(load("u8[24]", &bytes).unwrap_err().is::<RegionError>());
    let error = load("u8[4,6]", &bytes).unwrap_err();
    assert!(error.is::<CopyError>());
    assert!(error.to_string().contains("[4,6]"), "{error}");
}

#[test]
fn types_are_checked() {
    let aligned = Aligned([0; 256]);
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let error = layout.view_bytes::<u32>(&aligned.0[..96]).unwrap_err();
    assert!(matches!(error, ViewError::Element { .. }));
    // PRED in bytes is 0 or 1 only by agreement: `u8`, or packed `bool`.
    let layout = Layout::parse("pred[3]").unwrap();
    assert_eq!(layout.view_bytes::<u8>(&[1, 0, 1]).unwrap()[[2]], 1);
    assert_eq!(
        layout.packed_view::<bool>(&[1, 0, 1]).unwrap().get([2]),
        Some(true)
    );
}

/// An array without elements takes no bytes, wherever they lie.
#[test]
fn no_elements() {
    let layout = Layout::parse("f32[0,5]{1,0:T(2,2)}").unwrap();
    let aligned = Aligned([0; 256]);
    assert!(layout.view_bytes::<f32>(&[]).is_ok());
    assert!(layout.view_bytes::<f32>(&aligned.0[1..1]).is_ok());
    let mut aligned = aligned;
    let view = layout.view_bytes_mut::<f32>(&mut aligned.0[1..1]).unwrap();
    assert_eq!(view.get([0, 0]), None);
}

#[test]
fn scalar() {
    let bytes = Aligned([1; 256]);
    let layout = Layout::parse("u64[]").unwrap();
    let view = layout.view_bytes::<u64>(&bytes.0[..8]).unwrap();
    assert_eq!(view[[]], 0x0101_0101_0101_0101);
}

/// Bytes are copied from wherever they lie.
#[test]
fn buffers() {
    let mut aligned = Aligned([0xEE; 256]);
    for (i, byte) in aligned.0.iter_mut().enumerate() {
        *byte = i as u8;
    }
    for start in 0..4 {
        let bytes = &aligned.0[start..][..96];
        let buffer: Buffer<f32, Fig1> = Buffer::from_bytes(bytes).unwrap();
        assert_eq!(buffer.view().as_bytes(), bytes);
        let expected = f32::from_ne_bytes(bytes[68..72].try_into().unwrap());
        assert_eq!(buffer[[2, 3]], expected);
    }
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)M(3)}").unwrap();
    let buffer: Buffer<f32, _> = Buffer::from_bytes_with(layout, &aligned.0[..99]).unwrap();
    assert_eq!(buffer.view().as_bytes(), &aligned.0[3..99]);
    let error = Buffer::<f32, _>::from_bytes_with(layout, &aligned.0[..96]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the buffer has 96 bytes, but the layout takes 99: 3 of metadata and 96 with padding"
    );
    let error = Buffer::<u32, _>::from_bytes_with(layout, &aligned.0[..99]).unwrap_err();
    assert!(matches!(error, ViewError::Element { .. }));
}
