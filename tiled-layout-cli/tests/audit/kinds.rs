//! Files of every kind: what is read of each, and what is told of those that are not.

use std::collections::HashSet;

use layout_xla::hlo;
use layout_xla::tpu;
use serde_json::Value;

use super::*;

/// The computations that have no memory: those that a fusion calls, and those that they call. What
/// reductions call is in fusions, in these dumps.
fn fused(text: &str) -> HashSet<&str> {
    let mut fused = HashSet::new();
    loop {
        let before = fused.len();
        for instruction in hlo::instructions(text).flatten() {
            let runs = ["while", "conditional", "call"].contains(&instruction.opcode());
            if !runs || fused.contains(instruction.computation()) {
                fused.extend(instruction.called());
            }
        }
        if fused.len() == before {
            return fused;
        }
    }
}

#[test]
fn the_default_counts_what_has_memory() {
    let mut left_out = 0;
    for row in std::fs::read_to_string(format!("{DATA}/hlo_memory.tsv"))
        .unwrap()
        .lines()
        .skip(1)
    {
        let file = dump(row.split('\t').next().unwrap());
        let text = std::fs::read_to_string(format!("{DATA}/{file}")).unwrap();
        let fused = fused(&text);
        let (mut with_memory, mut all) = (0, 0);
        for instruction in hlo::instructions(&text).flatten() {
            let arrays = instruction.arrays().flatten().count() as u64;
            all += arrays;
            if !fused.contains(instruction.computation()) {
                with_memory += arrays;
            }
        }
        // An array is a buffer or another name of one.
        let number = |of: &Value| of.as_u64().unwrap();
        let report = json(&["--json", &file]);
        let (buffers, names) = (number(&report["arrays"]), number(&report["other_names"]));
        assert_eq!(buffers + names, with_memory, "{file}");
        let fused = number(&report["left_out"]["arrays"]);
        left_out += fused;
        let report = json(&["--json", "--all", &file]);
        assert_eq!(number(&report["arrays"]), buffers + fused, "{file}");
        assert_eq!(buffers + fused + number(&report["other_names"]), all);
        assert_eq!(report["left_out"]["arrays"], 0);
        assert_eq!(report["hbm"]["peak"], Value::Null);
    }
    assert!(left_out > 1000, "{left_out}");
    let shown = text(&[&dump("gpt_train")]);
    let shown = shown.replace('\n', " ");
    assert!(shown.contains("not all alive at the same time"), "{shown}");
    assert!(
        shown.contains("names of other buffers are left out."),
        "{shown}"
    );
    assert!(shown.contains("left out: --all"), "{shown}");
}

/// A body has memory, also where it is only known later that it is one.
#[test]
fn bodies_have_memory_and_reductions_have_none() {
    let input = "\
%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
}
%inner (x: f32[64]) -> f32[64] {
  %x = f32[64]{0} parameter(0)
}
%body (y: f32[32]) -> f32[32] {
  %y = f32[32]{0} parameter(0)
  %f = f32[64]{0} fusion(%y), kind=kLoop, calls=%inner
  %r = f32[] reduce(%y, %y), dimensions={0}, to_apply=%add
}
%dead (z: f32[16]) -> f32[16] {
  %z = f32[16]{0} parameter(0)
}
ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %w = f32[32]{0} while(%p), condition=%cond, body=%body
}
";
    let report: Value =
        serde_json::from_str(&text_of_input(&["--json"], input.as_bytes())).unwrap();
    // y, f, r of the body; z; p and w.
    assert_eq!(report["arrays"], 3 + 1 + 2);
    assert_eq!(report["padded_bytes"], 4 * (32 + 64 + 1 + 16 + 8 + 32));
    assert_eq!(report["left_out"]["arrays"], 2);
    assert_eq!(report["instructions"], 6);
}

