//! The lines of code in the chapter *Coming from other systems*, and what they return.

use std::error::Error;

use tiled_layout::notation::pjrt::{self, Tiled};
use tiled_layout::notation::{System, explain, strides};
use tiled_layout::xla::tpu;
use tiled_layout::{Buffer, ElementType, Layout, layout};

type Outcome = Result<(), Box<dyn Error>>;

#[test]
fn ndarray() -> Outcome {
    layout! { type Tiled = F32[3,5]<1,0:T(2,2)>; }
    let numbers: Vec<f32> = (0..15).map(|n| n as f32).collect();

    let mut a = Buffer::<f32, Tiled>::from_elem(1.0);
    let b = Buffer::<f32, Tiled>::from_row_major(&numbers)?;
    a[[2, 3]] += 0.5;
    let view = a.view();
    assert_eq!(view.runs().count(), 9);
    assert_eq!(view.iter().sum::<f32>(), 15.5);
    assert_eq!(view.as_slice().len(), 24); // with nine positions of padding
    assert_eq!(b[[2, 3]], 13.0);
    Ok(())
}

#[test]
fn mdspan() -> Outcome {
    type Right = layout!(F32[3,5]);
    type Left = layout!(F32[3,5]<0,1>);
    type Padded = layout!(F32[3,5]<1,0:T(8)>);
    type Partial = layout!(F32[?,128]<1,0:T(8,128)>);
    let strided = strides::from_elements(ElementType::F32, &[3, 5], &[8, 1])?;
    assert_eq!(strided.to_string(), "f32[3,5]{1,0:PAD(3,8)}");
    assert_eq!(Right::offset([2, 3]), 13);
    assert_eq!(Left::offset([2, 3]), 11);
    assert_eq!(Padded::PADDED_LEN, 24);
    assert_eq!(Padded::offset([2, 4]) + 1, 21); // mdspan's
    assert_eq!(Partial::with_dims([9, 128])?.offset([8, 0]), 1024);
    let memory: Vec<f32> = (0..15).map(|n| n as f32).collect();
    let view = Left::view(&memory)?;
    let region = view.region((1.., 2..4))?;
    assert_eq!(region.iter().sum::<f32>(), 7.0 + 10.0 + 8.0 + 11.0);
    Ok(())
}

#[test]
fn cute() -> Outcome {
    let shape = Some((ElementType::F32, &[3, 5][..]));
    let layout = System::Cute.parse("((2,2),(2,3)):((2,12),(1,4))", shape)?;
    assert_eq!(layout.to_string(), "f32[3,5]{1,0:T(2,2)}");
    assert_eq!(layout.offset(&[2, 3]), 17);
    assert_eq!(layout.num_elements(), 15);
    assert_eq!(layout.padded_len(), 24);
    let gap = System::Cute.parse("(3,5):(8,1)", shape)?;
    assert_eq!((gap.offset(&[2, 4]) + 1, gap.padded_len()), (21, 24)); // cosize is 21
    assert_eq!(explain(&layout).position().sums()[0].len(), 4);
    let tiled = layout.with_tiles(&[&[2, 4]])?;
    assert_eq!(tiled.to_string(), "f32[3,5]{1,0:T(2,4)}");
    assert_eq!(System::Cute.print(&layout)?, "((2,2),(2,3)):((2,12),(1,4))");
    assert_eq!(layout.index(17).unwrap(), [2, 3]);
    Ok(())
}

