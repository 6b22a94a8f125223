//! `{:?}` and `{:#?}` of large arrays, of empty ones and of iterators are short.

use tiled_layout::{Buffer, Layout, Mapping, Zip};

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Neither the elements nor millions of empty lists.
#[test]
fn debug_is_short() {
    let many = layout("s32[300,500]{1,0:T(8,128)}");
    let mut buffer = Buffer::from_fn_with(many, |index| index[1] as i32).unwrap();
    let mut short = Vec::new();
    let mut keep = |text: [String; 2]| short.extend(text);
    macro_rules! both {
        ($value:expr) => {
            match &$value {
                value => keep([format!("{value:?}"), format!("{value:#?}")]),
            }
        };
    }
    both!(buffer.iter());
    both!(buffer.indexed_iter());
    both!(buffer.iter_mut());
    both!(buffer.indexed_iter_mut());
    both!(buffer.clone().into_iter());
    let mut view = buffer.view_mut();
    both!(view.iter());
    both!(view.iter_mut());
    both!(view.indexed_iter_mut());
    both!(view.runs());
    both!(view.runs_along_mut(0));
    both!(view.view().axis_iter(0));
    both!(view.axis_chunks(0, 104));
    both!(view.axis_chunks_mut(0, 104));
    both!(view.blocks(many.index_from_slice(&[8, 128]).unwrap()));
    both!(view.tile([1, 2]).unwrap());
    both!(Zip::indexed(&mut view));
    both!(view.tiles());
    both!(view.tiles_mut());
    both!(view.region(&[0..300, 0..499]).unwrap().iter());
    both!(layout("u8[20000000,0]").view::<u8>(&[]).unwrap());
    both!(layout("u8[30000000,30000000,0]").view::<u8>(&[]).unwrap());
    both!(layout("u8[7,0,9000000]").view::<u8>(&[]).unwrap());
    for text in short {
        assert!(text.len() < 400, "{} bytes:\n{}", text.len(), &text[..400]);
    }
    let mut iter = buffer.iter();
    iter.nth(1);
    assert_eq!(
        format!("{iter:?}"),
        "Iter { mapping: Layout(s32[300,500]{1,0:T(8,128)}), len: 149998, .. }"
    );
    let empty = layout("u8[20,0]");
    let lists = format!("{:?}", empty.view::<u8>(&[]).unwrap());
    assert_eq!(lists.matches("[]").count(), 20, "few of them are shown");
    let text = "u8[1000,0]";
    assert_eq!(
        format!("{:?}", layout(text).view::<u8>(&[]).unwrap()),
        "[[],\n [],\n [],\n ...,\n [],\n [],\n []], layout=u8[1000,0]{1,0}"
    );
}