/// One program as text and as proto.
#[test]
fn protos_are_read_as_text_is() {
    for (text, proto) in [
        ("mlp.txt", "mlp.hlo_module.pb"),
        (
            "cpu.before_optimizations.txt",
            "cpu.before_optimizations.hlo.pb",
        ),
        (
            "cpu.cpu_after_optimizations.txt",
            "cpu.cpu_after_optimizations.hlo.pb",
        ),
    ] {
        for options in [
            &["--json"][..],
            &["--json", "--all"],
            &["--json", "--assume", "tpu"],
        ] {
            let report = |file: &str| {
                let file = format!("dump_kinds/{file}");
                json(&[options, &[&file]].concat())
            };
            let (text, proto) = (report(text), report(proto));
            for key in [
                "instructions",
                "arrays",
                "layouts",
                "logical_bytes",
                "padded_bytes",
                "entry",
                "other_names",
                "hbm",
                "vmem",
                "host",
                "no_peak",
                "left_out",
                "causes",
            ] {
                assert_eq!(text[key], proto[key], "{key}");
            }
        }
    }
    let report = json(&["--json", "dump_kinds/mlp.hlo_module.pb"]);
    let worst = report["worst"].as_array().unwrap();
    let with_source = worst.iter().find(|row| row["source"].is_string()).unwrap();
    assert!(
        with_source["source"]
            .as_str()
            .unwrap()
            .starts_with("project/model/a.py:")
    );
    let compressed = gzip(&std::fs::read(format!("{DATA}/dump_kinds/mlp.hlo_module.pb")).unwrap());
    let text = text_of_input(&["--json"], &compressed);
    let from_gzip: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(from_gzip["padded_bytes"], report["padded_bytes"]);
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The figures stand in the texts: 364,816 bytes in 4 allocations, six buffers.
#[test]
fn buffers_of_a_compiler() {
    let file = |name: &str| format!("dump_kinds/cpu.cpu_after_optimizations{name}");
    for name in ["-buffer-assignment.txt", ".hlo.pb"] {
        let report = json(&["--json", &file(name)]);
        assert_eq!(report["reserved"]["bytes"], 364_816, "{name}");
        assert_eq!(report["reserved"]["allocations"], 4);
        assert_eq!(report["reserved"]["compared"], 6);
        assert_eq!(report["reserved"]["differing"], 0);
        let second = &report["reserved"]["buffers"][1];
        let expected = ("wrapped_convert.1", 120_000, 92_400);
        assert_eq!(
            (&second["instruction"], &second["offset"], &second["bytes"]),
            (&expected.0.into(), &expected.1.into(), &expected.2.into())
        );
    }
    // f32[100,300], f32[300,77] and f32[100,77] are live when the third one is made.
    let peak = &json(&["--json", &file(".hlo.pb")])["reserved"]["peak"];
    assert_eq!(peak["bytes"], 120_000 + 92_400 + 30_800);
    assert_eq!(peak["live"].as_array().unwrap().len(), 3);
    for name in ["-buffer-assignment.txt", "-buffer-assignment-values.txt"] {
        let report = json(&["--json", &file(name)]);
        assert_eq!(report["arrays"], 6, "{name}");
        assert_eq!(report["padded_bytes"], 60_000 + 46_200 + 15_400 + 243_200);
        assert_eq!(report["hbm"]["arguments"], 60_000 + 46_200);
    }
    let report = json(&["--json", &file("-memory-usage-report.txt")]);
    assert_eq!(report["arrays"], 6);
    assert_eq!(report["reserved"]["bytes"], 364_816);
    assert_eq!(report["padded_bytes"], 60_000 + 46_200 + 15_400 + 243_200);
}

#[test]
fn other_files_are_told_apart() {
    let cases = [
        ("cpu.cpu_after_optimizations-live-range.txt", "live ranges"),
        (
            "cpu.cpu_after_optimizations-memory-usage-report.pb",
            "a memory usage report",
        ),
        (
            "tpu.TLP-00-memory-space-assignment-bufferinfo.txt",
            "memory space assignment",
        ),
        (
            "tpu.TLP-01-memory-space-assignment-allocinfo.txt",
            "memory space assignment",
        ),
        (
            "tpu.TLP-02-memory-space-assignment-scheduleinfo.txt",
            "memory space assignment",
        ),
    ];
    for (file, words) in cases {
        let error = error(&["--fail-above", "1000%", &format!("dump_kinds/{file}")]);
        let error = error.replace('\n', " "); // lines are as wide as the terminal
        assert!(
            error.contains(words) && error.contains("help: pass"),
            "{error}"
        );
    }
    let module = std::fs::read(format!("{DATA}/dump_kinds/mlp.hlo_module.pb")).unwrap();
    let llo =
        b"// a comment\n$region0: #{add}\n  #allocation0 [shape = 'u8[4096]{0}', space=vmem, \
        size = 0x1000, tag = 'a']\n  %s0 = inlined_call_operand.hbm [shape: f32[1024], index: 0]\n";
    let bundles = b"= control target key start\nLH: loop header\n= control target key end\n\n     \
        0   :  { %s1 = inlined_call_operand.vmem [shape: f32[16], index: 1, kind: input] }\n";
    let contents: [(&str, &[u8], &str); 12] = [
        ("llo", llo, "this is LLO"),
        ("bundles", bundles, "this is LLO"),
        ("empty", b"", "an empty file"),
        ("blank", b" \n\n", "an empty file"),
        (
            "words",
            b"Some words\nof a text.\n",
            "text without instructions",
        ),
        ("json", b"{\"a\": 1}", "JSON"),
        ("toml", b"[package]\nname = \"a\"\n", "TOML"),
        ("elf", b"\x7fELF\x02\x01\x01\x00\x00", "a program"),
        ("bytes", b"\xff\x00\x01\x02", "binary data"),
        ("cut", &module[..5000], "breaks off"),
        ("zeros", &[0; 5000], "binary data"),
        ("gz", &gzip(b"")[..8], "breaks off"),
    ];
    for (name, content, words) in contents {
        let file = temporary(&format!("kind_{name}"), content);
        for options in [
            &[][..],
            &["--json"],
            &["--fail-above", "1000%"],
            &["--assume", "tpu"],
        ] {
            let error = error(&[options, &[file.to_str().unwrap()]].concat());
            assert!(error.contains(words), "{name}: {error}");
        }
    }
    let error = error(&["--computation", "no", &dump("skinny")]);
    assert!(
        error.contains("main.1") && error.contains("fused_computation"),
        "{error}"
    );
}

/// What a TPU's compiler chose for the same program's arguments is in `mlp.txt` and `skinny.txt`.
#[test]
fn stablehlo_is_predicted() {
    let report = json(&[
        "--json",
        "--assume",
        "tpu",
        "stablehlo/sharded_even.stablehlo.mlir",
    ]);
    let argument = |dims: &[usize]| {
        let layout = tpu::default_layout(layout_runtime::ElementType::BF16, dims).unwrap();
        layout.padded_bytes() as u64
    };
    assert_eq!(
        report["hbm"]["arguments"],
        argument(&[100, 300]) + argument(&[300, 78])
    );
    // The arguments and the results.
    assert_eq!(report["predicted"]["exact"]["arrays"], 4);
    assert!(report["predicted"]["estimated"]["arrays"].as_u64().unwrap() > 10);
    assert_eq!(
        report["arrays"].as_u64(),
        report["predicted"]["estimated"]["arrays"]
            .as_u64()
            .map(|n| n + 4)
    );

    // 300 x 500 as {0,1}: 384 x 504 elements, twice.
    let padded = 384 * 504 * 2;
    let report = json(&["--json", "stablehlo/layout_mode_tiled.mlir"]);
    assert_eq!(report["hbm"]["arguments"], padded);
    let report = json(&[
        "--json",
        "--assume",
        "tpu",
        "stablehlo/layout_mode_plain.mlir",
    ]);
    assert_eq!(report["hbm"]["arguments"], padded);
    assert_eq!(
        report["worst"][0]["layout"],
        "bf16[300,500]{0,1:T(8,128)(2,1)}"
    );
    let report = json(&[
        "--json",
        "--assume",
        "tpu",
        "stablehlo/layout_mode_auto.mlir",
    ]);
    assert_eq!(report["unknown"], 2);
    assert_eq!(report["hbm"]["arguments"], Value::Null);
    let shown = text(&["--assume", "tpu", "stablehlo/layout_mode_plain.mlir"]);
    assert!(shown.contains("predicted, exact"), "{shown}");
    assert!(shown.contains("are an estimate"), "{shown}");
    let shown = text(&["stablehlo/layout_mode_plain.mlir"]);
    assert!(shown.contains("--assume tpu"), "{shown}");
}

/// The layouts of arguments and results as if the compiler had not written them.
#[test]
fn predictions_are_what_the_compiler_reserves() {
    let table = std::fs::read_to_string(format!("{DATA}/hlo_memory.tsv")).unwrap();
    let mut checked = 0;
    for row in table.lines().skip(1) {
        let row: Vec<&str> = row.split('\t').collect();
        let text = std::fs::read_to_string(format!("{DATA}/{}", dump(row[0]))).unwrap();
        let parameters = hlo::instructions(&text).flatten();
        let parameters = parameters.filter(|i| i.in_entry() && i.opcode() == "parameter");
        let lines = parameters.map(|parameter| {
            let array = parameter.arrays().next().unwrap().unwrap();
            let shape = array.text().split('{').next().unwrap();
            format!("  %{} = {shape} parameter(0)\n", parameter.name())
        });
        let module = format!("ENTRY %e () -> () {{\n{}}}\n", lines.collect::<String>());
        let report = text_of_input(&["--json", "--assume", "tpu"], module.as_bytes());
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["hbm"]["arguments"].to_string(), row[1], "{}", row[0]);
        checked += report["predicted"]["exact"]["arrays"].as_u64().unwrap();
    }
    assert!(checked > 90, "{checked}");
}

