//! Texts, messages and arrays that are refused, and in which words.

use tiled_layout::xla::shards::{Sharded, Sharding, ShardingError};
use tiled_layout::{ElementType, Layout};

#[test]
fn texts_with_a_mistake() {
    for (text, at, words) in [
        ("", "", "expected `{`"),
        ("replicated", "r", "expected `{`"),
        ("{}", "}", "no sharding begins like this"),
        ("{maximal}", "}", "expected `device=`"),
        ("{{replicated}, {manual}}", "{", "the sharding of a tuple"),
        ("{replicated} and more", "and more", "text follows"),
        (
            "{devices=[2,2]<=[5]}",
            "<=[5]",
            "make 4 tiles, but there are 5 devices",
        ),
        (
            "{devices=[2,2]0,1,2}",
            "0,1,2",
            "make 4 tiles, but there are 3 devices",
        ),
        (
            "{devices=[2,2]0,1,2,2}",
            "0,1,2,2",
            "device 2 has two tiles",
        ),
        ("{devices=[0,2]<=[0]}", "[0,2]", "is 0"),
        ("{devices=[-2,2]<=[4]}", "-", "expected a number"),
        (
            "{devices=[2,2]<=[2,2]T(0,0)}",
            "(0,0)",
            "each number below 2 once",
        ),
        (
            "{devices=[2,2]<=[2,2]T(1)}",
            "(1)",
            "each number below 2 once",
        ),
        (
            "{devices=[2,2]<=[4] last_tile_dims={maximal}}",
            "maximal",
            "not a type of a subgroup",
        ),
        (
            "{devices=[2]<=[2] last_tile_dims={manual, manual}}",
            "last",
            "2 subgroups are named",
        ),
        (
            "{devices=[99999999999999999999]<=[1]}",
            "99999999999999999999",
            "too large",
        ),
        (
            "{devices=[2]1,9223372036854775808}",
            "9223372036854775808",
            "too large",
        ),
        (
            "{devices=[4294967296,4294967296]<=[1]}",
            "[4294967296,",
            "at most 16777216 devices",
        ),
        (
            "{devices=[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]<=[1]}",
            "1,1,1",
            "a sharding has at most 16 dimensions",
        ),
        ("{devices=[2,2]<=[4]", "", "expected `}`"),
        (
            "{devices=[2,2]<=[4] metadata={op_name=\"}",
            "",
            "expected `}`",
        ),
        ("{größe}", "gr", "no sharding begins like this"),
        ("{devices=[2,2]<=[4] größe}", "g", "expected `}`"),
    ] {
        let error = Sharding::parse(text).unwrap_err();
        assert!(error.to_string().contains(words), "{text}: {error}");
        assert!(error.to_string().contains('^'), "{text}: {error}");
        if !at.is_empty() {
            assert!(
                text[error.range()].starts_with(at) || at.starts_with(&text[error.range()]),
                "{text}: {:?}",
                error.range()
            );
        }
    }
}

/// Every prefix, and every text with one byte changed, is read or refused.
#[test]
fn no_text_panics() {
    let texts = [
        "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}",
        "{devices=[2,2]0,1,2,3 metadata={op_name=\"a\"}}",
    ];
    for text in texts {
        for at in 0..text.len() {
            let _ = Sharding::parse(&text[..at]);
            for byte in (b' '..b'~').chain([b'\n']) {
                let changed = format!("{}{}{}", &text[..at], byte as char, &text[at + 1..]);
                if let Ok(sharding) = Sharding::parse(&changed) {
                    let printed = sharding.to_string();
                    assert_eq!(Sharding::parse(&printed).unwrap().to_string(), printed);
                }
            }
        }
    }
}

