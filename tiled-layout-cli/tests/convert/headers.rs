//! Headers of files: types, orders, and those that lie.

use crate::files::{Folder, npy, npy_data, rows, safetensors, tensor_data};

#[test]
fn types_orders_and_bytes_of_numpy() {
    let folder = Folder::new("numpy");
    let data: Vec<u8> = (0..24).collect();
    // Fortran's order, and big-endian words.
    folder.write(
        "a.npy",
        &npy(">u2", true, "2, 3", &[0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6]),
    );
    folder.run(&["convert", "a.npy", "b.npy"], 0);
    assert_eq!(npy_data(&folder.read("b.npy")), rows(6));
    folder.write("c.npy", &npy(">c8", false, "1", &[1, 2, 3, 4, 5, 6, 7, 8]));
    folder.run(&["convert", "c.npy", "c.bin"], 0);
    assert_eq!(folder.read("c.bin"), [4, 3, 2, 1, 8, 7, 6, 5]);
    // Types that NumPy has lost.
    folder.write("lost.npy", &npy("<V2", false, "3, 4", &data));
    let words = folder.run(&["convert", "lost.npy", "lost.safetensors"], 2);
    assert!(words.contains("`--type bf16`"), "{words}");
    folder.run(
        &["convert", "lost.npy", "lost.safetensors", "--type", "bf16"],
        0,
    );
    let file = folder.read("lost.safetensors");
    assert!(tensor_data(&file).0.contains("\"BF16\""));
    assert_eq!(tensor_data(&file).1, data);
    let words = folder.run(&["convert", "lost.npy", "x.bin", "--type", "f32"], 2);
    assert!(words.contains("not a type of 2 bytes"), "{words}");
    // Four bits, one byte each, become packed and signed again.
    folder.write(
        "four.npy",
        &npy("|V1", false, "2, 3", &[0xf8, 1, 7, 0xff, 0, 0xfe]),
    );
    folder.run(
        &[
            "convert",
            "four.npy",
            "four.bin",
            "--type",
            "s4",
            "--to",
            "{1,0:E(4)}",
        ],
        0,
    );
    assert_eq!(folder.read("four.bin"), [0x18, 0xf7, 0xe0]);
    folder.run(
        &[
            "convert",
            "four.bin",
            "five.bin",
            "--from",
            "s4[2,3]{1,0:E(4)}",
        ],
        0,
    );
    assert_eq!(folder.read("five.bin"), [0xf8, 1, 7, 0xff, 0, 0xfe]);
    // No elements, no dimensions.
    for (shape, bytes) in [("", 2), ("0, 3", 0), ("3,", 6)] {
        folder.write("small.npy", &npy("<i2", false, shape, &data[..bytes]));
        folder.run(
            &[
                "convert",
                "small.npy",
                "small.safetensors",
                "--to",
                "tpu",
                "--force",
            ],
            0,
        );
        folder.run(
            &[
                "convert",
                "small.safetensors",
                "back.npy",
                "--force",
                "--verify",
            ],
            0,
        );
        assert_eq!(npy_data(&folder.read("back.npy")), &data[..bytes]);
    }
}

#[test]
fn headers_that_lie_are_refused() {
    let folder = Folder::new("lies");
    let tensor = |info: &str| format!("{{\"a\":{info}}}");
    let plain = "{\"dtype\":\"U8\",\"shape\":[2,3],\"data_offsets\":[0,6]}";
    let huge = "18446744073709551615";
    let files = [
        ("short.npy", npy("<f4", false, "3, 5", &[0; 59])),
        ("long.npy", npy("<f4", false, "3, 5", &[0; 61])),
        (
            "huge.npy",
            npy("<f4", false, &format!("{huge}, {huge}"), &[0; 4]),
        ),
        ("negative.npy", npy("<f4", false, "-3, 5", &[0; 60])),
        ("object.npy", npy("|O", false, "1", &[0; 8])),
        ("text.npy", b"no array".to_vec()),
        ("cut.npy", b"\x93NUMPY\x01\x00\xff\xff{'descr'".to_vec()),
        ("version.npy", b"\x93NUMPY\x09\x00\x00\x00".to_vec()),
        ("empty.npy", Vec::new()),
        ("empty.safetensors", Vec::new()),
        ("header.safetensors", u64::MAX.to_le_bytes().to_vec()),
        ("json.safetensors", safetensors("{\"a\":", &[])),
        ("short.safetensors", safetensors(&tensor(plain), &[0; 5])),
        ("long.safetensors", safetensors(&tensor(plain), &[0; 7])),
        (
            "shape.safetensors",
            safetensors(&tensor(&plain.replace("[2,3]", "[2,4]")), &[0; 6]),
        ),
        (
            "product.safetensors",
            safetensors(
                &tensor(&plain.replace("[2,3]", &format!("[{huge},{huge}]"))),
                &[0; 6],
            ),
        ),
        (
            "negative.safetensors",
            safetensors(&tensor(&plain.replace("[2,3]", "[-2,-3]")), &[0; 6]),
        ),
        (
            "overlap.safetensors",
            safetensors(&format!("{{\"a\":{plain},\"b\":{plain}}}"), &[0; 6]),
        ),
        (
            "twice.safetensors",
            safetensors(&format!("{{\"a\":{plain},\"a\":{plain}}}"), &[0; 6]),
        ),
        (
            "one-name.safetensors",
            safetensors(
                &format!(
                    "{{\"a\":{plain},\"a\":{}}}",
                    plain.replace("[0,6]", "[6,12]")
                ),
                &[0; 12],
            ),
        ),
        (
            "layout.safetensors",
            safetensors(
                &format!("{{\"__metadata__\":{{\"layout.a\":\"u8[9,9]{{1,0}}\"}},\"a\":{plain}}}"),
                &[0; 6],
            ),
        ),
    ];
    for (name, bytes) in files {
        folder.write(name, &bytes);
        folder.run(&["convert", name, "out.bin"], 2);
    }
    folder.write("raw.bin", &[0; 60]);
    for from in ["f32[3,6]", "f32[3,4]", "f32[99999999,99999999]", "f32[3"] {
        folder.run(&["convert", "raw.bin", "out.bin", "--from", from], 2);
    }
    folder.run(&["convert", "raw.bin", "out.bin"], 2);
    folder.run(
        &[
            "convert", "raw.bin", "out.bin", "--from", "f32[3,5]", "--offset", "1",
        ],
        2,
    );
    folder.run(&["convert", "nothing.npy", "out.bin"], 2);
    assert!(
        folder.names().iter().all(|name| !name.contains("out.bin")),
        "{:?}",
        folder.names()
    );
    folder.run(
        &[
            "convert", "raw.bin", "out.bin", "--from", "f32[3,4]", "--offset", "8",
        ],
        0,
    );
    folder.run(&["convert", "raw.bin", "out.bin", "--from", "f32[3,5]"], 2); // it exists
    folder.run(
        &["convert", "raw.bin", "no/folder.bin", "--from", "f32[3,5]"],
        2,
    );
}