#[test]
fn messages_of_memory_that_ran_out() {
    let report = json(&["--json", "oom/hbm_v5e.txt"]);
    assert_eq!(report["out_of_memory"]["memory"], "HBM");
    assert_eq!(report["out_of_memory"]["needed_bytes"], 30_247_307_182_u64); // 28.17 GiB
    assert_eq!(
        report["out_of_memory"]["available_bytes"],
        16_911_433_728_u64
    ); // 15.75 GiB
    let shown = text(&["oom/hbm_v5e.txt"]);
    assert!(
        shown.contains("28.2 GiB") && shown.contains("layout audit --assume tpu"),
        "{shown}"
    );
    let output = run(&["--fail-above", "1%", "oom/hbm_v5e.txt"]);
    assert_eq!(output.status.code(), Some(2));

    let report = json(&["--json", "oom/vmem_v5e.txt"]);
    assert_eq!(report["out_of_memory"]["available_bytes"], 134_217_728);
    assert_eq!(
        (&report["arrays"], &report["padded_bytes"]),
        (&1.into(), &268_435_456.into())
    );

    // One line with `\\n` for its ends, and prefixes of a log.
    let list = "Largest program allocations in hbm:\n\n  1. Size: 6.00G\n     \
                Shape: u32[12582912,1]{1,0:T(8,128)}\n     Unpadded size: 48.00M\n     \
                XLA label: %copy.40 = u32[12582912,1]{1,0:T(8,128)} copy(u32[12582912,1]{0,1:T(1,128)} %g)\n\
                \n  2. Size: 512B\n     Shape: f32[3]{0:T(128)}\n     XLA label: %x = f32[3]{0:T(128)} add()\n";
    let escaped = list.replace('\n', "\\n");
    let prefixed: String = list
        .lines()
        .map(|line| format!("E0504 09:05:40 util.cc:76] {line}\n"))
        .collect();
    for text in [list, &escaped, &format!("error: '{escaped}'"), &prefixed] {
        let report = text_of_input(&["--json"], text.as_bytes());
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(
            (&report["allocations"], &report["arrays"]),
            (&2.into(), &2.into()),
            "{text}"
        );
        assert_eq!(report["padded_bytes"], (6u64 << 30) + 512);
        assert_eq!(report["worst"][0]["instruction"], "copy.40");
    }
}