#[test]
fn onednn() -> Outcome {
    let dims = [2, 20, 3, 5];
    let shape = Some((ElementType::F32, &dims[..]));
    let image = System::OneDnn.parse("nChw16c", shape)?;
    assert_eq!(image.to_string(), "f32[2,20,3,5]{3,2,1,0:T(16,1,1)}");
    assert_eq!(System::OneDnn.print(&image)?, "aBcd16b");
    let same = Layout::blocked(ElementType::F32, &dims, &[0, 1, 2, 3], &[(1, 16)])?;
    assert_eq!(same, image);
    assert_eq!(image.padded_dims(), [2, 32, 3, 5]);
    assert_eq!(image.padded_bytes(), 2 * 32 * 3 * 5 * 4);
    let packed = System::OneDnn.parse("ab", Some((ElementType::U4, &[32, 64])))?;
    assert_eq!(packed, Layout::parse("u4[32,64]{1,0:E(4)}")?);
    assert_eq!(packed.padded_bytes(), 1024);
    let row_major = Layout::row_major(ElementType::F32, &dims)?;
    let rows = Buffer::from_elem_with(row_major, 1.0f32)?;
    let blocked = rows.to_layout_with(image)?;
    assert_eq!(blocked.iter().sum::<f32>(), 600.0);
    Ok(())
}

#[test]
fn jax() -> Outcome {
    let shape = Some((ElementType::BF16, &[300, 500][..]));
    let text = "Layout(major_to_minor=(0, 1), tiling=((8, 128), (2, 1)), \
                sub_byte_element_size_in_bits=0)";
    let layout = System::Jax.parse(text, shape)?;
    assert_eq!(layout.minor_to_major(), [1, 0]);
    assert_eq!(layout.tiles()[0], [8, 128]);
    let packed = Layout::parse("s4[64,256]{1,0:T(64,128)(8,1)E(4)}")?;
    let python = System::Jax.print(&packed)?;
    assert!(python.ends_with("sub_byte_element_size_in_bits=4)"));
    let default = tpu::default_layout(ElementType::BF16, &[300, 500])?;
    let same = System::Xla.parse("{1,0:T(8,128)(2,1)}", shape)?;
    assert_eq!((default, same), (layout, layout));
    Ok(())
}

#[test]
fn xla() -> Outcome {
    let layout = Layout::parse("f32[3,5,7]{1,2,0:T(2,2)}")?;
    assert_eq!(layout.minor_to_major()[0], 1);
    assert_eq!(layout.minor_to_major()[layout.rank() - 1], 0);
    assert!(!layout.minor_to_major().is_sorted());
    assert!(!layout.minor_to_major().iter().rev().is_sorted());
    let major_to_minor: Vec<usize> = layout.minor_to_major().iter().rev().copied().collect();
    let physical = |dim| major_to_minor.iter().position(|&d| d == dim);
    assert_eq!([0, 1, 2].map(physical), [Some(0), Some(2), Some(1)]);
    let moved = layout.with_minor_to_major(&[1, 0, 2])?;
    assert_eq!(moved.to_string(), "f32[3,5,7]{1,0,2:T(2,2)}");
    let descending = layout.permute_dimensions(&major_to_minor)?;
    assert_eq!(descending.to_string(), "f32[3,7,5]{2,1,0:T(2,2)}");
    assert_eq!(descending.offset(&[2, 6, 4]), layout.offset(&[2, 4, 6]));
    Ok(())
}

#[test]
fn pjrt() -> Outcome {
    let element = pjrt::element_type(13).unwrap();
    assert_eq!(element, ElementType::BF16);
    let tiled = Tiled::new(&[1, 0], &[8, 128, 2, 1], &[2, 2]);
    let layout = tiled.layout(element, &[300, 500])?;
    assert_eq!(layout.to_string(), "bf16[300,500]{1,0:T(8,128)(2,1)}");
    assert_eq!(Tiled::of(&layout)?, tiled);
    let merged = Tiled::new(&[2, 1, 0], &[i64::MIN, 2, 2], &[3]).layout(element, &[7, 3, 5])?;
    assert_eq!(merged.to_string(), "bf16[7,3,5]{2,1,0:T(*,2,2)}");
    let columns = strides::from_bytes(element, &[3, 5], &[2, 6])?;
    assert_eq!(columns.to_string(), "bf16[3,5]{0,1}");
    assert_eq!(layout.padded_bytes(), 311_296);
    let words = Buffer::<u16, layout!(U16[155648])>::zeroed();
    let bytes = words.view().as_bytes();
    let view = layout.view_bytes::<u16>(bytes)?;
    assert_eq!(view[[299, 499]], 0);
    Ok(())
}
