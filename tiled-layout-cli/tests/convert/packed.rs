//! Packed elements become bytes, and bytes packed elements.

use layout_oracle::naive::{PADDING, Spec};
use layout_oracle::random::Random;

use crate::files::{Folder, npy_data, safetensors, tensor_data};

/// The element types of less than a byte: name, bits of a value.
const TYPES: [(&str, usize); 10] = [
    ("pred", 1),
    ("s1", 1),
    ("u1", 1),
    ("s2", 2),
    ("u2", 2),
    ("s4", 4),
    ("u4", 4),
    ("f4e2m1fn", 4),
    ("f6e2m3fn", 6),
    ("f6e3m2fn", 6),
];

/// A value of the low `width` bits as a byte: signed values extend their sign.
fn value(element: &str, width: usize, bits: u8) -> u8 {
    let low = bits % (1 << width);
    let is_negative = element.starts_with('s') && low >= 1 << (width - 1);
    if is_negative {
        low.wrapping_sub(1 << width)
    } else {
        low
    }
}

/// The low `bits` of each value, one after another, bit by bit.
fn packed(values: &[u8], bits: usize) -> Vec<u8> {
    let mut bytes = vec![0; (values.len() * bits).div_ceil(8)];
    for (number, value) in values.iter().enumerate() {
        for bit in 0..bits {
            let at = number * bits + bit;
            bytes[at / 8] |= (value >> bit & 1) << (at % 8);
        }
    }
    bytes
}

fn values(random: &mut Random, (element, width): (&str, usize), len: usize) -> Vec<u8> {
    (0..len)
        .map(|_| value(element, width, random.below(256) as u8))
        .collect()
}

/// Converts a file of raw bytes; the bytes of the output.
#[track_caller]
fn convert(folder: &Folder, bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    folder.write("in.bin", bytes);
    let files = ["convert", "in.bin", "out.bin", "--force", "--verify"];
    folder.run(&[&files[..], &["--from", from, "--to", to]].concat(), 0);
    folder.read("out.bin")
}

#[test]
fn packed_values_of_all_widths_by_definition() {
    let folder = Folder::new("packed");
    let mut random = Random::new(1);
    for (element, width) in TYPES {
        for bits in width..8 {
            let mut lens = vec![1, 2, 3, 4, 7, 8, 9, 17];
            if bits == width + 1 {
                lens.extend([65_535, 65_537]);
            }
            for len in lens {
                let bytes = values(&mut random, (element, width), len);
                let text = format!("{element}[{len}]{{0:E({bits})}}");
                let wide = convert(&folder, &packed(&bytes, bits), &text, "rows");
                assert!(wide == bytes, "{text}");
                let rows = format!("{element}[{len}]");
                let narrow = convert(&folder, &bytes, &rows, &format!("{{0:E({bits})}}"));
                assert!(narrow == packed(&bytes, bits), "{text}");
            }
        }
    }
}

#[test]
fn packed_tiles_of_all_widths_by_definition() {
    let folder = Folder::new("packed-tiles");
    let mut random = Random::new(2);
    for (element, width) in TYPES {
        for bits in width..8 {
            let text = format!("{element}[9,7]{{0,1:T(4,2)E({bits})}}");
            let rows = values(&mut random, (element, width), 63);
            let cells = Spec::parse(&text).buffer();
            let tiled: Vec<u8> = cells
                .iter()
                .map(|&number| {
                    if number == PADDING {
                        0
                    } else {
                        rows[number as usize]
                    }
                })
                .collect();
            let tiled = packed(&tiled, bits);
            let to = &text[text.find('{').unwrap()..];
            assert_eq!(convert(&folder, &tiled, &text, "rows"), rows, "{text}");
            let all = format!("{element}[9,7]");
            assert_eq!(convert(&folder, &rows, &all, to), tiled, "{text}");
            // From one width to another.
            for other in width..8 {
                let all = format!("{element}[9,7]{{1,0:E({other})}}");
                let source = packed(&rows, other);
                assert_eq!(convert(&folder, &source, &all, to), tiled, "{all} {text}");
            }
        }
    }
}

#[test]
fn large_packed_arrays() {
    let folder = Folder::new("packed-large");
    let rows = 70_003;
    let bytes = values(&mut Random::new(3), ("f6e3m2fn", 6), rows);
    let text = format!("f6e3m2fn[{rows},1]");
    let from = format!("{text}{{1,0:E(6)}}");
    let tiled = convert(&folder, &packed(&bytes, 6), &from, "{1,0:T(8,128)}");
    let is_equal = |(row, &value): (usize, &u8)| tiled[row * 128] == value;
    assert!(bytes.iter().enumerate().all(is_equal));
    let from = format!("{text}{{1,0:T(8,128)}}");
    assert!(convert(&folder, &tiled, &from, "{1,0:E(6)}") == packed(&bytes, 6));
}

/// Bytes that are not values: the low bits count.
#[test]
fn bits_past_a_value_are_ignored() {
    let folder = Folder::new("packed-ignored");
    let bytes = [0x0f, 0xff, 0x10, 0x17];
    let narrow = |element: &str| {
        let (from, to) = (format!("{element}[4]"), "{0:E(4)}");
        convert(&folder, &bytes, &from, to)
    };
    assert_eq!(narrow("s4"), [0xff, 0x70]);
    assert_eq!(narrow("u4"), [0xff, 0x70]);
}

/// More than a byte per element: nothing is converted, and nothing is written.
#[test]
fn wider_elements_are_refused() {
    let folder = Folder::new("packed-refused");
    folder.write("in.bin", &[0; 8]);
    for (from, to) in [
        ("u4[16]{0:E(4)}", "{0:E(16)}"),
        ("u4[8]", "{0:E(16)}"),
        ("u8[8]", "{0:E(16)}"),
        ("u4[4]{0:E(16)}", "{0:E(4)}"),
        ("u4[4]{0:E(16)}", "rows"),
    ] {
        let files = ["convert", "in.bin", "out.bin", "--from", from, "--to", to];
        folder.run(&files, 2);
        assert_eq!(folder.names(), ["in.bin"]);
    }
}

#[test]
fn floats_of_six_bits_of_safetensors() {
    let folder = Folder::new("packed-safetensors");
    let mut random = Random::new(4);
    for (dtype, element) in [("F6_E2M3", "f6e2m3fn"), ("F6_E3M2", "f6e3m2fn")] {
        for rows in [4, 8, 12, 1000] {
            let bytes = values(&mut random, (element, 6), 3 * rows);
            let data = packed(&bytes, 6);
            let header = format!(
                "{{\"a\":{{\"dtype\":\"{dtype}\",\"shape\":[{rows},3],\
                 \"data_offsets\":[0,{}]}}}}",
                data.len()
            );
            folder.write("six.safetensors", &safetensors(&header, &data));
            let run = |from, to, more: &[&str]| {
                folder.run(&[&["convert", from, to, "--force"], more].concat(), 0);
                folder.read(to)
            };
            let wide = run("six.safetensors", "wide.npy", &[]);
            assert_eq!(npy_data(&wide), bytes);
            let wide = run("six.safetensors", "wide.safetensors", &[]);
            assert_eq!(tensor_data(&wide).1, bytes);
            let to = ["--to", "{1,0:E(6)}"];
            let back = run("wide.safetensors", "back.safetensors", &to);
            assert_eq!(tensor_data(&back).1, data);
        }
    }
}
