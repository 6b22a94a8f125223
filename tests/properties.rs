//! Properties of all layouts, on inputs that shrink.
//!
//! A failure prints the smallest input that was found, and is kept in
//! `proptest-regressions/properties.txt`, whose inputs every later run tries first.
//! `PROPTEST_CASES=100000` tries more of them.

use std::ops::Range;

use layout_oracle::naive::{Spec, for_each_index};
use layout_oracle::random::Random;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use tiled_layout::Layout;
#[cfg(feature = "shards")]
use tiled_layout::shards::{Sharded, Sharding};

use crate::support::case::Case;
use crate::support::moves::{self, SIZES, Side};
#[cfg(feature = "alloc")]
use crate::view::subviews;

const FAILURES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/proptest-regressions/properties.txt"
);

/// The number of inputs of a property, unless the variable `PROPTEST_CASES` names another.
fn inputs(cases: u32) -> ProptestConfig {
    let defaults = ProptestConfig::default();
    let cases = match std::env::var_os("PROPTEST_CASES") {
        Some(_) => defaults.cases,
        None => cases,
    };
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(FAILURES))),
        ..defaults
    }
}

/// The most positions of a buffer.
const MAX_POSITIONS: usize = 1 << 12;

/// The dimensions of an array of up to four dimensions.
fn dims() -> impl Strategy<Value = Vec<usize>> {
    (0_usize..5).prop_flat_map(|rank| {
        let most: usize = [0, 200, 30, 12, 6][rank];
        vec(0..=most, rank)
    })
}

/// A tile for arrays of about `rank` dimensions: a dimension is merged by `None`.
fn tile(rank: usize) -> impl Strategy<Value = Vec<Option<usize>>> {
    let size = prop_oneof![4 => 1_usize..9, 1 => Just(16), 1 => 9_usize..20];
    let merged = prop_oneof![5 => Just(false), 1 => Just(true)];
    vec((size, merged), 1..=rank + 2).prop_map(|entries| {
        let last = entries.len() - 1;
        let entry =
            |(i, (size, merged)): (usize, (usize, bool))| (i == last || !merged).then_some(size);
        entries.into_iter().enumerate().map(entry).collect()
    })
}

/// A layout of these dimensions with up to three tiles, of few enough positions.
fn spec_of(dims: Vec<usize>) -> impl Strategy<Value = Spec> {
    let rank = dims.len();
    let order = Just((0..rank).collect::<Vec<_>>()).prop_shuffle();
    let pad = prop_oneof![3 => Just(vec![]), 1 => vec(0_usize..4, rank)];
    let align = prop_oneof![3 => Just(0), 1 => 2_usize..20];
    (order, vec(tile(rank), 0..4), pad, align).prop_map(
        move |(minor_to_major, tiles, more, align)| {
            let mut spec = Spec {
                pad: dims
                    .iter()
                    .zip(&more)
                    .map(|(dim, more)| dim + more)
                    .collect(),
                dims: dims.clone(),
                minor_to_major,
                tiles,
                align,
            };
            while spec.buffer_len() > MAX_POSITIONS && !spec.tiles.is_empty() {
                spec.tiles.pop();
            }
            if spec.buffer_len() > MAX_POSITIONS {
                spec.pad.clear();
            }
            spec
        },
    )
}

fn spec() -> impl Strategy<Value = Spec> {
    dims().prop_flat_map(spec_of)
}

/// The choices that a random function of the oracle takes, as bytes: fewer are simpler.
fn choices() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..40)
}

