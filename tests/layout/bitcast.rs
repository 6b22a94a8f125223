//! `is_bitcast_of` of worked examples, and of arrays too large for the law.

use layout_oracle::data;
use layout_oracle::naive;
use tiled_layout::{Layout, layout};

/// Both buffers filled the long way are the same.
fn naive_answer(a: &str, b: &str) -> bool {
    naive::Spec::parse(a).buffer() == naive::Spec::parse(b).buffer()
}

fn answer(a: &str, b: &str) -> bool {
    let parse = |text| Layout::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let (a, b) = (parse(a), parse(b));
    let answer = a.is_bitcast_of(&b);
    assert_eq!(answer, b.is_bitcast_of(&a), "{a} and {b}");
    answer
}

#[test]
fn known_pairs() {
    for (a, b, expected) in [
        ("f32[4,8]{1,0:T(2,4)}", "f32[4,8]{1,0}", false),
        ("f32[24,128]{1,0:T(8,128)}", "f32[24,128]{1,0}", true),
        ("f32[24,128]{1,0:T(8,128)(1,128)}", "f32[24,128]{1,0}", true),
        (
            "bf16[16,128]{1,0:T(8,128)(2,1)}",
            "bf16[16,128]{1,0:T(8,128)}",
            false,
        ),
        (
            "bf16[16,128]{1,0:T(8,128)(2,1)}",
            "bf16[16,128]{1,0:T(2,1)}",
            true,
        ),
        ("f32[3,5]{1,0:T(2,2)}", "f32[3,5]{1,0}", false),
        ("f32[3,5]{0,1}", "f32[3,5]{1,0}", false),
        ("f32[1,5]{0,1}", "f32[1,5]{1,0}", true),
        ("f32[1,5]{1,0}", "f32[5]{0}", true),
        ("f32[2,3,4]{2,1,0}", "f32[6,4]{1,0}", true),
        ("f32[2,3,4]{2,1,0}", "f32[24]{0}", true),
        ("f32[2,3,4]{1,2,0}", "f32[6,4]{1,0}", false),
        (
            "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}",
            "f32[112,110]{1,0:T(2,3)}",
            true,
        ),
        (
            "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}",
            "f32[112,110]{1,0:T(3,2)}",
            false,
        ),
        ("f32[5,4]{1,0:T(2,4)}", "f32[20]{0:T(8)}", true),
        ("f32[3,5,4]{2,1,0:T(1,2,4)}", "f32[3,20]{1,0:T(1,8)}", true),
        ("f32[3,5,4]{2,1,0:T(2,4)}", "f32[3,20]{1,0:T(1,8)}", true),
        ("f32[3,5,4]{2,1,0:T(2,4)}", "f32[15,4]{1,0:T(2,4)}", false),
        ("f32[3,5]{1,0:T(1,2)}", "f32[15]{0:T(6)}", false),
        // Later tiles that do not divide the earlier ones: no flat formula.
        (
            "f32[10,7]{1,0:T(5,7)(2,3)}",
            "f32[10,7]{1,0:T(5,7)(2,3)(1,3)}",
            true,
        ),
        (
            "f32[10,7]{1,0:T(5,7)(2,3)}",
            "f32[10,7]{1,0:T(5,7)(3,2)}",
            false,
        ),
        (
            "f32[10,7]{1,0:T(5,7)(2,3)}",
            "f32[10,7,1]{1,0,2:T(5,7)(2,3)}",
            true,
        ),
    ] {
        assert_eq!(naive_answer(a, b), expected, "{a} and {b}, the long way");
        assert_eq!(answer(a, b), expected, "{a} and {b}");
    }
}

/// So many tiles that do not divide the earlier ones that no formula is stored: elements are
/// compared one by one, up to a limit.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn layouts_without_a_formula() {
    let tiles = "T(9,9)(8,8)(7,7)(6,6)(5,5)(4,4)(3,3)(2,2)";
    let layout = |dims: &str, order: &str| format!("f32[{dims}]{{{order}:{tiles}}}");
    let first = layout("10,10,2", "1,0,2");
    for (second, expected) in [
        (layout("10,10,2,1", "1,0,2,3"), true),
        (layout("10,10,2", "0,1,2"), false),
    ] {
        assert_eq!(naive_answer(&first, &second), expected, "{second}");
        assert_eq!(answer(&first, &second), expected, "{second}");
    }
    let [many, again] = [("10,10,50", "1,0,2"), ("10,10,50,1", "1,0,2,3")]
        .map(|(dims, order)| Layout::parse(&layout(dims, order)).unwrap());
    let error = many.check_bitcast_of(&again).unwrap_err().to_string();
    let words = "no difference is found in the first 4,096 elements";
    assert!(error.ends_with(words), "{error}");
}

#[test]
fn what_positions_do_not_tell() {
    // Element types, bits and metadata must be the same, memory spaces need not.
    assert!(!answer("f32[4]{0}", "s32[4]{0}"));
    assert!(!answer("s4[4]{0}", "s4[4]{0:E(4)}"));
    assert!(!answer("f32[4]{0:M(64)}", "f32[4]{0}"));
    assert!(answer("f32[4]{0:S(1)}", "f32[4]{0}"));
    assert!(answer("f32[3]{0:PAD(4=zero)}", "f32[3]{0:PAD(4=one)}"));
    assert!(answer("f32[3]{0:PAD(4)}", "f32[3]{0:T(4)}"));
    assert!(!answer("f32[3]{0:PAD(5)}", "f32[3]{0:T(4)}"));
    // The positions are the same, but one buffer is longer.
    assert!(!answer("f32[1,128]{1,0:T(8,128)}", "f32[1,128]{1,0}"));
    assert!(answer("f32[3]{0:L(4)}", "f32[3]{0:T(4)}"));
}