/// A gigabyte of a constant in a proto is passed over.
#[test]
fn long_constants_are_passed_over() {
    let varint = |mut number: usize| {
        let mut bytes = Vec::new();
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    let message =
        |field: u8, bytes: &[u8]| [&[field << 3 | 2][..], &varint(bytes.len()), bytes].concat();
    let shape = [0x10, 11, 0x1a, 2, 3, 5];
    let instruction = [
        message(1, b"c"),
        message(2, b"constant"),
        message(3, &shape),
        message(8, &vec![7; 20 << 20]),
    ];
    let computation = [message(1, b"main"), message(2, &instruction.concat())].concat();
    let module = [
        message(1, b"jit_f"),
        message(2, b"main"),
        message(3, &computation),
    ]
    .concat();
    for bytes in [gzip(&module), gzip(&message(1, &module))] {
        let report = text_of_input(&["--json"], &bytes);
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["entry"]["padded_bytes"], 60);
        assert_eq!(report["worst"].as_array().unwrap().len(), 0);
    }
}

/// The figures stand in the message: 6.00MiB and 384.0KiB.
#[test]
fn peak_buffers_of_a_gpu() {
    let message = std::fs::read_to_string(format!("{DATA}/oom/gpu_peak_buffers.txt")).unwrap();
    let escaped = message.replace('\n', "\\n").replace('\t', "\\t");
    for message in [&message, &escaped, &message.replace('\t', "  ")] {
        let report = text_of_input(&["--json"], message.as_bytes());
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["out_of_memory"]["needed_bytes"], 6 << 20);
        assert_eq!(report["allocations"], 2, "{message}");
        assert_eq!(report["logical_bytes"], (6 << 20) + (384 << 10));
        assert_eq!(report["padded_bytes"], (6 << 20) + (384 << 10));
        assert_eq!(report["hbm"]["arguments"], 384 << 10);
    }
    let shown = text(&["oom/gpu_peak_buffers.txt", "--fail-above", "0%"]);
    assert!(shown.contains("6.00 MiB of memory was needed"), "{shown}");
    assert!(shown.contains("No array has padding"), "{shown}");
    // Named by the line before the shape.
    let tiled = message.replace("f32[4096,128,3]", "f32[4096,128,3]{2,1,0:T(8,128)}");
    let report = text_of_input(&["--json"], tiled.as_bytes());
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["worst"][0]["instruction"], "concatenate");
    // A TPU's advice is not for a message without a memory's name.
    let short = text_of_input(&[], message.lines().next().unwrap().as_bytes());
    assert!(short.contains("buffer-assignment.txt"), "{short}");
    assert!(!short.contains("tpu"), "{short}");
}