proptest! {
    #![proptest_config(inputs(300))]

    /// A layout prints to its text, and is read from it in every spelling.
    #[test]
    fn texts_are_read_and_printed(spec in spec(), space in 0_u8..4, upper in any::<bool>()) {
        let mut text = spec.text("bf16");
        if space > 0 {
            text.pop();
            let colon = if text.contains(':') { "" } else { ":" };
            text += &format!("{colon}S({space})}}");
            if let Some((before, pad)) = spec.text("bf16").split_once("PAD") {
                text = format!("{before}S({space})PAD{pad}");
            }
        }
        let text = text.replace("{}", "");
        let layout = Layout::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        prop_assert_eq!(layout.to_string(), text.clone());
        let mut spelled = text.replace('{', "<").replace('}', ">").replace(',', " , ");
        if upper {
            spelled = spelled.to_uppercase();
        }
        prop_assert_eq!(Layout::parse(&spelled), Ok(layout));
    }

    /// A text with a mistake is read as a layout that prints to itself, or the error names a
    /// range of it.
    #[test]
    fn changed_texts_are_read_or_refused(
        spec in spec(),
        changes in vec((any::<prop::sample::Index>(), "[-0-9a-z,:(){}<>*#?= \u{e9}]{0,2}"), 1..4),
    ) {
        let mut text = spec.text("f32");
        for (at, new) in changes {
            let at = (0..=at.index(text.len() + 1)).rfind(|&at| text.is_char_boundary(at)).unwrap();
            let end = (at + 1..=text.len()).find(|&end| text.is_char_boundary(end));
            text.replace_range(at..end.unwrap_or(at), &new);
        }
        match Layout::parse(&text) {
            Ok(layout) => prop_assert_eq!(Layout::parse(&layout.to_string()), Ok(layout)),
            Err(error) => prop_assert!(text.get(error.range()).is_some()),
        }
    }

    /// Each element is where the definition has it, and the position is that element's.
    #[test]
    fn positions_and_indices(spec in spec()) {
        let case = Case::new(&spec);
        let layout = &case.layout;
        prop_assert_eq!(layout.padded_len(), case.elements.len());
        for (index, &position) in case.indices.iter().zip(&case.positions) {
            prop_assert_eq!(layout.offset(&index[..]), position, "{:?}", index);
        }
        for (position, element) in case.elements.iter().enumerate() {
            let index = layout.index(position);
            let expected = element.map(|number| &case.indices[number][..]);
            prop_assert_eq!(index.as_deref(), expected, "at {}", position);
        }
        let numbered = case.numbered();
        let view = layout.view(&numbered).unwrap();
        prop_assert!(view.iter().map(|&n| n as usize).eq(case.positions.iter().copied()));
    }

    /// A copy writes each element, and no other byte of the buffer or beside it.
    #[test]
    fn copies(
        (src, dst) in dims().prop_flat_map(|dims| (spec_of(dims.clone()), spec_of(dims))),
        size in 0..SIZES.len(),
    ) {
        let (element, size) = SIZES[size];
        moves::check(&Side::from(src), &Side::from(dst), element, size);
    }

    /// The same for a region of one array, copied into one of another.
    #[test]
    fn regions(
        (src, dst) in (0_usize..4).prop_flat_map(|rank| {
            let dims = || vec(0..[1_usize, 100, 20, 9][rank], rank).prop_flat_map(spec_of);
            (dims(), dims())
        }),
        choices in choices(),
    ) {
        let layout = |spec: &Spec| Layout::parse(&spec.text("s32")).unwrap();
        let (src, dst) = (layout(&src), layout(&dst));
        let ranges = moves::check_region(&mut Random::of_bytes(&choices), &src, &dst);
        let extents: Vec<usize> = ranges.iter().map(Range::len).collect();
        let mut inside = vec![false; src.padded_bytes()];
        for_each_index(&extents, |index| {
            let whole = index.iter().zip(&ranges).map(|(i, range)| i + range.start);
            inside[4 * src.offset(&whole.collect::<Vec<_>>()[..])..][..4].fill(true);
        });
        let mut found = vec![false; inside.len()];
        for bytes in src.byte_ranges(&ranges[..]).unwrap() {
            found[bytes].fill(true);
        }
        prop_assert!(found == inside, "{:?}", ranges);
    }

    /// A region is a view of its own exactly where its elements and padding lie as those of
    /// an array of its own.
    #[test]
    #[cfg(feature = "alloc")]
    fn subviews_of_regions(spec in spec(), choices in choices()) {
        let case = Case::new(&spec);
        let numbers = case.numbered();
        let view = case.layout.view(&numbers).unwrap();
        let region = subviews::region(&case, &mut Random::of_bytes(&choices));
        subviews::check(&case, &region, &[], view.subview(&region));
    }

    /// Each element is on the devices that the sharding's definition names, and at the same
    /// index of their shards.
    #[test]
    #[cfg(feature = "shards")]
    fn shardings(dims in vec(0_usize..10, 0..5), choices in choices()) {
        let mut random = Random::of_bytes(&choices);
        let naive = random.sharding(dims.len(), false);
        let sharding = Sharding::parse(&naive.text).unwrap();
        let printed = sharding.to_string();
        let again = Sharding::parse(&printed).unwrap();
        prop_assert_eq!(again.to_string(), printed);
        // The text of an array that every device holds whole has no number of devices.
        if again.num_devices().is_some() {
            prop_assert_eq!(again, sharding.clone());
        }
        let shard = Spec {
            dims: naive.extents(&dims),
            minor_to_major: random.order(dims.len()),
            ..Spec::default()
        };
        let case = Case::new(&shard);
        let array = Sharded::new(&dims, &sharding, case.layout).unwrap();
        for_each_index(&dims, |index| {
            let (at, local) = naive.place(&dims, index);
            let found = array.locate(index).unwrap();
            let mut devices: Vec<usize> = found.devices.collect();
            devices.sort_unstable();
            assert_eq!(devices, naive.holders(&at), "{}", naive.text);
            assert_eq!(*found.local, *local, "{}", naive.text);
            assert_eq!(found.byte, 4 * case.layout.offset(&local), "{}", naive.text);
            for device in devices {
                assert_eq!(array.global(device, &local).as_deref(), Some(index));
            }
        });
    }
}
