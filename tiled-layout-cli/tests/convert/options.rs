//! Options that would do nothing, endings of names, and what a safetensors file keeps.

use serde_json::{Value, json};

use crate::files::{Folder, npy, rows, safetensors, tensor_data};

/// A folder with a file of each kind: `u16[2,3]`.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("in.bin", &rows(6));
    folder.write("in.npy", &npy("<u2", false, "2, 3", &rows(6)));
    let header = json!({
        "__metadata__": {"format": "pt", "layout.a": "u16[2,3]{0,1}", "layout.x": "kept"},
        "a": {"dtype": "U16", "shape": [6], "data_offsets": [0, 12]},
    });
    folder.write(
        "in.safetensors",
        &safetensors(&header.to_string(), &rows(6)),
    );
    folder
}

/// The header of a file that the command wrote.
fn header(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(tensor_data(&folder.read(name)).0).unwrap()
}

#[test]
fn options_without_effect_are_refused() {
    let folder = folder("options");
    for (input, options, words) in [
        ("in.npy", "--offset 5", ["`--offset`", "in.npy is not"]),
        (
            "in.safetensors",
            "--offset 9",
            ["`--offset`", "in.safetensors is not"],
        ),
        ("in.npy", "--tensor a", ["`--tensor`", "in.npy is not"]),
        (
            "in.bin",
            "--from u16[2,3] --tensor a",
            ["`--tensor`", "in.bin is not"],
        ),
        ("in.bin", "--from u16[2,3] --type u8", ["--from", "--type"]),
        (
            "in.npy",
            "--from bf16[2,3] --type bf16",
            ["--from", "--type"],
        ),
        (
            "in.safetensors",
            "--type bf16",
            ["`--type`", "records a layout"],
        ),
        (
            "in.bin",
            "--from u16[2,3] --raw",
            ["`--raw`", "in.bin and out.bin"],
        ),
    ] {
        let arguments = ["convert", input, "out.bin"].into_iter();
        let arguments: Vec<&str> = arguments.chain(options.split(' ')).collect();
        let said = folder.run(&arguments, 2);
        assert!(words.iter().all(|words| said.contains(words)), "{said}");
    }
    assert_eq!(folder.names(), ["in.bin", "in.npy", "in.safetensors"]);
}

#[test]
fn endings_say_what_a_file_is() {
    let folder = folder("endings");
    let from = ["--from", "u16[2,3]"];
    for name in ["a.bin", "a.raw", "a.dat", "a.BIN", "a", "folder.npz/a"] {
        std::fs::create_dir_all(folder.0.join("folder.npz")).unwrap();
        folder.run(&[&["convert", "in.bin", name][..], &from].concat(), 0);
        assert_eq!(folder.read(name), rows(6));
        folder.run(
            &[&["convert", name, "b.bin", "--force"][..], &from].concat(),
            0,
        );
    }
    for name in ["w.safetensor", "w.npz", "w.pt", "w.txt", "w.bin.gz"] {
        folder.write(name, &rows(6));
        for files in [["in.bin", name], [name, "new.bin"]] {
            let arguments = [&["convert"], &files[..], &from, &["--force"]].concat();
            let words = folder.run(&arguments, 2);
            for known in [
                "`.npy`",
                "`.safetensors`",
                "`.bin`",
                "`.raw`",
                "`.dat`",
                "`--raw`",
            ] {
                assert!(words.contains(known), "{words}");
            }
            folder.run(&[&arguments[..], &["--raw"]].concat(), 0);
        }
        assert_eq!(folder.read("new.bin"), rows(6));
    }
    // A shape of NumPy cannot say a tiled layout.
    for (to, is_said) in [
        ("{1,0:T(2,2)}", true),
        ("tpu", true),
        ("rows", false),
        ("{0,1}", false),
    ] {
        let arguments = ["convert", "in.npy", "out.npy", "--force", "--to", to];
        let words = folder.run(&arguments, 0);
        assert_eq!(
            words.contains("the file's shape is the memory's"),
            is_said,
            "{words}"
        );
        assert_eq!(words.lines().count(), 1 + usize::from(is_said));
    }
}

