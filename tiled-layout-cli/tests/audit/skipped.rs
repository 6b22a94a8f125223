//! Arrays that are not read: they are never "no padding".

use serde_json::Value;

use super::*;

fn report(input: &str) -> Value {
    serde_json::from_str(&text_of_input(&["--json"], input.as_bytes())).unwrap()
}

fn skipped(report: &Value) -> Vec<(u64, &str)> {
    let skipped = report["skipped"].as_array().unwrap().iter();
    let skipped = skipped.map(|skip| {
        let reason = skip["reason"].as_str().unwrap();
        (skip["line"].as_u64().unwrap(), reason)
    });
    skipped.collect()
}

/// A token or an opaque value holds no array, alone or in a tuple.
#[test]
fn skipped_arrays_are_named_with_their_lines() {
    let text = "ENTRY e {\n t = token[] after-all()\n d = f32[?,4] a(t)\n x = f32[2,2]{1,1} a(t)\n\
                 o = f32[2 a(t)\n t = (token[], f32[2], opaque[]) b(t)\n u = f32[?] a(t)\n}";
    let found = report(text);
    let expected = [
        (3, "a dimension without a bound"),
        (
            4,
            "minor_to_major names dimension 1 twice, at entries 0 and 1",
        ),
        (5, "not a shape"),
        (7, "a dimension without a bound"),
    ];
    assert_eq!(skipped(&found), expected);
    assert_eq!(
        (&found["arrays"], &found["skipped_count"]),
        (&1.into(), &4.into())
    );
    let shown = text_of_input(&[], text.as_bytes());
    assert!(
        shown.contains("a dimension without a bound: 2 times, lines 3, 7\n"),
        "{shown}"
    );
    assert!(
        shown.contains("1 array of 1 layout, 4 skipped\n"),
        "{shown}"
    );
    assert!(
        shown.contains("No array that was read has padding"),
        "{shown}"
    );
    assert!(
        !shown.contains("token") && !shown.contains("opaque"),
        "{shown}"
    );
}

/// The number 17 is a token, 14 an opaque value.
#[test]
fn tokens_of_a_proto_are_not_skipped() {
    let message = |field: u8, bytes: &[u8]| {
        let head = [field << 3 | 2, bytes.len() as u8];
        [&head[..], bytes].concat()
    };
    let instruction = |name: &[u8], shape: &[u8]| {
        let fields = [
            message(1, name),
            message(2, b"custom-call"),
            message(3, shape),
        ];
        message(2, &fields.concat())
    };
    let array = [0x10, 11, 0x1a, 1, 3];
    let computation = [
        message(1, b"e"),
        instruction(b"t", &[0x10, 17]),
        instruction(b"o", &[0x10, 14]),
        instruction(b"a", &array),
        instruction(b"n", &[0x10, 99]),
    ];
    let module = [
        message(1, b"m"),
        message(2, b"e"),
        message(3, &computation.concat()),
    ];
    let path = temporary("tokens.hlo_module.pb", &module.concat());
    let found = json(&["--json", path.to_str().unwrap()]);
    assert_eq!(skipped(&found), [(0, "no element type is number 99")]);
    assert_eq!(found["arrays"], 1);
    let shown = text(&[path.to_str().unwrap()]);
    assert!(
        shown.contains("\nno element type is number 99\n"),
        "{shown}"
    );
}

/// An argument and a result of each, and the operation between them.
#[test]
fn an_encoding_is_not_dropped() {
    for file in ["sparse_encoding", "ttnn_tiles"] {
        let file = format!("stablehlo/{file}.mlir");
        let found = json(&["--json", &file]);
        assert_eq!(
            (&found["arrays"], &found["skipped_count"]),
            (&0.into(), &2.into())
        );
        let shown = text(&[&file]);
        assert!(!shown.contains("padding"), "{shown}");
        assert!(
            shown.contains("an encoding, which decides the bytes, is not read"),
            "{shown}"
        );
    }
    let module = "module @m {
  func.func public @main(%arg0: tensor<8x128xf32, #foo>, %arg1: tensor<4xf32>) -> tensor<8x128xf32, #foo> {
    %0 = \"ttnn.add\"(%arg0, %arg0) : (tensor<8x128xf32, #foo>, tensor<8x128xf32, #foo>) -> tensor<8x128xf32, #foo>
    %1 = call @f(%0) : (tensor<8x128xf32, #foo>) -> tensor<8x128xf32, #foo>
    return %1 : tensor<8x128xf32, #foo>
  }
  func.func private @f(%arg0: tensor<8x128xf32, #foo>) -> tensor<8x128xf32, #foo> {
    return %arg0 : tensor<8x128xf32, #foo>
  }
}
";
    let found = report(module);
    // The argument, the result, which is `%1`, and `%0`; what `@f` has is its caller's.
    assert_eq!(
        (&found["arrays"], &found["skipped_count"]),
        (&1.into(), &3.into())
    );
    // Without the encoding, the same arrays are counted.
    let plain = report(&module.replace(", #foo", ""));
    assert_eq!(
        (&plain["arrays"], &plain["skipped_count"]),
        (&4.into(), &0.into())
    );
}

#[test]
fn a_limit_is_not_kept_by_arrays_that_are_not_read() {
    let module = |arrays: &str| format!("ENTRY e {{\n{arrays}}}\n");
    let padded = " p = f32[8,129]{1,0:T(8,128)} parameter(0)\n"; // 256 for 129: 98.4%
    let unknown = " u = f32[?] parameter(1)\n";
    let token = " t = token[] after-all()\n";
    for (name, text, limit, code) in [
        ("above", module(&(padded.to_owned() + unknown)), "90%", 1),
        ("below", module(&(padded.to_owned() + unknown)), "99%", 2),
        ("all", module(unknown), "99%", 2),
        ("tokens", module(&(padded.to_owned() + token)), "99%", 0),
        ("none", module(token), "99%", 2),
    ] {
        let path = temporary(&format!("limit_{name}.txt"), text.as_bytes());
        let path = path.to_str().unwrap();
        let output = run(&["--fail-above", limit, path]);
        assert_eq!(output.status.code(), Some(code), "{name}");
        let error = String::from_utf8(output.stderr).unwrap().replace('\n', " ");
        let words = match name {
            "above" => "padding adds 98.4% to the arrays",
            "below" | "all" => "cannot decide: one array was skipped",
            "none" => "cannot decide: there is no array",
            _ => "",
        };
        assert!(error.contains(words), "{name}: {error}");
        assert_eq!(error.is_empty(), code == 0, "{error}");
        assert_eq!(run(&[path]).status.code(), Some(0));
    }
    for file in ["sparse_encoding", "ttnn_tiles", "layout_mode_auto"] {
        let file = format!("stablehlo/{file}.mlir");
        let output = run(&["--fail-above", "1000%", "--assume", "tpu", &file]);
        assert_eq!(output.status.code(), Some(2), "{file}");
    }
    // Of several files, padding above the limit decides.
    let skinny = dump("skinny");
    for files in [
        ["stablehlo/ttnn_tiles.mlir", &skinny],
        [&skinny, "no such file"],
    ] {
        let output = run(&["--fail-above", "1%", files[0], files[1]]);
        assert_eq!(output.status.code(), Some(1), "{files:?}");
        assert!(!output.stdout.is_empty());
    }
}
