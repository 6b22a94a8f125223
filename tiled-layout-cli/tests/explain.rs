//! `layout explain`, `draw`, `diff` and `completions`, called as a user calls them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use layout_runtime::Layout;
use serde_json::Value;

const FIGURE_1: &str = "f32[3,5]{1,0:T(2,2)}";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
    command.args(arguments).stdin(Stdio::null());
    command
}

#[track_caller]
fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Standard output of a call that ends with an exit code, and nothing on standard error.
#[track_caller]
fn text(arguments: &[&str], code: i32) -> String {
    let output = run(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(code));
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a call that can't read what it is given.
#[track_caller]
fn error(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    String::from_utf8(output.stderr).unwrap()
}

/// A call with an input.
fn with_input(arguments: &[&str], text: &str) -> Output {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    child.wait_with_output().unwrap()
}

#[test]
fn an_anatomy_is_an_svg_file() {
    let output = command(&["draw", "--anatomy", FIGURE_1]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("--svg <FILE>"), "{error}");
}

#[test]
fn explains_figure_1() {
    let text = text(&["explain", FIGURE_1], 0);
    let (sentence, text) = text.split_once("\n\n").unwrap();
    assert_eq!(
        sentence,
        "15 elements in tiles of 2 × 2 fill 24 positions; 9 of them (37.5%) are padding,\ndrawn ░."
    );
    let (parts, text) = text.split_once("\n\n").unwrap();
    assert_eq!(
        parts,
        "\
f32[3,5]{1,0:T(2,2)}
├─┘├───┘├──┘ ├────┘
│  │    │    └── tile            tiles of 2 rows by 2 columns
│  │    └─────── minor to major  x fastest, then y
│  └──────────── dimensions      3 rows y, 5 columns x
└─────────────── type            4 bytes each"
    );
    let (words, picture) = text.split_once("\n\n").unwrap();
    assert_eq!(
        words,
        "\
type           f32 elements of 32 bits each
               dimensions y = 3, x = 5
order          from major to minor y, x
tile (2,2)     pad 3 × 5 to 4 × 6, cut into 2 × 2 × 3 × 2,
               string out as 2 × 3 × 2 × 2
physical       2 × 3 × 2 × 2; strides [12, 4, 2, 1]
position       (y/2)*(3*4) + (x/2)*4 + (y%2)*2 + x%2
example (2,3)  (2/2)*(3*4) + (3/2)*4 + (2%2)*2 + 3%2 = 12 + 4 + 0 + 1 = 17
               position 17, byte 68
size           15 elements in 60 bytes, 24 positions in 96 bytes
               padding: 36 bytes, 37.5% of the buffer
because        y of 3 rounds up to 4: pad it to 4, or cut it to 2
               x of 5 rounds up to 6: pad it to 6, or cut it to 4
contiguous     2 elements along x
CuTe           ((2,2),(2,3)):((2,12),(1,4))
               modes y, x; the first entry of a mode varies fastest"
    );
    let golden = include_str!("../../docs/pictures/figure1.txt");
    // The title and the sentence are above the explanation.
    let (_, golden) = golden.split_once("\n\n").unwrap();
    assert_eq!(picture, golden);
}

#[test]
fn explanations_fit_the_width() {
    let text = text(
        &[
            "explain",
            "bf16[300,500]{1,0:T(8,128)(2,1)}",
            "--width",
            "70",
        ],
        0,
    );
    let (words, _) = text.split_once("\n\n").unwrap();
    assert!(
        words.lines().all(|line| line.chars().count() <= 70),
        "{words}"
    );
    assert!(
        text.contains("\n                   + (x%128)*2 + y%2\n"),
        "{text}"
    );
    // Advice is worth it: 383 rounds up by one, and 500 would lose more than it saves.
    assert!(text.contains("or cut it to 296\n"), "{text}");
    assert!(text.contains("pad it to 512\n"), "{text}");
    let little = self::text(&["explain", "s32[8,383,128]{2,1,0:T(8,128)}"], 0);
    assert!(
        little.contains("dimensions round up by less than 1%"),
        "{little}"
    );
}

#[test]
fn elements_as_json() {
    let ask = |options: &[&str]| -> Value {
        let arguments = [&["explain", FIGURE_1, "--json"], options].concat();
        serde_json::from_str(&text(&arguments, 0)).unwrap()
    };
    for index in ["2,3", "[2,3]", "2, 3", "(2, 3)"] {
        let element = ask(&["--at", index]);
        assert_eq!(element["position"], 17);
        assert_eq!(element["byte"], 68);
        assert_eq!(element["schema"], 1);
    }
    assert_eq!(ask(&["--position", "18"])["index"], Value::Null);
    let lines = with_input(&["explain", "--json"], "f32[3]\nf32[4]{0:T(8)}\n");
    let lines = String::from_utf8(lines.stdout).unwrap();
    let sizes: Vec<u64> = lines
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["padded_len"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert_eq!(sizes, [3, 8]);
}

#[test]
fn expanded_braces_give_a_tip() {
    let said = error(&["explain", "f32[3,5]1", "f32[3,5]0"]);
    assert!(said.contains("quote the layout"), "{said}");
    assert!(!error(&["explain", "f32[3]", "--nothing"]).contains("quote the layout"));
}

#[test]
fn answers_one_question_alone() {
    let ask = |options: &[&str]| text(&[&["explain", FIGURE_1], options].concat(), 0);
    assert_eq!(ask(&["--at", "2,3"]), "17\n");
    assert_eq!(ask(&["--position", "17"]), "2,3\n");
    assert_eq!(ask(&["--position", "18"]), "padding\n");
    assert_eq!(ask(&["--cute"]), "((2,2),(2,3)):((2,12),(1,4))\n");
    assert_eq!(
        ask(&["--formula", "python"]),
        "def position(y, x):\n    return (y // 2) * 12 + (x // 2) * 4 + (y % 2) * 2 + x % 2\n"
    );
    for language in ["c", "rust", "latex"] {
        assert!(ask(&["--formula", language]).contains("position"));
    }
    let json: Value = serde_json::from_str(&ask(&["--json"])).unwrap();
    assert_eq!(json["padded_len"], 24);
    assert_eq!(json["steps"][0]["moved"], serde_json::json!([2, 3, 2, 2]));
    assert_eq!(json["padding"][1]["padded"], 6);
    assert_eq!(json["cute"], "((2,2),(2,3)):((2,12),(1,4))");
}

#[test]
fn reads_standard_input() {
    for arguments in [
        &["explain", "--at", "8,0"][..],
        &["explain", "-", "--at", "8,0"],
    ] {
        let output = with_input(arguments, "bf16[300,500]{1,0:T(8,128)(2,1)}\n");
        assert_eq!(output.stdout, b"4096\n");
    }
}

#[test]
fn mistakes_have_carets_and_exit_code_2() {
    let wrong = "f32[3,5]{1,0:T(2,0)}";
    let said = error(&["explain", wrong]);
    let place = "error: tile entry is 0\n  | f32[3,5]{1,0:T(2,0)}\n  |                  ^\n";
    assert!(said.starts_with(place), "{said}");
    assert_eq!(
        said,
        format!("error: {}\n", Layout::parse(wrong).unwrap_err())
    );
    assert!(error(&["draw", "f32[3"]).contains('^'));
    assert!(error(&["diff", FIGURE_1, "f33[3]"]).contains('^'));
    assert_eq!(
        error(&["explain", FIGURE_1, "--at", "3,0"]),
        "error: no element at [3, 0]: the dimensions are [3, 5]\n"
    );
    assert_eq!(
        error(&["explain", FIGURE_1, "--at", "3"]),
        "error: the index has 1 of 2 numbers\n  = help: write one number per dimension: `--at 0,0`\n"
    );
    assert_eq!(
        error(&["explain", FIGURE_1, "--position", "24"]),
        "error: no position 24: the buffer has 24 positions\n"
    );
    assert!(
        error(&["explain", "f32[2,3,4]{2,1,0:T(*,2,2)}", "--cute"]).contains("no CuTe spelling")
    );
    assert!(error(&["explain", FIGURE_1, "--cute", "--json"]).contains("cannot be used with"));
    assert!(
        error(&["draw", FIGURE_1, "--svg", "/nowhere/at/all.svg"]).contains("/nowhere/at/all.svg")
    );
}

#[test]
fn draws() {
    let golden = include_str!("../../docs/pictures/figure2.txt");
    let figure_2 = "f32[4,8]{1,0:T(2,4)(2,1)}";
    assert_eq!(text(&["draw", figure_2], 0), golden);
    assert!(text(&["draw", figure_2, "--ascii"], 0).is_ascii());
    let narrow = text(&["draw", figure_2, "--width", "50"], 0);
    assert!(
        narrow.lines().all(|line| line.chars().count() <= 50),
        "{narrow}"
    );

    let svg = include_str!("../../docs/pictures/figure2.svg");
    assert_eq!(text(&["draw", figure_2, "--svg", "-"], 0), svg);
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/figure2.svg");
    assert_eq!(text(&["draw", figure_2, "--svg", file, "--force"], 0), "");
    assert_eq!(std::fs::read_to_string(file).unwrap(), svg);
}

#[test]
fn colours_are_for_terminals() {
    let colored = |name: &str, value: &str| {
        let output = command(&["draw", FIGURE_1])
            .env(name, value)
            .output()
            .unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!colored("TERM", "xterm")); // the output is a pipe
    assert!(colored("CLICOLOR_FORCE", "1"));
    assert!(!colored("NO_COLOR", "1"));
}

#[test]
fn compares() {
    let bitcast = text(
        &["diff", "f32[24,128]{1,0:T(8,128)}", "f32[24,128]{1,0}"],
        0,
    );
    assert!(
        bitcast.contains("tiles           (8,128)         none\n"),
        "{bitcast}"
    );
    assert!(bitcast.starts_with("bitcast: yes, a buffer of one is a buffer of the other\n"));
    assert!(text(&["diff", FIGURE_1, FIGURE_1], 0).contains("nothing differs"));

    let moved = text(&["diff", FIGURE_1, "f32[3,5]{1,0}"], 1);
    assert!(moved.contains("it has 24 positions, not 15"), "{moved}");
    assert!(
        moved.contains("\nelement (0,2) lies at position 4 of a, at 2 of b\n"),
        "{moved}"
    );
    // Both are drawn, with that element in brackets.
    assert!(
        moved.contains("\na  f32[3,5]{1,0:T(2,2)}\n15 elements"),
        "{moved}"
    );
    assert_eq!(moved.matches("[c]").count(), 4, "{moved}");
    let wide = "f32[3000,5000]{1,0:T(8,128)}";
    let large = text(&["diff", "--width", "60", wide, "f32[3000,5000]{1,0}"], 1);
    assert!(large.contains("of a, at 128 of b"), "{large}");
    assert!(
        large.contains("[tile 1]") && large.contains("[0,128]"),
        "{large}"
    );
    assert!(
        large.contains("\n  a  15,360,000\n  b  15,000,000\n"),
        "{large}"
    );
    let order = text(&["diff", "f32[4,8]{1,0}", "f32[4,8]{0,1}"], 1);
    assert!(order.contains("elements lie at other positions"), "{order}");
}

#[test]
fn manual_pages_are_made() {
    let page = text(&["man"], 0);
    assert!(
        page.contains(".TH layout 1") && page.contains("layout\\-audit(1)"),
        "{page}"
    );
    let folder = std::env::temp_dir().join(format!("layout-man-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    text(&["man", "--out", folder.to_str().unwrap()], 0);
    let audit = std::fs::read_to_string(folder.join("layout-audit.1")).unwrap();
    assert!(audit.contains("fail\\-above"), "{audit}");
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(error(&["man", "--out", "/nowhere/at/all"]).contains("`/nowhere/at/all` does not"));
}

#[test]
fn help_teaches_by_example() {
    assert!(text(&["--help"], 0).contains("layout explain 'bf16[300,500]{1,0:T(8,128)(2,1)}'"));
    for command in ["explain", "draw", "diff"] {
        let help = text(&[command, "--help"], 0);
        assert!(
            help.contains(&format!("Examples:\n  layout {command} '")),
            "{help}"
        );
    }
    // What an example says it prints is what it prints.
    let help = text(&["explain", "--help"], 0);
    for (line, at) in [
        ("--at 2,3          17", 17),
        ("--position 18     padding", 18),
    ] {
        assert!(help.contains(line), "{at}: {help}");
    }
}

#[test]
fn completes_in_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(&["completions", shell], 0);
        assert!(
            script.contains("explain") && script.contains("formula"),
            "{shell}"
        );
    }
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut child = command(&["draw", "f32[8,8]{1,0:T(2,2)(2,1,1)}"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn errors_show_no_escape_sequences() {
    let evil = "f32[3]{0:\u{9b}2J\x1b]0;owned\x07\u{202e}}";
    for arguments in [
        &["explain", evil][..],
        &["draw", evil],
        &["diff", "f32[3]", evil],
        &[evil],
        &["draw", "f32[3]", "--svg", "/no/\x1b[2J\u{9b}\n"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        for hidden in ['\x1b', '\x07', '\u{9b}', '\u{202e}'] {
            assert!(!error.contains(hidden), "{arguments:?}: {error:?}");
        }
    }
}

/// The compiler's own choices, by line, and what has none.
#[test]
fn default_layouts_of_a_tpu() {
    let shown = text(&["explain", "--tpu", "f32[1000000,3]"], 0);
    assert!(
        shown.contains("   16,001,024 bytes  {0,1:T(4,128)}"),
        "{shown}"
    );
    assert!(
        shown.contains("  512,000,000 bytes  {1,0:T(8,128)}"),
        "{shown}"
    );
    assert_eq!(
        text(&["explain", "--tpu", "f32[3,5]{0,1}", "--at", "2,3"], 0),
        "259\n"
    );

    let choices = include_str!("../../tests/data/tpu_default_layouts.txt");
    let choices: Vec<&str> = choices
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let shapes: Vec<_> = choices
        .iter()
        .map(|text| &text[..text.find('{').unwrap()])
        .collect();
    let output = with_input(&["explain", "--tpu", "--json"], &shapes.join("\n"));
    assert_eq!(output.status.code(), Some(0));
    let lines = String::from_utf8(output.stdout).unwrap();
    let layouts = lines.lines().map(|line| {
        let object: Value = serde_json::from_str(line).unwrap();
        object["layout"].as_str().unwrap().to_owned()
    });
    assert_eq!(layouts.collect::<Vec<_>>(), choices);

    let output = with_input(&["explain", "--tpu", "--json"], "s64[3]\n\nf32[9]\nf32[");
    assert_eq!(output.status.code(), Some(2));
    let lines = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(objects[0]["error"].as_str().unwrap().contains("`s64`"));
    assert_eq!(objects[1]["padded_bytes"], 512);
    assert!(objects[2]["error"].is_string());
}
