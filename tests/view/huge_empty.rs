//! Arrays without elements, with huge other dimensions.

use std::ops::Range;

use tiled_layout::{Buffer, Layout};

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `*` merges the large dimensions with one of 0, so that the buffer is empty; the array's own
/// strides would be past 64 bits.
#[test]
fn huge_arrays_without_elements() {
    for text in [
        "u8[1099511627776,0,1099511627776]{2,1,0:T(*,*,8)}",
        "u8[8589934592,8589934592,0]{1,0,2:T(*,*,2)}",
        "u8[0,8589934592,8589934592]{1,2,0:T(*,*,4)(2)}",
    ] {
        let layout = layout(text);
        assert_eq!(
            (layout.num_elements(), layout.padded_len()),
            (0, 0),
            "{text}"
        );
        let mut buffer = Buffer::<u8, _>::from_row_major_with(layout, &[]).expect(text);
        assert!(buffer.to_row_major().is_empty(), "{text}");
        assert!(buffer.view().to_row_major().is_empty(), "{text}");
        assert_eq!(
            buffer,
            Buffer::<u8, Layout>::zeroed_with(layout).unwrap(),
            "{text}"
        );
        assert!(format!("{buffer:?} {buffer:#?}").len() < 1000, "{text}");
        buffer.fill_padding(1);

        let mut view = buffer.view_mut();
        let copy = Buffer::from_elem_with(layout, 1u8).unwrap();
        view.copy_from(&copy.view()).unwrap();
        let all = layout.dims().iter().map(|&extent| 0..extent);
        let all: Vec<Range<usize>> = all.collect();
        let region = copy.region(&all).unwrap();
        view.region_mut(&all).unwrap().copy_from(region).unwrap();
        assert_eq!(view.iter().len() + view.indexed_iter().count(), 0, "{text}");
        assert_eq!(view.iter_mut().next_back(), None, "{text}");
        for dim in 0..3 {
            assert_eq!(view.runs_along(dim).count(), 0, "{text}");
        }
        assert_eq!(
            (view.runs().count(), view.tiles().count()),
            (0, 0),
            "{text}"
        );
        let ranges = [
            0..layout.dims()[0],
            0..layout.dims()[1],
            0..layout.dims()[2],
        ];
        let region = copy.view().region(&ranges).unwrap().iter().count();
        assert_eq!(region, 0, "{text}");
        assert!(layout.is_bitcast_of(&layout), "{text}");
    }
}
