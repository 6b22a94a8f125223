//! Elements of one type are not copied to ones of another.

use tiled_layout::{Buffer, CopyError, CopyPlan, ElementType, Layout, PackedBuffer};

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Both are held as `u16`: 1.0 of one would be 0.0078125 of the other.
#[test]
fn elements_of_another_type_are_not_copied() {
    let (half, brain) = (layout("f16[3,5]{1,0}"), layout("bf16[3,5]{1,0:T(2,2)}"));
    let error = CopyError::Element {
        src: ElementType::F16,
        dst: ElementType::BF16,
    };
    assert_eq!(CopyPlan::new(&half, &brain).unwrap_err(), error);
    let origin: &[usize] = &[0, 0];
    let region = CopyPlan::region((&half, origin), (&brain, origin), &[2, 2]);
    assert_eq!(region.unwrap_err(), error);

    let from = Buffer::from_elem_with(half, 0x3C00u16).unwrap(); // 1.0
    let mut to = Buffer::<u16, Layout>::zeroed_with(brain).unwrap();
    assert_eq!(to.view_mut().copy_from(&from.view()), Err(error));
    let part = from.region((..2, ..2)).unwrap();
    let copied = to.region_mut((..2, ..2)).unwrap().copy_from(part);
    assert_eq!(copied, Err(error));
    assert_eq!(to.as_slice(), [0; 24]);
    assert_eq!(
        error.to_string(),
        "elements of type f16 cannot be copied to elements of type bf16\n\
         help: to copy their bits, view the source's buffer through a layout of bf16"
    );

    // As the help says.
    let bits = layout("bf16[3,5]{1,0}");
    let bits = bits.view(from.as_slice()).unwrap();
    assert_eq!(to.view_mut().copy_from(&bits), Ok(()));
    assert_eq!(to[[2, 4]], 0x3C00);
}

/// Bits of another number cannot be copied: the help is another one.
#[test]
fn of_another_width() {
    let bytes = layout("s8[3,5]{1,0}");
    let from = [7i8; 15];
    let from = bytes.view(&from).unwrap();
    let mut to = PackedBuffer::<i8, _>::zeroed_with(layout("s4[3,5]{1,0:E(4)}")).unwrap();
    let error = to.copy_from(from).unwrap_err();
    assert_eq!(
        error.to_string(),
        "elements of type s8 cannot be copied to elements of type s4\n\
         help: `copy_from_map` converts them, and `try_copy_from` copies integers that fit packed ones"
    );

    // As the help says.
    to.copy_from_map(from, |x: i8| x - 1).unwrap();
    assert_eq!(to.get([2, 4]), Some(6));
    to.try_copy_from(from).unwrap();
    assert_eq!(to.get([2, 4]), Some(7));
}
