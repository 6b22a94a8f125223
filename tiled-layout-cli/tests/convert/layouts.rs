//! Arrays are converted into other layouts.

use layout_oracle::naive::Spec;
use layout_runtime::Layout;

use crate::files::{Folder, npy, npy_data, rows, tensor_data};

/// The buffer of a layout by the naive definition: elements are their numbers, padding is 0.
fn buffer(layout: &str) -> Vec<u8> {
    let cells = Spec::parse(layout).buffer();
    let value = |&number: &i64| if number < 0 { 0 } else { number as u16 + 1 };
    cells
        .iter()
        .flat_map(|number| value(number).to_le_bytes())
        .collect()
}

#[test]
fn layouts_are_converted_by_definition() {
    let folder = Folder::new("convert");
    let dims = [37, 50];
    folder.write("rows.npy", &npy("<u2", false, "37, 50", &rows(37 * 50)));
    for layout in [
        "{1,0}",
        "{0,1}",
        "{1,0:T(8,128)(2,1)}",
        "{0,1:T(8,128)}",
        "{1,0:T(3,7)(2,2)}",
        "{1,0:T(*,100)}",
        "{1,0:T(256)}",
        "{0,1:T(4)L(64)}",
        "{1,0:PAD(40,60)}",
    ] {
        let text = format!("u16[37,50]{layout}");
        folder.run(
            &[
                "convert",
                "rows.npy",
                "tiled.bin",
                "--to",
                layout,
                "--force",
            ],
            0,
        );
        assert_eq!(folder.read("tiled.bin"), buffer(&text), "{layout}");
        folder.run(
            &[
                "convert",
                "tiled.bin",
                "back.npy",
                "--from",
                &text,
                "--force",
            ],
            0,
        );
        assert_eq!(
            npy_data(&folder.read("back.npy")),
            rows(dims.iter().product()),
            "{layout}"
        );
        // Safetensors remember the layout.
        let verified = ["--force", "--verify"];
        let there = ["convert", "rows.npy", "tiled.safetensors", "--to", layout];
        folder.run(&[&there[..], &verified].concat(), 0);
        assert_eq!(
            tensor_data(&folder.read("tiled.safetensors")).1,
            buffer(&text)
        );
        let back = ["convert", "tiled.safetensors", "back.npy"];
        folder.run(&[&back[..], &verified].concat(), 0);
        assert_eq!(
            npy_data(&folder.read("back.npy")),
            rows(37 * 50),
            "{layout}"
        );
    }
}

#[test]
fn larger_arrays_by_their_offsets() {
    // 8 bytes an element, and dimensions that are not multiples of tiles.
    let folder = Folder::new("larger");
    let (height, width) = (501, 1003);
    let values: Vec<u8> = (0..height * width)
        .flat_map(|n: u64| n.to_le_bytes())
        .collect();
    folder.write("rows.bin", &values);
    for to in ["{0,1:T(8,128)}", "{1,0:T(16,100)(2,1)}", "{0,1}"] {
        let text = format!("u64[{height},{width}]");
        folder.run(
            &[
                "convert", "rows.bin", "a.bin", "--from", &text, "--to", to, "--force",
            ],
            0,
        );
        let tiled = format!("{text}{to}");
        let layout = Layout::parse(&tiled).unwrap();
        let bytes = folder.read("a.bin");
        assert_eq!(bytes.len(), layout.padded_bytes());
        for index in [
            [0, 0],
            [500, 1002],
            [7, 127],
            [8, 128],
            [255, 1001],
            [431, 17],
        ] {
            let at = 8 * layout.offset(&index);
            let value = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
            assert_eq!(value as usize, index[0] * width as usize + index[1]);
        }
        folder.run(
            &[
                "convert", "a.bin", "b.bin", "--from", &tiled, "--force", "--verify",
            ],
            0,
        );
        assert!(folder.read("b.bin") == values, "{to}");
    }
}
