//! `layout explain --from`, `--shape` and `--to`, called as a user calls them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs `layout explain` with what is on standard input.
#[track_caller]
fn explain(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_layout"))
        .arg("explain")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

/// Standard output of a call that succeeds.
#[track_caller]
fn text(arguments: &[&str]) -> String {
    let output = explain(arguments, "");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a call that fails.
#[track_caller]
fn error(arguments: &[&str]) -> String {
    let output = explain(arguments, "");
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

#[track_caller]
fn layout(arguments: &[&str]) -> String {
    let json: Value = serde_json::from_str(&text(arguments)).unwrap();
    json["layout"].as_str().unwrap().to_owned()
}

#[test]
fn reads_each_system() {
    let image = "f32[20,37,3,2]";
    for (system, text, shape, expected) in [
        (
            "xla",
            "{0,1:T(8,128)}",
            "f32[3,5]",
            "f32[3,5]{0,1:T(8,128)}",
        ),
        ("pjrt", "minor_to_major=[0,1]", "f32[3,5]", "f32[3,5]{0,1}"),
        (
            "jax",
            "Layout(major_to_minor=(1, 0))",
            "f32[3,5]",
            "f32[3,5]{0,1}",
        ),
        (
            "onednn",
            "ABcd4b16a4b",
            image,
            "f32[20,37,3,2]{3,2,1,0:T(16,16,1,1)(16,4,1,1)}",
        ),
        (
            "linalg-pack",
            "inner_dims_pos = [0] inner_tiles = [8]",
            "f32[16,5]",
            "f32[16,5]{1,0:T(8,1)}",
        ),
        (
            "tvm",
            "NCHW16c of NCHW",
            image,
            "f32[20,37,3,2]{3,2,1,0:T(16,1,1)}",
        ),
        (
            "cute",
            "((8,3),(128,3)):((128,3072),(1,1024))",
            "f32[17,257]",
            "f32[17,257]{1,0:T(8,128)}",
        ),
        ("strides", "(4, 12)", "f32[3,5]", "f32[3,5]{0,1}"),
    ] {
        let arguments = ["--from", system, text, "--shape", shape, "--json"];
        assert_eq!(layout(&arguments), expected);
        // Most texts tell their system.
        if !["linalg-pack", "strides"].contains(&system) {
            assert_eq!(layout(&arguments[2..]), expected, "{text}");
        }
    }
    let memref = "memref<16x256xf32, #tpu.tiled<(8,128),[2,1]>, #tpu.memory_space<vmem>>";
    assert_eq!(layout(&[memref, "--json"]), "f32[16,256]{1,0:T(8,128)}");
}

/// What `--shape` says of the layout, the text says too.
#[test]
fn a_layout_in_the_shape_agrees_with_the_text() {
    let tpu = "bf16[16,256]{1,0:T(8,128)(2,1)}";
    let jax =
        "Layout(major_to_minor=(0, 1), tiling=((8, 128), (2, 1)), sub_byte_element_size_in_bits=0)";
    for (system, text, shape, expected) in [
        ("onednn", "ab", "u4[32,64]", "u4[32,64]{1,0:E(4)}"),
        ("onednn", "ab", "u4[32,64]{1,0:E(4)}", "u4[32,64]{1,0:E(4)}"),
        (
            "onednn",
            "aB16b",
            "s4[32,64]{:E(4)}",
            "s4[32,64]{1,0:T(16)E(4)}",
        ),
        ("jax", jax, tpu, tpu),
        ("jax", jax, "bf16[16,256]{1,0}", tpu),
        ("xla", tpu, "bf16[16,256]", tpu),
    ] {
        let arguments = ["--from", system, text, "--shape", shape, "--json"];
        assert_eq!(layout(&arguments), expected, "{shape}");
    }
    let json = text(&["--from", "onednn", "ab", "--shape", "u4[32,64]", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["padded_bytes"], 1024);

    let pack = "inner_dims_pos = [0] inner_tiles = [8]";
    for (system, text, shape) in [
        ("tvm", "OI of OI", "u4[32,64]{1,0:E(4)}"),
        ("cute", "(32,64):(64,1)", "u4[32,64]{1,0:E(4)}"),
        ("linalg-pack", pack, "u4[32,64]{1,0:E(4)}"),
        ("strides", "(64, 1)", "u4[32,64]{1,0:E(4)}"),
        ("mosaic", "memref<32x64xui4>", "u4[32,64]{1,0:E(4)}"),
        ("xla", "{1,0}", "u4[32,64]{1,0:E(4)}"),
        ("pjrt", "minor_to_major=[1,0]", "u4[32,64]{1,0:E(4)}"),
        ("onednn", "ab", "u4[32,64]{1,0:E(8)}"),
        ("onednn", "ba", "u4[32,64]{1,0:E(4)}"),
        ("strides", "(4, 12)", "f32[3,5]{1,0}"),
        ("onednn", "ab", "f32[3,5]{1,0:T(2,2)}"),
        ("onednn", "ab", "f32[3,5]{1,0:L(64)}"),
        ("onednn", "ab", "f32[3,5]{1,0:S(1)}"),
        ("onednn", "ab", "f32[3,5]{1,0:SC(0:2)}"),
        ("onednn", "ab", "f32[3,5]{1,0:M(32)}"),
        ("onednn", "ab", "f32[3,5]{1,0:PAD(3,8)}"),
        ("onednn", "ab", "f32[<=3,5]"),
    ] {
        let message = error(&["--from", system, text, "--shape", shape]);
        assert!(message.starts_with("error: the text is `"), "{message}");
        let end = shape.find('{').unwrap_or(shape.len());
        let alone = shape[..end].replace("<=", "");
        let help = format!("the dimensions alone: `--shape '{alone}'`\n");
        assert!(message.ends_with(&help), "{message}");
    }
    // The text has a shape, with or without the name of its system.
    let other = "the text has another shape than the one given";
    assert!(error(&[tpu, "--shape", "bf16[16,128]"]).contains(other));
    assert!(error(&["--from", "xla", tpu, "--shape", "f32[16,256]"]).contains(other));
}

#[test]
fn reads_lines() {
    let bytes = "100b1a0203052a0d0a02010032040a02020280010132020000\n\n100b1a0203\n";
    let output = explain(&["--from", "xla-proto", "--json"], bytes);
    assert_eq!(output.status.code(), Some(2)); // one line is cut off
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["layout"], "f32[3,5]{1,0:T(2,2)}");
    assert_eq!(lines[0]["padded_bytes"], 96);
    assert_eq!(lines[1]["error"], "the bytes end within a field");
    assert_eq!(lines.len(), 2);
}

#[test]
fn writes_each_system() {
    let tpu = "bf16[16,256]{1,0:T(8,128)(2,1)}";
    for (system, expected) in [
        ("xla", tpu),
        (
            "pjrt",
            "type=13 dims=[16, 256] minor_to_major=[1, 0] tile_dims=[8, 128, 2, 1] tile_dim_sizes=[2, 2]",
        ),
        (
            "jax",
            "Layout(major_to_minor=(0, 1), tiling=((8, 128), (2, 1)), sub_byte_element_size_in_bits=0)",
        ),
        ("onednn", "AB4a128b2a"),
        ("tvm", "OI4o128i2o of OI"),
        ("cute", "((2,4,2),(128,2)):((1,256,2048),(2,1024))"),
        (
            "mosaic",
            "memref<16x256xbf16, #tpu.tiled<(8,128)(2,1),[2,1]>>",
        ),
    ] {
        assert_eq!(text(&[tpu, "--to", system]), format!("{expected}\n"));
    }
    assert_eq!(
        error(&[tpu, "--to", "linalg-pack"]),
        "error: `linalg.pack` cannot express this: repeated tiles block a dimension several times\n"
    );
    assert_eq!(text(&["u4[32,64]{1,0:E(4)}", "--to", "onednn"]), "ab\n");
    assert_eq!(
        error(&["u4[32,64]", "--to", "onednn"]),
        "error: a oneDNN tag cannot express this: without `E(4)`, an element of 4 bits has a byte, \
         and oneDNN packs two in one\n"
    );
    let columns = ["f32[3,5]{0,1}", "--to", "strides"];
    assert_eq!(text(&columns), "(4, 12) bytes\n");
}

#[test]
fn errors_point_into_the_text() {
    assert_eq!(
        error(&["--from", "onednn", "aBcd16", "--shape", "f32[2,20,3,5]"]),
        "error: expected the letter of a blocked dimension\n  | aBcd16\n  |       ^\n"
    );
    assert_eq!(
        error(&["nChw16c"]),
        "error: the text has no shape\n  | nChw16c\n  | ^^^^^^^\n  = help: give the shape, such as `f32[20,37]`, beside it (`--shape` of the command)\n"
    );
    assert!(error(&["(8,128):(1,8)"]).contains("the text has no element type"));
    assert!(
        error(&["memref<8x128xf32, affine_map<(i, j) -> (j, i)>>"])
            .contains("as XLA does, such as")
    );
}

#[test]
fn explains_vector_layouts() {
    assert_eq!(
        text(&["in_layout = [#tpu.vpad<\"32,{0,0},(8,128)\">, #tpu.vpad<\"none\">]"]),
        "#tpu.vpad<\"32,{0,0},(8,128)\">: elements of 32 bits in vector registers, in tiles of 8x128; \
         the first row is in sublane 0, the first column is in lane 0\n\
         #tpu.vpad<\"none\">: a scalar, in no vector register\n"
    );
}