/// Longer than the part of a file that decides its kind.
#[test]
fn blank_lines_come_before_a_dump() {
    for (name, blanks) in [
        ("newlines", "\n".repeat(500_000)),
        ("spaces", " \n\t".repeat(90_000)),
    ] {
        let lines = blanks.matches('\n').count() as u64;
        for file in ["hlo/sort.txt", "stablehlo/layout_mode_tiled.mlir"] {
            let content = std::fs::read_to_string(format!("{DATA}/{file}")).unwrap();
            let expected = json(&["--json", file]);
            let path = temporary(name, (blanks.clone() + &content).as_bytes());
            let report = json(&["--json", path.to_str().unwrap()]);
            assert_eq!(report["padded_bytes"], expected["padded_bytes"]);
            let line = |report: &Value| report["worst"][0]["line"].as_u64().unwrap();
            assert_eq!(line(&report), line(&expected) + lines);
        }
        let path = temporary(name, blanks.as_bytes());
        let error = error(&[path.to_str().unwrap()]);
        assert!(error.contains("an empty file"), "{error}");
    }
    let content = std::fs::read(format!("{DATA}/hlo/sort.txt")).unwrap();
    let marked = [b"\xef\xbb\xbf", &content[..]].concat();
    let path = temporary("marked.txt", &marked);
    let report = json(&["--json", path.to_str().unwrap()]);
    assert_eq!(report["hbm"], json(&["--json", "hlo/sort.txt"])["hbm"]);
}
