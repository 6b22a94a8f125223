//! Texts of modules that were cut.

use serde_json::Value;

use super::*;

#[track_caller]
fn cut(name: &str, text: &str, words: &str) {
    let path = temporary(name, text.as_bytes());
    let path = path.to_str().unwrap();
    for options in [&[][..], &["--json"], &["--fail-above", "1000%"], &["--all"]] {
        let error = error(&[options, &[path]].concat()).replace('\n', " ");
        assert!(error.contains(words), "{error}");
        assert!(error.contains("--partial"), "{error}");
    }
}

fn module(name: &str) -> String {
    std::fs::read_to_string(format!("{DATA}/{}", dump(name))).unwrap()
}

/// At each of 60 places, and between all lines of a small module.
#[test]
fn a_module_is_not_read_without_its_end() {
    let attn = module("attn");
    let entry = attn.find("\nENTRY").unwrap();
    cut(
        "attn.txt",
        &attn[..entry + 900],
        "the text ends before the `}` of `main",
    );
    cut("attn.txt", &attn[..entry], "the text ends before `ENTRY`");
    let end = attn[entry..].find("\n}").unwrap() + entry;
    let (mut before, mut within) = (0, 0);
    for place in 1..60 {
        let path = temporary("attn_part.txt", &attn.as_bytes()[..end * place / 60]);
        let error = error(&[path.to_str().unwrap()]);
        before += usize::from(error.contains("the text ends before `ENTRY`"));
        within += usize::from(error.contains("the text ends before the `}` of"));
    }
    assert_eq!((before + within, before > 5, within > 5), (59, true, true));
    let skinny = module("skinny");
    let end = skinny.rfind('}').unwrap();
    for (at, _) in skinny[..=end].match_indices('\n') {
        let path = temporary("skinny_part.txt", &skinny.as_bytes()[..at]);
        assert!(error(&[path.to_str().unwrap()]).contains("the text ends before"));
    }
}

/// What `sed` or an editor removed from the middle.
#[test]
fn a_module_is_not_read_without_its_middle() {
    let text = "HloModule m, entry_computation_layout={(f32[64]{0})->f32[64]{0}}

%inner (x: f32[64]) -> f32[64] {
  %x = f32[64]{0} parameter(0)
  ROOT %y = f32[64]{0} negate(%x)
}

ENTRY %main (p: f32[64]) -> f32[64] {
  %p = f32[64]{0} parameter(0)
  %n = f32[64]{0} fusion(%p), kind=kLoop, calls=%inner
  ROOT %c = f32[64]{0} add(f32[64]{0} %n, /*index=1*/%p)
}
";
    let path = temporary("whole.txt", text.as_bytes());
    assert_eq!(json(&["--json", path.to_str().unwrap()])["arrays"], 3);
    let lines: Vec<&str> = text.lines().collect();
    let without = |range: std::ops::Range<usize>| {
        [&lines[..range.start], &lines[range.end..]]
            .concat()
            .join("\n")
    };
    let operand = "the operand `n` in line 10 is not defined";
    cut("operand.txt", &without(9..10), operand);
    cut(
        "parameter.txt",
        &without(3..4),
        "the operand `x` in line 4 is not defined",
    );
    cut(
        "computation.txt",
        &without(2..7),
        "`inner` is called, but not defined",
    );
    cut("brace.txt", &without(5..7), "`inner` has no `}`");
    cut("entry.txt", &without(7..12), "the text ends before `ENTRY`");
    // The next module does not complete the first.
    let two = text[..text.rfind('}').unwrap()].to_owned() + text;
    cut("two.txt", &two, "the text ends before the `}` of `main`");
    let path = temporary("both.txt", (text.to_owned() + text).as_bytes());
    assert_eq!(json(&["--json", path.to_str().unwrap()])["arrays"], 6);
}

/// The bytes are those of the compiler: `parameters_are_the_compilers_argument_bytes`.
#[test]
fn the_parameters_of_a_part() {
    for name in ["attn", "gpt_train", "skinny", "scalar"] {
        let whole = json(&["--json", &dump(name)]);
        let text = module(name);
        let entry = text.find("\nENTRY").unwrap();
        for end in [text.find('\n').unwrap(), entry, entry + 300] {
            let path = temporary(&format!("part_{name}.txt"), &text.as_bytes()[..end]);
            let path = path.to_str().unwrap();
            let part = json(&["--json", "--partial", path]);
            let arguments = &whole["hbm"]["arguments"];
            assert_eq!(part["hbm"]["arguments"], *arguments, "{name}");
            assert_eq!(part["entry"]["padded_bytes"], *arguments);
            assert_eq!(part["padded_bytes"], *arguments);
            assert_eq!(part["hbm"]["results"], Value::Null);
            assert!(
                part["cut"]
                    .as_str()
                    .unwrap()
                    .contains("the text ends before")
            );
            let output = run(&["--partial", "--fail-above", "100000%", path]);
            assert_eq!(output.status.code(), Some(2), "the rest is not known");
            let shown = text_of_input(&["--partial"], &text.as_bytes()[..end]);
            assert!(
                shown.contains("only the entry parameters are known"),
                "{shown}"
            );
        }
        let same = json(&["--json", "--partial", &dump(name)]);
        assert_eq!(same, whole);
    }
    for options in [["--partial", "--all"], ["--partial", "--computation=f"]] {
        error(&[&options[..], &[&dump("attn")]].concat());
    }
    let path = temporary("no_layout.txt", b"HloModule m\n\nENTRY %e {\n");
    let error = error(&["--partial", path.to_str().unwrap()]);
    assert!(error.contains("has no"), "{error}");
}

/// What is pasted, or found by `grep`.
#[test]
fn fragments_are_read_as_they_are() {
    let instruction = "%c = f32[3,5]{1,0:T(2,2)} fusion(%x, %y), kind=kLoop, calls=%f\n";
    let body = format!("%body (p: f32[8]) -> f32[8] {{\n  {instruction}");
    for text in [instruction, &body, &(body.clone() + &body)] {
        let found = text_of_input(&["--json"], text.as_bytes());
        let found: Value = serde_json::from_str(&found).unwrap();
        let count = text.matches("fusion").count();
        assert_eq!(found["padded_bytes"], 96 * count);
        let shown = text_of_input(&[], text.as_bytes());
        assert!(shown.contains("a fragment: no parameters"), "{shown}");
    }
    // An entry computation has parameters, where it comes from or ends.
    let entry = format!("ENTRY %e {{\n  %p = f32[3] parameter(0)\n  {instruction}");
    let shown = text_of_input(&[], entry.as_bytes());
    assert!(!shown.contains("fragment"), "{shown}");
}