#[test]
fn no_elements_and_one() {
    assert!(answer("f32[0,5]{1,0}", "f32[3,0]{1,0}"));
    assert!(answer("f32[]", "f32[1,1]{1,0}"));
    assert!(answer("u32[]{:T(128)}", "u32[1]{0:T(128)}"));
    assert!(!answer("u32[]{:T(128)}", "u32[]"));
}

#[test]
fn large_arrays_take_no_time() {
    assert!(answer(
        "f32[100000,4096,1024]{2,1,0:T(8,1024)}",
        "f32[409600000,1024]{1,0}"
    ));
    assert!(!answer(
        "f32[100001,4099,1024]{2,1,0:T(8,128)}",
        "f32[100001,4099,1024]{2,1,0:T(8,128)(2,1)}"
    ));
}

/// One function that its dimensions cut in different ways: the columns are a multiple of 8, but not
/// of 24.
#[test]
fn uneven_dimensions_take_no_time() {
    let columns = "f32[R,64]{1,0:T(4,24)(2,8)}";
    let eights = "f32[R,8,8]{2,1,0:T(4,3,8)(2,1,8)}";
    let other = "f32[R,8,8]{2,1,0:T(4,3,8)(1,1,8)}";
    for (a, b, expected) in [(columns, eights, true), (columns, other, false)] {
        let rows = |rows| [a, b].map(|text| text.replace('R', rows));
        let [small_a, small_b] = rows("5");
        assert_eq!(naive_answer(&small_a, &small_b), expected, "{a} and {b}");
        for rows in ["5", "1125899906842623"].map(rows) {
            assert_eq!(answer(&rows[0], &rows[1]), expected, "{rows:?}");
        }
    }
}

/// Each bitcast of a real compiler is one.
#[test]
fn bitcasts_of_the_tpu_compiler() {
    let (mut reshapes, mut transposes, mut resizes) = (0, 0, 0);
    for row in data::rows("bitcasts.tsv") {
        let [from, to] = [0, 1].map(|i| Layout::parse(&row[i]).unwrap());
        match row[2].split_once(' ') {
            Some((_, permutation)) => {
                let permutation: Vec<usize> =
                    permutation.split(',').map(|n| n.parse().unwrap()).collect();
                let permuted = from.permute_dimensions(&permutation).unwrap();
                assert!(permuted.is_bitcast_of(&to), "{from} to {to}");
                assert!(!from.is_bitcast_of(&to), "{from} to {to}, row by row");
                transposes += 1;
            }
            None if row[2] == "reshape" => {
                assert!(from.is_bitcast_of(&to), "{from} to {to}");
                reshapes += 1;
            }
            None => {
                assert!(!from.is_bitcast_of(&to), "{from} to {to}");
                resizes += 1;
            }
        }
    }
    assert_eq!((reshapes, transposes, resizes), (23, 6, 3));
}

#[test]
fn what_is_not_a_permutation_is_an_error() {
    let layout = Layout::parse("f32[3,5]{1,0}").unwrap();
    let long = "1,".repeat(19) + "1...";
    for (numbers, text) in [
        (&[0, 0][..], "0,0"),
        (&[0, 2], "0,2"),
        (&[1], "1"),
        (&[0, 1, 0], "0,1,0"),
        (&[], ""),
        (&[1; 99], &long),
    ] {
        let error = layout.permute_dimensions(numbers).unwrap_err();
        let words = format!("the permutation [{text}] does not name each of 2 dimensions once");
        assert_eq!(error.to_string(), words);
    }
}

#[test]
#[should_panic(expected = "the permutation [0,0] does not name each of 2 dimensions once")]
fn permuted_panics() {
    let layout = Layout::parse("f32[3,5]{1,0}").unwrap();
    let _ = layout.view(&[0.0f32; 15]).unwrap().permuted(&[0, 0]);
}

#[test]
fn views() {
    type Tiles = layout!(F32[24,128]<1,0:T(8,128)>);
    type Rows = layout!(F32[24, 128]);
    type Three = layout!(F32[3, 8, 128]);
    let mut buffer: Vec<f32> = (0..24 * 128).map(|i| i as f32).collect();
    let rows = Tiles::view(&buffer).unwrap().bitcast::<Rows>();
    assert_eq!(rows[[9, 5]], (9 * 128 + 5) as f32);
    let three = rows.bitcast::<Three>();
    assert_eq!(three[[1, 1, 5]], (9 * 128 + 5) as f32);

    let run_time = Layout::parse("f32[3072]{0}").unwrap();
    assert_eq!(three.try_bitcast(run_time).unwrap()[[7]], 7.0);
    let other = Layout::parse("f32[24,128]{1,0:T(4,64)}").unwrap();
    let error = three.try_bitcast(other).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a buffer of `f32[3,8,128]{2,1,0}` cannot be read as `f32[24,128]{1,0:T(4,64)}`: \
         elements lie at other positions"
    );

    Tiles::view_mut(&mut buffer).unwrap().bitcast::<Three>()[[2, 7, 127]] = -1.0;
    assert_eq!(buffer[3071], -1.0);
}
