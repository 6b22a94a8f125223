//! Packed elements to elements of a byte or more and back, beside loops over all indices.

use layout_oracle::naive::for_each_index;
use tiled_layout::{Buffer, Layout, PackedBuffer, RelayoutError, layout};

/// Layouts of some dimensions, without the element type and the dimensions.
const MATRICES: &[&str] = &[
    "{1,0}",
    "{0,1}",
    "{1,0:T(8,128)}",
    "{1,0:T(8,128)(8,1)}",
    "{0,1:T(2,4)(2,1)}",
    "{1,0:T(3,3)}",
    "{1,0:T(*,5)}",
    "{1,0:T(2,2)(2,1,1,1)}",
    "{1,0:T(4)L(64)}",
];
const OTHERS: &[(&str, &[&str])] = &[
    ("", &["{:T(8)}", "{}"]),
    ("600", &["{0}", "{0:T(256)(4)}", "{0:T(7)}"]),
    (
        "5,9,41",
        &["{2,1,0:T(4,8)}", "{0,2,1}", "{2,1,0:PAD(5,10,41)}"],
    ),
    ("2,0,9", &["{2,1,0}", "{0,1,2:T(2,2)}"]),
];

/// Calls `f` with pairs of layouts of the same dimensions, as texts that follow the element.
fn each_pair(mut f: impl FnMut(&str, &str)) {
    let mut all = |dims: &str, layouts: &[&str]| {
        for from in layouts {
            for to in layouts {
                f(&format!("[{dims}]{from}"), &format!("[{dims}]{to}"));
            }
        }
    };
    all("37,70", MATRICES);
    all("1,700", &MATRICES[..5]);
    all("300,700", &["{1,0}", "{1,0:T(8,128)(8,1)}"]); // several blocks
    for (dims, layouts) in OTHERS {
        all(dims, layouts);
    }
}

/// All indices of an array.
fn indices(dims: &[usize]) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for_each_index(dims, |index| all.push(index.to_vec()));
    all
}

/// A layout with elements of `bits` bits.
fn packed(element: &str, shape: &str, bits: usize) -> Layout {
    let layout = Layout::parse(&format!("{element}{shape}")).unwrap();
    layout.with_element_bits(bits).unwrap()
}

/// Some number of an index, below `n`.
fn number(index: &[usize], n: usize) -> usize {
    let hash = index.iter().fold(7, |hash, i| (hash * 31 + i) % 65521);
    hash * 40503 / 16 % n
}

macro_rules! both_ways {
    ($($name:ident: $packed:literal $bits:literal as $small:ty, $plain:literal as $large:ty, $low:literal;)*) => {$(
        /// Unpacked, packed again after a check, and packed with all values clamped.
        #[test]
        fn $name() {
            each_pair(|from, to| {
                let words = format!("{from} to {to}");
                let (width, low) = (Layout::parse(concat!($packed, "[]")).unwrap().element_type().bits(), $low);
                let count = 1usize << width;
                let value = |index: &[usize]| (number(index, count) as i64 + low) as $small;
                let source = PackedBuffer::<$small, Layout>::from_fn_with_layout(
                    packed($packed, from, $bits), |index| value(&index)).unwrap();
                let plain = Layout::parse(&format!("{}{to}", $plain)).unwrap();
                let all = indices(plain.dims());

                let mut wide = Buffer::<$large, Layout>::from_vec_with_layout(
                    plain, vec![99 as $large; plain.padded_len()]).unwrap();
                let mut expected = wide.clone();
                wide.copy_from_packed(&source).unwrap();
                for index in &all {
                    expected[index] = value(index) as $large;
                }
                assert_eq!(wide.as_slice(), expected.as_slice(), "{words}"); // padding too

                // Padding of the source, 99, does not fit, and is not looked at.
                let target = packed($packed, from, $bits);
                let bytes: Vec<u8> = (0..target.padded_bytes()).map(|n| (n * 37) as u8).collect();
                let mut small = PackedBuffer::<$small, Layout>::from_bytes_with_layout(target, &bytes).unwrap();
                let mut expected = small.clone();
                small.try_copy_from(&wide).unwrap();
                for index in &all {
                    expected.set(index, value(index));
                }
                assert_eq!(small.as_bytes(), expected.as_bytes(), "{words}, back");

                // Every third value is past the range, by a little or by much.
                let far = |index: &[usize]| match number(index, 3) {
                    0 => low + count as i64 + number(index, 50) as i64,
                    1 => (low - 1 - number(index, 50) as i64).max(<$large>::MIN as i64),
                    _ => i64::from(value(index)),
                };
                for index in &all {
                    wide[index] = far(index) as $large;
                    let clamped = far(index).clamp(low, low + count as i64 - 1);
                    expected.set(index, clamped as $small);
                }
                small.copy_from_saturating(&wide).unwrap();
                assert_eq!(small.as_bytes(), expected.as_bytes(), "{words}, clamped");

                let fits = |index: &&Vec<usize>| (low..low + count as i64).contains(&far(index));
                let first = all.iter().find(|index| !fits(index));
                match (small.try_copy_from(&wide), first) {
                    (Ok(()), None) => (),
                    (Err(RelayoutError::Value { value, index, .. }), Some(first)) => {
                        assert_eq!(value.as_str(), far(first).to_string(), "{words}");
                        let numbers: Vec<_> = first.iter().map(usize::to_string).collect();
                        assert_eq!(index.as_str(), numbers.join(","), "{words}");
                    }
                    other => panic!("{words}: {other:?}"),
                }
                assert_eq!(small.as_bytes(), expected.as_bytes(), "{words}: nothing is written");
            });
        }
    )*};
}

