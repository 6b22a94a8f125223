//! What the command prints at 60, 80 and 120 columns, in `widths.txt`; the same in colour.
//! `UPDATE=1 cargo test -p tiled-layout-cli --test widths` writes the file anew; read it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/widths.txt");
const ATTENTION: &str = include_str!("../../tests/data/hlo/attn.txt");
const WIDTHS: [usize; 3] = [60, 80, 120];

/// A bounded dimension, a buffer, a quote in a name, and very little padding.
const MODULE: &str = r#"HloModule m

ENTRY %e (p: f32[<=3,5]) -> f32[3000,5000] {
  %p = f32[<=3,5]{1,0:T(8,128)} parameter(0)
  %b = b(f32[300,513]{1,0:T(8,128)}) custom-call(%p), metadata={op_name="jit(f)/x[\'w\']" source_file="model.py" source_line=7}
  ROOT %r = f32[100001,5120]{1,0:T(8,128)} custom-call(%b)
}
"#;

/// The calls, as in a POSIX shell.
const CALLS: [&str; 26] = [
    "layout audit --top 2 attn.txt",
    "layout audit bounds.txt",
    "layout diff 'f32[3000,5000]{1,0:T(8,128)}' 'f32[3000,5000]{1,0}'",
    "layout explain 'bf16[300,500]{1,0:T(8,128)(2,1)}'",
    "layout explain --from mosaic 'tensor<8x128xf32>'",
    "layout explain 'tensor<16x256xbf16, #tpu.tiled<(8,128)(2,1),[2,1]>>' --at 8,0",
    "layout shards 'f32[100,300]' --sharding '{devices=[4,1]<=[4]}'",
    "layout convert rows.bin new.npy --from 'f32[3,5]' --to tpu --force --verify",
    "layout convert rows.bin new.npy --from 'f32[3,5]' --force",
    "layout --help",
    "layout convert -h",
    // Exit codes.
    "layout audit none.txt",
    "layout convert none.npy new.npy --force",
    "layout shards none.safetensors --sharding '{replicated}'",
    // Advice.
    "layout shards 'f32[8,128]' '{devices=[4,1]<=[4]}'",
    "layout shards 'f32[8,128]' --sharding 'devices=[4,1]<=[4]'",
    "layout shards 'f32[8,128]' --sharding 'P(x)'",
    "layout shards 'tensor<8x128xf32>' --sharding '{replicated}'",
    "layout explain 'f32[8,128]' '1,0'",
    "layout explain 'f32[8,128]1' 'f32[8,128]0'",
    "layout explain 'f32[8,128]' 'f32[8,128]'",
    "layout convert rows.bin new.npy --from 'f32[3,5]' --force --to 'f32[4,5]{1,0}'",
    "layout convert rows.bin none/new.npy --from 'f32[3,5]'",
    "layout convert rows.bin new.npy --from 'f32[3000,5]' --force",
    "layout audit Cargo.toml",
    "layout explain 'f32[3,5]{1,0:T(2,2'",
];

/// A folder with the files of the calls.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("widths");
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, content: &[u8]| std::fs::write(folder.join(name), content).unwrap();
    file("attn.txt", ATTENTION.as_bytes());
    file("bounds.txt", MODULE.as_bytes());
    file("rows.bin", &[1; 60]);
    file("Cargo.toml", b"[package]\nname = \"model\"\n");
    folder
}

/// What a call prints on both streams, and its exit code.
fn printed(call: &str, folder: &Path, columns: usize, color: &str) -> String {
    let words = call
        .split('\'')
        .enumerate()
        .flat_map(|(place, piece)| match place % 2 {
            1 => vec![piece],
            _ => piece.split_whitespace().collect(),
        });
    let output = Command::new(env!("CARGO_BIN_EXE_layout"))
        .args(words.skip(1))
        .current_dir(folder)
        .env("COLUMNS", columns.to_string())
        .env(color, "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    if let Some(picture) = lines.iter().position(|line| line.contains("Array, ")) {
        lines.truncate(picture); // pictures have goldens of their own
        lines.push("...");
    }
    let code = output.status.code().unwrap();
    format!("{}\nexit code {code}\n", lines.join("\n"))
}

/// A text without the escape sequences of colours.
fn uncolored(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts
        .filter_map(|part| part.split_once('m'))
        .map(|(_, text)| text);
    rest.fold(first, |text, part| text + part)
}

#[test]
fn goldens() {
    let folder = folder();
    let mut written = String::new();
    for call in CALLS {
        let _ = writeln!(written, "$ {call}");
        let outputs = WIDTHS.map(|columns| {
            let plain = printed(call, &folder, columns, "NO_COLOR");
            let colored = printed(call, &folder, columns, "CLICOLOR_FORCE");
            let lines = colored
                .lines()
                .map(|line| uncolored(line).trim_end().to_owned() + "\n");
            assert_eq!(lines.collect::<String>(), plain, "{call}");
            for line in plain.lines() {
                // Clap does not wrap its usage, and a quoted text is above its carets.
                let is_whole = line.starts_with("Usage: ") || line.starts_with("  | ");
                assert!(
                    is_whole || line.chars().count() <= columns,
                    "{call}: {line}"
                );
            }
            plain
        });
        for (columns, output) in WIDTHS.iter().zip(&outputs) {
            if *columns == WIDTHS[0] || outputs.iter().any(|other| other != output) {
                let _ = writeln!(written, "{:-<columns$}\n{output}", "");
            }
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(GOLDEN, &written).unwrap();
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    assert!(written == golden, "{GOLDEN} differs: {written}");
}