#[test]
fn no_message_panics() {
    let bytes = [
        8, 3, 26, 4, 2, 1, 2, 2, 66, 2, 4, 0, 74, 2, 4, 2, 82, 2, 1, 0,
    ];
    Sharding::from_op_sharding(&bytes).unwrap();
    for at in 0..bytes.len() {
        let _ = Sharding::from_op_sharding(&bytes[..at]);
        for byte in 0..=255 {
            let mut changed = bytes;
            changed[at] = byte;
            let _ = Sharding::from_op_sharding(&changed);
        }
    }
    let negative = [8, 3, 24, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
    let seventeen = [&[8, 3, 26, 17][..], &[1; 17]].concat();
    for (bytes, words) in [
        (&[8][..], "the bytes end within a field"),
        (
            &[8, 1],
            "the dimensions of `devices` make 1 tiles, but there are 0 devices",
        ),
        (&[8, 2], "the sharding of a tuple is several shardings"),
        (&[42, 0], "the sharding of a tuple is several shardings"),
        // A `named_sharding` alone, and after other fields; then a field of a later version.
        (
            &[0x72, 6, 0x1a, 2, 8, 1, 0x1a, 0],
            "field 14 of `OpSharding` is not read, and can change its meaning",
        ),
        (
            &[8, 3, 26, 1, 2, 34, 2, 0, 1, 0x72, 0],
            "field 14 of `OpSharding` is not read",
        ),
        (&[0x78, 1], "field 15 of `OpSharding` is not read"),
        (&[8, 9], "no sharding begins like this"),
        (&negative, "a number is negative"),
        (&seventeen, "a sharding has at most 16 dimensions"),
        // Tiles [2], devices 0 and 1, two types of subgroups.
        (
            &[8, 3, 26, 1, 2, 34, 2, 0, 1, 66, 2, 4, 0],
            "2 subgroups are named",
        ),
        (
            &[8, 3, 26, 1, 2, 34, 2, 0, 1, 66, 1, 1],
            "not a type of a subgroup",
        ),
    ] {
        let error = Sharding::from_op_sharding(bytes).unwrap_err().to_string();
        assert!(error.starts_with(words), "{bytes:?}: {error}");
    }
}

/// The shape of a tile, metadata and the groups of shardings that must be alike.
#[test]
fn fields_of_a_message_that_say_nothing_of_places() {
    let bytes = [8, 3, 26, 1, 2, 74, 1, 2, 82, 1, 0];
    let sharding = Sharding::from_op_sharding(&bytes).unwrap();
    assert_eq!(sharding.to_string(), "{devices=[2]<=[2]}");
    let ignored = [18, 2, 16, 11, 58, 3, 10, 1, b'a', 88, 1, 96, 7, 104, 1];
    let more = [&bytes[..], &ignored].concat();
    assert_eq!(Sharding::from_op_sharding(&more), Ok(sharding));
}

#[test]
fn arrays_that_do_not_fit() {
    let sharding = |text| Sharding::parse(text).unwrap();
    let shard = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let halves = sharding("{devices=[2,1]<=[2]}");
    let error = Sharded::new(&[7, 5], &halves, shard).unwrap_err();
    assert!(
        error.to_string().contains("4 elements along dimension 0"),
        "{error}"
    );
    let error = Sharded::new(&[5], &halves, shard).unwrap_err();
    let message = |error: ShardingError| error.to_string();
    assert_eq!(
        message(error),
        "the sharding splits 2 dimensions, but the array has 1"
    );
    let unknown = Sharded::new(&[3, 5], &sharding("{unknown}"), shard);
    assert_eq!(
        message(unknown.unwrap_err()),
        "an unknown sharding does not say where shards are"
    );
    let error = Sharded::new(&[1; 13], &Sharding::replicated(), shard).unwrap_err();
    assert_eq!(
        message(error),
        "the array has 13 dimensions, but layouts have at most 12"
    );
    let array = Sharded::new(&[5, 5], &halves, shard).unwrap();
    let error = array.runs(2, (.., ..)).unwrap_err();
    assert_eq!(message(error), "no shard is on device 2");
    let error = array.runs(0, (..6, ..)).unwrap_err();
    assert_eq!(
        message(error),
        "the region's range 0..6 in dimension 0 goes past its size 5"
    );
    let row = Layout::parse("f32[5]{0}").unwrap();
    let error = Sharded::new(&[3, 5], &Sharding::replicated(), row).unwrap_err();
    assert_eq!(
        message(error),
        "the layout of a shard has 1 dimensions, but the array has 2"
    );
    let unreduced = Sharded::new(&[3, 5], &sharding("{unreduced}"), shard).unwrap();
    assert_eq!(unreduced.locate(&[2, 3]).unwrap().byte, 4 * 17);
    assert_eq!(
        message(Sharded::tpu(ElementType::F64, &[3, 5], &halves).unwrap_err()),
        "no default layout of a TPU is known for elements of type `f64`"
    );
}

#[test]
#[cfg(target_pointer_width = "64")]
fn arrays_without_elements_and_huge_ones() {
    let halves = Sharding::parse("{devices=[2,1]<=[2]}").unwrap();
    let array = Sharded::tpu(ElementType::F32, &[0, usize::MAX - 1], &halves);
    if let Ok(array) = array {
        assert!(array.locate(&[0, 0]).is_none());
        assert_eq!(array.bytes().elements, 0);
    }
    // 2^40 rows of 2^20 bytes, on 2^20 devices.
    let many = Sharding::parse("{devices=[1048576,1]<=[1048576]}").unwrap();
    let array = Sharded::tpu(ElementType::U8, &[1 << 40, 1 << 20], &many).unwrap();
    assert_eq!(array.total_bytes(), 1 << 60);
    let found = array.locate(&[(1 << 40) - 1, (1 << 20) - 1]).unwrap();
    assert_eq!(found.devices.collect::<Vec<_>>(), [1048575]);
    assert_eq!(found.byte, (1 << 40) - 1);
}