#[test]
fn metadata_of_safetensors_is_kept() {
    let folder = folder("metadata");
    let convert = |to: &str| {
        let files = ["convert", "in.safetensors", "out.safetensors"];
        folder.run(
            &[&files[..], &["--to", to, "--force", "--verify"]].concat(),
            0,
        );
        header(&folder, "out.safetensors")
    };
    let kept = json!({"format": "pt", "layout.x": "kept"});
    assert_eq!(convert("rows")["__metadata__"], kept);
    let tiled = convert("{1,0:T(2,2)}");
    assert_eq!(tiled["__metadata__"]["format"], "pt");
    assert_eq!(tiled["__metadata__"]["layout.a"], "u16[2,3]{1,0:T(2,2)}");
    // The layout of a tensor that is not written is not either.
    let tensor = |start| json!({"dtype": "U8", "shape": [2], "data_offsets": [start, start + 2]});
    let two = json!({
        "__metadata__": {"layout.a": "u8[1,2]{0,1}", "layout.b": "u8[2,1]{0,1}", "epoch": "3"},
        "a": tensor(0),
        "b": tensor(2),
    });
    folder.write(
        "two.safetensors",
        &safetensors(&two.to_string(), &[1, 2, 3, 4]),
    );
    folder.run(
        &[
            "convert",
            "two.safetensors",
            "b.safetensors",
            "--tensor",
            "b",
        ],
        0,
    );
    let b = header(&folder, "b.safetensors");
    assert_eq!(b["__metadata__"], json!({"epoch": "3"}));
    assert_eq!(b["b"]["shape"], json!([2, 1]));
}

#[test]
fn names_of_tensors_are_kept() {
    let folder = folder("names");
    let tensor = |start| json!({"dtype": "U8", "shape": [4], "data_offsets": [start, start + 4]});
    let names = json!({"": tensor(0), "array": tensor(4)});
    let data = [1, 2, 3, 4, 5, 6, 7, 8];
    folder.write("names.safetensors", &safetensors(&names.to_string(), &data));
    folder.run(
        &[
            "convert",
            "names.safetensors",
            "out.safetensors",
            "--verify",
        ],
        0,
    );
    assert_eq!(header(&folder, "out.safetensors"), names);
    folder.run(
        &["convert", "out.safetensors", "out.bin", "--tensor", ""],
        0,
    );
    assert_eq!(folder.read("out.bin"), data[..4]);
    // A file without names has one array.
    folder.run(&["convert", "in.npy", "array.safetensors"], 0);
    assert_eq!(
        header(&folder, "array.safetensors")["array"]["shape"],
        json!([2, 3])
    );
    let words = folder.run(
        &["convert", "names.safetensors", "x.bin", "--tensor", "c"],
        2,
    );
    assert!(
        words.contains("no tensor `c`") && words.contains("`array`"),
        "{words}"
    );
    folder.write("none.safetensors", &safetensors("{}", &[]));
    let words = folder.run(&["convert", "none.safetensors", "x.bin"], 2);
    assert!(words.contains("it has no tensors"), "{words}");
}

/// A header of 54 MB, which the layouts of all tensors make twice as long.
#[test]
fn a_header_that_could_not_be_read_is_not_written() {
    let folder = Folder::new("long-header");
    let entry = |number| {
        format!("\"{number:09000}\":{{\"dtype\":\"U8\",\"shape\":[0,7],\"data_offsets\":[0,0]}},")
    };
    let entries = (0..6_000).map(entry);
    let mut text: String = entries.collect();
    text.pop();
    folder.write("in.safetensors", &safetensors(&format!("{{{text}}}"), &[]));
    let arguments = [
        "convert",
        "in.safetensors",
        "out.safetensors",
        "--to",
        "{0,1}",
    ];
    let words = folder.run(&arguments, 2);
    assert!(words.contains("the limit is 100,000,000 bytes"), "{words}");
    assert_eq!(folder.names(), ["in.safetensors"]);
}