both_ways! {
    s4_and_s8: "s4" 4 as i8, "s8" as i8, -8;
    s4_and_s32: "s4" 4 as i8, "s32" as i32, -8;
    u4_and_u8: "u4" 4 as u8, "u8" as u8, 0;
    s2_and_s8: "s2" 2 as i8, "s8" as i8, -2;
    u2_and_s16: "u2" 2 as u8, "s16" as i16, 0;
    u1_and_u8: "u1" 1 as u8, "u8" as u8, 0;
    s4_of_five_bits: "s4" 5 as i8, "s16" as i16, -8;
    u4_of_a_byte: "u4" 8 as u8, "u16" as u16, 0;
}

/// The same type in other widths: bits of floats, and truth values.
#[test]
fn same_type() {
    let from = Layout::parse("f6e3m2fn[37,70]{1,0:E(6)}").unwrap();
    let to = Layout::parse("f6e3m2fn[37,70]{1,0:T(8,128)}").unwrap();
    let bits = |index: &[usize]| number(index, 64) as u8;
    let source = PackedBuffer::<u8, _>::from_fn_with_layout(from, |i| bits(&i)).unwrap();
    let mut bytes = Buffer::<u8, _>::zeroed_with_layout(to).unwrap();
    bytes.copy_from_packed(&source).unwrap();
    assert!(
        indices(&[37, 70])
            .iter()
            .all(|index| bytes[index] == bits(index))
    );
    let mut back = PackedBuffer::<u8, _>::zeroed_with_layout(from).unwrap();
    back.try_copy_from(&bytes).unwrap();
    assert_eq!(back, source);

    type Mask = layout!(PRED[20,33]<0,1:E(1)>);
    let mask = PackedBuffer::<bool, Mask>::from_fn(|[i, j]| (i + j) % 3 == 0);
    let mut flags = Buffer::<bool, layout!(PRED[20,33])>::from_elem(true);
    flags.copy_from_packed(&mask).unwrap();
    assert!(
        flags
            .indexed_iter()
            .all(|([i, j], &flag)| flag == ((i + j) % 3 == 0))
    );
}

