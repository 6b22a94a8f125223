//! The chapters *TPU layouts in practice* and *The command* show what their calls print.
//! `UPDATE=1 cargo test -p tiled-layout-cli --test practice` writes the outputs into them.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const CALL: &str = "```text\n$ layout ";
const END: &str = "```\n";

/// The words of a call, which shells split at blanks and lines outside quotes.
fn words(call: &str) -> Vec<String> {
    let call = call.replace("\\\n", " ");
    let mut words = Vec::new();
    for (number, piece) in call.split('\'').enumerate() {
        match number % 2 {
            1 => words.push(piece.to_owned()),
            _ => words.extend(piece.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

/// The output of a call in the root of the repository, without blanks at the ends of lines.
fn printed(call: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_layout"))
        .args(words(call))
        .current_dir(ROOT)
        .env("COLUMNS", "78")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// The call at the start of a block, which `\` continues on the next line, and the output below it.
fn call_and_output(block: &str) -> (&str, &str) {
    let ends = block.match_indices('\n').map(|(end, _)| end);
    let mut ends = ends.filter(|&end| !block[..end].ends_with('\\'));
    let end = ends.next().unwrap();
    (&block[..end], &block[end + 1..])
}

/// Checks that an output has the fragments, which `...` separates, in this order.
#[track_caller]
fn check_fragments(output: &str, fragments: &str) {
    let mut rest = output;
    for fragment in fragments.split("...\n") {
        let found = rest.split_once(fragment);
        rest = found
            .unwrap_or_else(|| panic!("{fragment}\nnot in\n{output}"))
            .1;
    }
}

/// The chapter with the outputs that its calls print now, and the number of calls. An output with
/// `...` is checked and kept.
fn with_outputs(chapter: &str) -> (String, usize) {
    let (mut written, mut calls) = (String::new(), 0);
    for part in chapter.split_inclusive(END) {
        let Some((before, block)) = part.split_once(CALL) else {
            written.push_str(part);
            continue;
        };
        calls += 1;
        let (call, shown) = call_and_output(block);
        let output = printed(call);
        if shown.contains("...\n") {
            check_fragments(&output, shown.strip_suffix(END).unwrap());
            written.push_str(part);
        } else {
            written.push_str(&format!("{before}{CALL}{call}\n{output}{END}"));
        }
    }
    (written, calls)
}

#[test]
fn outputs() {
    for (name, number) in [("practice.md", 5), ("command.md", 1)] {
        let path = Path::new(ROOT).join("docs").join(name);
        let chapter = std::fs::read_to_string(&path).unwrap();
        let (written, calls) = with_outputs(&chapter);
        assert_eq!(calls, number, "{name}");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &written).unwrap();
        } else {
            assert_eq!(written, chapter);
        }
    }
}

/// The shell runs the other commands of the chapters in order, in a folder with the `tests` of the
/// repository.
#[cfg(unix)]
#[test]
fn scripts() {
    let folder = std::env::temp_dir().join(format!("layout-scripts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink(Path::new(ROOT).join("tests"), folder.join("tests")).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_layout")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let chapters = [
        include_str!("../../docs/command.md"),
        include_str!("../../docs/practice.md"),
    ];
    let scripts = chapters.map(|chapter| chapter.split("```sh\n").skip(1));
    let scripts: Vec<_> = scripts.into_iter().flatten().collect();
    assert_eq!(scripts.len(), 4);
    for script in scripts {
        let (script, _) = script.split_once("```").unwrap();
        let output = Command::new("sh")
            .args(["-e", "-c", script])
            .current_dir(&folder)
            .env("PATH", &path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{script}\n{output:?}");
    }
    for name in ["tpu.svg", "rows.npy", "weights.safetensors"] {
        assert!(folder.join(name).exists(), "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The workflow's audit fails if padding is above its limit.
#[test]
fn workflow() {
    let chapter = include_str!("../../docs/practice.md");
    let (_, workflow) = chapter.split_once("- run: layout ").unwrap();
    let (call, _) = workflow.split_once('\n').unwrap();
    let dump = "../tests/data/stablehlo/layout_mode_plain.mlir";
    for (limit, code) in [("20%", 1), ("21%", 0)] {
        let call = call.replace("20%", limit).replace("lowered.mlir", dump);
        let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
        let output = command.args(words(&call)).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{call}");
    }
}

/// The objects that `--json` prints have the fields that the chapter lists.
#[test]
fn json_fields() {
    let layout = "'f32[3,5]{1,0:T(2,2)}'";
    let dumps = "tests/data/hlo/conv.txt tests/data/hlo/conv2.txt";
    let calls = [
        (
            "audit`, one line per file",
            "audit tests/data/hlo/conv.txt".to_owned(),
        ),
        ("audit --diff`", format!("audit --diff {dumps}")),
        ("explain`", format!("explain {layout}")),
        ("explain --at`", format!("explain {layout} --at 2,3")),
        ("diff`", format!("diff {layout} 'f32[3,5]{{1,0}}'")),
        (
            "shards`",
            format!("shards {layout} --sharding '{{replicated}}'"),
        ),
    ];
    let chapter = include_str!("../../docs/command.md");
    for (command, call) in calls {
        let (_, fields) = chapter.split_once(&format!("\n| `{command} | ")).unwrap();
        let (fields, _) = fields.split_once('\n').unwrap();
        let object: Value = serde_json::from_str(&printed(&format!("{call} --json"))).unwrap();
        for field in fields.split('`').skip(1).step_by(2) {
            assert!(!object[field].is_null(), "{command}: {field}");
        }
    }
}