/// All three kinds of layouts, and regions on both sides.
#[test]
fn kinds_and_regions() {
    type Tiled = layout!(S4[40,300]<1,0:T(8,128)(8,1)E(4)>);
    type TiledOf = layout!(S4[?,300]<1,0:T(8,128)(8,1)E(4)>);
    type Rows = layout!(S8[40,300]);
    type RowsOf = layout!(S8[?,?]);
    let value = |i: usize, j: usize| number(&[i, j], 16) as i8 - 8;
    let source = PackedBuffer::<i8, Tiled>::from_fn(|[i, j]| value(i, j));
    let partial = TiledOf::with_dims([40, 300]).unwrap();
    let mut of_partial = PackedBuffer::<i8, _>::zeroed_with_layout(partial).unwrap();
    of_partial.copy_from(&source).unwrap();

    let mut rows = Buffer::<i8, Rows>::zeroed();
    rows.copy_from_packed(&of_partial).unwrap();
    assert!(
        rows.indexed_iter()
            .all(|([i, j], &found)| found == value(i, j))
    );
    let rows_of = RowsOf::with_dims([40, 300]).unwrap();
    let mut other = Buffer::<i8, _>::zeroed_with_layout(rows_of).unwrap();
    other.copy_from_packed(source.view()).unwrap();
    assert_eq!(other, rows);
    of_partial.fill(0);
    of_partial.try_copy_from(other.view()).unwrap();
    assert_eq!(of_partial, source);

    let mut part = Buffer::<i8, layout!(S8[40,300]<0,1>)>::zeroed();
    let (from, to) = ((3..20, 130..290), (20..37, 0..160));
    let mut region = part.region_mut(to.clone()).unwrap();
    region
        .copy_from_packed(source.region(from.clone()).unwrap())
        .unwrap();
    for ([i, j], &found) in part.indexed_iter() {
        let inside = to.0.contains(&i) && to.1.contains(&j);
        let expected = if inside { value(i - 17, j + 130) } else { 0 };
        assert_eq!(found, expected, "{i}, {j}");
    }
    let mut packed = PackedBuffer::<i8, Tiled>::zeroed();
    let mut region = packed.region_mut(from.clone()).unwrap();
    region.try_copy_from(part.region(to).unwrap()).unwrap();
    for ([i, j], found) in packed.indexed_iter() {
        let inside = from.0.contains(&i) && from.1.contains(&j);
        assert_eq!(found, if inside { value(i, j) } else { 0 }, "{i}, {j}");
    }
    // A whole array into a region.
    let few = Buffer::<i8, layout!(S8[17,160])>::from_fn(|[i, j]| value(i, j));
    let mut region = packed.region_mut(from).unwrap();
    region.copy_from_saturating(&few).unwrap();
    assert_eq!(packed.get([3 + 16, 130 + 159]), Some(value(16, 159)));
    assert_eq!(packed.get([3, 129]), Some(0));
}

/// Pairs of layouts that do not convert.
#[test]
fn refused() {
    let parse = |text| Layout::parse(text).unwrap();
    let signed = PackedBuffer::<i8, _>::zeroed_with_layout(parse("s4[3,5]{1,0:E(4)}")).unwrap();
    let bits = PackedBuffer::<u8, _>::zeroed_with_layout(parse("s4[3,5]{1,0:E(4)}")).unwrap();
    let unsigned = PackedBuffer::<u8, _>::zeroed_with_layout(parse("u4[3,5]{1,0:E(4)}")).unwrap();
    let small = Buffer::<i8, _>::zeroed_with_layout(parse("s2[3,5]")).unwrap();
    let error = small.clone().copy_from_packed(&signed).unwrap_err();
    assert!(matches!(error, RelayoutError::Element { .. }), "{error}");
    let mut half = Buffer::<u16, _>::zeroed_with_layout(parse("bf16[3,5]")).unwrap();
    assert!(half.copy_from_packed(&unsigned).is_err());
    let mut wide = Buffer::<i16, _>::zeroed_with_layout(parse("s16[3,5]")).unwrap();
    assert!(wide.copy_from_packed(&bits).is_err());
    assert!(wide.copy_from_packed(&unsigned).is_ok());
    let mut other = Buffer::<i16, _>::zeroed_with_layout(parse("s16[5,3]")).unwrap();
    let error = other.copy_from_packed(&signed).unwrap_err();
    assert!(matches!(error, RelayoutError::Dims { .. }), "{error}");

    let mut raw = bits.clone();
    let plain = Buffer::<u8, _>::zeroed_with_layout(parse("u8[3,5]")).unwrap();
    assert!(raw.try_copy_from(&plain).is_err());
    let plain = Buffer::<u8, _>::zeroed_with_layout(parse("s4[3,5]")).unwrap();
    assert!(raw.try_copy_from(&plain).is_ok()); // the same type
    assert!(raw.copy_from_saturating(&plain).is_err());
}
